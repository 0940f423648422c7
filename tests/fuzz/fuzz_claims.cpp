// Header blocks of our routines with parts changed, and files of cases: into the readers, `contract`
// and `prove`.
//
// A fault is a reader that fails in another way than in one line, a proof that takes far longer than
// it may, and a clause that is proved although a call breaks it.
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "app/cases.hpp"
#include "app/verb.hpp"
#include "engine/games/hints/game.hpp"
#include "engine/games/perfecto/game.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/prove/prove.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace claims;
using tests::Dice;

struct Target {
    const Checker* checker;
    const Program* program;
    const Sources::Found* found;
};

constexpr Cycle longest = 100'000;

/// The checker of a game without its native engine, which need not bear all that a block may allow;
/// no call may take longer.
template <auto suite>
const Checker& limited() {
    static const Checker made(
        [] {
            Suite all = suite();
            all.longest = longest;
            all.references.clear();
            all.must_know = false;
            return all;
        }(),
        RYG_SOURCE_DIR);
    return made;
}

const std::vector<Target>& targets() {
    static const std::vector<Target> all = [] {
        std::vector<Target> made;
        const auto add = [&](const Checker& checker, const char* name) {
            const Program& program = checker.program(name);
            for (const Sources::Found& found : checker.sources().blocks) {
                if (program.blocks.contains(found.name) && found.lines.size() > 3) {
                    made.push_back({&checker, &program, &found});
                }
            }
        };
        add(limited<engine::hints::suite>(), "hints");
        add(limited<engine::perfecto::suite>(), "perfecto");
        add(limited<engine::ryg1::suite>(), "ryg16");
        add(limited<engine::ryg3::suite>(), "ryg3-11");
        return made;
    }();
    return all;
}

/// Something that may stand in a block's field.
std::string random_part(Dice& dice, const Program& program) {
    static const auto parts = fuzz::divided(
        "A|X|Y|C|Z|D|S+3|$d020|$fb/$fc|$02..$05|(any)|($01..$ff)|(0, 3)|(text)|(buffer 9)|-| = | "
        "where | when | for i in 0..3|[i]|[0..7]|+1|'|' == 5|@|@(|)|.|..|:|signed(|>>> 1|<< 70| / "
        "0| "
        "% X|? 1 : 2|$ffff|18446744073709551615|let s = A; repeat 8 { s = s << 1; } s|}|reads |own "
        "operands|stack 3|<= 9|seen 5..7|printing|endless|=|,|; Out  |; In  |; Time  |; Uses  |; "
        "Requires A < 3|; Prints 'AB', A|\t|  ");
    if (dice(3) != 0) return parts[dice(parts.size())];
    auto known = program.variables.begin();
    std::advance(known, dice(program.variables.size()));
    return known->first;
}

std::vector<std::string> changed(Dice& dice, const Target& target) {
    std::vector<std::string> lines = target.found->lines;
    for (unsigned changes = 1 + dice(3); changes > 0; --changes) {
        std::string& line = lines[1 + dice(lines.size() - 1)];
        const std::size_t at = dice(line.size() + 1), length = dice(12);
        switch (dice(6)) {
            case 0: line.erase(at, length); break;
            case 1: line.insert(at, random_part(dice, *target.program)); break;
            case 2: line = lines[1 + dice(lines.size() - 1)]; break;
            case 3: line += random_part(dice, *target.program); break;
            case 4: line += " = " + random_part(dice, *target.program) + " + A"; break;
            default: line.replace(at, length, random_part(dice, *target.program)); break;
        }
    }
    return lines;
}

/// Of which clauses a call has shown that they are false.
bool breaks(const CheckReport& report, Clause clause) {
    return std::ranges::any_of(report.complaints, [&](const Finding& finding) {
        return finding.clause == clause && finding.draw != 0 && !finding.is_bad_block;
    });
}

std::string block_fault(Dice& dice) {
    const Target& target = targets()[dice(targets().size())];
    const std::vector<std::string> lines = changed(dice, target);
    const Block block = parse_block(lines, target.found->file, target.found->block.line,
                                    target.checker->suite().words());
    const CheckReport report =
        target.checker->check(*target.program, block, {.draws = 8, .longest = longest});
    const prove::Proof proof =
        prove::prove(*target.checker, *target.program, block, {.seconds = 0.1});
    constexpr double far_too_long = 20;  // of processor time, 0.1 s is allowed
    if (proof.seconds > far_too_long) return fmt::format("takes {:.0f} s", proof.seconds);
    for (const prove::Decision& decision : proof.decisions) {
        if (decision.verdict != prove::Verdict::proved || !breaks(report, decision.clause))
            continue;
        std::string text = "proved, although a call breaks it\n" + report.text();
        for (const std::string& line : lines) text += '\n' + line;
        return text;
    }
    return {};
}

/// Keys and values of cases, some of them wrong, in any order and place.
std::string random_json(Dice& dice, unsigned depth) {
    static const auto words = fuzz::divided(
        "case|call|in|out|first|instead|inputs|interrupt|at|to|ends|cycles|calls|reads|writes|"
        "prints|"
        "keys|uses|skip|tags|rest|rows|include|comment|machine|cases|A|X|Y|C|S+3|board|board.."
        "board+5|"
        "masks+3|numKinds|$fb/$fc|$d020|$d800|$d418|$dc00|$0400|turnBoard|findHints|nowhere|= A + "
        "1|= "
        ".board >> 8|= "
        "board..board+5|($00..$10)|'AB\\u0000|%101|$ff|rts|rti|never|brk|jam|noise|ram");
    const auto word = [&] { return '"' + words[dice(words.size())] + '"'; };
    const auto some = [&](auto one) {
        std::string text;
        for (unsigned count = dice(5); count > 0; --count)
            text += (text.empty() ? "" : ", ") + one();
        return text;
    };
    switch (depth == 0 ? dice(3) : dice(8)) {
        case 0: return word();
        case 1: return std::to_string(static_cast<int>(dice(700)) - 100);
        case 2: return dice(2) == 0 ? "true" : "1.5";
        case 3: return '[' + some([&] { return random_json(dice, depth - 1); }) + ']';
        default:
            return '{' + some([&] { return word() + ": " + random_json(dice, depth - 1); }) + '}';
    }
}

/// What a case may put or state; now and then anything.
std::string random_values(Dice& dice) {
    static const auto places = fuzz::divided(
        "A|X|Y|C|Z|board..board+5|board+9|numKinds|masks+3|$fb/$fc|$d020|$d021|$d800|$d418|$0400");
    static const auto values = fuzz::divided(
        "0|3|$7f|(1..9)|($00..$ff)|= A|= .board >> 8|= @(.board + X)|= board..board+5|%101|'AB");
    std::string text;
    for (unsigned count = dice(4); count > 0; --count) {
        text += text.empty() ? "" : ", ";
        text += '"' + places[dice(places.size())] + "\": ";
        const unsigned kind = dice(10);
        text += kind == 0  ? random_json(dice, 1)
                : kind < 5 ? std::to_string(dice(256))
                           : '"' + values[dice(values.size())] + '"';
    }
    return '{' + text + '}';
}

void read_cases(Dice& dice) {
    static const auto file =
        std::filesystem::temp_directory_path() / ("ryg-fuzz-" + std::to_string(getpid()) + ".json");
    const Suite& suite = limited<engine::hints::suite>().suite();
    const auto routine = dice(2) == 0 ? "turnBoard" : "findMissing";
    std::string text = R"({"cases": [{"call": ")" + std::string(routine) + R"(", "in": )" +
                       random_values(dice) + R"(, "out": )" + random_values(dice);
    if (dice(2) == 0) {
        const std::string more = random_json(dice, 3);
        if (more.size() > 2 && more[0] == '{') text += ", " + more.substr(1, more.size() - 2);
    }
    text += dice(20) == 0 ? "}" : "}]}";
    std::ofstream(file) << text;
    try {
        (void)app::run_cases({file.string()}, suite, {}, {});
    } catch (...) {
        std::filesystem::remove(file);
        throw;
    }
    std::filesystem::remove(file);
}

/// A refusal is one line.
std::string lines_of(const std::exception& error) {
    const std::string what = error.what();
    return what.find('\n') == what.npos ? "" : "more than a line: " + what;
}

}  // namespace

std::string fuzz::fault_of(std::uint64_t seed) {
    Dice dice(seed);
    try {
        if (dice(2) == 0) return block_fault(dice);
        read_cases(dice);
        return {};
    } catch (const ContractError& error) {
        return lines_of(error);
    } catch (const app::Trouble& error) {
        return lines_of(error);
    } catch (const std::exception& error) {
        return fmt::format("throws: {}", error.what());
    }
}

}  // namespace ryg
