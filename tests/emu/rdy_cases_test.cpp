// The processor checked against a netlist: RDY together with IRQ and NMI, 4,150 cases.
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

#include "emu/cpu.hpp"
#include "tests/emu/boards.hpp"
#include "tests/support/reference_data.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

/// The cycles in which a line is low: "-", "3-5", "0-2,9-".
class LowCycles {
  public:
    explicit LowCycles(const std::string& text) {
        std::stringstream parts(text);
        for (std::string part; text != "-" && std::getline(parts, part, ',');) {
            const auto dash = part.find('-');
            const Cycle from = std::stoul(part);
            const bool ends = dash + 1 < part.size();
            ranges_.emplace_back(from, ends ? std::stoul(part.substr(dash + 1)) + 1 : emu::never);
        }
    }
    [[nodiscard]] bool at(Cycle cycle) const {
        return std::ranges::any_of(ranges_, [cycle](const auto& range) {
            return range.first <= cycle && cycle < range.second;
        });
    }

  private:
    std::vector<std::pair<Cycle, Cycle>> ranges_;
};

/// Every cycle of a wait is gone through, as the lines may move in it.
struct CaseBoard {
    LowCycles irq, nmi, rdy;
    Memory ram{};
    emu::Lines lines{};
    Cycle done = 0;  ///< cycles whose line levels have been set

    void advance(Cycle now) {
        for (; done <= now; ++done) {
            irq.at(done) ? lines.pull_irq(done) : lines.release_irq(done);
            nmi.at(done) ? lines.pull_nmi(done) : lines.release_nmi(done);
        }
    }
    Byte read(Address address, Cycle& now) {
        while (rdy.at(now)) ++now;
        advance(now);
        return ram[address];
    }
    void write(Address address, Byte value, Cycle now) {
        advance(now);
        ram[address] = value;
    }
};

/// One access of a trace: "4w014b=2f"; "~" in place of "=": only the low byte of the address.
struct Expected {
    emu::BusAccess access;
    bool is_vague;

    explicit Expected(const std::string& word) {
        const auto letter = word.find_first_of("rw");
        access.cycle = std::stoul(word);
        access.is_write = word[letter] == 'w';
        access.address = static_cast<Address>(std::stoul(word.substr(letter + 1, 4), nullptr, 16));
        access.value = static_cast<Byte>(std::stoul(word.substr(letter + 6), nullptr, 16));
        is_vague = word[letter + 5] == '~';
    }
    [[nodiscard]] bool matches(const emu::BusAccess& made) const {
        if (!is_vague) return made == access;
        return made.cycle == access.cycle && made.is_write == access.is_write &&
               emu::low(made.address) == emu::low(access.address);
    }
};

/// Runs the case in a line of the file; nothing, or the first difference.
std::string difference(const std::string& line) {
    std::stringstream words(line);
    std::string id, name, bar, irq, nmi, rdy, word;
    emu::Cpu cpu;
    words >> id >> name >> bar;
    const auto hex = [&words, &word] {
        words >> word;
        return static_cast<Address>(std::stoul(word, nullptr, 16));
    };
    emu::Registers& r = cpu.registers;
    r.pc = hex();
    for (Byte* reg : {&r.a, &r.x, &r.y, &r.s, &r.p}) *reg = static_cast<Byte>(hex());
    words >> bar >> word >> irq >> word >> nmi >> word >> rdy >> bar;
    CaseBoard board{LowCycles(irq), LowCycles(nmi), LowCycles(rdy)};
    board.ram.fill(0xEA);
    while (words >> word && word != "|") {
        auto at = static_cast<Address>(std::stoul(word, nullptr, 16));
        for (std::size_t i = 5; i < word.size(); i += 2) {
            board.ram[at++] = static_cast<Byte>(std::stoul(word.substr(i, 2), nullptr, 16));
        }
    }
    std::vector<Expected> expected;
    while (words >> word) expected.emplace_back(word);
    emu::RecordingBus bus{board};
    while (bus.accesses.size() < expected.size()) cpu.step(bus);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (expected[i].matches(bus.accesses[i])) continue;
        return fmt::format("{} {}: cycle {} {}, expected cycle {} {}\n{}", id, name,
                           bus.accesses[i].cycle, text({bus.accesses[i]}), expected[i].access.cycle,
                           text({expected[i].access}), line);
    }
    return "";
}

TEST(RdyCases, EveryCaseOfTheNetlistIsTheSame) {
    const auto path = reference_data("rdy/cases.txt");
    if (!path) GTEST_SKIP() << "no rdy/cases.txt below $RYG_REFERENCE_DATA";
    std::ifstream file(*path);
    std::map<char, std::pair<int, int>> failed_of;
    std::string line, first;
    while (std::getline(file, line)) {
        if (line.empty() || line[0] == '#') continue;
        const std::string found = difference(line);
        auto& [failed, all] = failed_of[line[0]];
        ++all;
        failed += found.empty() ? 0 : 1;
        if (first.empty()) first = found;
    }
    for (const auto& [kind, count] : failed_of) {
        EXPECT_EQ(count.first, 0) << "kind " << kind << ", of " << count.second;
    }
    EXPECT_EQ(first, "");
    EXPECT_EQ(failed_of.size(), 5u);
}

}  // namespace
}  // namespace ryg
