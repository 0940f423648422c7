#!/usr/bin/env bash
# Runs the transcripts of the pages: each fence that begins with `$ ` shows a command and what it prints.
# Lines after `> ` are also typed into it.
#
#   transcripts_test.sh RYG SOURCE
set -euo pipefail

program=$(realpath -- "$1") source=$(realpath -- "$2")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
ln -s -- "$program" ryg
ln -s -- "$source/tests" tests
cp -- tests/support/{versions,strangers}/* .
(cd -- "$source" && awk -v folder="$folder" '
    /^```/ { starts = !inside; inside = !inside; if (out) close(out); out = ""; next }
    starts && /^\$ / { out = folder "/" ++n ".shown"; print FILENAME >(folder "/" n ".page") }
    { starts = 0 }
    out { print >out }' README.md docs/*.md)

failed=0 ran=0
for shown in *.shown; do
    command=$(sed -n '1s/^\$ //p' "$shown")
    head -n 1 "$shown" >printed
    sed -n 's/^> //p' "$shown" | bash -c "$command" >>printed 2>/dev/null || true
    ran=$((ran + 1))
    diff "$shown" printed && continue
    printf '%s shows another output of: %s\n' "$(cat "${shown%.shown}.page")" "$command"
    failed=1
done
printf '%d transcripts\n' $ran
((ran > 1))
exit $failed
