// NIDO: what it offers, and the walk through all that the mouse can do against it.
#include "engine/perfecto/nido.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>

#include "engine/perfecto/engine.hpp"
#include "engine/perfecto/game.hpp"
#include "engine/perfecto/screen.hpp"

namespace ryg::engine {
namespace perfecto {

using harness::Difference;
using harness::Outcome;
using harness::Values;

c64::Image nido_program() {
    return c64::from_embedded(*harness::find_program(perfecto_programs(), "rygn"));
}

const Strategy& strategy() {
    static const Strategy found = find_strategy(solution());
    return found;
}

const Book& book() {
    static const Book made(strategy());
    return made;
}

namespace {

enum Count { positions, lines, games, cycles, dearest, mistakes, differences };
constexpr std::array<harness::Column, 7> columns{
    {{"positions", "positions", 9},
     {"lines", "lines", 13},
     {"games", "games", 5},
     {"cycles", "6502 cycles", 11},
     {"dearest", "dearest move", 12, harness::Sum::most},
     {"mistakes", "mistakes", 8},
     {"differences", "differences", 11}}};

using Line = std::vector<Move>;

/// Lines of mouse play in which each of its moves, in each position that can come about, is made.
class Cover {
  public:
    std::vector<Line> lines() {
        std::vector<Line> made;
        while (fresh_from(start_position()) > 0) {
            Line& line = made.emplace_back();
            for (Position position = start_position(); !is_over(position);) {
                line.push_back(best_.at(position));
                played_.insert({position, line.back()});
                position = after(position, line.back());
            }
            fresh_.clear();
        }
        return made;
    }

  private:
    static Position after(const Position& position, Move move) {
        const Position asked = apply(position, move);
        const auto answer = book()[asked];
        if (is_over(asked) || !answer) throw std::logic_error("the book has no answer");
        return apply(asked, *answer);
    }

    /// How many moves that were not made yet a line from here can have at most.
    int fresh_from(const Position& position) {
        if (is_over(position)) return 0;
        const auto [known, is_new] = fresh_.emplace(position, -1);
        if (!is_new) return known->second;
        int most = -1;
        for (const Move& move : generate_moves(position)) {
            const int fresh =
                (played_.contains({position, move}) ? 0 : 1) + fresh_from(after(position, move));
            if (fresh <= most) continue;
            most = fresh;
            best_[position] = move;
        }
        return fresh_[position] = most;
    }

    std::set<std::pair<Position, Move>> played_;
    std::map<Position, int> fresh_;
    std::map<Position, Move> best_;
};

/// The first byte of the program's book that is not what the packer makes.
struct BookFault {
    std::string field;
    emu::Address address = 0;
    Byte expected = 0, found = 0;
};

std::optional<BookFault> first_fault(const c64::Image& image) {
    for (const auto& [label, bytes] :
         {std::pair{"weights", std::vector<Byte>(book().weights.begin(), book().weights.end())},
          std::pair{"book", book().bytes}}) {
        const emu::Address begin = image.labels.at(label);
        const auto in_file = image.bytes.begin() + (begin - image.load_address);
        const auto [one, other] = std::ranges::mismatch(bytes, std::span(in_file, bytes.size()));
        if (one == bytes.end()) continue;
        const auto index = one - bytes.begin();
        return BookFault{fmt::format("{}[{}]", label, index),
                         static_cast<emu::Address>(begin + index), *one, *other};
    }
    return std::nullopt;
}

/// Goes through it all, or through one line by keys, and notes what it finds.
class Walk {
  public:
    Walk(const c64::Image& program, std::string_view only) : program_(program), only_(only) {
        outcome_.counts.resize(columns.size());
    }

    Outcome all() {
        harness::Host host(program_, c64::Model::pal, 1'000'000);
        host.put("cats", std::array<Byte, 4>{0, 1, 2, 3});
        outcome_.counts[lines] = go_on(host, start_position());
        return std::move(outcome_);
    }

    Outcome by_keys(const Line& line);

  private:
    void note(const Position& position, std::string field, std::string native,
              std::string assembly) {
        ++outcome_.counts[differences];
        if (outcome_.first) return;
        outcome_.first = Difference{.position = to_fen(position),
                                    .where = "in",
                                    .place = std::string(only_),
                                    .field = std::move(field),
                                    .native = std::move(native),
                                    .assembly = std::move(assembly),
                                    .again = {"nido", Values{{"only", std::string(only_)}}}};
        if (const auto fault = first_fault(program_)) {
            Difference& first = *outcome_.first;
            first.field = fault->field;
            first.native = fmt::format("${:02x}", fault->expected);
            first.assembly = fmt::format("${:02x}, so {} is {} and not {}", fault->found, field,
                                         assembly, native);
            first.address = fault->address;
            first.written_by = "the program file";
        }
    }

    /// The number of lines from a position with the mouse to move, of a machine that has it.
    std::uint64_t go_on(const harness::Host& host, const Position& position) {
        if (is_over(position)) return 1;
        std::uint64_t found = 0;
        for (const Move& move : generate_moves(position)) {
            const Position asked = apply(position, move);
            const auto [known, is_new] = seen_.emplace(asked, 0);
            if (is_new) {
                harness::Host next = host;
                const auto answered = answer(next, asked);
                seen_[asked] = answered ? go_on(next, *answered) : 0;
            }
            found += seen_[asked];
        }
        return found;
    }

    /// The position after the program's answer, unless it makes no sense to go on.
    std::optional<Position> answer(harness::Host& host, const Position& asked) {
        ++outcome_.counts[positions];
        host.set("mouse", static_cast<Byte>(dark_index(asked.mouse)));
        emu::Cycle taken = 0;
        try {
            taken = host.call("answer").cycles;
        } catch (const harness::EngineFault& fault) {
            note(asked, "answer", "an end", fault.what());
            return std::nullopt;
        }
        outcome_.counts[cycles] += taken;
        outcome_.counts[dearest] = std::max(outcome_.counts[dearest], taken);
        const auto square = [&](std::string_view label) {
            return dark_square(host.byte_at(label) & 0x1f);
        };
        const Move move{square("moveFrom"), square("moveTo")};
        const auto native = book()[asked];
        if (is_over(asked) || !native || !is_legal(asked, move) || move != *native) {
            ++outcome_.counts[mistakes];
            note(asked, "answer", native ? to_string(*native) : "none", to_string(move));
            return std::nullopt;
        }
        const Position next = apply(asked, move);
        if (solution()[next].winner != Side::cats) ++outcome_.counts[mistakes];
        std::vector<Byte> squares;
        for (const Square cat : cat_squares(next)) {
            squares.push_back(static_cast<Byte>(dark_index(cat)));
        }
        const auto found = host.bytes_at("cats", squares.size());
        if (!std::ranges::equal(squares, found)) {
            note(asked, "cats", fmt::format("{}", fmt::join(squares, " ")),
                 fmt::format("{}", fmt::join(found, " ")));
            return std::nullopt;
        }
        return next;
    }

    const c64::Image& program_;
    std::string_view only_;
    Outcome outcome_;
    std::map<Position, std::uint64_t> seen_;  // lines from there
};

Outcome Walk::by_keys(const Line& line) {
    constexpr emu::Cycle longest = 20'000'000;
    harness::Player player(program_);
    player.work(longest);
    Position position = start_position();
    const auto expect = [&](std::string_view text) {
        const std::string screen = player.machine().screen_text();
        if (screen.find(text) == std::string::npos) {
            note(position, "screen", std::string(text), screen);
        }
    };
    for (const Move& move : line) {
        expect(board_text(position));
        player.press(typed(move));
        player.work(longest);
        position = apply(position, move);
        const auto answered = move_on(player.machine().screen_text());
        const Move native = book()[position].value();
        if (answered != native) {
            note(position, "answer", to_string(native), answered ? to_string(*answered) : "none");
            break;
        }
        position = apply(position, native);
    }
    ++outcome_.counts[games];
    if (winner(position) != Side::cats) ++outcome_.counts[mistakes];
    expect(cats_have_won);
    outcome_.row = 1;
    return std::move(outcome_);
}

harness::Verify verify() {
    harness::Verify job;
    job.about =
        "Walks through all that the mouse can do from the start against the 6502 program NIDO,\n"
        "which answers as its native twin does and has won each time. Then games in which every\n"
        "move that the mouse has anywhere is made at least once are typed and read from the\n"
        "screen. Reports the first difference and exits with 1 if there is one.";
    job.options = {{"only",
                    "answers or keyed (default: both)",
                    harness::OptionKind::choice,
                    "",
                    {"answers", "keyed"}}};
    job.examples = {{}, {{"only", "answers"}}};
    job.agree = "The 6502 program and its native twin agree, and the cats win every line.";
    job.differ = "The program does not win every line.";
    job.nothing = "only";
    job.plan = [](const Values& values, const c64::Image* instead, const std::atomic<bool>*) {
        return plan_walk(values, instead);
    };
    return job;
}

harness::Play play() {
    harness::Play job;
    job.about =
        "You are the mouse, and the C64 wins: it has an answer in its book to all that you can\n"
        "do. Moves are typed as D1E2, RETURN after them; N is another game. q, Ctrl-C or Ctrl-D\n"
        "leaves. Where there is no terminal, the words of the input are the lines, and the screen\n"
        "is printed as it is when they have been used up.";
    job.examples = {{}};
    job.begin = [](const Values&) {
        const c64::Image image = nido_program();
        harness::Player player(image);
        follow(player, image.labels);
        player.signs = "\x7f\b";  // rubout, as terminals send it, takes a character back
        player.reads_lines = true;
        return player;
    };
    return job;
}

}  // namespace

harness::Campaign plan_walk(const Values& values, const c64::Image* instead) {
    struct Work {
        c64::Image program;
        bool answers;
        std::vector<Line> lines;
    };
    const std::string only = values.text("only");
    const auto work =
        std::make_shared<Work>(Work{instead != nullptr ? *instead : nido_program(), only != "keyed",
                                    only == "answers" ? std::vector<Line>{} : Cover().lines()});
    harness::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    campaign.tells_speed = false;
    for (const char* name : {"answers", "keyed"}) {
        campaign.rows.push_back({.name = name, .about = {{"work", name}}});
    }
    campaign.pieces = work->lines.size() + (work->answers ? 1 : 0);
    campaign.make_worker = [work] {
        return [work](std::uint64_t piece) {
            if (piece == work->lines.size()) return Walk(work->program, "answers").all();
            return Walk(work->program, "keyed").by_keys(work->lines[piece]);
        };
    };
    return campaign;
}

}  // namespace perfecto

const harness::Game& nido_game() {
    static const harness::Game all = [] {
        harness::Game game{.name = "nido", .programs = perfecto_programs().subspan(1)};
        game.guesses = {{"nido", "rygn"}};
        game.verify = perfecto::verify();
        game.play = perfecto::play();
        game.contracts = contracts::perfecto_suite;
        return game;
    }();
    return all;
}

}  // namespace ryg::engine
