// A whole machine as bytes, and back.
#include "c64/board/state.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <deque>
#include <fmt/format.h>

#include "c64/board/members.hpp"

namespace ryg::c64 {
namespace {

constexpr std::array<Byte, 8> magic{'R', 'Y', 'G', ' ', 'C', '6', '4', 0};
constexpr std::size_t header_size = 20;

/// Byte containers of variable size: keys, ROMs.
template <class T>
concept Sequence = std::same_as<T, std::deque<Byte>> || std::same_as<T, std::vector<Byte>>;

/// Appends each member that it visits to the bytes.
struct StateWriter {
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
    template <Sequence T>
    void operator()(const T& some) {
        (*this)(static_cast<std::uint32_t>(some.size()));
        bytes.insert(bytes.end(), some.begin(), some.end());
    }
    void operator()(const std::vector<Input>& some) {
        (*this)(static_cast<std::uint32_t>(some.size()));
        for (const Input& input : some) visit_members(input, *this);
    }
};

/// Fills each member that it visits from the front of the bytes.
struct StateReader {
    std::span<const Byte> rest;

    std::span<const Byte> take(std::size_t count) {
        const auto taken = rest.first(std::min(count, rest.size()));
        rest = rest.subspan(taken.size());
        return taken;
    }
    template <class T>
    void operator()(T& value) {
        static_assert(std::is_enum_v<T> || std::is_unsigned_v<T>);
        std::uint64_t number = 0;
        unsigned shift = 0;
        for (const Byte byte : take(sizeof value)) number |= std::uint64_t{byte} << 8 * shift++;
        value = static_cast<T>(number);
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
    template <Sequence T>
    void operator()(T& some) {
        std::uint32_t count = 0;
        (*this)(count);
        const auto taken = take(count);
        some.assign(taken.begin(), taken.end());
    }
    void operator()(std::vector<Input>& some) {
        std::uint32_t count = 0;
        for ((*this)(count), some.clear(); some.size() < count && !rest.empty();) {
            visit_members(some.emplace_back(), *this);
        }
    }
};

std::uint32_t word_at(std::span<const Byte> bytes, std::size_t at) {
    std::uint32_t word = 0;
    StateReader{bytes.subspan(at, sizeof word)}(word);
    return word;
}

/// The data after a valid header; throws StateError for an invalid one.
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
                                 content.size() < size ? "cut off" : "too long", bytes.size(),
                                 size + header_size));
    }
    if (crc_32(content) != word_at(bytes, 16)) {
        throw refuse("the state of a C64, but damaged: its checksum is wrong");
    }
    return content;
}

}  // namespace

std::uint32_t crc_32(std::span<const Byte> bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const Byte byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

std::vector<Byte> save_state(Machine& machine) {
    machine.catch_up();
    std::vector<Byte> content;
    content.reserve(0x1A000);
    StateWriter content_writer{content};
    content_writer(machine.board.vic.model());
    visit_members(machine, content_writer);

    std::vector<Byte> bytes(magic.begin(), magic.end());
    StateWriter header{bytes};
    header(state_version);
    header(static_cast<std::uint32_t>(content.size()));
    header(crc_32(content));
    bytes.insert(bytes.end(), content.begin(), content.end());
    return bytes;
}

Machine load_state(std::span<const Byte> bytes, std::string_view name) {
    StateReader reader{content_of(bytes, name)};
    Model model{};
    reader(model);
    const auto impossible = [name] {
        return StateError(
            fmt::format("{}: damaged: the parts of its C64 do not go together", name));
    };
    if (model > Model::pal_old) throw impossible();
    Machine machine(model);
    visit_members(machine, reader);
    if (!reader.rest.empty() || !machine.is_possible(model)) throw impossible();
    machine.board.rebuild();
    return machine;
}

}  // namespace ryg::c64
