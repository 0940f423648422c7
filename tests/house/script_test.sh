#!/usr/bin/env bash
# The script ./ryg with a small project of its own: what it says, and its exit status.
set -euo pipefail

root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
exec </dev/null
mkdir "$folder/app"
cp -- "$root/ryg" "$root/CMakePresets.json" "$folder/"
cp -- "$root/app/help.txt" "$folder/app/"
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small NONE)
set(CMAKE_CXX_COMPILER "g++" CACHE STRING "")
file(WRITE ${CMAKE_BINARY_DIR}/app/program "#!/bin/sh\necho program $*\nexit 1\n")
file(CHMOD ${CMAKE_BINARY_DIR}/app/program PERMISSIONS OWNER_READ OWNER_EXECUTE OWNER_WRITE)
add_custom_target(ryg
  COMMAND sh -c "test ! -e cmake_pch.hxx.pch || { echo since the precompiled header was built; exit 1; }"
  COMMAND sh -c "test -e app/ryg || sleep $ENV{SECONDS_TO_BUILD}"
  COMMAND ${CMAKE_COMMAND} -E copy app/program app/ryg VERBATIM)
enable_testing()
add_test(NAME good COMMAND true)
add_test(NAME idle COMMAND echo "idle: skipped: no tool for it")
set_tests_properties(idle PROPERTIES SKIP_REGULAR_EXPRESSION "idle: skipped")
END

fail() {
    printf '%s\n' "$*" "--- status $status, stdout:" "$(<"$folder/out")" "--- stderr:" "$(<"$folder/err")"
    exit 1
}
run() { # command ...
    status=0
    "$@" >"$folder/out" 2>"$folder/err" || status=$?
}
says() { # status, file, words
    [[ $status == "$1" ]] || fail "expected status $1"
    grep -qF -- "$3" "$folder/$2" || fail "expected: $3"
}

# The general help comes at once, and so does that of the script's own verbs.
for words in --help -h help '--no-install --help'; do
    # shellcheck disable=SC2086
    run "$folder/ryg" $words
    head -c "$(wc -c <"$root/app/help.txt")" "$folder/out" | cmp -s - "$root/app/help.txt" ||
        fail "$words: expected app/help.txt"
    says 0 out './ryg test'
done
run "$folder/ryg"
says 2 err 'usage: ryg VERB'
run "$folder/ryg" web --help
says 0 out './ryg web --out public'
run "$folder/ryg" help test
says 0 out './ryg test -R'
[[ ! -e $folder/build ]] || fail 'it has begun to build'

# Without a terminal it says what it does, and the program's output and status are its own.
export SECONDS_TO_BUILD=3
run "$folder/ryg" --no-install help verify
says 1 out 'program verify --help'
says 1 err "the help of 'verify' is in the program, which is built first"
says 1 err ' s)' # building, or on a busy host still configuring
run "$folder/ryg" verify --depth 2
says 1 out 'program verify --depth 2'
[[ ! -s $folder/err ]] || fail 'nothing was to be done'

# A precompiled header that is stale is made again.
touch "$folder/build/release/cmake_pch.hxx.pch"
run "$folder/ryg" verify
says 1 out 'program verify'

# Skipped tests are listed with their reasons, if the packages for tests are installed.
run "$folder/ryg" --no-install test
if [[ $status != 2 ]]; then
    says 0 out '100% tests passed'
    says 0 out '  idle: no tool for it'
fi

# The page for browsers takes one option.
run "$folder/ryg" web public
says 2 err 'usage: ./ryg web [--out FOLDER]'

# Ctrl-C in the build is no failure.
rm -rf -- "$folder/build"
export SECONDS_TO_BUILD=20
set -m
"$folder/ryg" verify >"$folder/out" 2>"$folder/err" &
job=$!
set +m
for ((i = 0; i < 600; ++i)); do
    sleep 0.1
    if grep -qs building "$folder/build/release/.ryg-step"; then break; fi
done
sleep 0.2
kill -INT -- -$job
status=0
wait $job || status=$?
says 130 err 'ryg: interrupted'
if grep -q failed "$folder/err"; then fail 'it did not fail'; fi

# A folder that cannot be written: /proc, as root writes everywhere else.
RYG_BUILD_DIR=/proc/none run "$folder/ryg" verify
says 2 err 'set RYG_BUILD_DIR'

# What is needed is told from what makes it faster, and the command is the one that it uses itself.
mkdir "$folder/bin"
for tool in bash env dirname readlink realpath dpkg-query; do
    if command -v $tool >/dev/null; then ln -s "$(command -v $tool)" "$folder/bin/"; fi
done
PATH=$folder/bin run "$folder/ryg" --no-install
says 2 out 'needed: cmake ninja-build g++ cc65'
says 2 out 'optional: clang-19'
says 2 out 'apt-get install -y --no-install-recommends cmake'
PATH=$folder/bin run "$folder/ryg" --no-install web --out public
says 2 out 'needed: cmake ninja-build cc65'
says 2 out 'lld-19 llvm-19'
if grep -q optional: "$folder/out"; then fail 'the page has no optional packages'; fi

# A person is shown the line before sudo does it.
for tool in mkdir flock cat; do ln -s "$(command -v $tool)" "$folder/bin/"; done
printf '#!/bin/sh\necho sudo "$@"\n' >"$folder/bin/sudo"
ln -s sudo "$folder/bin/apt-get"
chmod 755 "$folder" "$folder/bin/sudo"
as_user=()
if ((EUID == 0)); then as_user=(setpriv --reuid 65534 --regid 65534 --clear-groups); fi
mkdir -m 777 "$folder/theirs"
run script -qec "$(printf '%q ' "${as_user[@]}" env PATH="$folder/bin" \
    RYG_BUILD_DIR="$folder/theirs" "$folder/ryg" verify)" "$folder/typed" <<<n
says 2 out 'apt-get install -y --no-install-recommends cmake'
says 2 out 'run that line with sudo?'
says 2 out 'nothing was installed'
[[ ! -s $folder/theirs/ryg-build.log ]] || fail 'sudo was called'

# A build for other verbs does not keep the tests from getting what they need.
export SECONDS_TO_BUILD=0
for tool in grep tail awk; do ln -s "$(command -v $tool)" "$folder/bin/"; done
run "$folder/ryg" --no-install verify
PATH=$folder/bin run "$folder/ryg" test
says 2 err 'installing'
says 2 err 'acme 64tass dasm' # which only the tests need
