// An engine that was there before: variables that are equates, no return, a twin with a global.
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <iterator>
#include <thread>

#include "engine/claims/make.hpp"
#include "engine/work/report.hpp"
#include "engine/work/run.hpp"
#include "tests/support/run_program.hpp"

namespace ryg::claims {
namespace {

/// Nim with one pile of at most 99, of which one to three are taken: what is taken, or 1 if all loses.
/// `seen` is where nothing of a program may be, `best` beyond BASIC's memory.
constexpr std::string_view source = R"(
pile = $4f
left = $50
seen = $61
best = $c000
        .segment "LOADADDR"
        .word $1000
        .code
search: lda pile
        sta left
        sta seen
@more:  lda left
        cmp #4
        bcc @rest
        sbc #4
        sta left
        jmp @more
@rest:  cmp #1
        bcs @take
        lda #1
@take:  sta best
done:   jmp done
)";
constexpr std::string_view config =
    "MEMORY { H: start = $0ffe, size = 2, file = %O; M: start = $1000, size = $1000, file = %O; }\n"
    "SEGMENTS { LOADADDR: load = H, type = ro; CODE: load = M, type = ro; }\n";

// As a C program has them.
int pile_of_the_twin = 0;
std::atomic<int> twins_at_work{0}, most_at_work{0};

Twin<int> global_twin(const Host& host, const Setting&) {
    return [best_at = host.labels().at("best")](const int& pile, Expected& expected) {
        const int together = ++twins_at_work;
        if (together > most_at_work) most_at_work = together;
        pile_of_the_twin = pile;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        const Byte best = static_cast<Byte>(std::max(pile_of_the_twin % 4, 1));
        --twins_at_work;
        expected.add("best", best_at, std::span(&best, 1));
        expected.limit = 100'000;
    };
}

/// States a number of the pile for `best`.
template <auto number>
Twin<int> stating(const Host& host, const Setting&) {
    return [best = host.labels().at("best")](const int& pile, Expected& expected) {
        expected.add_number("best", best, static_cast<std::uint64_t>(number(pile)));
    };
}

std::vector<unsigned char> bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Lasts, as those that are linked do.
struct Assembled {
    Assembled(const std::string& name, std::string_view text, std::string_view link)
        : prg(bytes_of(folder.linked(name, text, link))),
          debug(bytes_of(folder.file(name + ".dbg"))) {}
    program::Folder folder;
    std::vector<unsigned char> prg, debug;
    c64::EmbeddedImage image{"nim", prg, debug};
};

struct ExistingEngine : testing::Test {
    static Door<int> door() {
        static const Assembled nim("nim", source, config);
        return {.name = "nim",
                .programs = {{.image = &nim.image}},
                .read = [](const std::string& text) { return std::stoi(text); },
                .write = [](const int& pile) { return std::to_string(pile); },
                .put = [](Host& host, const int& pile,
                          const Setting&) { host.set("pile", static_cast<Byte>(pile)); },
                .routines = [](const Setting&) { return std::vector<std::string_view>{"search"}; },
                .twin = global_twin,
                .draw = [](const Host&, std::uint64_t index,
                           engine::Random&) { return static_cast<int>(index % 100); },
                .owns = {{0x4f, 0x51}, {0x61, 0x62}},
                .until = "done",
                .single_threaded = true};
    }
    static work::Totals verify(const Door<int>& door, unsigned jobs = 1) {
        const Game game = make(door);
        return work::run(game.verify->work({.programs = {&game.programs[0]}}), {{.jobs = jobs}, 1});
    }
};

TEST_F(ExistingEngine, IsComparedWhereItEnds) {
    const auto result = verify(door());
    ASSERT_FALSE(result.first) << describe(*result.first, "");
    EXPECT_EQ(result.sum().searches, 200U);
    EXPECT_GT(result.sum().noisy, 0U);
}

TEST_F(ExistingEngine, ChangesNothingThatItsDoorDoesNotOwn) {
    auto without = door();
    without.owns.pop_back();
    const auto result = verify(without);
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->field, "memory outside the program");
    EXPECT_EQ(result.first->address, 0x61);
    EXPECT_TRUE(result.first->written_by.starts_with("search")) << result.first->written_by;
}

TEST_F(ExistingEngine, IsNotWaitedForInVain) {
    auto without = door();
    without.until = {};
    without.owns = {{0x02, 0x100}};
    const auto result = verify(without);
    ASSERT_TRUE(result.first);
    EXPECT_NE(result.first->assembly.find("did not return"), std::string::npos);
    without.until = "done";
    without.stage = [](const Setting&) { return std::string_view("done"); };
    EXPECT_THROW(static_cast<void>(make(without)), std::invalid_argument);
}

TEST_F(ExistingEngine, FaultsAreFoundInWhatItLeaves) {
    auto other = door();
    other.twin = stating<[](int pile) { return pile % 4; }>;
    const auto result = verify(other);
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->field, "best");
    EXPECT_EQ(result.first->native, "$00");
    EXPECT_EQ(result.first->assembly, "$01");
}

TEST_F(ExistingEngine, HasItsTwinOneThreadAtATime) {
    most_at_work = 0;
    EXPECT_FALSE(verify(door(), 4).first);
    EXPECT_EQ(most_at_work, 1);
}

TEST_F(ExistingEngine, IsSearchedByTheOtherVerbs) {
    const Game game = make(door());
    const Order order{.values = {{"position", "6"}}, .programs = {&game.programs[0]}};
    const auto report = game.search->run(order, {});
    EXPECT_NE(report.text.find("best"), std::string::npos) << report.text;
    const auto bench = game.bench->run({.programs = {&game.programs[0]}}, {});
    EXPECT_FALSE(bench.text.empty());
}

/// What a helper without a block has made is not laid to the charge of the routine that passes it on.
TEST_F(ExistingEngine, HasTheHelperNamedThatMadeAWrongByte) {
    constexpr std::string_view doubles = R"(
pile = $4f
        .segment "LOADADDR"
        .word $1000
        .bss
best:   .res 1
kept:   .res 1
        .code
; ---------------------------------------------------------------------------
; search -- twice the pile
;
; In      pile              a number                                (any)
; Out     best              = (pile * 2) & $ff
; Uses    A; X; kept; stack 2
; Time    -
search: lda pile
        jsr helper
        lda kept
        tax
        stx best
        rts
helper: asl a
        ora #1
        sta kept
        rts
)";
    const std::string with_bss = std::string(config) +
                                 "MEMORY { B: start = $2000, size = $100; }\n"
                                 "SEGMENTS { BSS: load = B, type = bss; }\n";
    static const Assembled assembled("twice", doubles, with_bss);
    auto twice = door();
    twice.programs = {{.image = &assembled.image}};
    twice.until = {};
    twice.twin = stating<[](int pile) { return 2 * pile; }>;
    const auto result = verify(twice);
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->first_wrong, "helper+1 < search");
    EXPECT_EQ(result.first->written_by, "search+9");
}

}  // namespace
}  // namespace ryg::claims
