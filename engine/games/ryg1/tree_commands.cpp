// The debugger's commands and views that know the game tree.
#include "engine/games/ryg1/tree_commands.hpp"

#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "engine/harness/first_difference.hpp"

namespace ryg::engine::ryg1 {

using c64::Machine;
using c64::debug::Access;
using c64::debug::Arguments;
using c64::debug::BadCommand;
using c64::debug::Checkpoint;
using c64::debug::Commands;
using c64::debug::Kind;
using c64::debug::Reply;
using c64::debug::Variable;

namespace {

class TreeCommands {
  public:
    TreeCommands(Commands& commands, WatchedSearch& search, Geometry geometry)
        : commands_(commands), search_(search), geometry_(geometry) {}

    Reply tree(Arguments& arguments);
    Reply node(Arguments& arguments);
    Reply break_node(Arguments& arguments) { return set(arguments, true); }
    Reply trace_node(Arguments& arguments) { return set(arguments, false); }
    Reply first_difference(Arguments& arguments);

  private:
    Reply set(Arguments& arguments, bool stops);
    [[nodiscard]] TreeView view(const Machine& machine) const {
        return {machine, search_.symbols.labels, geometry_};
    }
    [[nodiscard]] TreeView view() const { return view(commands_.debugger.machine()); }

    /// A checkpoint on nodes that are complete; `wanted` chooses among the newest ones.
    template <class Wanted>
    [[nodiscard]] Checkpoint on_creation(std::string about, Wanted wanted) const;
    /// A checkpoint on values that are set: of a node, or of all.
    [[nodiscard]] Checkpoint on_value(std::optional<std::uint64_t> index) const;

    Commands& commands_;
    WatchedSearch& search_;
    Geometry geometry_;
};

Reply TreeCommands::tree(Arguments& arguments) {
    const TreeView now = view();
    std::string_view form;
    for (const std::string_view known : {"--dot", "--svg"}) {
        if (arguments.take_if(known)) form = known;
    }
    const std::uint64_t deepest = arguments.empty() || arguments.peek().find_first_not_of(
                                                           "0123456789") != std::string_view::npos
                                      ? 255
                                      : arguments.count("the depth");
    const auto levels = static_cast<unsigned>(std::min<std::uint64_t>(deepest, 255));
    const std::string path = arguments.empty() ? "" : arguments.quoted("the file");
    arguments.end();
    const std::string text = form == "--dot"   ? now.dot(levels)
                             : form == "--svg" ? now.svg(levels)
                                               : now.text(levels);
    if (path.empty()) return {text};
    if (form.empty()) throw BadCommand("a file is written with --dot or --svg");
    commands_.write(path, text);
    return {fmt::format("{} nodes: {}\n", now.nodes().size(), path)};
}

Reply TreeCommands::node(Arguments& arguments) {
    const TreeView now = view();
    if (now.nodes().empty()) throw BadCommand("there is no tree yet");
    const std::uint64_t index = arguments.count("the node", now.nodes().size() - 1);
    arguments.end();
    if (index >= now.nodes().size()) {
        throw BadCommand(fmt::format("there are nodes 0 to {}", now.nodes().size() - 1));
    }
    return {now.describe(now.nodes()[index])};
}

template <class Wanted>
Checkpoint TreeCommands::on_creation(std::string about, Wanted wanted) const {
    Checkpoint checkpoint;
    checkpoint.first = checkpoint.last = search_.symbols.labels.at("pensando");
    checkpoint.about = std::move(about);
    checkpoint.also = [this, wanted](const Machine& machine, const auto&) {
        const TreeView then = view(machine);
        return !then.nodes().empty() && wanted(then, then.nodes().back());
    };
    checkpoint.tell = [this](const Machine& machine, const auto&) {
        const TreeView then = view(machine);
        const NodeView& made = then.nodes().back();
        return fmt::format("node {} at ${:04x}, {}", made.index, made.address, then.path_of(made));
    };
    return checkpoint;
}

Checkpoint TreeCommands::on_value(std::optional<std::uint64_t> index) const {
    const auto& host = search_.searcher.host;
    const SearchOptions options = options_of(host, search_.root, search_.searcher.setting);
    const unsigned base = options.tree_base, end = tree_end_of(options);
    Checkpoint checkpoint;
    checkpoint.kinds = Kind::store;
    if (index) {
        const std::uint64_t at = base + *index * NodeLayout::size + NodeLayout::value;
        if (*index > 0xFFFF || at >= end) {
            throw BadCommand(fmt::format("node {} lies after the tree's memory", *index));
        }
        checkpoint.first = checkpoint.last = static_cast<Address>(at);
        checkpoint.about = fmt::format("value of node {}", *index);
    } else {
        checkpoint.first = static_cast<Address>(base);
        checkpoint.last = static_cast<Address>(end - 1);
        checkpoint.about = "value of any node";
    }
    // A new node gets its father's value before it belongs to the tree: that is not its own.
    checkpoint.also = [this, base](const Machine& machine, const std::optional<Access>& access) {
        const auto& labels = search_.symbols.labels;
        const unsigned free =
            emu::word(machine.ram()[labels.at("libreLo")], machine.ram()[labels.at("libreHi")]);
        return access && access->address < free &&
               (access->address - base) % NodeLayout::size == NodeLayout::value;
    };
    checkpoint.tell = [this, base](const Machine& machine, const std::optional<Access>& access) {
        const TreeView then = view(machine);
        const std::size_t its_index = (access->address - base) / NodeLayout::size;
        const std::string path =
            its_index < then.nodes().size() ? then.path_of(then.nodes()[its_index]) : "?";
        return fmt::format("node {}, {}", its_index, path);
    };
    return checkpoint;
}

Reply TreeCommands::set(Arguments& arguments, bool stops) {
    Checkpoint checkpoint;
    if (arguments.empty()) {
        checkpoint = on_creation("any node", [](const TreeView&, const NodeView&) { return true; });
    } else if (arguments.take_if("value")) {
        checkpoint =
            on_value(arguments.empty() ? std::nullopt : std::optional(arguments.count("the node")));
    } else if (arguments.take_if("level")) {
        const std::uint64_t level = arguments.count("the level");
        checkpoint = on_creation(
            fmt::format("node at level {}", level),
            [level](const TreeView&, const NodeView& node) { return node.level() == level; });
    } else if (arguments.take_if("moves")) {
        std::string path;
        while (!arguments.empty()) {
            std::string move(arguments.take("a move"));
            if (geometry_ == Geometry::rows) {  // commas divide arguments
                for (int comma = 0; comma < 2; ++comma) {
                    move += ',' + std::string(arguments.take("a move"));
                }
            }
            move = to_string(parse_move(move, geometry_), geometry_);
            path += (path.empty() ? "" : " ") + move;
        }
        if (path.empty()) throw BadCommand("the moves are missing: d1e2 a8b7");
        checkpoint = on_creation(fmt::format("node after {}", path),
                                 [path](const TreeView& tree, const NodeView& node) {
                                     return tree.path_of(node) == path;
                                 });
    } else {
        const std::uint64_t index = arguments.count("the node");
        if (index == 0) throw BadCommand("node 0, the root, is no move: break at .plantaRaiz");
        checkpoint = on_creation(
            fmt::format("node {}", index),
            [index](const TreeView&, const NodeView& node) { return node.index == index; });
    }
    arguments.end();
    checkpoint.stops = stops;
    const unsigned number = commands_.debugger.checkpoints.add(std::move(checkpoint));
    return {commands_.describe(*commands_.debugger.checkpoints.find(number)) + '\n'};
}

Reply TreeCommands::first_difference(Arguments& arguments) {
    arguments.end();
    const auto found = harness::find_first_difference(commands_.debugger, search_.searcher,
                                                      search_.root, search_.done, commands_.limit);
    Reply reply;
    if (const auto& difference = found.difference) {
        reply.text = fmt::format("the trees differ\n  path    {}\n  field   {}", difference->place,
                                 difference->field);
        if (difference->address) reply.text += fmt::format(" at ${:04x}", *difference->address);
        reply.text +=
            fmt::format("\n  native  {}\n  6502    {}\n", difference->native, difference->assembly);
    } else if (found.stop.reason == c64::debug::Reason::done) {
        reply.text = "the search has ended, and the trees agree\n";
    }
    Reply where = commands_.stopped(found.stop);
    where.text.insert(0, reply.text);
    return where;
}

// --- the board and the tree as variables, read anew each time --------------------------------------

char piece(Byte cell) {
    if (cell == mouse_cell) return 'M';
    if (cell == cat_cell) return 'c';
    return cell == empty_cell ? '.' : '?';
}

std::vector<Variable> rows_of_board(const Machine& machine, Address begin) {
    constexpr std::size_t side = 8;
    std::vector<Variable> rows;
    for (std::size_t row = 0; row < side; ++row) {
        const auto address = static_cast<Address>(begin + row * side);
        std::string text;
        for (unsigned column = 0; column < side; ++column) {
            if (column > 0) text += ' ';
            text += piece(machine.peek(static_cast<Address>(address + column)));
        }
        rows.push_back({.name = fmt::format("{}", row),
                        .value = std::move(text),
                        .address = address,
                        .size = side});
    }
    return rows;
}

Variable node_variable(const TreeView& tree, const NodeView& node) {
    return {.name = node.index == 0 ? "-" : tree.move_of(node),
            .value = fmt::format("{} valor ${:02x}, {} hijos", node.turn(), node.value(),
                                 node.children().size()),
            .address = node.address,
            .size = NodeLayout::size,
            .children = node.address};
}

/// The root, or the fields and the children of a node.
std::vector<Variable> node_variables(const Machine& machine, const TreeView& tree,
                                     std::optional<Address> address) {
    if (!address) {
        if (tree.nodes().empty()) return {};
        return {node_variable(tree, tree.nodes().front())};
    }
    const NodeView* const node = tree.at(*address);
    if (node == nullptr) {
        throw std::invalid_argument(fmt::format("there is no node at {:#06x}", *address));
    }
    const auto field = [&](const char* name, std::size_t offset, std::string value,
                           unsigned size = 1) {
        return Variable{.name = name,
                        .value = std::move(value),
                        .address = static_cast<Address>(node->address + offset),
                        .size = size};
    };
    std::vector<Variable> all{
        field("nivel", NodeLayout::level, fmt::format("${:02x}", node->level())),
        field("turno", NodeLayout::turn, node->turn()),
        field("valor", NodeLayout::value, fmt::format("${:02x}", node->value())),
        field("padre", NodeLayout::parent, fmt::format("${:04x}", node->parent()), 2)};
    for (Variable& row :
         rows_of_board(machine, static_cast<Address>(node->address + NodeLayout::cells))) {
        row.name = "row " + row.name;
        all.push_back(std::move(row));
    }
    for (const Address child : node->children()) {
        const NodeView* const found = tree.at(child);
        if (found != nullptr) all.push_back(node_variable(tree, *found));
    }
    return all;
}

}  // namespace

void add_tree_commands(Commands& commands, WatchedSearch& search, Geometry geometry) {
    const auto tree = std::make_shared<TreeCommands>(commands, search, geometry);
    const auto add = [&](std::vector<std::string_view> names, std::string_view usage,
                         std::string_view about, Reply (TreeCommands::*run)(Arguments&)) {
        commands.add(
            {std::move(names), usage, about, "game tree",
             [tree, run](Commands&, Arguments& arguments) { return (*tree.*run)(arguments); }});
    };
    constexpr std::string_view which = "[number|level n|moves m..|value [n]]";
    add({"tree"}, "[--dot|--svg] [depth] [file]", "the tree as it is now, down to a depth",
        &TreeCommands::tree);
    add({"node"}, "[number]", "a node by field, its path and its board; alone: the newest",
        &TreeCommands::node);
    add({"break-node", "bn"}, which, "stops when a node is complete, or gets its value",
        &TreeCommands::break_node);
    add({"trace-node", "tn"}, which, "tells when a node is complete, or gets its value",
        &TreeCommands::trace_node);
    add({"first-diff"}, "", "from the beginning to where the tree leaves the native one",
        &TreeCommands::first_difference);
}

void add_board_view(Commands& commands) {
    const auto board = commands.symbols.labels.find("tableroActual");
    if (!board) return;
    const auto begin = static_cast<Address>(*board + NodeLayout::cells);
    commands.views.push_back({"Board", [begin](const Machine& machine, std::optional<Address>) {
                                  return rows_of_board(machine, begin);
                              }});
}

void add_tree_view(Commands& commands, const WatchedSearch& search) {
    commands.views.push_back(
        {"Tree", [&search](const Machine& machine, std::optional<Address> node) {
             return node_variables(machine, {machine, search.symbols.labels}, node);
         }});
}

}  // namespace ryg::engine::ryg1
