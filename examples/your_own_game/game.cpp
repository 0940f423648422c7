// Joins the program and its C++ twin: what the labels mean, and what the header blocks promise.
#include "engine/contracts/suite.hpp"
#include "engine/harness/make.hpp"
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

/// The same of memory that a running program has left, so that `verify` can judge each call.
bool holds_position(contracts::Call& call, const contracts::Entry&) {
    Position position;
    std::ranges::copy_n(call.ram.begin() + call.address("board"), 9, position.squares.begin());
    const auto crosses = std::ranges::count(position.squares, cross);
    const auto noughts = std::ranges::count(position.squares, nought);
    position.side = crosses == noughts ? cross : nought;
    call.drawn = position;
    return crosses + noughts + std::ranges::count(position.squares, nobody) == 9 &&
           (crosses == noughts || crosses == noughts + 1);
}

bool holds_turn(contracts::Call& call, const contracts::Entry&) {
    return call.byte("side") == call.value<Position>().side;
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
        .kinds = {{.name = "position", .draw = draw_position, .holds = holds_position},
                  {.name = "turn", .draw = draw_turn, .stage = 1, .holds = holds_turn}},
        .references = {{"search", expect_search, 60}, {"hasLine", expect_has_line}},
        .must_know = false};
    return all;
}

// --- the door ---------------------------------------------------------------------------------------

void put(harness::Host& host, const Position& position, const harness::Setting&) {
    host.put("board", position.squares);
    host.set("side", position.side);
}

std::vector<std::uint64_t> native(const Position& position) {
    const Found found = search(position);
    return {found.best, found.value, found.nodes};
}

std::vector<harness::MoveTo<Position>> moves(const Position& position) {
    std::vector<harness::MoveTo<Position>> all;
    for (unsigned square = 0; square < 9 && !has_line(position); ++square) {
        if (position.squares[square] == nobody) {
            all.emplace_back(std::to_string(square), position.after(square));
        }
    }
    return all;
}

std::string winner(const c64::Machine& machine, const c64::Labels& labels) {
    Position position{.side = machine.peek(labels.at("side"))};
    std::ranges::copy_n(machine.ram().begin() + labels.at("board"), 9, position.squares.begin());
    if (has_line(position)) return position.side == cross ? "noughts" : "crosses";
    return std::ranges::count(position.squares, nobody) == 0 ? "nobody" : "";
}

}  // namespace

const harness::Game& game() {
    static const harness::Door<Position> door{
        .name = "oxo",
        .programs = {{.image = &images::oxo}},
        .read = parse,
        .write = to_text,
        .put = put,
        .routines = [](const harness::Setting&) { return std::vector<std::string_view>{"search"}; },
        .twin = [](const harness::Host& host,
                   const harness::Setting&) -> harness::TwinOf<Position> {
            return std::make_unique<harness::NumbersTwin<Position>>(
                host, std::vector<harness::Result>{{"best"}, {"value"}, {"nodes", 3}}, native);
        },
        .moves = moves,
        .opening = 3,
        .sets = {"all"},
        .tree = {"node", "nodeDone", "ply", "squareAt", "valueAt"},
        .contracts = suite,
        .winner = winner};
    static const harness::Game made = harness::make(door);
    return made;
}

}  // namespace oxo
