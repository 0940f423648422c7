// Work: numbered items, done by a program, compared with its twin, and added up.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/work/difference.hpp"

namespace ryg::work {

using emu::Byte;
using emu::Cycle;

/// The work items of one program, and of one depth if it has depths: a row of the table.
struct Part {
    std::string name{};          ///< "ryg16 depth 3"
    std::string program{};       ///< its name
    std::uint32_t crc = 0;       ///< CRC-32 of its bytes
    int version = 0, depth = 0;  ///< 0: the program has none
    std::uint64_t pieces = 0;
};

/// "ryg16 depth 3"; no depth: 0.
[[nodiscard]] std::string part_name(std::string_view program, int depth);

/// How the numbers of a column are combined.
enum class Sum : std::uint8_t { all, least, most };

/// A column that only this work has.
struct Column {
    std::string key;      ///< in data
    std::string heading;  ///< in a table; a column without one is in data only
    Sum sum = Sum::all;   ///< for `least`, 0 means not known yet
};
constexpr std::size_t most_columns = 4;
using OwnNumbers = std::array<std::uint64_t, most_columns>;

/// The result of a search; no move: $ff.
struct Answer {
    Byte value = 0, from = 0xff, to = 0xff;
    std::uint64_t nodes = 0;

    bool operator==(const Answer&) const = default;
};

/// The result of a work item. It does not depend on the host or on earlier items.
struct Outcome {
    Byte value = 0, from = 0xff, to = 0xff;  ///< result of its last search; no move: $ff
    bool fell_back = false;                  ///< memory ran out at the requested depth
    bool differs = false;                    ///< program and twin differ
    bool stopped = false;                    ///< stopped before its end
    std::uint64_t searches = 0, nodes = 0;
    Cycle cycles = 0;  ///< cycles of the program
    OwnNumbers own{};  ///< one number for each of the work's own columns
    Answer native{};   ///< the twin's result of the last search, with the nodes of all searches
    std::uint64_t noisy = 0;  ///< searches repeated in randomised memory

    [[nodiscard]] Answer answer() const { return {value, from, to, nodes}; }
    void take(const Answer& found) {
        value = found.value;
        from = found.from;
        to = found.to;
        nodes = found.nodes;
    }
};

/// One thread's machines.
class Worker {
  public:
    virtual ~Worker() = default;
    /// Does a work item as fast as possible.
    virtual Outcome run(std::size_t part, std::uint64_t piece) = 0;
    /// Repeats a work item that differs, and finds the difference, the code that wrote it, and the
    /// command that reproduces it.
    virtual Difference explain(std::size_t part, std::uint64_t piece) = 0;
};

/// A plan. The result of a work item depends on its number alone, not on thread, order or host.
struct Work {
    std::string game{};  ///< the family of programs
    std::string what{};  ///< "reachable positions"; a database of other work is refused
    std::vector<Part> parts{};
    std::vector<Column> columns{};
    std::function<std::unique_ptr<Worker>()> hire{};
    /// A position as text, "game 17".
    std::function<std::string(std::size_t part, std::uint64_t piece)> name{};
    /// A request that does this work item alone.
    std::function<Request(std::size_t part, std::uint64_t piece)> again{};
    /// Requested programs that have nothing to compare.
    std::vector<std::string> left_out{};

    [[nodiscard]] std::uint64_t pieces() const {
        std::uint64_t all = 0;
        for (const Part& part : parts) all += part.pieces;
        return all;
    }
};

}  // namespace ryg::work
