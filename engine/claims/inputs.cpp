// Declares the inputs common to all suites: sets of bytes, texts and buffers.
#include "engine/claims/inputs.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::claims {
namespace {

using Bytes = std::vector<Byte>;

/// Characters ended by $00, and their address.
struct Text {
    Address at = 0;
    Bytes characters{};
};

constexpr unsigned longest_text = 255;

void declare_text(Inputs& in, const Text& given) {
    if (in.recognises()) return;  // a program's texts may be longer
    if (in.proves()) {            // any bytes, one of them $00
        const Room room = in.room(longest_text + 1, 0);
        in.point(in.symbol(), room.to);
        return in.put_at(room.at, in.pick(Among::range(0, longest_text), 0), 0);
    }
    const auto size = static_cast<unsigned>(given.characters.size());
    const unsigned length = in.choose(longest_text + 1, size);
    const Room room = in.room(length + 1, given.at);
    in.point(in.symbol(), room.to);
    for (unsigned i = 0; i < length; ++i) {
        const unsigned character = i < size ? given.characters[i] : 0;
        in.put(room.at + i, in.pick(Among::range(1, 255), character));
    }
    in.put(room.at + length, 0);
}

std::optional<Text> text_in(const Memory& memory) {
    Text text{memory.word(memory.symbol())};
    for (unsigned at = text.at; memory.at(at) != 0; ++at) {
        if (text.characters.size() == longest_text) break;
        text.characters.push_back(memory.at(at));
    }
    return text;
}

InputKind text_kind() {
    return input<Text>({.word = "text", .declare = declare_text, .get = text_in, .each = true});
}

/// Memory of any contents, which may change.
InputKind buffer_kind(const Entry& entry) {
    const auto declare = [size = entry.size, name = entry.buffer()](Inputs& in, const Native&) {
        if (in.recognises()) return;
        const Room room = in.room(size, 0);
        in.point(in.symbol(), room.to);
        in.area(name, room.to, room.to.plus(size));
    };
    const auto get = [](const Memory&) -> Native { return Bytes(); };
    return {.word = "buffer", .declare = declare, .get = get, .start = Bytes(), .each = true};
}

Among among(const ByteSet& bytes) {
    Among made;
    for (unsigned i = 0; i < bytes.size(); ++i) made.add(bytes.at(i));
    return made;
}

/// Whether a byte is in one of the ranges.
Value is_among(const Value& byte, const ByteSet& bytes) {
    Value is_in = 0;
    for (const auto& [first, last] : bytes.ranges)
        is_in = is_in | ((byte >= first) & (byte <= last));
    return is_in;
}

/// Whether another In of the block names the same register, or some of the same bytes.
bool is_shared(const Program& program, const Block& block, const Entry& entry) {
    return std::ranges::any_of(block.in, [&](const Entry& other) {
        if (&other == &entry) return false;
        if (is_register(entry.symbol) || is_register(other.symbol)) {
            return entry.symbol == other.symbol;
        }
        const Extent own = program.extent(entry.symbol), place = program.extent(other.symbol);
        return place.begin < own.end && own.begin < place.end;
    });
}

/// A register, a variable, or one byte of an array, with stated values. To a prover, bytes that
/// another In names, too, are restricted by both.
InputKind bytes_kind(const Program& program, const Block& block, const Entry& entry) {
    const Extent place = program.extent(entry.symbol);
    const auto element = index_symbol(entry.symbol);
    const unsigned index = element ? program.variable(element->part).begin : 0;
    const unsigned size = is_register(entry.symbol) || element ? 1 : place.size();
    const auto declare = [=, name = entry.symbol.front(), is_register = is_register(entry.symbol),
                          is_element = element.has_value(), bytes = entry.bytes,
                          is_shared = is_shared(program, block, entry),
                          values = among(entry.bytes)](Inputs& in, const Native& of) {
        const Bytes& given = *std::any_cast<Bytes>(&of);
        if (is_shared && in.proves()) {
            const Value first = is_element ? in.at(index) : 0;
            for (unsigned i = 0; i < size; ++i) {
                in.need(is_among(is_register ? in.in(name) : in.at(place.begin + i, first), bytes));
            }
            return;
        }
        if (is_register) return in.put_register(name, in.pick(values, given[0]));
        if (is_element) return in.put_at(place.begin, in.at(index), in.pick(values, given[0]));
        if (size > 2 && in.recognises()) return;
        for (unsigned i = 0; i < size; ++i) in.put(place.begin + i, in.pick(values, given[i]));
    };
    const auto get = [=, name = entry.symbol.front(), is_register = is_register(entry.symbol),
                      is_element = element.has_value()](const Memory& memory) -> Native {
        if (is_register) return Bytes{memory.in(name)};
        const auto bytes = memory.bytes(place.begin + (is_element ? memory.at(index) : 0U), size);
        return Bytes(bytes.begin(), bytes.end());
    };
    return {.declare = declare, .get = get, .start = Bytes(size), .each = true};
}

/// All memory, by the labels of a program.
Site site_by(const c64::Labels& labels) {
    return {.find = [&labels](std::string_view label) -> std::optional<unsigned> {
                return labels.find(label);
            },
            .free = {},
            .named = {{0, 0x10000}}};
}

}  // namespace

Site site_of(const Program& program, const Block& block) {
    Site site{.find = [&program](std::string_view symbol) -> std::optional<unsigned> {
                  try {
                      return program.extent(symbol).begin;
                  } catch (const ContractError&) {
                      return std::nullopt;
                  }
              },
              .free = program.free};
    for (const Entry& entry : block.in) {
        if (is_register(entry.symbol)) {
            site.registers += entry.symbol;
        } else {
            site.named.push_back(program.extent(entry.symbol));
        }
    }
    return site;
}

void put_input(Host& host, const InputKind& kind, const Native& value) {
    const Site site = site_by(host.labels());
    const auto ram = host.machine().ram();
    EntryState machine{{ram.begin(), ram.end()}, {}};
    if (!Putting(site, machine).put_value({&kind, {}}, value)) {
        throw std::invalid_argument(
            fmt::format("({}): its declaration does not allow it", kind.word));
    }
    std::ranges::copy(machine.ram, ram.begin());
}

Native input_in(const c64::Machine& machine, const c64::Labels& labels, const InputKind& kind) {
    const Site site = site_by(labels);
    const EntryState state{{machine.ram().begin(), machine.ram().end()}, {}};
    return kind.get(Memory(site, state, {}));
}

BlockInputs::BlockInputs(const Suite& suite, const Program& program, const Block& block)
    : site_(site_of(program, block)) {
    std::vector<const Entry*> entries, restricting;  // after all bytes are put
    for (const Entry* entry : by_dependence(suite, block)) {
        const bool restricts = !entry->bytes.ranges.empty() && is_shared(program, block, *entry);
        (restricts ? restricting : entries).push_back(entry);
    }
    entries.insert(entries.end(), restricting.begin(), restricting.end());
    for (const Entry* entry : entries) {
        const Kind& kind = *suite.kind(entry->kind);
        const bool is_own =
            kind.name.empty() || kind.name == "any" || kind.name == "text" || kind.name == "buffer";
        if (is_own) {
            const bool leads_on = kind.name == "text" || kind.name == "buffer";
            if (!leads_on && entry->bytes.ranges.empty()) continue;  // any bytes
            own_.push_back(kind.name == "text"     ? text_kind()
                           : kind.name == "buffer" ? buffer_kind(*entry)
                                                   : bytes_kind(program, block, *entry));
            asked_.push_back({&own_.back(), entry->symbol});
            continue;
        }
        if (!kind.input.declare) {
            throw ContractError(
                fmt::format("({}) has no declaration of all its inputs", kind.name));
        }
        const auto is_declared = [&](const Asked& asked) { return asked.kind == &kind.input; };
        if (!kind.input.each && std::ranges::any_of(asked_, is_declared)) continue;
        asked_.push_back({&kind.input, entry->symbol});
    }
}

}  // namespace ryg::claims
