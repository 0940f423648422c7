// Joins the programs of the second game and their twin in C++: what is searched, typed and compared.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "c64/debug/step.hpp"
#include "engine/common/indexing/positions.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/dialogue.hpp"
#include "engine/games/ryg3/native/layout.hpp"
#include "engine/games/ryg3/native/root.hpp"
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

constexpr std::uint32_t most_plies = 60;

Version version_of(const Setting& setting) { return static_cast<Version>(setting.version); }
bool searches(const Setting& setting) { return version_of(setting) >= Version::v07; }
bool is_played(const Setting& setting) { return version_of(setting) >= Version::v09; }
/// Then these take the place of those that are drawn.
bool has_tables(const Setting& setting) {
    return setting.own != nullptr && setting.own->has("tables");
}

/// More cycles than any version thinks of so many nodes, by far.
constexpr Cycle patience(std::uint64_t nodes, std::uint64_t searches = 1) {
    return 600'000 * searches + 50'000 * nodes;
}

Root with_drawn_tables(const Board& board, Random& random) {
    return {board, 1 + random.below(1'000'000)};
}

// --- the twin -------------------------------------------------------------------------------------

/// Random and hash tables, as far as a program has them.
void expect(const Host& host, const RandomTables& random, Expected& expected) {
    for_each_table(random, [&](std::string_view label, std::span<const Byte> bytes) {
        if (const auto at = host.labels().find(label)) expected.add(label, *at, bytes);
    });
}
void expect(const Host& host, const HashTables& tables, Expected& expected) {
    for_each_column(tables, [&](std::string_view label, std::span<const Byte> bytes) {
        if (const auto at = host.labels().find(label)) expected.add(label, *at, bytes);
    });
}

constexpr Move no_move{no_square, no_square};

work::Outcome outcome_of(Byte score, Move best, std::uint64_t nodes) {
    return {.value = score, .from = best.start, .to = best.dest, .nodes = nodes};
}

work::Outcome answer(const Host& host, const Root&, const Setting&) {
    const unsigned depth = host.byte_at("used_depth");
    const auto at_depth = [&](std::string_view label) {
        return host.bytes_at(label, depth + 1)[depth];
    };
    std::uint64_t nodes = 0;
    for (int i = 3; i >= 0; --i)
        nodes = nodes << 8 | host.bytes_at("nodes", 4)[static_cast<std::size_t>(i)];
    Move best{at_depth("best_start"), at_depth("best_dest")};
    if (best.start == no_square) best = no_move;
    return outcome_of(at_depth("score"), best, nodes);
}

/// Of a program that does not search.
struct NoSearches final : harness::Twin<Root> {
    void search(const Root&, Expected&) override {}
};

class Searches final : public harness::Twin<Root> {
  public:
    Searches(const Host& host, const Setting& setting)
        : setting_(setting),
          native_{.version = version_of(setting),
                  .random = has_tables(setting) ? tables_in(*setting.own) : fixed_tables()} {
        const auto& labels = host.labels();
        used_depth_ = labels.at("used_depth");
        nodes_ = labels.at("nodes");
        score_ = labels.at("score");
        best_start_ = labels.at("best_start");
        best_dest_ = labels.at("best_dest");
        if (has_history(native_.version)) history_ = labels.at("history");
        for_each_column({}, [&](auto label, auto) { columns_.push_back(labels.at(label)); });
    }

    void forget() override { native_.tables = {}; }

    work::Outcome outcome(const Root& root) override {
        if (!has_tables(setting_) && root.tables != std::exchange(tables_, root.tables)) {
            native_.random = tables_of(root);
        }
        const SearchWatch watch{.stop = setting_.stop};
        iterations_ = native_.think(root.board, setting_.depth, nullptr, watch);
        if (iterations_.empty()) return {};  // it was stopped
        const Iteration& last = iterations_.back();
        return outcome_of(last.score, last.best.value_or(no_move), last.nodes);
    }

    void search(const Root& root, Expected& expected) override {
        expected.outcome = outcome(root);
        if (iterations_.empty()) return;
        for (const Iteration& iteration : iterations_) {
            expect(iteration, expected);
            if (deepens(native_.version)) expected.end_stage();
        }
        if (history_ != 0) expected.add("history", history_, native_.history);
        expected.limit = patience(expected.outcome.nodes);
    }

    [[nodiscard]] harness::Place place(const Expected& expected,
                                       const harness::Spot& spot) const override {
        const harness::Field& field = expected.fields()[spot.field];
        harness::Place place{name_of(field, spot.offset)};
        for (std::size_t stage = 0; stage < expected.stages(); ++stage) {
            if (&field > &expected.fields(stage).back()) continue;
            place.place = fmt::format("iteration {}", stage + 1);
            break;
        }
        return place;
    }

  private:
    void expect(const Iteration& iteration, Expected& expected) const {
        const auto at_depth = [&](emu::Address label) {
            return static_cast<emu::Address>(label + iteration.depth);
        };
        expected.add_number("used_depth", used_depth_, static_cast<Byte>(iteration.depth));
        expected.add_number("nodes", nodes_, iteration.nodes, 4);
        expected.add_number("score", at_depth(score_), iteration.score);
        const Move best = iteration.best.value_or(no_move);
        expected.add_number("best_start", at_depth(best_start_), best.start);
        if (iteration.best) expected.add_number("best_dest", at_depth(best_dest_), best.dest);
        auto column = columns_.begin();
        for_each_column(iteration.tables, [&](std::string_view label, std::span<const Byte> bytes) {
            expected.add(label, *column++, bytes);
        });
    }

    const Setting setting_;
    Thinker native_;
    std::vector<Iteration> iterations_;
    std::uint64_t tables_ = 0;  // what they were drawn by
    emu::Address used_depth_ = 0, nodes_ = 0, score_ = 0, best_start_ = 0, best_dest_ = 0,
                 history_ = 0;
    std::vector<emu::Address> columns_;
};

/// By the beginning of a field's name.
std::string_view owner_of(std::string_view field) {
    static constexpr std::array<std::array<std::string_view, 2>, 8> owners{
        {{"hashpos_mouse", "addHashPosMouse < addHashPos < search"},
         {"hashpos_cats", "addHashPosCats < addHashPos < search"},
         {"collisions_mouse", "addHashPosMouse < addHashPos < search"},
         {"collisions_cats", "addHashPosCats < addHashPos < search"},
         {"history", "addHistory < search"},
         {"nodes", "search < think"},
         {"score", "search < think"},
         {"best", "search < think"}}};
    const auto owner = std::ranges::find_if(
        owners, [&](const auto& each) { return field.starts_with(each.front()); });
    return owner == owners.end() ? std::string_view() : owner->back();
}

// --- what is searched, and put into memory ----------------------------------------------------------

void put_root(Host& host, const Root& root, const Setting& setting) {
    if (root.tables != 0 && !has_tables(setting)) put(host, tables_of(root));
    put(host, root.board, setting.depth);
}

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
    put_root(trial.host, root, trial.setting);
    while (!is_over(position_of(root.board))) {
        put(trial.host, root.board, trial.setting.depth);
        const work::Outcome& found = trial.search_as_it_is(root);
        const bool obeys = found.from != no_square && trial.random.below(moves_an_own) != 0;
        root.board = apply(root.board, obeys ? Move{found.from, found.to}
                                             : trial.random.pick(generate_moves(root.board)));
    }
    trial.count(0);
}

/// All that the program keeps of a game.
Expected state_of(const Host& host, const Dialogue& native) {
    Expected expected;
    const auto bytes = [&](std::string_view label, std::span<const Byte> all) {
        expected.add(label, host.labels().at(label), all);
    };
    const auto byte = [&](std::string_view label, unsigned value) {
        expected.add_number(label, host.labels().at(label), value);
    };
    const HashedBoard hashed(native.board, native.thinker.random);
    const auto made = static_cast<std::size_t>(native.hply);
    bytes("board", to_bytes(native.board));
    bytes("square_of", native.board.squares);
    byte("side", side_byte(native.board.side));
    byte("hash", hashed.hash());
    byte("lock", hashed.lock());
    byte("ply", static_cast<unsigned>(native.ply));
    byte("hply", static_cast<unsigned>(native.hply));
    byte("computer_side", native.computer);
    byte("max_depth", native.max_depth);
    byte("time_limit", native.time_limit);
    byte("show_lines", native.show_lines ? 1 : 0);
    bytes("made_start", std::span(native.starts).first(made));
    bytes("made_dest", std::span(native.dests).first(made));
    expect(host, native.thinker.random, expected);
    expect(host, native.thinker.tables, expected);
    if (has_history(native.thinker.version)) bytes("history", native.thinker.history);
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
        trial.expect(state_of(trial.host, native), stage);
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
    expect(host, draw_tables([&] { return next == noise.end() ? Byte{0xff} : *next++; }, locks),
           expected);
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
        expected.add_number("hash_start", host.labels().at("hash_start"), move.start);
        expected.add_number("hash_dest", host.labels().at("hash_dest"), move.dest);
        expect(host, tables, expected);
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

harness::Door<Root> door() {
    harness::Door<Root> door;
    door.name = "ryg3";
    door.programs = {{&images::ryg3_03, 3, "ryg3-3"}, {&images::ryg3_04, 4, "ryg3-4"},
                     {&images::ryg3_07, 7, "ryg3-7"}, {&images::ryg3_08, 8, "ryg3-8"},
                     {&images::ryg3_09, 9, "ryg3-9"}, {&images::ryg3_10, 10},
                     {&images::ryg3_11, 11, "ryg3"}};
    door.depths = {least_depth, greatest_depth, 4, 6};
    door.read = root_from;
    door.write = [](const Root& root) { return to_text(root); };
    door.put = put_root;
    door.routines = [](const Setting& setting) {
        return searches(setting) ? std::vector<std::string_view>{"think"}
                                 : std::vector<std::string_view>{};
    };
    door.twin = [](const Host& host, const Setting& setting) -> harness::TwinOf<Root> {
        if (!searches(setting)) return std::make_unique<NoSearches>();
        return std::make_unique<Searches>(host, setting);
    };
    door.draw = [](const Host&, std::uint64_t, Random& random) {
        return with_drawn_tables(played_board(random, most_plies), random);
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
    door.prepare = [](Host& host, const Setting& setting) {
        prepare(host, has_tables(setting) ? tables_in(*setting.own) : fixed_tables());
    };
    door.stage = [](const Setting& setting) { return stage_of(version_of(setting)); };
    door.owner = owner_of;
    door.options = {tables_option};
    door.about =
        R"(Compares the programs of the second engine with its native twin. Versions 3 and 4: random
tables with a SID read in the same cycles, entries of the hash tables, lists. The others'
searches: games from the start, whose hash tables stay, and random positions; node count, score,
best move and all of both hash tables after each iteration. Sessions: the program from RUN on,
lines typed and all that is printed read, with what it keeps of the game after each line.)";
    door.search = search_task();
    door.bench = bench_task();
    door.play = play();
    door.answer = answer;
    door.contest = board_game();
    door.contracts = suite;
    return door;
}

}  // namespace
}  // namespace ryg3

const harness::Game& ryg3_game() {
    static const harness::Door<ryg3::Root> door = ryg3::door();
    static const harness::Game made = harness::make(door);
    return made;
}

}  // namespace ryg::engine
