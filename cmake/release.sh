#!/usr/bin/env bash
# The release: a tarball with a static `ryg` for any x86-64 Linux, the same as a Debian package, a
# tarball with the page for browsers, the extension for VS Code, the Python module as a wheel, and the
# notes of its version.
#
#   cmake/release.sh           makes them in build/static/release
#   cmake/release.sh v0.1.0    as that tag: CHANGELOG.md must have a finished section for it, and gh,
#                              if it may (GH_TOKEN), publishes them
#
# Installs the packages that are missing, as ./ryg does.
set -euo pipefail

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
tag=${1-}
release=build/static/release
give_up() {
    printf 'release: %s\n' "$*" >&2
    exit 2
}

version=$(sed -n 's/^project(ryg VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
if [[ -n $tag ]]; then
    [[ $tag == "v$version" ]] || give_up "the tag of version $version is v$version, not $tag"
    if grep -q "^## $version, not released" CHANGELOG.md; then
        give_up "CHANGELOG.md says that $version is not released yet"
    fi
fi
rm -rf -- "$release"
mkdir -p -- "$release"
awk -v head="## $version," 'index($0, "## ") == 1 { inside = index($0, head) == 1; next } inside' \
    CHANGELOG.md >"$release/notes.md"
[[ -s $release/notes.md ]] || give_up "CHANGELOG.md has no section '## $version, ...'"

env -u RYG_BUILD_DIR ./ryg web --out "$release/page"
RYG_BUILD_DIR=$PWD/build/static RYG_PRESET=static ./ryg --version
(
    cd -- "$release"
    cpack --config ../CPackConfig.cmake -G TGZ
    cpack --config ../CPackConfig.cmake -G DEB -D CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY=OFF
)
cpack --config build/web/CPackConfig.cmake -B "$release"
cp build/static/ryg.vsix "$release/ryg-$version.vsix"
python=/usr/bin/python3 # the one that has Debian's packages
if ! $python -c 'import pip, skbuild, ensurepip' 2>/dev/null || [[ ! -e /usr/lib/cmake/pybind11 ]]; then
    apt-get -q install -y --no-install-recommends \
        python3-pip python3-skbuild python3-venv python3-dev pybind11-dev
fi
CXX=clang++-19 $python -m pip wheel -q --no-deps --no-build-isolation --no-index -w "$release" .
files=("$release"/*.tar.gz "$release"/*.deb "$release"/*.vsix "$release"/*.whl)

# Both run where there is nothing else: no library, no /proc, no /tmp.
mkdir "$release/empty" "$release/empty/usr"
tar -xf "$release"/*-linux-*.tar.gz -C "$release/empty" --strip-components 1
dpkg-deb -x "$release"/*.deb "$release/empty"
if ldd "$release/empty/bin/ryg" 2>/dev/null; then give_up "ryg is not static"; fi
alone=(unshare --map-root-user chroot "$release/empty")
if ((EUID == 0)); then alone=(chroot "$release/empty"); fi
for bin in /bin /usr/bin; do
    "${alone[@]}" $bin/ryg verify --depth 1
    "${alone[@]}" $bin/ryg contract hints --label turnBoard
    "${alone[@]}" $bin/ryg prove hints --label findRuns --seconds 1 || (($? == 3))
    "${alone[@]}" $bin/ryg debug --depth 1 <<<g
    "$release/empty$bin/ryg" web --out "$release/empty/page"
    diff -r "$release/page" "$release/empty/page"
    for file in man/man1/ryg.1 bash-completion/completions/ryg; do
        compgen -G "$release/empty${bin%bin}share/$file*" || give_up "no share/$file"
    done
done
$python -m venv "$release/venv"
"$release/venv/bin/pip" install -q --no-index "$release"/*.whl
"$release/venv/bin/python" -I -c '
import ryg
found = ryg.search(ryg.Position("c1c1c1c1/8/8/8/8/8/2M5/8 b"), depth=2)
assert (found["move"], found["nodes"]) == ("a8b7", 36), found'
rm -rf -- "$release"/{empty,page,venv,_CPack_Packages}
(cd -- "$release" && sha256sum -- "${files[@]##*/}" | tee SHA256SUMS)

if [[ -n $tag && -n ${GH_TOKEN-} ]]; then
    command -v gh >/dev/null || apt-get -q install -y --no-install-recommends gh
    gh release create "$tag" "${files[@]}" "$release/SHA256SUMS" --title "ryg $version" \
        --notes-file "$release/notes.md"
fi
