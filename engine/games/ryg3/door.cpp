// Joins the programs of the second game and their twin in C++: what is searched, typed and compared.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "c64/debug/step.hpp"
#include "engine/common/indexing/positions.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/dialogue.hpp"
#include "engine/games/ryg3/native/layout.hpp"
#include "engine/games/ryg3/study/hash_boards.hpp"
#include "engine/harness/make.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage ryg3_03, ryg3_04, ryg3_07, ryg3_08, ryg3_09, ryg3_10, ryg3_11;
}

namespace ryg::engine {
namespace ryg3 {
namespace {

using harness::Expected;
using harness::Host;
using harness::Setting;
using Trial = harness::Trial<Root>;

Version version_of(const Setting& setting) { return static_cast<Version>(setting.version); }
bool searches(const Setting& setting) { return version_of(setting) >= Version::v07; }
bool is_played(const Setting& setting) { return version_of(setting) >= Version::v09; }

/// More cycles than any version thinks of so many nodes, by far.
constexpr Cycle patience(std::uint64_t nodes, std::uint64_t searches = 1) {
    return 600'000 * searches + 50'000 * nodes;
}

Root with_drawn_tables(const Board& board, Random& random) {
    return {board, 1 + random.below(1'000'000)};
}

// --- tables -----------------------------------------------------------------------------------------

/// Then these take the place of those that are drawn.
bool has_tables(const Setting& setting) {
    return setting.own != nullptr && setting.own->has("tables");
}
RandomTables tables_of(const Setting& setting) {
    const std::string tables = has_tables(setting) ? setting.own->text("tables") : "fixed";
    return tables == "fixed" ? fixed_tables() : read_tables(tables);
}

/// Puts tables into a program's memory, as far as its version has them.
auto putting(Host& host) {
    return [&host](std::string_view label, std::span<const Byte> bytes) {
        if (host.labels().find(label)) host.put(label, bytes);
    };
}
/// Expects them there; all of them, unless the version lacks some.
auto expecting(const c64::Labels& labels, Expected& expected, bool all = true) {
    return [&, all](std::string_view label, std::span<const Byte> bytes) {
        if (all || labels.find(label)) expected.add(label, labels.at(label), bytes);
    };
}

void prepare(Host& host, const Setting& setting) {
    for_each_table(tables_of(setting), putting(host));
    for_each_column({}, putting(host));
    for (const char* const label : {"ply", "hply", "show_lines"}) {
        putting(host)(label, std::array{Byte{0}});
    }
}

void put(Host& host, const Root& root, const Setting& setting) {
    if (root.tables != 0 && !has_tables(setting)) {
        for_each_table(tables_of(root), putting(host));
    }
    host.put("board", to_bytes(root.board));
    host.set("side", static_cast<Byte>(root.board.side));
    host.set("max_depth", static_cast<Byte>(setting.depth));
}

// --- the twin -------------------------------------------------------------------------------------

constexpr Move no_move{no_square, no_square};

work::Outcome outcome_of(const Iteration& last) {
    const Move best = last.best.value_or(no_move);
    return {.value = last.score, .from = best.start, .to = best.dest, .nodes = last.nodes};
}

class Searches final : public harness::Twin<Root> {
  public:
    Searches(const Host& host, const Setting& setting)
        : setting_(setting),
          labels_(host.labels()),
          native_{.version = version_of(setting), .random = tables_of(setting)} {}

    void forget() override { native_.tables = {}; }

    work::Outcome outcome(const Root& root) override {
        if (!has_tables(setting_) && root.tables != std::exchange(tables_, root.tables)) {
            native_.random = tables_of(root);
        }
        SearchWatch watch{.stop = setting_.stop};
        if (setting_.iterated != nullptr) watch.iterated = *setting_.iterated;
        iterations_ = native_.think(root.board, setting_.depth, nullptr, watch);
        if (iterations_.empty()) return {};  // it was stopped
        return outcome_of(iterations_.back());
    }

    void search(const Root& root, Expected& expected) override {
        expected.outcome = outcome(root);
        if (iterations_.empty()) return;
        for (const Iteration& iteration : iterations_) {
            const auto add = [&](std::string_view label, std::uint64_t number, unsigned size = 1) {
                expected.add_number(label, labels_.at(label), number, size);
            };
            const auto add_at_depth = [&](std::string_view label, Byte byte) {
                const auto at = labels_.at(label) + static_cast<unsigned>(iteration.depth);
                expected.add_number(label, static_cast<emu::Address>(at), byte);
            };
            add("used_depth", static_cast<Byte>(iteration.depth));
            add("nodes", iteration.nodes, 4);
            add_at_depth("score", iteration.score);
            add_at_depth("best_start", iteration.best.value_or(no_move).start);
            if (iteration.best) add_at_depth("best_dest", iteration.best->dest);
            for_each_column(iteration.tables, expecting(labels_, expected));
            if (deepens(native_.version)) expected.end_stage();
        }
        if (has_history(native_.version)) expecting(labels_, expected)("history", native_.history);
        expected.limit = patience(expected.outcome.nodes);
    }

  private:
    const Setting setting_;
    const c64::Labels& labels_;
    Thinker native_;
    std::vector<Iteration> iterations_;
    std::uint64_t tables_ = 0;  // what they were drawn by
};

harness::Shown show(const Host& host, const Root& root, const Setting& setting) {
    const Iteration found = iteration_in(host, root.board);
    std::vector<std::string> line;
    for (const Move move : found.line) line.push_back(to_string(move));
    const auto best = found.best ? std::optional(to_string(*found.best)) : std::nullopt;
    return {.move = best.value_or("none"),
            .line = shown_line(version_of(setting), found),
            .fields = {{"depth", found.depth},
                       {"nodes", found.nodes},
                       {"score", found.score},
                       {"move", best},
                       {"line", std::move(line)}}};
}

// --- what is searched -------------------------------------------------------------------------------

harness::Numbered<Root> boards_of(std::string_view set) {
    if (set == "all") {
        return {indexing::position_count, [](std::uint64_t number) {
                    return Root{board_from(
                        indexing::position_at(static_cast<indexing::PositionIndex>(number)))};
                }};
    }
    const auto boards = std::make_shared<std::vector<Board>>(reachable_boards());
    std::ranges::sort(*boards, {}, [](const Board& board) {
        return std::pair(indexing::dense_index(position_of(board)), board.squares);
    });
    return {boards->size(), [boards](std::uint64_t number) { return Root{(*boards)[number]}; }};
}

// --- kinds of work ----------------------------------------------------------------------------------

/// The program moves for both sides, now and then by chance; the hash tables stay.
void play_game(Trial& trial) {
    constexpr std::uint32_t moves_an_own = 4;  // one move in four is random
    trial.begin();
    Root root = with_drawn_tables({}, trial.random);
    while (!is_over(position_of(root.board))) {
        put(trial.host, root, trial.setting);
        const work::Outcome& found = trial.search_as_it_is(root);
        const bool obeys = found.from != no_square && trial.random.below(moves_an_own) != 0;
        root.board = apply(root.board, obeys ? Move{found.from, found.to}
                                             : trial.random.pick(generate_moves(root.board)));
    }
    trial.count(0);
}

/// All that the program keeps of a game.
Expected state_of(const c64::Labels& labels, const Dialogue& native) {
    Expected expected;
    const auto add = expecting(labels, expected);
    const auto byte = [&](std::string_view label, unsigned value) {
        add(label, std::array{static_cast<Byte>(value)});
    };
    const HashedBoard hashed(native.board, native.thinker.random);
    const auto made = static_cast<std::size_t>(native.hply);
    add("board", to_bytes(native.board));
    add("square_of", native.board.squares);
    byte("side", side_byte(native.board.side));
    byte("hash", hashed.hash());
    byte("lock", hashed.lock());
    byte("ply", static_cast<unsigned>(native.ply));
    byte("hply", static_cast<unsigned>(native.hply));
    byte("computer_side", native.computer);
    byte("max_depth", native.max_depth);
    byte("time_limit", native.time_limit);
    byte("show_lines", native.show_lines ? 1 : 0);
    add("made_start", std::span(native.starts).first(made));
    add("made_dest", std::span(native.dests).first(made));
    for_each_table(native.thinker.random, add);
    for_each_column(native.thinker.tables, add);
    if (has_history(native.thinker.version)) add("history", native.thinker.history);
    return expected;
}

/// A game from RUN on: lines are typed, and what is printed is read.
void hold_session(Trial& trial) {
    constexpr Cycle a_letter = 40'000, at_least = 4'000'000;  // scrolling costs most
    Choices choices(trial.random.next());
    std::string text, stage;
    Dialogue native{.printed = text,
                    .thinker = {.version = version_of(trial.setting), .random = {}}};
    trial.start();
    native.begin();
    for (int typed = 0; true; ++typed) {
        const Cycle limit =
            at_least + a_letter * text.size() +
            patience(std::exchange(native.nodes, 0), std::exchange(native.searches, 0));
        trial.at({native.board});
        trial.expect_text(std::exchange(text, {}), limit, native.quits);
        stage = fmt::format("line {} of a session", typed);
        trial.expect(state_of(trial.host.labels(), native), stage);
        trial.look_at_memory();
        if (native.quits) return trial.count(0);
        if (trial.stopped()) throw harness::Stopped{};
        const std::string line = session_line(typed, native.board, choices);
        trial.type(line);
        for (const char key : line) {
            if (native.hear(static_cast<Byte>(key))) native.go_on();
        }
    }
}

/// What a routine is about to print, and what it reads of a SID's noise, foretold by another SID that
/// is written to and read in the same cycles.
std::pair<std::string, std::vector<Byte>> foretold(Host host, std::string_view routine) {
    std::string printed;
    std::vector<Byte> noise;
    c64::Sid sid;
    const auto observe = [&](const c64::debug::Step& step) {
        if (step.before.pc == 0xffd2) printed += static_cast<char>(step.before.a);
        for (const emu::BusAccess& access : step.accesses) {
            if (access.address < 0xd400 || access.address > 0xd7ff) continue;
            const unsigned index = access.address & 0x1fU;
            if (access.is_write) sid.write(index, access.value, access.cycle);
            if (access.address == 0xd41b) noise.push_back(sid.read(index, access.cycle));
        }
    };
    c64::debug::watched_call(host.machine(), host.labels().at(routine), 10'000'000, observe);
    return {printed, noise};
}

/// Versions 3 and 4: random tables drawn, entries put and found, lists printed.
void do_routines(Trial& trial) {
    const Version version = version_of(trial.setting);
    const bool locks = version >= Version::v04;
    Host& host = trial.host;
    Random& random = trial.random;
    Expected expected;
    trial.begin();
    host.machine().run(random.below(200'000));
    const auto noise = foretold(host, "randomize").second;
    auto next = noise.begin();
    for_each_table(draw_tables([&] { return next == noise.end() ? Byte{0xff} : *next++; }, locks),
                   expecting(host.labels(), expected, locks));
    trial.call("randomize");
    trial.expect(expected, "randomize");
    HashTables tables;
    for (int i = 0; i < 500; ++i) {
        // Few locks and hashes, so that slots are met again, with their own lock and with others.
        const auto hash = static_cast<Byte>(random.below(8) * 37 + random.below(8));
        const Byte lock = locks ? static_cast<Byte>(random.below(3) * 100) : Byte{0xff};
        Move move{static_cast<Byte>(random.below(64)), static_cast<Byte>(random.below(64))};
        const bool adds = random.below(3) == 0, mouse = random.below(2) == 0;
        HashTable& table = tables.of(mouse ? Side::mouse : Side::cats);
        host.set("hash", hash);
        if (locks) host.set("lock", lock);
        host.set("hash_start", move.start);
        host.set("hash_dest", move.dest);
        const LookUp found = table.look_up(hash, lock);
        if (!adds) move = found == LookUp::found ? table.move_at(hash) : signal_of(version, found);
        if (adds) table.add(hash, lock, move);
        const std::string_view routine = adds ? (mouse ? "addHashPosMouse" : "addHashPosCats")
                                              : (mouse ? "lookUpMouse" : "lookUpCats");
        expected.clear();
        expecting(host.labels(), expected)("hash_start", std::array{move.start});
        expecting(host.labels(), expected)("hash_dest", std::array{move.dest});
        for_each_column(tables, expecting(host.labels(), expected, locks));
        trial.call(routine);
        trial.expect(expected, routine);
    }
    const std::string list = hash_tables_text(tables, locks);
    const std::string printed = foretold(host, "testHashPositions").first;
    if (printed != list) trial.differ({"printed", "after", "testHashPositions"}, list, printed);
    trial.look_at_memory();
}

// --- strength ---------------------------------------------------------------------------------------

/// In a game the cats keep their numbers and the hash tables what they hold.
harness::BoardGame<Root> board_game() {
    harness::BoardGame<Root> game;
    game.examples = {{}, {{"depth", "7"}, {"positions", "5000"}, {"games", "300"}}};
    game.programs = searching_programs;
    game.sides = {Side::cats, Side::mouse};
    game.remembers = true;
    game.geometry = Geometry::b;
    game.begin = [](const Position& position) { return Root{numbered_from_left(position)}; };
    game.after = [](const Root& root, engine::Move move) {
        return Root{apply(root.board, Move{move.from, move.to}), root.tables};
    };
    return game;
}

// --- playing ----------------------------------------------------------------------------------------

/// The program begins the next game when one is won: then the moves made fall to 0. They are `hply`
/// less those of the search, `ply`; while the program counts one up or down they may be one more.
harness::Player::Over one_game(const c64::Labels& labels) {
    return [labels, most = 0](const c64::Machine& machine) mutable -> std::optional<emu::Address> {
        const auto byte = [&](const char* label) { return machine.peek(labels.at(label)); };
        const int made = byte("hply") - byte("ply");
        if (made + 1 < most) return labels.at("prompt");
        most = std::max(most, made);
        return std::nullopt;
    };
}

std::optional<Position> board_in(const c64::Machine& machine, const c64::Labels& labels) {
    const Byte to_move = machine.peek(labels.at("side"));
    if (to_move > 1) return std::nullopt;
    const auto bytes = machine.ram().subspan(labels.at("board")).first<64>();
    const auto found = board_from(bytes, static_cast<Side>(to_move));
    return found ? std::optional(position_of(*found)) : std::nullopt;
}

void seat(harness::Player& player, const c64::Labels& labels, const work::Values& values) {
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
    if (side == "none") {
        player.plays_alone = true;
        player.end_when(one_game(labels));
    }
}

// --- what the verbs say and ask for -----------------------------------------------------------------

harness::Door<Root> make_door() {
    harness::Door<Root> door;
    door.name = "ryg3";
    door.programs = {{&images::ryg3_03, 3, "ryg3-3"}, {&images::ryg3_04, 4, "ryg3-4"},
                     {&images::ryg3_07, 7, "ryg3-7"}, {&images::ryg3_08, 8, "ryg3-8"},
                     {&images::ryg3_09, 9, "ryg3-9"}, {&images::ryg3_10, 10},
                     {&images::ryg3_11, 11, "ryg3"}};
    door.depths = {least_depth, greatest_depth, 4, 6, 6};
    door.position_help = "in geometry B, cats on rank 8 at first (default: the start)";
    door.read = root_from;
    door.write = [](const Root& root) { return to_text(root); };
    door.put = put;
    door.routines = [](const Setting& setting) {
        return searches(setting) ? std::vector<std::string_view>{"think"}
                                 : std::vector<std::string_view>{};
    };
    door.twin = [](const Host& host, const Setting& setting) -> harness::TwinOf<Root> {
        return std::make_unique<Searches>(host, setting);
    };
    door.draw = [](const Host&, std::uint64_t, Random& random) {
        return with_drawn_tables(played_board(random, 60), random);
    };
    // Chosen so that the default `verify` takes about ten seconds on two cores.
    door.usual_positions = 800;
    door.kinds = {{"routines", "pieces of work on versions 3 and 4", 60, 1, do_routines,
                   [](const Setting& setting) { return !searches(setting); }, false},
                  {"sessions", "games from RUN on, for each version from 9", 6, 1, hold_session,
                   is_played, false},
                  {"games", "for each version from 7 and each depth", 60, 1, play_game, searches}};
    door.columns = {{"games", "games", 7}};
    door.sets = {"reachable", "all"};
    door.all = boards_of;
    door.prepare = prepare;
    // Passed after each iteration; by version 7 at the end alone.
    door.stage = [](const Setting& setting) -> std::string_view {
        return deepens(version_of(setting)) ? "iterationDone" : "think";
    };
    door.show = show;
    door.owners = {{"hashpos_mouse", "addHashPosMouse < addHashPos < search"},
                   {"hashpos_cats", "addHashPosCats < addHashPos < search"},
                   {"collisions_mouse", "addHashPosMouse < addHashPos < search"},
                   {"collisions_cats", "addHashPosCats < addHashPos < search"},
                   {"history", "addHistory < search"},
                   {"nodes", "search < think"},
                   {"score", "search < think"},
                   {"best", "search < think"}};
    door.options = {
        {"tables",
         "random tables in place of ours: fixed, or a file's 640 bytes, hash_mouse, hash_cat1 .. 4 "
         "and the locks', or a PRG of them"}};
    door.about =
        R"(Compares the programs of the second engine with its native twin. Versions 3 and 4: random
tables with a SID read in the same cycles, entries of the hash tables, lists. The others'
searches: games from the start, whose hash tables stay, and random positions; node count, score,
best move and all of both hash tables after each iteration. Sessions: the program from RUN on,
lines typed and all that is printed read, with what it keeps of the game after each line.)";
    door.search = harness::Task{
        {.about =
             R"(Thinks about a position as a version of the second engine does, with fixed random
tables and empty hash tables, and shows what the program prints after each iteration:
depth, nodes, score (all in hex; higher is better for the mouse) and the line of play.
With the 6502 also the cycles up to there and the seconds that a PAL C64's processor
takes for them.)",
         .examples = {{{"depth", "8"}}, {{"", "ryg3-09"}, {"engine", "native"}, {"depth", "10"}}},
         .programs = searching_programs}};
    door.bench = bench_task();
    door.play = harness::Play{
        {.about =
             R"(You are the mouse (M) or the cats (C), the C64 plays the others, or both sides of one
game. Moves are typed as E1F2, RETURN after them; .H lists the program's commands. You
win on rank 8 or where the cats cannot move, the cats where the mouse cannot. q, Ctrl-C
or Ctrl-D leaves.
Where there is no terminal, the words of the input are the lines, and the screen is
printed as it is when they have been used up.)",
         .options = {work::choice_option("side", "yours: mouse, cats or none", "mouse",
                                         {"mouse", "cats", "none"}),
                     work::number_option(
                         "depth", "1 to 9, of the computer's search (default: 10; 4 in version 9)",
                         "", 1, 9)},
         .examples = {{}, {{"side", "cats"}, {"depth", "8"}}},
         .programs = {"ryg3-09", "ryg3-10", "ryg3-11"}},
        "gameResult",
        board_in,
        seat};
    door.answer = [](const Host& host, const Root& root, const Setting&) {
        return outcome_of(iteration_in(host, root.board));
    };
    door.contest = board_game();
    door.contracts = suite;
    return door;
}

}  // namespace

RandomTables read_tables(const std::string& path) {
    constexpr std::size_t address = 2;
    const std::vector<Byte> file = c64::read_bytes(path, address + RandomTables::bytes);
    if (file.size() != RandomTables::bytes && file.size() != address + RandomTables::bytes) {
        throw c64::ImageError(fmt::format("{}: {} bytes: random tables are {}, or a PRG of them",
                                          path, file.size(), RandomTables::bytes));
    }
    return tables_from(std::span(file).last<RandomTables::bytes>());
}

RandomTables random_tables_in(const Host& host) {
    RandomTables random;
    for_each_table(random, [&](std::string_view label, RandomTables::Table& table) {
        if (!host.labels().find(label)) return;
        std::ranges::copy(host.bytes_at(label, table.size()), table.begin());
    });
    return random;
}

Iteration iteration_in(const Host& host, const Board& board) {
    const auto at = [&](std::string_view label, std::size_t index) {
        return host.bytes_at(label, index + 1)[index];
    };
    Iteration found;
    found.depth = host.byte_at("used_depth");
    const auto depth = static_cast<std::size_t>(found.depth);
    for (std::size_t i = 0; i < 4; ++i) found.nodes |= std::uint32_t{at("nodes", i)} << 8 * i;
    found.score = at("score", depth);
    const Move best{at("best_start", depth), at("best_dest", depth)};
    if (best.start != no_square) found.best = best;
    found.tables = hash_tables_from([&](std::string_view label, std::span<Byte> bytes) {
        std::ranges::copy(host.bytes_at(label, bytes.size()), bytes.begin());
    });
    const RandomTables random = random_tables_in(host);
    found.line = line_in(found.tables, {board, random}, found.depth);
    return found;
}

const harness::Door<Root>& door() {
    static const harness::Door<Root> made = make_door();
    return made;
}

}  // namespace ryg3

const harness::Game& ryg3_game() {
    static const harness::Game made = harness::make(ryg3::door());
    return made;
}

}  // namespace ryg::engine
