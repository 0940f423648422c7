// A file of cases as data: the values set before a call, and the conditions after it.
#pragma once

#include <memory>
#include <set>

#include "app/located_json.hpp"
#include "engine/claims/formula.hpp"

namespace ryg::app {

using emu::Address;
using emu::Byte;

/// A value that a case states for a register or a number in memory.
struct CaseValue {
    LocatedJson::Pointer place;
    std::string key{};             ///< its name in the file
    char name = 0;                 ///< name of a register; 0: memory
    std::vector<Address> bytes{};  ///< addresses in memory, low byte first
    // One of these:
    std::uint64_t number = 0;
    std::optional<c64::debug::Expression> formula{};  ///< over the state before the call
    std::optional<Address> copied{};                  ///< the byte there before the call
    claims::Ranges allowed{};                         ///< after the call
    bool is_asked = false;                            ///< the reference says it

    [[nodiscard]] bool is_plain() const { return !formula && !copied && allowed.empty(); }
};

/// Values of different registers and bytes, in the file's order.
struct CaseValues {
    std::vector<CaseValue> all{};
    std::set<Address> bytes{};
    std::string registers{};

    /// False, and nothing is added, if one of its bytes has a value already.
    bool add(CaseValue value);
    /// Adds the values of registers and bytes that have none yet.
    void add_defaults(const CaseValues& others);
};

struct CaseInputs {
    Address at = 0;
    std::vector<Byte> values;  ///< values of successive reads; the last repeats
};

/// How often something may happen.
struct CaseCount {
    std::string of;
    std::vector<Address> places{};
    std::uint64_t least = 1, most = emu::never;
};

struct CaseCall {
    Address routine = 0;
    CaseValues in{}, out{};
};

struct CaseInterrupt {
    std::optional<Address> at{};  ///< when first reached; nullopt: in a given cycle
    emu::Cycle cycle = 0;
    Address routine = 0;
};

enum class CaseEnd { rts, rti, never, brk, jam };

/// One case: a call, with the state before it and the conditions after it.
struct Case {
    LocatedJson::Shared file;
    LocatedJson::Pointer place;
    std::string name{};
    CaseCall call{};
    std::vector<CaseCall> first{};
    std::vector<CaseInputs> inputs{};
    std::map<Address, std::vector<CaseValues>> instead{};  ///< by call; the last repeats
    std::vector<CaseInterrupt> interrupts{};
    std::vector<Byte> keys{};
    std::optional<Byte> rest{};  ///< fills everything not stated; nullopt: random
    std::optional<Address> to{};
    CaseEnd ends = CaseEnd::rts;
    std::optional<std::pair<emu::Cycle, emu::Cycle>> cycles{};
    std::vector<CaseCount> calls{}, reads{}, writes{};
    std::optional<std::string> prints{};
    std::optional<CaseValues> uses{};  ///< what else may change; nullopt: anything
    std::string skip{};                ///< why it is not run; empty: it is run
    std::set<std::string> tags{};
};

/// Whether a file's cases need `machine: ram`.
[[nodiscard]] bool wants_ram(const LocatedJson& file);

/// The cases of a file and of those that it includes, for a program. docs/contracts.md has the
/// grammar. Throws Trouble.
[[nodiscard]] std::vector<Case> read_cases(const LocatedJson::Shared& file,
                                           const claims::Program& program);

}  // namespace ryg::app
