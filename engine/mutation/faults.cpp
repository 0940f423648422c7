// Lists the possible faults of each instruction and each table byte.
#include "engine/mutation/faults.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/symbols.hpp"
#include "emu/disassemble.hpp"

namespace ryg::mutation {

using c64::SourceInstruction;
using emu::Mode;
using emu::Operation;

namespace {

constexpr Byte branch_sense = 0x20;  // BEQ is BNE with this bit

/// A NOP of the same length and, if possible, the same duration.
Byte nop_like(Mode mode) {
    switch (mode) {
        case Mode::imm:
        case Mode::rel: return 0x80;
        case Mode::zp: return 0x04;
        case Mode::abs:
        case Mode::ind: return 0x0C;
        case Mode::abx:
        case Mode::aby: return 0x1C;
        case Mode::imp:
        case Mode::acc: return 0xEA;
        default: return 0x14;
    }
}

bool is_jump(const SourceInstruction& one) {
    return one.opcode.operation == Operation::JMP || one.opcode.operation == Operation::JSR;
}

/// Whether the order of two operands makes no difference.
bool commute(const SourceInstruction& one, const SourceInstruction& next) {
    using enum Operation;
    const Operation first = one.opcode.operation, second = next.opcode.operation;
    return first == second ||
           (first == LDA && (second == ADC || second == AND || second == EOR || second == ORA));
}

bool has_operand(const SourceInstruction& one) {
    return one.length() > 1 && !one.branches() && !is_jump(one);
}

}  // namespace

std::string Fault::id() const {
    return fmt::format("{:04x}-{}", address, kind_names[static_cast<std::size_t>(kind)]);
}

void sort(std::vector<Fault>& faults) {
    std::ranges::sort(faults, {}, [](const Fault& f) { return std::pair(f.address, f.kind); });
}

void plant(c64::Image& image, const Fault& fault) {
    std::ranges::copy(fault.bytes, image.bytes.begin() + (fault.at - image.load_address));
}

Ground::Ground(const c64::Image& image, std::span<const Address> routines)
    : image_(image),
      labels_(c64::debug::Symbols(image).labels),
      code_(c64::instructions(image)),
      starts_(routines.begin(), routines.end()) {
    for (const c64::Segment& segment : image_.info->segments()) {
        starts_.insert(static_cast<Address>(segment.begin));
    }
    for (const SourceInstruction& one : code_) {
        const bool calls = one.opcode.operation == Operation::JSR;
        if (calls) starts_.insert(emu::operand_of(one.address, bytes_at(one.address)));
    }
    for (const SourceInstruction& one : code_) {
        if (one.length() == 1 || one.branches() || one.opcode.mode == Mode::imm) continue;
        const Address used = emu::operand_of(one.address, bytes_at(one.address));
        uses_.emplace(home_of(one.address), home_of(used));
    }
}

std::array<Byte, 3> Ground::bytes_at(Address address) const {
    std::array<Byte, 3> bytes{};
    for (unsigned i = 0; i < 3 && address + i < image_.end(); ++i) bytes[i] = byte(address + i);
    return bytes;
}

std::string Ground::text(Address address, std::array<Byte, 3> bytes) const {
    const Mode mode = emu::opcodes[bytes[0]].mode;
    if (mode == Mode::imm || emu::length(mode) == 1) return emu::disassemble(address, bytes).text;
    const std::string operand = labels_.describe(emu::operand_of(address, bytes));
    return emu::disassemble(address, bytes, operand).text;
}

std::string Ground::home_of(Address address) const {
    const auto next = std::ranges::upper_bound(code_, address, {}, &SourceInstruction::address);
    const bool is_code =
        next != code_.begin() && address < std::prev(next)->address + std::prev(next)->length();
    const auto start = starts_.upper_bound(address);
    const Address at = is_code && start != starts_.begin() ? *std::prev(start) : address;
    const auto place = labels_.nearest(at);
    return place ? std::string(place->name.substr(0, place->name.find('@')))
                 : fmt::format("${:04x}", at);
}

void Ground::add_of_instruction(std::size_t index, std::vector<Fault>& faults) const {
    const SourceInstruction& one = code_[index];
    const Address at = one.address;
    const std::array<Byte, 3> before = bytes_at(at);
    const auto add = [&](FaultKind kind, std::array<Byte, 3> after, std::string change) {
        faults.push_back({.address = at,
                          .kind = kind,
                          .at = at,
                          .bytes = {after.data(), after.data() + one.length()},
                          .source = one.source,
                          .home = home_of(at),
                          .change = fmt::format("{} -> {}", text(at, before), change)});
    };
    if (one.branches()) {
        auto turned = before;
        turned[0] ^= branch_sense;
        add(FaultKind::turned, turned, text(at, turned));
    }
    if (has_operand(one)) {
        for (const FaultKind kind : {FaultKind::plus, FaultKind::minus}) {
            auto moved = before;
            const unsigned operand = before[1] + (kind == FaultKind::plus ? 1U : 0xffffU) +
                                     (one.length() == 3 ? unsigned{before[2]} << 8 : 0U);
            moved[1] = emu::low(static_cast<Address>(operand));
            if (one.length() == 3) moved[2] = emu::high(static_cast<Address>(operand));
            add(kind, moved, text(at, moved));
        }
    }
    if (one.opcode.operation != Operation::NOP) {
        auto dropped = before;
        dropped[0] = nop_like(one.opcode.mode);
        add(FaultKind::dropped, dropped, "dropped");
    }
    if (index + 1 == code_.size() || !has_operand(one)) return;
    const SourceInstruction& next = code_[index + 1];
    const std::array<Byte, 3> other = bytes_at(next.address);
    const bool is_like = has_operand(next) && !commute(one, next) &&
                         next.opcode.mode == one.opcode.mode && next.address == at + one.length();
    const auto operands = [&](const auto& bytes) { return std::pair(bytes[1], bytes[2]); };
    if (!is_like || (before[1] == other[1] && (one.length() == 2 || before[2] == other[2]))) return;
    auto first = before, second = other;
    std::tie(first[1], first[2]) = operands(other);
    std::tie(second[1], second[2]) = operands(before);
    add(FaultKind::exchanged, first,
        fmt::format("{}, and {} -> {}", text(at, first), text(next.address, other),
                    text(next.address, second)));
    std::vector<Byte>& bytes = faults.back().bytes;
    bytes.insert(bytes.end(), second.data(), second.data() + next.length());
}

void Ground::add_of_tables(std::vector<Fault>& faults) const {
    for (unsigned at = image_.load_address; at < image_.end(); ++at) {
        const auto address = static_cast<Address>(at);
        const auto source = image_.info->line_at(address);
        if (!source || !image_.info->is_data(address)) continue;
        for (const FaultKind kind : {FaultKind::plus, FaultKind::minus}) {
            const auto now = static_cast<Byte>(byte(at) + (kind == FaultKind::plus ? 1 : 0xff));
            faults.push_back({.address = address,
                              .kind = kind,
                              .in_table = true,
                              .at = address,
                              .bytes = {now},
                              .source = *source,
                              .home = home_of(address),
                              .change = fmt::format("{}: ${:02x} -> ${:02x}",
                                                    labels_.describe(address), byte(at), now)});
        }
    }
}

std::vector<Fault> Ground::faults() const {
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < code_.size(); ++i) add_of_instruction(i, faults);
    add_of_tables(faults);
    sort(faults);
    return faults;
}

Blame Ground::named(std::string_view report, const Fault& fault) const {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    for (const std::string_view heading : {"table  ", "first wrong ", "written by "}) {
        if (const auto at = report.find(heading); at != report.npos) {
            report = report.substr(at + heading.size());
            break;
        }
    }
    for (auto begin = report.find_first_of(letters); begin != report.npos;) {
        const auto end = std::min(report.find_first_not_of(letters, begin), report.size());
        if (const auto address = labels_.find(report.substr(begin, end - begin))) {
            const std::string named = home_of(*address);
            if (named == fault.home) return Blame::itself;
            return uses_.contains({named, fault.home}) ? Blame::caller : Blame::other;
        }
        begin = report.find_first_of(letters, end);
    }
    return Blame::other;
}

}  // namespace ryg::mutation
