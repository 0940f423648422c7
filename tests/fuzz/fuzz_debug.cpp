// Random and mutated command lines for the debugger, for as long as one likes:
//
//     fuzz_debug SECONDS [FIRST_SEED]     0 seconds: that seed only
//
// Made for a build with sanitizers. Ends with 1 and the seed when a reply to a line that is wrong
// is not one line, when the past takes more memory than it may, or when going back over what was
// done and forward again leads to another state.
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "c64/debug/commands.hpp"
#include "engine/ryg/tree_commands.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace ryg {
namespace {

using c64::debug::Commands;
using c64::debug::Debugger;

struct Dice {
    std::mt19937_64 random;
    std::size_t operator()(std::size_t below) { return random() % below; }
};

constexpr std::string_view words[] = {"$1000",
                                      "2000",
                                      ".miniMax",
                                      ".libreLo",
                                      "miniMax+3",
                                      "if",
                                      "a == 1",
                                      "@$fb != 0 && x > 2",
                                      "load",
                                      "store",
                                      "exec",
                                      "1",
                                      "2",
                                      "3",
                                      "40",
                                      "ffff",
                                      "0",
                                      "-1",
                                      "\"ABC\"",
                                      "a=12",
                                      "pc=.search",
                                      "sp=0",
                                      "from",
                                      "to",
                                      "65200",
                                      "70000",
                                      "tree",
                                      "lines",
                                      "callgrind",
                                      "speedscope",
                                      "collapsed",
                                      "level",
                                      "value",
                                      "moves",
                                      "d1e2",
                                      "--dot",
                                      "--svg",
                                      "((((",
                                      "rl",
                                      "cycle / 0",
                                      "Arbol.s:50",
                                      "$",
                                      ".",
                                      "@",
                                      "18446744073709551615",
                                      "d018",
                                      "c000-c0ff",
                                      "c:c000,",
                                      "lda ($fb),y",
                                      "io",
                                      "@io:d020",
                                      "on",
                                      "off",
                                      "dc0d",
                                      "02",
                                      "4c 3c 03",
                                      "recursion"};

/// Files stay as they are: wherever a command that writes them stands, even behind another one, it
/// gets no argument.
std::string without_files(const std::string& line) {
    constexpr std::string_view between = " \t\r\n,\"";
    constexpr std::array writers{"tree", "profile", "prof",  "sl", "save_labels",
                                 "save", "s",       "bsave", "bs"};
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
        line += words[dice(std::size(words))];
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

bool survives(std::uint64_t seed) {
    constexpr std::size_t memory = 1'000'000;
    Dice dice{std::mt19937_64(seed)};
    static const auto prepared = std::make_unique<engine::first::WatchedSearch>(
        engine::first::watched_search("ryg16", engine::start_position(), 1));
    const auto search = std::make_unique<engine::first::WatchedSearch>(*prepared);
    Debugger debugger(search->engine.machine(), {.memory = memory});
    Commands commands(debugger, search->symbols);
    commands.limit = 30'000;
    engine::first::add_tree_commands(commands, *search);
    int asked = 0;
    debugger.pause = [&asked] { return ++asked > 100; };
    for (int i = 0; i < 60; ++i) {
        asked = 0;
        const std::string line = random_line(dice, commands);
        const auto reply = commands.execute(line);
        if (reply.failed && reply.text.find('\n') + 1 != reply.text.size()) {
            fmt::print("'{}' failed with more than a line: {}\n", line, reply.text);
            return false;
        }
        // A copy, its edits and the last one come on top of what is asked for.
        if (debugger.history().memory_used() > memory + 300'000) {
            fmt::print("'{}': the past takes {} bytes\n", line, debugger.history().memory_used());
            return false;
        }
    }
    const std::uint64_t now = debugger.history().now().steps;
    const auto here = std::make_unique<c64::Machine>(debugger.machine());
    debugger.go_to_step(dice(now + 1));
    debugger.go_to_step(now);
    if (debugger.machine() == *here) return true;
    fmt::print("back and forth led to another state\n");
    return false;
}

}  // namespace
}  // namespace ryg

using namespace ryg;

int main(int count, char** arguments) { return fuzz(count, arguments, "fuzz_debug", survives); }
