// Joins the program and its C++ twin: what the labels mean, and what the header blocks promise.
#include "engine/claims/make.hpp"
#include "engine/claims/suite.hpp"
#include "reference.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage oxo;  // from ryg_assemble
}

namespace oxo {
namespace {
using namespace ryg;

// --- the inputs: all that (position) and (turn) may be, for proofs -----------------------------------

constexpr claims::Among marks{nobody, cross, nought};

claims::Value count_of(const claims::Inputs& in, Mark mark) {
    claims::Value count;
    for (unsigned i = 0; i < 9; ++i) count = count + (in.at("board", i) == mark);
    return count;
}

/// Nine squares. The counts are equal, or there is one cross more.
void declare_position(claims::Inputs& in, const Position& given) {
    claims::Value crosses, noughts;
    for (unsigned i = 0; i < 9; ++i) {
        const claims::Value mark = in.pick(marks, given.squares[i]);
        in.put("board", mark, i);
        crosses = crosses + (mark == cross);
        noughts = noughts + (mark == nought);
    }
    in.need((crosses == noughts) | (crosses == noughts + 1));
}

/// The crosses move if the counts are equal.
void declare_turn(claims::Inputs& in, const Mark&) {
    const claims::Value are_equal = count_of(in, cross) == count_of(in, nought);
    in.put("side", choose(are_equal, cross, nought));
}

std::optional<Position> get_position(const claims::Memory& memory) {
    Position position;
    std::ranges::copy(memory.bytes("board", 9), position.squares.begin());
    return position;
}

std::optional<Mark> get_turn(const claims::Memory& memory) { return memory.byte("side"); }

// --- the contracts: how (position) and (turn) are drawn, and what each routine should do ----------

void draw_position(claims::Drawing& drawing, const claims::Entry&) {
    Position position;
    for (auto plies = 3 + drawing.choices.below(7); plies > 0 && !has_line(position); --plies) {
        auto empty = drawing.choices.below(9);
        while (position.squares[empty] != nobody) empty = (empty + 1) % 9;
        position = position.after(empty);
    }
    drawing.call.drawn = position;
    drawing.call.set_bytes(drawing.call.address("board"), position.squares);
}

void draw_turn(claims::Drawing& drawing, const claims::Entry&) {
    drawing.call.set("side", drawing.call.value<Position>().side);
}

/// The same of memory that a running program has left, so that `verify` can judge each call.
bool holds_position(claims::Call& call, const claims::Entry&) {
    Position position;
    std::ranges::copy_n(call.ram.begin() + call.address("board"), 9, position.squares.begin());
    const auto crosses = std::ranges::count(position.squares, cross);
    const auto noughts = std::ranges::count(position.squares, nought);
    position.side = crosses == noughts ? cross : nought;
    call.drawn = position;
    return crosses + noughts + std::ranges::count(position.squares, nobody) == 9 &&
           (crosses == noughts || crosses == noughts + 1);
}

bool holds_turn(claims::Call& call, const claims::Entry&) {
    return call.byte("side") == call.value<Position>().side;
}

void expect_search(claims::In in, claims::Out out) {
    const Found found = search(in.value<Position>());
    out.byte("best", found.best);
    out.byte("value", found.value);
    out.value("nodes", found.nodes);
}

void expect_has_line(claims::In in, claims::Out out) {
    out.in('C', has_line(in.value<Position>()) ? 1 : 0);
}

const claims::Suite& suite() {
    static const claims::Suite all{
        .folder = "asm",
        .subjects = {{.image = &images::oxo}},
        .kinds = {{.name = "position",
                   .draw = draw_position,
                   .holds = holds_position,
                   .input = claims::input<Position>({"position", declare_position, get_position})},
                  {.name = "turn",
                   .draw = draw_turn,
                   .stage = 1,
                   .holds = holds_turn,
                   .input = claims::input<Mark>({"turn", declare_turn, get_turn})}},
        .references = {{"search", expect_search, 60}, {"hasLine", expect_has_line}},
        .must_know = false};
    return all;
}

// --- the door ---------------------------------------------------------------------------------------

void put(claims::Host& host, const Position& position, const claims::Setting&) {
    host.put("board", position.squares);
    host.set("side", position.side);
}

std::vector<std::uint64_t> native(const Position& position) {
    const Found found = search(position);
    return {found.best, found.value, found.nodes};
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

std::string winner(const c64::Machine& machine, const c64::Labels& labels) {
    Position position{.side = machine.peek(labels.at("side"))};
    std::ranges::copy_n(machine.ram().begin() + labels.at("board"), 9, position.squares.begin());
    if (has_line(position)) return position.side == cross ? "noughts" : "crosses";
    return std::ranges::count(position.squares, nobody) == 0 ? "nobody" : "";
}

}  // namespace

const claims::Game& game() {
    static const claims::Door<Position> door{
        .name = "oxo",
        .programs = {{.image = &images::oxo}},
        .read = parse,
        .write = to_text,
        .put = put,
        .routines = [](const claims::Setting&) { return std::vector<std::string_view>{"search"}; },
        .twin = [](const claims::Host& host, const claims::Setting&) -> claims::TwinOf<Position> {
            return std::make_unique<claims::NumbersTwin<Position>>(
                host, std::vector<claims::Result>{{"best"}, {"value"}, {"nodes", 3}}, native);
        },
        .moves = moves,
        .opening = 3,
        .sets = {"all"},
        .tree = {"node", "nodeDone", "ply", "squareAt", "valueAt"},
        .contracts = suite,
        .winner = winner};
    static const claims::Game made = claims::make(door);
    return made;
}

}  // namespace oxo
