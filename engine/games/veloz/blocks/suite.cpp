// What the routines of VELOZ's search promise, and the inputs that their blocks ask for.
#include "engine/claims/suite.hpp"

#include <algorithm>
#include <cctype>

#include "emu/threads.hpp"
#include "engine/claims/host.hpp"
#include "engine/common/choices.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/ryg1/native/evaluate.hpp"
#include "engine/games/ryg1/native/node_layout.hpp"
#include "engine/games/veloz/game.hpp"
#include "engine/games/veloz/native/dialogue.hpp"
#include "engine/games/veloz/native/search.hpp"

namespace ryg::engine {

claims::Programs veloz_programs();

namespace veloz {

using namespace claims;
namespace {

using Bytes = std::vector<Byte>;

/// A position, the plies to go, and what it is to be more or less than.
struct BoundedNode {
    Position position;
    int plies = 0, value = 0, alpha = 40, beta = 200;
    bool drawn = false;
};

constexpr Byte wall = 0x10, cat_here = 0x01;

/// ratonLento and gatosLento: 2; not a node's: 0.
int plies_of(std::string_view routine) {
    const auto digit = std::ranges::find_if(routine, [](char c) { return c >= '0' && c <= '9'; });
    if (routine.ends_with("Lento")) return 2;
    return digit == routine.end() ? 0 : std::stoi(std::string(digit, routine.end()));
}

/// One minimax for all draws: it knows what it has been asked.
Byte value_of(const Position& position, int plies) {
    static emu::Mutex mutex;
    static Minimax minimax;
    const emu::Guard guard(mutex);
    return minimax.value(position, plies);
}

const BoundedNode& node_of(Drawing& drawing) {
    BoundedNode& node = drawing.call.value<BoundedNode>();
    if (node.drawn) return node;
    Choices& choices = drawing.choices;
    const std::string_view routine = drawing.call.block->name;
    node.drawn = true;
    node.position = draw_position(choices);
    node.plies = plies_of(routine);
    // Near the end of the board trees are small.
    if (node.plies > 3) {
        const DarkSet mouse = dark_bit(node.position.mouse);
        const std::array<DarkSet, 4> areas{0xffff0000U, 0xfff00000U, 0xff000000U,
                                           neighbours_of(mouse)};
        node.position.cats = four_of(choices.pick(areas), mouse, choices);
    }
    if (routine.starts_with("raton")) node.position.side = Side::mouse;
    if (routine.starts_with("gatos")) node.position.side = Side::cats;
    node.value = value_of(node.position, node.plies);
    if (choices.one_in(2)) {
        node.alpha = node.value - 5 + static_cast<int>(choices.below(8));
        node.beta = node.alpha + 1 + static_cast<int>(choices.below(6));
    }
    return node;
}

std::array<Byte, 4> places_of(const Position& position) {
    std::array<Byte, 4> places{};
    std::ranges::transform(cat_squares(position), places.begin(),
                           [](Square square) { return static_cast<Byte>(place_of(square)); });
    return places;
}

Bytes board_of(const Position& position) {
    constexpr std::size_t origin = 5;
    Bytes board(46, wall);
    for (int place = 0; place < places; ++place) {
        if (is_square(place)) board[origin + static_cast<std::size_t>(place)] = 0;
    }
    for (const Byte place : places_of(position)) board[origin + place] = cat_here;
    board[origin + static_cast<std::size_t>(place_of(position.mouse))] = wall;
    return board;
}

Byte weight_of(const Position& position) {
    unsigned sum = 0;
    for (const Square cat : cat_squares(position)) {
        sum += row_weights[static_cast<std::size_t>(row_of(cat))];
    }
    return static_cast<Byte>(sum);
}

unsigned key_of(const Position& position) {
    unsigned key = 0;
    for (const Square cat : cat_squares(position)) {
        key ^= square_keys[static_cast<std::size_t>(dark_index(cat))];
    }
    return key;
}

/// All frames have what the node's has.
void draw_node(Drawing& drawing, const Entry& entry) {
    const BoundedNode& node = node_of(drawing);
    const Position& position = node.position;
    const unsigned key = key_of(position);
    const std::string& symbol = entry.symbol;
    Call& call = drawing.call;
    const auto mouse = static_cast<unsigned>(place_of(position.mouse));
    if (symbol == "X" || symbol == "Y") {
        (symbol == "X" ? call.registers.x : call.registers.y) =
            symbol == "X" ? static_cast<Byte>(mouse) : weight_of(position);
        return;
    }
    const std::size_t size = call.bytes(symbol).size();
    Bytes bytes;
    if (symbol == "tablero") bytes = board_of(position);
    if (symbol == "cat") {
        std::ranges::copy(places_of(position), std::back_inserter(bytes));
        for (std::uint32_t last = 3; last > 0; --last) {
            std::swap(bytes[last], bytes[drawing.choices.below(last + 1)]);
        }
    }
    if (symbol == "R") bytes.assign(size, static_cast<Byte>(mouse));
    if (symbol == "K") bytes.assign(size, weight_of(position));
    if (symbol == "H0") bytes.assign(size, static_cast<Byte>(key));
    if (symbol == "H1") bytes.assign(size, static_cast<Byte>(key >> 8));
    if (symbol == "H2") bytes.assign(size, static_cast<Byte>(key >> 12 & 0xf0));
    if (symbol == "valores") {
        const bool is_mouse = position.side == Side::mouse;
        for (int depth = 1; depth <= static_cast<int>(size); ++depth) {
            const bool own = (depth - node.plies) % 2 == 0;
            bytes.push_back(static_cast<Byte>(own == is_mouse ? node.alpha : node.beta));
        }
    }
    call.set_bytes(call.address(symbol), bytes);
}

/// Empty, or with what is known of the node; the other bytes of an entry count only there.
void draw_table(Drawing& drawing, const Entry& entry) {
    Call& call = drawing.call;
    call.set_bytes(call.address(entry.symbol), Bytes(call.bytes(entry.symbol).size()));
    const BoundedNode& node = node_of(drawing);
    if (node.position.side != Side::mouse || !drawing.choices.one_in(3)) return;
    constexpr std::array<Byte, 3> kinds{0x01, 0x80, 0xc0};  // not more, not less, exact
    const std::uint32_t kind = drawing.choices.below(3);
    const auto apart = kind == 2 ? 0 : static_cast<int>(drawing.choices.below(4));
    const unsigned key = key_of(node.position);
    const int quarter = quarter_of(node.position.mouse);
    const unsigned at = ((key & 0xff) ^ mix_of(quarter)) + (node.plies > 4 ? 256U : 0U);
    call.set("tipoT", kinds[kind], at);
    call.set("valorT", static_cast<unsigned>(kind == 0 ? node.value + apart : node.value - apart),
             at);
    const bool other = drawing.choices.one_in(8);
    call.set("marca0T", (key >> 8 & 0xff) ^ (other ? 1U : 0U), at);
    const bool elsewhere = drawing.choices.one_in(8);
    call.set("marca1T",
             ((key >> 12 & 0xf0) | static_cast<unsigned>(quarter)) ^ (elsewhere ? 1U : 0U), at);
}

/// The mouse's board by itself.
void draw_jump(Drawing& drawing, const Entry& entry) {
    const Address to = drawing.call.address("raton0"), at = drawing.call.address(entry.symbol);
    drawing.call.set(at, static_cast<Byte>(to));
    drawing.call.set(at + 1U, static_cast<Byte>(to >> 8));
}

/// The board between searches: no pieces on it, and BASIC's bytes in two places.
Bytes empty_board() {
    Bytes board = board_of({});
    for (const Byte place : places_of({})) board[5U + place] = 0;
    board[5U + static_cast<unsigned>(place_of(start_position().mouse))] = 0;
    return board;
}

void draw_board(Drawing& drawing, const Entry& entry) {
    drawing.call.set_bytes(drawing.call.address(entry.symbol), empty_board());
}

void draw_game(Drawing& drawing, const Entry& entry) {
    const Position& position = node_of(drawing).position;
    drawing.call.set_bytes(drawing.call.address(entry.symbol), ryg1::board_bytes(position));
}

std::string describe_node(const Call& call, const Entry&) {
    const BoundedNode& node = call.value<BoundedNode>();
    return to_fen(node.position) + " alpha " + std::to_string(node.alpha) + " beta " +
           std::to_string(node.beta);
}

// --- routines ---------------------------------------------------------------------------------------

/// A value that is not between alpha and beta may be any that is not, either.
void value_node(In in, Out e) {
    const BoundedNode& node = in.value<BoundedNode>();
    if (node.plies < 2 || (node.alpha < node.value && node.value < node.beta)) {
        e.a(static_cast<unsigned>(node.value));
    }
}

/// A cat steps forward and only the points of the rows change.
void keep_still(In in, Out e) {
    const int row = row_of(dark_square(index_at(in.registers.x)));
    const auto weight = [](int of) { return row_weights[static_cast<std::size_t>(of)]; };
    const auto sum = static_cast<Byte>(in.byte("K", 2) + weight(row + 1) - weight(row));
    const auto value = static_cast<Byte>(row_groups[sum].points + 16 + in.byte("tmpF"));
    const Byte best = in.byte("valores", 1), alpha = in.byte("valores", 2);
    e.in('C', value < best && value <= alpha ? 0U : 1U);
    e.byte("valores", std::min(value, best), 1);
}

void add_up(In in, Out e) {
    const Position& position = in.value<BoundedNode>().position;
    const unsigned frame = in.registers.x, key = key_of(position);
    e.byte("K", weight_of(position), frame);
    if (in.byte("conTabla") == 0) return;
    e.byte("H0", key & 0xff, frame);
    e.byte("H1", key >> 8 & 0xff, frame);
    e.byte("H2", key >> 12 & 0xf0, frame);
}

void search(In in, Out e) {
    const Position& position = in.value<BoundedNode>().position;
    searches(in.program->image.labels, in.byte("dajProf"))(position, e);
    e.print(std::string(generate_moves(position).size(), '.'));
    Bytes board = empty_board();
    constexpr unsigned basic = 26;  // $53 and $54
    board[basic] = 3;
    board[basic + 1] = 0x4c;
    e.bytes("tablero", board);
}

void make_move(In in, Out e) {
    const Byte from = in.byte("bjDe"), to = in.byte("bjA");
    ryg1::NodeBytes board{};
    std::copy_n(in.ram.begin() + in.address("tableroActual"), board.size(), board.begin());
    using L = ryg1::NodeLayout;
    if (from < 64) {
        board[L::cells + to] = board[L::cells + from];
        board[L::cells + from] = ryg1::empty_cell;
        board[L::turn] ^= ryg1::mouse_cell ^ ryg1::cat_cell;
        board[L::value] = in.byte("bjValor");
        board[L::level] = 0;
        std::fill(board.begin() + L::parent, board.begin() + L::cells, Byte{0});
    }
    e.bytes("tableroActual", board);
}

/// A move that the position has.
void agree_move(Call& call, Choices& choices) {
    const MoveList moves = generate_moves(call.value<BoundedNode>().position);
    if (moves.empty() || choices.one_in(8)) return call.set("bjDe", 0xff);
    const Move move = moves[choices.below(static_cast<std::uint32_t>(moves.size()))];
    call.set("bjDe", move.from);
    call.set("bjA", move.to);
}

std::vector<Reference> references() {
    std::vector<Reference> all{
        {"preparaBusca", [](In, Out e) { e.bytes("tablero", empty_board()); }, 4},
        {"evalua",
         [](In in, Out e) {
             e.a(ryg1::evaluate(in.value<BoundedNode>().position, ryg1::Version::v16));
         }},
        {"buscaJugada", search, 100},
        {"piensa",
         [](In in, Out e) {
             e.print("PENSANDO: ");
             search(in, e);
             e.print('\r');
         },
         60},
        {"aplicaJugadaDecidida", make_move, 400, agree_move},
        {"leeTablero",
         [](In in, Out e) {
             const Position& position = in.value<BoundedNode>().position;
             e.bytes("tablero", board_of(position));
             e.bytes("cat", places_of(position));
             e.at(in.address("desde"), static_cast<Byte>(place_of(position.mouse)));
         }},
        {"sumaGatos", add_up},
        {"quieto", keep_still},
        {"llama",
         [](In in, Out e) {
             e.print('.');
             value_node(in, e);
         }},
        {"claves", value_node},
        {"borraTabla", [](In in, Out e) { e.bytes("tipoT", Bytes(in.bytes("tipoT").size())); }, 4}};
    static const auto names = [] {
        std::vector<std::string> made{"ratonLento", "gatosLento"};
        for (int plies = 0; plies < greatest_depth; ++plies) {
            made.push_back("raton" + std::to_string(plies));
            made.push_back("gatos" + std::to_string(plies));
        }
        return made;
    }();
    for (const std::string& name : names) {
        all.push_back({name, value_node, plies_of(name) > 3 ? 1000U : 6000U});
    }
    return all;
}

}  // namespace

const Suite& suite() {
    static const Suite suite{
        .folder = "engine/games/veloz/asm",
        .subjects = {{.image = claims::find_program(veloz_programs(), "veloz"), .version = 17}},
        .kinds = {{"nodo", draw_node, describe_node},
                  {"tabla", draw_table, nullptr},
                  {"salto", draw_jump, nullptr},
                  {"libre", draw_board, nullptr},
                  {"juego", draw_game, describe_node}},
        .references = references(),
        .must_know = false,
    };
    return suite;
}

}  // namespace veloz
}  // namespace ryg::engine
