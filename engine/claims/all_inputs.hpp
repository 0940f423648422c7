// All inputs that a block's In allows, numbered, and calls of a routine with each of them.
#pragma once

#include <memory>

#include "engine/claims/judge.hpp"

namespace ryg::claims {

/// The inputs of a block whose In are bytes: registers, flags, variables and addresses.
class AllInputs {
  public:
    /// A byte that In names, and its allowed values.
    struct Place {
        char name = 0;  ///< name of a register or flag; 0: memory
        Address at = 0;
        std::vector<Byte> values{};
    };

    /// Throws ContractError if an In is not made of bytes, or if there are 2^63 inputs or more.
    AllInputs(const Program& program, const Block& block);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::span<const Place> places() const { return places_; }
    /// Index of each place's value in an input; the first place's changes with every number.
    void choose(std::uint64_t number, std::span<unsigned> which) const;
    /// Puts an input into a call.
    void put(Call& call, std::uint64_t number) const;

  private:
    std::vector<Place> places_;
    std::uint64_t count_ = 1;
};

/// Calls a routine with its inputs in order, in batches with the same random fill. Applies Judge's
/// rules to columns of bytes and to the calls' common part, and so finds the calls that are worth
/// checking separately.
class ManyInputs {
  public:
    /// All references must outlive it. `machine` is from a host, ready for a call.
    ManyInputs(const Program& program, const Formulas& formulas, const Judge& judge,
               const AllInputs& inputs, c64::Machine machine, Cycle longest);
    ~ManyInputs();

    /// A call that shows something new, or something wrong.
    struct Found {
        std::uint64_t number = 0;
        bool is_fault = false;
        bool returned = true;  ///< false: it took too long; nothing else is known
        Call call{};           ///< with the memory that earlier calls have left
    };
    static constexpr unsigned batch = 16'384;
    /// Calls the routine for inputs from `first` to before `end`, at most one batch, with the
    /// random fill of `base`, up to the first call of interest. Sets `done` to the number of calls.
    std::optional<Found> run(const Call& base, std::uint64_t first, std::uint64_t end,
                             std::uint64_t& done);

  private:
    class Running;
    std::unique_ptr<Running> running_;
};

}  // namespace ryg::claims
