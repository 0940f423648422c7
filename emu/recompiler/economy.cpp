// How long the interpreter is left alone.
#include "emu/recompiler/economy.hpp"

namespace ryg::emu::recompiler {
namespace {

// A slice becomes longer than the longest while questions lead to nothing worth asking for.
constexpr unsigned vain_questions = 128;
constexpr std::int64_t worth_asking = 2048;
constexpr Cycle farthest_slice = 1 << 18;
// A part of the time in the interpreter pays for trying whether translated code is of use.
constexpr Cycle interpreted_part = 256;

}  // namespace

Cycle Economy::slice() {
    ways_ = 0;
    if (since_miss_ >= worth_asking) {
        in_vain_ = 0;
        greatest_slice_ = longest_slice;
    } else if (++in_vain_ % vain_questions == 0) {
        greatest_slice_ = std::min(2 * greatest_slice_, farthest_slice);
    }
    slice_ = since_miss_ >= std::max(2 * static_cast<std::int64_t>(slice_), worth_asking)
                 ? shortest_slice
                 : std::min(2 * slice_, greatest_slice_);
    since_miss_ = 0;
    credit_ += static_cast<std::int64_t>(slice_ / interpreted_part);
    return slice_;
}

}  // namespace ryg::emu::recompiler
