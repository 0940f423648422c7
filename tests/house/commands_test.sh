#!/usr/bin/env bash
# Runs the examples of every help, and the commands of the pages, as they are printed: by an installed
# program, in a folder of its own.
#
#   commands_test.sh BUILD SOURCE
set -euo pipefail

build=$(realpath -- "$1") source=$(realpath -- "$2")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cmake --install "$build" --prefix "$folder/installed" >/dev/null
export PATH=$folder/installed/bin:$PATH
mkdir "$folder/work"
cd -- "$folder/work"

# The files that the commands name.
bytes() { # hexadecimal ...
    printf '%b' "$(printf '\\x%s' "$@")"
}
cp -- "$source"/tests/support/{versions,strangers}/* .
{ # 10 SYS2061, which prints HELLO
    bytes 01 08 0b 08 0a 00 9e 32 30 36 31 00 00 00
    bytes a2 00 bd 1b 08 f0 06 20 d2 ff e8 d0 f5 60
    printf 'HELLO\r\0'
} >hello.prg
cp hello.prg game.prg
{ # trapped at once where it has passed
    head -c $((0x400)) /dev/zero
    bytes 4c 69 34
    head -c $((0x3469 - 0x403)) /dev/zero
    bytes 4c 69 34
} >6502_functional_test.bin
{
    bytes 4c 4b 02
    head -c $((0x4b - 3)) /dev/zero
    bytes 4c 4b 02
} >decimal.bin
ryg solve --random 20 --csv | sed 1d | cut -d , -f 1 >positions.txt
for part in 1 2; do
    ryg verify ryg16 --depth 1 --positions positions.txt --shard 1 \
        --part $part/2 --into part$part.sqlite >log
done
ryg verify merge part1.sqlite part2.sqlite --into ryg.sqlite >log

failed=0 ran=0
try() { # command
    if [[ $1 == *' --plot '* ]] && ! command -v gnuplot >/dev/null; then
        printf 'skipped, gnuplot is not installed: %s\n' "$1"
        return
    fi
    local status=0
    timeout 900 bash -c "$1" >log 2>&1 </dev/null || status=$?
    ran=$((ran + 1))
    # mutate leaves survivors, and the SID's first noise is a bad hash.
    if ((status == 0)) || [[ $status == 1 && $1 =~ ^ryg\ (mutate|hash) ]]; then return; fi
    printf '%s: status %d\n' "$1" "$status"
    tail -n 3 log
    failed=1
}

mapfile -t verbs < <(ryg --help | sed -nE 's/^  (bench cpu|[a-z-]+) .*/\1/p' | grep -vx 'web\|test')
((${#verbs[@]} > 15))
for verb in "${verbs[@]}" 'verify merge' 'verify status' 'verify report' 'verify diff'; do
    for program in '' ryg3-11 hints perfecto; do
        # shellcheck disable=SC2086
        help=$(ryg $verb $program --help 2>/dev/null) || continue
        if grep -E '.{81}' <<<"$help" || (($(sed '1,/^Examples:$/d' <<<"$help" | wc -l) < 2)); then
            printf '%s %s: more than 80 columns, or fewer than two examples\n' "$verb" "$program"
            failed=1
        fi
        while read -r command; do try "$command"; done < <(sed '1,/^Examples:$/d' <<<"$help")
    done
done
printf '%d commands of helps\n' $ran

# Of the pages, but for those that take very long, that name files of a build or of yours, or that go on
# in the next lines.
printf 'r\n' >session.txt
mkdir docs
while read -r command; do try "$command"; done < <(cd -- "$source" && awk '
    FNR == 1 { inside = 0 } /^```sh$/ { inside = 1; next } /^```$/ { inside = 0 }
    inside && /^\.\/ryg / { sub(/ +# .*/, ""); print substr($0, 3) }' README.md docs/*.md |
    grep -vE '^ryg test$|<<|build/|test_game|--sets 2000|--games 10000|--into ryg.sqlite' | awk '!seen[$0]++')
printf '%d commands\n' $ran

# These rows of docs/checksums.tsv: the first engine in every reachable position, at depth 1.
rows=0
while IFS= read -r row; do
    rows=$((rows + 1))
    grep -Fqx -- "$row" "$source/docs/checksums.tsv" && continue
    printf 'not in docs/checksums.tsv: %s\n' "$row"
    failed=1
done < <(ryg verify ryg12 ryg13 ryg14 ryg15 ryg16 --depth 1 --into reachable.sqlite --csv | awk -F , '
    NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    { n = split("program depth searches nodes cycles least most fell_back differences checksum", name, " ")
      for (i = 1; i <= n; ++i) printf "%s%s", $at[name[i]], i < n ? "\t" : "\n" }')
((rows == 5))

# So are these rows of docs/strength.md.
while IFS= read -r row; do
    grep -Fqx -- "$row" "$source/docs/strength.md" && continue
    printf 'not in docs/strength.md: %s\n' "$row"
    failed=1
done < <({
    ryg strength ryg16 --depth 1-3
    ryg strength ryg3-08 ryg3-11 --depth 7 --positions 5000 --games 300
} | awk '$4 ~ /%$/ && $2 == "depth" {
    sub(/^ryg(3-)?0?/, "", $1)
    printf "| %s, %s |", $1, $3
    for (i = 4; i <= NF; ++i) if ($i != "-") printf " %s |", $i
    print ""
}')
exit $failed
