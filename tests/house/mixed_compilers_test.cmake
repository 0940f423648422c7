# Programs by g++, clang++-14 and clang++-19 use ryg::c64 of this build and of one by the other
# compiler: no public header may change the binary interface with the compiler that reads it. That
# other build is a part of another project, which has none of what only the program needs.
set(work ${BUILD}/mixed_compilers_test)
file(MAKE_DIRECTORY ${work})

include(${CMAKE_CURRENT_LIST_DIR}/../support/run.cmake)

# inc $d020 / inx / cpx #5 / bne / rts: the chips are slow accesses, which another calling
# convention would spoil in the middle of a run; x must come through, and so must every look.
file(WRITE ${work}/user.cpp [[
#include <ryg/c64/board/machine.hpp>
#include <ryg/emu/cpu.hpp>
#include <ryg/emu/flat_memory.hpp>

using namespace ryg;

template <class Board>
bool counts_to_five(emu::Cpu& cpu, Board& board, std::span<emu::Byte> ram) {
    const emu::Byte code[] = {0xA2, 0, 0xEE, 0x20, 0xD0, 0xE8, 0xE0, 5, 0xD0, 0xF8, 0x4C, 0x0A, 0x10};
    for (unsigned i = 0; i < sizeof code; ++i) ram[0x1000 + i] = code[i];
    cpu.jump(0x1000);
    const auto outcome = cpu.run_to(board, 0x100A, cpu.cycle + 1000);
    return outcome == emu::RunEnd::reached_address && cpu.registers.x == 5;
}

struct Plain {
    std::array<emu::Byte, 0x10000> ram{};
    emu::Byte read(emu::Address a, emu::Cycle&) { return ram[a]; }
    void write(emu::Address a, emu::Byte v, emu::Cycle) { ram[a] = v; }
};

int main() {
    static emu::FlatMemory flat;
    static Plain plain;
    emu::Cpu first, second;
    if (!counts_to_five(first, flat, flat.ram) || flat.ram[0xD020] != 5) return 1;
    if (!counts_to_five(second, plain, plain.ram) || first != second) return 2;

    static c64::Machine machine;
    if (!machine.boot() || !counts_to_five(machine.cpu, machine.board, machine.ram())) return 3;
    if ((machine.peek(0xD020) & 15) != ((14 + 5) & 15)) return 4;
    machine.cpu.run(machine.board, machine.cpu.cycle + 1'000'000);

    static c64::Machine steps = machine;
    for (int i = 0; i < 1000; ++i) steps.cpu.step(steps.board);
    machine.cpu.run(machine.board, steps.cpu.cycle);
    return machine.cpu == steps.cpu ? 0 : 5;
}
]])

file(WRITE ${work}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(other LANGUAGES CXX)
foreach(package Boost nlohmann_json PNG GTest pybind11)
  set(CMAKE_DISABLE_FIND_PACKAGE_\${package} ON)
endforeach()
set(RYG_RECOMPILER OFF)
add_subdirectory(\"${SOURCE}\" ryg EXCLUDE_FROM_ALL)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE ryg::c64)
if(TARGET ryg)
  message(FATAL_ERROR \"the program is built in another project, too\")
endif()
")
set(other g++)
if(NOT COMPILER MATCHES clang)
  set(other clang++-19)  # clang++-14's C++20 is not enough for the library's sources
endif()
find_program(found ${other})
if(NOT found)
  message("mixed_compilers: skipped, there is no ${other}")
  return()
endif()
set(build ${work}/${other})
run(${CMAKE_COMMAND} --fresh -G ${GENERATOR} -S ${work} -B ${build} -D CMAKE_CXX_COMPILER=${other}
  -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_FLAGS_DEBUG=-O0)
run(${CMAKE_COMMAND} --build ${build} --target user --parallel 2)
run(${build}/user)
foreach(user g++ clang++-14 clang++-19)
  find_program(found_${user} ${user})
  if(NOT found_${user})
    continue()
  endif()
  foreach(libraries ${BUILD} ${build}/ryg)
    set(program ${work}/user)
    run(${user} -std=c++20 -O2 -Wall -Wextra -Werror -I ${BUILD}/include
      ${work}/user.cpp -o ${program}
      ${libraries}/c64/libryg_c64.a ${libraries}/emu/libryg_emu.a -lfmt -lpthread)
    run(${program})
    message("library in ${libraries}, user by ${user}: the same")
  endforeach()
endforeach()
