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
    if (version < Version::v16) return;
    constexpr Address port = 1;
    constexpr Byte LORAM = 1;
    const auto expected = static_cast<Byte>(machine().ram()[port] & ~LORAM);
    const auto result = machine().call(labels().at("ampliaRam"), {}, 1'000);
    const Byte found = machine().ram()[port];
    if (!result.returned() || found != expected) {
        throw EngineFault(
            fmt::format("${:02x} in the processor port, not ${:02x}", found, expected), "ampliaRam",
            port);
    }
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
    touched_ = 0;
    set_board(position);
    set_up(options);
}

/// The program's own limits stay unless others are wanted, so that wrong ones are seen.
void AsmEngine::set_up(const SearchOptions& options) {
    if (options.tree_base != tree_start_) {
        set_word("baseArbolLo", "baseArbolHi", options.tree_base);
    }
    if (options.tree_end) set_word("finArbolLo", "finArbolHi", *options.tree_end);
    set("dajProf", static_cast<Byte>(options.depth));
    if (options.tie_byte) machine().ram()[0xa2] = *options.tie_byte;
}

std::vector<std::string_view> AsmEngine::search_routines() const {
    if (version_ < Version::v14) return {"desarrollaArbolJugadas", "evaluaArbolJugadas"};
    return {"desarrollaArbolJugadas", "evaluaArbolJugadas", "decideJugadaGatos"};
}

AsmSearch AsmEngine::search(const Position& position, const SearchOptions& options) {
    prepare(position, options);
    return search(options);
}

AsmSearch AsmEngine::search(const SearchOptions& options) {
    set_up(options);
    Cycle cycles = 0;
    for (const std::string_view routine : search_routines()) cycles += call(routine).cycles;
    AsmSearch found = read_search(options);
    touched_ = std::max(touched_, options.tree_base + static_cast<unsigned>(found.tree_bytes));
    if (found.depth_used != options.depth) touched_ = tree_end_of(options);
    found.cycles = cycles;
    return found;
}

void AsmEngine::begin_game() {
    restore();
    touched_ = 0;
    set_word("itTableroLo", "itTableroHi", labels().at("tableroActual"));
    call("inicializaTablero");
}

void AsmEngine::allow_earlier_trees(const SearchOptions& options) {
    touched_ = tree_end_of(options);
}

AsmSearch AsmEngine::read_search(const SearchOptions& options) const {
    AsmSearch found;
    const unsigned base = options.tree_base;
    const unsigned end = tree_end_of(options);
    const unsigned free = word_at("libreLo", "libreHi");
    const auto check_limit = [&](std::string_view low, std::string_view high, unsigned expected) {
        const unsigned limit = word_at(low, high);
        if (limit == expected) return;
        throw EngineFault(fmt::format("${:04x} in {}/Hi, not ${:04x}", limit, low, expected), "-",
                          labels().at((limit ^ expected) % 256 != 0 ? low : high));
    };
    check_limit("baseArbolLo", "baseArbolHi", base);
    check_limit("finArbolLo", "finArbolHi", end);
    if (free < base + NodeLayout::size || free > end || (free - base) % NodeLayout::size != 0) {
        throw EngineFault(fmt::format("the tree from ${:04x} ends at ${:04x}, which is no whole "
                                      "number of nodes within its memory",
                                      base, free),
                          "-", labels().at("libreLo"));
    }
    const auto ram = machine().ram();
    found.tree.assign(ram.begin() + base, ram.begin() + free);
    found.tree_bytes = free - base;
    found.nodes = found.tree_bytes / NodeLayout::size;
    found.depth_used = byte_at("dajProfReal");
    found.value = found.tree[NodeLayout::value];

    // With the memory full, the given-up deeper tree lies after the one that was kept.
    const unsigned touched = found.depth_used == options.depth ? free : end;
    found.overrun = changed({base, std::max(touched_, touched)});

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

void AsmEngine::apply_mouse_move(Move move) {
    set("sjFila", static_cast<Byte>(row_of(move.to)));
    set("sjColumna", static_cast<Byte>(column_of(move.to)));
    call("aplicaJugadaSolicitada");
}

Referee AsmEngine::referee() {
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
