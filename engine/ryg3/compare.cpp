// The comparison of the second engine's tables and searches.
#include "engine/ryg3/compare.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "engine/common/notation.hpp"
#include "engine/ryg3/layout.hpp"

namespace ryg::engine::ryg3 {

namespace {

/// Bytes that begin at a label.
std::optional<Mismatch> compare_bytes(const AsmRyg3& assembly, const std::string& label,
                                      std::span<const Byte> native, std::span<const Byte> found) {
    if (std::ranges::equal(native, found)) return std::nullopt;  // by memcmp
    const auto [expected, got] = std::ranges::mismatch(native, found);
    const auto index = static_cast<unsigned>(expected - native.begin());
    return Mismatch{fmt::format("{}[${:02x}]", label, index), fmt::format("${:02x}", *expected),
                    fmt::format("${:02x}", *got),
                    static_cast<Address>(assembly.labels().at(label) + index)};
}

/// By the beginning of a field's name.
constexpr std::array<std::array<std::string_view, 2>, 12> owners{
    {{"hashpos_mouse", "addHashPosMouse < addHashPos < search"},
     {"hashpos_cats", "addHashPosCats < addHashPos < search"},
     {"collisions_mouse", "addHashPosMouse < addHashPos < search"},
     {"collisions_cats", "addHashPosCats < addHashPos < search"},
     {"history", "addHistory < search"},
     {"nodes", "search < think"},
     {"score", "search < think"},
     {"best", "search < think"},
     {"board", "movePiece < makeMove, takeBack"},
     {"hash", "movePiece < makeMove, takeBack"},
     {"lock", "movePiece < makeMove, takeBack"},
     {"move_start", "genMovesMouse, genMovesCats"}}};

std::string text_of(const std::optional<Move>& move) { return move ? to_string(*move) : "none"; }
std::string text_of(std::uint32_t number) { return std::to_string(number); }

}  // namespace

std::optional<Mismatch> compare(const AsmRyg3& assembly, const RandomTables& native) {
    std::optional<Mismatch> first;
    for_each_table(native, [&](const std::string& label, const RandomTables::Table& table) {
        if (first || !assembly.has(label)) return;
        first = compare_bytes(assembly, label, table, assembly.bytes_at(label, table.size()));
    });
    return first;
}

std::optional<Mismatch> compare(const AsmRyg3& assembly, const HashTables& native,
                                const HashTables& found) {
    if (native == found) return std::nullopt;
    for (const auto& [side, name] : sides) {
        const HashTable &expected = native.of(side), &got = found.of(side);
        for (const auto& [part, column] : {std::pair{"start", &HashTable::start},
                                           {"dest", &HashTable::dest},
                                           {"lock", &HashTable::lock}}) {
            const auto mismatch = compare_bytes(assembly, fmt::format("hashpos_{}_{}", name, part),
                                                (expected.*column)(), (got.*column)());
            if (mismatch) return mismatch;
        }
        if (expected.collisions() != got.collisions()) {
            const std::string label = fmt::format("collisions_{}", name);
            return Mismatch{label, text_of(expected.collisions()), text_of(got.collisions()),
                            assembly.labels().at(label)};
        }
    }
    return std::nullopt;
}

std::optional<Mismatch> compare(const AsmRyg3& assembly, const Iteration& native,
                                const AsmIteration& found) {
    const auto differ = [&](std::string field, std::string expected, std::string got,
                            const char* label, int offset) {
        return Mismatch{std::move(field), std::move(expected), std::move(got),
                        static_cast<Address>(assembly.labels().at(label) + offset)};
    };
    if (native.depth != found.depth) {
        return differ("used_depth", std::to_string(native.depth), std::to_string(found.depth),
                      "used_depth", 0);
    }
    if (native.nodes != found.nodes) {
        return differ("nodes", text_of(native.nodes), text_of(found.nodes), "nodes", 0);
    }
    if (native.score != found.score) {
        return differ(fmt::format("score[{}]", native.depth), fmt::format("${:02x}", native.score),
                      fmt::format("${:02x}", found.score), "score", native.depth);
    }
    if (native.best != found.best) {
        return differ("best move", text_of(native.best), text_of(found.best), "best_start",
                      native.depth);
    }
    return compare(assembly, native.tables, found.tables);
}

std::optional<Mismatch> compare(const AsmRyg3& assembly, const History& native) {
    return compare_bytes(assembly, "history", native, assembly.history());
}

namespace {

struct Found {
    Mismatch mismatch;
    int iteration;  ///< counted from 0; that of the last where all of them were the same
};

std::optional<Found> compare_all(const AsmRyg3& assembly, const Thinker& native,
                                 const Checked& checked) {
    const std::size_t count = std::min(checked.native.size(), checked.assembly.size());
    for (std::size_t i = 0; i < count; ++i) {
        auto mismatch = compare(assembly, checked.native[i], checked.assembly[i]);
        if (mismatch) return Found{std::move(*mismatch), static_cast<int>(i)};
    }
    if (checked.stopped) return std::nullopt;
    const int last = static_cast<int>(count) - 1;
    if (checked.native.size() != checked.assembly.size()) {
        return Found{{"iterations", std::to_string(checked.native.size()),
                      std::to_string(checked.assembly.size()), assembly.labels().at("used_depth")},
                     last};
    }
    auto mismatch = compare_memory(assembly);
    if (!mismatch && has_history(assembly.version())) mismatch = compare(assembly, native.history);
    if (!mismatch) return std::nullopt;
    return Found{std::move(*mismatch), last};
}

}  // namespace

Difference difference_at(const Board& board, Version version, int depth, std::string stage,
                         Mismatch mismatch) {
    return {.position = to_text(board),
            .version = number_of(version),
            .depth = depth,
            .where = "after",
            .place = std::move(stage),
            .field = std::move(mismatch.field),
            .native = std::move(mismatch.native),
            .assembly = std::move(mismatch.assembly),
            .address = mismatch.address};
}

Difference difference_of(const EngineFault& fault, const Board& board, Version version, int depth,
                         std::string stage) {
    Difference found =
        difference_at(board, version, depth, std::move(stage),
                      {"program", "a routine that does its work", fault.what(), fault.address});
    found.written_by = fault.by;
    return found;
}

std::string_view owner_of(std::string_view field) {
    const auto owner = std::ranges::find_if(
        owners, [&](const auto& each) { return field.starts_with(each.front()); });
    return owner == owners.end() ? std::string_view() : owner->back();
}

std::optional<Mismatch> compare_memory(const AsmRyg3& assembly) {
    const auto changed = assembly.changed();
    if (!changed) return std::nullopt;
    return Mismatch{"memory that is nobody's", fmt::format("${:02x}", changed->before),
                    fmt::format("${:02x}", changed->now), changed->address};
}

std::optional<Mismatch> compare(const AsmRyg3& assembly, const Dialogue& native) {
    const HashedBoard hashed(native.board, native.thinker.random);
    const BoardBytes squares = to_bytes(native.board);
    std::optional<Mismatch> first;
    const auto compare_at = [&](const std::string& label, std::span<const Byte> bytes) {
        if (!first) {
            first = compare_bytes(assembly, label, bytes, assembly.bytes_at(label, bytes.size()));
        }
    };
    const auto byte = [&](const char* label, unsigned value) {
        const auto expected = static_cast<Byte>(value);
        compare_at(label, {&expected, 1});
    };
    const auto made = static_cast<std::size_t>(native.hply);
    compare_at("board", squares);
    compare_at("square_of", native.board.squares);
    byte("side", side_byte(native.board.side));
    byte("hash", hashed.hash());
    byte("lock", hashed.lock());
    byte("ply", static_cast<unsigned>(native.ply));
    byte("hply", static_cast<unsigned>(native.hply));
    byte("computer_side", native.computer);
    byte("max_depth", native.max_depth);
    byte("time_limit", native.time_limit);
    byte("show_lines", native.show_lines ? 1 : 0);
    compare_at("made_start", std::span(native.starts).first(made));
    compare_at("made_dest", std::span(native.dests).first(made));
    if (!first) first = compare(assembly, native.thinker.random);
    if (!first) first = compare(assembly, native.thinker.tables, assembly.hash_tables());
    if (!first && has_history(assembly.version())) {
        first = compare(assembly, native.thinker.history);
    }
    return first ? first : compare_memory(assembly);
}

Checked check(AsmRyg3& assembly, Thinker& native, const Board& board, int depth,
              const std::atomic<bool>* stop) {
    const HashTables before = native.tables;
    const SearchWatch watch{.stop = stop};
    Checked checked;
    checked.native = native.think(board, depth, nullptr, watch);
    checked.stopped = stop != nullptr && *stop;
    if (checked.stopped) return checked;
    try {
        const Cycle limit = 10 * expected_cycles(checked.native.back().nodes);
        checked.assembly = assembly.think(board, depth, watch, limit);
    } catch (const EngineFault& fault) {
        checked.difference = difference_of(fault, board, assembly.version(), depth, "think");
        return checked;
    }
    checked.stopped = stop != nullptr && *stop;
    auto found = compare_all(assembly, native, checked);
    if (!found) return checked;
    Difference difference = difference_at(board, assembly.version(), depth,
                                          fmt::format("iteration {}", found->iteration + 1),
                                          std::move(found->mismatch));
    if (difference.address) {
        AsmRyg3 again = assembly;
        again.put(native.random);
        again.put(before);
        again.prepare(board, depth);
        harness::WatchEnd end;
        if (deepens(assembly.version())) {
            end = {again.labels().at("iterationDone"), found->iteration + 1};
        }
        again.limit_calls(10 * expected_cycles(checked.native.back().nodes));
        harness::attribute(difference, again.last_writer("think", *difference.address, end),
                           owner_of(difference.field));
    }
    checked.difference = std::move(difference);
    return checked;
}

std::string to_text(const Board& board) {
    std::string text = to_fen(position_of(board), Geometry::b);
    if (board_from(position_of(board)) == board) return text;
    text += ", cats";
    for (std::size_t cat = 1; cat < piece_count; ++cat) {
        text += ' ';
        text += square_name(mirrored(board.squares[cat]), Geometry::b);
    }
    return text;
}

Board board_from_text(const std::string& text) {
    const std::size_t comma = text.find(", cats ");
    Board board = board_from(parse_position(text.substr(0, comma), Geometry::b));
    if (comma == text.npos) return board;
    const Position position = position_of(board);
    std::istringstream squares(text.substr(comma + 7));
    std::string square;
    for (std::size_t cat = 1; cat < piece_count && squares >> square; ++cat) {
        board.squares[cat] = mirrored(parse_square(square, Geometry::b));
    }
    if (position_of(board) == position) return board;
    throw NotationError(
        fmt::format("the squares after 'cats' are not those of the board's four cats: '{}'", text),
        comma + 8);
}

}  // namespace ryg::engine::ryg3
