// Work items that threads take from a shared counter, for all kinds of work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "emu/threads.hpp"

namespace ryg::work {

using emu::Guard;
using emu::Mutex;

/// How to do work items of any kind.
struct PieceOptions {
    unsigned jobs = 1;                        ///< threads; 0 counts as 1
    const std::atomic<bool>* stop = nullptr;  ///< checked between two work items
    /// Called regularly on the calling thread.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

/// Each thread makes its own worker, `make_worker()`, and calls `worker(index)` for one index below
/// `count` after another. Ends when all are done, `stop` is set, or a worker throws, which it
/// rethrows. A worker stores its results by index. Returns false if some items were left out.
template <class MakeWorker>
bool do_pieces(std::size_t count, const PieceOptions& options, MakeWorker&& make_worker) {
    using namespace std::chrono_literals;
    std::atomic<std::size_t> next = 0, done = 0;
    std::atomic<bool> failed = false;
    emu::Mutex failure_guard;
    std::exception_ptr failure;
    const auto gives_up = [&] { return failed || (options.stop != nullptr && *options.stop); };
    const auto work = [&] {
        try {
            auto worker = make_worker();
            while (!gives_up()) {
                const std::size_t index = next++;
                if (index >= count) return;
                worker(index);
                ++done;
            }
        } catch (...) {
            const emu::Guard lock(failure_guard);
            if (!failure) failure = std::current_exception();
            failed = true;
        }
    };
    std::vector<emu::Thread> threads;
    const std::size_t jobs = std::min<std::size_t>(std::max(options.jobs, 1U), count);
    for (std::size_t job = 0; job < jobs; ++job) threads.emplace_back(work);
    while (done < count && !gives_up()) {
        emu::sleep(5ms);
        if (options.progress) options.progress(done, count);
    }
    threads.clear();  // joins
    if (failure) std::rethrow_exception(failure);
    return done == count;
}

}  // namespace ryg::work
