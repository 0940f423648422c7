// The processor held to SingleStepTests: 200 cases an opcode, each with every bus access.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <optional>
#include <vector>

#include "emu/cpu.hpp"
#include "emu/disassemble.hpp"
#include "emu/flat_memory.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"
#include "tests/support/reference_data.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

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

/// The format is told in data/sst/README.md.
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
        r.s = next();
        r.a = next();
        r.x = next();
        r.y = next();
        r.p = static_cast<Byte>((next() & ~emu::Flag::B) | emu::Flag::unused);
        const unsigned count = next();
        for (unsigned i = 0; i < count; ++i) ram.push_back(next_cell());
        return r;
    }
};

std::optional<CaseFile> case_file() {
    const auto path = reference_data("sst/6502_200.sst");
    if (!path) return std::nullopt;
    return CaseFile(*path);
}

/// `check(case, memory)` for all cases, with the case's memory laid out before.
template <class Check>
void for_all_cases(CaseFile& file, const Check& check) {
    emu::FlatMemory memory;
    unsigned failures = 0;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        for (const Case& one : file.cases(opcode)) {
            for (const Cell& cell : one.ram_before) memory.ram[cell.address] = cell.value;
            check(one, memory);
            for (const Cell& cell : one.ram_after) {
                EXPECT_EQ(memory.ram[cell.address], cell.value)
                    << fmt::format("case {} at ${:04x}", one.name, cell.address);
            }
            if (testing::Test::HasFailure() && ++failures == 10) return;
        }
    }
}

TEST(ReferenceCases, EveryBusAccessOfEveryOpcodeIsTheDocumentedOne) {
    auto file = case_file();
    if (!file) GTEST_SKIP() << "no sst/6502_200.sst below $RYG_REFERENCE_DATA";
    ASSERT_TRUE(file->is_valid());
    unsigned count = 0;
    for_all_cases(*file, [&count](const Case& one, emu::FlatMemory& memory) {
        emu::RecordingBus bus{memory};
        emu::Cpu cpu;
        cpu.registers = one.before;
        cpu.step(bus);
        EXPECT_EQ(text(bus.accesses), text(one.accesses)) << one.name;
        EXPECT_EQ(bus.accesses, one.accesses) << one.name;
        EXPECT_EQ(text(cpu.registers), text(one.after)) << one.name;
        ++count;
    });
    EXPECT_EQ(count, 256 * file->cases_per_opcode());
}

TEST(ReferenceCases, TheFastLoopEndsInTheSameStateAfterTheSameTime) {
    auto file = case_file();
    if (!file) GTEST_SKIP() << "no sst/6502_200.sst below $RYG_REFERENCE_DATA";
    ASSERT_TRUE(file->is_valid());
    for_all_cases(*file, [](const Case& one, emu::FlatMemory& memory) {
        emu::Cpu cpu;
        cpu.registers = one.before;
        cpu.run(memory, 1);
        EXPECT_EQ(cpu.cycle, one.accesses.size()) << one.name;
        EXPECT_EQ(text(cpu.registers), text(one.after)) << one.name;
    });
}

}  // namespace
}  // namespace ryg
