// All inputs that a block's In allows, numbered, and calls of a routine with each of them.
#pragma once

#include <deque>
#include <map>

#include "emu/many_calls.hpp"
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
    ManyInputs(const ManyInputs&) = delete;  // it refers to its own machine
    ManyInputs& operator=(const ManyInputs&) = delete;

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
    static constexpr unsigned lanes = 64;
    using Column = std::array<Byte, lanes>;
    using Registers = emu::Registers;

    /// A byte of memory that is set before each call, or checked after it.
    struct Cell {
        Address at = 0;
        bool is_set = false, is_result = false;
        Column before{}, after{};
    };
    struct Lanes;
    /// An Out that has a formula or a range.
    struct Result {
        const Formulas::Formula* formula = nullptr;
        char name = 0;                     ///< name of a register or flag
        std::vector<const Cell*> cells{};  ///< its bytes in memory
        std::bitset<256> seen{};
    };
    /// Where an input is put: a whole column, or a bit of P.
    struct Target {
        Column* column;
        Byte flag = 0;
    };
    enum Worth : Byte { nothing, novel, fault };

    Cell& cell(unsigned at);
    void place_inputs();
    void place_noise();
    void begin(const Call& base);
    void fill(std::uint64_t number, unsigned position, unsigned count);
    bool call(unsigned lane);
    Worth worth_of(unsigned lane) const;
    void judge_cells(unsigned count, std::array<Worth, lanes>& worth) const;
    void judge_result(const Result& result, unsigned count, std::array<Worth, lanes>& worth) const;
    [[nodiscard]] Byte after(const Result& result, std::size_t byte, unsigned lane) const;
    void learn(unsigned lane);
    std::optional<Found> judge_memory(std::uint64_t first, std::uint64_t end);
    Found found(std::uint64_t first, std::uint64_t number, Worth worth);
    void again(std::uint64_t first, std::uint64_t number);

    const Formulas& formulas_;
    const AllInputs& inputs_;
    c64::Machine machine_, fresh_;
    emu::ManyCalls<c64::Board> calls_;
    Addresses allowed_, known_;                         // may change; have changed in some call
    std::array<bool, 3> may_change_{}, has_changed_{};  // A, X and Y
    Byte lasting_ = 0;                                  // flags that must not change
    std::deque<Cell> cells_;
    std::vector<Cell*> set_, looked_at_;
    std::vector<const Cell*> input_at_ = std::vector<const Cell*>(0x10000);
    std::map<unsigned, const Cell*> result_at_;  // used if an Out has a relation
    std::array<bool, lanes> accepted_{};         // inputs that Requires allows
    std::vector<Target> targets_;
    std::vector<Result> results_;
    const Call* base_ = nullptr;
    std::vector<unsigned> which_;
    std::array<Byte, 4096> noise_{};
    Column a_{}, x_{}, y_{}, p_{};  // registers before the calls
    std::array<Registers, lanes> after_{};
    std::array<Cycle, lanes> cycles_{};
    Cycle least_ = ~Cycle{}, most_ = 0;
};

}  // namespace ryg::claims
