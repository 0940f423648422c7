// Where the tables to be judged come from: the SID, the program, the host, or a planted fault.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "c64/board/machine.hpp"
#include "engine/common/players.hpp"
#include "engine/games/ryg3/native/version.hpp"
#include "engine/games/ryg3/study/hash_figures.hpp"

namespace ryg::engine::ryg3 {

using c64::Cycle;

/// Faults to plant into tables, to see whether they are found.
struct PlantedFault {
    std::string_view name, about;
    void (*plant)(RandomTables& tables);
};
[[nodiscard]] std::span<const PlantedFault> planted_faults();

/// Cycles between readings within a table: in version 03, and in the loop as it was first
/// published, without a test for zero.
inline constexpr Cycle usual_cadence = 26, seed_cadence = 24;

struct HashSource {
    enum class TableSource : std::uint8_t {
        sid,      ///< the chip's noise, read in the cycles of version 03's `randomize`
        machine,  ///< `randomize` itself, on a C64
        host,     ///< independent bytes: the control
        file,     ///< the user's
    };
    TableSource kind = TableSource::sid;
    /// host: of the bytes. sid, machine: of a chip that has run for long; none: just switched on.
    std::optional<std::uint64_t> seed{};
    Cycle wait = 0;  ///< sid, machine: the noise runs for these cycles before randomize begins
    Cycle idle = 0;  ///< machine: it idles first, which moves the beam and nothing else
    Cycle cadence = usual_cadence;            ///< sid
    c64::Timing timing = c64::Timing::stock;  ///< machine
    Ryg3Version version = Ryg3Version::v11;   ///< machine
    emu::Core core = emu::usual_core;         ///< machine
    const PlantedFault* plant = nullptr;
    RandomTables given{};  ///< file
};
[[nodiscard]] RandomTables tables_of(const HashSource& source);

/// A file of 640 bytes, in the order in which tables are drawn, or a PRG of them, whatever its load
/// address. Throws c64::ImageError.
[[nodiscard]] RandomTables read_tables(const std::string& path);

[[nodiscard]] RandomTables host_tables(Random& random);

/// The effect of reading a running chip every so many cycles, and of mixing as the program does:
/// each byte of a table is the reading EOR the byte before it.
struct CadenceFigures {
    Cycle cadence = 0;
    double repeated = 0;        ///< readings that are equal to the last one: 0 to 1
    double of_readings = 0;     ///< serial correlation of readings ...
    double of_bytes = 0;        ///< ... and of the mixed bytes
    double equal_in_table = 0;  ///< pairs of equal bytes in 64 mixed ones, the mean of tables
};
inline constexpr std::size_t cadence_readings = 64 * 256;
[[nodiscard]] CadenceFigures cadence_figures(Cycle cadence);

}  // namespace ryg::engine::ryg3
