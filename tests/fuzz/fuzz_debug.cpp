// Random and mutated command lines for the debugger.
//
// A fault is a reply to a line that is wrong and not one line, a past that takes more memory than
// it may, or going back over what was done and forward again to another state.
#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>

#include "c64/debug/commands.hpp"
#include "engine/claims/tree_commands.hpp"
#include "engine/games/ryg1/game.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using c64::debug::Commands;
using c64::debug::Debugger;
using tests::Dice;

const auto words = fuzz::divided(
    "$1000|2000|.miniMax|.libreLo|miniMax+3|if|a == 1|@$fb != 0 && x > 2|load|store|exec|1|2|"
    "3|40|ffff|0|-1|\"ABC\"|a=12|pc=.search|sp=0|from|to|65200|70000|tree|lines|callgrind|"
    "collapsed|level|value|moves|d1e2|--dot|--svg|((((|rl|cycle / 0|Arbol.s:50|$|"
    ".|@|18446744073709551615|d018|c000-c0ff|c:c000,|lda ($fb),y|io|@io:d020|on|off|dc0d|02|"
    "4c 3c 03|recursion");

/// Files stay as they are: wherever a command that writes them stands, even after another one, it
/// gets no argument.
std::string without_files(const std::string& line) {
    constexpr std::string_view between = " \t\r\n,\"";
    constexpr std::array writers{"tree",        "profile", "prof", "heat",  "sl",
                                 "save_labels", "save",    "s",    "bsave", "bs"};
    for (std::size_t end = 0;;) {
        const std::size_t begin = line.find_first_not_of(between, end);
        if (begin == line.npos) return line;
        end = std::min(line.find_first_of(between, begin), line.size());
        std::string word = line.substr(begin, end - begin);
        for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        if (std::ranges::find(writers, word) != writers.end()) return line.substr(0, end);
    }
}

std::string random_line(Dice& dice, const Commands& commands) {
    std::string line;
    const auto& all = commands.all();
    const auto& names = all[dice(all.size())].names;
    line = names[dice(names.size())];
    for (std::size_t count = dice(5); count > 0; --count) {
        line += ' ';
        line += words[dice(words.size())];
    }
    for (std::size_t count = dice(4) == 0 ? 1 + dice(3) : 0; count > 0; --count) {
        const std::size_t at = dice(line.size() + 1);
        if (dice(2) == 0) {
            line.insert(at, 1, static_cast<char>(dice(256)));
        } else if (at < line.size()) {
            line.erase(at, 1);
        }
    }
    return without_files(line);
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    constexpr std::size_t memory = 1'000'000;
    Dice dice(seed);
    using Search = claims::WatchedSearch<engine::ryg1::Root>;
    static const auto prepared = std::make_unique<Search>(claims::watched_search(
        engine::ryg1::searcher(engine::ryg1::Version::v16), engine::ryg1::Root{}));
    const auto search = std::make_unique<Search>(*prepared);
    Debugger debugger(search->searcher.host.machine(), {.memory = memory});
    Commands commands(debugger, search->symbols);
    commands.limit = 30'000;
    claims::watch(commands, *search);
    int asked = 0;
    debugger.pause = [&asked] { return ++asked > 100; };
    for (int i = 0; i < 60; ++i) {
        asked = 0;
        const std::string line = random_line(dice, commands);
        const auto reply = commands.execute(line);
        if (reply.failed && reply.text.find('\n') + 1 != reply.text.size()) {
            return fmt::format("'{}' failed with more than a line: {}", line, reply.text);
        }
        // A copy, its edits and the last one come on top of what is asked for.
        if (debugger.history().memory_used() > memory + 300'000) {
            return fmt::format("'{}': the history takes {} bytes", line,
                               debugger.history().memory_used());
        }
    }
    const std::uint64_t now = debugger.history().now().steps;
    const auto here = std::make_unique<c64::Machine>(debugger.machine());
    debugger.go_to_step(dice(now + 1));
    debugger.go_to_step(now);
    return debugger.machine() == *here ? "" : "back and forth led to another state";
}
