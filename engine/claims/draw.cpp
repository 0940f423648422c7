// Makes the random inputs of a call: fills registers and variables, then applies the block's In.
#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "engine/claims/inputs.hpp"

namespace ryg::claims {
namespace {

unsigned count_of(const Entry& entry) {
    return entry.bytes.ranges.empty() ? 256 : entry.bytes.size();
}

Byte value_of(const Entry& entry, unsigned index) {
    return entry.bytes.ranges.empty() ? static_cast<Byte>(index) : entry.bytes.at(index);
}

/// The bytes of an array: all minimal, all maximal, from three values only, or independent. In
/// short arrays of any values each byte may be a choice, so that it can be varied alone: this finds
/// the slowest list of a sort.
void draw_array(Drawing& drawing, const Entry& entry, Extent variable) {
    constexpr unsigned a_number = 4, few_bytes = 16;
    const unsigned count = count_of(entry);
    const bool is_list =
        variable.size() > a_number && variable.size() <= few_bytes && entry.bytes.ranges.empty();
    if (is_list && drawing.choices.one_in(2)) {
        for (unsigned at = variable.begin; at < variable.end; ++at) {
            drawing.call.set(at, value_of(entry, drawing.choices.below(count)));
        }
        return;
    }
    const std::uint32_t manner = drawing.choices.below(8);
    const std::uint32_t few[] = {drawing.choices.below(count), drawing.choices.below(count),
                                 drawing.choices.below(count)};
    engine::Random noise = drawing.choices.noise();
    for (unsigned at = variable.begin; at < variable.end; ++at) {
        const std::uint32_t index = manner == 0   ? 0
                                    : manner == 1 ? count - 1
                                    : manner < 5  ? few[noise.below(3)]
                                                  : noise.below(count);
        drawing.call.set(at, value_of(entry, index));
    }
}

/// `any`, and sets of bytes.
void draw_bytes(Drawing& drawing, const Entry& entry) {
    Call& call = drawing.call;
    if (entry.symbol.ends_with("Lo/Hi") && entry.bytes.ranges.empty()) {
        const std::uint32_t high = drawing.choices.below(256);
        const std::uint32_t low = drawing.choices.below(256);
        return call.set_word(pointer_name(entry.symbol), high << 8 | low);
    }
    const Byte value = value_of(entry, drawing.choices.below(count_of(entry)));
    if (is_register(entry.symbol)) {
        return set_register(call.registers, entry.symbol.front(), value);
    }
    const Extent place = call.program->place(entry.symbol, call.ram);
    call.set(place.begin, value);
    if (place.size() > 1) draw_array(drawing, entry, place);
}

Extent pair_of(const Call& call, const Entry& entry) {
    const Extent pointer = call.program->extent(entry.symbol);
    if (pointer.size() == 2) return pointer;
    throw ContractError(
        fmt::format("{} is not a pair of bytes: write nameLo/Hi or $fb/$fc", entry.symbol));
}

void put_pointer(Call& call, const Entry& entry, Address to) {
    const Extent pointer = pair_of(call, entry);
    call.set(pointer.begin, emu::low(to));
    call.set(pointer.begin + 1, emu::high(to));
}

/// Characters with $00 after the last.
void draw_text(Drawing& drawing, const Entry& entry) {
    const std::uint32_t length = drawing.choices.below(256);
    const Address begin = drawing.allocate(length + 1);
    engine::Random noise = drawing.choices.noise();
    for (std::uint32_t i = 0; i < length; ++i) {
        drawing.call.set(begin + i, static_cast<Byte>(1 + noise.below(255)));
    }
    drawing.call.set(begin + length, Byte{0});
    put_pointer(drawing.call, entry, begin);
}

/// Places a buffer anywhere in free memory, leaving room above or below for the inputs after it.
void draw_buffer(Drawing& drawing, const Entry& entry) {
    constexpr unsigned of_text = 512;
    unsigned needed = 0;
    for (const Entry& each : drawing.call.block->in) {
        if (&each >= &entry) needed += each.kind == "text" ? of_text : each.size;
    }
    Extent& free = drawing.free;
    if (free.size() < needed) throw ContractError("no memory left for the inputs");
    const unsigned gap = drawing.choices.below(free.size() - needed + 1);
    const bool is_below = drawing.choices.one_in(2);
    const unsigned begin = is_below ? free.begin + gap : free.end - entry.size - gap;
    const Extent buffer{begin, begin + entry.size};
    (is_below ? free.begin : free.end) = is_below ? buffer.end : buffer.begin;
    put_pointer(drawing.call, entry, static_cast<Address>(begin));
    draw_array(drawing, entry, buffer);
    drawing.call.areas[entry.buffer()] = buffer;
}

/// Whether every byte of an In is in its stated set.
bool is_as_stated(const Call& call, const Entry& entry) {
    if (entry.bytes.ranges.empty()) return true;
    if (is_register(entry.symbol)) {
        return entry.bytes.contains(register_value(call.registers, entry.symbol.front()));
    }
    const Extent place = call.program->place(entry.symbol, call.ram);
    return std::ranges::all_of(std::span(call.ram).subspan(place.begin, place.size()),
                               [&](Byte byte) { return entry.bytes.contains(byte); });
}

/// The same of a running program, which may use only part of an array.
bool holds_bytes(Call& call, const Entry& entry) {
    const bool is_array =
        !is_register(entry.symbol) && call.program->place(entry.symbol, call.ram).size() > 2;
    return is_array || is_as_stated(call, entry);
}

bool holds_text(Call&, const Entry&) { return true; }

bool holds_buffer(Call& call, const Entry& entry) {
    const Extent pointer = pair_of(call, entry);
    const unsigned begin = emu::word(call.ram[pointer.begin], call.ram[pointer.begin + 1]);
    call.areas[entry.buffer()] = {begin, begin + entry.size};
    return begin + entry.size <= 0x10000;
}

std::span<const Kind> builtin() {
    static const std::array<Kind, 4> kinds{
        {{.name = "any", .draw = draw_bytes, .holds = holds_bytes},
         {.name = "text", .draw = draw_text, .holds = holds_text},
         {.name = "buffer", .draw = draw_buffer, .holds = holds_buffer},
         {.name = "", .draw = draw_bytes, .holds = holds_bytes}}};
    return kinds;
}

std::string describe(const Suite& suite, const Call& call, const Entry& entry) {
    const std::string& symbol = entry.symbol;
    const Kind& kind = *suite.kind(entry.kind);
    if (kind.describe != nullptr) return fmt::format("{}: {}", symbol, kind.describe(call, entry));
    if (is_register(symbol)) {
        return fmt::format("{} = ${:02x}", symbol, register_value(call.registers, symbol[0]));
    }
    if (symbol.ends_with("Lo/Hi") && entry.kind != "text" && entry.size == 0) {
        const std::string name = pointer_name(symbol);
        return fmt::format("{} = ${:04x}", name, call.word(name));
    }
    const Extent place = call.program->place(symbol, call.ram);
    if (entry.kind == "text") {
        const unsigned at = emu::word(call.ram[place.begin], call.ram[place.begin + 1]);
        std::string text = fmt::format("{} = ${:04x}:", symbol, at);
        unsigned i = at;
        for (; call.ram[i] != 0 && i < at + 32; ++i) text += fmt::format(" {:02x}", call.ram[i]);
        return text + (call.ram[i] == 0 ? " 00" : " ...");
    }
    std::string text = fmt::format("{} =", symbol);
    Extent bytes = place;
    if (entry.size != 0) {
        bytes.begin = emu::word(call.ram[place.begin], call.ram[place.begin + 1]);
        bytes.end = std::min(bytes.begin + entry.size, 0x10000U);
        text += fmt::format(" ${:04x}:", bytes.begin);
    }
    for (unsigned at = bytes.begin; at < std::min(bytes.end, bytes.begin + 16); ++at) {
        text += fmt::format(" ${:02x}", call.ram[at]);
    }
    return text + (bytes.size() > 16 ? " ..." : "");
}

/// States a reference's result of a call. Throws ContractError if it contradicts an earlier one.
void expect_stated(void (*state)(const Given&, Stated&), In call, Out expected, bool is_second) {
    const Given given(
        call.program->image.labels, [&](unsigned at) { return Value(call.ram[at & 0xffffU]); },
        [&](char name) { return Value(register_value(call.registers, name)); },
        [](const auto& low, const auto& high) { return emu::word(low.known(), high.known()); },
        [&](unsigned number) {
            Keys typed = call.keys;
            std::erase(typed, 0);
            return number < typed.size() ? Value(typed[number]) : Value(0);
        });
    Stated stated(call.program->image.labels);
    state(given, stated);
    std::string text;
    for (const auto& [character, when] : stated.printed) {
        if (when.known() != 0) text += static_cast<char>(character.known());
    }
    for (const auto& [when, keys] : stated.restarts) {
        if (when.known() == 0) continue;
        if (is_second) return;  // the other reference has stated it
        expected.print(text);
        KeyReader reader(call.keys);
        for (unsigned i = 0; i < keys; ++i) {
            if (reader.at_end()) return;  // the routine will wait for more
            (void)reader.next();
        }
        return expected.begin_anew(reader);
    }
    for (const auto& [at, cell] : stated.cells) {
        const auto& [value, when] = cell;
        if (when.known() == 0) {
            expected.open.set(at);
            continue;
        }
        if (expected.states(at) && expected.at(at) != value.known()) {
            throw ContractError(
                fmt::format("of ${:04x} the two references state different bytes", at));
        }
        expected.at(at, value.known());
    }
    for (const auto& [name, value] : stated.registers) expected.in(name, value.known());
    if (!is_second) return expected.print(text);
    if (!expected.printed.empty() && expected.printed != text) {
        throw ContractError("the two references state different texts");
    }
    expected.printed = text;
}

/// Randomises everything that the routine must not rely on.
void make_noise(Call& call, Choices& choices) {
    engine::Random noise = choices.noise();
    const auto byte = [&noise] { return static_cast<Byte>(noise.below(256)); };
    call.registers.a = byte();
    call.registers.x = byte();
    call.registers.y = byte();
    call.registers.s = Call::entry_s;
    call.registers.p = static_cast<Byte>((byte() & ~(emu::Flag::D | emu::Flag::B)) | emu::Flag::I |
                                         emu::Flag::unused);
    std::vector<Extent> unknown{{0xfb, 0xff}, {0x140, 0x101 + Call::entry_s}};
    const auto& data = call.program->data;
    unknown.insert(unknown.end(), data.begin(), data.end());
    unknown.push_back({0x02, 0xfb});
    unknown.push_back({Call::stack_top + 2, 0x200});
    for (const Extent extent : unknown) {
        for (unsigned at = extent.begin; at < extent.end; ++at) call.set(at, byte());
    }
}

/// Whether it is the block's first In of its kind, or each In of the kind is declared separately.
bool counts(const Block& block, const Kind& kind, const Entry& entry) {
    const auto first = std::ranges::find(block.in, entry.kind, &Entry::kind);
    return kind.input.each || &*first == &entry;
}

/// A random input of a declared kind.
void draw_declared(Call& call, const Kind& kind, const Entry& entry, Choices& choices) {
    if (!counts(*call.block, kind, entry)) return;
    const Site site = site_of(*call.program, *call.block);
    EntryState machine{std::move(call.ram), call.registers};
    const Asked asked{&kind.input, entry.symbol};
    if (kind.input.sample) {
        call.declared.push_back(kind.input.sample(choices));
        if (!Putting(site, machine).put_value(asked, call.declared.back())) {
            throw ContractError(fmt::format("({}): its sample breaks its declaration", kind.name));
        }
    } else {
        Sampling(site, machine, choices).sample({&asked, 1});
        call.declared.push_back(kind.input.get(Memory(site, machine, entry.symbol)));
    }
    call.ram = std::move(machine.ram);
    call.registers = machine.registers;
}

/// Draws the inputs of `entries`, each after those before it.
Call draw_in_order(const Suite& suite, const Program& program, const Block& block,
                   std::span<const Byte> background, Choices& choices,
                   std::span<const Entry* const> entries) {
    Call call;
    call.program = &program;
    call.block = &block;
    call.ram.assign(background.begin(), background.end());
    make_noise(call, choices);
    if (block.time.interrupt) {
        const Byte pushed[]{call.registers.p, emu::low(Call::guard), emu::high(Call::guard)};
        call.set_bytes(0x101U + Call::entry_s, pushed);
    }
    Drawing drawing(call, choices);
    for (const Entry* entry : entries) {
        const Kind& kind = *suite.kind(entry->kind);
        const auto draw = [&] {
            if (kind.is_only_declared()) {
                draw_declared(call, kind, *entry, choices);
            } else {
                kind.draw(drawing, *entry);
            }
        };
        on_line(entry->line, [&] { among_kinds(block, draw); });
    }
    return call;
}

/// Whether memory holds an input of a declared kind; if so, makes it the value of the call.
bool read_declared(Call& call, const Kind& kind, const Entry& entry) {
    if (!counts(*call.block, kind, entry)) return true;
    const Site site = site_of(*call.program, *call.block);
    EntryState machine{call.ram, call.registers};
    const Asked asked{&kind.input, entry.symbol};
    Recognising recognising(site, machine);
    if (recognising.first_unmet({&asked, 1}) != nullptr) return false;
    for (const auto& [name, extent] : recognising.areas()) call.areas[name] = extent;
    Native found = kind.input.get(Memory(site, machine, entry.symbol));
    std::erase_if(call.declared, [&](const Native& one) { return one.type() == found.type(); });
    call.declared.push_back(std::move(found));
    return true;
}

}  // namespace

Address Drawing::allocate(unsigned size) {
    const unsigned begin = free.begin + choices.below(256);
    free.begin = begin + size;
    if (free.begin > free.end) throw ContractError("no memory left for the inputs");
    return static_cast<Address>(begin);
}

std::vector<Reference> joined(std::initializer_list<std::vector<Reference>> files) {
    std::vector<Reference> all;
    for (const auto& file : files) all.insert(all.end(), file.begin(), file.end());
    return all;
}

const Kind* Suite::kind(std::string_view name) const {
    const auto is_it = [name](const Kind& kind) { return kind.name == name; };
    const auto found = std::ranges::find_if(kinds, is_it);
    if (found != kinds.end()) return &*found;
    const auto here = std::ranges::find_if(builtin(), is_it);
    return here == builtin().end() ? nullptr : &*here;
}

Extent Suite::field(std::string_view name) const {
    const auto found = std::ranges::find(fields, name, &Member::name);
    if (found == fields.end()) throw ContractError(fmt::format("unknown field '{}'", name));
    return {found->begin, found->end};
}

const Reference* Suite::reference(std::string_view routine) const {
    const auto found = std::ranges::find(references, routine, &Reference::routine);
    return found == references.end() ? nullptr : &*found;
}

void Suite::state_result(const Reference& known, In call, Out expected) const {
    const bool is_known = known.expect != nullptr || known.state != nullptr || expect;
    expected.any_text = !must_know && !is_known;
    state_round(known, call, expected);
    if (!expected.begins_anew) return;
    Call rest = call;
    while (const auto read = std::exchange(expected.begins_anew, std::nullopt)) {
        if (*read == 0) throw ContractError("its reference starts again before a key is read");
        rest.keys.erase(rest.keys.begin(), rest.keys.begin() + static_cast<std::ptrdiff_t>(*read));
        for (const auto& [at, value] : expected.statements()) rest.ram[at] = value;
        state_round(known, rest, expected);
    }
}

void Suite::state_round(const Reference& known, In call, Out expected) const {
    if (known.expect == nullptr && known.state == nullptr) {
        if (expect) expect(call, expected);
        return;
    }
    const auto state = [&] {
        if (known.expect != nullptr) known.expect(call, expected);
        if (known.state != nullptr) {
            expect_stated(known.state, call, expected, known.expect != nullptr);
        }
    };
    call.block == nullptr ? state() : among_kinds(*call.block, state);
}

Vocabulary Suite::words() const {
    Vocabulary words{.kinds = {"any", "text"}, .areas = areas};
    for (const Kind& kind : kinds) words.kinds.push_back(kind.name);
    return words;
}

std::vector<const Entry*> in_order(const Suite& suite, const Block& block) {
    std::vector<const Entry*> entries;
    for (const Entry& entry : block.in) entries.push_back(&entry);
    std::ranges::sort(entries, {}, [&](const Entry* entry) {
        return std::pair(suite.kind(entry->kind)->stage, entry);
    });
    return entries;
}

std::vector<const Entry*> by_dependence(const Suite& suite, const Block& block) {
    const auto stage_of = [&](const Entry& entry) { return suite.kind(entry.kind)->stage; };
    const auto key = [&](const Entry* entry) {
        int stage = stage_of(*entry);
        const auto element = index_symbol(entry->symbol);
        for (const Entry& other : block.in) {
            if (element && other.symbol == element->part) stage = std::max(stage, stage_of(other));
        }
        return std::tuple(stage, element.has_value(), 256 - count_of(*entry), entry);
    };
    std::vector<const Entry*> entries = in_order(suite, block);
    std::ranges::sort(entries, {}, key);
    return entries;
}

Call draw_call(const Suite& suite, const Program& program, const Block& block,
               std::span<const Byte> background, Choices& choices) {
    constexpr unsigned most_attempts = 1000;  // if two Ins name the same byte
    std::vector<const Entry*> entries = in_order(suite, block);
    const Entry* unmet = nullptr;
    for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
        Call call = draw_in_order(suite, program, block, background, choices, entries);
        const auto found = std::ranges::find_if_not(
            entries, [&](const Entry* entry) { return is_as_stated(call, *entry); });
        if (found == entries.end()) return call;
        unmet = *found;
        entries = by_dependence(suite, block);
    }
    throw ContractError(fmt::format("{}:{}: no random input meets In {} and the other lines of In",
                                    block.file, unmet->line, unmet->symbol));
}

const Entry* unmet_input(const Suite& suite, Call& call) {
    for (const Entry* entry : in_order(suite, *call.block)) {
        const Kind& kind = *suite.kind(entry->kind);
        if (!kind.is_recognised()) throw ContractError(fmt::format("({})", kind.name));
        const bool holds =
            kind.holds != nullptr ? kind.holds(call, *entry) : read_declared(call, kind, *entry);
        if (!holds) return entry;
    }
    return nullptr;
}

void reread(const Suite& suite, Call& call, std::span<const Entry* const> in) {
    const auto can_tell = [&](const Entry* entry) {
        const Kind& kind = *suite.kind(entry->kind);
        return kind.is_recognised() || kind.reread != nullptr;
    };
    if (std::ranges::all_of(in, can_tell)) {
        call.drawn.reset();
        call.declared.clear();
    }
    for (const Entry* entry : in) {
        const Kind& kind = *suite.kind(entry->kind);
        if (kind.holds != nullptr) {
            static_cast<void>(kind.holds(call, *entry));
        } else if (kind.is_recognised()) {
            static_cast<void>(read_declared(call, kind, *entry));
        }
        if (kind.reread != nullptr) kind.reread(call, *entry);
    }
}

std::string describe(const Suite& suite, const Call& call) {
    std::string text;
    for (const Entry& entry : call.block->in) {
        text += fmt::format("    {}\n", describe(suite, call, entry));
    }
    if (call.keys.empty()) return text;
    text += "    keys typed:";
    for (const Byte key : call.keys) text += fmt::format(" ${:02x}", key);
    return text + '\n';
}

}  // namespace ryg::claims
