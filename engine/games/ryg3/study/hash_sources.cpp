// Reads a SID by the clock, runs the program, plants faults.
#include "engine/games/ryg3/study/hash_sources.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/layout.hpp"

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
    const std::string name = fmt::format("ryg3-{:02}", number_of(source.version));
    const auto& program = *claims::find_program(ryg3_programs(), name);
    claims::Host host(c64::from_embedded(program), {.core = source.core});
    c64::Machine& machine = host.machine();
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
    host.call("randomize");
    return random_tables_from(host.reader());
}

}  // namespace

RandomTables read_tables(const std::string& path) {
    constexpr std::size_t address = 2;
    const std::vector<Byte> file = c64::read_bytes(path, address + RandomTables::bytes);
    if (file.size() != RandomTables::bytes && file.size() != address + RandomTables::bytes) {
        throw c64::ImageError(fmt::format("{}: {} bytes: random tables are {}, or a PRG of them",
                                          path, file.size(), RandomTables::bytes));
    }
    return tables_from(std::span(file).last<RandomTables::bytes>());
}

RandomTables host_tables(Random& random) {
    RandomTables tables;
    each_byte(tables, [&](Byte& byte) { byte = static_cast<Byte>(random.next()); });
    return tables;
}

RandomTables tables_of(const HashSource& source) {
    Random random(source.seed.value_or(1));
    RandomTables tables = source.kind == HashSource::TableSource::sid ? tables_from_noise(source)
                          : source.kind == HashSource::TableSource::machine
                              ? tables_from_machine(source)
                          : source.kind == HashSource::TableSource::host ? host_tables(random)
                                                                         : source.given;
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

std::span<const PlantedFault> planted_faults() { return faults; }

}  // namespace ryg::engine::ryg3
