// Joins the programs of the second game and their twin in C++: what is searched, typed and compared.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/claims/make.hpp"
#include "engine/claims/suite.hpp"
#include "engine/common/indexing/positions.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/dialogue.hpp"
#include "engine/games/ryg3/study/hash_boards.hpp"
#include "engine/games/ryg3/study/hash_sources.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage ryg3_03, ryg3_04, ryg3_07, ryg3_08, ryg3_09, ryg3_10, ryg3_11;
}

namespace ryg::engine {
namespace ryg3 {
namespace {

using claims::Expected;
using claims::Host;
using claims::Setting;
using claims::Trial;

Ryg3Version version_of(const Setting& setting) { return static_cast<Ryg3Version>(setting.version); }
bool searches(const Setting& setting) { return version_of(setting) >= Ryg3Version::v07; }
bool is_played(const Setting& setting) { return version_of(setting) >= Ryg3Version::v09; }

/// Far more cycles than any version takes for this many nodes.
constexpr Cycle patience(std::uint64_t nodes, std::uint64_t searches = 1) {
    return 600'000 * searches + 50'000 * nodes;
}

Ryg3Root with_drawn_tables(const Board& board, Random& random) {
    return {board, 1 + random.below(1'000'000)};
}

// --- the program ----------------------------------------------------------------------------------

/// Then these take the place of those that are drawn.
bool has_tables(const Setting& setting) {
    return setting.own != nullptr && setting.own->has("tables");
}
void prepare(Host& host, const Setting& setting) {
    const bool with_locks = has_locks(version_of(setting));
    host.put(memory_of(tables_of(setting), with_locks));
    host.put(memory_of(HashTables{}, with_locks));
    for (const char* const label : {"ply", "hply", "show_lines"}) {
        if (host.labels().find(label)) host.set(label, 0);
    }
}

void put(Host& host, const Ryg3Root& root, const Setting& setting) {
    if (root.tables != 0 && !has_tables(setting)) host.put(memory_of(tables_of(root)));
    host.put("board", to_bytes(root.board));
    host.set("side", static_cast<Byte>(root.board.side));
    host.set("max_depth", static_cast<Byte>(setting.depth));
}

// --- the twin -------------------------------------------------------------------------------------

constexpr Ryg3Move no_move{no_square, no_square};

work::Outcome outcome_of(const Iteration& last) {
    const Ryg3Move best = last.best.value_or(no_move);
    return {.value = last.score, .from = best.start, .to = best.dest, .nodes = last.nodes};
}

claims::Twin<Ryg3Root> twin(const Host& host, const Setting& setting) {
    Thinker thinker{.version = version_of(setting), .random = tables_of(setting)};
    return [setting, &labels = host.labels(), native = std::move(thinker),
            drawn_by = std::uint64_t{0}](const Ryg3Root& root, Expected& expected) mutable {
        if (!expected.continues) native.tables = {};
        if (!has_tables(setting) && root.tables != std::exchange(drawn_by, root.tables)) {
            native.random = tables_of(root);
        }
        SearchWatch watch{.stop = setting.stop};
        if (setting.iterated != nullptr) watch.iterated = *setting.iterated;
        const auto iterations = native.think(root.board, setting.depth, nullptr, watch);
        if (iterations.empty()) return;  // it was stopped
        expected.outcome = outcome_of(iterations.back());
        if (expected.is_outcome_only) return;
        state_iterations(labels, iterations, native, expected);
        expected.limit = patience(expected.outcome.nodes);
    };
}

work::Outcome answer(const Host& host, const Ryg3Root&, const Setting&) {
    return outcome_of(result_from(host.reader()));
}

claims::Shown show(const Host& host, const Ryg3Root& root, const Setting& setting) {
    const Iteration found = iteration_from(host.reader(), root.board);
    std::vector<std::string> line;
    for (const Ryg3Move move : found.line) line.push_back(to_string(move));
    const auto best = found.best ? std::optional(to_string(*found.best)) : std::nullopt;
    return {.move = best.value_or("none"),
            .line = shown_line(version_of(setting), found),
            .fields = {{"depth", found.depth},
                       {"nodes", found.nodes},
                       {"score", found.score},
                       {"move", best},
                       {"line", std::move(line)}}};
}

/// From the root on, each node with its window, its best move so far and the move that is tried.
std::vector<c64::debug::Variable> path(const c64::Machine& machine, const c64::Labels& labels) {
    if (!labels.find("used_depth")) return {};
    const auto at = [&](std::string_view label, int index = 0) {
        return machine.ram()[static_cast<Address>(labels.at(label) + index)];
    };
    std::vector<c64::debug::Variable> shown;
    const int plies = at("ply");
    for (int ply = 0, left = at("used_depth"); ply <= plies && left > 0; ++ply, --left) {
        const bool cats_move = (at("side") != 0) == ((plies - ply) % 2 == 0);
        auto text = fmt::format("alpha ${:02x} beta ${:02x}", at("alpha", left), at("beta", left));
        const Ryg3Move best{at("best_start", left), at("best_dest", left)};
        if (best.start != no_square) text += "  best " + to_string(best);
        const Byte now = at("current_move", left);
        if (ply < plies) text += "  " + to_string({at("move_start", now), at("move_dest", now)});
        shown.push_back({fmt::format("{} {}", ply, cats_move ? "cats" : "mouse"), text});
    }
    return shown;
}

// --- what is searched -------------------------------------------------------------------------------

claims::Numbered<Ryg3Root> boards_of(std::string_view set) {
    if (set == "all") {
        return claims::all_positions<Ryg3Root>(
            [](const Position& position) { return Ryg3Root{board_from(position)}; });
    }
    const auto boards = std::make_shared<std::vector<Board>>(reachable_boards());
    std::ranges::sort(*boards, {}, [](const Board& board) {
        return std::pair(indexing::dense_index(position_of(board)), board.squares);
    });
    return {boards->size(), [boards](std::uint64_t number) {
                return Ryg3Root{boards->at(static_cast<std::size_t>(number))};
            }};
}

// --- kinds of work ----------------------------------------------------------------------------------

/// The program moves for both sides, now and then by chance; the hash tables stay.
void play_game(Trial& trial) {
    constexpr std::uint32_t moves_an_own = 4;  // one move in four is random
    trial.begin();
    Ryg3Root root = with_drawn_tables({}, trial.random);
    while (!is_over(position_of(root.board))) {
        put(trial.host, root, trial.setting);
        const work::Outcome& found = trial.search_as_it_is(root);
        const bool obeys = found.from != no_square && trial.random.below(moves_an_own) != 0;
        root.board = apply(root.board, obeys ? Ryg3Move{found.from, found.to}
                                             : trial.random.pick(generate_moves(root.board)));
    }
    trial.count(0);
}

/// A game from RUN on: lines are typed, and what is printed is read.
void hold_session(Trial& trial) {
    constexpr Cycle a_letter = 40'000, at_least = 4'000'000;  // scrolling costs most
    Choices choices(trial.random.next());
    std::string text, stage;
    Ryg3Dialogue native{.printed = text,
                        .thinker = {.version = version_of(trial.setting), .random = {}}};
    trial.start();
    native.begin();
    for (int typed = 0; true; ++typed) {
        const Cycle limit =
            at_least + a_letter * text.size() +
            patience(std::exchange(native.nodes, 0), std::exchange(native.searches, 0));
        trial.at(Ryg3Root{native.board});
        trial.expect_text(std::exchange(text, {}), limit, native.quits);
        stage = fmt::format("line {} of a session", typed);
        trial.expect(memory_of(native), stage);
        trial.look_at_memory();
        if (native.quits) return trial.count(0);
        if (trial.stopped()) throw claims::Stopped{};
        const std::string line = session_line(typed, native.board, choices);
        trial.type(line);
        for (const char key : line) {
            if (native.hear(static_cast<Byte>(key))) native.go_on();
        }
    }
}

/// Versions 3 and 4: random tables drawn, entries put and found, lists printed.
void do_routines(Trial& trial) {
    const Ryg3Version version = version_of(trial.setting);
    const bool locks = has_locks(version);
    Host& host = trial.host;
    Random& random = trial.random;
    trial.begin();
    host.machine().run(random.below(200'000));
    c64::Sid sid;  // another one, which is written to and read in the same cycles
    std::vector<Byte> noise;
    for (const emu::BusAccess& access : host.accesses("randomize", {0xd400, 0xd800})) {
        const unsigned index = access.address & 0x1fU;
        if (access.is_write) sid.write(index, access.value, access.cycle);
        if (access.address == 0xd41b) noise.push_back(sid.read(index, access.cycle));
    }
    const auto drawn = draw_tables(
        [&, i = std::size_t{0}]() mutable { return i < noise.size() ? noise[i++] : Byte{0xff}; },
        locks);
    trial.call("randomize");
    trial.expect(memory_of(drawn, locks), "randomize");
    HashTables tables;
    for (int i = 0; i < 500; ++i) {
        // Few locks and hashes, so that slots are met again, with their own lock and with others.
        const auto hash = static_cast<Byte>(random.below(8) * 37 + random.below(8));
        const Byte lock = locks ? static_cast<Byte>(random.below(3) * 100) : Byte{0xff};
        const Ryg3Move move{static_cast<Byte>(random.below(64)),
                            static_cast<Byte>(random.below(64))};
        const bool adds = random.below(3) == 0, mouse = random.below(2) == 0;
        host.put({{"hash", {hash}}, {"hash_start", {move.start}}, {"hash_dest", {move.dest}}});
        if (locks) host.set("lock", lock);
        HashTable& table = tables.of(mouse ? Side::mouse : Side::cats);
        if (adds) table.add(hash, lock, move);
        const Ryg3Move left = table.answer(hash, lock, version);
        const std::string_view routine = adds ? (mouse ? "addHashPosMouse" : "addHashPosCats")
                                              : (mouse ? "lookUpMouse" : "lookUpCats");
        trial.call(routine);
        trial.expect({{"hash_start", {left.start}}, {"hash_dest", {left.dest}}}, routine);
        trial.expect(memory_of(tables, locks), routine);
    }
    trial.call_printing("testHashPositions", hash_tables_text(tables, locks));
    trial.look_at_memory();
}

// --- games for strength and play -------------------------------------------------------------------

/// In a game the cats keep their numbers and the hash tables what they hold.
claims::BoardGame<Ryg3Root> board_game() {
    claims::BoardGame<Ryg3Root> game;
    game.examples = {{}, {{"depth", "7"}, {"positions", "5000"}, {"games", "300"}}};
    game.programs = searching_programs;
    game.sides = {Side::cats, Side::mouse};
    game.remembers = true;
    game.geometry = Geometry::b;
    game.begin = [](const Position& position) { return Ryg3Root{numbered_from_left(position)}; };
    game.after = [](const Ryg3Root& root, engine::Move move) {
        return Ryg3Root{apply(root.board, Ryg3Move{move.from, move.to}), root.tables};
    };
    return game;
}

std::optional<Position> board_seen(const c64::Machine& machine, const c64::Labels& labels) {
    const auto board = board_from(claims::reader_of(machine, labels));
    return board ? std::optional(position_of(*board)) : std::nullopt;
}

void seat(claims::Player& player, const c64::Labels& labels, const work::Values& values) {
    const std::string side = values.text("side");
    player.signs = ".\x7f\b";  // rubout, as terminals send it, takes a character back
    player.reads_lines = true;
    player.geometry = Geometry::b;
    if (values.has("depth")) {
        player.answer({"MOUSE:", fmt::format(".D{}\r", values.text("depth")), "", true});
    }
    // The command that lets the computer play the side to move, typed whenever the program asks for
    // a move of a side that is the computer's; unless somebody takes a move back: then the one before
    // is taken back, too.
    for (const auto& [yours, prompt] : {std::pair{"mouse", "MOUSE:"}, {"cats", "CATS:"}}) {
        if (side == yours) continue;
        player.answer({prompt, ".U\r", ".U"});
        player.answer({prompt, ".G\r"});
    }
    const Setting setting{.program = {}, .own = &values};
    if (has_tables(setting)) {
        constexpr std::array<Byte, 1> rts{0x60};
        player.put(labels.at("fixedTables"), rts);
        for (const LabelledBytes& table : memory_of(tables_of(setting))) {
            player.put(labels.at(table.label), table.bytes);
        }
    }
    player.plays_alone = side == "none";
    if (player.plays_alone) player.end_at(labels.at("prompt"));  // of the next game
}

}  // namespace

void state_iterations(const c64::Labels& labels, std::span<const Iteration> iterations,
                      const Thinker& thinker, Expected& expected) {
    for (const Iteration& iteration : iterations) {
        expected.add(labels, memory_after(iteration));
        if (deepens(thinker.version)) expected.end_stage();
    }
    if (has_history(thinker.version)) {
        expected.add("history", labels.at("history"), thinker.history);
    }
}

RandomTables tables_of(const Setting& setting) {
    const bool is_fixed = !has_tables(setting) || setting.own->text("tables") == "fixed";
    return is_fixed ? fixed_tables() : read_tables(setting.own->text("tables"));
}

// --- what the verbs say and ask for -----------------------------------------------------------------

const claims::Door<Ryg3Root>& door() {
    static const claims::Door<Ryg3Root> made{
        .name = "ryg3",
        .programs = {{&images::ryg3_03, 3, "ryg3-3"},
                     {&images::ryg3_04, 4, "ryg3-4"},
                     {&images::ryg3_07, 7, "ryg3-7"},
                     {&images::ryg3_08, 8, "ryg3-8"},
                     {&images::ryg3_09, 9, "ryg3-9"},
                     {&images::ryg3_10, 10},
                     {&images::ryg3_11, 11, "ryg3"}},
        .depths = {least_depth, greatest_depth, 4, 6, 6},
        .position_help = "in geometry B, cats on rank 8 at first (default: the start)",
        .read = root_from,
        .write = [](const Ryg3Root& root) { return to_text(root); },
        .put = put,
        .routines =
            [](const Setting& setting) {
                return searches(setting) ? std::vector<std::string_view>{"think"}
                                         : std::vector<std::string_view>{};
            },
        .twin = twin,
        .draw = [](const Host&, std::uint64_t,
                   Random& random) { return with_drawn_tables(played_board(random, 60), random); },
        .usual_positions = 800,  // `verify` of a version takes some two seconds of CPU time
        .sets = {"reachable", "all"},
        .all = boards_of,
        .prepare = prepare,
        // Passed after each iteration; by version 7 at the end alone.
        .stage = [](const Setting& setting) -> std::string_view {
            return deepens(version_of(setting)) ? "iterationDone" : "think";
        },
        .answer = answer,
        .show = show,
        .kinds = {{"routines", "work items for each of versions 3 and 4", 60, 1, do_routines,
                   [](const Setting& setting) { return !searches(setting); }, false},
                  {"sessions", "games by keyboard and screen, for each version from 9 on", 6, 1,
                   hold_session, is_played, false},
                  {"games", "games for each version from 7 on and each depth", 60, 1, play_game,
                   searches}},
        .columns = {{"games", "games"}},
        .options = {tables_option},
        .about =
            R"(Compares the tables and printed lists of versions 3 and 4; the searches of later versions after each
iteration, in games and of random positions; and, from version 9 on, whole sessions at the keyboard.)",
        .path = path,
        .contest = board_game(),
        .contracts = claims::for_checks(suite),
        .search =
            claims::Task{
                {.about =
                     R"(Searches a position from empty hash tables. Shows what the program prints after each iteration:
depth, nodes and score in hex (higher is better for the mouse), and the line of play.)",
                 .examples = {{{"depth", "8"}},
                              {{"", "ryg3-09"}, {"engine", "native"}, {"depth", "10"}}},
                 .programs = searching_programs}},
        .bench = bench_task(),
        .play =
            claims::Play{
                {.about =
                     R"(You are the mouse (M) or the cats (C) and the C64 plays the other side, or it plays one game against
itself. Type moves as E1F2 and RETURN; .H lists the program's commands.)",
                 .options =
                     {tables_option,
                      work::choice_option("side", "your side: mouse, cats or none", "mouse",
                                          {"mouse", "cats", "none"}),
                      work::number_option(
                          "depth",
                          "depth of the program's search, 1 to 9 (default: 10; 4 in version 9)", "",
                          1, 9)},
                 .examples = {{}, {{"side", "cats"}, {"depth", "8"}}},
                 .programs = {"ryg3-09", "ryg3-10", "ryg3-11"}},
                "gameResult",
                board_seen,
                seat}};
    return made;
}

}  // namespace ryg3

const claims::Game& ryg3_game() {
    static const claims::Game made = claims::make(ryg3::door());
    return made;
}

}  // namespace ryg::engine
