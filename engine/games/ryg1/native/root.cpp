// Roots as text, and as options of a search.
#include "engine/games/ryg1/native/root.hpp"

#include <charconv>
#include <fmt/format.h>
#include <stdexcept>

#include "engine/common/indexing/positions.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/solution.hpp"

namespace ryg::engine::ryg1 {

namespace {

/// The number after `name` at the end of a text, which loses both.
std::optional<unsigned> take_number(std::string& text, std::string_view name) {
    const auto at = text.find(name);
    if (at == std::string::npos) return std::nullopt;
    const std::string digits = text.substr(at + name.size());
    text.resize(at);
    unsigned number = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (error != std::errc() || end != digits.data() + digits.size() || number > 0xffff) {
        throw std::invalid_argument(
            fmt::format("'${}' after{}: use hexadecimal digits, such as $4001", digits, name));
    }
    return number;
}

}  // namespace

Root root_from(const std::string& text) {
    std::string fen = text;
    const auto clock = take_number(fen, " clock $");
    const auto end = take_number(fen, " end $");
    const auto base = take_number(fen, " tree $");
    return {.position = parse_position(fen, Geometry::a),
            .tree_base = base,
            .tree_end = end,
            .clock = static_cast<Byte>(clock.value_or(0))};
}

std::string to_text(const Root& root) {
    std::string text = to_fen(root.position);
    if (root.tree_base) text += fmt::format(" tree ${:04x}", *root.tree_base);
    if (root.tree_end) text += fmt::format(" end ${:04x}", *root.tree_end);
    if (root.clock != 0) text += fmt::format(" clock ${:02x}", root.clock);
    return text;
}

std::vector<Root> bench_roots() {
    constexpr std::size_t set_size = 24;
    std::vector<Root> roots;
    const Position start = start_position();
    for (const Move move : generate_moves(start)) roots.push_back({apply(start, move)});
    Random random(6510);
    while (roots.size() < set_size) {
        const Position position = random_position(random);
        if (position.side == Side::cats) roots.push_back({position});
    }
    return roots;
}

Root drawn_root(std::uint64_t index, Address start, Random& random) {
    constexpr std::uint32_t most_bytes = 0x1fff;
    const auto odd = [&] { return static_cast<Address>(1 | random.below(most_bytes)); };
    Root root;
    if (index % 4 == 1) root.tree_base = static_cast<Address>(start + odd());
    if (index % 8 == 5) root.tree_base = static_cast<Address>((*root.tree_base | 7) + 1);
    if (index % 4 == 2) root.tree_end = static_cast<Address>(start + NodeLayout::size + odd());
    root.position = random_position(random);
    while (index % 8 == 7 && !is_over(root.position)) {
        root.position = apply(root.position, random_move(root.position, random));
    }
    return root;
}

std::vector<Root> asked_roots() {
    const auto reachable = reachable_positions();
    std::vector<Root> roots;
    for (indexing::PositionIndex index = 0; index < indexing::position_count; ++index) {
        if (!reachable[index]) continue;
        const Position position = indexing::position_at(index);
        if (position.side == Side::cats && !mouse_on_goal(position)) roots.push_back({position});
    }
    return roots;
}

void check_tree(const SearchOptions& options, Address start) {
    const unsigned end = tree_end_of(options);
    if (options.tree_base >= start && options.tree_base + NodeLayout::size <= end) return;
    throw std::invalid_argument(fmt::format(
        "the tree cannot lie from ${:04x} to ${:04x}: a node takes {} bytes, and the program "
        "ends at ${:04x}",
        options.tree_base, end, std::size_t{NodeLayout::size}, start));
}

SearchOptions with_root(SearchOptions own, const Root& root) {
    own.tree_base = root.tree_base.value_or(own.tree_base);
    own.tree_end = root.tree_end;
    if (own.tie_byte) own.tie_byte = root.clock;
    return own;
}

std::uint64_t expected_cycles(const SearchResult& native, const SearchOptions& options) {
    constexpr std::uint64_t at_least = 20'000, a_node = 12'000;
    const std::size_t room = (tree_end_of(options) - options.tree_base) / NodeLayout::size;
    const auto given_up = static_cast<std::size_t>(options.depth - native.depth_used);
    return at_least + a_node * (native.nodes + given_up * room);
}

}  // namespace ryg::engine::ryg1
