// What `ryg bench hints` has done: the tasks, and who does each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/common/moves_plain.hpp"
#include "engine/hints/native/sample_boards.hpp"

namespace ryg::app::hint_bench {

inline constexpr int kinds = 6;

/// Somebody who does a task on all boards; the answer tells whether it was done.
struct Contestant {
    std::string name;
    std::function<std::uint64_t()> pass;
    std::vector<double> per_second{}, times_plain{};
    std::uint64_t answer = 0;
};

struct Task {
    std::string name;
    std::string unit;
    std::size_t size;  ///< boards, or positions, in a pass
    std::vector<Contestant> contestants;
};

/// A cell of each board, and the two kinds that take turns there.
struct Change {
    int row, column;
    std::array<engine::hints::Kind, 2> kinds;
};

/// Random boards and positions, always the same, and the tasks, which look at them.
class Tasks {
  public:
    Tasks();
    Tasks(const Tasks&) = delete;
    Tasks& operator=(const Tasks&) = delete;

    /// Has everybody found the same?
    [[nodiscard]] bool agree() const;

    std::vector<Task> all;

  private:
    struct Sample {
        std::vector<engine::hints::Board> boards;
        std::vector<Change> changes;
    };

    static void fill(Sample& sample, engine::Random& random, int side, int count);
    void add_small();
    void add_large();
    void add_moves();

    Sample small_, large_;
    std::vector<engine::Position> positions_;
    std::vector<engine::PlainBoard> plain_positions_;
};

}  // namespace ryg::app::hint_bench
