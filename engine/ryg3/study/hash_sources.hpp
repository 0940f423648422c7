// Where the second engine's random tables come from: the SID, the host, or a hand that plants
// faults.
#pragma once

#include <span>
#include <string_view>

#include "c64/board/machine.hpp"
#include "engine/common/players.hpp"
#include "engine/ryg3/native/tables.hpp"
#include "engine/ryg3/native/version.hpp"

namespace ryg::crosscheck {

using c64::Cycle;

/// Independent bytes: the control.
[[nodiscard]] engine::ryg3::RandomTables host_tables(engine::Random& random);

/// How `randomize` comes to its bytes. The usual values are those of version 03 with no other time
/// than the processor's. In other versions the loop of a table may lie across a page: then `byte`
/// is 27 there.
///
///      0   STA $d40e        14 + wait   LDA $d41b    the first seed; again after `again` if zero
///      4   STA $d40f        + first     LDA $d41b    the first byte of the first table
///     10   STA $d412        + byte      LDA $d41b    the next byte
///                           + table     LDA $d41b    the first byte of the next table
struct NoiseReader {
    c64::SidSeed power_on{};  ///< the state of the chip when randomize begins
    Cycle wait = 0;           ///< between starting the noise and the first reading
    Cycle byte = 26;          ///< from reading to reading within a table
    Cycle table = 39;         ///< from a table's last to the next one's first
    Cycle first = 18;
    Cycle again = 7;
};
/// From reading to reading in the loop as it was first published, without a test for zero.
inline constexpr Cycle seed_cadence = 24;

[[nodiscard]] engine::ryg3::RandomTables tables_from_noise(const NoiseReader& reader);

/// The program itself in a C64 that has just been switched on or has run for long.
struct MachineReader {
    c64::SidSeed power_on{};
    Cycle idle = 0;  ///< the machine idles first, which moves the beam and nothing else
    Cycle wait = 0;  ///< the noise runs so many cycles before randomize begins; 0: it does not
    c64::Timing timing = c64::Timing::stock;
    engine::ryg3::Version version = engine::ryg3::Version::v11;
};
/// Calls `randomize` and reads the program's tables.
[[nodiscard]] engine::ryg3::RandomTables tables_from_machine(const MachineReader& reader);

/// A chip that has run for long with any program: any phase, any noise register but 0.
[[nodiscard]] c64::SidSeed warm_seed(engine::Random& random);

/// What comes of reading a running chip every so many cycles, and of mixing as the program does:
/// each byte of a table is the reading EOR the byte before it.
struct CadenceFigures {
    Cycle cadence = 0;
    double repeated = 0;        ///< readings that are equal to the last one: 0 to 1
    double of_readings = 0;     ///< serial correlation of readings ...
    double of_bytes = 0;        ///< ... and of the mixed bytes
    double equal_in_table = 0;  ///< pairs of equal bytes in 64 mixed ones, the mean of tables
};
inline constexpr std::size_t cadence_readings = 64 * 256;
[[nodiscard]] CadenceFigures cadence_figures(const c64::SidSeed& power_on, Cycle cadence);

/// Faults to plant into tables, to see whether they are found.
struct PlantedFault {
    std::string_view name, about;
    void (*plant)(engine::ryg3::RandomTables& tables);
};
[[nodiscard]] std::span<const PlantedFault> planted_faults();

}  // namespace ryg::crosscheck
