// A work item: calls a program and compares its results with its twin's.
#pragma once

#include <algorithm>
#include <any>
#include <functional>
#include <memory>
#include <optional>

#include "engine/claims/conversation.hpp"
#include "engine/claims/expected.hpp"
#include "engine/common/players.hpp"

namespace ryg::claims {

class Witness;
struct Suite;
struct Witnessed;
std::shared_ptr<const Witnessed> witnessed(const Suite* suite, const c64::EmbeddedImage& program);

/// A type-erased position, so that code shared by all games is compiled once.
using AnyPosition = std::any;
template <class P>
struct Door;  // engine/claims/door.hpp
using AnyDoor = Door<AnyPosition>;

/// The model of a program in C++: searches a position, and adds the memory contents that the program
/// must leave to `expected`, which is empty. Used by one thread for one setting.
template <class P>
using Twin = std::function<void(const P& position, Expected& expected)>;

/// A program, and the depth of its searches.
struct Setting {
    std::string_view program;                 ///< its name
    int version = 0, depth = 0;               ///< 0: the game has none
    const work::Values* own = nullptr;        ///< values of the game's own options
    const std::atomic<bool>* stop = nullptr;  ///< checked by twins that search for a long time
    const std::function<void(int depth)>* iterated = nullptr;  ///< their progress callback
};

/// How a setting's program is made to search.
struct Searching {
    /// A routine of the search.
    struct Routine {
        std::string_view name;
        Address address = 0;
    };
    std::vector<Routine> routines;  ///< called one after the other
    std::string_view stage{};       ///< Door::stage
};

/// Thrown when a work item differs, if no explanation is needed.
struct Differs {};
/// Thrown when a work item differs and the difference is to be explained.
struct Found {
    work::Difference difference;
    std::size_t step = 0;         ///< number of the first step that differed
    std::vector<Address> path{};  ///< executed addresses, if recorded
};

/// A work item of any game. Throws each difference, as Differs or, if it is to be explained, as
/// Found; an EngineFault counts as a difference.
class Trial {
  public:
    /// What a work item does, and how closely it looks.
    struct Terms {
        const Searching& searching;
        const Setting& setting;
        std::uint64_t index = 0;  ///< index within its kind
        std::uint64_t seed = 1;
        const std::atomic<bool>* stop = nullptr;
        bool explains = false;  ///< keeps copies of the machine, to find the code that wrote a byte
        bool looks = true;      ///< checks the memory outside the program after each search
        /// Seed of the random memory before each search.
        std::optional<std::uint64_t> noise{};
        /// The program's blocks, for checking calls to explain a difference; nullptr if there are
        /// none.
        std::shared_ptr<const Witnessed> blocks{};
        bool judges = false;          ///< initial value of Trial::judges
        bool records = false;         ///< also throws the addresses executed by the last step
        std::size_t stops_after = 0;  ///< if not 0: throws Found after this many steps in any case
        const Cycle* longest_call = nullptr;  ///< Order::longest_call
    };
    Trial(const AnyDoor& door, Host& host, const Twin<AnyPosition>& twin, Expected& expected,
          const Terms& terms);

    Host& host;
    const Setting& setting;
    std::uint64_t index;    ///< index within its kind
    engine::Random random;  ///< seeded from the seed, the setting and the index
    work::Outcome outcome;  ///< results so far
    bool judges;            ///< checks calls against their blocks even if nothing differs
    Cycle last_search = 0;  ///< cycles of the search compared last

    /// Sets the position that the work item is about.
    void at(const AnyPosition& position);
    /// Searches this position before each search, in the same machine. Requires Terms::noise.
    void search_before(const AnyPosition& position) { before_ = position; }
    /// Puts a position into the program's memory, searches it with both engines, and compares.
    /// Restores the prepared machine first, if `Door::restores`.
    const work::Outcome& search(const AnyPosition& position);
    /// Searches the position already in the program's memory, without restoring the machine.
    const work::Outcome& search_as_it_is(const AnyPosition& position);
    /// Compares the result of a search that the program made in a conversation.
    const work::Outcome& expect_search(const AnyPosition& position);

    /// Begins a game: restores the prepared machine, randomised if requested.
    void begin();
    /// Calls a routine, within `limit` cycles.
    void call(std::string_view routine, Cycle limit = 100'000) { call(routine, limit, nullptr); }
    /// Calls a routine that must print exactly `text`; its cycles do not count.
    void call_printing(std::string_view routine, std::string_view text);
    /// Compares the memory that the last call left.
    void expect(const Expected& fields, std::string_view after);
    void expect(const engine::LabelledMemory& memory, std::string_view after);
    void expect(std::string_view label, std::span<const Byte> bytes, std::string_view after,
                std::string (*name)(std::size_t offset) = nullptr);

    /// Starts the program as RUN does, for a conversation with `type` and `expect_text`.
    void start(const c64::Image& program);
    void start() { start(host.image()); }
    void type(std::string_view keys) { conversation_->type(keys); }
    /// Requires the program to print exactly `text`, then to wait for a key or, if it `ends`, to
    /// return to BASIC.
    void expect_text(std::string_view text, Cycle limit, bool ends = false);

    /// Compares memory outside the program with its state after preparation, except for the fields
    /// of `expected`.
    void look_at_memory(const Expected* expected = nullptr);
    /// Allows memory to change until the next `begin`, since earlier searches may have filled it.
    void allow(Extent scratch);
    /// Adds to one of the work's own columns.
    void count(std::size_t column, std::uint64_t number = 1) { outcome.own.at(column) += number; }
    /// Reports a difference other than in a byte, and ends the work item.
    [[noreturn]] void differ(Place place, std::string native, std::string assembly);
    [[noreturn]] void differ(work::Difference difference) { raise(std::move(difference)); }
    [[nodiscard]] bool stopped() const { return terms_.stop != nullptr && *terms_.stop; }

  private:
    /// Repeats the last call or search with an observer attached.
    using Replay = std::function<void(Spectator&)>;

    void call(std::string_view routine, Cycle limit, std::string* printed);
    [[nodiscard]] Cycle limited(Cycle most) const {
        return terms_.longest_call == nullptr ? most : std::min(most, *terms_.longest_call);
    }
    /// Has the twin state the result for a position.
    void state(const AnyPosition& position);
    /// Runs the routines of a search without a comparison, then randomises memory again.
    void run_before(const AnyPosition& position);
    void search_and_compare();
    void compare_end();
    template <class Action>
    void noted(Action action);
    /// The program's result of a search.
    [[nodiscard]] work::Answer left() const;
    void run_routines();
    void run_stages();
    void compare(std::size_t stage, std::uint32_t routines);
    [[noreturn]] void differ_at(const Expected& expected, const Spot& spot, Place place);
    [[noreturn]] void differ_by(const EngineFault& fault);
    [[noreturn]] void raise(work::Difference difference);
    /// Names the code that last stored to an address, with its callers.
    [[nodiscard]] std::string last_writer(Address address) const;
    [[nodiscard]] bool replays() const { return terms_.explains || judges || terms_.records; }
    /// The addresses that the last step executes.
    [[nodiscard]] std::vector<Address> path() const;
    /// Finds the first call with a wrong result, otherwise the first that its block excludes.
    void find_first_wrong(work::Difference& difference) const;
    /// Finds a byte of a table that, replaced, leaves no routine wrong.
    void blame_table(const Witness& witness, work::Difference& difference) const;
    /// Ends a step that agrees: checks its calls, if requested.
    void end_step();
    template <class Action>
    auto guarded(Action action);

    const AnyDoor& door_;
    const Twin<AnyPosition>& twin_;
    Expected& expected_;  // result of a search
    const Terms terms_;
    AnyPosition at_;
    std::optional<AnyPosition> before_{};
    bool continues_ = false;  // has searched since `begin`
    Extent scratch_{};
    std::string_view after_ = "-";  // the last routine called
    std::size_t step_ = 1;          // number of the call, search or reply to keys
    WatchEnd passed_{};             // the last comparison point of the search
    Replay replay_;
    std::optional<Conversation> conversation_;
};

/// The name of a byte of a field.
[[nodiscard]] std::string name_of(const Field& field, std::size_t offset);

}  // namespace ryg::claims
