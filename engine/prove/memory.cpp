// Reads and writes at addresses that may have several values.
#include "engine/prove/memory.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::prove {
namespace {

/// Addresses with more possible values are not followed.
constexpr std::size_t most_places = 0x1000;
/// Replaces the address of an instruction that no input reaches.
constexpr unsigned nowhere = 2;
constexpr unsigned outputs = 0x2f;  // of the port: $00, as boot leaves it

}  // namespace

std::string place_of(const claims::Program& program, Address address) {
    const std::string label = program.image.labels.describe(address);
    const std::string place = fmt::format("${:04x} {}", address, label);
    const auto source = program.debug.line_at(address);
    if (!source) return place;
    std::string file = program.debug.files()[source->file];
    for (const auto& [name, block] : program.blocks) {  // the shorter path of its blocks
        if (file.ends_with('/' + block.file)) file = block.file;
    }
    return fmt::format("{}:{}: {}", file, source->line, place);
}

World::World(Graph& its_graph, Decider& its_decider, const claims::Program& its_program)
    : graph(its_graph), decider(its_decider), program(its_program) {
    const auto is_variable = [&](unsigned at) {
        return std::ranges::any_of(program.data,
                                   [&](const auto& extent) { return extent.contains(at); });
    };
    for (unsigned i = 0; i < program.image.bytes.size(); ++i) {
        const unsigned at = program.image.load_address + i;
        if (!is_variable(at)) before_.emplace(at & 0xffff, Bits8(program.image.bytes[i]));
    }
    for (Bits8* constant : {&unstable.ane, &unstable.lxa}) *constant = unknown_byte();
    before_.insert_or_assign(0, Bits8(outputs));
    port = Bits8(program.subject.port);
    before_.insert_or_assign(1, port);
    if (is_chip(0xd000)) {  // chips do not show the program loaded beneath them
        std::erase_if(before_, [](const auto& known) { return known.first >> 12 == 0xd; });
    }
}

World::World(World& same, const claims::Program& its_program,
             std::function<std::optional<unsigned>(unsigned)> origin)
    : World(same.graph, same.decider, its_program) {
    same_ = &same;
    origin_ = std::move(origin);
    objects_ = same.objects_;
    pointers_ = same.pointers_;
    unstable = same.unstable;
    caller = same.caller;
    std::erase_if(before_,
                  [&](const auto& known) { return known.first > 1 && origin_(known.first); });
    for (const unsigned back : {0x1eeU, 0x1efU}) before_.insert_or_assign(back, same.before(back));
}

const Bits8& World::before(unsigned cell) {
    const auto [found, is_new] = before_.try_emplace(cell);
    if (!is_new) return found->second;
    const auto from = same_ == nullptr ? std::nullopt : origin_(cell);
    if (from) {
        found->second = same_->before(*from);
    } else {
        const Bits8 byte = unknown_byte();
        for (const Literal bit : byte.bits) {
            if (cell >= 0x10000) of_objects_.insert(bit.node());
        }
        found->second = stored(cell, byte);
    }
    return found->second;
}

unsigned World::add_object(std::string name, unsigned size, const Bits16& base) {
    const auto number = static_cast<unsigned>(objects_.size());
    for (const Literal bit : base.bits) of_objects_.insert(bit.node());
    objects_.push_back({std::move(name), base, size});
    for (unsigned offset = 0; offset < size; ++offset) {
        remember_pointer(base + Bits16(offset), {number, Bits16(offset)});
    }
    return number;
}

Bits8 World::new_key() {
    const Bits8 made = unknown_byte();
    for (const Literal bit : made.bits) of_keys_.insert(bit.node());
    return made;
}

bool World::is_key(const Bits8& value) const {
    return std::ranges::all_of(value.bits, [&](Literal bit) {
        return !bit.is_known() && !bit.complemented() && of_keys_.contains(bit.node());
    });
}

std::optional<ObjectPointer> World::pointer(const Bits16& word) const {
    const auto found = pointers_.find(word.bits);
    if (found == pointers_.end()) return std::nullopt;
    return found->second;
}

World::OnPath& World::here_on_path() {
    if (on_path_.path != path) {
        on_path_ = {path};
        for (const Literal decision : decider.conjuncts(path)) {
            on_path_.decided.emplace(decision.node(), !decision.complemented());
        }
    }
    return on_path_;
}

Bits8 World::on_path(Bits8 value) {
    const auto& decided = here_on_path().decided;
    const auto known = [&](Literal literal) -> std::optional<bool> {
        if (literal.is_known()) return literal.known();
        const auto found = decided.find(literal.node());
        if (found == decided.end()) return std::nullopt;
        return found->second != literal.complemented();
    };
    const auto simpler = [&](Literal literal) -> std::optional<Literal> {
        const Graph::Gate gate = graph.node(literal.node());
        if (gate.kind == Graph::GateKind::input) return std::nullopt;  // stays recognisable
        if (const auto is = known(literal)) return Literal(*is);
        const auto same = [&](Literal of) { return literal.complemented() ? !of : of; };
        const auto condition = known(gate.condition), a = known(gate.a), b = known(gate.b);
        using enum Graph::GateKind;
        if (gate.kind == choose && condition) return same(*condition ? gate.a : gate.b);
        if (gate.kind == both && a) return same(*a ? gate.b : Literal(false));
        if (gate.kind == both && b) return same(*b ? gate.a : Literal(false));
        return std::nullopt;
    };
    for (Literal& bit : value.bits) {
        while (!bit.is_known()) {
            const auto next = simpler(bit);
            if (!next) break;
            bit = *next;
        }
    }
    return value;
}

std::optional<ObjectPointer> World::pointer_on_path(const Bits16& word) {
    if (const auto known = pointer(word)) return known;
    if (objects_.empty() || word.number()) return std::nullopt;
    OnPath& here = here_on_path();
    const auto [known, is_new] = here.pointers.try_emplace(word.bits);
    if (!is_new) return known->second;
    if (here.inputs.empty() && decider.possible(path, true) == Possibility::yes) {
        here.inputs = decider.assignment();
    }
    Evaluation some(graph, here.inputs);
    for (unsigned number = 0; number < objects_.size(); ++number) {
        const Object& object = objects_[number];
        const Bits16 offset = word - object.base;
        const auto distance = static_cast<unsigned>(some.number(offset.bits));
        if (distance >= object.size) continue;
        const Literal differs = (word != object.base + Bits16(distance)).literal;
        const ObjectPointer found{number, Bits16(distance)};
        if (decider.possible(differs, true) == Possibility::no) {
            remember_pointer(word, found);
            return found;
        }
        const Literal is_beyond = (offset >= Bits16(object.size)).literal;
        const auto never = [&](Literal what) {
            return decider.possible(graph.both(path, what)) == Possibility::no;
        };
        if (never(differs)) return known->second = found;
        if (never(is_beyond)) return known->second = {number, offset};
    }
    return std::nullopt;
}

// The port: bit 0 shows BASIC (with bit 1), bit 1 the KERNAL, bit 2 the chips.
bool World::reads_ram(unsigned at) const {
    if (at < 0xa000 || (at >= 0xc000 && at < 0xd000)) return true;
    const bool no_basic = port.bits[0] == Literal(false),
               no_kernal = port.bits[1] == Literal(false);
    if (at >= 0xe000) return no_kernal;
    if (at >= 0xd000) return no_basic && no_kernal && !has_other_banks();
    return no_basic || no_kernal;
}

bool World::is_chip(unsigned at) const {
    if (at < 0xd000 || at >= 0xe000) return false;
    const auto number = Bits16(before_.at(1)).number();
    return !number || ((*number & 3) != 0 && (*number & 4) != 0);
}

void World::follow_devices() {
    follows_devices_ = true;
    for (auto& [cell, byte] : before_) byte = stored(cell, byte);
}

Bits8 World::stored(unsigned at, Bits8 value) const {
    for (std::size_t bit = 0; at == 1 && bit < 8; ++bit) {
        if ((outputs >> bit & 1) == 0) value.bits[bit] = before_.at(1).bits[bit];
    }
    const bool is_vic = is_followed(at, false), has_four_bits = is_vic || is_colour_ram(at);
    for (std::size_t bit = 4; bit < 8 && follows_devices_ && has_four_bits && is_chip(at); ++bit) {
        value.bits[bit] = Literal(is_vic);
    }
    return value;
}

std::string World::name_of(unsigned cell) const {
    if (cell < 0x10000) {
        const auto at = static_cast<Address>(cell);
        return fmt::format("${:04x} {}", cell, program.image.labels.describe(at));
    }
    const Object& object = objects_[cell / 0x10000 - 1];
    return fmt::format("byte {} of what {} points to", cell % 0x10000, object.name);
}

std::string World::here(std::string_view what) const {
    return fmt::format("{} {}", place_of(program, instruction), what);
}

// --- one state ----------------------------------------------------------------------------------

Bits8 SymbolicMemory::cell(unsigned number) const {
    const auto page = pages_.find(number / 256);
    if (page != pages_.end() && page->second->written[number % 256]) {
        return page->second->bytes[number % 256];
    }
    return world_->before(number);
}

void SymbolicMemory::put(unsigned number, const Bits8& value) {
    std::shared_ptr<const Page>& page = pages_[number / 256];
    auto changed = page == nullptr ? std::make_shared<Page>() : std::make_shared<Page>(*page);
    changed->bytes[number % 256] = value;
    changed->written.set(number % 256);
    page = std::move(changed);
}

void SymbolicMemory::for_each_written(
    const std::function<void(unsigned, const Bits8&)>& visit) const {
    for (const auto& [number, page] : pages_) {
        for (unsigned i = 0; i < 256; ++i) {
            if (page->written[i]) visit(number * 256 + i, page->bytes[i]);
        }
    }
}

std::set<unsigned> SymbolicMemory::differences(const SymbolicMemory& one,
                                               const SymbolicMemory& other) {
    std::set<unsigned> made;
    for (const auto& [memory, compared] : {std::pair(&one, &other), std::pair(&other, &one)}) {
        for (const auto& [number, page] : memory->pages_) {
            const auto same = compared->pages_.find(number);
            if (same != compared->pages_.end() && same->second == page) continue;
            for (unsigned cell = number * 256, i = 0; i < 256; ++i, ++cell) {
                const bool is_written = page->written[i];
                if (is_written && page->bytes[i].bits != compared->cell(cell).bits)
                    made.insert(cell);
            }
        }
    }
    return made;
}

SymbolicMemory SymbolicMemory::merged(Literal first, const SymbolicMemory& one,
                                      const SymbolicMemory& other) {
    SymbolicMemory made = one;
    const auto join = [&](unsigned number) {
        const Bits8 a = one.cell(number), b = other.cell(number);
        made.put(number, choose(Bit(first), a, b));
    };
    for (const SymbolicMemory* from : {&one, &other}) {
        for (const auto& [number, page] : from->pages_) {
            const auto same = (from == &one ? other : one).pages_.find(number);
            const bool is_in_both = same != (from == &one ? other : one).pages_.end();
            if (is_in_both && (same->second == page || from == &other)) continue;
            std::bitset<256> written = page->written;
            if (is_in_both) written |= same->second->written;
            for (unsigned i = 0; i < 256; ++i) {
                if (written[i]) join(number * 256 + i);
            }
        }
    }
    return made;
}

void SymbolicMemory::begin(const Bits16& x, const Bits16& y) {
    indexes_ = {x, y};
    recent_ = {};
    world_->port = cell(1);
}

void SymbolicMemory::check_chips(unsigned cell) const {
    if (cell >> 12 != 0xd || !world_->has_other_banks()) return;
    throw NotDecided(
        world_->here(fmt::format("uses ${:04x}, where the port may show something else", cell)));
}

/// The object that an address leads to, if it was made from the last bytes read and an index.
std::optional<ObjectPointer> SymbolicMemory::pointer(const Bits16& address) {
    if (world_->objects().empty()) return std::nullopt;
    if (auto known = world_->pointer(address)) return known;
    for (std::size_t i = 0; i + 1 < recent_.size(); ++i) {
        const Bits16 made(recent_[i], recent_[i + 1]);
        for (const Bits16& index : indexes_) {
            if ((made + index).bits != address.bits) continue;
            const auto base = world_->pointer_on_path(made);
            if (base) return ObjectPointer{base->object, base->offset + index};
        }
    }
    return std::nullopt;
}

std::pair<unsigned, Bits16> SymbolicMemory::known_base(const Bits16& address) const {
    for (std::size_t i = 0; i + 1 < recent_.size(); ++i) {
        const auto base = Bits16(recent_[i], recent_[i + 1]).number();
        for (const Bits16& index : indexes_) {
            const bool is_a_byte = Bits16(index >> 8).number() == 0;
            if (base && is_a_byte && (Bits16(*base) + index).bits == address.bits) {
                return {*base, index};
            }
        }
    }
    const auto page = Bits16(address & Bits16(0xff00)).number();
    return page ? std::pair(*page, address & Bits16(0xff)) : std::pair(0U, address);
}

SymbolicMemory::SelectedCells SymbolicMemory::places(const Bits16& address) {
    world_->port = cell(1);
    if (const auto at = address.number()) return {address, {{*at, *at}}};
    const auto to = pointer(address);
    const auto [base, selector] = to ? std::pair(0U, to->offset) : known_base(address);
    const auto cell = [&, from = base](unsigned value) { return (from + value) & 0xffff; };
    std::vector<unsigned> range;  // all that it may be, where that is plain memory
    const auto is_plain = [&](unsigned value) {
        const unsigned at = cell(value);
        return world_->reads_ram(at) && world_->writes_ram(at) && !world_->may_be_object(at);
    };
    if (!to && Bits16(selector >> 8).number() == 0) {
        for (unsigned value = 0; value < 256 && is_plain(value); ++value) range.push_back(value);
        if (range.size() < 256) range.clear();
    }
    auto values = world_->decider.values(selector.bits, world_->path, most_places, range);
    if (!values) throw TooManyValues(world_->here("has an address with too many values"));
    SelectedCells places{selector, {}};
    for (const unsigned value : *values) {
        if (to && value >= world_->objects()[to->object].size) {
            throw NotDecided(world_->here(
                fmt::format("leads beyond what {} points to", world_->objects()[to->object].name)));
        }
        places.cells.emplace_back(value, to ? World::cell(to->object, value) : cell(value));
    }
    if (values->empty()) places.cells.emplace_back(0, nowhere);
    return places;
}

void SymbolicMemory::check_read(unsigned cell) const {
    const auto page = pages_.find(cell / 256);
    const bool is_written = page != pages_.end() && page->second->written[cell % 256];
    if (!is_written && world_->unread.contains(cell)) {
        throw NotDecided(world_->here(
            fmt::format("reads {}, of which only some values are known", world_->name_of(cell))));
    }
    if (cell >= 0x10000) return;
    check_chips(cell);
    if (world_->is_chip(cell)) {
        if (world_->is_followed(cell, false)) return;
        throw NotDecided(world_->here(fmt::format("reads ${:04x}, a chip", cell)));
    }
    if (!world_->reads_ram(cell)) {
        throw NotDecided(world_->here(fmt::format("reads ${:04x}, in ROM", cell)));
    }
    if (world_->may_be_object(cell)) {
        throw NotDecided(world_->here(fmt::format("reads ${:04x}, which In does not state", cell)));
    }
}

/// The byte selected among the cells `begin` .. `end` by the address bits from `bit` down.
Bits8 SymbolicMemory::selected(const SelectedCells& places, std::size_t begin, std::size_t end,
                               int bit) const {
    if (end - begin == 1) return world_->on_path(cell(places.cells[begin].second));
    std::size_t middle = begin;
    while (middle < end && (places.cells[middle].first >> bit & 1) == 0) ++middle;
    if (middle == begin || middle == end) return selected(places, begin, end, bit - 1);
    const Bits8 low = selected(places, begin, middle, bit - 1);
    const Bits8 high = selected(places, middle, end, bit - 1);
    return choose(Bit(places.selector.bits[static_cast<std::size_t>(bit)]), high, low);
}

Bits8 SymbolicMemory::read(const Bits16& address) {
    const SelectedCells found = places(address);
    for (const auto& [value, number] : found.cells) check_read(number);
    const Bits8 value = selected(found, 0, found.cells.size(), 15);
    recent_ = {recent_[1], recent_[2], value};
    return value;
}

void SymbolicMemory::write(const Bits16& address, const Bits8& value) {
    const SelectedCells found = places(address);
    for (const auto& [selected, number] : found.cells) {
        if (number < 0x10000) {
            check_chips(number);
            const bool is_chip = world_->is_chip(number);
            if (is_chip && !world_->is_followed(number, true)) {
                throw NotDecided(world_->here(fmt::format("writes ${:04x}, a chip", number)));
            }
            if (number == 0) throw NotDecided(world_->here("writes $0000, the port's directions"));
            if (world_->may_be_object(number)) {
                throw NotDecided(
                    world_->here(fmt::format("writes ${:04x}, where In may point to", number)));
            }
        }
        const Bits8 stored = world_->stored(number, value);
        if (found.cells.size() == 1) return put(number, stored);
        const Bits8 other = world_->on_path(cell(number));
        put(number, choose(found.selector == Bits16(selected), stored, other));
    }
}

/// A dummy read. In a chip it may have side effects: from $dc00 on, and of the VIC-II's $d01e and
/// $d01f, which repeat every 64 bytes.
void SymbolicMemory::look(Literal when, const Bits16& address) {
    if (when == Literal(false) || address.bits == world_->caller.bits || pointer(address)) return;
    Graph& graph = world_->graph;
    const auto& bits = address.bits;
    const std::array page{bits[15], bits[14], !bits[13], bits[12], when, world_->path};
    const std::array vic{!bits[11], !bits[10], !bits[5], bits[4], bits[3], bits[2], bits[1]};
    const Literal acts = graph.either(graph.both(bits[11], bits[10]), graph.all_of(vic));
    const Literal is_there = graph.both(graph.all_of(page), acts);
    const bool has_chips = world_->is_chip(0xd000) || world_->has_other_banks();
    if (is_there == Literal(false) || !has_chips) return;
    if (world_->decider.possible(is_there, true) != Possibility::no) {
        throw NotDecided(world_->here("may make a dummy read of a chip"));
    }
}

}  // namespace ryg::prove
