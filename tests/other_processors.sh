#!/usr/bin/env bash
# Runs the tests of the libraries as another processor does: arm64, or s390x, which is big endian.
#
#   tests/other_processors.sh s390x [emu] [c64] [engine]     GTEST_FILTER chooses tests
#
# Needs Debian's g++-12-s390x-linux-gnu (g++-12-aarch64-linux-gnu), qemu-user and mmdebstrap, which
# puts the libraries into build/s390x-root. Without the recompiler, which is for x86-64 alone.
set -euo pipefail

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
case ${1-} in
    arm64) triplet=aarch64-linux-gnu ;;
    s390x) triplet=s390x-linux-gnu ;;
    *) echo "usage: $0 arm64|s390x [emu] [c64] [engine]" >&2 && exit 2 ;;
esac
root=$PWD/build/$1-root build=$PWD/build/$1
floors=("${@:2}")
if ((${#floors[@]} == 0)); then floors=(emu c64 engine); fi

if [[ ! -e $root/usr ]]; then
    packages=libc6-dev,libstdc++-12-dev,libfmt-dev,libboost-program-options-dev,nlohmann-json3-dev
    packages+=,libsqlite3-dev,zlib1g-dev,libpng-dev,libedit-dev,libgtest-dev
    mkdir -p build
    mmdebstrap --variant=extract --architectures="$1" --include="$packages" bookworm "$root"
fi
emulator=("qemu-${triplet%%-*}" -L "$root")
cmake -G Ninja -S . -B "$build" -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_FLAGS_RELEASE=-O1 \
    -D CMAKE_SYSTEM_NAME=Linux -D CMAKE_SYSTEM_PROCESSOR="$1" \
    -D CMAKE_CXX_COMPILER="$triplet-g++-12" -D CMAKE_SYSROOT="$root" \
    -D CMAKE_LIBRARY_ARCHITECTURE="$triplet" -D CMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER \
    -D CMAKE_CROSSCOMPILING_EMULATOR="$(IFS=';' && echo "${emulator[*]}")" \
    -D RYG_RECOMPILER=OFF -D RYG_MPI=OFF -D RYG_PYTHON=OFF -D RYG_FULL_SCREEN=OFF
cmake --build "$build" --target "${floors[@]/#/test_}"
for floor in "${floors[@]}"; do
    (cd -- "$build/tests" && "${emulator[@]}" "./test_$floor" --gtest_brief=1)
done
