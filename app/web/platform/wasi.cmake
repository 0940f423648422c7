# Toolchain: clang-19 for WebAssembly with Debian's libraries, for `cmake --preset web`.
#
# Packages: clang-19 lld-19 llvm-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32
# libclang-rt-19-dev-wasm32 esbuild; node runs what the build makes and needs.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
find_program(node node)
if(node)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${node} --no-warnings ${CMAKE_CURRENT_LIST_DIR}/run.mjs)
endif()
# Exceptions as the engines of browsers know them; `platform.cmake` has the rest.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -mtail-call -D_WASI_EMULATED_PROCESS_CLOCKS")
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
