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

/// Whose work a field of a node is, and who has it done: by the beginning of the field's name.
constexpr std::array<std::array<std::string_view, 2>, 7> owners{
    {{"marca", "copiaTablero < creaHijo"},
     {"nivel", "creaHijo, copiaTableroRaiz"},
     {"turno", "creaHijo, copiaTableroRaiz"},
     {"padre", "fijaPadre < creaHijo"},
     {"hijos", "fijaHijo < creaHijo"},
     {"matriz", "fijaContenido < generaHijosRaton, generaHijosGatos"},
     {"valor", "evaluaTablero, minValorHijos, maxValorHijos < minHijos, maxHijos < miniMax"}}};

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
    if (options.tree_base != tree_memory(options.version).start) {
        difference.again.values.set("tree-base", options.tree_base);
    }
    if (options.tree_end) difference.again.values.set("tree-end", *options.tree_end);
    return difference;
}

std::optional<Difference> compare(const AsmEngine& engine, const Position& position,
                                  const SearchOptions& options, const SearchResult& native,
                                  const AsmSearch& assembly) {
    const auto differ = [&](std::string field, auto one, auto other, Address address) {
        Difference found = difference_at(position, options, std::move(field),
                                         fmt::format("{}", one), fmt::format("{}", other));
        found.address = address;
        return found;
    };
    const auto at = [&](std::string_view label) { return engine.labels().at(label); };
    if (native.depth_used != assembly.depth_used) {
        return differ("depth_used", native.depth_used, assembly.depth_used, at("dajProfReal"));
    }
    const std::vector<Byte> expected = write_image(native.tree, options.tree_base);
    const auto differ_at = [&](std::size_t offset) {
        const ImagePlace place = place_in_image(offset);
        Difference found = differ(place.field, fmt::format("${:02x}", expected[offset]),
                                  fmt::format("${:02x}", assembly.tree[offset]),
                                  static_cast<Address>(options.tree_base + offset));
        found.place = path_text(native.tree, place.node);
        return found;
    };
    const std::size_t common = std::min(expected.size(), assembly.tree.size());
    for (std::size_t offset = 0; offset < common; ++offset) {
        if (expected[offset] != assembly.tree[offset] && !is_value(offset)) {
            return differ_at(offset);
        }
    }
    if (native.nodes != assembly.nodes) {
        return differ("nodes", native.nodes, assembly.nodes, at("libreLo"));
    }
    if (const auto offset = first_wrong_value(native.tree, expected, assembly.tree)) {
        return differ_at(*offset);
    }
    if (native.move != assembly.move) {
        return differ("move", move_text(native.move), move_text(assembly.move), at("djmHijo"));
    }
    if (options.version >= Version::v14) {
        const auto chosen = std::ranges::find(native.children, native.move.value_or(Move{0, 0}),
                                              &ChildResult::move);
        const unsigned node = chosen == native.children.end() ? 0U : chosen->address;
        const unsigned found = engine.word_at("djmDirLo", "djmDirHi");
        if (node != found) return differ("djmDir", node, found, at("djmDirLo"));
    }
    if (!assembly.overrun) return std::nullopt;
    const auto& [address, before, now] = *assembly.overrun;
    return differ("memory that is nobody's", fmt::format("${:02x}", before),
                  fmt::format("${:02x}", now), address);
}

std::string find_writer(AsmEngine& engine, const Position& position, const SearchOptions& options,
                        Address address) {
    engine.prepare(position, options);
    std::string writer;
    for (const std::string_view routine : engine.search_routines()) {
        std::string last = engine.last_writer(routine, address);
        if (writer.empty() || !last.starts_with("nobody")) writer = std::move(last);
    }
    return writer;
}

std::string_view owner_of(std::string_view field) {
    const auto owner = std::ranges::find_if(
        owners, [&](const auto& each) { return field.starts_with(each.front()); });
    return owner == owners.end() ? std::string_view() : owner->back();
}

Difference difference_of(const EngineFault& fault, const Position& position,
                         const SearchOptions& options) {
    Difference found =
        difference_at(position, options, "program", "a routine that does its work", fault.what());
    found.written_by = fault.by;
    found.address = fault.address;
    return found;
}

Cycle expected_cycles(const SearchResult& native, const SearchOptions& options) {
    constexpr Cycle at_least = 20'000, a_node = 12'000;
    const unsigned end = options.tree_end.value_or(default_tree_end(options.version));
    const std::size_t room = (end - options.tree_base) / NodeLayout::size;
    const auto given_up = static_cast<std::size_t>(options.depth - native.depth_used);
    return at_least + a_node * (native.nodes + given_up * room);
}

/// Routines that get lost in a tree find it as it is: then it is the tree that is wrong first.
static std::optional<Difference> wrong_tree(const AsmEngine& engine, const Position& position,
                                            const SearchOptions& options,
                                            const SearchResult& native, const EngineFault& fault) {
    if (fault.by.ends_with("desarrollaArbolJugadas")) return std::nullopt;
    try {
        auto found = compare(engine, position, options, native, engine.read_search(options));
        const bool is_shape = found && found->place != "-" && found->field != "valor";
        return is_shape || (found && found->field.starts_with("hijos")) ? found : std::nullopt;
    } catch (const EngineFault&) {
        return std::nullopt;
    }
}

Checked check(AsmEngine& engine, const Position& position, const SearchOptions& options) {
    engine.prepare(position, options);
    return check_as_it_is(engine, position, options);
}

Checked check_as_it_is(AsmEngine& engine, const Position& position, const SearchOptions& options) {
    Checked checked;
    checked.native = engine::search(position, options);
    engine.limit_calls(10 * expected_cycles(checked.native, options));
    try {
        checked.assembly = engine.search(options);
        checked.difference = compare(engine, position, options, checked.native, checked.assembly);
    } catch (const EngineFault& fault) {
        checked.difference = wrong_tree(engine, position, options, checked.native, fault);
        if (!checked.difference) checked.difference = difference_of(fault, position, options);
    }
    return checked;
}

}  // namespace ryg::engine::first
