// sim65, the peer: the simulator of Debian's cc65, run as a separate program.
#pragma once

#include <optional>
#include <string>

#include "app/cpu_bench/workload.hpp"

namespace ryg::app::cpu_bench {

/// The path of a program that the shell would find under `name`.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

/// One sim65 on this host.
class Peer {
  public:
    /// nullopt if sim65 is not installed.
    [[nodiscard]] static std::optional<Peer> find();

    [[nodiscard]] const std::string& version() const { return version_; }

    /// Time and cycles without the first round, so that sim65's own start does not count, and the
    /// result of all rounds. Ctrl-C ends it without a sample. Throws Trouble if sim65 cannot run
    /// the workload.
    [[nodiscard]] RunCost run(const Workload& workload, unsigned rounds) const;

  private:
    RunCost run_whole(const Workload& workload, unsigned rounds) const;

    std::string path_, version_;
};

}  // namespace ryg::app::cpu_bench
