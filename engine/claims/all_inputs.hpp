// All inputs that a block's In allows, numbered, and a routine called with one after another.
#pragma once

#include <memory>

#include "engine/claims/judge.hpp"

namespace ryg::claims {

/// The inputs of a block whose In are bytes: registers, flags, variables and addresses.
class AllInputs {
  public:
    /// A byte that In names, and what it may be.
    struct Place {
        char name = 0;  ///< of a register or flag; 0: memory
        Address at = 0;
        std::vector<Byte> values{};
    };

    /// Throws ContractError at an In that is more than bytes, and if there are 2^63 inputs or more.
    AllInputs(const Program& program, const Block& block);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::span<const Place> places() const { return places_; }
    /// Which of its values each place has in an input: the first place's change with each number.
    void choose(std::uint64_t number, std::span<unsigned> which) const;
    /// Puts an input into a call.
    void put(Call& call, std::uint64_t number) const;

  private:
    std::vector<Place> places_;
    std::uint64_t count_ = 1;
};

/// Calls a routine with its inputs in order, in batches that share their noise. What Judge says of a
/// call is made of what all calls of a batch have in common, and of columns of bytes: so it says
/// which calls are worth to be judged by themselves.
class ManyInputs {
  public:
    /// All that it is given has to outlive it; `machine` is one of the host's, ready for a call.
    ManyInputs(const Program& program, const Formulas& formulas, const Judge& judge,
               const AllInputs& inputs, c64::Machine machine, Cycle longest);
    ~ManyInputs();

    /// A call that shows something new, or something wrong.
    struct Found {
        std::uint64_t number = 0;
        bool is_fault = false;
        bool returned = true;  ///< false: it has taken too long, and nothing else is known of it
        Call call{};           ///< with the memory that the calls before have left
    };
    static constexpr unsigned batch = 16'384;
    /// Calls the routine for inputs from `first` on, before `end` and at most a batch of them, in the
    /// noise of `base`, up to the first that is worth a look. `done` is how many have been called.
    std::optional<Found> run(const Call& base, std::uint64_t first, std::uint64_t end,
                             std::uint64_t& done);

  private:
    class Running;
    std::unique_ptr<Running> running_;
};

}  // namespace ryg::claims
