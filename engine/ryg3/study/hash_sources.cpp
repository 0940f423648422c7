// Reads a SID by the clock, runs the program, plants faults.
#include "engine/ryg3/study/hash_sources.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "engine/ryg3/engine.hpp"
#include "engine/ryg3/programs.hpp"

namespace ryg::engine::ryg3 {

namespace {

constexpr unsigned OSC3 = 0x1B;

/// What `randomize` writes, in the cycles in which it does.
void start_noise(c64::Sid& sid) {
    sid.write(0x0E, 0xFF, 0);
    sid.write(0x0F, 0xFF, 4);
    sid.write(0x12, 0x81, 10);
}

template <class Change>
void each_byte(RandomTables& tables, Change change) {
    for (auto* group : {&tables.hash, &tables.lock}) {
        for (RandomTables::Table& table : *group) {
            for (Byte& byte : table) change(byte);
        }
    }
}

constexpr std::array faults{
    PlantedFault{"four-bits", "only the low four bits are random",
                 [](RandomTables& tables) { each_byte(tables, [](Byte& byte) { byte &= 0x0F; }); }},
    PlantedFault{"equal-tables", "all five pieces have the mouse's bytes",
                 [](RandomTables& tables) {
                     tables.hash.fill(tables.hash[0]);
                     tables.lock.fill(tables.lock[0]);
                 }},
    PlantedFault{"constant", "all bytes are $5a",
                 [](RandomTables& tables) { each_byte(tables, [](Byte& byte) { byte = 0x5A; }); }},
    PlantedFault{"counter", "each byte is one more than the last",
                 [](RandomTables& tables) {
                     each_byte(tables, [last = Byte{0}](Byte& byte) mutable { byte = last++; });
                 }},
    PlantedFault{"lock-is-hash", "the lock's tables are those of the hash",
                 [](RandomTables& tables) { tables.lock = tables.hash; }},
    PlantedFault{"no-lock", "the lock's tables are zero",
                 [](RandomTables& tables) { tables.lock = {}; }},
};

/// A chip that has run for long with any program: any phase, any noise register but 0.
c64::SidSeed power_on(std::optional<std::uint64_t> seed) {
    if (!seed) return {};
    Random random(*seed);
    c64::SidSeed state;
    for (std::uint32_t& phase : state.phases) phase = random.below(1U << 24);
    state.noise = 1 + random.below(c64::Noise::all);
    return state;
}

/// In version 03 with no other time than the processor's. In other versions the loop of a table may
/// lie across a page: then a byte takes 27 cycles there. As it was first published it has no test
/// for zero, which saves 2 cycles each time.
///
///      0   STA $d40e        14 + wait    LDA $d41b    the first seed; again after 7 if it is zero
///      4   STA $d40f        + 18         LDA $d41b    the first byte of the first table
///     10   STA $d412        + cadence    LDA $d41b    the next byte
///                           ... + 13     LDA $d41b    the first byte of the next table
RandomTables tables_from_noise(const HashSource& source) {
    c64::Sid sid(c64::SidChip::mos6581, power_on(source.seed));
    start_noise(sid);
    const bool published = source.cadence == seed_cadence;
    Cycle now = 14 + source.wait;
    std::size_t bytes = 0;  // drawn before this one, the first seed among them
    const auto read = [&] {
        const Byte reading = sid.read(OSC3, now);
        if (reading == 0 && !published) {
            now += 7;
        } else {
            now += bytes == 0 ? published ? 16 : 18 : source.cadence + (bytes % 64 == 0 ? 13 : 0);
            ++bytes;
        }
        return reading;
    };
    if (!published) return draw_tables(read);
    RandomTables tables;
    each_byte(tables, [&, seed = read()](Byte& byte) mutable { byte = seed ^= read(); });
    return tables;
}

RandomTables tables_from_machine(const HashSource& source) {
    AsmRyg3 program(source.version);
    c64::Machine& machine = program.machine();
    machine.set_timing(source.timing);
    machine.board.sid = c64::Sid(c64::SidChip::mos6581, power_on(source.seed));
    machine.run(source.idle);
    if (source.wait != 0) {
        for (const auto& [address, value] :
             {std::pair{0xd40e, 0xff}, {0xd40f, 0xff}, {0xd412, 0x81}}) {
            machine.poke(static_cast<emu::Address>(address), static_cast<emu::Byte>(value));
        }
        machine.run(source.wait);
    }
    program.call("randomize");
    return program.random_tables();
}

constexpr std::array<std::string_view, 4> kinds{"sid", "machine", "host", "file"};

}  // namespace

RandomTables host_tables(Random& random) {
    RandomTables tables;
    each_byte(tables, [&](Byte& byte) { byte = static_cast<Byte>(random.next()); });
    return tables;
}

RandomTables tables_of(const HashSource& source) {
    RandomTables tables;
    if (source.kind == HashSource::Kind::host) {
        Random random(source.seed.value_or(1));
        tables = host_tables(random);
    } else if (source.kind == HashSource::Kind::file) {
        tables = source.given;
    } else if (source.kind == HashSource::Kind::sid) {
        tables = tables_from_noise(source);
    } else {
        tables = tables_from_machine(source);
    }
    if (source.plant != nullptr) source.plant->plant(tables);
    return tables;
}

CadenceFigures cadence_figures(Cycle cadence) {
    c64::Sid sid(c64::SidChip::mos6581, power_on(1));
    start_noise(sid);
    std::vector<Byte> read, mixed;
    unsigned repeated = 0, equal = 0;
    Byte seed = 0;
    for (std::size_t i = 0; i < cadence_readings; ++i) {
        const Byte reading = sid.read(OSC3, 14 + i * cadence);
        if (i != 0 && reading == read.back()) ++repeated;
        read.push_back(reading);
        seed ^= reading;
        const auto table = mixed.begin() + static_cast<std::ptrdiff_t>(i / 64 * 64);
        equal += static_cast<unsigned>(std::count(table, mixed.end(), seed));
        mixed.push_back(seed);
    }
    return {.cadence = cadence,
            .repeated = static_cast<double>(repeated) / (cadence_readings - 1),
            .of_readings = serial_correlation(read, 1),
            .of_bytes = serial_correlation(mixed, 1),
            .equal_in_table = static_cast<double>(equal) / (cadence_readings / 64)};
}

HashSource source_of(const harness::Values& values) {
    const std::string given = values.text("tables");
    const auto known = std::ranges::find(kinds, given);
    const auto kind = known == kinds.end() ? kinds.back() : *known;
    HashSource source;
    source.kind = static_cast<HashSource::Kind>(std::ranges::find(kinds, kind) - kinds.begin());
    if (source.kind == HashSource::Kind::file) {
        if (!std::filesystem::exists(given)) {
            throw std::invalid_argument(
                fmt::format("--tables: there is no '{}': use sid, machine, host or a file", given));
        }
        source.given = read_tables(given);
    }
    for (const auto& [option, having] : {std::pair{"seed", "sid machine host"},
                                         {"sets", "sid machine host"},
                                         {"wait", "sid machine"},
                                         {"cadence", "sid"},
                                         {"idle", "machine"},
                                         {"timing", "machine"}}) {
        if (values.has(option) && std::string_view(having).find(kind) == std::string::npos) {
            throw std::invalid_argument(
                fmt::format("--{}: --tables {} does not have it", option, given));
        }
    }
    if (values.has("seed")) source.seed = values.number("seed");
    if (source.kind == HashSource::Kind::host && !source.seed) source.seed = 1;
    source.wait = values.number("wait");
    source.idle = values.number("idle");
    if (values.has("cadence")) source.cadence = values.number("cadence");
    const std::string timing = values.text("timing");
    if (timing == "cpu") source.timing = c64::Timing::cpu;
    if (timing == "badlines") source.timing = c64::Timing::badlines;
    for (const PlantedFault& fault : planted_faults()) {
        if (fault.name == values.text("plant")) source.plant = &fault;
    }
    return source;
}

std::string describe(const HashSource& source) {
    std::string text(kinds[static_cast<std::size_t>(source.kind)]);
    if (source.kind <= HashSource::Kind::machine) text += source.seed ? ", warm" : ", cold";
    if (source.seed) text += fmt::format(", seed {}", *source.seed);
    if (source.idle != 0) text += fmt::format(", after idling for {} cycles", source.idle);
    if (source.wait != 0) text += fmt::format(", noise running for {} cycles", source.wait);
    if (source.kind == HashSource::Kind::sid) {
        text += fmt::format(", a reading in {} cycles", source.cadence);
    }
    if (source.plant != nullptr) text += fmt::format("; planted: {}", source.plant->about);
    return text;
}

std::span<const PlantedFault> planted_faults() { return faults; }

}  // namespace ryg::engine::ryg3
