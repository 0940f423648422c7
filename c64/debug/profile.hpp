// Where the cycles go: a tree of calls, and sums by routine with and without its callees.
//
//     Profile profile(root);
//     debugger.replay(first, last,
//                     [&](const Executed& done, const Moment&) { profile.note(done); });
//     profile.finish();                       // rows, the most expensive first
//     profile.contexts();                     // the tree of calls, for diagrams
//
// The self cycles of all contexts, of all rows and of all addresses each add up to all cycles
// exactly.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "c64/debug/call_stack.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::c64::debug {

/// The calls and cycles of one routine.
struct RoutineCost {
    Address routine = 0;
    std::uint64_t calls = 0;
    emu::Cycle self = 0;       ///< its own instructions, with its RTS, without the JSR to it
    emu::Cycle inclusive = 0;  ///< plus those of its callees; recursive calls count once
};

/// A routine as called through a certain chain of callers.
struct CallContext {
    Address routine = 0;
    std::size_t parent = 0;  ///< index of the caller's; the first context is its own parent
    unsigned level = 1;      ///< how often the routine is in the chain, this call included
    std::uint64_t calls = 0;
    emu::Cycle self = 0;
    std::map<Address, std::size_t> callees{};
};

/// The calls from one address in a routine of one context to another routine.
struct CallsAt {
    std::uint64_t calls = 0;
    emu::Cycle inclusive = 0;
};

/// Pass it every instruction. JSRs to `grouped_from` or higher (the KERNAL, say) and everything
/// inside them count as one routine at that address. A recursive routine has separate contexts for
/// the outermost `recursion` calls on the stack; deeper calls belong to the last.
class Profile {
  public:
    /// What to distinguish.
    struct ProfileOptions {
        unsigned grouped_from = 0x10000;
        unsigned recursion = 1;
        bool by_line = false;  ///< also costs and calls by address, for each context
    };

    explicit Profile(Address root) : Profile(root, ProfileOptions{}) {}
    Profile(Address root, ProfileOptions options) : options_(options) {
        contexts_.push_back({.routine = grouped(root)});
        ++contexts_[0].calls;
        open_.push_back(0);
    }
    /// Starts in the middle of a program, with its open calls.
    Profile(Address root, const CallStack& open, ProfileOptions options) : Profile(root, options) {
        calls_ = open;
        for (const Frame& frame : open.frames()) enter(frame.routine, frame.call);
    }

    void note(const Executed& done) {
        cycles_ += done.cycles;
        contexts_[open_.back()].self += done.cycles;
        by_address_[done.before.pc] += done.cycles;
        if (options_.by_line) {
            costs_[open_.back() << 16 | done.before.pc] += done.cycles;
            if (!entered_.empty()) entered_.back().total += done.cycles;
        }
        const std::size_t depth = calls_.frames().size();
        const std::size_t closed = calls_.note(done);
        if (options_.by_line) leave(closed);
        open_.resize(open_.size() - closed);
        if (calls_.frames().size() > depth - closed) enter(done.after.pc, done.before.pc);
    }

    /// The sums by routine, most expensive first.
    [[nodiscard]] std::vector<RoutineCost> finish() const;
    /// The tree of calls: callers before callees, the root first.
    [[nodiscard]] const std::vector<CallContext>& contexts() const { return contexts_; }
    /// Cycles of each context with all its callees; index as in `contexts()`.
    [[nodiscard]] std::vector<emu::Cycle> totals() const;
    /// Cycles of the instructions at each address.
    [[nodiscard]] const std::vector<emu::Cycle>& by_address() const { return by_address_; }
    [[nodiscard]] emu::Cycle cycles() const { return cycles_; }

    /// With `by_line`: cycles of each address in a context, by context << 16 | address.
    [[nodiscard]] const std::unordered_map<std::size_t, emu::Cycle>& costs() const {
        return costs_;
    }
    /// With `by_line`: the calls, returned or still open, by caller's context << 16 | address of
    /// the call, and the context called.
    using Calls = std::map<std::pair<std::size_t, std::size_t>, CallsAt>;
    [[nodiscard]] Calls calls() const;

  private:
    [[nodiscard]] Address grouped(Address routine) const {
        return routine >= options_.grouped_from ? static_cast<Address>(options_.grouped_from)
                                                : routine;
    }
    void enter(Address routine, Address place);
    void leave(std::size_t count);

    /// A call that has not returned.
    struct OpenCall {
        std::size_t place;     // as in Calls
        emu::Cycle total = 0;  // cycles of it and its callees
    };

    ProfileOptions options_;
    CallStack calls_;
    std::vector<CallContext> contexts_;
    std::vector<std::size_t> open_;  // contexts: the root, then one per frame of `calls_`
    std::vector<emu::Cycle> by_address_ = std::vector<emu::Cycle>(65536);
    emu::Cycle cycles_ = 0;
    std::vector<OpenCall> entered_;  // the calls in `open_` after the root, with `by_line`
    std::unordered_map<std::size_t, emu::Cycle> costs_;
    Calls calls_at_;
};

// --- as text, and in the formats of other viewers ------------------------------------------------

/// One line per routine: calls, self, inclusive, shares; the most expensive first.
[[nodiscard]] std::string profile_text(const Profile& profile, const Symbols& symbols);
/// One line per context with at least 1% of all cycles, indented by depth.
[[nodiscard]] std::string profile_tree(const Profile& profile, const Symbols& symbols);
/// One line per source line, for the twenty most expensive.
[[nodiscard]] std::string profile_lines(const Profile& profile, const Symbols& symbols);
/// For KCachegrind and callgrind_annotate: costs and calls by source line; needs `by_line`. Each
/// separate level of a recursive routine is a function of its own, "miniMax'2".
[[nodiscard]] std::string profile_callgrind(const Profile& profile, const Symbols& symbols);
/// For flame graphs: "search;miniMax;maxHijos 1234" lines.
[[nodiscard]] std::string profile_collapsed(const Profile& profile, const Symbols& symbols);

}  // namespace ryg::c64::debug
