// The comparison, and the second run that finds who wrote the wrong byte.
#include "engine/ryg/compare.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "engine/harness/writer.hpp"

namespace ryg::engine::first {

using engine::NodeLayout;
using engine::Position;
using engine::SearchOptions;
using engine::SearchResult;

namespace {

std::string path_text(const engine::Tree& tree, std::size_t node) {
    if (node == 0 || node >= tree.size()) return node == 0 ? "-" : "a node too many";
    std::string text;
    for (const engine::Move move : tree.path_to(node)) {
        if (!text.empty()) text += ' ';
        text += engine::to_string(move);
    }
    return text;
}

/// Builds the report of one differing search.
struct Report {
    const Position& position;
    const SearchOptions& options;
    const SearchResult& native;

    [[nodiscard]] Difference of_search(std::string field, std::string native_value,
                                       std::string assembly_value) const {
        Difference found = difference_at(position, options.version, options.depth);
        found.field = std::move(field);
        found.native = std::move(native_value);
        found.assembly = std::move(assembly_value);
        return found;
    }
    [[nodiscard]] Difference of_byte(std::size_t offset, unsigned native_byte,
                                     unsigned assembly_byte) const {
        const engine::ImagePlace place = engine::place_in_image(offset);
        Difference found = of_search(place.field, fmt::format("${:02x}", native_byte),
                                     fmt::format("${:02x}", assembly_byte));
        found.place = path_text(native.tree, place.node);
        found.address = static_cast<Address>(options.tree_base + offset);
        return found;
    }
};

bool is_value(std::size_t offset) { return offset % NodeLayout::size == NodeLayout::value; }

std::string move_text(const std::optional<engine::Move>& move) {
    return move ? engine::to_string(*move) : "none";
}

/// The first differing value in the order in which they are computed: children before parents.
std::optional<std::size_t> first_wrong_value(const engine::Tree& tree,
                                             const std::vector<Byte>& native,
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

Difference difference_at(const Position& position, engine::Version version, int depth) {
    Difference difference{.position = engine::to_fen(position),
                          .version = engine::number_of(version),
                          .depth = depth,
                          .where = "path",
                          .place = "-",
                          .field = {},
                          .native = {},
                          .assembly = {}};
    difference.again = {"ryg", {}};
    difference.again.values.set("version", number_of(version)).set("depth", depth);
    difference.again.values.set("position", difference.position);
    return difference;
}

std::optional<Difference> compare(const Position& position, const SearchOptions& options,
                                  const SearchResult& native, const AsmSearch& assembly) {
    const Report report{position, options, native};
    if (native.depth_used != assembly.depth_used) {
        return report.of_search("depth_used", std::to_string(native.depth_used),
                                std::to_string(assembly.depth_used));
    }
    const std::vector<Byte> expected = engine::write_image(native.tree, options.tree_base);
    const std::size_t common = std::min(expected.size(), assembly.tree.size());
    for (std::size_t offset = 0; offset < common; ++offset) {
        if (expected[offset] != assembly.tree[offset] && !is_value(offset)) {
            return report.of_byte(offset, expected[offset], assembly.tree[offset]);
        }
    }
    if (native.nodes != assembly.nodes) {
        return report.of_search("nodes", std::to_string(native.nodes),
                                std::to_string(assembly.nodes));
    }
    if (const auto offset = first_wrong_value(native.tree, expected, assembly.tree)) {
        return report.of_byte(*offset, expected[*offset], assembly.tree[*offset]);
    }
    if (native.move != assembly.move) {
        return report.of_search("move", move_text(native.move), move_text(assembly.move));
    }
    if (assembly.overrun) {
        Difference found = report.of_search("memory behind the tree", "untouched", "written");
        found.address = assembly.overrun;
        return found;
    }
    return std::nullopt;
}

std::string find_writer(AsmEngine& engine, const Position& position, const SearchOptions& options,
                        Address address) {
    engine.prepare(position, options);
    std::string writer = "-";
    for (const std::string_view routine : engine.search_routines()) {
        std::string last =
            harness::last_writer(engine.machine(), engine.labels(), routine, address);
        if (last != "-") writer = std::move(last);
    }
    return writer;
}

Checked check(AsmEngine& engine, const Position& position, const SearchOptions& options) {
    Checked checked;
    checked.native = engine::search(position, options);
    try {
        checked.assembly = engine.search(position, options);
    } catch (const EngineFault& fault) {
        checked.difference = Report{position, options, checked.native}.of_search(
            "program", "a search that ends", fault.what());
        return checked;
    }
    checked.nodes = checked.assembly.nodes;
    checked.cycles = checked.assembly.cycles;
    checked.difference = compare(position, options, checked.native, checked.assembly);
    return checked;
}

}  // namespace ryg::engine::first
