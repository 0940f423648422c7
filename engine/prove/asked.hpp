// Compares a routine on every input of In with a reference that is a function or a command.
#pragma once

#include "engine/prove/run.hpp"

namespace ryg::prove {

/// Asks the reference for the result of each input. The routine's own results are computed from the
/// graph, many inputs at a time, and must not depend on bytes that In does not name.
class ReferenceOracle {
  public:
    using Answers = std::function<claims::Expected(const claims::Call&)>;
    /// Whether the routine agrees with the reference, or an input for which it does not.
    struct ReferenceAgreement {
        bool is_complete = false;  ///< every input was compared
        std::optional<claims::Call> different{};
        std::string what{};  ///< the difference, or the number compared
    };

    ReferenceOracle(SymbolicRun& run, const RoutineEnds& result, Answers answers);

    [[nodiscard]] ReferenceAgreement ask_all(const claims::Call& base);

  private:
    [[nodiscard]] std::string compare(const claims::Expected& expected, Evaluation& value);

    [[nodiscard]] bool depends_on_noise(std::span<const Literal> bits) const;
    /// The same with a cache, keyed by `what`.
    [[nodiscard]] bool depends_on_noise(unsigned what, std::span<const Literal> bits);

    static constexpr std::string_view noise = "a result depends on bytes that In does not name";
    std::unordered_map<unsigned, bool> noisy_;
    SymbolicRun& run_;
    const RoutineEnds& result_;
    Answers answers_;
};

}  // namespace ryg::prove
