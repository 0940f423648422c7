#!/bin/sh
# Gets the public reference programs of tests/data/references.tsv that are not ours to pass on, and
# checks each by its size and SHA-256. The tests then run them.
#
#   tests/fetch_references.sh [--from FOLDER] [--into FOLDER]
#
# --from takes them from a folder that has them as their repositories do (PATH or REPOSITORY/PATH),
# or as --into has them; without it they come from GitHub. --into is tests/data/references.
# Exit status: 0 all are there, 1 some are not, 2 wrong usage.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
table=$here/data/references.tsv into=$here/data/references from=
while [ $# -gt 0 ]; do
    case $1 in
        --from | --into)
            [ $# -ge 2 ] || { echo "fetch_references: $1 needs a folder" >&2; exit 2; }
            if [ "$1" = --from ]; then from=$2; else into=$2; fi
            shift 2 ;;
        *) echo "fetch_references: '$1': only --from FOLDER and --into FOLDER" >&2; exit 2 ;;
    esac
done
if [ -n "$from" ] && [ ! -d "$from" ]; then
    echo "fetch_references: $from is not a folder" >&2
    exit 2
fi
new=$(mktemp) && trap 'rm -f "$new"' EXIT

place() {  # where the tests look for it
    case $1 in
        Klaus2m5/*) echo "dormann/${2##*/}" ;;
        *) echo "vice/programs/$(echo "$2" | tr / _)" ;;
    esac
}

fault() {  # what is wrong with a file; nothing if nothing is
    [ -f "$1" ] || { echo "is missing"; return; }
    length=$(wc -c <"$1" | tr -d ' ')
    [ "$length" = "$2" ] || { echo "has $length bytes, not $2"; return; }
    [ "$(sha256sum <"$1" | cut -d' ' -f1)" = "$3" ] || echo "has another SHA-256 than the table's"
}

good=0 bad=0
while IFS='	' read -r repository commit path size sum; do
    case $repository in '#'*) continue ;; esac
    target=$(place "$repository" "$path")
    if [ -z "$(fault "$into/$target" "$size" "$sum")" ]; then
        good=$((good + 1))
        continue
    fi
    if [ -n "$from" ]; then
        source=$from/$target
        for other in "$from/$repository/$path" "$from/$path"; do
            [ -f "$source" ] || source=$other
        done
    else
        source=$new
        curl -fsSL --retry 2 -o "$new" \
            "https://raw.githubusercontent.com/$repository/$commit/$path" || rm -f "$new"
    fi
    why=$(fault "$source" "$size" "$sum")
    if [ -n "$why" ]; then
        echo "$repository $path: $why" >&2
        bad=$((bad + 1))
        continue
    fi
    mkdir -p "$into/$(dirname "$target")"
    cp "$source" "$into/$target"
    good=$((good + 1))
done <"$table"
echo "$good of $((good + bad)) reference programs are in $into"
[ "$bad" -eq 0 ]
