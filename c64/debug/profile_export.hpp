// A profile as text, and in the forms that other people's viewers read.
#pragma once

#include <string>

#include "c64/debug/profile.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::c64::debug {

/// A line a routine: calls, self, inclusive, shares; the dearest first.
[[nodiscard]] std::string profile_text(const Profile& profile, const Symbols& symbols);
/// A line a context, indented by callers, those of at least a hundredth of the whole.
[[nodiscard]] std::string profile_tree(const Profile& profile, const Symbols& symbols);
/// A line a source line, the dearest first, at most `most`.
[[nodiscard]] std::string profile_lines(const Profile& profile, const Symbols& symbols,
                                        std::size_t most);
/// For KCachegrind and callgrind_annotate: cost by source line, calls with their inclusive cost.
[[nodiscard]] std::string profile_callgrind(const Profile& profile, const Symbols& symbols);
/// For speedscope.app: a sample a context, weighed with its own cycles.
[[nodiscard]] std::string profile_speedscope(const Profile& profile, const Symbols& symbols);
/// For flame graphs: "search;miniMax;maxHijos 1234" lines.
[[nodiscard]] std::string profile_collapsed(const Profile& profile, const Symbols& symbols);

}  // namespace ryg::c64::debug
