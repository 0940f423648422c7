#!/usr/bin/env bash
# Random programs of throws and handlers, run here and in the page's runtime: exceptions.sh HERE PAGE
# [COUNT]. The first course that differs is shown.
set -euo pipefail
here=$1 page=$2 count=${3:-5000}
skip() { echo "web_exceptions: skipped: $*" && exit; }
command -v node >/dev/null || skip "node is not there"
[[ -f $page ]] || skip "$page is not there (./ryg web builds it)"
run=$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")/../../../app/web/platform/run.mjs
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
"$here" 1 "$count" >"$scratch/here"
node --no-warnings "$run" "$page" 1 "$count" >"$scratch/page"
if ! cmp "$scratch/here" "$scratch/page"; then
    diff "$scratch/here" "$scratch/page" | sed 4q
    exit 1
fi
echo "$count programs of throws and handlers: the same here and on the page"
