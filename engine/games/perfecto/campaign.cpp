// All sets of cats, all positions, whole games: the program beside its twin and the solution.
#include <algorithm>
#include <fmt/format.h>

#include "engine/common/players.hpp"
#include "engine/games/perfecto/engine.hpp"
#include "engine/games/perfecto/game.hpp"
#include "engine/games/perfecto/mice.hpp"
#include "engine/games/perfecto/screen.hpp"

namespace ryg::engine::perfecto {

using indexing::cats_by_rank;
using indexing::position_at;
using indexing::position_count;
using work::Difference;
using work::RowOutcome;
using work::Values;

namespace {

enum Count { sets, positions, games, cycles, dearest, mistakes, differences };
constexpr std::array<work::Column, 7> columns{{{"sets", "sets", 7},
                                               {"positions", "positions", 9},
                                               {"games", "games", 6},
                                               {"cycles", "6502 cycles", 13},
                                               {"dearest", "dearest move", 12, work::Sum::most},
                                               {"mistakes", "mistakes", 8},
                                               {"differences", "differences", 11}}};

enum class Kind { given, sets, positions, game, keyed };

/// Pieces of one kind.
struct Run {
    std::size_t row;
    std::string name;
    Kind kind;
    const Mouse* mouse = nullptr;
};

constexpr std::uint64_t sets_a_piece = 1'000, positions_a_piece = 4'000;
constexpr std::uint64_t pieces_of(std::uint64_t all, std::uint64_t each) {
    return (all + each - 1) / each;
}

struct Work {
    work::Runs<Run> plan{};
    std::vector<Mouse> mice;
    c64::Image program;
    c64::Setup setup{};
    std::uint64_t seed = 1;
    std::optional<Position> position{};  ///< only this one
};

/// Somebody to look at these cats: the mouse stands on the first square that is free.
Position with_mouse(DarkSet cats) {
    DarkSet free = ~cats;
    return {cats, take_first(free), Side::mouse};
}

/// A byte of the program's tables that is not what the packer makes.
struct TableFault {
    std::string label;
    std::size_t index;
    Byte expected, found;
    emu::Address address;
};

std::optional<TableFault> first_fault(const c64::Image& image) {
    std::optional<TableFault> fault;
    const auto compare = [&](const std::string& label, std::size_t count, auto value) {
        const emu::Address begin = image.labels.at(label);
        for (std::size_t i = 0; i < count && !fault; ++i) {
            const auto address = static_cast<emu::Address>(begin + i);
            const auto expected = static_cast<Byte>(value(i));
            const Byte found = image.bytes[address - image.load_address];
            if (found != expected) fault = TableFault{label, i, expected, found, address};
        }
    };
    const auto compare_words = [&](const std::string& label, std::size_t count, auto value) {
        compare(label + "Lo", count, value);
        compare(label + "Hi", count, [&](std::size_t i) { return value(i) >> 8; });
    };
    for (const int place : {1, 2, 3}) {
        const unsigned base = place == 3 ? image.labels.at("names") : 0;
        compare_words(fmt::format("place{}", place), 32, [&](std::size_t i) {
            return base + indexing::combinations(static_cast<int>(i), place + 1);
        });
    }
    compare_words("mask", table().masks.size(), [](std::size_t i) { return table().masks[i]; });
    static const std::vector<Byte> packed = pack(table().names);
    compare("packed", packed.size(), [&](std::size_t i) { return packed[i]; });
    return fault;
}

std::string moves_text(const Thought& thought) {
    std::string text;
    for (std::size_t i = 0; i < thought.moves.size(); ++i) {
        text += fmt::format("{}{}:{}", i == 0 ? "" : " ", to_string(thought.moves[i]),
                            thought.costs[i]);
    }
    return text.empty() ? "none" : fmt::format("{}, best {}", text, thought.best);
}

/// One piece of work on one thread's program.
class Worker {
  public:
    Worker(AsmPlayer& assembly, const Run& run, std::uint64_t index, const Work& work)
        : assembly_(assembly),
          run_(run),
          index_(index),
          work_(work),
          random_(Random(work.seed + 0x10001 * index + 0x1000000 * run.row).next()) {
        outcome_.row = run.row;
        outcome_.counts.resize(columns.size());
    }

    RowOutcome run() {
        switch (run_.kind) {
            case Kind::given:
                check_set(work_.position->cats);
                check(*work_.position);
                break;
            case Kind::sets: check_sets(); break;
            case Kind::positions: check_positions(); break;
            case Kind::game: play(); break;
            case Kind::keyed: play_by_keys(); break;
        }
        return std::move(outcome_);
    }

  private:
    void note(const Position& position, std::string field, std::string native, std::string assembly,
              std::optional<emu::Address> address = {}, std::string written_by = "-") {
        ++outcome_.counts[differences];
        if (outcome_.first) return;
        Values again;
        if (run_.kind == Kind::game || run_.kind == Kind::keyed) {
            const char* const these = run_.kind == Kind::game ? "games" : "keyed";
            again.set("games", 0).set("keyed", 0).set(these, index_ + 1).set("seed", work_.seed);
        } else {
            again.set("position", to_fen(position));
        }
        outcome_.first = Difference{.position = to_fen(position),
                                    .where = "in",
                                    .place = run_.name,
                                    .field = std::move(field),
                                    .native = std::move(native),
                                    .assembly = std::move(assembly),
                                    .address = address,
                                    .written_by = std::move(written_by),
                                    .again = {"perfecto", again}};
    }

    std::string writer_of(std::string_view routine, emu::Address address) {
        AsmPlayer again = assembly_;
        return again.host().last_writer(routine, address);
    }

    /// Something is wrong with these cats: which byte of the tables is to blame, or if none is, what
    /// came of it?
    void note_set(DarkSet cats, std::string symptom, int native, int assembly,
                  std::optional<emu::Address> address = {}) {
        if (outcome_.first) return note({}, "", "", "");
        const Position position = with_mouse(cats);
        if (const auto fault = first_fault(work_.program)) {
            return note(position, fmt::format("{}[{}]", fault->label, fault->index),
                        fmt::format("${:02x}", fault->expected),
                        fmt::format("${:02x}, so {} is {} and not {}", fault->found, symptom,
                                    assembly, native),
                        fault->address, "the program file");
        }
        note(position, std::move(symptom), std::to_string(native), std::to_string(assembly),
             address, address ? writer_of("prepare", *address) : "-");
    }

    void check_set(DarkSet cats) {
        ++outcome_.counts[sets];
        const auto rank = static_cast<int>(indexing::rank_of<4>(cats));
        const AsmPlayer::Entry entry = assembly_.look_up(cats);
        const Byte name = table().names[static_cast<std::size_t>(rank)];
        if (entry.rank != rank) {
            note_set(cats, "rank", rank, entry.rank);
        } else if (entry.name != name) {
            const int at = assembly_.host().labels().at("names") + rank;
            note_set(cats, "name", name, entry.name, static_cast<emu::Address>(at));
        } else if (entry.mask != table().masks[name]) {
            note_set(cats, "mask", table().masks[name], entry.mask);
        }
    }

    void check_sets() {
        const std::uint64_t begin = index_ * sets_a_piece;
        const std::uint64_t end =
            std::min<std::uint64_t>(begin + sets_a_piece, cats_by_rank.size());
        for (std::uint64_t rank = begin; rank < end; ++rank) check_set(cats_by_rank[rank]);
    }

    /// The program's best move: is it the twin's, and does it keep what the position is worth?
    std::optional<Move> check(const Position& position) {
        ++outcome_.counts[positions];
        const Thought native = perfecto::think(position, table());
        AsmPlayer::Found found;
        try {
            found = assembly_.think(position);
        } catch (const harness::EngineFault& fault) {
            note(position, "think", moves_text(native), fault.what());
            return std::nullopt;
        }
        outcome_.counts[cycles] += found.cycles;
        outcome_.counts[dearest] = std::max(outcome_.counts[dearest], found.cycles);
        const Thought& thought = found.thought;
        const auto move = thought.move();
        const bool over = is_over(position);
        const bool kept =
            move.has_value() != over &&
            (over || (is_legal(position, *move) &&
                      solution()[apply(position, *move)].winner == solution()[position].winner));
        if (!kept) ++outcome_.counts[mistakes];
        if (!kept || !std::ranges::equal(native.moves, thought.moves) ||
            native.costs != thought.costs || native.best != thought.best) {
            locate(position, native, thought);
        }
        return move;
    }

    /// The first byte that differs in what `think` leaves.
    void locate(const Position& position, const Thought& native, const Thought& thought) {
        std::string field = "moves";
        std::optional<emu::Address> address;
        const auto [one, other] = std::ranges::mismatch(native.costs, thought.costs);
        if (one != native.costs.end() && native.moves.size() == thought.moves.size()) {
            const auto place = one - native.costs.begin();
            field = fmt::format("moveCost[{}]", place);
            address = static_cast<emu::Address>(assembly_.host().labels().at("moveCost") + place);
        }
        note(position, field, moves_text(native), moves_text(thought), address,
             address && !outcome_.first ? writer_of("think", *address) : "-");
    }

    void check_positions() {
        const std::uint64_t begin = index_ * positions_a_piece;
        const auto end = std::min<std::uint64_t>(begin + positions_a_piece, position_count);
        for (std::uint64_t i = begin; i < end; ++i) {
            check(position_at(static_cast<indexing::PositionIndex>(i)));
        }
    }

    /// The mouse's move; of one that repeats itself some are drawn, but not in the first game.
    Move mouse_move(Contestant& mouse, const Position& position) {
        const bool drawn = run_.mouse->repeats && index_ > 0 && random_.below(8) == 0;
        const auto chosen = drawn ? std::nullopt : mouse.choose().move;
        return chosen ? *chosen : random_move(position, random_);
    }

    template <class Answer>
    void play_game(Answer answer) {
        const auto mouse = run_.mouse->make(random_.next());
        Position position = start_position();
        mouse->begin(position);
        while (!is_over(position)) {
            const Move move = mouse_move(*mouse, position);
            mouse->play(move);
            position = apply(position, move);
            if (is_over(position)) break;
            const std::optional<Move> answered = answer(move, position);
            if (!answered || !is_legal(position, *answered)) {
                return note(position, "answer", "a legal move",
                            answered ? to_string(*answered) : "none");
            }
            mouse->play(*answered);
            position = apply(position, *answered);
        }
        ++outcome_.counts[games];
        if (winner(position) == Side::cats) return;
        ++outcome_.counts[mistakes];
        note(position, "game", "won by the cats", "won by the mouse");
    }

    void play() {
        play_game([this](Move, const Position& position) { return check(position); });
    }

    void play_by_keys();

    AsmPlayer& assembly_;
    const Run& run_;
    std::uint64_t index_;
    const Work& work_;
    Random random_;
    RowOutcome outcome_;
};

// --- through the keys and the screen ------------------------------------------------------------

void Worker::play_by_keys() {
    constexpr emu::Cycle longest = 20'000'000;
    harness::Player player(work_.program, work_.setup);
    player.press("M1");
    player.work(longest);
    Position shown = start_position();
    play_game([&](Move move, const Position& position) -> std::optional<Move> {
        if (player.machine().screen_text().find(board_text(shown)) == std::string::npos) {
            note(shown, "screen", board_text(shown), player.machine().screen_text());
        }
        player.press(typed(move));
        player.work(longest);
        const auto answered = move_on(player.machine().screen_text());
        if (answered && is_legal(position, *answered)) shown = apply(position, *answered);
        return answered;
    });
    if (player.machine().screen_text().find(cats_have_won) == std::string::npos) {
        note(shown, "screen", std::string(cats_have_won), player.machine().screen_text());
    }
}

}  // namespace

work::Campaign plan_campaign(const Values& values, const c64::Image* instead,
                             const c64::Setup& setup) {
    work::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    campaign.name_width = 20;
    const auto work = std::make_shared<Work>(
        Work{.mice = all_mice(), .program = instead != nullptr ? *instead : program()});
    work->setup = setup;
    work->seed = values.number("seed");
    const auto add = [&](const std::string& name, Kind kind, std::uint64_t pieces,
                         const Mouse* mouse = nullptr) {
        if (pieces == 0) return;
        work->plan.add({campaign.rows.size(), name, kind, mouse}, pieces);
        campaign.rows.push_back({.name = name, .about = {{"work", name}}});
    };
    if (values.has("position")) {
        work->position = parse_position(values.text("position"), Geometry::a);
        add("position", Kind::given, 1);
    } else {
        const std::string only = values.text("only");
        const auto wanted = [&](std::string_view what) { return only.empty() || only == what; };
        if (wanted("sets"))
            add("sets of cats", Kind::sets, pieces_of(cats_by_rank.size(), sets_a_piece));
        if (wanted("positions"))
            add("positions", Kind::positions, pieces_of(position_count, positions_a_piece));
        for (const Mouse& mouse : work->mice) {
            if (!wanted("games")) break;
            add("games, " + mouse.name, Kind::game, values.number("games"), &mouse);
        }
        for (const Mouse& mouse : work->mice) {
            if (!wanted("games")) break;
            add("keyed, " + mouse.name, Kind::keyed, values.number("keyed"), &mouse);
        }
    }
    campaign.pieces = work->plan.pieces();
    campaign.make_worker = [work] {
        return [work, assembly = std::make_shared<AsmPlayer>(work->program, work->setup)](
                   std::uint64_t piece) {
            const auto& [run, index] = work->plan.at(piece);
            return Worker(*assembly, run, index, *work).run();
        };
    };
    return campaign;
}

}  // namespace ryg::engine::perfecto
