// Games and positions, searched by the program and by the native engine, and compared.
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/common/notation.hpp"
#include "engine/harness/session.hpp"
#include "engine/ryg/compare.hpp"
#include "engine/ryg/dialogue.hpp"
#include "engine/ryg/game.hpp"
#include "engine/ryg/native/mouse_player.hpp"
#include "engine/ryg/programs.hpp"

namespace ryg::engine::first {

using harness::Outcome;
using harness::Values;

namespace {

enum Count { games, searches, nodes, referee_calls, cycles, differences };
constexpr std::array<harness::Column, 6> columns{{{"games", "games", 7},
                                                  {"searches", "searches", 9},
                                                  {"nodes", "nodes", 10},
                                                  {"referee_calls", ""},
                                                  {"cycles", "6502 cycles", 15},
                                                  {"differences", "differences", 12}}};

constexpr Cycle longest_call = 100'000;  // of a routine that is no search

enum class Kind { position, game, session };

/// Pieces of one kind.
struct Run {
    std::size_t row;
    Version version;
    int depth;
    Kind kind;
};

struct Work {
    harness::Plan<Run> plan;
    std::uint64_t seed = 1;
    std::optional<Position> position;  ///< only this one
    std::optional<Address> tree_base{}, tree_end{};
    std::map<Version, c64::Image> programs{};
};

/// Every eighth position is finished: the side that lost has no move, or has one and no use for it.
Position drawn_position(std::uint64_t index, Random& random) {
    Position position = random_position(random);
    while (index % 8 == 7 && !is_over(position)) {
        position = apply(position, random_move(position, random));
    }
    return position;
}

/// One piece of work on one thread's engine.
class Worker {
  public:
    Worker(AsmEngine& assembly, const Run& run, std::uint64_t index, const Work& work)
        : assembly_(assembly),
          run_(run),
          index_(index),
          work_(work),
          // Seeds of neighbouring pieces must have nothing to do with each other: one step of the
          // generator apart would be the same sequence again.
          random_(Random(work.seed + 0x10001 * index +
                         0x1000000 * static_cast<std::uint64_t>(run.depth) +
                         0x10000000 * static_cast<std::uint64_t>(run.version))
                      .next()) {
        search_.version = run.version;
        search_.depth = run.depth;
        search_.tree_base = work.tree_base.value_or(assembly.tree_start());
        search_.tree_end = work.tree_end;
        outcome_.row = run.row;
        outcome_.counts.resize(columns.size());
    }

    Outcome run() {
        try {
            if (work_.position) {
                look_at(*work_.position);
            } else if (run_.kind == Kind::position) {
                draw_tree_memory();
                look_at(drawn_position(index_, random_));
            } else {
                run_.kind == Kind::game ? play() : converse();
                ++outcome_.counts[games];
            }
        } catch (const EngineFault& fault) {
            note(as_piece(difference_of(fault, at_, search_)));
        }
        return std::move(outcome_);
    }

  private:
    void note(Difference difference) {
        ++outcome_.counts[differences];
        if (!outcome_.first) outcome_.first = std::move(difference);
    }

    /// One position in four has its tree elsewhere, half of those where nodes can have a low byte of
    /// 0, and one in four has less memory for it, not up to the beginning of a page.
    void draw_tree_memory() {
        constexpr std::uint32_t most_bytes = 0x1fff;
        const auto odd = [this] { return static_cast<Address>(1 | random_.below(most_bytes)); };
        if (index_ % 4 == 1) search_.tree_base = static_cast<Address>(search_.tree_base + odd());
        if (index_ % 8 == 5) search_.tree_base = static_cast<Address>((search_.tree_base | 7) + 1);
        if (index_ % 4 == 2) {
            search_.tree_end = static_cast<Address>(search_.tree_base + NodeLayout::size + odd());
        }
    }

    /// Finds the last store to where the difference is, and whose work that would have been.
    template <class Writer>
    void note(Difference difference, Writer writer) {
        if (difference.address && !outcome_.first) {
            harness::attribute(difference, writer(*difference.address), owner_of(difference.field));
        }
        note(std::move(difference));
    }

    /// A search by both, and the same again to find who made a difference.
    template <class Check>
    Checked search(const Position& position, Check check) {
        at_ = position;
        Checked checked = check(assembly_, position, search_);
        ++outcome_.counts[searches];
        outcome_.counts[nodes] += checked.assembly.nodes;
        outcome_.counts[cycles] += checked.assembly.cycles;
        if (checked.difference) {
            note(*checked.difference, [&](Address address) {
                return find_writer(assembly_, position, search_, address);
            });
        }
        return checked;
    }

    /// The difference is in the piece, not in a search that starts afresh.
    Difference as_piece(Difference found) const {
        if (work_.position || run_.kind == Kind::position) return found;
        const bool is_game = run_.kind == Kind::game;
        Values& values = found.again.values = {};
        values.set("version", number_of(run_.version)).set("depth", run_.depth);
        values.set("games", is_game ? index_ + 1 : 0).set("positions", 0);
        values.set("sessions", is_game ? 0 : index_ + 1).set("seed", work_.seed);
        return found;
    }

    /// Compares the program's board byte by byte with what `routine` should have made of it.
    template <class Writer>
    void compare_boards(const Position& before, std::string_view routine, const NodeBytes& expected,
                        Writer writer) {
        const NodeBytes found = assembly_.board();
        const auto [one, other] = std::ranges::mismatch(expected, found);
        if (one == expected.end()) return;
        const auto offset = static_cast<std::size_t>(one - expected.begin());
        Difference difference =
            difference_at(before, search_, field_name(offset), fmt::format("${:02x}", *one),
                          fmt::format("${:02x}", *other));
        difference.where = "after";
        difference.place = routine;
        difference.address = static_cast<Address>(assembly_.labels().at("tableroActual") + offset);
        note(as_piece(std::move(difference)), writer);
    }

    /// Who writes when `prepare` is done and `routine` called.
    template <class Prepare>
    auto writer_in(std::string_view routine, Prepare prepare) {
        return [this, routine, prepare](Address address) {
            prepare();
            return assembly_.last_writer(routine, address);
        };
    }

    /// Asks the program's referee about its board.
    void judge(const Position& position) {
        if (run_.version < Version::v15) return;
        at_ = position;
        assembly_.limit_calls(longest_call);
        const Referee verdict = assembly_.referee();
        ++outcome_.counts[referee_calls];
        outcome_.counts[cycles] += verdict.cycles;
        const auto compare = [&](const char* routine, const char* label, bool native, bool found) {
            if (native == found) return;
            Difference difference = difference_at(position, search_, label, native ? "$00" : "$ff",
                                                  found ? "$00" : "not $00");
            difference.where = "after";
            difference.place = routine;
            difference.address = assembly_.labels().at(label);
            note(as_piece(std::move(difference)),
                 writer_in(routine, [&] { assembly_.set_board(position); }));
        };
        compare("verificaRatonFila0", "vrf0", mouse_on_goal(position), verdict.mouse_on_goal);
        compare("verificaGatos0Jugs", "vg0j", cats_stuck(position), verdict.cats_stuck);
        compare("verificaRaton0Jugs", "vr0j", mouse_stuck(position), verdict.mouse_stuck);
    }

    /// The program's answer on its board; where there is none the board stays as it is.
    Position answer(const Position& position, const SearchResult& native, Byte value) {
        const Position answered = native.move ? apply(position, *native.move) : position;
        assembly_.apply_decided_move();
        compare_boards(
            position, "aplicaJugadaDecidida",
            board_bytes(answered, 0, native.move ? native.value : value),
            writer_in("aplicaJugadaDecidida", [&] { assembly_.search(position, search_); }));
        return answered;
    }

    /// Everything that the program does with a position, from a fresh machine.
    void look_at(const Position& position) {
        const Checked checked = search(position, check);
        if (outcome_.first) return;
        if (run_.version >= Version::v14) answer(position, checked.native, neutral_value);
        assembly_.set_board(position);
        judge(position);
    }

    /// A game on one machine: what each move leaves is there at the next.
    void play() {
        MousePlayer mouse(all_mouse_kinds[index_ % all_mouse_kinds.size()], random_.next());
        Position position = start_position();
        Byte value = neutral_value;
        assembly_.limit_calls(longest_call);
        assembly_.begin_game();
        compare_boards(position, "inicializaTablero", board_bytes(position),
                       writer_in("inicializaTablero", [&] { assembly_.restore(); }));
        while (!outcome_.first) {
            at_ = position;
            const Position moved = apply(position, mouse.choose(position));
            assembly_.limit_calls(longest_call);
            assembly_.apply_mouse_move({position.mouse, moved.mouse});
            compare_boards(position, "aplicaJugadaSolicitada", board_bytes(moved, 0, value),
                           writer_in("aplicaJugadaSolicitada", [&] {
                               assembly_.put("tableroActual", board_bytes(position, 0, value));
                           }));
            judge(moved);
            if (is_over(moved) || outcome_.first) return;

            const Checked checked = search(moved, check_as_it_is);
            if (!checked.native.move || checked.difference) return;
            position = answer(moved, checked.native, value);
            value = checked.native.value;
            if (outcome_.first) return;
            judge(position);
            if (is_over(position)) return;
        }
    }

    /// A game from RUN on, read on the screen and typed, up to the question for the next one.
    void converse() {
        using enum Dialogue::Wants;
        constexpr Cycle a_letter = 40'000, at_least = 1'000'000;  // scrolling is the dearest
        MousePlayer mouse(all_mouse_kinds[index_ % all_mouse_kinds.size()], random_.next());
        Dialogue native(search_);
        harness::Session session(assembly_, work_.programs.at(run_.version));
        assembly_.allow_earlier_trees(search_);
        std::string text = native.begin();
        int searched = 0;
        for (bool over = false; !outcome_.first; over |= native.wants() == any_key) {
            const bool has_searched = std::exchange(searched, native.searches()) != searched;
            Cycle limit = at_least + a_letter * text.size();
            if (has_searched) limit += 10 * expected_cycles(*native.searched(), native.options());
            at_ = native.position();
            session.expect(text, limit, native.wants() == nothing);
            const auto writer = [&](Address address) { return session.last_writer(address); };
            if (has_searched) compare_search(native, writer);
            if (native.wants() != depth) compare_boards(at_, "a key", native.board(), writer);
            const auto key = next_key(native, mouse, over);
            if (!key) break;
            session.type({&*key, 1});
            text = native.type(*key);
        }
        outcome_.counts[cycles] += session.cycles();
    }

    /// The last search of a session.
    template <class Writer>
    void compare_search(const Dialogue& native, Writer writer) {
        ++outcome_.counts[searches];
        outcome_.counts[nodes] += native.searched()->nodes;
        auto difference = compare(assembly_, native.searched_position(), native.options(),
                                  *native.searched(), assembly_.read_search(native.options()));
        if (difference) note(as_piece(*std::move(difference)), writer);
    }

    /// What to type: what the mouse wants to do, and now and then something wrong. Nothing when the
    /// game, or enough of it, is over.
    std::optional<char> next_key(const Dialogue& native, MousePlayer& mouse, bool over) {
        using enum Dialogue::Wants;
        constexpr int most_searches = 30;  // version 14 never ends a game
        constexpr std::string_view wrong = "/089ARQ \r";
        if (native.wants() == nothing || (over && native.wants() == depth)) return std::nullopt;
        if (native.wants() == any_key) return ' ';
        const bool errs = random_.below(8) == 0;
        if (errs && native.wants() != depth) return random_.pick(wrong);
        if (native.wants() == depth) {
            return static_cast<char>('0' + (errs ? 0 : run_.depth));
        }
        const Position& position = native.position();
        if (native.wants() == row) {
            if (mouse_stuck(position) || native.searches() == most_searches) return std::nullopt;
            const Move move =
                is_over(position) ? random_move(position, random_) : mouse.choose(position);
            target_ = random_.below(8) == 0 ? static_cast<Square>(random_.below(64)) : move.to;
            return static_cast<char>('0' + row_of(target_));
        }
        return static_cast<char>('0' + column_of(target_));
    }

    AsmEngine& assembly_;
    const Run& run_;
    std::uint64_t index_;
    const Work& work_;
    Random random_;
    SearchOptions search_;
    Position at_;        // what it is doing
    Square target_ = 0;  // where the mouse of a session goes
    Outcome outcome_;
};

/// Each thread keeps one engine a version.
harness::Campaign::Worker make_worker(std::shared_ptr<const Work> work) {
    return [work, engines = std::make_shared<std::map<Version, AsmEngine>>()](std::uint64_t piece) {
        const auto& [run, index] = work->plan.at(piece);
        try {
            auto engine = engines->find(run.version);
            if (engine == engines->end()) {
                const c64::Image& image = work->programs.at(run.version);
                engine = engines->try_emplace(run.version, image, run.version).first;
                engine->second.scatter(work->seed);
                engine->second.keep();
            }
            return Worker(engine->second, run, index, *work).run();
        } catch (const EngineFault& fault) {  // the program cannot even be prepared
            Outcome outcome{.row = run.row, .counts = harness::Counts(columns.size())};
            outcome.counts[differences] = 1;
            const SearchOptions options{.version = run.version, .depth = run.depth};
            outcome.first = difference_of(fault, start_position(), options);
            return outcome;
        }
    };
}

/// Depths 4 and 5 take some ten times the cycles of depth 3, so of them there are fewer.
struct Counts {
    std::uint64_t games, positions, sessions;
};
Counts counts_of(const Values& values, Version version, int depth) {
    constexpr std::uint64_t fewer_games = 180, fewer_positions = 200, games_a_session = 120,
                            positions_a_session = 4000;
    const bool few = depth > 3 && !values.has("depth");
    const auto reduced = [few](std::uint64_t count, std::uint64_t by) {
        return few ? (count + by - 1) / by : count;
    };
    const bool plays = version >= Version::v14;
    const std::uint64_t positions = values.number("positions");
    const std::uint64_t games = plays ? values.number("games") : 0;
    const std::uint64_t sessions =
        plays ? games / games_a_session : positions / positions_a_session;
    return {reduced(games, fewer_games), reduced(positions, fewer_positions),
            values.has("sessions") ? values.number("sessions") : sessions};
}

}  // namespace

harness::Campaign plan_campaign(const Values& values, const c64::Image* instead) {
    harness::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    const auto work = std::make_shared<Work>();
    work->seed = values.number("seed");
    if (values.has("position"))
        work->position = parse_position(values.text("position"), Geometry::a);
    if (values.has("tree-base")) work->tree_base = values.number<Address>("tree-base");
    if (values.has("tree-end")) work->tree_end = values.number<Address>("tree-end");
    std::vector<Version> versions{all_versions.begin(), all_versions.end()};
    if (!values.has("all")) versions = {version_from(values.number<int>("version"))};
    std::vector<int> depths{1, 2, 3, 4, 5};
    if (values.has("depth")) depths = {values.number<int>("depth")};
    for (const Version version : versions) {
        const std::uint64_t planned = work->plan.pieces();
        const int number = number_of(version);
        work->programs.emplace(version, instead != nullptr ? *instead : program(version));
        for (const int depth : depths) {
            const std::size_t row = campaign.rows.size();
            const auto add = [&](Kind kind, std::uint64_t count) {
                work->plan.add({row, version, depth, kind}, count);
            };
            const Counts counts = counts_of(values, version, depth);
            if (work->position) {
                add(Kind::position, 1);
            } else {
                add(Kind::game, counts.games);
                add(Kind::session, counts.sessions);
                add(Kind::position, counts.positions);
            }
            if (work->plan.pieces() == planned) continue;
            campaign.rows.push_back({.name = fmt::format("version {} depth {}", number, depth),
                                     .about = {{"version", number}, {"depth", depth}}});
        }
        if (work->plan.pieces() == planned) {
            campaign.left_out.push_back(fmt::format("version {}", number));
        }
    }
    campaign.pieces = work->plan.pieces();
    campaign.make_worker = [work] { return make_worker(work); };
    campaign.remark = [](const harness::Row& total) {
        return fmt::format("{} positions judged by both referees. ", total.counts[referee_calls]);
    };
    return campaign;
}

}  // namespace ryg::engine::first
