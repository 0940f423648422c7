// Programs with header blocks, and the kinds and references for checking them.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>

#include "engine/claims/expected.hpp"
#include "engine/claims/input.hpp"
#include "engine/claims/stated.hpp"
#include "engine/claims/strict.hpp"

namespace ryg::claims {

/// The state in which kinds choose the random inputs of a call.
class Drawing {
  public:
    Drawing(Call& drawn, Choices& from) : call(drawn), choices(from), free(drawn.program->free) {}

    Call& call;
    Choices& choices;
    Extent free;  ///< memory without inputs so far

    /// Allocates bytes of `free`, upward and with gaps, so that they may begin anywhere in a page.
    Address allocate(unsigned size);
};

/// A field of a record that a pointer points to; offsets in bytes.
struct Member {
    std::string_view name;
    unsigned begin = 0, end = 0;
};

/// A word in parentheses after an In, and its allowed inputs. A declaration suffices: inputs are
/// then sampled from it, and references find the value by its type (`Call::value`).
struct Kind {
    std::string_view name;
    /// Puts a random input of this kind into `drawing.call`; nullptr if it is only declared.
    void (*draw)(Drawing&, const Entry&) = nullptr;
    /// The input as text, for messages; nullptr: as a byte or an address.
    std::string (*describe)(const Call&, const Entry&) = nullptr;
    int stage = 0;            ///< kinds of a higher stage are chosen after all of a lower one
    bool caller_sets = true;  ///< false: not included by `= routine` in Uses
    /// Whether the memory of a call in a running program holds an input of this kind; if so, sets
    /// what `draw` would have set besides memory. nullptr: uses the declaration, unless there is a
    /// `reread`. Arrays are not checked, as a program may use part of one: a reference throws if
    /// their bytes are invalid.
    bool (*holds)(Call&, const Entry&) = nullptr;
    /// If `holds` is nullptr, sets what `draw` would have set besides memory; nullptr: keeps it.
    void (*reread)(Call&, const Entry&) = nullptr;
    /// The declaration of all inputs of this kind; if empty, only `draw` can make inputs.
    InputKind input{};

    [[nodiscard]] bool is_only_declared() const { return draw == nullptr && input.declare; }
    /// Whether an input of this kind can be recognised in memory.
    [[nodiscard]] bool is_recognised() const {
        return holds != nullptr || (reread == nullptr && input.declare);
    }
};
/// A kind that is only declared.
template <class P>
[[nodiscard]] Kind kind(const InputOf<P>& of, int stage = 0) {
    return {.name = of.word, .stage = stage, .input = input(of)};
}

/// The call that a reference reads, and the result that it states.
using In = const Call&;
using Out = Expected&;

/// A routine's contract in C++, in addition to the block that states it in words.
struct Reference {
    std::string_view routine;
    void (*expect)(In, Out) = nullptr;
    unsigned draws = 0;  ///< number of random tests; 0: the suite's
    /// Makes inputs consistent that rarely are by chance.
    void (*agree)(Call&, Choices&) = nullptr;
    /// Keys to type, for routines that read keys.
    Keys (*type)(In, Choices&) = nullptr;
    /// False for inputs that the block excludes although its kinds allow them.
    bool (*accepts)(In) = nullptr;
    /// Instead of `expect`, or to be compared with it: states the result for formulas, too.
    void (*state)(const Given&, Stated&) = nullptr;
};

/// The references of several files.
[[nodiscard]] std::vector<Reference> joined(std::initializer_list<std::vector<Reference>> files);

/// Programs made from the same sources, and the data needed to check them.
struct Suite {
    std::string_view folder{};         ///< folder of the sources, relative to the root of the tree
    std::vector<std::string> files{};  ///< or individual source files
    std::vector<Subject> subjects{};
    std::vector<Kind> kinds{};  ///< apart from `any`, `text`, `buffer` and sets of bytes
    std::vector<std::string_view> areas{};  ///< words of Uses that name `Call::areas`
    std::vector<Member> fields{};           ///< fields for `name->field`
    std::vector<Reference> references{};
    /// A better name for an address than the nearest label, or an empty text.
    std::string (*name_address)(const Call&, unsigned address) = nullptr;
    /// States the result of a call of a routine without a reference.
    std::function<void(In, Out)> expect{};
    bool must_know = true;     ///< every Out needs a reference or a formula
    unsigned draws = 1200;     ///< random tests of each routine
    bool varies = true;        ///< also tests inputs near the fastest and slowest so far
    bool reaches_ends = true;  ///< tests must reach both ends of every Time, even if exact
    unsigned tries = 0;  ///< try all inputs if no more than this, else the ends of their ranges
    Cycle longest = 100'000'000;              ///< maximum cycles of a call
    Strictness strictness{};                  ///< rules for checks and cases
    const std::atomic<bool>* stop = nullptr;  ///< set it to end a check at once
    std::atomic<Cycle>* simulated = nullptr;  ///< adds up the cycles of all calls

    [[nodiscard]] bool stops() const { return stop != nullptr && *stop; }
    [[nodiscard]] const Kind* kind(std::string_view name) const;
    /// The bytes of a field. Throws ContractError.
    [[nodiscard]] Extent field(std::string_view name) const;
    /// States the result of a call, by its reference or otherwise by `expect`.
    void state_result(const Reference& known, In call, Out expected) const;
    /// States the result up to the point where the routine begins again, if it does
    /// (`expected.begins_anew`).
    void state_round(const Reference& known, In call, Out expected) const;
    /// nullptr if there is none.
    [[nodiscard]] const Reference* reference(std::string_view routine) const;
    [[nodiscard]] Vocabulary words() const;
};

/// A game's suite; nullptr in the page for browsers, which checks nothing.
using MadeSuite = const Suite& (*)();
[[nodiscard]] constexpr MadeSuite for_checks([[maybe_unused]] MadeSuite suite) {
#ifdef RYG_WITHOUT_CHECKS
    return nullptr;
#else
    return suite;
#endif
}

/// Calls functions of kinds and references, which do not see the block. If the block puts a kind in
/// the wrong place, they miss a value or a label. Converts their exceptions to ContractError, with
/// the line of the block's first kind.
template <class Action>
void among_kinds(const Block& block, Action&& action) {
    const auto fail = [&](const std::string& what) {
        const auto first =
            std::ranges::find_if(block.in, std::not_fn(&std::string::empty), &Entry::kind);
        ContractError error(what + ": does each (kind) fit?");
        error.line = first == block.in.end() ? block.line : first->line;
        throw error;
    };
    try {
        action();
    } catch (const ContractError&) {
        throw;
    } catch (const std::bad_optional_access&) {
        fail("its reference does not find the value of an In");
    } catch (const std::exception& trouble) {
        fail(trouble.what());
    }
}

/// A block's In, ordered by the stages of their kinds.
[[nodiscard]] std::vector<const Entry*> in_order(const Suite& suite, const Block& block);
/// The same, but an element comes after its index, and few values after many.
[[nodiscard]] std::vector<const Entry*> by_dependence(const Suite& suite, const Block& block);

/// Makes random inputs for a block's In. Throws ContractError at a word that the program does not
/// define.
[[nodiscard]] Call draw_call(const Suite& suite, const Program& program, const Block& block,
                             std::span<const Byte> background, Choices& choices);

/// The first In that a call in a running program does not satisfy, or nullptr; the call then is one
/// that `draw_call` could have made. Throws ContractError if this cannot be decided.
[[nodiscard]] const Entry* unmet_input(const Suite& suite, Call& call);

/// Updates `call.drawn` and `call.declared` after its memory has changed; `in` is the result of
/// `in_order`.
void reread(const Suite& suite, Call& call, std::span<const Entry* const> in);

/// The inputs as text, for messages.
[[nodiscard]] std::string describe(const Suite& suite, const Call& call);

}  // namespace ryg::claims
