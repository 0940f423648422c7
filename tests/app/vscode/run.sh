#!/usr/bin/env bash
# The extension in a real VS Code (code-server) that Chromium shows: run.sh RYG VSIX FOLDER.
#
# FOLDER keeps what npm fetches, about 400 MB. RYG_SHOTS=docs makes the page's picture anew.
set -euo pipefail
ryg=$(realpath -- "$1") vsix=$(realpath -- "$2") folder=$(realpath -m -- "$3")
here=$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")
skip() { echo "vscode: skipped: $*" && exit; }

command -v node npm chromium cl65 >/dev/null || skip "node, npm, chromium or cl65 is not there"
(($(node -p 'process.versions.node.split(".")[0]') >= 20)) || skip "code-server wants node 20"
headers=$(dirname -- "$(dirname -- "$(realpath -- "$(command -v node)")")")
[[ -f $headers/include/node/node_api.h ]] || skip "the headers of node are not there (libnode-dev)"

# Without its install scripts, which fetch from elsewhere; of its native modules, it cannot start
# without one.
if [[ ! -f $folder/ready ]]; then
    mkdir -p "$folder" && cd "$folder" && echo '{}' >package.json
    get=(npm install --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000)
    "${get[@]}" code-server@4.100.3 playwright-core@1.65.1 >npm.log 2>&1 || skip "see $folder/npm.log"
    for inner in vscode vscode/extensions; do
        (cd node_modules/code-server/lib/$inner && "${get[@]}" --omit=dev) >>npm.log 2>&1 ||
            skip "see $folder/npm.log"
    done
    (cd node_modules/argon2 && ../.bin/node-pre-gyp rebuild --build-from-source \
        --nodedir="$headers") >>npm.log 2>&1 || skip "see $folder/npm.log"
    touch ready
fi
RYG_PROGRAM=$ryg RYG_VSIX=$vsix NODE_PATH=$folder/node_modules node --test "$here/vscode.test.mjs"
