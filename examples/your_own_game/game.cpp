// Joins the program and its C++ twin: what the labels mean, and what the header blocks promise.
#include <ryg/engine/contracts/suite.hpp>
#include <ryg/engine/harness/search_game.hpp>

#include "reference.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage oxo;  // from ryg_assemble
}

namespace oxo {
namespace {
using namespace ryg;

// --- the contracts: how (position) and (turn) are drawn, and what each routine should do ----------

void draw_position(contracts::Drawing& drawing, const contracts::Entry&) {
    Position position;
    for (auto plies = 3 + drawing.choices.below(7); plies > 0 && !has_line(position); --plies) {
        auto empty = drawing.choices.below(9);
        while (position.squares[empty] != nobody) empty = (empty + 1) % 9;
        position = position.after(empty);
    }
    drawing.call.drawn = position;
    drawing.call.set_bytes(drawing.call.address("board"), position.squares);
}

void draw_turn(contracts::Drawing& drawing, const contracts::Entry&) {
    drawing.call.set("side", drawing.call.value<Position>().side);
}

void expect_search(contracts::In in, contracts::Out out) {
    const Found found = search(in.value<Position>());
    out.byte("best", found.best);
    out.byte("value", found.value);
    out.value("nodes", found.nodes);
}

void expect_has_line(contracts::In in, contracts::Out out) {
    out.in('C', has_line(in.value<Position>()) ? 1 : 0);
}

const contracts::Suite& suite() {
    static const contracts::Suite all{
        .folder = "asm",
        .subjects = {{.image = &images::oxo}},
        .kinds = {{"position", draw_position}, {.name = "turn", .draw = draw_turn, .stage = 1}},
        .references = {{"search", expect_search, 60}, {"hasLine", expect_has_line}},
        .must_know = false};
    return all;
}

// --- the search -------------------------------------------------------------------------------------

void put(harness::Host& host, const std::string& text) {
    const Position position = parse(text);
    host.put("board", position.squares);
    host.set("side", position.side);
}

harness::Numbers native(const std::string& text) {
    const Found found = search(parse(text));
    return {found.best, found.value, found.nodes};
}

std::vector<harness::MoveTo> moves(const std::string& text) {
    std::vector<harness::MoveTo> all;
    const Position position = parse(text);
    for (unsigned square = 0; square < 9 && !has_line(position); ++square) {
        if (text[square] == '.')
            all.emplace_back(std::to_string(square), to_text(position.after(square)));
    }
    return all;
}

}  // namespace

const harness::Game& game() {
    static const std::array<const c64::EmbeddedImage*, 1> programs{&images::oxo};
    static const harness::Game made =
        harness::game_of({.name = "oxo",
                          .programs = programs,
                          .start = ".........",
                          .opening = 3,
                          .search = "search",
                          .results = {{"best"}, {"value"}, {"nodes", 3}},
                          .put = put,
                          .native = native,
                          .moves = moves,
                          .tree = {"node", "nodeDone", "ply", "squareAt", "valueAt"},
                          .pieces = [] { return harness::reachable_from(".........", moves); },
                          .contracts = suite});
    return made;
}

}  // namespace oxo
