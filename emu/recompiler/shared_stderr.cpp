// What `stderr` is for asmjit: Debian's libasmjit.a reaches that variable as only a program may.
#include <cstdio>

extern "C" {
[[gnu::visibility("hidden")]] std::FILE* ryg_asmjit_stderr = stderr;
}
