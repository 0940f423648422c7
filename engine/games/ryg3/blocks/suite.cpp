// Declares the inputs that blocks ask for, and lists the programs.
#include <algorithm>
#include <fmt/format.h>

#include "c64/sid/noise.hpp"
#include "engine/games/ryg3/blocks/memory.hpp"
#include "engine/games/ryg3/game.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;
namespace {

constexpr unsigned noise_bytes = 3;  // of the register's state
constexpr unsigned most_moves = 8;   // of a node

/// After at least one move and at most eight: all numbers of moves are equally likely, so that the
/// slowest calls are found.
void draw_few(Drawing& drawing, const Entry& entry) {
    Call& call = drawing.call;
    const unsigned depth = call.byte("depth"), first = call.byte("current_move", depth);
    const unsigned index = entry.symbol.ends_with("[depth]") ? depth : 0;
    call.set(call.program->extent(entry.symbol).begin + index,
             static_cast<Byte>(first + 1 + drawing.choices.below(most_moves)));
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

void draw_noise(Drawing& drawing, const Entry&) {
    set_noise(drawing.call, 1 + drawing.choices.below(c64::Noise::all));
}

// --- declared -----------------------------------------------------------------------------------

using claims::Among;
using claims::Inputs;
using claims::Memory;
using claims::Value;

constexpr Among any_square = Among::range(0, 63);
constexpr Among dark_squares = [] {
    Among squares;
    for (int i = 0; i < 32; ++i) squares.add(engine::mirrored(engine::dark_square(i)));
    return squares;
}();

/// A position in which a side can move, for `(mover)` fits no other; the cats numbered in any order.
Squares sample_position(Choices& choices) {
    const auto can_move = [](ryg3::Board board, Side side) {
        board.side = side;
        return !generate_moves(board).empty();
    };
    ryg3::Board board;
    do {
        board = ryg3::board_from(engine::draw_position(choices));
    } while (!can_move(board, Side::mouse) && !can_move(board, Side::cats));
    for (std::uint32_t cat = 1; cat < 4; ++cat) {
        std::swap(board.squares[cat], board.squares[cat + choices.below(5 - cat)]);
    }
    return board.squares;
}

/// The board, and where its pieces are: five different dark squares.
void declare_position(Inputs& in, const Squares& given) {
    claims::Picks pieces;
    for (const Byte square : given) pieces.push_back(in.pick(dark_squares, square));
    in.need_different(pieces);
    for (unsigned i = 0; i < 64; ++i) in.put("board", ryg3::empty_square, i);
    for (unsigned piece = 0; piece < pieces.size(); ++piece) {
        if (in.names("board")) in.put_at(in.address("board"), pieces[piece], piece);
        in.put("square_of", pieces[piece], piece);
    }
}
std::optional<Squares> get_position(const Memory& memory) {
    Squares squares{};
    if (memory.symbol() != "board") {
        std::ranges::copy(memory.bytes("square_of", squares.size()), squares.begin());
        return squares;
    }
    squares.fill(ryg3::no_square);
    for (unsigned square = 0; square < 64; ++square) {
        const Byte piece = memory.byte("board", square);
        if (piece < squares.size()) squares[piece] = static_cast<Byte>(square);
    }
    return squares;
}

/// Where a piece of (position) is.
Value square_of(const Inputs& in, unsigned piece) {
    if (in.names("square_of")) return in.at("square_of", piece);
    Value found = 0;
    for (const Byte square : dark_squares.bytes()) {
        found = choose(in.at("board", square) == piece, square, found);
    }
    return found;
}
Value is_taken(const Inputs& in, const Value& square) {
    Value found = 0;
    for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
        found |= square_of(in, piece) == square;
    }
    return found;
}

template <bool IsEmpty>
void declare_square(Inputs& in, const Byte& given) {
    const Value square = in.pick(IsEmpty ? any_square : dark_squares, given);
    in.need(is_taken(in, square) == (IsEmpty ? 0 : 1));
    in.put(in.symbol(), square);
}
std::optional<Byte> get_byte(const Memory& memory) { return memory.byte(memory.symbol()); }

/// After at least one move and at most eight; of all depths, or of one.
void declare_few(Inputs& in, const Byte& given) {
    const Value depth = in.at("depth"), first = in.at(in.address("current_move"), depth);
    const Value after = in.pick(Among::any(), given), moves = after - first;
    in.need((after > first) & (moves <= most_moves));
    if (in.symbol().ends_with("[depth]")) {
        in.put_at(in.address(in.symbol()), depth, after);
    } else {
        in.put(in.symbol(), after);
    }
}
std::optional<Byte> get_few(const Memory& memory) {
    const bool is_element = memory.symbol().ends_with("[depth]");
    return memory.byte(memory.symbol(), is_element ? memory.byte("depth") : 0U);
}

/// For each square: whether one of the squares next to it is free, of those that `steps` gives.
std::vector<Value> has_free_neighbour(const Inputs& in, DarkSet (*steps)(DarkSet)) {
    std::vector<Value> taken(64), found(64);
    for (const Byte square : dark_squares.bytes()) taken[square] = is_taken(in, square);
    for (const Byte square : dark_squares.bytes()) {
        DarkSet next = steps(engine::dark_bit(engine::mirrored(square)));
        for (; next != 0; next &= next - 1) {
            const auto there = engine::mirrored(engine::dark_square(std::countr_zero(next)));
            found[square] |= !taken[there];
        }
    }
    return found;
}

/// A side that has a move.
void declare_mover(Inputs& in, const Byte& given) {
    const Value side = in.pick({0, 1}, given);
    const auto mouse = has_free_neighbour(in, engine::neighbours_of);
    const auto cats = has_free_neighbour(in, engine::forward_of);
    std::array<Value, 2> can_move{};
    for (const Byte square : dark_squares.bytes()) {
        can_move[0] |= (square_of(in, ryg3::mouse_piece) == square) & mouse[square];
        for (unsigned cat = 1; cat < ryg3::piece_count; ++cat) {
            can_move[1] |= (square_of(in, cat) == square) & cats[square];
        }
    }
    in.need(choose(side, can_move[1], can_move[0]));
    in.put(in.symbol(), side);
}

/// Up to the end of the list.
void declare_place(Inputs& in, const Byte& given) {
    const Value place = in.pick(Among::any(), given);
    in.need(place <= in.at("move_end"));
    in.put_register('Y', place);
}
std::optional<Byte> get_place(const Memory& memory) { return memory.in('Y'); }

/// The last move made led a piece from an empty square to where it is. All others are any bytes.
void declare_last(Inputs& in, const ryg3::Ryg3Move& given) {
    const Value start = in.pick(any_square, given.start), dest = in.pick(dark_squares, given.dest);
    const Value last = in.at("hply") - 1;
    in.need(!is_taken(in, start));
    in.need(is_taken(in, dest));
    in.put_at(in.address("made_start"), last, start);
    in.put_at(in.address("made_dest"), last, dest);
}
std::optional<ryg3::Ryg3Move> get_last(const Memory& memory) {
    const auto last = static_cast<Byte>(memory.byte("hply") - 1);
    return ryg3::Ryg3Move{memory.byte("made_start", last), memory.byte("made_dest", last)};
}

/// Any time.
void declare_began(Inputs&, const bool&) {}
std::optional<bool> get_began(const Memory&) { return true; }

/// What the pieces' random bytes give where they are, exclusive-or.
void declare_hash(Inputs& in, const bool&) {
    const auto& labels = in.symbol() == "hash" ? ryg3::hash_labels : ryg3::lock_labels;
    Value sum = 0;
    for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
        sum = sum ^ in.at(in.address(labels[piece]), square_of(in, piece));
    }
    in.put(in.symbol(), sum);
}
std::optional<bool> get_hash(const Memory&) { return true; }

/// The state that voice 3 begins with, in the RAM below its register.
void declare_noise(Inputs& in, const std::uint32_t& given) {
    const claims::Room ram = in.variable(in.symbol(), noise_bytes);
    std::array<Value, noise_bytes> state{};
    for (unsigned i = 0; i < noise_bytes; ++i) {
        static_assert(c64::Noise::all == 0x7fffff);
        const Among among = i + 1 < noise_bytes ? Among::any() : Among::range(0, 0x7f);
        state[i] = in.pick(among, given >> 8 * i & 0xff);
        in.put(ram.at + i, state[i]);
    }
    in.need((state[0] | state[1] | state[2]) != 0);
}
std::optional<std::uint32_t> get_noise(const Memory& memory) {
    const auto bytes = memory.bytes(memory.symbol(), noise_bytes);
    return std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[1]} << 8 | bytes[0];
}

// --- for messages -------------------------------------------------------------------------------

std::string describe_pieces(const Call& call, const Entry&) {
    std::string text;
    for (const auto square : call.value<Squares>()) text += fmt::format(" ${:02x}", square);
    return text;
}

std::string describe_noise(const Call& call, const Entry&) {
    return fmt::format("noise ${:06x}", call.value<std::uint32_t>());
}

std::vector<Kind> kinds() {
    using claims::kind;
    return {{.name = "position",
             .describe = describe_pieces,
             .input = claims::input<Squares>(
                 {"position", declare_position, get_position, false, sample_position})},
            {.name = "noise",
             .draw = draw_noise,
             .describe = describe_noise,
             .reread = read_noise,
             .input = claims::input<std::uint32_t>({"noise", declare_noise, get_noise})},
            kind<bool>({"began", declare_began, get_began}),
            kind<Byte>({"piece", declare_square<false>, get_byte, true}, 2),
            kind<Byte>({"empty", declare_square<true>, get_byte, true}, 2),
            {.name = "few",
             .draw = draw_few,
             .stage = 2,
             .input = claims::input<Byte>({"few", declare_few, get_few, true})},
            kind<Byte>({"mover", declare_mover, get_byte}, 2),
            kind<Byte>({"place", declare_place, get_place}, 2),
            kind<ryg3::Ryg3Move>({"last", declare_last, get_last}, 2),
            kind<bool>({"hash", declare_hash, get_hash, true}, 3)};
}

Subject subject(std::string_view name, int version) {
    return {.image = claims::find_program(engine::ryg3_programs(), name), .version = version};
}

}  // namespace

void set_noise(Call& call, std::uint32_t noise) {
    const std::vector<Entry>& in = call.block->in;
    const auto entry = std::ranges::find(in, "noise", &Entry::kind);
    const unsigned at = call.program->extent(entry->symbol).begin;
    for (unsigned i = 0; i < noise_bytes; ++i) {
        call.set(at + i, static_cast<Byte>(noise >> 8 * i));
    }
    read_noise(call, *entry);
}

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
        .kinds = kinds(),
        .references =
            joined({board_references(), hash_references(), search_references(), game_references()}),
    };
    return suite;
}

}  // namespace ryg::engine::ryg3
