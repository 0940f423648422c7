// The work items of a comparison, by program, depth and kind.
#pragma once

#include <algorithm>
#include <map>

#include "engine/claims/jobs.hpp"
#include "engine/work/shard.hpp"

namespace ryg::claims {

/// Throws std::invalid_argument with the game's name and `why`.
[[noreturn]] void refuse(std::string_view game, std::string_view why);

/// A random position for a work item with this index, in a random game if the door draws none.
[[nodiscard]] AnyPosition drawn_position(const AnyDoor& door, const Host& host, std::uint64_t index,
                                         engine::Random& random);

/// The work requested of a game.
struct WorkOrder {
    std::vector<const Subject*> programs{};  ///< empty: the default programs
    std::vector<int> depths{};               ///< empty: the default depths
    /// Work items by kind, including "positions"; if any kind is given, all other kinds have none.
    std::map<std::string, std::uint64_t, std::less<>> counts{};
    std::string set{};       ///< set of positions: "reachable", or a file
    std::string position{};  ///< if not empty, only this position
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> noise{};  ///< seed of randomised memory in all searches
    Order order{};                         ///< its values are for the game's own options
    /// A version of the program without the fault, to show where the paths diverge.
    std::shared_ptr<const c64::Image> against{};
};

/// The work items of a part, kind by kind.
struct PlannedPart {
    const Subject* program = nullptr;
    std::shared_ptr<const c64::Image> image{};
    int depth = 0;
    /// A kind of work items, and their number.
    struct Kind {
        int number = -1;  ///< index in Door::kinds; -1: positions
        std::uint64_t count = 0;
    };
    std::vector<Kind> kinds{};
};

/// All work items, and the data shared by the threads that do them.
class SharedPlan {
  public:
    /// Throws std::invalid_argument for positions that cannot be read.
    SharedPlan(SharedDoor of, WorkOrder asked);

    SharedDoor door;
    WorkOrder order;
    bool is_usual;    ///< no positions were requested, and the game has a default set
    std::string set;  ///< set of positions; empty: random ones, or a single one
    Numbered<AnyPosition> positions{};  ///< positions of the set
    std::optional<AnyPosition> only{};  ///< the only position, if one was requested
    std::uint64_t set_count = 0;        ///< positions of the set; 0 without a set
    std::uint64_t together = 1;         ///< positions of the set per work item
    std::vector<PlannedPart> parts{};

    [[nodiscard]] bool is_one() const { return only.has_value(); }
    [[nodiscard]] Setting setting(std::size_t part) const {
        const PlannedPart& planned = parts[part];
        return {planned.program->image->name, planned.program->version, planned.depth,
                &order.order.values};
    }
    [[nodiscard]] const c64::Image& image(std::size_t part) const {
        return instead_ != nullptr ? *instead_ : *parts[part].image;
    }
    /// The program as loaded, newly parsed, or its replacement.
    [[nodiscard]] std::shared_ptr<const c64::Image> loaded(const Subject& program) const;
    /// The kind of a work item, and its index in that kind.
    [[nodiscard]] std::pair<int, std::uint64_t> at(std::size_t part, std::uint64_t piece) const;
    /// The seed of randomised memory with which a work item is repeated; nullopt if it is not.
    [[nodiscard]] std::optional<std::uint64_t> noise(std::size_t part, std::uint64_t piece) const;
    /// Whether each call in a work item, or in some of its positions, is checked against its block:
    /// one in `judges_one_in` positions, beginning with the first.
    [[nodiscard]] bool judges(std::size_t part, std::uint64_t piece) const;
    static constexpr std::uint64_t judges_one_in = 4093;
    /// Replaces the program.
    void replace(c64::Image image) {
        instead_ = std::make_shared<const c64::Image>(std::move(image));
    }
    /// Replaces a byte of the program, and chooses other work items if the part's are positions.
    void draw_others(std::size_t part, std::pair<Address, Byte> instead);
    /// A short name of a work item.
    [[nodiscard]] std::string name(std::size_t part, std::uint64_t piece) const;
    /// A request that repeats a work item and as little else as possible; if `position` is empty, a
    /// random one is named by its number.
    [[nodiscard]] work::Request again(std::size_t part, std::uint64_t piece,
                                      const std::string& position,
                                      std::optional<std::uint64_t> noise = {}) const;

  private:
    std::shared_ptr<const c64::Image> instead_;  ///< a copy of Order::instead
};

/// The work items of an order. Throws std::invalid_argument for programs, depths and positions that
/// do not exist.
[[nodiscard]] work::Work work_of(const SharedDoor& door, const WorkOrder& order);

/// Makes the worker of one thread.
[[nodiscard]] std::unique_ptr<work::Worker> worker_of(std::shared_ptr<const SharedPlan> plan);

}  // namespace ryg::claims
