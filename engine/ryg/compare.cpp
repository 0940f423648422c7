// The comparison, and the second run that finds who wrote the wrong byte.
#include "engine/ryg/compare.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/common/notation.hpp"

namespace ryg::engine::first {
namespace {

std::string path_text(const Tree& tree, std::size_t node) {
    if (node == 0 || node >= tree.size()) return node == 0 ? "-" : "a node too many";
    std::string text;
    for (const Move move : tree.path_to(node)) {
        if (!text.empty()) text += ' ';
        text += to_string(move);
    }
    return text;
}

bool is_value(std::size_t offset) { return offset % NodeLayout::size == NodeLayout::value; }

std::string move_text(const std::optional<Move>& move) { return move ? to_string(*move) : "none"; }

/// The first differing value in the order in which they are computed: children before parents.
std::optional<std::size_t> first_wrong_value(const Tree& tree, const std::vector<Byte>& native,
                                             const std::vector<Byte>& assembly,
                                             std::size_t node = 0) {
    for (std::size_t child = 0; child < tree[node].child_count; ++child) {
        const auto found =
            first_wrong_value(tree, native, assembly, tree[node].first_child + child);
        if (found) return found;
    }
    const std::size_t offset = node * NodeLayout::size + NodeLayout::value;
    return native[offset] != assembly[offset] ? std::optional(offset) : std::nullopt;
}

}  // namespace

Difference difference_at(const Position& position, const SearchOptions& options, std::string field,
                         std::string native, std::string assembly) {
    Difference difference{.position = to_fen(position),
                          .version = number_of(options.version),
                          .depth = options.depth,
                          .where = "path",
                          .place = "-",
                          .field = std::move(field),
                          .native = std::move(native),
                          .assembly = std::move(assembly)};
    difference.again = {"ryg", {}};
    difference.again.values.set("version", difference.version).set("depth", difference.depth);
    difference.again.values.set("position", difference.position);
    return difference;
}

std::optional<Difference> compare(const Position& position, const SearchOptions& options,
                                  const SearchResult& native, const AsmSearch& assembly) {
    const auto differ = [&](std::string field, auto one, auto other) {
        return difference_at(position, options, std::move(field), fmt::format("{}", one),
                             fmt::format("{}", other));
    };
    if (native.depth_used != assembly.depth_used) {
        return differ("depth_used", native.depth_used, assembly.depth_used);
    }
    const std::vector<Byte> expected = write_image(native.tree, options.tree_base);
    const auto differ_at = [&](std::size_t offset) {
        const ImagePlace place = place_in_image(offset);
        Difference found = differ(place.field, fmt::format("${:02x}", expected[offset]),
                                  fmt::format("${:02x}", assembly.tree[offset]));
        found.place = path_text(native.tree, place.node);
        found.address = static_cast<Address>(options.tree_base + offset);
        return found;
    };
    const std::size_t common = std::min(expected.size(), assembly.tree.size());
    for (std::size_t offset = 0; offset < common; ++offset) {
        if (expected[offset] != assembly.tree[offset] && !is_value(offset)) {
            return differ_at(offset);
        }
    }
    if (native.nodes != assembly.nodes) return differ("nodes", native.nodes, assembly.nodes);
    if (const auto offset = first_wrong_value(native.tree, expected, assembly.tree)) {
        return differ_at(*offset);
    }
    if (native.move != assembly.move) {
        return differ("move", move_text(native.move), move_text(assembly.move));
    }
    if (!assembly.overrun) return std::nullopt;
    Difference found = differ("memory behind the tree", "untouched", "written");
    found.address = assembly.overrun;
    return found;
}

std::string find_writer(AsmEngine& engine, const Position& position, const SearchOptions& options,
                        Address address) {
    engine.prepare(position, options);
    std::string writer = "-";
    for (const std::string_view routine : engine.search_routines()) {
        std::string last = engine.last_writer(routine, address);
        if (last != "-") writer = std::move(last);
    }
    return writer;
}

Checked check(AsmEngine& engine, const Position& position, const SearchOptions& options) {
    Checked checked;
    checked.native = engine::search(position, options);
    try {
        checked.assembly = engine.search(position, options);
        checked.difference = compare(position, options, checked.native, checked.assembly);
    } catch (const EngineFault& fault) {
        checked.difference =
            difference_at(position, options, "program", "a search that ends", fault.what());
    }
    return checked;
}

}  // namespace ryg::engine::first
