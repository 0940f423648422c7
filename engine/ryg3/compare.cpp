// The comparison of the second engine's tables and searches.
#include "engine/ryg3/compare.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "engine/common/notation.hpp"
#include "engine/ryg/asm_engine.hpp"

namespace ryg::crosscheck {

using engine::Side;

namespace {

/// Bytes that begin at a label.
std::optional<Ryg3Mismatch> compare_bytes(const AsmRyg3& assembly, const std::string& label,
                                          std::span<const Byte> native,
                                          std::span<const Byte> found) {
    const auto [expected, got] = std::ranges::mismatch(native, found);
    if (expected == native.end()) return std::nullopt;
    const auto index = static_cast<unsigned>(expected - native.begin());
    return Ryg3Mismatch{fmt::format("{}[${:02x}]", label, index), fmt::format("${:02x}", *expected),
                        fmt::format("${:02x}", *got),
                        static_cast<Address>(assembly.labels().at(label) + index)};
}

std::string move_text(const std::optional<ryg3::Move>& move) {
    return move ? to_string(*move) : "none";
}

}  // namespace

std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly, const ryg3::RandomTables& native) {
    const ryg3::RandomTables found = assembly.random_tables();
    for (const auto& [kind, expected, got] :
         {std::tuple{"hash", &native.hash, &found.hash}, {"lock", &native.lock, &found.lock}}) {
        for (std::size_t piece = 0; piece < ryg3::piece_count; ++piece) {
            const std::string label = piece == ryg3::mouse_piece
                                          ? fmt::format("{}_mouse", kind)
                                          : fmt::format("{}_cat{}", kind, piece);
            if ((*expected)[piece] == (*got)[piece]) continue;
            return compare_bytes(assembly, label, (*expected)[piece], (*got)[piece]);
        }
    }
    return std::nullopt;
}

std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly, const ryg3::HashTables& native,
                                    const ryg3::HashTables& found) {
    if (native == found) return std::nullopt;
    for (const Side side : {Side::mouse, Side::cats}) {
        const std::string name = side == Side::mouse ? "mouse" : "cats";
        const ryg3::HashTable& expected = native.of(side);
        const ryg3::HashTable& got = found.of(side);
        for (const auto& [column, expected_bytes, got_bytes] :
             {std::tuple{"start", &expected.start(), &got.start()},
              {"dest", &expected.dest(), &got.dest()},
              {"lock", &expected.lock(), &got.lock()}}) {
            if (*expected_bytes == *got_bytes) continue;
            return compare_bytes(assembly, fmt::format("hashpos_{}_{}", name, column),
                                 *expected_bytes, *got_bytes);
        }
        if (expected.collisions() != got.collisions()) {
            const std::string label = fmt::format("collisions_{}", name);
            return Ryg3Mismatch{label, std::to_string(expected.collisions()),
                                std::to_string(got.collisions()), assembly.labels().at(label)};
        }
    }
    return std::nullopt;
}

std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly, const ryg3::Iteration& native,
                                    const AsmIteration& found) {
    const auto at = [&](const char* label, int offset) {
        return static_cast<Address>(assembly.labels().at(label) + offset);
    };
    if (native.depth != found.depth) {
        return Ryg3Mismatch{"used_depth", std::to_string(native.depth), std::to_string(found.depth),
                            at("used_depth", 0)};
    }
    if (native.nodes != found.nodes) {
        return Ryg3Mismatch{"nodes", std::to_string(native.nodes), std::to_string(found.nodes),
                            at("nodes", 0)};
    }
    if (native.score != found.score) {
        return Ryg3Mismatch{fmt::format("score[{}]", native.depth),
                            fmt::format("${:02x}", native.score),
                            fmt::format("${:02x}", found.score), at("score", native.depth)};
    }
    if (native.best != found.best) {
        return Ryg3Mismatch{"best move", move_text(native.best), move_text(found.best),
                            at("best_start", native.depth)};
    }
    return compare(assembly, native.tables, found.tables);
}

std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly, const ryg3::History& native) {
    const ryg3::History found = assembly.history();
    if (native == found) return std::nullopt;
    return compare_bytes(assembly, "history", native, found);
}

namespace {

struct Found {
    Ryg3Mismatch mismatch;
    int iteration;  ///< counted from 0; that of the last where all of them were the same
};

std::optional<Found> compare_all(const AsmRyg3& assembly, const ryg3::Thinker& native,
                                 const CheckedRyg3& checked) {
    const std::size_t count = std::min(checked.native.size(), checked.assembly.size());
    for (std::size_t i = 0; i < count; ++i) {
        auto mismatch = compare(assembly, checked.native[i], checked.assembly[i]);
        if (mismatch) return Found{std::move(*mismatch), static_cast<int>(i)};
    }
    if (checked.stopped) return std::nullopt;
    const int last = static_cast<int>(count) - 1;
    if (checked.native.size() != checked.assembly.size()) {
        return Found{{"iterations", std::to_string(checked.native.size()),
                      std::to_string(checked.assembly.size()), std::nullopt},
                     last};
    }
    if (!ryg3::has_history(assembly.version())) return std::nullopt;
    auto mismatch = compare(assembly, native.history);
    if (!mismatch) return std::nullopt;
    return Found{std::move(*mismatch), last};
}

}  // namespace

CheckedRyg3 check(AsmRyg3& assembly, ryg3::Thinker& native, const ryg3::Board& board, int depth,
                  const std::atomic<bool>* stop) {
    const ryg3::HashTables before = native.tables;
    const ryg3::SearchWatch watch{.stop = stop};
    CheckedRyg3 checked;
    checked.native = native.think(board, depth, nullptr, watch);
    Ryg3Difference difference;
    difference.board = board;
    difference.version = assembly.version();
    difference.depth = depth;
    try {
        checked.assembly = assembly.think(board, depth, watch);
    } catch (const EngineFault& fault) {
        difference.field = "program";
        difference.native = "a search that ends";
        difference.assembly = fault.what();
        difference.stage = "think";
        checked.difference = std::move(difference);
        return checked;
    }
    checked.stopped = stop != nullptr && *stop;
    auto found = compare_all(assembly, native, checked);
    if (!found) return checked;
    static_cast<Ryg3Mismatch&>(difference) = std::move(found->mismatch);
    difference.stage = fmt::format("iteration {}", found->iteration + 1);
    if (difference.address) {
        AsmRyg3 again = assembly;
        again.put(native.random);
        again.put(before);
        again.prepare(board, depth);
        WatchEnd end;
        if (ryg3::deepens(assembly.version())) {
            end = {again.labels().at("iterationDone"), found->iteration + 1};
        }
        difference.written_by =
            last_writer(again.machine(), again.labels(), "think", *difference.address, end);
    }
    checked.difference = std::move(difference);
    return checked;
}

std::string to_text(const ryg3::Board& board) {
    std::string text = engine::to_fen(position_of(board), engine::Geometry::b);
    if (ryg3::board_from(position_of(board)) == board) return text;
    text += ", cats";
    for (std::size_t cat = 1; cat < ryg3::piece_count; ++cat) {
        text += ' ';
        text += engine::square_name(ryg3::mirrored(board.squares[cat]), engine::Geometry::b);
    }
    return text;
}

std::string describe(const Ryg3Difference& difference) {
    std::string text = fmt::format("  position    {}\n  version     {}\n",
                                   to_text(difference.board), number_of(difference.version));
    if (difference.depth != 0) text += fmt::format("  depth       {}\n", difference.depth);
    text += fmt::format("  after       {}\n  field       {}", difference.stage, difference.field);
    if (difference.address) text += fmt::format(" at ${:04x}", *difference.address);
    text += fmt::format(
        "\n  native      {}\n  6502        {}\n  written by  {}\n  again       {}\n",
        difference.native, difference.assembly, difference.written_by, difference.reproduce);
    return text;
}

}  // namespace ryg::crosscheck
