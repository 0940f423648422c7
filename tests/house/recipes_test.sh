#!/usr/bin/env bash
# Does what docs/your-own-code.md says, with its files and commands, by an installed program.
#
#   recipes_test.sh BUILD SOURCE
set -euo pipefail

build=$(realpath -- "$1") source=$(realpath -- "$2")
for tool in acme pkg-config; do
    command -v $tool >/dev/null || { echo "recipes: skipped: $tool is not installed" && exit; }
done
if ! /usr/bin/python3 -c 'import numpy, pytest' 2>/dev/null || [[ ! -d $build/app/python/ryg ]]; then
    echo "recipes: skipped: no NumPy, no pytest or no Python module" && exit
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cmake --install "$build" --prefix "$folder/ryg" >/dev/null
PKG_CONFIG_PATH=$(dirname -- "$(find "$folder/ryg" -name ryg.pc)")
PYTHONPATH=$(dirname -- "$(dirname -- "$(find "$folder/ryg" -path '*dist-packages/ryg/py.typed')")")
export PATH=$folder/ryg/bin:/usr/bin:$PATH CMAKE_PREFIX_PATH=$folder/ryg PKG_CONFIG_PATH PYTHONPATH
mkdir "$folder/work"
cd -- "$folder/work"

# A block goes into the file that the line before it names, or is for the shell.
awk '/^```/ && !inside { inside = 1; out = $0 == "```sh" ? "commands" : name; next }
    /^```/ { inside = 0; name = ""; next }
    inside { print >out; next }
    match($0, /^`[^`]+`:$/) { name = substr($0, 2, RLENGTH - 3) }' "$source/docs/your-own-code.md"
bash -euxo pipefail commands >log 2>&1 || { cat log && exit 1; }
expect() {
    grep -Eq -- "$1" log || { printf 'no "%s" in:\n' "$1" && cat log && exit 1; }
}
expect 'mul8 +holds +6[0-9]+ draws +145\.\.177 cycles'
expect '34 of 35 faults killed'
expect '1 of 1 blocks fully proved'
expect 'mul8\+15  mul\.a:23'
expect '2 of 2 cases hold'
expect '^600 in [0-9]+ cycles'
expect '100% tests passed'
expect '1 passed'
