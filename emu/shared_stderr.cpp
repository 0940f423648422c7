// What `stderr` is for asmjit in a shared library. Debian's libasmjit.a reaches that variable as only
// a program may, so the linker (--wrap=stderr) gives it one of the library's own.
#include <cstdio>

#if RYG_RECOMPILER
extern "C" {
extern std::FILE* __real_stderr;
[[gnu::visibility("hidden")]] std::FILE* __wrap_stderr = __real_stderr;
}
#endif
