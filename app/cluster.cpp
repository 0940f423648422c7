// Shards and their results, as messages of MPI.
#include "app/cluster.hpp"

#include <boost/mpi.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/optional.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/utility.hpp>
#include <boost/serialization/vector.hpp>

namespace ryg::app {
namespace {

namespace mpi = boost::mpi;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int asking = 1, answering = 2;  // tags
constexpr auto pause = 1ms;

/// A thread's message to rank 0.
struct ShardRequest {
    bool leaves = false;  ///< all threads of the process have received the end
    boost::optional<work::ShardResult> result;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& leaves& result;
    }
};
/// The reply of rank 0.
struct Answered {
    enum MessageKind { shard, wait, end } kind = end;
    work::Shard given;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& kind& given;
    }
};

bool lead(work::Dispatcher& dispatcher, const work::PieceOptions& options) {
    constexpr auto longest_silence = 30s;
    auto environment = std::make_unique<mpi::environment>(mpi::threading::serialized, false);
    const mpi::communicator world;
    auto heard = Clock::now();
    int others = world.size() - 1;  // processes that have not left
    const auto is_over = [&] {
        return dispatcher.is_finished() || (options.stop != nullptr && *options.stop);
    };
    while (others > 0) {
        const auto message = world.iprobe(mpi::any_source, asking);
        if (!message) {
            if (is_over() && Clock::now() - heard > longest_silence) break;
            std::this_thread::sleep_for(pause);
            continue;
        }
        heard = Clock::now();
        ShardRequest asked;
        world.recv(message->source(), asking, asked);
        if (asked.leaves) {
            --others;
            continue;
        }
        if (asked.result) dispatcher.take(std::move(*asked.result));
        Answered answered;
        if (const auto next = is_over() ? std::nullopt : dispatcher.next()) {
            answered = {Answered::shard, *next};
        } else if (!is_over()) {
            answered.kind = Answered::wait;
        }
        world.send(message->source(), answering, answered);
        if (options.progress) options.progress(dispatcher.done(), dispatcher.total());
    }
    // Lost processes cannot take part in an orderly end.
    if (others > 0) static_cast<void>(environment.release());
    return dispatcher.done() == dispatcher.total();
}

void serve(const work::Work& work, const work::PieceOptions& options,
           const work::CommandLine& command) {
    const mpi::environment environment(mpi::threading::serialized);
    const mpi::communicator world;
    std::mutex guard;
    const auto ask = [&](const ShardRequest& asked) {
        const std::scoped_lock lock(guard);
        world.send(0, asking, asked);
        Answered answered;
        world.recv(0, answering, answered);
        return answered;
    };
    do_shards(work, options, command,
              [&](std::optional<work::ShardResult> result) -> std::optional<work::Shard> {
                  ShardRequest asked;
                  if (result) asked.result = std::move(*result);
                  Answered answered = ask(asked);
                  while (answered.kind == Answered::wait) {
                      std::this_thread::sleep_for(50ms);
                      answered = ask({});
                  }
                  if (answered.kind == Answered::end) return std::nullopt;
                  return answered.given;
              });
    world.send(0, asking, ShardRequest{.leaves = true, .result = {}});
}

}  // namespace

const Cluster mpi_cluster{lead, serve};

}  // namespace ryg::app
