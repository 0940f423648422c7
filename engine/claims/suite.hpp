// What is known of assembly with header blocks: programs, kinds, references.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>

#include "engine/claims/expected.hpp"
#include "engine/claims/input.hpp"
#include "engine/claims/stated.hpp"
#include "engine/claims/strict.hpp"

namespace ryg::claims {

/// What the kinds work with while the inputs of a call are drawn.
class Drawing {
  public:
    Drawing(Call& drawn, Choices& from) : call(drawn), choices(from), free(drawn.program->free) {}

    Call& call;
    Choices& choices;
    Extent free;  ///< memory that holds no input yet

    /// Allocates bytes of `free`, upward and with gaps, so that they may begin anywhere in a page.
    Address allocate(unsigned size);
};

/// A field of what a pointer points to, in bytes from its start.
struct Member {
    std::string_view name;
    unsigned begin = 0, end = 0;
};

/// A word in parentheses after an In: what may be put there. A declaration is enough: inputs are then
/// random ones of all that it allows, and references find the value by its type (`Call::value`).
struct Kind {
    std::string_view name;
    /// Puts an input of this kind into `drawing.call`; nullptr: it is only declared.
    void (*draw)(Drawing&, const Entry&) = nullptr;
    /// The input as text, for messages; nullptr: as a byte or an address.
    std::string (*describe)(const Call&, const Entry&) = nullptr;
    int stage = 0;            ///< kinds of a higher stage are drawn after all of a lower one
    bool caller_sets = true;  ///< false: not among what `= routine` in Uses stands for
    /// Whether the memory of a call that was not drawn holds an input of this kind; then sets what
    /// `draw` would have set besides memory. nullptr: as it is declared, unless there is a `reread`.
    /// Of an array nothing is checked, as a program may use a part of it: a reference throws where its
    /// bytes lead nowhere.
    bool (*holds)(Call&, const Entry&) = nullptr;
    /// Sets what `draw` would have set besides memory, where `holds` is nullptr; if that is nullptr,
    /// too, it stays as it was drawn.
    void (*reread)(Call&, const Entry&) = nullptr;
    /// The declaration of all inputs of this kind; none: only draws are known.
    InputKind input{};

    [[nodiscard]] bool is_only_declared() const { return draw == nullptr && input.declare; }
    /// Whether memory tells if it holds an input of this kind.
    [[nodiscard]] bool is_recognised() const {
        return holds != nullptr || (reread == nullptr && input.declare);
    }
};
/// One that is only declared.
template <class P>
[[nodiscard]] Kind kind(const InputOf<P>& of) {
    return {.name = of.word, .input = input(of)};
}

/// What a reference reads, and where it states the result.
using In = const Call&;
using Out = Expected&;

/// A routine's contract in C++, in addition to the block that states it in words.
struct Reference {
    std::string_view routine;
    void (*expect)(In, Out) = nullptr;
    unsigned draws = 0;  ///< 0: the usual number
    /// Makes inputs agree that rarely would by chance.
    void (*agree)(Call&, Choices&) = nullptr;
    /// Keys to type, for routines that wait for some.
    Keys (*type)(In, Choices&) = nullptr;
    /// False for inputs that the block's text excludes but its kinds allow.
    bool (*accepts)(In) = nullptr;
    /// Instead of `expect`: states the result of bytes that are not known, too.
    void (*state)(const Given&, Stated&) = nullptr;
};

/// The references of several files.
[[nodiscard]] std::vector<Reference> joined(std::initializer_list<std::vector<Reference>> files);

/// Programs made from the same sources, and all that is needed to check them.
struct Suite {
    std::string_view folder{};         ///< of the sources, below the root of the tree
    std::vector<std::string> files{};  ///< or these, wherever they are
    std::vector<Subject> subjects{};
    std::vector<Kind> kinds{};  ///< apart from `any`, `text`, `buffer` and sets of bytes
    std::vector<std::string_view> areas{};  ///< words of Uses that stand for `Call::areas`
    std::vector<Member> fields{};           ///< of what `name->field` points to
    std::vector<Reference> references{};
    /// A better name for an address than the nearest label, or nothing.
    std::string (*name_address)(const Call&, unsigned address) = nullptr;
    /// States the result of a call of a routine that no reference knows.
    std::function<void(In, Out)> expect{};
    bool must_know = true;     ///< every Out needs a reference or a formula
    unsigned draws = 1200;     ///< for each routine
    bool varies = true;        ///< further draws near the quickest and the slowest so far
    bool reaches_ends = true;  ///< draws reach both ends of every Time, of exact ones, too
    unsigned tries = 0;        ///< all inputs if no more than this, else the ends of their ranges
    Cycle longest = 100'000'000;              ///< cycles that a call may take
    Strictness strictness{};                  ///< of checks and cases
    const std::atomic<bool>* stop = nullptr;  ///< ends a check, at once
    std::atomic<Cycle>* simulated = nullptr;  ///< counts the cycles of all calls, as they pass

    [[nodiscard]] bool stops() const { return stop != nullptr && *stop; }
    [[nodiscard]] const Kind* kind(std::string_view name) const;
    /// The bytes of a field. Throws ContractError.
    [[nodiscard]] Extent field(std::string_view name) const;
    /// States the result of a call, by its reference or else by `expect`.
    void state_result(const Reference& known, In call, Out expected) const;
    /// The same up to where it begins anew, if it does: `expected.begins_anew`.
    void state_round(const Reference& known, In call, Out expected) const;
    /// nullptr if there is none.
    [[nodiscard]] const Reference* reference(std::string_view routine) const;
    [[nodiscard]] Vocabulary words() const;
};

/// For a game: its suite, but nullptr in the page for browsers, which checks nothing.
using MadeSuite = const Suite& (*)();
[[nodiscard]] constexpr MadeSuite for_checks([[maybe_unused]] MadeSuite suite) {
#ifdef RYG_WITHOUT_CHECKS
    return nullptr;
#else
    return suite;
#endif
}

/// Does what kinds and references do. They rely on each other: where one of the kinds is in the wrong
/// place, some value is missing. Throws ContractError then, with the line of the first kind.
template <class Action>
void among_kinds(const Block& block, Action&& action) {
    try {
        action();
    } catch (const std::bad_optional_access&) {
        const auto first =
            std::ranges::find_if(block.in, std::not_fn(&std::string::empty), &Entry::kind);
        ContractError error(
            "its reference does not find the value of an In: does each (kind) fit?");
        error.line = first == block.in.end() ? block.line : first->line;
        throw error;
    }
}

/// A block's In by the stages of their kinds.
[[nodiscard]] std::vector<const Entry*> in_order(const Suite& suite, const Block& block);

/// Draws the inputs that a block's In asks for. Throws ContractError at a word that the program
/// does not know.
[[nodiscard]] Call draw_call(const Suite& suite, const Program& program, const Block& block,
                             std::span<const Byte> background, Choices& choices);

/// The first In that a call in a running program does not meet, or nullptr; if none, the call is as
/// `draw_call` would have made it. Throws ContractError if that cannot be told.
[[nodiscard]] const Entry* unmet_input(const Suite& suite, Call& call);

/// Brings `call.drawn` and `call.declared` up to date after its memory has changed; `in` are its block's, in order.
void reread(const Suite& suite, Call& call, std::span<const Entry* const> in);

/// The inputs as text, for messages.
[[nodiscard]] std::string describe(const Suite& suite, const Call& call);

}  // namespace ryg::claims
