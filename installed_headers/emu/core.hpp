// Which of the three ways to run a 6502 this process takes. The results are the same.
#pragma once

#include <atomic>

namespace ryg::emu {

enum class Core {
    exact,        ///< every access on the bus
    interpreter,  ///< the fast loop where the board has one
    recompiler,   ///< host code where the board has a window and the host can do it
};

namespace detail {
inline std::atomic<Core> chosen_core{Core::interpreter};
}

/// For all runs that begin from now on, in all threads.
inline void choose_core(Core core) { detail::chosen_core.store(core, std::memory_order_relaxed); }
[[nodiscard]] inline Core chosen_core() {
    return detail::chosen_core.load(std::memory_order_relaxed);
}

}  // namespace ryg::emu
