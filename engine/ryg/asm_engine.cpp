// Talks to the program through its labels: parameters in memory bytes, as its own callers do.
#include "engine/ryg/asm_engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/ryg/programs.hpp"

namespace ryg::engine::first {

namespace {

/// Far beyond the longest search: depth 5 fills the memory within 60 million cycles and is then
/// repeated at depths 4 and 3.
constexpr Cycle longest_call = 1'000'000'000;

unsigned tree_end_of(const SearchOptions& options) {
    return options.tree_end ? *options.tree_end : default_tree_end(options.version);
}

/// The move that leads from one position to another.
Move move_between(const Position& from, const Position& to) {
    if (from.side == Side::mouse) return {from.mouse, to.mouse};
    DarkSet left = from.cats & ~to.cats;
    DarkSet entered = to.cats & ~from.cats;
    if (left == 0 || entered == 0) return {};
    return {take_first(left), take_first(entered)};
}

}  // namespace

c64::Image program(Version version) {
    const std::string name = fmt::format("ryg{}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg_programs(), name));
}

void TreeMemory::check(Address base) const {
    if (base < start) {
        throw std::invalid_argument(
            fmt::format("the tree cannot start at ${:04x}, inside the program: use ${:04x} or more",
                        base, start));
    }
    if (base + NodeLayout::size > end) {
        throw std::invalid_argument(
            fmt::format("the tree cannot start at ${:04x}: its memory ends at ${:04x}, and a node "
                        "takes {} bytes",
                        base, end, std::size_t{NodeLayout::size}));
    }
}

TreeMemory tree_memory(Version version) {
    return {program(version).labels.at("raizArbol"), default_tree_end(version)};
}

AsmEngine::AsmEngine(Version version, c64::Model model)
    : AsmEngine(program(version), version, model) {}

AsmEngine::AsmEngine(const c64::Image& program, Version version, c64::Model model)
    : Host(program, model, longest_call), version_(version), tree_start_(labels().at("raizArbol")) {
    if (version >= Version::v16) call("ampliaRam");
    keep();
}

void AsmEngine::set_timing(c64::Timing timing) {
    restore();
    machine().set_timing(timing);
    keep();
}

NodeBytes AsmEngine::board() const {
    NodeBytes bytes{};
    std::ranges::copy(bytes_at("tableroActual", NodeLayout::size), bytes.begin());
    return bytes;
}

void AsmEngine::set_board(const Position& position) { put("tableroActual", board_bytes(position)); }

void AsmEngine::prepare(const Position& position, const SearchOptions& options) {
    const unsigned end = tree_end_of(options);
    if (options.depth < least_depth || options.depth > greatest_depth) {
        throw std::invalid_argument(fmt::format("depth {} is out of range: use {} to {}",
                                                options.depth, least_depth, greatest_depth));
    }
    TreeMemory{tree_start_, end}.check(options.tree_base);
    restore();
    set_board(position);
    set_word("baseArbolLo", "baseArbolHi", options.tree_base);
    set_word("finArbolLo", "finArbolHi", end);
    set("dajProf", static_cast<Byte>(options.depth));
    if (options.tie_byte) machine().ram()[0xa2] = *options.tie_byte;
}

std::vector<std::string_view> AsmEngine::search_routines() const {
    if (version_ < Version::v14) return {"desarrollaArbolJugadas", "evaluaArbolJugadas"};
    return {"desarrollaArbolJugadas", "evaluaArbolJugadas", "decideJugadaGatos"};
}

AsmSearch AsmEngine::search(const Position& position, const SearchOptions& options) {
    prepare(position, options);
    Cycle cycles = 0;
    for (const std::string_view routine : search_routines()) cycles += call(routine).cycles;
    AsmSearch found = read_search(options);
    found.cycles = cycles;
    return found;
}

AsmSearch AsmEngine::read_search(const SearchOptions& options) const {
    AsmSearch found;
    const unsigned base = options.tree_base;
    const unsigned end = tree_end_of(options);
    const unsigned free = word_at("libreLo", "libreHi");
    if (free < base + NodeLayout::size || free > end || (free - base) % NodeLayout::size != 0) {
        throw EngineFault(
            fmt::format("the tree from ${:04x} ends at ${:04x}, which is no whole "
                        "number of nodes within its memory",
                        base, free));
    }
    const auto ram = machine().ram();
    found.tree.assign(ram.begin() + base, ram.begin() + free);
    found.tree_bytes = free - base;
    found.nodes = found.tree_bytes / NodeLayout::size;
    found.depth_used = byte_at("dajProfReal");
    found.value = found.tree[NodeLayout::value];

    // With the memory full, the given-up deeper tree lies after the one that was kept.
    const unsigned touched = found.depth_used == options.depth ? free : end;
    const auto before = kept().ram().subspan(touched), after = ram.subspan(touched);
    const auto changed = std::ranges::mismatch(before, after).in2;
    if (changed != after.end()) {
        found.overrun = static_cast<Address>(touched + (changed - after.begin()));
    }

    const auto node_at = [&found](std::size_t offset) {
        return std::span<const Byte, NodeLayout::size>(found.tree.data() + offset,
                                                       NodeLayout::size);
    };
    const std::optional<Position> root = position_in(node_at(0));
    for (std::size_t child = 0; child < NodeLayout::most_children; ++child) {
        const std::size_t slot = NodeLayout::children + 2 * child;
        const Address address = emu::word(found.tree[slot], found.tree[slot + 1]);
        if (emu::high(address) == 0) break;
        if (address < base || address + NodeLayout::size > free) break;  // seen as a difference
        const std::size_t offset = address - base;
        const std::optional<Position> position = position_in(node_at(offset));
        found.children.push_back({root && position ? move_between(*root, *position) : Move{},
                                  found.tree[offset + NodeLayout::value], address});
    }
    if (version_ >= Version::v14) {
        const Byte chosen = byte_at("djmHijo");
        if (chosen < found.children.size()) found.move = found.children[chosen].move;
    }
    return found;
}

NodeBytes AsmEngine::apply_decided_move() {
    call("aplicaJugadaDecidida");
    return board();
}

NodeBytes AsmEngine::apply_mouse_move(const Position& position, Move move) {
    set_board(position);
    set("sjFila", static_cast<Byte>(row_of(move.to)));
    set("sjColumna", static_cast<Byte>(column_of(move.to)));
    call("aplicaJugadaSolicitada");
    return board();
}

Referee AsmEngine::referee(const Position& position) {
    set_board(position);
    const Address address = labels().at("tableroActual");
    const auto ask = [&](std::string_view routine, std::string_view initials) {
        set_word(fmt::format("{}TableroLo", initials), fmt::format("{}TableroHi", initials),
                 address);
        const Cycle cycles = call(routine).cycles;
        return std::pair{byte_at(initials) == 0, cycles};
    };
    const auto [on_goal, goal_cycles] = ask("verificaRatonFila0", "vrf0");
    const auto [cats, cats_cycles] = ask("verificaGatos0Jugs", "vg0j");
    const auto [mouse, mouse_cycles] = ask("verificaRaton0Jugs", "vr0j");
    return {on_goal, cats, mouse, goal_cycles + cats_cycles + mouse_cycles};
}

std::vector<AsmEngine::Child> AsmEngine::children(const Position& position) {
    const SearchOptions options{.version = version_, .depth = 1, .tree_base = tree_start_};
    prepare(position, options);
    call("desarrollaArbolJugadas");
    const AsmSearch found = read_search(options);
    std::vector<Child> children;
    for (const ChildResult& child : found.children) {
        const auto node = std::span<const Byte, NodeLayout::size>(
            found.tree.data() + (child.address - tree_start_), NodeLayout::size);
        if (const auto next = position_in(node)) children.push_back({child.move, *next});
    }
    return children;
}

}  // namespace ryg::engine::first
