// Which of the programs is which version.
#include "engine/ryg3/programs.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::engine::ryg3 {

c64::Image program(Version version) {
    const std::string name =
        version == Version::v11 ? "ryg3" : fmt::format("ryg3-{:02}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg3_programs(), name));
}

RandomTables read_tables(const std::string& path) {
    constexpr std::size_t address = 2;
    const std::vector<Byte> file = c64::read_bytes(path, address + RandomTables::bytes);
    if (file.size() != RandomTables::bytes && file.size() != address + RandomTables::bytes) {
        throw c64::ImageError(fmt::format("{}: {} bytes: random tables are {}, or a PRG of them",
                                          path, file.size(), RandomTables::bytes));
    }
    auto next = file.end() - RandomTables::bytes;
    RandomTables tables;
    for (auto* group : {&tables.hash, &tables.lock}) {
        for (RandomTables::Table& table : *group) {
            std::copy_n(next, table.size(), table.begin());
            next += static_cast<std::ptrdiff_t>(table.size());
        }
    }
    return tables;
}

}  // namespace ryg::engine::ryg3
