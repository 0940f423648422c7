// What runs have executed, by address, and as a tracefile by source line.
//
//     c64::CoverageRecording recording;
//     const c64::Image image = c64::read_prg("game.prg");  // with game.dbg next to it
//     c64::Machine machine({.recording = &recording});
//     ...                                   // machine.call(...), or copies of it in other threads
//     std::ofstream("game.info") << c64::lcov(recording.sum(), image);
#pragma once

#include <bitset>
#include <map>

#include "c64/program/image.hpp"
#include "emu/cpu.hpp"
#include "emu/opcodes.hpp"
#include "emu/threads.hpp"

namespace ryg::c64 {

/// Counts and flags by address, from one thread or the sum of all.
struct Coverage {
    std::vector<std::uint64_t> executed = std::vector<std::uint64_t>(0x10000);
    /// How often each branch was taken. A branch to the next instruction counts as not taken.
    std::vector<std::uint64_t> taken = std::vector<std::uint64_t>(0x10000);
    std::bitset<0x10000> loaded, stored;  ///< `loaded` includes the bytes of instructions

    void add(const Coverage& other);

    /// Runs a processor up to one of `stops`, as Cpu::run_to does. Time: ten to thirty times that.
    emu::RunEnd run_to(emu::Cpu& cpu, const emu::AnyBus& board, std::span<const Address> stops,
                       emu::Cycle until);
};

/// Adds up what machines execute. It must outlive them.
class CoverageRecording {
  public:
    /// The calling thread's share.
    [[nodiscard]] Coverage& mine();
    /// The sum of all threads, none of which may run a machine meanwhile.
    [[nodiscard]] Coverage sum() const;

  private:
    emu::Mutex guard_;
    std::map<emu::ThreadId, Coverage> by_thread_;
};

/// An instruction whose source line is in the debug file.
struct SourceInstruction {
    Address address = 0;
    SourceLine source{};
    emu::Opcode opcode{};

    [[nodiscard]] unsigned length() const { return emu::length(opcode.mode); }
    [[nodiscard]] bool branches() const { return opcode.mode == emu::Mode::rel; }
};

/// Throws DebugFileError if the image has no source lines.
void need_lines(const Image& image);
/// The instructions of an image by address, without BRK, which reserved bytes look like. Throws
/// as `need_lines` does.
[[nodiscard]] std::vector<SourceInstruction> instructions(const Image& image);

/// Lines and branches as `lcov` and `genhtml` read them. Throws DebugFileError as above.
[[nodiscard]] std::string lcov(const Coverage& coverage, const Image& image);

}  // namespace ryg::c64
