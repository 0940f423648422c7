// Functions for tests and measurements of the recompiler; each applies to the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ryg::emu::recompiler {

/// Counts of what this thread has translated.
struct Statistics {
    std::uint64_t regions = 0;   ///< translated so far
    std::uint64_t failures = 0;  ///< regions that could not be encoded, and are interpreted
    std::uint64_t flushes = 0;   ///< how often everything was discarded
    std::size_t code_bytes = 0;  ///< in use
};
[[nodiscard]] Statistics statistics();

/// Whether to translate code when it is first reached instead of when it is reached often.
void translate_at_once(bool at_once);
/// Discards all translated code.
void forget();

}  // namespace ryg::emu::recompiler
