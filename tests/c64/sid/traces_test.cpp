// Compares the SID with every sample of the reference traces and a recording of a real chip.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include "c64/sid/sid.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using c64::Byte;
using c64::Cycle;
using c64::Sid;
using c64::SidChip;

struct Write {
    Cycle cycle;
    unsigned index;
    Byte value;
};
struct Sample {
    Cycle cycle;
    Byte value;
};
struct Trace {
    std::string path;
    SidChip chip = SidChip::mos6581;
    unsigned index = 0;
    std::vector<Write> writes;
    std::vector<Sample> samples;
};

/// data/sid/README.md describes the format.
std::vector<Write> read_script(const std::filesystem::path& path) {
    std::vector<Write> writes;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        char what = 0;
        Cycle cycle = 0;
        unsigned index = 0, value = 0;
        words >> what >> cycle >> std::hex >> index >> value;
        if (what == 'w') writes.push_back({cycle, index, static_cast<Byte>(value)});
    }
    return writes;
}

void read_samples(const std::filesystem::path& path, Trace& trace) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("cycle,")) trace.index = line.ends_with("env3") ? 0x1C : 0x1B;
        if (line.empty() || line[0] < '0' || line[0] > '9') continue;
        const auto comma = line.find(',');
        trace.samples.push_back(
            {std::stoull(line.substr(0, comma)),
             static_cast<Byte>(std::stoul(line.substr(comma + 1), nullptr, 16))});
    }
}

/// All traces NAME_CHIP.csv with a script of their own; none where the data is not there.
std::vector<Trace> traces() {
    std::vector<Trace> all;
    for (const char* name : {"sid", "sid_env3"}) {
        const auto folder = tests::reference_data(name);
        if (!folder) continue;
        for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
            const std::string file = entry.path().filename().string();
            const bool is_8580 = file.ends_with("_8580.csv");
            if (!is_8580 && !file.ends_with("_6581.csv")) continue;
            const auto script = *folder / (file.substr(0, file.size() - 9) + ".script");
            if (!std::filesystem::exists(script)) continue;
            all.push_back(
                {file, is_8580 ? SidChip::mos8580 : SidChip::mos6581, 0, read_script(script), {}});
            read_samples(entry.path(), all.back());
        }
    }
    return all;
}

/// Every `stride`-th sample from `first` on; what is written in a sample's cycle is written first.
std::size_t compare(const Trace& trace, Sid sid, std::size_t first, std::size_t stride) {
    auto write = trace.writes.begin();
    std::size_t differ = 0;
    for (std::size_t i = first; i < trace.samples.size(); i += stride) {
        const Sample& sample = trace.samples[i];
        for (; write != trace.writes.end() && write->cycle <= sample.cycle; ++write) {
            sid.write(write->index, write->value, write->cycle);
        }
        const Byte read = sid.read(trace.index, sample.cycle);
        if (read != sample.value && ++differ <= 3) {
            ADD_FAILURE() << fmt::format("{}: cycle {}: read {:02x}, recorded {:02x}", trace.path,
                                         sample.cycle, read, sample.value);
        }
    }
    EXPECT_EQ(differ, 0U) << trace.path;
    return differ;
}

TEST(SidTraces, EverySampleOfEveryTraceIsEqual) {
    const auto all = traces();
    ASSERT_FALSE(all.empty()) << "tests/data/sid.tar.xz has not been unpacked";
    std::size_t samples = 0, differ = 0;
    for (const Trace& trace : all) {
        ASSERT_NE(trace.index, 0U) << trace.path;
        ASSERT_FALSE(trace.samples.empty()) << trace.path;
        differ += compare(trace, Sid(trace.chip), 0, 1);
        samples += trace.samples.size();
    }
    tests::expect_row("docs/accuracy.md", "samples of the SID's OSC3 and ENV3",
                      fmt::format("{} | {}", samples, differ));
}

TEST(SidTraces, ASampleDoesNotDependOnThoseReadBefore) {
    for (const Trace& trace : traces()) {
        for (const std::size_t stride : {2U, 7U, 100U, 1777U}) {
            for (std::size_t first = 0; first < 3; ++first) {
                compare(trace, Sid(trace.chip), first, stride);
            }
        }
    }
}

/// OSC3 by `cycle`, counted from the STA that ended TEST; the frequency was $ffff
/// before. The name says which waveform was written: hw_..._noise81_ffff.csv.
TEST(SidTraces, TheRecordedRealChipIsEqualInEveryCycle) {
    const auto path = tests::reference_data("sid/hw_waveforms_ref6581_noise81_ffff.csv");
    ASSERT_TRUE(path) << "tests/data/sid.tar.xz has not been unpacked";
    Trace trace{path->filename().string(), SidChip::mos6581, 0x1B, {}, {}};
    read_samples(*path, trace);
    ASSERT_EQ(trace.samples.size(), 256U);
    for (const SidChip chip : {SidChip::mos6581, SidChip::mos8580}) {
        const Cycle released = 20'000'000;
        Sid sid(chip);
        sid.write(0x0E, 0xFF, 0);
        sid.write(0x0F, 0xFF, 4);
        sid.write(0x12, 0x81, 10);
        sid.write(0x12, 0x08, 1'000);
        sid.write(0x12, 0x81, released);
        for (const Sample& sample : trace.samples) {
            EXPECT_EQ(sid.read(0x1B, released + sample.cycle), sample.value)
                << "cycle " << sample.cycle;
        }
    }
}

}  // namespace
}  // namespace ryg
