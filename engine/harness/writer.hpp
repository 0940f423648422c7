// Who wrote a byte: a routine run again, one instruction at a time, under a watch.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "c64/board/machine.hpp"

namespace ryg::harness {

/// A place that is passed again and again, and how often before the watch ends.
struct WatchEnd {
    emu::Address address = 0;
    int passes = std::numeric_limits<int>::max();
};

/// Calls `routine` and names the code that stored to `address` last, with its callers, runs of a
/// routine that calls itself as one: "fijaValor+12 < minValorHijos < miniMax". "-" if none did.
/// Stores behind `end` do not count. Time: some ten times a plain call.
[[nodiscard]] std::string last_writer(c64::Machine& machine, const c64::Labels& labels,
                                      std::string_view routine, emu::Address address,
                                      const WatchEnd& end = {});

}  // namespace ryg::harness
