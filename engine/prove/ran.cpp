// Turns an input whose run contradicts the block into an assignment of the graph's inputs.
#include <algorithm>

#include "engine/prove/run.hpp"

namespace ryg::prove {
namespace {

/// The values of the graph's inputs for an input of the block.
Assignment assignment_of(SymbolicRun& run, const claims::AllInputs& inputs, std::uint64_t number) {
    Assignment made;
    std::vector<unsigned> which(inputs.places().size());
    inputs.choose(number, which);
    for (std::size_t i = 0; i < which.size(); ++i) {
        const auto& place = inputs.places()[i];
        const Bits8 before = place.name != 0 ? register_of(run.symbols.state(), place.name)
                                             : run.world.before(place.at);
        const std::vector<std::uint32_t> of_byte = inputs_of(run.graph, before.bits);
        Assignment at;
        for (unsigned values = 0; values >> of_byte.size() == 0; ++values) {  // of at most 8 inputs
            for (std::size_t k = 0; k < of_byte.size(); ++k)
                at[of_byte[k]] = (values >> k & 1) != 0;
            if (Evaluation(run.graph, at).number(before.bits) == place.values[which[i]]) break;
        }
        made.merge(at);
    }
    return made;
}

}  // namespace

std::pair<Possibility, Assignment> run_all(SymbolicRun& run, Literal question,
                                           const claims::AllInputs& inputs,
                                           claims::ManyInputs& many, const claims::Call& base) {
    const std::array roots{question};
    if (!std::ranges::all_of(inputs_of(run.graph, roots),
                             [&](auto input) { return run.symbols.is_named(input); })) {
        return {Possibility::unknown, {}};
    }
    for (std::uint64_t tried = 0; tried < inputs.count();) {
        if (run.budget.is_spent()) return {Possibility::unknown, {}};
        std::uint64_t done = 0;
        const auto found = many.run(base, tried, inputs.count(), done);
        tried += done;
        if (found && !found->returned) return {Possibility::unknown, {}};
        if (found && found->is_fault) {
            return {Possibility::yes, assignment_of(run, inputs, found->number)};
        }
    }
    return {Possibility::no, {}};
}

}  // namespace ryg::prove
