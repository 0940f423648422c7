// Joins VELOZ and its twin in C++: positions, games, and what is typed and printed.
#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <utility>

#include "engine/claims/make.hpp"
#include "engine/claims/suite.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/ryg1/native/root.hpp"
#include "engine/games/ryg1/native/typist.hpp"
#include "engine/games/veloz/game.hpp"
#include "engine/games/veloz/native/dialogue.hpp"

namespace ryg::engine {

claims::Programs veloz_programs();

namespace veloz {
namespace {

using claims::Expected;
using claims::Host;
using claims::Setting;
using claims::Trial;
using emu::Address;
using emu::Cycle;
using ryg1::board_bytes;
using ryg1::NodeBytes;

constexpr std::string_view the_board = "tableroActual";

enum VelozColumn : std::uint8_t { games, differing };

void put(Host& host, const Position& position, const Setting& setting) {
    host.put(the_board, board_bytes(position));
    host.set("dajProf", static_cast<Byte>(setting.depth));
}

work::Outcome outcome_of(const FoundMove& found) {
    const Move move = found.move.value_or(Move{0xff, 0xff});
    return {.value = found.value, .from = move.from, .to = move.to, .nodes = found.nodes};
}

/// The empty board of the search.
void prepare(Host& host, const Setting&) { host.call("preparaBusca"); }

work::Outcome answer(const Host& host, const Position&, const Setting&) {
    work::Outcome found{
        .value = host.byte_at("bjValor"), .from = host.byte_at("bjDe"), .to = host.byte_at("bjA")};
    if (host.labels().find("nodos")) {
        for (const Byte byte : host.bytes_at("nodos", 3) | std::views::reverse) {
            found.nodes = found.nodes << 8 | byte;
        }
    }
    return found;
}

/// Those of version 16.
Position draw(const Host&, std::uint64_t index, Random& random) {
    return ryg1::drawn_root(index, 0, random).position;
}

claims::Numbered<Position> all(std::string_view set) {
    if (set == "all") return claims::all_positions<Position>();
    std::vector<Position> positions;
    for (const ryg1::Root& root : ryg1::asked_roots()) positions.push_back(root.position);
    return claims::listed(std::move(positions));
}

/// What the twin has found, by a search of another kind.
void judge(Trial& trial, const Position& position) {
    static thread_local Minimax minimax;  // remembers every value
    const int depth = trial.setting.depth;
    const FoundMove plain = minimax(position, depth);
    const work::Outcome expected = outcome_of(plain);
    const work::Outcome& found = trial.outcome;
    if (expected.value == found.value && expected.from == found.from && expected.to == found.to)
        return;
    trial.count(differing);
    trial.differ({"minimax"}, fmt::format("${:02x}", plain.value),
                 fmt::format("${:02x}", found.value));
}

// --- games ------------------------------------------------------------------------------------------

/// A game on one machine: what each search leaves in memory is there at the next.
void play_game(Trial& trial) {
    ryg1::MousePlayer mouse = ryg1::mouse_of(trial.index, trial.random.next());
    Position position = start_position();
    trial.count(games);
    trial.begin();
    while (!is_over(position)) {
        position = apply(position, mouse.choose(position));
        if (is_over(position)) return;
        put(trial.host, position, trial.setting);
        const work::Outcome found = trial.search_as_it_is(position);
        trial.call("aplicaJugadaDecidida");
        position = apply(position, {found.from, found.to});
        trial.expect(the_board, board_bytes(position, 0, found.value), "aplicaJugadaDecidida",
                     ryg1::field_name);
    }
}

/// A game from RUN on, read and typed, some of it wrong, up to the next game's question.
void converse(Trial& trial) {
    constexpr Cycle longest = 60'000'000;
    ryg1::Typist typist(ryg1::mouse_of(trial.index, trial.random.next()), trial.setting.depth,
                        trial.random);
    VelozDialogue native;
    trial.count(games);
    trial.start();
    std::string text = native.begin();
    for (int searched = 0;;) {
        trial.at(native.position());
        trial.expect_text(text, longest);
        if (std::exchange(searched, native.searches()) != native.searches()) {
            trial.expect_search(native.searched_position());
        }
        if (native.wants() != VelozDialogue::Wants::depth) {
            trial.expect(the_board, native.board(), "a key", ryg1::field_name);
        }
        const auto key = typist.key_for(native);
        if (!key) return;
        trial.type({&*key, 1});
        text = native.type(*key);
    }
}

// --- what a search shows ------------------------------------------------------------------------------

claims::Shown show(const Host& host, const Position& position, const Setting& setting) {
    const work::Outcome found = answer(host, position, setting);
    std::optional<std::string> move;
    if (found.from != 0xff) move = to_string(Move{found.from, found.to});
    return {.move = move.value_or("none"),
            .line = fmt::format("depth {}  value {} (${:02x})", setting.depth, found.value,
                                found.value),
            .fields = {{"depth", setting.depth}, {"move", move}, {"value", found.value}}};
}

/// How many plies the routine of a node has to go that this address lies in; -1: in none.
int plies_at(Address address, const c64::Labels& labels) {
    std::pair<Address, int> nearest{0, -1};
    const auto add = [&](const std::string& name, int plies) {
        const Address begin = labels.at(name);
        if (begin <= address) nearest = std::max(nearest, {begin, plies});
    };
    for (int plies = 0; plies < greatest_depth; ++plies) {
        add(fmt::format("raton{}", plies), plies);
        add(fmt::format("gatos{}", plies), plies);
    }
    add("ratonLento", 2), add("gatosLento", 2);
    constexpr Address longest_routine = 0x400;
    return address - nearest.first < longest_routine ? nearest.second : -1;
}

/// How many plies the node has to go that the search is at. Of all above it the stack has the return
/// addresses.
int plies_to_go(const c64::Machine& machine, const c64::Labels& labels, int depth) {
    const auto ram = machine.ram();
    int plies = depth;
    for (unsigned at = 0x1fe; at > 0x100U + machine.cpu.registers.s; --at) {
        if (plies_at(emu::word(ram[at], ram[at + 1]), labels) != plies - 1) continue;
        --plies;
        --at;
    }
    return plies_at(machine.cpu.registers.pc, labels) == plies - 1 ? plies - 1 : plies;
}

/// As far as frames tell it: a cat's move by the square that it has left.
std::vector<c64::debug::Variable> path(const c64::Machine& machine, const c64::Labels& labels) {
    if (!labels.find("raizD")) return {};
    const auto byte = [&](std::string_view label, int index = 0) -> int {
        return machine.ram()[static_cast<Address>(labels.at(label) + index)];
    };
    const auto square = [](int place) {
        return place < places && is_square(place) ? square_name(dark_square(index_at(place))) : "-";
    };
    const int depth = byte("raizD"), last = plies_to_go(machine, labels, depth);
    bool is_mouse =
        machine.ram()[labels.at(the_board) + ryg1::NodeLayout::turn] == ryg1::mouse_cell;
    std::vector<c64::debug::Variable> shown;
    for (int plies = depth; plies >= std::max(last, 2) && last < depth; --plies) {
        // What the last one is asked with: it may not have begun.
        const int best = byte("valores", plies == last ? plies + 1 : plies - 1);
        const int other = byte("valores", plies);
        std::string text =
            fmt::format("alpha {} beta {}", is_mouse ? best : other, is_mouse ? other : best);
        if (plies == depth) {
            text += fmt::format("  best {}{}  {}{}", square(byte("bjDe")), square(byte("bjA")),
                                square(byte("desde")), square(byte("hasta")));
        } else if (plies > last && is_mouse) {
            const int frame = (plies + 1) / 2;
            text += fmt::format("  {}{}", square(byte("R", frame)), square(byte("R", frame - 1)));
        } else if (plies > last) {
            text += fmt::format("  {}..", square(byte("quien", plies / 2 - 1)));
        }
        shown.push_back({.name = fmt::format("{} {}", depth - plies, is_mouse ? "mouse" : "cats"),
                         .value = std::move(text)});
        is_mouse = !is_mouse;
    }
    return shown;
}

std::optional<Position> board_in(const c64::Machine& machine, const c64::Labels& labels) {
    const auto bytes = machine.ram().subspan(labels.at(the_board));
    return ryg1::position_in(bytes.first<ryg1::NodeLayout::size>());
}

void seat(claims::Player& player, const c64::Labels&, const work::Values& values) {
    player.geometry = Geometry::a;
    player.keys_of = [](Move move) {
        return fmt::format("{}{}", row_of(move.to), column_of(move.to));
    };
    if (!values.has("depth")) return;
    const char key = VelozDialogue::answers.keys[values.number<std::size_t>("depth") - 1];
    player.answer({"PROFUNDIDAD (1-9, A-C):", {key}});
}

claims::BoardGame<Position> board_game() {
    claims::BoardGame<Position> game;
    game.examples = {{}, {{"depth", "9"}, {"asm-sample", "500"}}};
    game.programs = {"veloz"};
    game.sides = {Side::cats};
    game.begin = [](const Position& position) { return position; };
    game.after = apply;
    return game;
}

claims::Door<Position> make_door() {
    claims::Door<Position> door{
        .name = "veloz",
        .programs = {},
        .depths = {1, greatest_depth, 6, 9},
        .start = apply(start_position(), {59, 50}),
        .read = [](const std::string& text) { return parse_position(text, Geometry::a); },
        .write = [](const Position& position) { return to_fen(position); },
        .put = put,
        .routines = [](const Setting&) { return std::vector<std::string_view>{"buscaJugada"}; },
        .twin = [](const Host& host,
                   const Setting& setting) { return searches(host.labels(), setting.depth); },
        .draw = draw,
        .usual_positions = 1000,
        .fewer_positions = 10,
        .sets = {"reachable", "all"},
        .all = all,
        .judge = judge,
        .prepare = prepare,
        .answer = answer,
        .show = show,
        .kinds = {{"games", "whole games, the mouse played by one of three kinds", 60, 30,
                   play_game},
                  {"sessions", "games by keyboard and screen, from RUN on", 3, 3, converse}},
        .columns = {{"games", "games"}, {"differing", "differing"}},
        .about =
            R"(Compares VELOZ's value and move with those of its native twin and of a plain minimax by RYG 16's
rules, in random reachable positions and in whole games, some of them by keyboard and screen from RUN
on. veloz_cuenta, which counts nodes and cut-offs, must also have the twin's numbers.)",
        .path = path,
        .contest = board_game(),
        .contracts = claims::for_checks(suite),
        .play =
            claims::Play{
                {.about =
                     "You are the mouse (R), the C64 plays the cats (G). The program asks for "
                     "the depth of its search, 1 to 9, or A, B, C for 10, 11, 12, and then for "
                     "your moves: two digits, row and column of the target square. You win "
                     "when you reach row 0; the cats win when you cannot move.",
                 .options = {work::number_option("depth",
                                                 "1 to 12, typed when the program asks for it", "",
                                                 1, greatest_depth)},
                 .examples = {{}, {{"depth", "9"}}}},
                "pintaTableroActual",
                board_in,
                seat}};
    for (const c64::EmbeddedImage* image : veloz_programs()) door.programs.push_back({image, 17});
    // The one that is meant where none is named comes last.
    std::ranges::rotate(door.programs, door.programs.begin() + 1);
    return door;
}

}  // namespace

std::function<void(const Position&, Expected&)> searches(const c64::Labels& labels, int depth) {
    return [depth, value = labels.at("bjValor"), from = labels.at("bjDe"), to = labels.at("bjA"),
            nodes = labels.find("nodos"), cuts = labels.find("cortes"),
            search = Search()](const Position& position, Expected& expected) mutable {
        const FoundMove found = search(position, depth);
        expected.outcome = outcome_of(found);
        expected.add_number("bjValor", value, found.value);
        expected.add_number("bjDe", from, expected.outcome.from);
        expected.add_number("bjA", to, expected.outcome.to);
        if (nodes) expected.add_number("nodos", *nodes, found.nodes, 3);
        if (cuts) expected.add_number("cortes", *cuts, found.cuts, 3);
        expected.limit = 6'000 * (found.nodes + 100);
    };
}

}  // namespace veloz

const claims::Game& veloz_game() {
    static const claims::Door<Position> door = veloz::make_door();
    static const claims::Game made = claims::make(door);
    return made;
}

}  // namespace ryg::engine
