// Joins PERFECTO and its twin in C++: positions, its table, games, and what is typed and printed.
#include <fmt/format.h>
#include <utility>

#include "engine/claims/make.hpp"
#include "engine/claims/suite.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/perfecto/game.hpp"
#include "engine/games/perfecto/native/dialogue.hpp"
#include "engine/games/perfecto/native/memory.hpp"

namespace ryg::engine {
namespace perfecto {
namespace {

using claims::Expected;
using claims::Host;
using claims::Setting;
using claims::Trial;
using emu::Address;
using emu::Cycle;

constexpr Cycle longest_call = 10'000'000;
constexpr c64::Extent work_space{0x57, 0x6d};  ///< BASIC's, in the zero page

enum PerfectoColumn : std::uint8_t { sets, games, costliest, mistakes };

void put(Host& host, const Position& position, const Setting&) {
    host.put("cats", position_bytes(position));
}

std::optional<Position> board_in(const c64::Machine& machine, const c64::Labels& labels) {
    return position_in(machine.ram().subspan(labels.at("cats")).first<PositionBytes{}.size()>());
}

work::Outcome outcome_of(const ThoughtBytes& thought) {
    if (thought.count == 0) return {};
    const std::size_t chosen = thought.best % thought.costs.size();
    return {.value = static_cast<Byte>(thought.costs[chosen] < 2 ? 1 : 0),
            .from = dark_square(thought.from[chosen]),
            .to = dark_square(thought.to[chosen])};
}

work::Outcome outcome_in(std::span<const Byte, 65536> ram, Address num_moves) {
    return outcome_of(ThoughtBytes(ram.subspan(num_moves).first<sizeof(ThoughtBytes)>()));
}

/// By the exact solution: a move never loses what is won, and in a finished position there is none.
void judge(Trial& trial, const Position& position) {
    const work::Outcome& found = trial.outcome;
    Cycle& most = trial.outcome.own[costliest];
    most = std::max(most, trial.last_search);
    const Move move{found.from, found.to};
    const bool moves = found.from != 0xff;
    const bool keeps =
        moves != is_over(position) &&
        (!moves || (is_legal(position, move) &&
                    solution()[apply(position, move)].winner == solution()[position].winner));
    if (keeps) return;
    trial.count(mistakes);
    trial.differ({"move"}, "one that keeps what is won", moves ? to_string(move) : "none");
}

// --- the table --------------------------------------------------------------------------------------

/// RAM in place of BASIC, which a Host lets no call do, and the table in it. A program whose table is
/// unpacked over itself stays as it was loaded: `check_table` says which byte is to blame.
void prepare(Host& host, const Setting&) {
    const c64::Machine loaded = host.machine();
    const Address begin = host.labels().at("prepare");
    if (!host.machine().call(begin, {}, longest_call).returned()) host.machine() = loaded;
}

/// The tables in the file, the names that are unpacked, and what `lookUp` finds of each set of cats.
void check_table(Trial& trial) {
    constexpr Address pointer = 0xfb, safe = 0xfd;
    Host& host = trial.host;
    const auto& [names, masks] = table();
    const Address begin = host.labels().at("names");
    trial.begin();
    for (const auto& [label, bytes] : ranking_tables(begin)) trial.expect(label, bytes, "LOAD");
    const bool is_unpacked = std::ranges::equal(host.bytes_at("names", names.size()), names);
    if (!is_unpacked) {
        static const std::vector<Byte> packed = pack(names);  // takes a second
        trial.expect("packed", packed, "LOAD");
    }
    trial.call("prepare", longest_call);
    trial.expect("names", names, "prepare");
    Expected expected;
    for (std::size_t rank = 0; rank < names.size(); ++rank) {
        DarkSet free = ~indexing::cats_by_rank[rank];
        trial.at(Position{~free, take_first(free), Side::mouse});
        const auto cats = squares_of(indexing::cats_by_rank[rank]);
        host.put("moved", cats);
        expected.clear();
        expected.add_number("rank", pointer, begin + rank - cats[0], 2);
        expected.add_number("mask", safe, masks[names[rank]], 2);
        trial.call("lookUp");
        trial.expect(expected, "lookUp");
        trial.count(sets);
    }
    trial.allow(work_space);
    trial.look_at_memory();
}

// --- games ------------------------------------------------------------------------------------------

/// One game against each mouse, from RUN on, by keys; all that is printed is compared.
void type_games(Trial& trial) {
    std::string printed(PerfectoDialogue::title), keys;
    int mouse = 0;
    const auto next = [&](Asks asks, const PerfectoDialogue& now) -> std::optional<char> {
        if (keys.empty()) {
            trial.at(now.position);
            trial.expect_text(std::exchange(printed, {}), 20'000'000);
            if (mouse == mice) return std::nullopt;
            if (asks == Asks::sides) keys = "M";
            if (asks == Asks::help) keys = "1";
            if (asks == Asks::line) {
                const bool varies = trial.index > 0;
                keys = move_text(mouse_move(mouse, now.position, varies, trial.random)) + '\r';
            }
            trial.type(keys);
        }
        const char key = keys.front();
        keys.erase(0, 1);
        return key;
    };
    trial.start();
    for (PerfectoDialogue native(printed, next); native.menu(); ++mouse) {
        native.game();
        trial.count(games);
        if (winner(native.position) == Side::cats) continue;
        trial.at(native.position);
        trial.count(mistakes);
        trial.differ({"game"}, "won by the cats", "won by the mouse");
    }
}

void seat(claims::Player& player, const c64::Labels&, const work::Values& values) {
    player.signs = "?\x7f\b";  // rubout, as terminals send it, takes a character back
    player.reads_lines = true;
    const std::string side = values.text("side");
    player.plays_alone = side == "none";
    player.press(side == "cats" ? "C" : side == "both" ? "B" : side == "none" ? "N" : "M");
    player.press(values.text("advice"));
}

claims::BoardGame<Position> board_game() {
    claims::BoardGame<Position> game;
    game.examples = {{}, {{"side", "mouse"}, {"asm-sample", "5000"}}};
    game.sides = {Side::cats, Side::mouse};
    game.begin = [](const Position& position) { return position; };
    game.after = apply;
    return game;
}

claims::Door<Position> make_door() {
    return {
        .name = "perfecto",
        .programs = {{.image = &images::perfecto, .second_name = "rygp"}},
        .start = start_position(),
        .read = [](const std::string& text) { return parse_position(text, Geometry::a); },
        .write = [](const Position& position) { return to_fen(position); },
        .put = put,
        .routines = [](const Setting&) { return std::vector<std::string_view>{"think"}; },
        .twin = [](const Host& host, const Setting&) { return thinks(host.labels()); },
        .draw = [](const Host&, std::uint64_t, Random& random) { return random_position(random); },
        .usual_positions = indexing::position_count,
        .sets = {"all"},
        .all = [](std::string_view) { return claims::all_positions<Position>(); },
        .usual_set = "all",
        .judge = judge,
        .prepare = prepare,
        .restores = false,
        .answer =
            [](const Host& host, const Position&, const Setting&) {
                return outcome_in(host.machine().ram(), host.labels().at("numMoves"));
            },
        .kinds = {{"table", "1: compare the table, and the look-ups of all sets of cats", 1, 1,
                   check_table},
                  {"games", "games against each of three mice, by keyboard and screen", 2, 1,
                   type_games, nullptr, true, true}},
        .columns = {{"sets", "sets"},
                    {"games", "games"},
                    {"costliest", "costliest", work::Sum::most},
                    {"mistakes", "mistakes"}},
        .about =
            "Compares PERFECTO with its native twin: its table, for all sets of cats, and the "
            "costs of "
            "the moves and the chosen move, for all 2,013,760 positions. A move that loses a won "
            "position is a difference. Also plays games by keyboard and screen.",
        .contest = board_game(),
        .contracts = claims::for_checks(suite),
        .play =
            claims::Play{
                {.about =
                     "You are the mouse (M), the cats (C), both or neither; the C64 plays the "
                     "rest, without a mistake. Type moves as D1E2 and RETURN; ? lists the moves "
                     "that keep the win, N begins another game; q leaves. Without a terminal "
                     "the words of the input are the lines.",
                 .options = {work::choice_option("side", "your side: mouse, cats, both or none",
                                                 "mouse", {"mouse", "cats", "both", "none"}),
                             work::number_option(
                                 "advice",
                                 "help during play: 0 none, 1 who wins, 2 also by which moves", "1",
                                 0, 2)},
                 .examples = {{}, {{"side", "cats"}, {"advice", "2"}}}},
                "showBoard",
                board_in,
                seat}};
}

}  // namespace

std::function<void(const Position&, Expected&)> thinks(const c64::Labels& labels) {
    return [num_moves = labels.at("numMoves")](const Position& position, Expected& expected) {
        const ThoughtBytes thought(think(position, table()));
        expected.outcome = outcome_of(thought);
        thought.for_each([&](const char* label, std::size_t offset, std::span<const Byte> bytes) {
            expected.add(label, static_cast<Address>(num_moves + offset), bytes);
        });
        expected.limit = longest_call;
        expected.scratch = work_space;
    };
}

}  // namespace perfecto

const claims::Game& perfecto_game() {
    static const claims::Door<Position> door = perfecto::make_door();
    static const claims::Game made = claims::make(door);
    return made;
}

}  // namespace ryg::engine
