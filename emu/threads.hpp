// Threads and locks, wherever the libraries need them. The page for browsers has a header of its own
// in place of this one: one thread, and locks that do nothing.
#pragma once

#include <chrono>
#include <mutex>
#include <thread>

namespace ryg::emu {

using Mutex = std::mutex;
using Guard = std::scoped_lock<std::mutex>;
using Thread = std::jthread;
using ThreadId = std::thread::id;

[[nodiscard]] inline ThreadId this_thread() { return std::this_thread::get_id(); }
inline void sleep(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

}  // namespace ryg::emu
