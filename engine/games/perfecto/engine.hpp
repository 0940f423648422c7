// PERFECTO behind the interface of its native twin: positions in, what it knows of the moves out.
#pragma once

#include "engine/games/perfecto/native/player.hpp"
#include "engine/harness/host.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them.
[[nodiscard]] harness::Programs perfecto_programs();

namespace perfecto {

[[nodiscard]] c64::Image program();

/// Made when it is first asked for.
[[nodiscard]] const Table& table();

/// The program, loaded into a C64 of its own and its table unpacked. A value: copy it for another
/// thread.
class AsmPlayer {
  public:
    /// What a faulty program leaves instead of a table is left for others to find.
    explicit AsmPlayer(const c64::Image& program, const c64::Setup& setup = {});

    struct Found {
        Thought thought;
        emu::Cycle cycles = 0;
    };
    /// Throws EngineFault if what the program found makes no sense.
    [[nodiscard]] Found think(const Position& position);

    /// The rank by which the program looks up these cats, as it came out, and what it finds there.
    struct Entry {
        int rank = 0;
        Byte name = 0;
        Safe mask = 0;
    };
    [[nodiscard]] Entry look_up(DarkSet cats);

    [[nodiscard]] harness::Host& host() { return host_; }
    [[nodiscard]] emu::Cycle unpack_cycles() const { return unpack_cycles_; }

  private:
    void put_cats(emu::Address label, DarkSet cats);

    harness::Host host_;
    emu::Address think_, look_up_, cats_, moved_, mouse_, side_, num_moves_, from_, to_, cost_,
        best_, names_;
    emu::Cycle unpack_cycles_ = 0;
};

}  // namespace perfecto
}  // namespace ryg::engine
