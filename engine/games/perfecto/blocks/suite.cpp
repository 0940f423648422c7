// What the routines of PERFECTO promise, and the inputs that their blocks ask for.
#include "engine/claims/suite.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/common/choices.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/perfecto/game.hpp"
#include "engine/games/perfecto/native/dialogue.hpp"
#include "engine/games/perfecto/native/memory.hpp"

namespace ryg::engine::perfecto {

using namespace claims;
namespace {

using In = const Call&;
using Out = Expected&;
using engine::DarkSet;
using engine::Position;
using engine::Side;
using Bytes = std::vector<Byte>;
using Drawn = std::optional<Position>;

constexpr std::size_t most_moves = 8;
constexpr unsigned cat_count = 4, square_count = 32, loses = 2;

// --- inputs -------------------------------------------------------------------------------------

const Position& drawn_position(Drawing& drawing) {
    Drawn& position = drawing.call.value<Drawn>();
    if (!position) position = engine::draw_position(drawing.choices);
    return *position;
}

/// The label of the cats' squares: the variable, or `moved` in the zero page, whose halves In names
/// one by one.
std::string_view cats_label(std::string_view symbol) {
    return symbol.starts_with('$') ? "moved" : "cats";
}
DarkSet cats_in(In in, std::string_view label) {
    DarkSet cats = 0;
    for (unsigned i = 0; i < cat_count; ++i) cats |= DarkSet{1} << in.byte(label, i) % square_count;
    return cats;
}
Position called_position(In in) {
    return {.cats = cats_in(in, "cats"),
            .mouse = engine::dark_square(in.byte("mouse") % square_count),
            .side = in.byte("side") == 0 ? Side::mouse : Side::cats};
}

engine::Move move_in(In in, unsigned index) {
    return {engine::dark_square(in.byte("moveFrom", index)),
            engine::dark_square(in.byte("moveTo", index))};
}

// How each kind is declared; `given` is read from memory, and used by readers of given values only.

using claims::Among;
using claims::Inputs;
using claims::Memory;
using claims::Value;

constexpr Among any_square = Among::range(0, square_count - 1);

void declare_table(Inputs& in, const bool&) {
    const auto& names = perfecto::table().names;
    const unsigned at = in.address(in.symbol());
    for (unsigned i = 0; i < names.size(); ++i) in.put(at + i, names[i]);
}
std::optional<bool> get_table(const Memory&) { return true; }

using Cats = std::array<Byte, cat_count>;

void declare_cats(Inputs& in, const Cats& given) {
    const claims::Picks cats = in.pick_ascending(any_square, given);
    for (unsigned i = 0; i < cat_count; ++i) {
        in.put("cats", cats[i], i);
        in.put("moved", cats[i], i);
    }
}
std::optional<Cats> get_cats(const Memory& memory) {
    Cats cats{};
    std::ranges::copy(memory.bytes(cats_label(memory.symbol()), cat_count), cats.begin());
    return cats;
}

void declare_mouse(Inputs& in, const Byte& given) {
    const Value mouse = in.pick(any_square, given);
    for (unsigned i = 0; i < cat_count && in.names("cats"); ++i) in.need(mouse != in.at("cats", i));
    in.put("mouse", mouse);
}
std::optional<Byte> get_mouse(const Memory& memory) { return memory.byte("mouse"); }

/// A square after that of cat X.
void declare_further(Inputs& in, const Byte& given) {
    const Value square = in.pick(any_square, given);
    in.need(square > in.at(in.address("cats"), in.in('X')));
    in.put_register('A', square);
}
std::optional<Byte> get_further(const Memory& memory) { return memory.in('A'); }

/// The squares that a piece on `from` may step to: `to` is one of them.
Value is_step(const Value& from, const Value& to, DarkSet (*steps)(DarkSet)) {
    Value found = 0;
    for (int nth = 0; nth < 4; ++nth) {
        claims::Algebra::Table table{};
        table.fill(0xff);
        for (unsigned square = 0; square < square_count; ++square) {
            DarkSet squares = steps(DarkSet{1} << square);
            for (int i = 0; i < nth; ++i) squares &= squares - 1;
            if (squares != 0) table[square] = static_cast<Byte>(std::countr_zero(squares));
        }
        found |= look_up(table, from) == to;
    }
    return found;
}

struct SomeMove {
    Byte from = 0, to = 0;
};

/// Squares, and in the place that X selects those of a move of the position.
void declare_legal(Inputs& in, const SomeMove& given) {
    for (unsigned i = 0; i < 2 * most_moves && !in.recognises(); ++i) {
        in.put(i < most_moves ? "moveFrom" : "moveTo", in.pick(any_square, 0), i % most_moves);
    }
    const Value from = in.pick(any_square, given.from), to = in.pick(any_square, given.to);
    const Value mouse = in.at("mouse");
    Value is_cat = 0;
    in.need(to != mouse);
    for (unsigned i = 0; i < cat_count; ++i) {
        is_cat |= from == in.at("cats", i);
        in.need(to != in.at("cats", i));
    }
    in.need(choose(in.at("side"), is_cat & is_step(from, to, engine::forward_of),
                   (from == mouse) & is_step(from, to, engine::neighbours_of)));
    in.put_at(in.address("moveFrom"), in.in('X'), from);
    in.put_at(in.address("moveTo"), in.in('X'), to);
}
std::optional<SomeMove> get_legal(const Memory& memory) {
    return SomeMove{memory.byte("moveFrom", memory.in('X')), memory.byte("moveTo", memory.in('X'))};
}

void draw_table(Drawing& drawing, const Entry& entry) {
    drawing.call.set_bytes(drawing.call.address(entry.symbol), perfecto::table().names);
}
void draw_cats(Drawing& drawing, const Entry& entry) {
    const Address at = drawing.call.address(cats_label(entry.symbol));
    drawing.call.set_bytes(at, squares_of(drawn_position(drawing).cats));
}
void draw_mouse(Drawing& drawing, const Entry& entry) {
    const int mouse = engine::dark_index(drawn_position(drawing).mouse);
    drawing.call.set(entry.symbol, static_cast<unsigned>(mouse));
}
/// In A, a square after that of cat X, often near it; cat X then does not stand on the last square.
void draw_further(Drawing& drawing, const Entry&) {
    Call& call = drawing.call;
    const bool is_last = call.byte("cats", call.registers.x) == square_count - 1;
    if (is_last) call.registers.x = static_cast<Byte>(call.registers.x - 1);
    const unsigned cat = call.byte("cats", call.registers.x), left = square_count - 1 - cat;
    const unsigned most = drawing.choices.one_in(4) ? left : std::min(left, 6U);
    call.registers.a = static_cast<Byte>(cat + 1 + drawing.choices.below(most));
}

bool holds_table(Call& call, const Entry& entry) {
    const auto& names = perfecto::table().names;
    return std::equal(names.begin(), names.end(), call.ram.begin() + call.address(entry.symbol));
}
/// Squares, and in the place that X says those of a move of the position, drawn anew if it has none.
void draw_legal(Drawing& drawing, const Entry& entry) {
    Call& call = drawing.call;
    const Extent squares = call.program->extent(entry.symbol);
    engine::Random noise = drawing.choices.noise();
    for (unsigned at = squares.begin; at < squares.end; ++at) {
        call.set(at, static_cast<Byte>(noise.below(square_count)));
    }
    if (entry.symbol == "moveFrom") return;
    auto moves = engine::generate_moves(called_position(call));
    while (moves.empty()) {
        const Position position = engine::draw_position(drawing.choices);
        call.set_bytes(call.address("cats"), squares_of(position.cats));
        call.set("mouse", static_cast<unsigned>(engine::dark_index(position.mouse)));
        moves = engine::generate_moves(called_position(call));
    }
    const auto count = static_cast<std::uint32_t>(moves.size());
    const engine::Move move = moves[drawing.choices.below(count)];
    call.set("moveFrom", static_cast<unsigned>(engine::dark_index(move.from)), call.registers.x);
    call.set("moveTo", static_cast<unsigned>(engine::dark_index(move.to)), call.registers.x);
}

std::string describe_table(const Call&, const Entry&) { return "unpacked"; }
std::string describe_position(const Call& call, const Entry& entry) {
    const bool has_mouse = !entry.symbol.starts_with('$');
    return engine::to_fen(has_mouse ? called_position(call)
                                    : Position{.cats = cats_in(call, "moved")});
}
std::string describe_further(const Call& call, const Entry&) {
    return fmt::format("A = ${:02x}", call.registers.a);
}

// --- routines -------------------------------------------------------------------------------------

void put_mask(Out e, unsigned mask) {
    e.at(0xfd, static_cast<Byte>(mask));
    e.at(0xfe, static_cast<Byte>(mask >> 8));
}

void think(In in, Out e) {
    for (const char* list : {"moveFrom", "moveTo", "moveCost"}) e.any(list);
    thinks(in.program->image.labels)(called_position(in), e);
}

/// One time in 200, those of all inputs that take the most cycles, which only the attempt at each of
/// them has found.
void put_slowest_thought(Call& call, Choices& choices) {
    if (!choices.one_in(200)) return;
    call.set_bytes(call.address("cats"), squares_of(0x0000041c));
    call.set("mouse", 27);
}
void put_slowest_cats(Call& call, Choices& choices) {
    if (choices.one_in(200)) call.set_bytes(call.address("moved"), squares_of(0x041c0000));
}

void put_line(Call& call, std::string_view text, unsigned at = 0) {
    for (const char character : text) call.set("line", static_cast<Byte>(character), at++);
}

std::string some_square(Choices& choices) {
    static constexpr std::string_view files = "ABCDEFGHABCDEFGH@IZ ",
                                      ranks = "1234567812345678 09:";
    const auto pick = [&](std::string_view from) {
        return from[choices.below(static_cast<std::uint32_t>(from.size()))];
    };
    return {pick(files), pick(ranks)};
}

/// A move of the list as often as not, or one that differs in a square.
void put_move_line(Call& call, Choices& choices) {
    if (choices.one_in(8)) return;
    const engine::Move move = move_in(call, choices.below(call.byte("numMoves")));
    put_line(call, move_text(move));
    if (choices.one_in(4)) put_line(call, some_square(choices), 2 * choices.below(2));
    call.set("lineLength", 4);
}

// --- the same as formulas -------------------------------------------------------------------------

using claims::Given;
using claims::Stated;
using Values = std::vector<Value>;

void unpack(const Given&, Stated& e) {
    const auto& names = perfecto::table().names;
    e.bytes("names", Values(names.begin(), names.end()));
}

void print_square(Stated& e, const Value& square, const Value& when = 1) {
    e.print(((square & 3) << 1 | (square >> 2 & 1)) + 'A', when);
    e.print(Value('8') - (square >> 2), when);
}

void show_board(const Given& in, Stated& e) {
    e.print("\r  ABCDEFGH\r");
    for (unsigned square = 0; square < square_count; ++square) {
        const unsigned row = square / 4;
        if (square % 4 == 0) e.print(Value('8' - row));
        if (square % 4 == 0 && row % 2 == 1) e.print(" ");
        Value is_cat = 0;
        for (const Value& cat : in.bytes("cats", cat_count)) is_cat |= cat == square;
        e.print(" ");
        e.print(choose(in.byte("mouse") == square, 'M', choose(is_cat, 'C', '.')));
        if (square % 4 == 3) e.print("\r");
    }
}

void list_wins(const Given& in, Stated& e, const Value& when) {
    e.print("WINNING MOVES:", when);
    Value any = 0;
    for (unsigned i = 0; i < most_moves; ++i) {
        const Value wins = (in.byte("numMoves") > i) & (in.byte("moveCost", i) < loses);
        e.print(" ", when & wins);
        print_square(e, in.byte("moveFrom", i), when & wins);
        print_square(e, in.byte("moveTo", i), when & wins);
        any |= wins;
    }
    e.print(" NONE", when & !any);
    e.print("\r", when);
}

void tell(const Given& in, Stated& e) {
    const Value cost = element(in.bytes("moveCost", most_moves), in.byte("best"));
    const Value cats_win = (in.byte("side") != 0) == (cost < loses);
    e.print("THE CATS WIN\r", cats_win);
    e.print("THE MOUSE WINS\r", !cats_win);
    list_wins(in, e, in.byte("help") == 2);
}

/// The cats in order after one of them has stepped.
Values stepped(Values cats, const Value& which, const Value& to) {
    for (unsigned i = 0; i < cat_count; ++i) cats[i] = choose(which == i, to, cats[i]);
    const auto order = [&](unsigned low, unsigned high) {
        const Value swaps = cats[low] > cats[high], lower = choose(swaps, cats[high], cats[low]);
        cats[high] = choose(swaps, cats[low], cats[high]);
        cats[low] = lower;
    };
    order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
    return cats;
}

void move_cat(const Given& in, Stated& e) {
    const Values cats = in.bytes("cats", cat_count), after = stepped(cats, in.in('X'), in.in('A'));
    Value taken = 0;
    for (const Value& cat : cats) taken |= cat == in.in('A');
    e.in('A', choose(taken, 0xff, 0));
    for (unsigned i = 0; i < cat_count; ++i) e.byte("moved", after[i], i, !taken);
}

void make_move(const Given& in, Stated& e) {
    const Values cats = in.bytes("cats", cat_count);
    const Value from = element(in.bytes("moveFrom", most_moves), in.in('X')),
                to = element(in.bytes("moveTo", most_moves), in.in('X')), side = in.byte("side");
    Value which = 0;
    for (unsigned i = 1; i < cat_count; ++i) which = choose(cats[i] == from, i, which);
    const Values after = stepped(cats, which, to);
    for (unsigned i = 0; i < cat_count; ++i) e.byte("cats", choose(side, after[i], cats[i]), i);
    e.byte("mouse", choose(side, in.byte("mouse"), to));
    e.byte("side", choose(side, 0, 1));
}

void new_game(const Given&, Stated& e) {
    e.bytes("cats", Values{0, 1, 2, 3});
    e.byte("mouse", static_cast<unsigned>(engine::dark_index(engine::start_position().mouse)));
    e.byte("side", 0);
}

/// The dark square that two characters name; $ff: none.
Value square_named(const Value& file, const Value& rank) {
    const Value column = file - 'A', row = Value('8') - rank;
    const Value is_one = (column < 8) & (row < 8) & !((column ^ row) & 1);
    return choose(is_one, row << 2 | column >> 1, 0xff);
}

void find_move(const Given& in, Stated& e) {
    const Values line = in.bytes("line", 4);
    const Value from = square_named(line[0], line[1]), to = square_named(line[2], line[3]);
    Value found = 0xff;
    for (unsigned i = 0; i < most_moves; ++i) {
        const Value is_it = (in.byte("numMoves") > i) & (in.byte("moveFrom", i) == from) &
                            (in.byte("moveTo", i) == to);
        found = choose(is_it, i, found);
    }
    e.in('A', choose(in.byte("lineLength") == 4, found, 0xff));
}

// --- keys -----------------------------------------------------------------------------------------

PerfectoDialogue::Next from_keys(KeyReader& keys) {
    return [&keys](Asks, const PerfectoDialogue&) -> std::optional<char> {
        if (keys.at_end()) return std::nullopt;
        return keys.next();
    };
}

/// Throws std::out_of_range after the last.
PerfectoDialogue::Next from_enough_keys(KeyReader& keys) {
    return [&keys](Asks, const PerfectoDialogue&) { return std::optional(keys.next()); };
}

/// Games: of the lines some are moves, others whatever comes.
void play_games(PerfectoDialogue& games) {
    while (games.menu() && games.game()) {
    }
}

void play(In in, Out e) {
    KeyReader keys(in.keys);
    PerfectoDialogue games(e.printed, from_keys(keys));
    play_games(games);
}

Keys game_keys(In in, Choices& choices) {
    static constexpr std::array lines{"?", "N", "", "A1A2", "D1E", "D1E2F", "XX", "E1D2", "Q"};
    Keys keys;
    Expected ignored(in);
    auto lines_left = choices.below(60);
    std::string line;
    PerfectoDialogue games(
        ignored.printed, [&](Asks asks, const PerfectoDialogue& now) -> std::optional<char> {
            char key = 0;
            if (asks != Asks::line) {
                if (lines_left == 0) return std::nullopt;
                key = asks == Asks::sides ? "MCBNX"[choices.below(5)] : "0123/"[choices.below(5)];
                if (key == 'N') lines_left = lines_left / 2;
            } else {
                if (line.empty()) {
                    if (lines_left == 0) return std::nullopt;
                    --lines_left;
                    const auto moves = engine::generate_moves(now.position);
                    const auto count = static_cast<std::uint32_t>(moves.size());
                    line = choices.one_in(6) ? lines[choices.below(lines.size())]
                                             : move_text(moves[choices.below(count)]);
                    line += '\r';
                }
                key = line.front();
                line.erase(0, 1);
            }
            type_key(keys, key, choices);
            return key;
        });
    play_games(games);
    return keys;
}

Keys some_line(In, Choices& choices) {
    Keys keys;
    for (auto length = choices.below(12); length > 0; --length) {
        if (choices.one_in(6)) type_key(keys, 0x14, choices);
        if (choices.one_in(8)) type_key(keys, 0x80 + static_cast<int>(choices.below(128)), choices);
        type_key(keys, static_cast<int>(' ' + choices.below(59)), choices);
    }
    if (choices.one_in(2)) type_key(keys, 0x14, choices);
    type_key(keys, '\r', choices);
    return keys;
}

void prompt(In in, Out e) {
    KeyReader keys(in.keys);
    PerfectoDialogue asks(e.printed, from_enough_keys(keys));
    asks.position.side = in.byte("side") == 0 ? Side::mouse : Side::cats;
    const std::string line = asks.read_line().value();
    e.any("line");
    for (unsigned i = 0; i < line.size(); ++i) e.byte("line", static_cast<Byte>(line[i]), i);
    e.byte("lineLength", static_cast<unsigned>(line.size()));
}

Keys menu_keys(In, Choices& choices) {
    Keys keys;
    for (const std::string_view good : {"MCBN", "012"}) {
        if (choices.one_in(2)) type_key(keys, "3/Q"[choices.below(3)], choices);
        type_key(keys, good[choices.below(static_cast<std::uint32_t>(good.size()))], choices);
    }
    return keys;
}

void menu(In in, Out e) {
    KeyReader keys(in.keys);
    PerfectoDialogue asks(e.printed, from_enough_keys(keys));
    asks.menu();
    e.byte("computer", asks.computer);
    e.byte("help", asks.help);
}

// clang-format off
std::vector<Reference> references() {
    return {
        {.routine = "start", .expect = [](In in, Out e) {
            e.print(PerfectoDialogue::title);
            e.bytes("names", perfecto::table().names);
            play(in, e);
        }, .draws = 4, .type = game_keys},
        {.routine = "prepare", .draws = 2, .state = unpack},
        {.routine = "unpack", .draws = 2, .state = unpack},
        {.routine = "play", .expect = play, .draws = 60, .type = game_keys},
        {.routine = "menu", .expect = menu, .draws = 200, .type = menu_keys},
        {.routine = "newGame", .draws = 4, .state = new_game},
        {.routine = "makeMove", .draws = 400, .state = make_move},
        {.routine = "tell", .draws = 200, .state = tell},
        {.routine = "listWins", .draws = 200, .state = [](const Given& in, Stated& e) { list_wins(in, e, 1); }},
        {.routine = "think", .expect = think, .draws = 1200, .agree = put_slowest_thought},
        {.routine = "moveCat", .draws = 400, .state = move_cat},
        {.routine = "lookUp", .expect = [](In in, Out e) { put_mask(e, perfecto::table()[cats_in(in, "moved")]); }, .draws = 400},
        {.routine = "safeFromAll", .expect = [](In in, Out e) { put_mask(e, perfecto::safe_from_all(cats_in(in, "moved"), perfecto::table())); }, .draws = 800, .agree = put_slowest_cats},
        {.routine = "showBoard", .draws = 100, .state = show_board},
        {.routine = "printMove", .draws = 100, .state = [](const Given& in, Stated& e) {
            print_square(e, element(in.bytes("moveFrom", most_moves), in.in('X')));
            print_square(e, element(in.bytes("moveTo", most_moves), in.in('X')));
        }},
        {.routine = "printSquare", .draws = 100, .state = [](const Given& in, Stated& e) { print_square(e, in.in('A')); }},
        {.routine = "printText", .draws = 60, .state = [](const Given& in, Stated& e) { e.print_text(in, in.place("text")); }},
        {.routine = "prompt", .expect = prompt, .draws = 400, .type = some_line},
        {.routine = "findMove", .draws = 1200, .agree = put_move_line, .state = find_move},
        {.routine = "readSquare", .draws = 1200, .agree = [](Call& call, Choices& choices) { put_line(call, some_square(choices), call.registers.x); }, .state = [](const Given& in, Stated& e) {
            const Values line = in.bytes("line", most_moves);
            e.in('A', square_named(element(line, in.in('X')), element(line, in.in('X') + 1)));
        }},
    };
}
// clang-format on

}  // namespace

const Suite& suite() {
    static const Suite suite{
        .folder = "engine/games/perfecto/asm",
        .subjects = {{.image = &images::perfecto, .memory_end = 0xd000, .port = 0x36}},
        .kinds = {{"table", draw_table, describe_table, 0, false, holds_table, nullptr,
                   claims::input<bool>({"table", declare_table, get_table})},
                  {"cats", draw_cats, describe_position, 0, true, nullptr, nullptr,
                   claims::input<Cats>({"cats", declare_cats, get_cats})},
                  {"mouse", draw_mouse, describe_position, 0, true, nullptr, nullptr,
                   claims::input<Byte>({"mouse", declare_mouse, get_mouse})},
                  {"further", draw_further, describe_further, 2, true, nullptr, nullptr,
                   claims::input<Byte>({"further", declare_further, get_further})},
                  {"legal", draw_legal, nullptr, 2, true, nullptr, nullptr,
                   claims::input<SomeMove>({"legal", declare_legal, get_legal})}},
        .references = references(),
    };
    return suite;
}

}  // namespace ryg::engine::perfecto
