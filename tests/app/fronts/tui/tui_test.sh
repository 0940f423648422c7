#!/usr/bin/env bash
# The debugger's full screen in a pseudo-terminal: tui_test.sh RYG FOLDER. Needs tmux.
# shellcheck disable=SC2016  # dollars that the debugger writes
set -u
ryg=$1 folder=$2
command -v tmux >/dev/null || { echo "tui: skipped: tmux is not there (Debian package tmux)"; exit 0; }
if "$ryg" debug --help | grep -q -- --tui && ! ldd "$ryg" | grep -q ncurses; then
    echo "tui: skipped: ryg was built without ncurses"
    exit 0
fi
mkdir -p "$folder"
export HOME=$folder LC_ALL=C.UTF-8 TMUX_TMPDIR=$folder
unset TMUX XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR
failures=0

screen() { tmux -L ryg capture-pane -p -t s; }
# Waits until the screen has a line like this.
shows() {
    for _ in $(seq 300); do
        if screen | grep -q -- "$1"; then return 0; fi
        sleep 0.1
    done
    echo "FAILED: $2: the screen has no '$1':"
    screen
    failures=$((failures + 1))
}
press() { tmux -L ryg send-keys -t s "$@"; }
start() { # columns, rows, environment
    tmux -L ryg kill-server 2>/dev/null
    until tmux -L ryg ls 2>&1 | grep -q 'no server\|error connecting'; do sleep 0.1; done
    tmux -L ryg -f /dev/null new-session -d -s s -x "$1" -y "$2" "env $3 '$ryg' debug --depth 1 --tui"
}

start 80 24 ''
shows 'cycle ' 'a small terminal: the title'
shows 'registers' 'a small terminal: registers'
shows 'step 0 of 0' 'it stands at the beginning'
press 'bk .miniMax' Enter
shows 'stop #1 exec' 'a command line'
press F5
shows '#1 stop: exec' 'F5 runs to the breakpoint'
shows '-- calls' 'the calls'
press 'p 2+' 'x' C-c 'p 5' Enter
shows '\$05  5' 'Ctrl-C drops the line'
press 'p 3;p' Tab BSpace ' 4' Enter
shows '\$04  4' 'several commands'
press Home
shows 'step 0 of' 'Home goes to the beginning'
press End F2
shows '-- screen' 'F2 shows the screen'
press F2
shows '-- tree' 'F2 shows the tree'
tmux -L ryg resize-window -t s -x 200 -y 60
shows '-- screen' 'in a large terminal the screen is always there'
[ "$(screen | wc -l)" -eq 60 ] || { echo "FAILED: 60 rows"; failures=$((failures + 1)); }
shows '^(ryg)' 'the command line stays at the bottom'
# A click at the left end of the time line, in row 59, as tmux's terminal reports it.
press End
tmux -L ryg send-keys -t s -l "$(printf '\033[M ![')"
shows 'step 0 of' 'a click on the time line goes there'
press F10
shows 'help says what there is' 'F10 leads to the prompt'
press 'p 6' Enter
shows '\$06  6' 'the prompt works'
press 'p 7' C-c 'p 8' Enter
shows '\$08  8' 'Ctrl-C drops a line at the prompt'
press 'tui' Enter
shows '-- registers' 'tui leads back'
press 'quit' Enter
sleep 0.5
grep -q 'p.*8' "$folder/.local/state/ryg/debug-history" ||
    { echo "FAILED: the history is kept"; failures=$((failures + 1)); }

start 200 60 'NO_COLOR=1'
shows '-- registers' 'without colours'
if tmux -L ryg capture-pane -p -e -t s | grep -q $'\033\[[0-9;]*[34][0-7]m'; then
    echo "FAILED: no colours were wanted"
    failures=$((failures + 1))
fi
start 20 6 ''
shows 'cycle' 'a tiny terminal does no harm'
press 'quit' Enter
tmux -L ryg kill-server 2>/dev/null
[ $failures -eq 0 ] && echo "tui: agreed"
exit $failures
