// Connects the program and its C++ twin: where a position is in memory, and each routine's result.
#include <ryg/engine/claims/make.hpp>
#include <ryg/engine/claims/suite.hpp>

#include "reference.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage oxo;  // from ryg_assemble
}

namespace oxo {
namespace {
using namespace ryg;

constexpr claims::Among marks{nobody, cross, nought};

/// Nine squares. The crosses move if the counts are equal, the noughts if there is one cross more.
void declare(claims::Inputs& in, const Position& given) {
    claims::Value crosses, noughts;
    for (unsigned i = 0; i < 9; ++i) {
        const claims::Value mark = in.pick(marks, given.squares[i]);
        in.put("board", mark, i);
        crosses = crosses + (mark == cross);
        noughts = noughts + (mark == nought);
    }
    in.need((crosses == noughts) | (crosses == noughts + 1));
    in.put("side", choose(crosses == noughts, cross, nought));
}

std::optional<Position> get(const claims::Memory& memory) {
    Position position{.squares = {}, .side = memory.byte("side")};
    std::ranges::copy(memory.bytes("board", 9), position.squares.begin());
    return position;
}

/// A position after some random moves: after fewer than three, a search takes long.
Position sample(claims::Choices& choices) {
    Position position;
    for (auto plies = 3 + choices.below(7); plies > 0 && !has_line(position); --plies) {
        auto empty = choices.below(9);
        while (position.squares[empty] != nobody) empty = (empty + 1) % 9;
        position = position.after(empty);
    }
    return position;
}

const claims::Suite& suite() {
    static const claims::Suite all{
        .folder = "asm",
        .subjects = {{.image = &images::oxo}},
        .kinds = {claims::kind<Position>({"position", declare, get, false, sample})},
        .references = {{"search",
                        [](claims::In in, claims::Out out) {
                            const Found found = search(in.value<Position>());
                            out.byte("best", found.best);
                            out.byte("value", found.value);
                            out.value("nodes", found.nodes);
                        },
                        60},
                       {"hasLine",
                        [](claims::In in, claims::Out out) {
                            out.in('C', has_line(in.value<Position>()) ? 1 : 0);
                        }}},
        .must_know = false};
    return all;
}

std::vector<claims::MoveTo<Position>> moves(const Position& position) {
    std::vector<claims::MoveTo<Position>> all;
    for (unsigned square = 0; square < 9 && !has_line(position); ++square) {
        if (position.squares[square] == nobody) {
            all.emplace_back(std::to_string(square), position.after(square));
        }
    }
    return all;
}

std::string winner(const Position& position) {
    if (has_line(position)) return position.side == cross ? "noughts" : "crosses";
    return std::ranges::count(position.squares, nobody) == 0 ? "nobody" : "";
}

}  // namespace

const claims::Game& game() {
    static const claims::Game made = claims::make(claims::Door<Position>{
        .name = "oxo",
        .programs = {{.image = &images::oxo}},
        .read = parse,
        .write = to_text,
        .routines = [](const claims::Setting&) { return std::vector<std::string_view>{"search"}; },
        .moves = moves,
        .opening = 3,
        .sets = {"all"},
        .tree = {"node", "nodeDone", "ply", "squareAt", "valueAt"},
        .contracts = suite,
        .winner = winner});
    return made;
}

}  // namespace oxo
