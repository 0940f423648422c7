// The second engine's programs on the machine: what they print, what the commands do, how they end.
#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "c64/board/machine.hpp"
#include "engine/games/games.hpp"
#include "engine/games/ryg3/native/search.hpp"

namespace ryg {
namespace {

namespace ryg3 = engine::ryg3;
using emu::Byte;

constexpr emu::Cycle patience = 300'000'000;
constexpr std::array interactive{"ryg3-09", "ryg3-10", "ryg3-11"};

const std::string start_board =
    "  ABCDEFGH\r8 .C.C.C.C\r7 X.X.X.X.\r6 .X.X.X.X\r5 X.X.X.X.\r4 .X.X.X.X\r3 X.X.X.X.\r"
    "2 .X.X.X.X\r1 X.X.M.X.\r";

enum class Clock { stands, runs };

/// A program started as RUN does it on a C64 that was just switched on, and all that it prints. If
/// the clock is to run, interrupts are live, and one at the very call of CHROUT shows it twice.
class Session {
  public:
    explicit Session(std::string_view program, std::string_view keys = "",
                     Clock clock = Clock::stands)
        : image_(c64::from_embedded(*engine::find_program(program))) {
        constexpr emu::Address status_of_sys = 0x030f;  // P of a program that SYS starts
        machine.boot();
        if (clock == Clock::stands) machine.poke(status_of_sys, emu::Flag::I);
        again(keys);
    }

    /// RUN once more.
    void again(std::string_view keys = "") {
        printed.clear();
        if (!started_) machine.start(image_);
        if (started_) machine.start_at(image_.labels.at("start"));
        started_ = true;
        machine.type_petscii({reinterpret_cast<const Byte*>(keys.data()), keys.size()});
        const c64::Cycle end = machine.cpu.cycle + patience;
        const auto run_on = [&] {
            return machine
                .run({.cycles = end - machine.cpu.cycle, .at = {0xffd2}, .returned = true})
                .ended;
        };
        while ((ended = run_on()) == c64::Ended::address) {
            printed += static_cast<char>(machine.cpu.registers.a);
        }
    }

    [[nodiscard]] Byte byte(std::string_view label, unsigned index = 0) const {
        return machine.peek(static_cast<emu::Address>(image_.labels.at(label) + index));
    }
    void poke(std::string_view label, Byte value) { machine.poke(image_.labels.at(label), value); }
    [[nodiscard]] bool has_printed(std::string_view text) const {
        return printed.find(text) != std::string::npos;
    }
    [[nodiscard]] ryg3::RandomTables random_tables() const {
        static constexpr std::array pieces{"mouse", "cat1", "cat2", "cat3", "cat4"};
        ryg3::RandomTables tables;
        for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
            for (unsigned square = 0; square < 64; ++square) {
                tables.hash[piece][square] = byte(fmt::format("hash_{}", pieces[piece]), square);
                if (!image_.labels.find("lock_mouse")) continue;
                tables.lock[piece][square] = byte(fmt::format("lock_{}", pieces[piece]), square);
            }
        }
        return tables;
    }

    c64::Machine machine;
    std::string printed;
    c64::Ended ended = c64::Ended::cycle_limit;

  private:
    c64::Image image_;
    bool started_ = false;
};

std::string text_of(const std::array<ryg3::RandomTables::Table, ryg3::piece_count>& tables) {
    std::string text;
    for (const auto& table : tables) {
        for (const Byte byte : table) text += fmt::format("{:02X}", byte);
        text += '\r';
    }
    return text;
}

std::string iteration_text(const ryg3::Iteration& iteration) {
    std::string text =
        fmt::format("{:02X}:{:08X},{:02X}", iteration.depth, iteration.nodes, iteration.score);
    for (const ryg3::Ryg3Move move : iteration.line) text += ' ' + to_string(move);
    return text;
}

// --- versions without a player -------------------------------------------------------------------

TEST(SecondEngine, Version03HashesTheBoardAndRemembersAMove) {
    const Session run("ryg3-03");
    EXPECT_EQ(run.ended, c64::Ended::returned);
    const ryg3::RandomTables tables = run.random_tables();
    EXPECT_NE(tables, ryg3::RandomTables{});
    EXPECT_EQ(
        run.printed,
        start_board + "SIDE:00 PLY:00 HPLY:00 HASH:00\r" + "HASH TABLES\r" + text_of({}) +
            "HASH TABLES\r" + text_of(tables.hash) +
            "NOT FOUND\r040D\rHASHPOS MOUSE\r00:E1F2,\rHASHPOS CATS\r\r" + start_board +
            fmt::format("SIDE:00 PLY:00 HPLY:00 HASH:{:02X}\r", hash_of(ryg3::Board{}, tables)));
}

TEST(SecondEngine, Version04KeepsTheLockBesideTheMove) {
    const Session run("ryg3-04");
    EXPECT_EQ(run.ended, c64::Ended::returned);
    const ryg3::RandomTables tables = run.random_tables();
    EXPECT_NE(tables.lock, ryg3::RandomTables{}.lock);
    EXPECT_EQ(run.printed, start_board + "SIDE:00 PLY:00 HPLY:00 HASH:00 LOCK:00\r" +
                               "LOCK TABLES\r" + text_of({}) + "LOCK TABLES\r" +
                               text_of(tables.lock) +
                               "NOT FOUND\r040D\rHASHPOS MOUSE\r00:E1F200,\rHASHPOS CATS\r\r");
    EXPECT_NE(run.machine.screen_text().find("\n00:E1F200,"), std::string::npos);
}

TEST(SecondEngine, MachineThatWasSwitchedOnDrawsTheSameTablesAgain) {
    EXPECT_EQ(Session("ryg3-04").printed, Session("ryg3-04").printed);
    Session run("ryg3-04");
    const ryg3::RandomTables cold = run.random_tables();
    run.again();
    EXPECT_NE(run.random_tables(), cold) << "the noise has gone on";
}

TEST(SecondEngine, Version07SearchesAllOfTheDepthAtOnce) {
    const Session run("ryg3-07");
    EXPECT_EQ(run.ended, c64::Ended::returned);
    ryg3::Thinker thinker{.version = ryg3::Ryg3Version::v07, .random = run.random_tables()};
    const ryg3::Iteration found = thinker.think({}, 8).back();
    EXPECT_TRUE(run.printed.ends_with(
        fmt::format("\r08:{:08X},{:02X} {}\r", found.nodes, found.score, to_string(*found.best))))
        << run.printed;
}

TEST(SecondEngine, Version08PrintsEachIterationAndItsLine) {
    const Session run("ryg3-08");
    EXPECT_EQ(run.ended, c64::Ended::returned);
    ryg3::Thinker thinker{.version = ryg3::Ryg3Version::v08, .random = run.random_tables()};
    std::string lines;
    for (const auto& iteration : thinker.think({}, 8)) lines += iteration_text(iteration) + '\r';
    EXPECT_TRUE(run.printed.ends_with("\r" + lines)) << run.printed;
}

// --- commands ------------------------------------------------------------------------------------

/// What is printed between the echo of the last line of `keys` and the next question.
std::string answer_to(std::string_view program, const std::string& keys) {
    const Session run(program, keys + "\r.Q\r");
    EXPECT_EQ(run.ended, c64::Ended::returned) << program << " " << keys;
    const std::string line = keys.substr(keys.rfind('\r') + 1);  // npos + 1 is 0
    std::string text = run.printed;
    text.erase(text.rfind('\r', text.rfind(": .Q\r")) + 1);
    return text.substr(text.rfind(": " + line + "\r") + line.size() + 3);
}

TEST(SecondEngine, EveryCommandHasItsAnswer) {
    const std::vector<std::pair<std::string, std::string>> answers{
        {".M", "E1F2,E1D2\r"},
        {".S\r.M", "B8A7,B8C7,D8C7,D8E7,F8E7,F8G7,H8G7\r"},
        {".E", "HASHPOS MOUSE\r\rHASHPOS CATS\r\r"},
        {"E1F2\rB8A7\r.M", "F2E1,F2G1,F2G3,F2E3\r"},
        {"E1F2\r.U\r.M", "E1F2,E1D2\r"},
        {"E1F2\r.S\r.U\r.M", "E1F2,E1D2\r"},
        {"E1F2\rB8A7\r.N\r.U", "?NOTHING TO UNDO\r"},
    };
    const std::vector<std::pair<std::string, std::vector<std::string>>> same_answers{
        {"", {"E1D2", ".D9", ".T0", ".T9", ".O", ""}},
        {"?ILLEGAL MOVE\r", {"E1E2", "B8A7", "E1F", "E1F2E1", "HELLO, WORLD"}},
        {"?NOTHING TO UNDO\r", {".U"}},
        {"?UNKNOWN COMMAND\r", {".", ".X", ".MM", ".."}},
        {"?BAD NUMBER\r", {".D", ".D0", ".D10", ".D4X", ".T", ".T10", ".T-1"}},
    };
    for (const char* const program : interactive) {
        for (const auto& [keys, answer] : answers) {
            EXPECT_EQ(answer_to(program, keys), answer) << program << ": " << keys;
        }
        for (const auto& [answer, all_keys] : same_answers) {
            for (const std::string& keys : all_keys) {
                EXPECT_EQ(answer_to(program, keys), answer) << program << ": " << keys;
            }
        }
        EXPECT_TRUE(answer_to(program, "E1F2\r.B").starts_with("  ABCDEFGH\r")) << program;
        EXPECT_TRUE(answer_to(program, ".H").ends_with("E1F2 A MOVE\r")) << program;
    }
}

TEST(SecondEngine, DelTakesACharacterBack) {
    EXPECT_TRUE(Session("ryg3-11",
                        ".X\x14"
                        "M\r.Q\r")
                    .has_printed(".X\x14"
                                 "M\rE1F2,E1D2\r"));
    EXPECT_EQ(Session("ryg3-11", "\x14\x14.Q\r").ended, c64::Ended::returned);
}

TEST(SecondEngine, ThinksAsDeepAsItIsToldAndThenMoves) {
    for (const char* const program : interactive) {
        const Session run(program, ".D4\r.G\r.Q\r");
        EXPECT_EQ(run.ended, c64::Ended::returned);
        const auto version = static_cast<ryg3::Ryg3Version>(std::stoi(program + 5));
        ryg3::Thinker thinker{.version = version, .random = run.random_tables()};
        const ryg3::Iteration found = thinker.think({}, 4).back();
        EXPECT_TRUE(run.has_printed(iteration_text(found)))
            << program << ": " << iteration_text(found) << "\n"
            << run.printed;
        EXPECT_TRUE(run.has_printed("COMPUTER'S MOVE: " + to_string(*found.best) + "\r"));
        EXPECT_TRUE(run.printed.ends_with("CATS: .Q\r")) << run.printed;
    }
}

TEST(SecondEngine, StartsWithTheDepthAndTheTablesOfItsVersion) {
    const std::vector<std::pair<std::string_view, int>> depths{
        {"ryg3-07", 8}, {"ryg3-08", 8}, {"ryg3-09", 4}, {"ryg3-10", 10}, {"ryg3-11", 10}};
    for (const auto& [program, depth] : depths) {
        const Session run(program, ".Q\r");
        EXPECT_EQ(run.byte("max_depth"), depth) << program;
        EXPECT_EQ(run.random_tables() == ryg3::fixed_tables(), program >= "ryg3-09") << program;
    }
}

TEST(SecondEngine, ShowsItsHashTablesAndItsHistory) {
    const ryg3::Board start;
    const ryg3::RandomTables tables = ryg3::fixed_tables();
    for (const char* const program : interactive) {
        const char* const move = program == std::string_view("ryg3-09") ? "E1D2" : "E1F2";
        EXPECT_EQ(answer_to(program, ".D1\r.G\r.E"),
                  fmt::format("HASHPOS MOUSE\r{:02X}:{}{:02X},\rHASHPOS CATS\r\r",
                              hash_of(start, tables), move, lock_of(start, tables)))
            << program;
        EXPECT_EQ(answer_to(program, ".D1\r.G\r.F"),
                  program == std::string_view("ryg3-11") ? "E1F2:01,\r" : "?UNKNOWN COMMAND\r");
    }
    EXPECT_EQ(answer_to("ryg3-11", ".F"), "\r") << "nothing before the first search";
}

TEST(SecondEngine, StopsThinkingWhenTheMinutesAreUp) {
    Session run("ryg3-09", ".Q\r", Clock::runs);
    run.poke("max_depth", 20);
    run.again(".T1\r.G\r.Q\r");
    EXPECT_EQ(run.ended, c64::Ended::returned);
    EXPECT_NE(run.machine.screen_text().find("COMPUTER'S MOVE: "), std::string::npos);
    EXPECT_EQ(run.byte("used_depth"), 10) << "depth 9 takes 31 s from the start, depth 10 98 s";
}

// --- games ---------------------------------------------------------------------------------------

constexpr std::string_view mouse_wins =
    "E1F2\rB8A7\rF2E3\r.S\rE3D4\r.S\rD4C5\r.S\rC5B6\r.S\rB6C7\r.S\rC7B8\r";
constexpr std::string_view cats_win =
    "E1D2\r.S\rD2C1\r.S\rC1B2\r.S\rB2A1\rB8A7\r.S\rA7B6\r.S\rB6A5\r.S\rA5B4\r.S\rB4A3\r.S\rA3B2\r";

TEST(SecondEngine, SaysWhoHasWonAndBeginsANewGame) {
    for (const char* const program : interactive) {
        const Session won(program, std::string(mouse_wins) + ".Q\r");
        EXPECT_TRUE(won.has_printed("C7B8\r*** MOUSE WINS!! ***\r" + start_board)) << won.printed;
        const Session lost(program, std::string(cats_win) + ".Q\r");
        EXPECT_TRUE(lost.has_printed("A3B2\r*** CATS WIN!! ***\r" + start_board)) << lost.printed;
        EXPECT_TRUE(lost.printed.ends_with("\rMOUSE: .Q\r"));
    }
}

TEST(SecondEngine, PlaysNeitherSideAfterAWonGameNorInANewOne) {
    const std::string before(mouse_wins.substr(0, mouse_wins.rfind(".S")));
    for (const char* const program : interactive) {
        const Session won(program, ".D1\r" + before + ".G\rC7B8\rE1F2\r.Q\r");
        EXPECT_TRUE(won.has_printed("COMPUTER'S MOVE: ")) << won.printed;
        EXPECT_TRUE(won.has_printed("*** MOUSE WINS!! ***")) << won.printed;
        EXPECT_TRUE(won.printed.ends_with("MOUSE: E1F2\rCATS: .Q\r")) << won.printed;
        const Session again(program, ".D1\r.G\r.N\r.Q\r");
        EXPECT_TRUE(again.printed.ends_with("\rMOUSE: .Q\r")) << again.printed;
    }
}

TEST(SecondEngine, KeepsItsHashTablesFromGameToGameAndClearsThemAtRun) {
    Session run("ryg3-11", ".D3\r.G\r.O\r.N\r.Q\r");
    const auto entries = [&run] {
        int count = 0;
        for (unsigned slot = 0; slot < 256; ++slot) {
            count += run.byte("hashpos_mouse_start", slot) != 0xff ? 1 : 0;
        }
        return count;
    };
    EXPECT_GT(entries(), 0);
    run.again(".Q\r");
    EXPECT_EQ(entries(), 0);
    EXPECT_EQ(run.ended, c64::Ended::returned);
}

}  // namespace
}  // namespace ryg
