// What comes out of a path, compared for all its inputs with what a reference states of them.
#pragma once

#include <functional>
#include <optional>

#include "engine/claims/stated.hpp"
#include "engine/contracts/prove/diagrams.hpp"
#include "engine/contracts/prove/search.hpp"

namespace ryg::contracts::prove {

using claims::Given;
using claims::Stated;
using claims::Unknown;

/// Terms as the formulas of values.
class TermAlgebra final : public claims::Algebra {
  public:
    explicit TermAlgebra(Terms& terms) : terms_(terms) {}

    [[nodiscard]] claims::Value value(Term term);
    [[nodiscard]] claims::Value make(claims::Op op, const claims::Value& a, const claims::Value& b,
                                     const claims::Value& c) override;
    [[nodiscard]] claims::Value look_up(const Table& table, const claims::Value& index) override {
        return value(terms_.look_up(table, index.formula()));
    }

  private:
    Terms& terms_;
};

class Statement {
  public:
    /// `judge` gets inputs for which something differs, or which show an end of a range; `on_pause` is
    /// called now and then and may throw Diagrams::TooLarge.
    Statement(Search& in, const Values& values, std::function<void()> on_pause,
              std::function<void(const Values&)> judge)
        : in_(in),
          terms_(in.terms),
          algebra_(in.terms),
          values_(values),
          on_pause_(std::move(on_pause)),
          judge_(std::move(judge)) {}

    /// Whether the path leaves and prints what is stated, whatever its inputs are. False, too, if that
    /// cannot be decided.
    [[nodiscard]] bool holds(const Program& program, const Block& block,
                             void (*state)(const Given&, Stated&));

  private:
    using Outs = std::vector<std::pair<Term, const claims::Value*>>;  // nullptr: not stated

    [[nodiscard]] Outs outs(const Entry& entry, const Program& program, const Stated& stated);
    bool differ(Term should, Term is, Values& others, std::vector<Term>& decided);
    bool find(Term is, Term should);
    bool is_same(Term is, Term should);
    bool prints(const Stated& stated);
    bool is_in(Term is, const ByteSet& bytes);

    Search& in_;
    Terms& terms_;
    TermAlgebra algebra_;
    const Values& values_;
    std::function<void()> on_pause_;
    std::function<void(const Values&)> judge_;
    std::optional<Diagrams> diagrams_;
};

}  // namespace ryg::contracts::prove
