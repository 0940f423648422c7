// A reference that is a function or a command: compared with the routine on every input of In.
#pragma once

#include "engine/prove/run.hpp"

namespace ryg::prove {

/// Asks what each input should give. The routine's own results come from the graph, many inputs at
/// a time; bytes that In does not name may not matter to them.
class Asked {
  public:
    using Answers = std::function<claims::Expected(const claims::Call&)>;
    struct Outcome {
        bool is_complete = false;  ///< every input was compared
        std::optional<claims::Call> different{};
        std::string what{};  ///< what differs, or how many were compared
    };

    Asked(Run& run, const Result& result, Answers answers);

    [[nodiscard]] Outcome ask_all(const claims::Call& base);

  private:
    [[nodiscard]] std::string compare(const claims::Expected& expected, Evaluation& value);

    [[nodiscard]] bool depends_on_noise(std::span<const Literal> bits) const;
    /// The same, kept by a number of its own.
    [[nodiscard]] bool depends_on_noise(unsigned what, std::span<const Literal> bits);

    static constexpr std::string_view noise = "a result depends on bytes that In does not name";
    std::unordered_map<unsigned, bool> noisy_;
    Run& run_;
    const Result& result_;
    Answers answers_;
};

}  // namespace ryg::prove
