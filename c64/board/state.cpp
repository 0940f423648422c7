// A whole machine as bytes, and back.
#include "c64/board/state.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/board/members.hpp"

namespace ryg::c64 {
namespace {

constexpr std::array<Byte, 8> magic{'R', 'Y', 'G', ' ', 'C', '6', '4', 0};
constexpr std::size_t header_size = 20;

/// What eight more bits do to a checksum whose last byte is the index.
constexpr std::array<std::uint32_t, 256> crc_steps = [] {
    std::array<std::uint32_t, 256> steps{};
    for (std::uint32_t byte = 0; byte < steps.size(); ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
        steps[byte] = crc;
    }
    return steps;
}();

std::uint32_t crc_32(std::span<const Byte> bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const Byte byte : bytes) crc = crc >> 8 ^ crc_steps[(crc ^ byte) & 0xFF];
    return ~crc;
}

/// Puts what it is called with behind the bytes.
struct Writer {
    std::vector<Byte>& bytes;

    template <class T>
    void operator()(const T& value) {
        if constexpr (std::is_enum_v<T>) {
            static_assert(sizeof value == 1);
            (*this)(static_cast<Byte>(value));
        } else {
            static_assert(std::is_unsigned_v<T>);
            for (std::size_t i = 0; i < sizeof value; ++i) {
                bytes.push_back(static_cast<Byte>(std::uint64_t{value} >> 8 * i));
            }
        }
    }
    template <std::size_t n>
    void operator()(const std::array<Byte, n>& some) {
        bytes.insert(bytes.end(), some.begin(), some.end());
    }
    template <class T>
    void operator()(const std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) visit_members(*value, *this);
    }
    void operator()(const std::deque<Byte>& keys) {
        (*this)(static_cast<std::uint32_t>(keys.size()));
        bytes.insert(bytes.end(), keys.begin(), keys.end());
    }
};

/// Takes from the front of the bytes. What it makes has the right type and nothing more: enums may
/// have no name.
struct Reader {
    std::span<const Byte> rest;
    std::string_view name;

    [[nodiscard]] StateError broken(std::string_view what) const {
        return StateError(fmt::format("{}: no machine can be in this state: {}", name, what));
    }
    std::span<const Byte> take(std::size_t count) {
        if (count > rest.size()) throw broken("its last members are missing");
        const auto taken = rest.first(count);
        rest = rest.subspan(count);
        return taken;
    }
    template <class T>
    void operator()(T& value) {
        if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(take(1)[0]);
        } else if constexpr (std::is_same_v<T, bool>) {
            const Byte byte = take(1)[0];
            if (byte > 1) throw broken("neither yes nor no");
            value = byte == 1;
        } else {
            static_assert(std::is_unsigned_v<T>);
            std::uint64_t number = 0;
            const auto bytes = take(sizeof value);
            for (std::size_t i = 0; i < sizeof value; ++i)
                number |= std::uint64_t{bytes[i]} << 8 * i;
            value = static_cast<T>(number);
        }
    }
    template <std::size_t n>
    void operator()(std::array<Byte, n>& some) {
        std::ranges::copy(take(n), some.begin());
    }
    template <class T>
    void operator()(std::optional<T>& value) {
        bool there = false;
        (*this)(there);
        value.reset();
        if (there) visit_members(value.emplace(), *this);
    }
    void operator()(std::deque<Byte>& keys) {
        std::uint32_t count = 0;
        (*this)(count);
        const auto taken = take(count);
        keys.assign(taken.begin(), taken.end());
    }
};

/// What is wrong with the machine; nothing: an empty text.
std::string_view fault_of(const Machine& machine) {
    constexpr Cycle latest = emu::never >> 2;  // no sum of two cycles overflows
    const Cycle now = machine.cpu.cycle;
    const Byte p = machine.cpu.registers.p;
    const Board& board = machine.board;
    if (now > latest || (p & (emu::Flag::unused | emu::Flag::B)) != emu::Flag::unused) {
        return "the processor";
    }
    if (!board.lines.is_sound(now)) return "the interrupt lines";
    if (!board.port.is_sound(now)) return "the processor's port";
    if (!board.vic.is_sound(now)) return "the VIC-II";
    if (!board.sid.is_sound(now)) return "the SID";
    if (!board.cia1.is_sound(now)) return "CIA 1";
    if (!board.cia2.is_sound(now)) return "CIA 2";
    if (!board.is_sound(now)) return "the board";
    if (!machine.is_sound()) return "the keyboard or the starter of programs";
    return {};
}

std::uint32_t word_at(std::span<const Byte> bytes, std::size_t at) {
    std::uint32_t word = 0;
    Reader{bytes.subspan(at, sizeof word), {}}(word);
    return word;
}

/// What follows the header, if the header is right.
std::span<const Byte> content_of(std::span<const Byte> bytes, std::string_view name) {
    const auto refuse = [name](std::string_view what) {
        return StateError(fmt::format("{}: {}", name, what));
    };
    if (bytes.size() < magic.size() || !std::equal(magic.begin(), magic.end(), bytes.begin())) {
        throw refuse("not the state of a C64: write one with ryg run --save-state");
    }
    if (bytes.size() < header_size) throw refuse("the state of a C64, cut off in its header");
    if (const std::uint32_t version = word_at(bytes, 8); version != state_version) {
        throw refuse(fmt::format("the state of a C64 in format {}, but this ryg knows format {}",
                                 version, state_version));
    }
    const auto content = bytes.subspan(header_size);
    if (const std::uint32_t size = word_at(bytes, 12); content.size() != size) {
        throw refuse(fmt::format("the state of a C64, {}: {} bytes instead of {}",
                                 content.size() < size ? "cut off" : "with something behind it",
                                 bytes.size(), size + header_size));
    }
    if (crc_32(content) != word_at(bytes, 16)) {
        throw refuse("the state of a C64, but damaged: its checksum is wrong");
    }
    return content;
}

}  // namespace

std::vector<Byte> save_state(Machine& machine) {
    machine.catch_up();
    if (const auto fault = fault_of(machine); !fault.empty()) {
        throw StateError(
            fmt::format("this machine cannot be saved: {} is as it never gets by "
                        "itself",
                        fault));
    }
    std::vector<Byte> content;
    content.reserve(0x1A000);
    Writer content_writer{content};
    content_writer(machine.board.vic.model());
    visit_members(machine, content_writer);

    std::vector<Byte> bytes(magic.begin(), magic.end());
    Writer header{bytes};
    header(state_version);
    header(static_cast<std::uint32_t>(content.size()));
    header(crc_32(content));
    bytes.insert(bytes.end(), content.begin(), content.end());
    return bytes;
}

Machine load_state(std::span<const Byte> bytes, std::string_view name) {
    Reader reader{content_of(bytes, name), name};
    Model model{};
    reader(model);
    if (model > Model::ntsc_old) throw reader.broken("an unknown model");
    Machine machine(model);
    const Mains mains = machine.board.cia1.mains();
    visit_members(machine, reader);
    if (!reader.rest.empty()) throw reader.broken("there is more than its members");
    const Board& board = machine.board;
    if (board.vic.model() != model || board.cia1.mains() != mains || board.cia2.mains() != mains) {
        throw reader.broken("chips of different models");
    }
    if (const auto fault = fault_of(machine); !fault.empty()) throw reader.broken(fault);
    machine.board.rebuild();
    return machine;
}

}  // namespace ryg::c64
