// The debugger's commands and views for the tree of a search.
#include "engine/claims/tree_commands.hpp"

#include <fmt/format.h>

namespace ryg::claims {
namespace {

using c64::Machine;
using c64::debug::AccessKind;
using c64::debug::Arguments;
using c64::debug::BadCommand;
using c64::debug::Checkpoint;
using c64::debug::Commands;
using c64::debug::Reply;
using c64::debug::Variable;
using c64::debug::WatchedAccess;

class TreeCommands {
  public:
    TreeCommands(Commands& commands, const TreeReader& reader)
        : commands_(commands), reader_(reader) {}

    Reply tree(Arguments& arguments);
    Reply node(Arguments& arguments);
    Reply break_node(Arguments& arguments) { return set(arguments, true); }
    Reply trace_node(Arguments& arguments) { return set(arguments, false); }
    [[nodiscard]] std::vector<Variable> variables(const Machine& machine,
                                                  std::optional<Address> address) const;

  private:
    Reply set(Arguments& arguments, bool stops);
    [[nodiscard]] Tree now() const { return reader_.read(commands_.debugger.machine()); }
    /// The best line of a finished search; before, nodes do not have their children's values yet.
    [[nodiscard]] std::vector<std::size_t> best(const Tree& tree) const {
        const c64::debug::Debugger& debugger = commands_.debugger;
        return debugger.has_returned() ? reader_.best(debugger.machine(), tree)
                                       : std::vector<std::size_t>();
    }
    [[nodiscard]] TreeInMemory::Place place(const Machine& machine) const {
        return reader_.memory->place(machine.ram(), *reader_.labels);
    }
    [[nodiscard]] std::string take_moves(Arguments& arguments) const;

    /// A checkpoint on nodes that are complete; `wanted` chooses among the newest ones.
    template <class Wanted>
    [[nodiscard]] Checkpoint on_creation(std::string about, Wanted wanted) const;
    /// A checkpoint on the setting of values: of one node, or of all.
    [[nodiscard]] Checkpoint on_value(std::optional<std::uint64_t> index) const;
    [[nodiscard]] Variable variable(const Machine& machine, const TreeNode& node,
                                    const std::vector<std::size_t>& best) const;

    Commands& commands_;
    TreeReader reader_;
};

Reply TreeCommands::tree(Arguments& arguments) {
    std::string_view form;
    for (const std::string_view known : {"--dot", "--svg"}) {
        if (arguments.take_if(known)) form = known;
    }
    const unsigned usual = reader_.memory != nullptr ? 255 : 2;
    const std::uint64_t deepest = arguments.empty() || arguments.peek().find_first_not_of(
                                                           "0123456789") != std::string_view::npos
                                      ? usual
                                      : arguments.count("the depth");
    const auto levels = static_cast<unsigned>(std::min<std::uint64_t>(deepest, 255));
    const std::string path = arguments.empty() ? "" : arguments.quoted("the file");
    arguments.end();
    if (!path.empty() && form.empty())
        throw BadCommand("choose a file format: --dot FILE or --svg FILE");
    const Tree tree = now();
    std::string text = form == "--dot"   ? tree_dot(tree, levels)
                       : form == "--svg" ? tree_svg(tree, levels, best(tree))
                                         : tree_text(tree, levels);
    const std::string count = fmt::format("{} nodes", tree.size());
    if (form.empty() && reader_.memory == nullptr) text += count + '\n';
    if (path.empty()) return {text};
    commands_.write(path, text);
    return {fmt::format("{}: {}\n", count, path)};
}

Reply TreeCommands::node(Arguments& arguments) {
    const Tree tree = now();
    if (tree.empty()) throw BadCommand("there is no tree yet");
    const auto index = static_cast<std::size_t>(arguments.count("the node", tree.size() - 1));
    arguments.end();
    if (index >= tree.size()) {
        throw BadCommand(fmt::format("there are nodes 0 to {}", tree.size() - 1));
    }
    const TreeNode& node = tree[index];
    const std::string path = path_of(tree, node);
    if (node.address) {
        const NodeText text =
            reader_.memory->describe(commands_.debugger.machine().ram(), *node.address);
        return {fmt::format("node {} at ${:04x}: {}\n{}", index, *node.address, path, text.lines)};
    }
    std::string text = fmt::format("node {}: {}\n    level {}  value {}\n", index, path, node.level,
                                   node.value ? std::to_string(*node.value) : "?");
    if (!node.children.empty()) text += "    children";
    for (const std::size_t child : node.children) text += fmt::format(" {}", child);
    return {node.children.empty() ? text : text + '\n'};
}

// --- checkpoints on nodes -------------------------------------------------------------------------

template <class Wanted>
Checkpoint TreeCommands::on_creation(std::string about, Wanted wanted) const {
    Checkpoint checkpoint;
    checkpoint.first = checkpoint.last = reader_.labels->at(reader_.memory->made);
    checkpoint.about = std::move(about);
    checkpoint.also = [reader = reader_, wanted](const Machine& machine, const auto&) {
        const Tree then = reader.read(machine);
        return !then.empty() && wanted(then, then.back());
    };
    checkpoint.tell = [reader = reader_](const Machine& machine, const auto&) {
        const Tree then = reader.read(machine);
        const TreeNode& made = then.back();
        return fmt::format("node {} at ${:04x}, {}", made.index, *made.address,
                           path_of(then, made));
    };
    return checkpoint;
}

Checkpoint TreeCommands::on_value(std::optional<std::uint64_t> index) const {
    const std::size_t size = reader_.memory->node_size, value = reader_.memory->value.offset;
    const TreeInMemory::Place room = place(*reader_.start);
    const Address base = room.first;
    Checkpoint checkpoint;
    checkpoint.kinds = AccessKind::store;
    if (index) {
        const std::uint64_t at = base + *index * size + value;
        if (*index > 0xFFFF || at >= room.end) {
            throw BadCommand(fmt::format("node {} is beyond the tree's memory", *index));
        }
        checkpoint.first = checkpoint.last = static_cast<Address>(at);
        checkpoint.about = fmt::format("value of node {}", *index);
    } else {
        checkpoint.first = base;
        checkpoint.last = static_cast<Address>(room.end - 1);
        checkpoint.about = "value of any node";
    }
    // A new node gets a copy of its parent's value before it belongs to the tree: ignore that.
    checkpoint.also = [this, base, size, value](const Machine& machine,
                                                const std::optional<WatchedAccess>& access) {
        return access && (access->address - base) % size == value &&
               access->address < place(machine).free;
    };
    checkpoint.tell = [this, base, size](const Machine& machine,
                                         const std::optional<WatchedAccess>& access) {
        const Tree then = reader_.read(machine);
        const std::size_t its_index = (access->address - base) / size;
        return fmt::format("node {}, {}", its_index,
                           its_index < then.size() ? path_of(then, then[its_index]) : "?");
    };
    return checkpoint;
}

/// Takes moves; commas within parentheses do not separate arguments: (7,3)(6,4).
std::string TreeCommands::take_moves(Arguments& arguments) const {
    std::string path;
    while (!arguments.empty()) {
        std::string move(arguments.take("a move"));
        while (std::ranges::count(move, '(') > std::ranges::count(move, ')')) {
            move += ',' + std::string(arguments.take("a move"));
        }
        const auto geometry = geometry_of(*reader_.values);
        path += (path.empty() ? "" : " ") + to_string(engine::parse_move(move, geometry), geometry);
    }
    if (path.empty()) throw BadCommand("the moves are missing: d1e2 a8b7");
    return path;
}

Reply TreeCommands::set(Arguments& arguments, bool stops) {
    Checkpoint checkpoint;
    if (arguments.empty()) {
        checkpoint = on_creation("any node", [](const Tree&, const TreeNode&) { return true; });
    } else if (arguments.take_if("value")) {
        checkpoint =
            on_value(arguments.empty() ? std::nullopt : std::optional(arguments.count("the node")));
    } else if (arguments.take_if("level")) {
        const std::uint64_t level = arguments.count("the level");
        checkpoint =
            on_creation(fmt::format("node at level {}", level),
                        [level](const Tree&, const TreeNode& node) { return node.level == level; });
    } else if (arguments.take_if("moves")) {
        const std::string path = take_moves(arguments);
        checkpoint = on_creation(
            fmt::format("node after {}", path),
            [path](const Tree& tree, const TreeNode& node) { return path_of(tree, node) == path; });
    } else {
        const std::uint64_t index = arguments.count("the node");
        if (index == 0) {
            throw BadCommand(
                fmt::format("node 0, the root, is not a move: break at .{}", reader_.memory->root));
        }
        checkpoint =
            on_creation(fmt::format("node {}", index),
                        [index](const Tree&, const TreeNode& node) { return node.index == index; });
    }
    arguments.end();
    checkpoint.stops = stops;
    const unsigned number = commands_.debugger.checkpoints.add(std::move(checkpoint));
    return {commands_.describe(*commands_.debugger.checkpoints.find(number)) + '\n'};
}

// --- the tree as variables, read anew each time ---------------------------------------------------

Variable TreeCommands::variable(const Machine& machine, const TreeNode& node,
                                const std::vector<std::size_t>& best) const {
    return {.name = node.index == 0 ? "-" : node.move,
            .value = reader_.memory->describe(machine.ram(), *node.address).summary,
            .address = node.address,
            .size = static_cast<unsigned>(reader_.memory->node_size),
            .children = node.address,
            .is_best = node.index != 0 && std::ranges::count(best, node.index) != 0};
}

/// The root, or the fields and the children of a node.
std::vector<Variable> TreeCommands::variables(const Machine& machine,
                                              std::optional<Address> address) const {
    const Tree tree = reader_.read(machine);
    const auto line = best(tree);
    if (!address) {
        if (tree.empty()) return {};
        return {variable(machine, tree.front(), line)};
    }
    const auto node = std::ranges::find(tree, address, &TreeNode::address);
    if (node == tree.end()) {
        throw std::invalid_argument(fmt::format("there is no node at {:#06x}", *address));
    }
    auto all = reader_.memory->describe(machine.ram(), *address).fields;
    for (const std::size_t child : node->children) {
        all.push_back(variable(machine, tree[child], line));
    }
    return all;
}

}  // namespace

void add_tree_commands(Commands& commands, const TreeReader& reader) {
    const auto tree = std::make_shared<TreeCommands>(commands, reader);
    const auto add = [&](std::vector<std::string_view> names, std::string_view usage,
                         std::string_view about, Reply (TreeCommands::*run)(Arguments&),
                         std::string_view example) {
        commands.add(
            {std::move(names), usage, about, "game tree",
             [tree, run](Commands&, Arguments& arguments) { return (*tree.*run)(arguments); },
             example});
    };
    const bool in_memory = reader.memory != nullptr;
    add({"tree"}, "[--dot|--svg] [depth] [file]",
        in_memory ? "show the tree as it is now, down to a depth"
                  : "show the tree of the search so far, down to a depth (default: 2)",
        &TreeCommands::tree, "tree --svg 2 tree.svg");
    add({"node"}, "[number]",
        in_memory ? "show a node's fields, path and board; alone: the newest"
                  : "show a node's path, value and children; alone: the newest",
        &TreeCommands::node, "node");
    if (!in_memory) return;
    constexpr std::string_view which = "[number|level n|moves m..|value [n]]";
    add({"break-node", "bn"}, which, "stop when a node is complete, or gets its value",
        &TreeCommands::break_node, "break-node level 2");
    add({"trace-node", "tn"}, which, "report when a node is complete, or gets its value",
        &TreeCommands::trace_node, "trace-node value");
    commands.views.push_back({"Tree", [tree](const Machine& machine, std::optional<Address> node) {
                                  return tree->variables(machine, node);
                              }});
}

void add_board_view(Commands& commands, const TreeInMemory& tree) {
    const auto node = tree.board.empty() ? std::nullopt : commands.symbols.labels.find(tree.board);
    if (!node) return;
    commands.views.push_back({"Board", [&tree, at = *node](const Machine& machine, auto) {
                                  return tree.ranks(machine.ram(), at);
                              }});
}

void add_path(Commands& commands,
              std::vector<Variable> (*path)(const Machine&, const c64::Labels&)) {
    const c64::Labels& labels = commands.symbols.labels;
    commands.views.push_back(
        {"Path", [path, &labels](const Machine& machine, auto) { return path(machine, labels); }});
    commands.add({{"path"},
                  "",
                  "show the moves from the root to the current node, and the bounds of each",
                  "game tree",
                  [path](Commands& all, Arguments& arguments) {
                      arguments.end();
                      Reply reply;
                      const Machine& machine = all.debugger.machine();
                      for (const Variable& ply : path(machine, all.symbols.labels)) {
                          reply.text += fmt::format("{:<12} {}\n", ply.name, ply.value);
                      }
                      if (reply.text.empty()) reply.text = "no search is running\n";
                      return reply;
                  },
                  "path"});
}

void add_first_difference(Commands& commands, std::string_view what,
                          std::function<FirstDifference(Commands&)> find) {
    const auto run = [what, find = std::move(find)](Commands& all, Arguments& arguments) {
        arguments.end();
        const FirstDifference found = find(all);
        std::string text;
        if (const auto& difference = found.difference) {
            text = fmt::format("the {} differ\n  path    {}\n  field   {}", what, difference->place,
                               difference->field);
            if (difference->address) text += fmt::format(" at ${:04x}", *difference->address);
            text += fmt::format("\n  native  {}\n  6502    {}\n", difference->native,
                                difference->assembly);
        } else if (found.stop.reason == c64::debug::Reason::done) {
            text = fmt::format("the search has ended, and the {} agree\n", what);
        }
        Reply where = all.stopped(found.stop);
        where.text.insert(0, text);
        return where;
    };
    commands.add({{"first-diff"},
                  "",
                  what == "trees"
                      ? "run from the beginning to the first difference from the native tree"
                      : "run from the beginning to the first byte that differs from the twin's",
                  "game tree",
                  run,
                  "first-diff"});
}

}  // namespace ryg::claims
