// The game tree in the debugger: nodes as they come, and the first that is wrong.
#include <cctype>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "c64/debug/profile.hpp"
#include "engine/claims/tree_commands.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/ryg1/game.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using c64::debug::Commands;
using c64::debug::Debugger;
using c64::debug::Reason;
using WatchedSearch = claims::WatchedSearch<engine::ryg1::Root>;

constexpr std::string_view cats_to_move = "c1c1c1c1/8/8/8/8/8/2M5/8 b";

/// With one of the faults of `tests::faulty_ryg16` planted, if there is a number.
WatchedSearch search_of(std::string_view program, std::string_view fen, int depth, int fault) {
    WatchedSearch search = claims::watched_search(
        claims::Searcher<engine::ryg1::Root>(engine::ryg1::door(), program, depth),
        engine::ryg1::Root{engine::parse_fen(fen)});
    if (fault == 0) return search;
    const c64::Image sound = tests::image_of("ryg16"), faulty = tests::faulty_ryg16(fault);
    for (std::size_t i = 0; i < sound.bytes.size(); ++i) {
        if (sound.bytes[i] == faulty.bytes[i]) continue;
        search.searcher.host.machine().ram()[sound.load_address + i] = faulty.bytes[i];
    }
    return search;
}

struct TreeSession {
    TreeSession(std::string_view program, std::string_view fen, int depth, int fault = 0)
        : search(search_of(program, fen, depth, fault)),
          debugger(search.searcher.host.machine()),
          commands(debugger, search.symbols) {
        claims::watch(commands, search);
    }
    std::string good(std::string_view line) {
        const auto reply = commands.execute(line);
        EXPECT_FALSE(reply.failed) << line << ": " << reply.text;
        return reply.text;
    }
    auto first_difference() {
        return claims::find_first_difference(debugger, search.searcher, search.position,
                                             search.done, 1'000'000'000);
    }

    WatchedSearch search;
    Debugger debugger;
    Commands commands;
};

TEST(TreeInTheDebugger, ASearchThatIsWatchedEndsAsOneThatIsNot) {
    TreeSession session("ryg16", cats_to_move, 2);
    EXPECT_EQ(session.debugger.run_to(session.search.done).reason, Reason::done);
    auto plain = session.search.searcher;
    plain.search(session.search.position);
    claims::Expected expected;
    plain.door->twin(plain.host, plain.setting)(session.search.position, expected);
    EXPECT_TRUE(expected.matches(0, session.debugger.machine().ram()));
    EXPECT_TRUE(expected.matches(0, std::as_const(plain.host).machine().ram()));
}

TEST(TreeInTheDebugger, NodesStopTheMachineByNumberLevelMovesAndValue) {
    TreeSession session("ryg16", cats_to_move, 2);
    const auto stop = [&](std::string_view line) {
        session.good("delete");
        session.good(line);
        return session.good("x");
    };
    for (const auto& [line, part] : {std::pair{"break-node 5", "node 5 at "},
                                     {"break-node level 2", "node 8 at "},
                                     {"break-node moves c8b7 c2d3", ", c8b7 c2d3"},
                                     {"break-node value 0", "node 0, -"}}) {
        EXPECT_NE(stop(line).find(part), std::string::npos) << line;
    }
    EXPECT_EQ(session.debugger.frames().back().routine,
              session.search.symbols.labels.at("fijaValor"));
}

TEST(TreeInTheDebugger, TheTreeIsShownAsTextAndAsPictures) {
    TreeSession session("ryg16", cats_to_move, 1);
    EXPECT_EQ(session.good("tree"), "");
    session.good("until .searchDone");
    session.debugger.program_end = {session.search.done,
                                    session.debugger.machine().cpu.registers.s};
    const std::string text = session.good("tree");
    EXPECT_TRUE(text.starts_with("root  #0    $1b4a  GATOS  ")) << text;
    EXPECT_EQ(std::ranges::count(text, '\n'), 8);
    const std::string dot = session.good("tree --dot"), svg = session.good("tree --svg");
    EXPECT_NE(dot.find("n0 -> n7 [label=\"g8h7\"]"), std::string::npos) << dot;
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    std::size_t boxes = 0;
    for (auto at = svg.find("fill=\"#"); at != svg.npos; at = svg.find("fill=\"#", at + 1)) ++boxes;
    EXPECT_EQ(boxes, 8u);
    std::size_t bold = 0;  // the root, the best move's line and its node
    for (auto at = svg.find("-width"); at != svg.npos; at = svg.find("-width", at + 1)) ++bold;
    EXPECT_EQ(bold, 3u);
    session.good("back 1000");
    EXPECT_EQ(session.good("tree --svg").find("-width"), svg.npos) << "the search is not over";
}

TEST(FirstDifference, IsNotFoundInASoundProgram) {
    TreeSession session("ryg15", cats_to_move, 3);
    const auto found = session.first_difference();
    EXPECT_FALSE(found.difference);
    EXPECT_EQ(found.stop.reason, Reason::done);
}

TEST(FirstDifference, GoesBackToTheStoreOfAWrongSquare) {
    TreeSession session("ryg16", cats_to_move, 3, 1);
    session.good("break .validaJugada");  // must not be in the way, and must stay
    const auto found = session.first_difference();
    ASSERT_TRUE(found.difference);
    EXPECT_EQ(found.difference->place, "a8b7 c2b3 c8d7");  // two cats on b7
    EXPECT_EQ(found.difference->native, "$ff");
    EXPECT_EQ(session.debugger.machine().peek(*found.difference->address), 0x00);
    EXPECT_EQ(session.debugger.checkpoints.all().size(), 1u);
}

TEST(FirstDifference, GoesBackToTheStoreOfAWrongValue) {
    TreeSession session("ryg16", cats_to_move, 2, 3);  // bcc for bcs in minValorHijos
    const auto found = session.first_difference();
    ASSERT_TRUE(found.difference);
    EXPECT_EQ(found.difference->field, "valor");
    EXPECT_EQ(found.difference->native, "$7a");
    const auto store = session.debugger.who_wrote(*found.difference->address);
    ASSERT_TRUE(store);
    EXPECT_EQ(store->steps + 1, session.debugger.history().now().steps);
    EXPECT_EQ(session.debugger.machine().peek(*found.difference->address), 0xFF);
}

TEST(FirstDifference, IsNotFoundWhereMemoryIsJustFull) {
    TreeSession session("ryg16", cats_to_move, 4);
    EXPECT_NE(session.good("first-diff").find("the trees agree"), std::string::npos);
    EXPECT_NE(session.good("screen").find("MEMORIA INSUFICIENTE"), std::string::npos);
}

TEST(ProfileOfThePast, AddsUpToAllCyclesInEveryForm) {
    TreeSession session("ryg16", cats_to_move, 2);
    const auto begin = session.debugger.machine().cpu.cycle;
    session.good("until .searchDone");
    const auto all = session.debugger.machine().cpu.cycle - begin;
    for (const unsigned recursion : {1U, 2U, 100U}) {
        c64::debug::Profile profile(session.search.symbols.labels.at("search"),
                                    {.recursion = recursion});
        session.debugger.replay(
            0, session.debugger.history().now().steps,
            [&](const c64::debug::Executed& done, const auto&) { profile.note(done); });
        emu::Cycle rows = 0, contexts = 0, addresses = 0;
        std::uint64_t mini_max = 0;
        for (const auto& row : profile.finish()) {
            rows += row.self;
            EXPECT_LE(row.inclusive, all);
            if (row.routine == session.search.symbols.labels.at("miniMax")) mini_max = row.calls;
        }
        for (const auto& context : profile.contexts()) contexts += context.self;
        for (const auto cost : profile.by_address()) addresses += cost;
        EXPECT_EQ(profile.cycles(), all);
        EXPECT_EQ(rows, all);
        EXPECT_EQ(contexts, all);
        EXPECT_EQ(addresses, all);
        EXPECT_EQ(profile.finish().front().inclusive, all);
        EXPECT_EQ(mini_max,
                  engine::ryg1::search(session.search.position.position, {.depth = 2}).nodes);
        emu::Cycle collapsed = 0;  // a stack's cost is at the end of its line
        std::istringstream lines(c64::debug::profile_collapsed(profile, session.search.symbols));
        for (std::string line; std::getline(lines, line);) {
            collapsed += std::stoull(line.substr(line.rfind(' ')));
        }
        EXPECT_EQ(collapsed, all);
    }
}

/// What callgrind_annotate does: a function includes its own lines and the calls from them.
TEST(ProfileOfThePast, HasANameForEachLevelAndNoFunctionIncludesMoreThanAll) {
    TreeSession session("ryg16", cats_to_move, 2);
    session.good("until .searchDone");
    for (const unsigned recursion : {1U, 3U}) {
        c64::debug::Profile profile(session.search.symbols.labels.at("search"),
                                    {.recursion = recursion, .by_line = true});
        session.debugger.replay(
            0, session.debugger.history().now().steps,
            [&](const c64::debug::Executed& done, const auto&) { profile.note(done); });
        std::istringstream lines(profile_callgrind(profile, session.search.symbols));
        std::map<std::string, emu::Cycle> inclusive;
        std::map<std::string, std::set<unsigned>> places;
        emu::Cycle self = 0;
        std::string function;
        bool calls = false;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("fn=")) function = line.substr(3);
            if (line.starts_with("calls=")) calls = true;
            if (line.empty() || !std::isdigit(static_cast<unsigned char>(line[0]))) continue;
            std::istringstream numbers(line);
            unsigned at = 0;
            emu::Cycle cost = 0;
            numbers >> at >> cost;
            inclusive[function] += cost;
            places[function].insert(at);
            if (!std::exchange(calls, false)) self += cost;
        }
        EXPECT_EQ(self, profile.cycles());
        for (const auto& [name, cost] : inclusive) EXPECT_LE(cost, profile.cycles()) << name;
        EXPECT_EQ(inclusive.at("search"), profile.cycles());
        EXPECT_EQ(inclusive.contains("miniMax'3"), recursion == 3);
        EXPECT_GT(places.at("miniMax").size(), 3u) << "costs are by line";
    }
}

TEST(ProfileOfThePast, CanBeOfAStretchInTheMiddle) {
    TreeSession session("ryg16", cats_to_move, 2);
    session.good("until .miniMax");
    const auto middle = session.debugger.machine().cpu.cycle;
    session.good("until .searchDone");
    const std::string text = session.good(fmt::format("profile from {}", middle));
    const auto rest = session.debugger.machine().cpu.cycle - middle;
    EXPECT_NE(text.find(fmt::format("{:>12}         cycles in all", rest)), std::string::npos)
        << text;
    EXPECT_EQ(text.find("generaHijos"), std::string::npos) << text;
}

}  // namespace
}  // namespace ryg
