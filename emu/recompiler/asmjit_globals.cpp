// What asmjit says when it fails: Debian's libasmjit.a would say it on a `stderr` that it looks for
// as only an executable can.
#include <asmjit/core.h>
#include <cstdlib>

namespace asmjit::DebugUtils {

[[gnu::weak]] const char* errorAsString(Error) noexcept { return "asmjit: an error"; }

[[gnu::weak]] void debugOutput(const char*) noexcept {}

[[gnu::weak]] void assertionFailed(const char*, int, const char*) noexcept { std::abort(); }

}  // namespace asmjit::DebugUtils
