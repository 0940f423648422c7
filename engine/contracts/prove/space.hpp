// All inputs that a block allows, as terms: where the draws of a kind choose one.
#pragma once

#include <functional>

#include "engine/contracts/prove/terms.hpp"
#include "engine/contracts/suite.hpp"

namespace ryg::contracts::prove {

/// Memory that lies at any address of its pages. Its cells are kept at `at`, its first page.
struct Object {
    std::string name;
    Term low = 0, high = 0;  ///< where it begins: two symbols
    unsigned at = 0, size = 0;
};

/// Inputs that only draws are known of; the message says which.
struct NoSpace : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The memory and the registers from which a routine is called. What no kind has set is noise.
struct Space {
    /// Throws ContractError.
    Space(Terms& terms, const Suite& suite, const Program& program, const Block& block,
          unsigned which);

    Terms& terms;
    const Program& program;
    std::vector<Term> cells;                              ///< 64 KB
    std::array<Term, register_names.size()> registers{};  ///< A X Y C Z N V
    std::vector<Term> inputs;                             ///< symbols that In has made
    std::vector<Object> objects;
    std::map<std::string, std::vector<Term>, std::less<>> made;  ///< symbols that kinds share

    /// A symbol of In.
    Term input(const Domain& domain);
    /// One of several spaces that together are all inputs: 0 .. count - 1.
    unsigned choose(unsigned count);
    /// Memory at an address that is unknown, and the pointer to it.
    Object& object(std::string_view name, unsigned size);
    /// Whether there is another space after this one.
    [[nodiscard]] bool is_last() const { return which_ == 0; }

  private:
    void put(const Entry& entry);

    unsigned which_;
    unsigned free_;
};

/// What contract's rig and so every proof takes for granted, a line for each.
[[nodiscard]] std::vector<std::string> assumptions();

}  // namespace ryg::contracts::prove
