// Draws the boards and the noise that blocks ask for, and lists the programs.
#include <algorithm>
#include <fmt/format.h>

#include "c64/sid/noise.hpp"
#include "engine/contracts/prove/space.hpp"
#include "engine/games/ryg3/blocks/memory.hpp"
#include "engine/games/ryg3/game.hpp"

namespace ryg::engine::ryg3 {

using namespace contracts;
namespace {

constexpr unsigned noise_bytes = 3;  // of the register's state

/// The board, or where its pieces stand, whatever of it the routine reads: any position, the cats
/// numbered in any order.
void draw_pieces(Drawing& drawing, const Entry& entry) {
    Pieces& pieces = drawing.call.value<Pieces>();
    if (!pieces) {
        pieces = ryg3::board_from(engine::draw_position(drawing.choices));
        for (std::uint32_t cat = 1; cat < 4; ++cat) {
            std::swap(pieces->squares[cat], pieces->squares[cat + drawing.choices.below(5 - cat)]);
        }
    }
    const Address at = drawing.call.address(entry.symbol);
    if (entry.symbol == "board") {
        drawing.call.set_bytes(at, ryg3::to_bytes(*pieces));
    } else {
        drawing.call.set_bytes(at, pieces->squares);
    }
}

/// A square with a piece on it, or without one.
void draw_square(Drawing& drawing, const Entry& entry) {
    const bool free = entry.kind == "empty";
    const ryg3::Board& board = *drawing.call.value<Pieces>();
    engine::Square square = 0;
    do {
        square = free ? static_cast<engine::Square>(drawing.choices.below(64))
                      : board.squares[drawing.choices.below(ryg3::piece_count)];
    } while (free && piece_at(board, square) != ryg3::empty_square);
    drawing.call.set(entry.symbol, square);
}

/// Voice 3 goes on from the state of its register that is in the RAM below it, lowest byte first.
void read_noise(Call& call, const Entry& entry) {
    const Extent place = call.program->extent(entry.symbol);
    std::uint32_t noise = 0;
    for (unsigned i = noise_bytes; i-- > 0;) noise = noise << 8 | call.ram[place.begin + i];
    call.drawn = noise;
    call.prepare = [noise](c64::Machine& machine) {
        machine.board.sid = c64::Sid(c64::SidChip::mos6581, {.noise = noise});
        start_voice3(machine.board.sid, machine.cpu.cycle);
    };
}

void draw_noise(Drawing& drawing, const Entry& entry) {
    const Extent place = drawing.call.program->extent(entry.symbol);
    const std::uint32_t noise = 1 + drawing.choices.below(c64::Noise::all - 1);
    for (unsigned i = 0; i < noise_bytes; ++i) {
        drawing.call.set(place.begin + i, static_cast<Byte>(noise >> 8 * i));
    }
    read_noise(drawing.call, entry);
}

// --- all of them --------------------------------------------------------------------------------

using prove::Domain;
using prove::Op;
using prove::Space;
using prove::Term;

/// A symbol for the square of each piece: five dark squares that differ.
std::vector<Term> all_pieces(Space& space) {
    std::vector<Term>& pieces = space.made["pieces"];
    if (pieces.empty()) {
        Domain dark;
        for (int i = 0; i < 32; ++i) dark.add(engine::dark_square(i));
        for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
            pieces.push_back(space.input(dark));
        }
        space.terms.different(pieces);
    }
    return pieces;
}

/// What stands on a square: the byte of an empty one, changed by the piece whose symbol it is.
Term stands_on(Space& space, engine::Square square) {
    Term here = ryg3::empty_square;
    Byte piece = 0;
    for (const Term symbol : all_pieces(space)) {
        prove::Terms::Table change{};
        change[square] = static_cast<Byte>(ryg3::empty_square ^ piece++);
        if (!space.terms.domain(symbol).has(square)) continue;
        here = space.terms.make(Op::differ, here, space.terms.look_up(change, symbol));
    }
    return here;
}

void put_pieces(Space& space, const Entry& entry) {
    const unsigned at = space.program.extent(entry.symbol).begin;
    if (entry.symbol == "board") {
        for (engine::Square i = 0; i < 64; ++i) space.cells[at + i] = stands_on(space, i);
    } else {
        std::ranges::copy(all_pieces(space), space.cells.begin() + at);
    }
}

void put_square(Space& space, const Entry& entry) {
    Term& cell = space.cells[space.program.extent(entry.symbol).begin];
    std::vector<Term> pieces = all_pieces(space);
    if (entry.kind == "piece") {
        cell = pieces[space.choose(ryg3::piece_count)];
        return;
    }
    cell = space.input(Domain::range(0, 63));
    pieces.push_back(cell);
    space.terms.different(pieces);
}

/// How often the noise register has shifted in each cycle, up to one long after a table is full.
std::vector<unsigned> shifts_by_cycle() {
    constexpr Cycle last = 4000;
    std::vector<std::pair<c64::Noise, c64::Sid>> voices;
    for (std::uint32_t bits = 1; bits < 0x7fffff; bits = 5 * bits + 7) {
        const c64::Noise noise{bits};
        voices.emplace_back(noise, c64::Sid(c64::SidChip::mos6581, {.noise = bits}));
        start_voice3(voices.back().second, 0);
    }
    std::vector<unsigned> shifts{0};
    for (Cycle now = 0; now < last; ++now) {
        const bool is_same = std::ranges::all_of(voices, [&](auto& voice) {
            return voice.first.output() == voice.second.read(0x1b, now);
        });
        if (now > 0) shifts.push_back(shifts.back());
        if (is_same) continue;
        ++shifts.back();
        for (auto& [noise, sid] : voices) noise.shift();
    }
    return shifts;
}

/// Every state of the register but 0, from which it does not come away.
void put_noise(Space& space, const Entry& entry) {
    constexpr unsigned most_readings = 192;
    auto stream = std::make_unique<prove::Stream>();
    stream->at = space.program.extent(entry.symbol).begin;
    c64::Noise noise{1};
    do {
        stream->states.push_back(noise.bits);
        stream->shown.push_back(noise.output());
        noise.shift();
    } while (noise.bits != 1);
    stream->steps = shifts_by_cycle();
    for (unsigned i = 0; i < noise_bytes; ++i) {
        stream->state.push_back(space.cells[stream->at + i]);
    }
    for (unsigned i = 0; i < most_readings; ++i) {
        stream->readings.push_back(space.input(Domain::all()));
    }
    space.inputs.insert(space.inputs.end(), stream->state.begin(), stream->state.end());
    for (const auto& symbols : {stream->state, stream->readings}) {
        for (const Term symbol : symbols) space.terms.bind(symbol);
    }
    space.stream = std::move(stream);
}

// --- what a running program passes --------------------------------------------------------------

/// As long as board and squares agree, where a block reads both.
bool holds_pieces(Call& call, const Entry& entry) {
    Pieces& pieces = call.value<Pieces>();
    const Byte* const at = &call.ram[call.address(entry.symbol)];
    Pieces found = ryg3::Board{};
    if (entry.symbol == "board") {
        found = ryg3::board_from(std::span<const Byte, 64>(at, 64), Side::mouse);
    } else {
        std::copy_n(at, ryg3::piece_count, found->squares.begin());
        const bool on_board = std::ranges::max(found->squares) < 64;
        if (!on_board || ryg3::board_from(ryg3::to_bytes(*found), Side::mouse) != found)
            return false;
    }
    if (!found || (pieces && pieces->squares != found->squares)) return false;
    pieces = found;
    return true;
}

bool holds_square(Call& call, const Entry& entry) {
    const Byte square = call.byte(entry.symbol);
    const Pieces& pieces = call.value<Pieces>();
    return square < 64 && pieces &&
           (piece_at(*pieces, square) == ryg3::empty_square) == (entry.kind == "empty");
}

std::string describe_pieces(const Call& call, const Entry&) {
    std::string text;
    for (const auto square : call.value<Pieces>()->squares) text += fmt::format(" ${:02x}", square);
    return text;
}

std::string describe_noise(const Call& call, const Entry&) {
    return fmt::format("noise ${:06x}", call.value<std::uint32_t>());
}

Subject subject(std::string_view name, int version) {
    return {.image = harness::find_program(engine::ryg3_programs(), name), .version = version};
}

}  // namespace

void start_voice3(c64::Sid& sid, Cycle now) {
    sid.write(0x0e, 0xff, now);
    sid.write(0x0f, 0xff, now);
    sid.write(0x12, 0x81, now);
}

const Suite& suite() {
    static const Suite suite{
        .folder = "engine/games/ryg3/asm",
        .subjects = {subject("ryg3-03", 3), subject("ryg3-04", 4), subject("ryg3-07", 7),
                     subject("ryg3-08", 8), subject("ryg3-09", 9), subject("ryg3-10", 10),
                     subject("ryg3-11", 11)},
        .kinds = {{"position", draw_pieces, describe_pieces, 0, true, holds_pieces, put_pieces},
                  {"piece", draw_square, nullptr, 2, true, holds_square, put_square},
                  {"empty", draw_square, nullptr, 2, true, holds_square, put_square},
                  {"noise", draw_noise, describe_noise, 0, true, nullptr, put_noise, read_noise}},
        .references =
            joined({board_references(), hash_references(), search_references(), game_references()}),
    };
    return suite;
}

}  // namespace ryg::engine::ryg3
