// Draws the nodes and trees that blocks ask for, and lists the programs.
#include "engine/claims/suite.hpp"

#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "engine/games/ryg1/blocks/nodes.hpp"
#include "engine/games/ryg1/game.hpp"

namespace ryg::engine::ryg1 {

using namespace claims;
namespace {

/// Any position; nivel, valor and padre any, hijos any or none.
NodeBytes any_node(Choices& choices, bool bare) {
    NodeBytes node = board_bytes(engine::draw_position(choices));
    const std::uint32_t children = bare ? 0 : choices.below(9);
    const bool zeros_follow = bare || choices.one_in(2);
    engine::Random noise = choices.noise();
    const auto byte = [&noise] { return static_cast<Byte>(noise.below(256)); };
    node[Layout::level] = byte();
    node[Layout::value] = byte();
    node[Layout::parent] = byte();
    node[Layout::parent + 1] = byte();
    for (std::uint32_t child = 0; child < Layout::most_children; ++child) {
        const std::size_t slot = Layout::children + 2 * child;
        if (child >= children && zeros_follow) continue;
        node[slot] = byte();
        node[slot + 1] = child == children ? Byte{0} : static_cast<Byte>(1 + noise.below(255));
    }
    return node;
}

/// Values as they may lie in a tree: of no search, those of minimax, or made so that a search for
/// the least or the greatest meets its best and its worst case.
void draw_values(Tree& tree, Version version, Choices& choices) {
    const std::uint32_t manner = choices.below(6);
    const std::uint32_t same = choices.below(256);
    engine::Random noise = choices.noise();
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const auto step = static_cast<std::uint32_t>(i % 0x70);
        const std::uint32_t by_manner[] = {0,           noise.below(256), 0x10 + step,
                                           0xf0 - step, noise.below(3),   same};
        tree.nodes[i].value = static_cast<Byte>(by_manner[manner]);
    }
    if (manner == 0) {
        minimax(tree, version);
    } else if (tree.root().child_count > 0) {
        const bool highest = tree.root().position.side == engine::Side::mouse;
        const auto children = tree.children(0);
        tree.nodes[0].value = highest ? std::ranges::max(children, {}, &Node::value).value
                                      : std::ranges::min(children, {}, &Node::value).value;
    }
}

/// At most `capacity` nodes, at most 5 deep, that `build_tree` makes of any position.
Tree any_tree(Version version, std::size_t capacity, Choices& choices) {
    engine::Position position = engine::draw_position(choices);
    auto depth = static_cast<int>(choices.below(6));
    const std::uint32_t size = choices.below(8);
    std::size_t most = size == 0 ? capacity : size < 3 ? 60 : 20;
    if (size == 1) {  // cats that can hardly move: a deep tree of few nodes
        position.cats = engine::four_of(0xff000000U, engine::dark_bit(position.mouse), choices);
        position.side = engine::Side::cats;
        depth = 5;
        most = capacity;
    }
    std::optional<Tree> tree;
    while (!tree) tree = build_tree(position, depth--, std::min(most, capacity));
    draw_values(*tree, version, choices);
    return *tree;
}

void draw_node(Drawing& drawing, const Entry& entry) {
    const bool in_game = drawing.choices.one_in(16);
    const NodeBytes node = any_node(drawing.choices, entry.kind == "bare");
    const Address at =
        in_game ? drawing.call.address("tableroActual") : drawing.allocate(node_size);
    drawing.call.set_bytes(at, node);
    drawing.call.set_word(pointer_name(entry.symbol), at);
}

void draw_board(Drawing& drawing, const Entry& entry) {
    drawing.call.set_bytes(drawing.call.address(entry.symbol), any_node(drawing.choices, false));
}

void draw_tree(Drawing& drawing, const Entry& entry) {
    Call& call = drawing.call;
    const std::size_t capacity = (drawing.free.size() - 1024) / node_size;
    DrawnTree drawn{any_tree(version_of(call), capacity, drawing.choices)};
    const auto size = static_cast<unsigned>(drawn.tree.bytes());
    drawn.base = drawing.allocate(size);
    call.set_bytes(drawn.base, write_image(drawn.tree, drawn.base));
    call.areas["tree"] = {drawn.base, drawn.base + size};
    call.set_word("baseArbol", drawn.base);
    call.set_word(pointer_name(entry.symbol), drawn.base);
    for (std::size_t i = 0; i < drawn.tree.size(); ++i) {
        drawn.places.push_back(static_cast<Address>(node_address(i, drawn.base)));
    }
    call.drawn = std::move(drawn);
}

bool is_limited(const Block& block) {
    return std::ranges::any_of(block.in, [](const Entry& in) { return in.kind == "limit"; });
}

void draw_room(Drawing& drawing, const Entry& entry) {
    const bool limited = is_limited(*drawing.call.block);
    const Address room = drawing.allocate(node_size);
    drawing.call.set_word(pointer_name(entry.symbol), room);
    drawing.call.areas["tree"] = {room, room + (limited ? 0 : node_size)};
}

void draw_limit(Drawing& drawing, const Entry& entry) {
    Choices& choices = drawing.choices;
    Extent& room = drawing.call.areas["tree"];
    const unsigned most = (drawing.free.end - room.begin) / node_size;
    const std::uint32_t manner = choices.below(8);
    unsigned bytes = drawing.free.end - room.begin;
    if (manner == 0) {
        bytes = choices.below(node_size);  // not even one
    } else if (manner < 4) {
        bytes = node_size * choices.below(std::min(12U, most)) + choices.below(2);
    } else if (manner == 4) {
        bytes = choices.below(bytes);
    }
    room.end = room.begin + bytes;
    drawing.call.set_word(pointer_name(entry.symbol), room.end);
}

// --- declared -------------------------------------------------------------------------------------

using claims::Among;
using claims::Inputs;
using claims::Memory;
using claims::Value;

constexpr unsigned cat_count = 4;

/// A node that In points to, or the game's own board.
struct SomeNode {
    std::array<Byte, cat_count> cats{};
    Byte mouse = 0, turn = 0;
    Address at = 0;
    bool is_game = false;
};

const Among& dark_squares() {
    static const Among dark = [] {
        Among squares;
        for (int i = 0; i < 32; ++i) squares.add(engine::dark_square(i));
        return squares;
    }();
    return dark;
}

/// All positions. The other fields are any bytes, or no children.
void declare_bytes(Inputs& in, unsigned at, const SomeNode& given, const Value& mouse,
                   bool is_bare) {
    claims::Picks pieces = in.pick_ascending(dark_squares(), given.cats);
    pieces.push_back(mouse);
    in.need_different(pieces);
    for (unsigned i = 0; i < Layout::level; ++i) in.put(at + i, marker_byte);
    in.put(at + Layout::turn, in.pick({mouse_cell, cat_cell}, given.turn));
    for (unsigned i = Layout::children; i < Layout::cells && is_bare; ++i) in.put(at + i, 0);
    for (unsigned square = 0; square < 64; ++square)
        in.put(at + unsigned{Layout::cells} + square, 0);
    for (const Value& piece : pieces) {
        const Byte byte = &piece == &pieces.back() ? mouse_cell : cat_cell;
        in.put_at(at + Layout::cells, piece, byte);
    }
}

template <bool IsBare>
void declare_node(Inputs& in, const SomeNode& given) {
    const bool is_game = in.choose(2, given.is_game ? 1 : 0) == 1;
    const claims::Room node =
        is_game ? in.variable("tableroActual", node_size) : in.room(node_size, given.at);
    in.point(in.symbol(), node.to);
    // Proofs take the mouse's squares one by one: the other squares are the cats' alone then. Where
    // nodes are made, the cells matter less.
    const Among& dark = dark_squares();
    const bool is_split = in.proves() && !in.names("libreLo/Hi");
    const Value mouse =
        is_split ? Value(dark.bytes()[in.choose(dark.size(), 0)]) : in.pick(dark, given.mouse);
    declare_bytes(in, node.at, given, mouse, IsBare);
}
void declare_board(Inputs& in, const SomeNode& given) {
    const Value mouse = in.pick(dark_squares(), given.mouse);
    declare_bytes(in, in.address(in.symbol()), given, mouse, false);
}

std::optional<SomeNode> node_in(const Memory& memory, unsigned at) {
    NodeBytes bytes{};
    if (at + node_size > 0x10000) return std::nullopt;
    std::ranges::copy(memory.bytes(at, node_size), bytes.begin());
    const auto position = position_in(bytes);
    if (!position) return std::nullopt;
    return SomeNode{engine::cat_squares(*position), position->mouse, bytes[Layout::turn],
                    static_cast<Address>(at), at == memory.site().address("tableroActual")};
}
std::optional<SomeNode> get_node(const Memory& memory) {
    return node_in(memory, memory.word(memory.symbol()));
}
std::optional<SomeNode> get_board(const Memory& memory) {
    return node_in(memory, memory.site().address(memory.symbol()));
}

/// Memory for one node; with a limit, for as many as a routine makes at most.
void declare_room(Inputs& in, const Address& given) {
    const bool is_limited = in.names("finArbolLo/Hi");
    const unsigned nodes = is_limited && in.proves() ? Layout::most_children + 1 : 1;
    const claims::Room room = in.room(nodes * node_size, given);
    in.point(in.symbol(), room.to);
    in.area("tree", room.to, is_limited ? room.to : room.to.plus(node_size));
}
std::optional<Address> get_word(const Memory& memory) { return memory.word(memory.symbol()); }

/// Anywhere from the room's beginning to the end of free memory.
void declare_limit(Inputs& in, const Address& given) {
    const auto room = [&] {
        const std::string_view pointer = in.names("libreLo/Hi") ? "libreLo/Hi" : "baseArbolLo/Hi";
        return claims::Word(in.at(pointer), in.at(pointer, 1));
    }();
    const unsigned end = in.recognises() ? 0xffff : in.site().free.end;
    const claims::Word limit = in.between(room, static_cast<Address>(end), given);
    in.point(in.symbol(), limit);
    in.area("tree", room, limit);
}

/// A node of which only a value is read; the rest makes it a node.
void declare_leaf(Inputs& in, unsigned at, const Value& value) {
    const NodeBytes board = board_bytes(engine::start_position());
    for (unsigned i = 0; i < node_size; ++i) {
        in.put(at + i, board[i]);
        in.unread(at + i);
    }
    in.put(at + Layout::value, value);
}

/// `baseArbol` is what the word "tree" in Uses means, so it is set even if In does not name it.
void point_to_tree(Inputs& in, const claims::Room& root) {
    in.point(in.symbol(), root.to);
    static_cast<void>(in.variable("baseArbolLo/Hi", 2));
    in.point("baseArbolLo/Hi", root.to);
}

/// For proofs: a root, its children and their values, of which the root has the best. What is below
/// is not read, and neither are the cells.
void declare_small_tree(Inputs& in) {
    constexpr unsigned most_of_mouse = 4;
    const bool is_mouse = in.choose(2, 0) == 1;
    const unsigned count = in.choose((is_mouse ? most_of_mouse : Layout::most_children) + 1, 0);
    const claims::Room root = in.room((1 + Layout::most_children) * node_size, 0);
    point_to_tree(in, root);
    Value best = in.pick(Among::any(), 0);
    declare_leaf(in, root.at, best);
    for (unsigned i = 0; i < Layout::most_children; ++i) {
        const unsigned slot = root.at + unsigned{Layout::children} + 2 * i,
                       apart = (i + 1) * node_size;
        in.put(slot, i < count ? root.to.plus(apart).low : 0);
        in.put(slot + 1, i < count ? root.to.plus(apart).high : 0);
        if (i >= count) continue;
        const Value value = i == 0 ? best : in.pick(Among::any(), 0);
        declare_leaf(in, root.at + apart, value);
        best = choose(is_mouse ? value >= best : value <= best, value, best);
    }
    in.put(root.at + Layout::turn, is_mouse ? mouse_cell : cat_cell);
    in.put(root.at + Layout::value, best);
}

void declare_tree(Inputs& in, const DrawnTree& given) {
    if (in.proves()) return declare_small_tree(in);
    const Tree tree =
        given.tree.size() > 0 ? given.tree : *build_tree({}, 1, 1 + Layout::most_children);
    const auto size = static_cast<unsigned>(tree.bytes());
    if (!in.recognises()) {
        const claims::Room room = in.room(size, given.base);
        point_to_tree(in, room);
        const auto image = write_image(tree, room.to.known());
        for (unsigned i = 0; i < size; ++i) in.put(room.at + i, image[i]);
        return in.area("tree", room.to, room.to.plus(size));
    }
    // The tree below a node of another one: `get` has read it.
    const unsigned end = in.site().free.end;
    in.area("tree", {in.at("baseArbolLo/Hi"), in.at("baseArbolLo/Hi", 1)},
            static_cast<Address>(end));
}

// --- what a running program passes ----------------------------------------------------------------

/// A node in the middle of a move lacks a piece or has it twice.
bool holds_node(Call& call, const Entry& entry) {
    const NodeBytes bytes = node(call, pointer_name(entry.symbol));
    const auto cells = std::span(bytes).subspan(Layout::cells);
    const auto children = std::span(bytes).subspan(Layout::children, 2 * Layout::most_children);
    return std::count(bytes.begin(), bytes.begin() + Layout::level, marker_byte) == 3 &&
           std::ranges::all_of(cells, [](Byte cell) { return cell <= 1 || cell == cat_cell; }) &&
           (entry.kind != "bare" || std::ranges::count(children, 0) == 16);
}

/// The tree below a node, which may itself be in another.
std::optional<DrawnTree> tree_in(std::span<const Byte> ram, Address base, Address root,
                                 unsigned end) {
    DrawnTree found{.tree = {}, .base = root, .places = {root}};
    found.tree.nodes.push_back({});
    for (std::size_t i = 0; i < found.tree.size(); ++i) {
        NodeBytes bytes{};
        if (found.places[i] + node_size > ram.size()) return std::nullopt;
        std::ranges::copy(ram.subspan(found.places[i], node_size), bytes.begin());
        const auto position = position_in(bytes);
        if (!position) return std::nullopt;
        found.tree.nodes[i].position = *position;
        found.tree.nodes[i].value = bytes[Layout::value];
        found.tree.nodes[i].level = bytes[Layout::level];
        found.tree.nodes[i].first_child = static_cast<std::uint32_t>(found.tree.size());
        for (std::size_t at = Layout::children; at < Layout::cells && bytes[at + 1] != 0; at += 2) {
            const Address child = emu::word(bytes[at], bytes[at + 1]);
            // A child lies after its parent, so that no path leads in a circle.
            if (child <= found.places[i] || child + node_size > end) return std::nullopt;
            found.places.push_back(child);
            found.tree.nodes.push_back({.parent = static_cast<std::uint32_t>(i)});
            ++found.tree.nodes[i].child_count;
        }
        if (found.tree.size() > (end - base) / node_size) return std::nullopt;
    }
    return found;
}
std::optional<DrawnTree> get_tree(const Memory& memory) {
    return tree_in(memory.bytes(0U, 0x10000), memory.word("baseArbolLo/Hi"),
                   memory.word(memory.symbol()), memory.site().free.end);
}

// --- for messages -------------------------------------------------------------------------------

std::string node_text(const NodeBytes& node) {
    const auto position = position_in(node);
    std::string text = position ? engine::to_fen(*position) : "no board";
    text +=
        fmt::format(" nivel ${:02x} valor ${:02x} hijos", node[Layout::level], node[Layout::value]);
    for (std::size_t at = Layout::children; at < Layout::cells; at += 2) {
        text += fmt::format(" ${:02x}{:02x}", node[at + 1], node[at]);
    }
    return text;
}

std::string describe_node(const Call& call, const Entry& entry) {
    if (!entry.symbol.ends_with("Lo/Hi"))
        return node_text(node_at(call, call.address(entry.symbol)));
    const Address at = call.word(pointer_name(entry.symbol));
    return fmt::format("${:04x}: {}", at, node_text(node_at(call, at)));
}

std::string name_address(const Call& call, unsigned address) {
    for (const Entry& entry : call.block->in) {
        if (entry.kind != "node" && entry.kind != "bare") continue;
        const std::string name = pointer_name(entry.symbol);
        const unsigned node = call.word(name);
        if (Extent{node, node + node_size}.contains(address)) {
            return fmt::format("{}->{}", name, field_name(address - node));
        }
    }
    const Extent tree = call.area("tree");
    if (!tree.contains(address)) return {};
    const auto at = place_in_image(address - tree.begin);
    return fmt::format("node {} {}", at.node, at.field);
}

template <bool IsBare>
Kind node_kind(std::string_view word) {
    return {.name = word,
            .draw = draw_node,
            .describe = describe_node,
            .holds = holds_node,
            .input = claims::input<SomeNode>({word, declare_node<IsBare>, get_node, true})};
}

std::vector<Kind> kinds() {
    return {node_kind<false>("node"),
            node_kind<true>("bare"),
            {.name = "tree",
             .draw = draw_tree,
             .describe = describe_node,
             .input = claims::input<DrawnTree>({"tree", declare_tree, get_tree, true})},
            {.name = "board",
             .draw = draw_board,
             .describe = describe_node,
             .caller_sets = false,
             .input = claims::input<SomeNode>({"board", declare_board, get_board, true})},
            {.name = "room",
             .draw = draw_room,
             .stage = 1,
             .input = claims::input<Address>({"room", declare_room, get_word, true})},
            {.name = "limit",
             .draw = draw_limit,
             .stage = 2,
             .input = claims::input<Address>({"limit", declare_limit, get_word, true})}};
}

Subject subject(std::string_view name, int version, std::string_view variant_of = {}) {
    const bool frees_ram = version >= 16;
    return {.image = claims::find_program(engine::ryg1_programs(), name),
            .version = version,
            .memory_end = frees_ram ? 0xd000U : 0xa000U,
            .port = static_cast<Byte>(frees_ram ? 0x36 : 0x37),
            .variant_of = variant_of};
}

}  // namespace

NodeBytes as_root(NodeBytes node) {
    node[Layout::level] = 0;
    std::fill(node.begin() + Layout::parent, node.begin() + Layout::cells, Byte{0});
    return node;
}

const Suite& suite() {
    static const Suite suite{
        .folder = "engine/games/ryg1/asm",
        .subjects = {subject("ryg12", 12), subject("ryg13", 13), subject("ryg14", 14),
                     subject("ryg15", 15), subject("ryg16", 16),
                     subject("ryg16_desempate", 16, "ryg16")},
        .kinds = kinds(),
        .areas = {"tree"},
        .fields = {{"nivel", Layout::level, Layout::turn},
                   {"turno", Layout::turn, Layout::value},
                   {"valor", Layout::value, Layout::parent},
                   {"padre", Layout::parent, Layout::children},
                   {"hijos", Layout::children, Layout::cells},
                   {"matriz", Layout::cells, Layout::size},
                   {"*", 0, Layout::size}},
        .references = joined({ryg_board_references(), ryg_move_references(), ryg_tree_references(),
                              ryg_dialogue_references()}),
        .name_address = name_address,
    };
    return suite;
}

}  // namespace ryg::engine::ryg1
