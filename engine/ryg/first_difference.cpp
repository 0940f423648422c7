// Runs a search in a debugger up to the moment at which its tree first differs from the native one.
#include "engine/ryg/first_difference.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/common/notation.hpp"
#include "engine/ryg/tree_view.hpp"

namespace ryg::engine::first {

using engine::NodeLayout;

namespace {

/// The trees as they should become, one for each depth: with its memory full the program begins
/// again one level shallower.
class NativeTrees {
  public:
    explicit NativeTrees(const WatchedSearch& search) : search_(search) {}

    const engine::Tree& of_depth(int depth) {
        const auto known = trees_.find(depth);
        if (known != trees_.end()) return known->second;
        auto tree = engine::build_tree(search_.position, depth, most_nodes);
        return trees_.emplace(depth, std::move(tree).value()).first->second;
    }

  private:
    static constexpr std::size_t most_nodes = 1'000'000;  // depth 5 has 8 * 4 * 8 * 4 * 8 at most

    const WatchedSearch& search_;
    std::map<int, engine::Tree> trees_;
};

/// Whether a byte of a node is there when the node has been made: children and value come later.
bool is_early(std::size_t offset) {
    return offset != NodeLayout::value &&
           (offset < NodeLayout::children || offset >= NodeLayout::cells);
}

/// A node of the native tree as the 6502 should have made it, children and value left out.
engine::NodeBytes early_bytes(const engine::Tree& tree, std::size_t index, Address base) {
    const engine::Node& node = tree[index];
    engine::NodeBytes bytes = engine::board_bytes(node.position, node.level);
    const auto parent = static_cast<Address>(engine::node_address(node.parent, base));
    bytes[NodeLayout::parent] = emu::low(parent);
    bytes[NodeLayout::parent + 1] = emu::high(parent);
    return bytes;
}

/// While it lives, everybody else's breakpoints are put aside.
class CheckpointsAside {
  public:
    explicit CheckpointsAside(c64::debug::Debugger& debugger)
        : debugger_(debugger), kept_(std::exchange(debugger.checkpoints, {})) {}
    CheckpointsAside(const CheckpointsAside&) = delete;
    CheckpointsAside& operator=(const CheckpointsAside&) = delete;
    ~CheckpointsAside() { debugger_.checkpoints = std::move(kept_); }

  private:
    c64::debug::Debugger& debugger_;
    c64::debug::Checkpoints kept_;
};

class Finder {
  public:
    Finder(c64::debug::Debugger& debugger, WatchedSearch& search)
        : debugger_(debugger), search_(search), trees_(search) {}

    FirstDifference find(Cycle limit) {
        debugger_.go_to_step(0);
        const Address made = search_.symbols.labels.at("pensando");
        FirstDifference found;
        const auto over = [&](const c64::debug::Executed& executed) {
            if (executed.after.pc == made) look_at_newest(found);
            return found.difference.has_value() || executed.after.pc == search_.done;
        };
        const CheckpointsAside aside(debugger_);
        found.stop = debugger_.run_until(over, limit);
        if (found.stop.reason == c64::debug::Reason::done && !found.difference) look_at_all(found);
        return found;
    }

  private:
    [[nodiscard]] Byte byte_at(std::string_view label) const {
        return debugger_.machine().ram()[search_.symbols.labels.at(label)];
    }

    Difference report(std::string path, std::string field, std::string native,
                      std::string assembly) const {
        Difference found =
            difference_at(search_.position, search_.options.version, search_.options.depth);
        found.place = std::move(path);
        found.field = std::move(field);
        found.native = std::move(native);
        found.assembly = std::move(assembly);
        return found;
    }

    /// The program is about to print its dot: the newest node is complete.
    void look_at_newest(FirstDifference& found) {
        const TreeView view(debugger_.machine(), search_.symbols.labels, search_.options.tree_base);
        if (view.nodes().empty()) return;
        const NodeView& node = view.nodes().back();
        const engine::Tree& tree = trees_.of_depth(byte_at("dajProfReal"));
        if (node.index >= tree.size()) {
            found.node = node.index;
            found.difference = report(view.path_of(node), "nodes", fmt::format("{}", tree.size()),
                                      fmt::format("{} or more", node.index + 1));
            found.difference->address = node.address;
            return;
        }
        const engine::NodeBytes expected = early_bytes(tree, node.index, search_.options.tree_base);
        for (std::size_t offset = 0; offset < NodeLayout::size; ++offset) {
            if (!is_early(offset) || node.bytes[offset] == expected[offset]) continue;
            found.node = node.index;
            found.difference = report(view.path_of(node), engine::field_name(offset),
                                      fmt::format("${:02x}", expected[offset]),
                                      fmt::format("${:02x}", node.bytes[offset]));
            found.difference->address = static_cast<Address>(node.address + offset);
            return;
        }
    }

    /// The search has ended: what was not early is compared, and who made the difference stored it.
    void look_at_all(FirstDifference& found) {
        search_.engine.machine() = debugger_.machine();
        const engine::SearchResult native = engine::search(search_.position, search_.options);
        found.difference = compare(search_.position, search_.options, native,
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
    NativeTrees trees_;
};

}  // namespace

FirstDifference find_first_difference(c64::debug::Debugger& debugger, WatchedSearch& search,
                                      Cycle limit) {
    return Finder(debugger, search).find(limit);
}

}  // namespace ryg::engine::first
