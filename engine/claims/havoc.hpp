// A program in which calls leave noise where their blocks promise nothing.
#pragma once

#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/claims/program.hpp"
#include "engine/common/choices.hpp"

namespace ryg::claims {

/// Watches the instructions of a call. When a routine with a block returns to its jsr, what it has
/// changed of its Uses, and no Out names, gets noise: a caller must not rely on it.
class Havoc {
  public:
    explicit Havoc(const Program& program);

    /// The next call.
    void begin();
    /// An instruction is about to be executed.
    void before(c64::Machine& machine);

    /// What has got noise: a byte, or a register, and the routine that used it.
    struct Spot {
        std::string routine;
        std::optional<Address> address{};
        char name = 0;  ///< of the register
        auto operator<=>(const Spot&) const = default;
    };
    [[nodiscard]] const std::set<Spot>& filled() const { return filled_; }
    /// If set, nothing else gets noise.
    std::optional<Spot> only{};

  private:
    struct Callee {
        std::string name;
        std::vector<Address> bytes{};
        std::string registers{};
    };
    struct Open {
        const Callee* callee;
        Address back;
        Byte s;
        std::vector<Byte> bytes;
        emu::Registers registers;
    };
    void fill(const Open& one, c64::Machine& machine);

    std::map<Address, Callee> callees_;
    std::bitset<0x10000> begins_;  // one of them
    std::vector<Open> open_;
    std::set<Spot> filled_;
    engine::Random random_{1};
};

}  // namespace ryg::claims
