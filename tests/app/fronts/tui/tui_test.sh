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
    fail "$2: the screen has no '$1'"
}
press() { tmux -L ryg send-keys -t s "$@"; }
fail() {
    echo "FAILED: $1:"
    screen
    failures=$((failures + 1))
}
# Waits until a command line succeeds.
comes() { # what, command line
    for _ in $(seq 300); do
        if eval "$2"; then return 0; fi
        sleep 0.1
    done
    fail "$1"
}
# Gives the terminal another size: everything is in its place again.
resize() { # columns, rows
    tmux -L ryg resize-window -t s -x "$1" -y "$2"
    comes "$1 by $2: title, time line and command line" '
        [ "$(screen | wc -l)" -eq '"$2"' ] && screen | head -1 | grep -q "cycle " &&
        screen | tail -1 | grep -q "^(ryg)" && screen | tail -2 | head -1 | grep -q "|" &&
        ! screen | grep -q ".\{'$(($1 + 1))'\}"'
}
step() { screen | head -1 | sed 's/.*step \([0-9]*\) of.*/\1/'; }
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
press 'p 4+'
resize 30 10
resize 120 20
resize 80 24
resize 200 60
shows '-- screen' 'in a large terminal the screen is always there'
press '5' Enter 'view output' Enter
shows '\$09  9' 'the line that is typed outlives other sizes'
# A click at the left end of the time line, in row 59, as tmux's terminal reports it.
press End
tmux -L ryg send-keys -t s -l "$(printf '\033[M ![')"
shows 'step 0 of' 'a click on the time line goes there'
press End
comes 'End goes to the end' '[ "$(step)" -gt 0 ]'
last=$(step)
tmux -L ryg send-keys -t s -l "$(printf '\033[M`!!')"
comes 'the wheel goes back' '[ "$(step)" -lt '"$last"' ]'
tmux -L ryg send-keys -t s -l "$(printf '\033[Ma++')"
press 'p 21' Enter
shows '\$21  33' 'the wheel over a pane leaves the keys to the command line'
press F10
shows 'help lists the commands' 'F10 leads to the prompt'
press 'p 6' Enter
shows '\$06  6' 'the prompt works'
press 'p 7' C-c 'p 8' Enter
shows '\$08  8' 'Ctrl-C drops a line at the prompt'
press 'p 1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1'
tmux -L ryg resize-window -t s -x 40 -y 20
comes 'the terminal is narrow' '[ "$(screen | wc -l)" -eq 20 ]'
press '+1'
tmux -L ryg resize-window -t s -x 100 -y 30
comes 'the terminal is wide' '[ "$(screen | wc -l)" -eq 30 ]'
press '+1' Enter
shows '\$1a  26' 'the line at the prompt outlives other sizes'
press 'tui' Enter
shows '-- registers' 'tui leads back'
press 'quit' Enter
comes 'the history is kept' 'grep -qs "p.*8" "$folder/.local/state/ryg/debug-history"'

# Where was this node's value last written?
miniMax=$("$ryg" debug ryg16 <<<'shl miniMax' | sed -n 's/^\$\(....\) \.miniMax$/\1/p')
for size in '80 24' '200 60'; do
    # shellcheck disable=SC2086  # two words
    start $size ''
    shows 'registers' "$size"
    press 'bk .miniMax' Enter F5
    shows '#1 stop: exec' "$size: at a breakpoint"
    press Tab F7 F7 F7 F7
    shows '^ *[0-9]* dameNumHijos:' "$size: the source follows while it has the keys"
    press Escape
    sleep 0.2
    press 'view tree' Enter
    shows '^[ !][-+] -  RATON' "$size: the tree"
    shows 'SP [0-9a-f][0-9a-f]' "$size: no register is cut"
    press Tab Tab Tab
    shows '[.] valor  .80' "$size: the fields of the node under the cursor"
    press Down Down Down Enter
    shows 'fijaDatosBasicos' "$size: Enter leads to the store"
    comes "$size: Enter leads back" '[ "$(step)" -gt 0 ] && [ "$(step)" -lt 2000 ]'
    value_made=$(step)
    press t
    comes "$size: t leads to the next change" "[ \"\$(step)\" -gt $value_made ]"
    press f
    comes "$size: f makes the pane full" '! screen | grep -q -- "-- registers"'
    press f Escape
    sleep 0.2
    press 'view memory' Enter Tab Tab Tab Home NPage NPage 4 2
    shows '^0200  [^4]' "$size: digits alone write nothing"
    press C-o 4 2
    shows '^0200  42' "$size: a byte is written"
    press u
    shows '^0200  [^4]' "$size: and taken back"
    press g
    sleep 0.2
    press '.miniMax' Enter
    shows "^-- memory .$miniMax" "$size: g goes to an address"
    shows "^${miniMax:0:3}0  " "$size: and shows it"
    press 'bookmark here' Enter 'view bookmarks' Enter
    shows 'here .*cycle' "$size: bookmarks"
done

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
