// The processor against others' cases: SingleStepTests, 200 an opcode, and a netlist's with RDY.
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <sstream>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "emu/recompiler/testing.hpp"
#include "tests/emu/boards.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

// --- SingleStepTests: every access of every opcode ------------------------------------------------

struct Cell {
    Address address;
    Byte value;
};
struct Case {
    std::string name;
    emu::Registers before, after;
    std::vector<Cell> ram_before, ram_after;
    std::vector<emu::BusAccess> accesses;
};

/// docs/api.md describes the format.
class CaseFile {
  public:
    explicit CaseFile(const std::filesystem::path& path) {
        std::ifstream file(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
    }
    [[nodiscard]] bool is_valid() const {
        return bytes_.size() > 12 + 4 * 256 && std::memcmp(bytes_.data(), "SST65021", 8) == 0;
    }
    [[nodiscard]] unsigned cases_per_opcode() const { return little(8); }

    std::vector<Case> cases(unsigned opcode) {
        at_ = little(12 + 4 * opcode);
        std::vector<Case> all(cases_per_opcode());
        for (Case& one : all) {
            for (int i = 0; i < 10; ++i) {
                if (const Byte letter = next(); letter != 0) one.name += static_cast<char>(letter);
            }
            one.before = state(one.ram_before);
            one.after = state(one.ram_after);
            const unsigned count = next();
            for (unsigned cycle = 0; cycle < count; ++cycle) {
                const Cell cell = next_cell();
                one.accesses.push_back({cycle, cell.address, cell.value, next() == 'w'});
            }
        }
        return all;
    }

  private:
    std::vector<Byte> bytes_;
    std::size_t at_ = 0;

    [[nodiscard]] unsigned little(std::size_t at) const {
        return bytes_.at(at) | unsigned{bytes_.at(at + 1)} << 8 |
               unsigned{bytes_.at(at + 2)} << 16 | unsigned{bytes_.at(at + 3)} << 24;
    }
    Byte next() { return bytes_.at(at_++); }
    Cell next_cell() {
        const Byte high_byte = next();
        const Byte low_byte = next();
        const Byte value = next();
        return {emu::word(low_byte, high_byte), value};
    }
    emu::Registers state(std::vector<Cell>& ram) {
        emu::Registers r;
        const Byte high_byte = next();
        r.pc = emu::word(next(), high_byte);
        for (Byte* reg : {&r.s, &r.a, &r.x, &r.y, &r.p}) *reg = next();
        r.p = static_cast<Byte>((r.p & ~emu::Flag::B) | emu::Flag::unused);
        for (unsigned count = next(); count > 0; --count) ram.push_back(next_cell());
        return r;
    }
};

/// Runs every case twice: step by step with its accesses, and in the fast loop.
TEST(ReferenceCases, EveryOpcodeMakesTheDocumentedAccessesAndTheFastLoopEndsInTheSameState) {
    const auto path = tests::reference_data("sst/6502_200.sst");
    ASSERT_TRUE(path) << "tests/data/sst.tar.xz has not been unpacked";
    CaseFile file(*path);
    ASSERT_TRUE(file.is_valid());
    emu::FlatMemory memory;
    unsigned all = 0, failures = 0;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        for (const Case& one : file.cases(opcode)) {
            ++all;
            for (const bool fast : {false, true}) {
                for (const Cell& cell : one.ram_before) memory.ram[cell.address] = cell.value;
                emu::RecordingBus bus{memory};
                emu::Cpu cpu;
                cpu.registers = one.before;
                cpu.unstable.ane = 0xEE;  // of the chip that the cases are of
                if (fast) {
                    cpu.run(memory, 1);
                    EXPECT_EQ(cpu.cycle, one.accesses.size()) << one.name;
                } else {
                    cpu.step(bus);
                    EXPECT_EQ(text(bus.accesses), text(one.accesses)) << one.name;
                    EXPECT_EQ(bus.accesses, one.accesses) << one.name;
                }
                EXPECT_EQ(text(cpu.registers), text(one.after)) << one.name;
                for (const Cell& cell : one.ram_after) {
                    EXPECT_EQ(memory.ram[cell.address], cell.value)
                        << fmt::format("case {} at ${:04x}", one.name, cell.address);
                }
            }
            if (HasFailure() && ++failures == 10) return;
        }
    }
    tests::expect_row("docs/accuracy.md", "SingleStepTests, every access and in the fast loop",
                      fmt::format("{} | {}", all, failures));
}

/// Where there is translated code for a case, it ends in the same state, too: that of single steps,
/// which is made when time is short for the first time.
TEST(ReferenceCases, TranslatedCodeEndsInTheSameState) {
    namespace recompiler = emu::recompiler;
    const auto path = tests::reference_data("sst/6502_200.sst");
    ASSERT_TRUE(path) << "tests/data/sst.tar.xz has not been unpacked";
    if (!recompiler::is_available()) GTEST_SKIP() << "no recompiler in this build or host";
    recompiler::translate_at_once(true);
    CaseFile file(*path);
    emu::FlatMemory memory;
    unsigned opcodes = 0;
    for (unsigned opcode = 0; opcode < 256 && !HasFailure(); ++opcode) {
        unsigned translated = 0;
        for (const Case& one : file.cases(opcode)) {
            emu::State state{};
            for (int time = 0; time < 2; ++time) {
                for (const Cell& cell : one.ram_before) memory.ram[cell.address] = cell.value;
                state = emu::State::from(one.before, 0);
                static_cast<void>(
                    recompiler::run(memory.window(), state, 1, emu::RunLimit::nowhere, {}));
            }
            if (state.now == 0) continue;  // left to the interpreter
            ++translated;
            EXPECT_EQ(state.now, one.accesses.size()) << one.name;
            EXPECT_EQ(text(state.registers()), text(one.after)) << one.name;
            for (const Cell& cell : one.ram_after) {
                EXPECT_EQ(memory.ram[cell.address], cell.value) << one.name;
            }
        }
        if (translated > file.cases_per_opcode() / 4) ++opcodes;
    }
    recompiler::translate_at_once(false);
    EXPECT_EQ(opcodes, 234u);  // of 256; RRA and ISC in binary mode only
}

/// Two cases an opcode in the public form, as text.
std::string public_cases(unsigned opcode) {
    const auto one = [opcode](int number) {
        return fmt::format(
            R"({{"name": "{0:02x} {1} x", "initial": {{"pc": 4096, "s": 253, "a": {0}, "x": 2,
                "y": 3, "p": 36, "ram": [[4096, {0}], [65535, {1}]]}}, "final": {{"pc": 4097,
                "s": 252, "a": 9, "x": 8, "y": 7, "p": 229, "ram": [[4096, {0}]]}}, "cycles":
                [[4096, {0}, "read"], [258, {1}, "write"]]}})",
            opcode, number);
    };
    return fmt::format("[{}, {}, {}]", one(1), one(2), one(3));
}

TEST(ReferenceCases, AreConvertedFromThePublicJson) {
    const tests::Folder folder;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        folder.write(fmt::format("{:02x}.json", opcode), public_cases(opcode));
    }
    const std::string script = RYG_SOURCE_DIR "/tests/emu/reference_cases.py";
    const auto command =
        fmt::format("python3 '{}' '{}' '{}' 2", script, folder.path(), folder.file("two.sst"));
    if (!tests::is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    CaseFile file(folder.file("two.sst"));
    ASSERT_TRUE(file.is_valid());
    ASSERT_EQ(file.cases_per_opcode(), 2U);
    for (const unsigned opcode : {0x00U, 0x80U, 0xffU}) {
        const std::vector<Case> cases = file.cases(opcode);
        const Case& second = cases.at(1);
        EXPECT_EQ(second.name, fmt::format("{:02x} 2 x", opcode));
        EXPECT_EQ(
            text(second.before),
            text(emu::Registers{
                .pc = 4096, .a = static_cast<Byte>(opcode), .x = 2, .y = 3, .s = 253, .p = 0x24}));
        EXPECT_EQ(text(second.after),
                  text(emu::Registers{.pc = 4097, .a = 9, .x = 8, .y = 7, .s = 252, .p = 0xe5}));
        ASSERT_EQ(second.ram_before.size(), 2U);
        EXPECT_EQ(second.ram_before[1].address, 0xffff);
        EXPECT_EQ(second.ram_before[1].value, 2);
        EXPECT_EQ(second.ram_after.size(), 1U);
        ASSERT_EQ(second.accesses.size(), 2U);
        EXPECT_EQ(second.accesses[1], (emu::BusAccess{1, 258, 2, true}));
    }
}

// --- a netlist: RDY together with IRQ and NMI, 4,150 cases ----------------------------------------

/// The cycles in which a line is low, "-", "3-5" or "0-2,9-", one by one as far as a case goes.
std::vector<bool> low_cycles(const std::string& text) {
    std::vector<bool> low(1000);
    std::stringstream parts(text);
    for (std::string part; text != "-" && std::getline(parts, part, ',');) {
        const auto dash = part.find('-');
        const bool ends = dash + 1 < part.size();
        const auto end = ends ? std::stoul(part.substr(dash + 1)) + 1 : low.size();
        for (auto cycle = std::stoul(part); cycle < end; ++cycle) low[cycle] = true;
    }
    return low;
}

/// Every cycle of a wait is gone through, as the lines may move in it. So there is no fast loop, and
/// no translated code: what that does when RDY falls is checked on `Machine` and on the C64.
struct CaseBoard {
    std::vector<bool> irq, nmi, rdy;
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
    CaseBoard board{low_cycles(irq), low_cycles(nmi), low_cycles(rdy)};
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
    const auto path = tests::reference_data("rdy/cases.txt");
    ASSERT_TRUE(path) << "tests/data/rdy.tar.xz has not been unpacked";
    std::ifstream file(*path);
    std::map<char, int> done;  // by the kind of case
    int all = 0, failed = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::string found = difference(line);
        if (!found.empty() && ++failed < 4) ADD_FAILURE() << found;
        ++done[line[0]], ++all;
    }
    EXPECT_EQ(done.size(), 5u);
    tests::expect_row("docs/accuracy.md", "bus traces of the 6502's netlist: RDY, IRQ, NMI",
                      fmt::format("{} | {}", all, failed));
}

/// Runs a program of 64 KB or less from `start` to `end`.
emu::FlatMemory run_suite(const std::filesystem::path& path, Address load, Address start,
                          Address end) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    emu::FlatMemory memory;
    std::ranges::copy(bytes, memory.ram.begin() + load);
    emu::Cpu cpu;
    cpu.jump(start);
    EXPECT_EQ(cpu.run_to(memory, end, 200'000'000), emu::RunEnd::reached_address) << path;
    return memory;
}

TEST(ReferencePrograms, DormannsFunctionalTestReachesItsEnd) {
    const auto path = tests::reference_data("dormann/6502_functional_test.bin");
    if (!path) GTEST_SKIP() << "no reference data: tests/fetch_references.sh";
    static_cast<void>(run_suite(*path, 0x0000, 0x0400, 0x3469));
    tests::expect_row("docs/accuracy.md", "Dormann's functional test, to its last check",
                      fmt::format("1 | {}", HasFailure() ? 1 : 0));
}

TEST(ReferencePrograms, ClarksDecimalTestFindsNoError) {
    const auto path = tests::reference_data("dormann/6502_decimal_test.bin");
    if (!path) GTEST_SKIP() << "no reference data: it has to be assembled from its source";
    EXPECT_EQ(run_suite(*path, 0x0200, 0x0200, 0x024b).ram[0x0b], 0);
    tests::expect_row("docs/accuracy.md", "Clark's test of decimal mode",
                      fmt::format("1 | {}", HasFailure() ? 1 : 0));
}

}  // namespace
}  // namespace ryg
