// `stderr` for asmjit: Debian's libasmjit.a accesses that variable as only an executable can.
#include <cstdio>

extern "C" {
[[gnu::visibility("hidden")]] std::FILE* ryg_asmjit_stderr = stderr;
}
