// Observed runs, and LCOV's tracefile: SF source file, DA line, BRDA branch, L and B sums.
#include "c64/program/coverage.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::c64 {
namespace {

/// A board that records the addresses accessed.
class NotingBus {
  public:
    NotingBus(const emu::AnyBus& board, Coverage& coverage)
        : lines(board.lines() != nullptr ? *board.lines() : none_),
          board_(board),
          coverage_(coverage) {}

    emu::Lines& lines;

    Byte read(Address address, emu::Cycle& now) {
        coverage_.loaded.set(address);
        return board_.read(address, now);
    }
    void write(Address address, Byte value, emu::Cycle now) {
        coverage_.stored.set(address);
        board_.write(address, value, now);
    }

  private:
    emu::Lines none_;
    const emu::AnyBus& board_;
    Coverage& coverage_;
};

void add_all(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& more) {
    std::ranges::transform(sum, more, sum.begin(), std::plus());
}

/// The output of `.res 64, $ff`: the same byte, more often than in a macro of one instruction.
bool is_reserved(const Image& image, unsigned begin, unsigned end) {
    constexpr unsigned many = 8;
    if (begin < image.load_address || begin + many >= end) return false;
    const auto first =
        image.bytes.begin() + static_cast<std::ptrdiff_t>(begin - image.load_address);
    const auto last = first + static_cast<std::ptrdiff_t>(end - begin);
    return std::all_of(first, last, [&](Byte byte) { return byte == *first; });
}

}  // namespace

void Coverage::add(const Coverage& other) {
    add_all(executed, other.executed);
    add_all(taken, other.taken);
    loaded |= other.loaded;
    stored |= other.stored;
}

emu::RunEnd Coverage::run_to(emu::Cpu& cpu, const emu::AnyBus& board,
                             std::span<const Address> stops, emu::Cycle until) {
    NotingBus bus(board, *this);
    while (cpu.jammed || cpu.cycle < until) {
        const Address pc = cpu.registers.pc;
        const bool interrupt = cpu.interrupt_follows();
        if (cpu.step(bus) == emu::RunEnd::jammed) return emu::RunEnd::jammed;
        if (!interrupt) {
            ++executed[pc];
            if (cpu.registers.pc != static_cast<Address>(pc + 2)) ++taken[pc];
        }
        // An interrupt comes between two instructions, so an address counts only without one.
        if (cpu.interrupt_follows()) continue;
        if (std::ranges::find(stops, cpu.registers.pc) != stops.end()) {
            return emu::RunEnd::reached_address;
        }
    }
    return emu::RunEnd::reached_cycle;
}

Coverage& CoverageRecording::mine() {
    const emu::Guard lock(guard_);
    return by_thread_[emu::this_thread()];
}

Coverage CoverageRecording::sum() const {
    Coverage sum;
    for (const auto& [thread, coverage] : by_thread_) sum.add(coverage);
    return sum;
}

void need_lines(const Image& image) {
    if (image.info && !image.info->empty()) return;
    throw DebugFileError(fmt::format(
        "{}: its source lines are not known: put ld65's debug file, .dbg, or a listing, .lst, "
        "beside it (xa writes none)",
        image.name));
}

std::vector<SourceInstruction> instructions(const Image& image) {
    need_lines(image);
    std::map<Address, SourceInstruction> found;
    for (const Span& span : image.info->spans()) {
        const unsigned end = std::min(span.first + span.size, image.end());
        if (is_reserved(image, span.first, end)) continue;
        for (unsigned at = std::max(span.first, image.load_address); at < end;) {
            const auto address = static_cast<Address>(at);
            const bool is_data = image.info->is_data(address);
            const emu::Opcode opcode = emu::opcodes[image.bytes[at - image.load_address]];
            at += is_data ? 1 : emu::length(opcode.mode);
            if (is_data || opcode.operation == emu::Operation::BRK || at > end) continue;
            const SourceLine source = image.info->line_at(address).value_or(span.source);
            found[address] = {address, source, opcode};
        }
    }
    std::vector<SourceInstruction> all;
    for (const auto& [address, instruction] : found) all.push_back(instruction);
    return all;
}

std::string lcov(const Coverage& coverage, const Image& image) {
    std::map<SourceLine, std::vector<SourceInstruction>> lines;
    for (const SourceInstruction& one : instructions(image)) lines[one.source].push_back(one);
    std::string text = "TN:\n";
    for (auto line = lines.begin(); line != lines.end();) {
        const std::size_t file = line->first.file;
        text += fmt::format("SF:{}\n", image.info->files()[file]);
        unsigned found = 0, hit = 0, ways = 0, gone = 0;
        for (; line != lines.end() && line->first.file == file; ++line) {
            std::uint64_t most = 0;
            unsigned branch = 0;
            for (const SourceInstruction& one : line->second) {
                const std::uint64_t executed = coverage.executed[one.address];
                most = std::max(most, executed);
                if (!one.branches()) continue;
                const std::uint64_t taken = coverage.taken[one.address];
                for (const std::uint64_t count : {taken, executed - taken}) {
                    text += fmt::format("BRDA:{},{},{},{}\n", line->first.line, branch / 2,
                                        branch % 2, executed == 0 ? "-" : std::to_string(count));
                    ++branch;
                    ++ways;
                    if (count != 0) ++gone;
                }
            }
            text += fmt::format("DA:{},{}\n", line->first.line, most);
            ++found;
            if (most != 0) ++hit;
        }
        text +=
            fmt::format("BRF:{}\nBRH:{}\nLF:{}\nLH:{}\nend_of_record\n", ways, gone, found, hit);
    }
    return text;
}

}  // namespace ryg::c64
