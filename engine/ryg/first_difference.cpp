// Runs a search in a debugger up to the moment at which its tree first differs from the native one.
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/ryg/tree_view.hpp"
#include "engine/ryg/watched_search.hpp"

namespace ryg::engine::first {
namespace {

/// Whether a byte of a node is there when the node has been made: children and value come later.
bool is_early(std::size_t offset) {
    return offset != NodeLayout::value &&
           (offset < NodeLayout::children || offset >= NodeLayout::cells);
}

/// A node of the native tree as the 6502 should have made it, children and value left out.
NodeBytes early_bytes(const Tree& tree, std::size_t index, Address base) {
    const Node& node = tree[index];
    NodeBytes bytes = board_bytes(node.position, node.level);
    const auto parent = static_cast<Address>(node_address(node.parent, base));
    bytes[NodeLayout::parent] = emu::low(parent);
    bytes[NodeLayout::parent + 1] = emu::high(parent);
    return bytes;
}

class Finder {
  public:
    Finder(c64::debug::Debugger& debugger, WatchedSearch& search)
        : debugger_(debugger), search_(search) {}

    FirstDifference find(Cycle limit) {
        debugger_.go_to_step(0);
        const Address made = search_.symbols.labels.at("pensando");
        FirstDifference found;
        const auto over = [&](const c64::debug::Executed& executed) {
            if (executed.after.pc == made) look_at_newest(found);
            return found.difference.has_value() || executed.after.pc == search_.done;
        };
        // Everybody else's breakpoints are put aside until this ends, however it does.
        auto kept = std::exchange(debugger_.checkpoints, {});
        const std::shared_ptr<void> back(nullptr,
                                         [&](void*) { debugger_.checkpoints = std::move(kept); });
        found.stop = debugger_.run_until(over, limit);
        if (found.stop.reason == c64::debug::Reason::done && !found.difference) look_at_all(found);
        return found;
    }

  private:
    /// The tree as it should become: with its memory full the program begins again one level
    /// shallower.
    const Tree& native_tree() {
        constexpr std::size_t most_nodes = 1'000'000;  // depth 5 has 8 * 4 * 8 * 4 * 8 at most
        const int depth = debugger_.machine().ram()[search_.symbols.labels.at("dajProfReal")];
        const auto known = trees_.find(depth);
        if (known != trees_.end()) return known->second;
        return trees_.emplace(depth, build_tree(search_.position, depth, most_nodes).value())
            .first->second;
    }

    /// The program is about to print its dot: the newest node is complete.
    void look_at_newest(FirstDifference& found) {
        const Address base = search_.options.tree_base;
        const TreeView view(debugger_.machine(), search_.symbols.labels, base);
        if (view.nodes().empty()) return;
        const NodeView& node = view.nodes().back();
        const auto report = [&](std::string field, std::string native, std::string assembly,
                                std::size_t offset) {
            found.node = node.index;
            found.difference = difference_at(search_.position, search_.options, std::move(field),
                                             std::move(native), std::move(assembly));
            found.difference->place = view.path_of(node);
            found.difference->address = static_cast<Address>(node.address + offset);
        };
        const Tree& tree = native_tree();
        if (node.index >= tree.size()) {
            return report("nodes", fmt::format("{}", tree.size()),
                          fmt::format("{} or more", node.index + 1), 0);
        }
        const NodeBytes expected = early_bytes(tree, node.index, base);
        for (std::size_t offset = 0; offset < NodeLayout::size; ++offset) {
            if (!is_early(offset) || node.bytes[offset] == expected[offset]) continue;
            return report(field_name(offset), fmt::format("${:02x}", expected[offset]),
                          fmt::format("${:02x}", node.bytes[offset]), offset);
        }
    }

    /// The search has ended: what was not early is compared, and who made the difference stored it.
    void look_at_all(FirstDifference& found) {
        search_.engine.machine() = debugger_.machine();
        found.difference = compare(search_.engine, search_.position, search_.options,
                                   engine::search(search_.position, search_.options),
                                   search_.engine.read_search(search_.options));
        if (!found.difference || !found.difference->address) return;
        const Address address = *found.difference->address;
        found.node = (address - search_.options.tree_base) / NodeLayout::size;
        if (const auto store = debugger_.who_wrote(address)) {
            found.stop = debugger_.go_to_step(store->steps + 1);
        }
    }

    c64::debug::Debugger& debugger_;
    WatchedSearch& search_;
    std::map<int, Tree> trees_;  // by depth
};

}  // namespace

FirstDifference find_first_difference(c64::debug::Debugger& debugger, WatchedSearch& search,
                                      Cycle limit) {
    return Finder(debugger, search).find(limit);
}

}  // namespace ryg::engine::first
