// Randomises what calls leave behind and their blocks do not promise: no caller may rely on it.
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

/// Observes the instructions of a call. When a routine with a block returns to its jsr, the bytes
/// and registers of its Uses that it has changed and that no Out names become random. A caller that
/// relies on them then breaks its own contract.
class Havoc {
  public:
    explicit Havoc(const Program& program);

    /// Begins the next call.
    void begin();
    /// An instruction is about to be executed.
    void before(c64::Machine& machine);

    /// A byte or register that was randomised, and the routine that had changed it.
    struct Spot {
        std::string routine;
        std::optional<Address> address{};
        char name = 0;  ///< name of the register; 0: a byte
        auto operator<=>(const Spot&) const = default;
    };
    [[nodiscard]] const std::set<Spot>& filled() const { return filled_; }
    /// If set, nothing else is randomised.
    std::optional<Spot> only{};

  private:
    /// A routine with a block: the bytes and registers of its Uses that no Out names.
    struct Callee {
        std::string name;
        std::vector<Address> bytes{};
        std::string registers{};
    };
    /// A call that has not returned, and its callee's bytes and registers before it.
    struct Open {
        const Callee* callee;
        Address back;
        Byte s;
        std::vector<Byte> bytes;
        emu::Registers registers;
    };
    void fill(const Open& one, c64::Machine& machine);

    std::map<Address, Callee> callees_;
    std::bitset<0x10000> begins_;  // first addresses of callees
    std::vector<Open> open_;
    std::set<Spot> filled_;
    engine::Random random_{1};
};

}  // namespace ryg::claims
