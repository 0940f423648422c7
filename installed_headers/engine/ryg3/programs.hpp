// The assembled programs of the second engine, and random tables from a file.
#pragma once

#include "ryg/engine/harness/host.hpp"
#include "ryg/engine/ryg3/native/tables.hpp"
#include "ryg/engine/ryg3/native/version.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg3-03, -04, -07 .. -10, ryg3 (version 11).
[[nodiscard]] harness::Programs ryg3_programs();

namespace ryg3 {

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(Version version);

/// A file of 640 bytes, in the order in which tables are drawn, or a PRG of them, wherever it
/// loads. Throws c64::ImageError.
[[nodiscard]] RandomTables read_tables(const std::string& path);

}  // namespace ryg3
}  // namespace ryg::engine
