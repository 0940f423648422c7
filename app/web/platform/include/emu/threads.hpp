// Threads where there is one: a new one runs to its end before it is joined.
#pragma once

#include <chrono>

namespace ryg::emu {

struct Mutex {};
struct Guard {
    explicit Guard(Mutex&) {}
};
struct Thread {
    template <class Function>
    explicit Thread(Function&& function) {
        function();
    }
};
using ThreadId = int;

[[nodiscard]] inline ThreadId this_thread() { return 0; }
inline void sleep(std::chrono::milliseconds) {}

}  // namespace ryg::emu
