// Builds from a door what the program's verbs do with its game.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <unordered_set>

#include "c64/board/state.hpp"
#include "engine/common/indexing/positions.hpp"
#include "engine/harness/bench.hpp"
#include "engine/harness/board_player.hpp"
#include "engine/harness/perft.hpp"
#include "engine/harness/search.hpp"
#include "engine/harness/tree_commands.hpp"
#include "engine/work/shard.hpp"

namespace ryg::harness {

/// What work is asked of a game.
struct WorkOrder {
    std::vector<const Program*> programs{};  ///< none: the usual ones
    std::vector<int> depths{};               ///< none: the usual ones
    /// Work items by kind, "positions" among them; if any kind is given, the others have none.
    std::map<std::string, std::uint64_t, std::less<>> counts{};
    std::string set{};       ///< of positions: "reachable", or a file of them
    std::string position{};  ///< this one only
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> noise{};  ///< in all searches, from this seed
    Order order{};                         ///< its values are for the game's own options
};

/// The work items of a part, kind by kind.
struct PlannedPart {
    const Program* program = nullptr;
    int depth = 0;
    struct Kind {
        int number = -1;  ///< of Door::kinds; -1: positions
        std::uint64_t count = 0;
    };
    std::vector<Kind> kinds{};
};

/// What planning needs to know of a kind.
struct KindCount {
    std::string_view name;
    std::uint64_t usual = 0, fewer = 1;
    std::function<bool(const Setting&)> fits{};
    bool by_depth = true, late = false;
};
struct WorkPlan {
    std::vector<PlannedPart> parts;
    std::vector<std::string> left_out{};
};
/// Plans the work items. `kinds` begins with the door's and ends with positions. Throws
/// std::invalid_argument for programs and depths that do not exist.
[[nodiscard]] WorkPlan plan_of(std::string_view game, std::span<const Program> programs,
                               std::string_view usual_program, const DepthRange& depths,
                               std::span<const KindCount> kinds, const WorkOrder& order);

/// What `verify` needs to know of a game.
struct WorkMaker {
    std::string_view game, about;
    std::vector<Program> programs;
    std::string_view usual_program;
    DepthRange depths;
    std::vector<KindCount> kinds;
    std::vector<std::string_view> kind_helps, sets;
    std::vector<work::Option> options;
    std::function<work::Work(const WorkOrder&)> work;
};
[[nodiscard]] Verify verify_of(std::shared_ptr<const WorkMaker> maker);
/// The lines of a file of positions by line number, except empty ones and those that begin with
/// `#`. Throws std::invalid_argument.
[[nodiscard]] std::map<unsigned, std::string> positions_in(const std::string& path);
/// A text that identifies the work; a database with another text is refused.
[[nodiscard]] std::string work_text(const WorkOrder& order, bool is_set);

/// Throws std::invalid_argument, which names the game.
[[noreturn]] void refuse(std::string_view game, std::string_view why);

// --- positions ------------------------------------------------------------------------------------

/// A random unfinished position of a random game.
template <class P>
P random_position(const Door<P>& door, engine::Random& random) {
    constexpr std::size_t longest_game = 100'000;  // plies
    std::vector<P> met;
    P position = door.start;
    for (auto moves = door.moves(position); !moves.empty(); moves = door.moves(position)) {
        met.push_back(position);
        position = random.pick(moves).second;
        if (met.size() > longest_game) refuse(door.name, "random games have to end");
    }
    if (met.empty()) refuse(door.name, "there is no move in `start`");
    const std::size_t first = std::min<std::size_t>(door.opening, met.size() - 1);
    return random.pick(std::span<const P>(met).subspan(first));
}

template <class P>
P drawn_position(const Door<P>& door, const Host& host, std::uint64_t index,
                 engine::Random& random) {
    return door.draw != nullptr ? door.draw(host, index, random) : random_position(door, random);
}

template <class P>
Numbered<P> listed(std::vector<P> positions) {
    const auto count = positions.size();
    return {count, [list = std::make_shared<const std::vector<P>>(std::move(positions))](
                       std::uint64_t number) { return list->at(number); }};
}

/// All positions of the board game of engine/common.
template <class P>
Numbered<P> all_positions(P (*from)(const engine::Position& position)) {
    return {engine::indexing::position_count, [from](std::uint64_t number) {
                return from(engine::indexing::position_at(
                    static_cast<engine::indexing::PositionIndex>(number)));
            }};
}

/// The positions that play can reach from `start`, each once, late ones first: their trees are the
/// smallest, and their differences the easiest to understand.
/// Memory: all positions and their texts are kept, so a few million at most.
template <class P>
Numbered<P> reachable_from(const Door<P>& door) {
    std::vector<P> all{door.start};
    std::unordered_set<std::string> met{door.write(door.start)};
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (auto& [move, next] : door.moves(P(all[at]))) {
            if (met.insert(door.write(next)).second) all.push_back(std::move(next));
        }
    }
    std::ranges::reverse(all);
    return listed(std::move(all));
}

template <class P>
Numbered<P> positions_of(const Door<P>& door, const std::string& set) {
    if (std::ranges::find(door.sets, set) != door.sets.end()) {
        return door.all != nullptr ? door.all(set) : reachable_from(door);
    }
    std::vector<P> positions;
    for (const auto& [number, line] : positions_in(set)) {
        try {
            positions.push_back(door.read(line));
        } catch (const std::exception& error) {
            throw std::invalid_argument(fmt::format("{}:{}: {}", set, number, error.what()));
        }
    }
    return listed(std::move(positions));
}

// --- a thread's machines --------------------------------------------------------------------------

/// A program that is ready to search. Throws EngineFault if it cannot be prepared.
template <class P>
Host prepared(const Door<P>& door, const c64::Image& image, const Setting& setting,
              const Order& order, std::uint64_t seed = 1, bool in_noise = false) {
    Host host(image, order.setup());
    in_noise ? host.disturb_all(seed) : host.scatter(seed);
    if (door.prepare != nullptr) door.prepare(host, setting);
    host.keep();
    return host;
}

template <class P>
Searching searching_of(const Door<P>& door, const Host& host, const Setting& setting) {
    Searching searching;
    for (const std::string_view routine : door.routines(setting)) {
        searching.routines.push_back({routine, host.labels().at(routine)});
    }
    if (door.stage != nullptr) searching.stage = door.stage(setting);
    searching.owners = door.owners;
    return searching;
}

/// The plan of the work, and what its threads share.
template <class P>
struct SharedPlan {
    const Door<P>* door;
    WorkOrder order{};
    WorkPlan plan{};
    std::shared_ptr<const c64::Image> instead{};  ///< a copy of Order::instead
    Numbered<P> positions{};                      ///< of a set
    std::uint64_t together = 1;                   ///< positions of the set per work item
    std::optional<P> only{};

    [[nodiscard]] Setting setting(std::size_t part) const {
        const PlannedPart& planned = plan.parts[part];
        return {planned.program->image->name, planned.program->version, planned.depth,
                &order.order.values};
    }
    [[nodiscard]] c64::Image image(std::size_t part) const {
        return instead != nullptr ? *instead : c64::from_embedded(*plan.parts[part].program->image);
    }
    /// The kind of a work item, and its index in that kind.
    [[nodiscard]] std::pair<int, std::uint64_t> at(std::size_t part, std::uint64_t piece) const {
        for (const auto& [number, count] : plan.parts[part].kinds) {
            if (piece < count) return {number, piece};
            piece -= count;
        }
        return {-1, piece};
    }
    /// Limits the set to as many positions as were asked for, `a_piece` of them per work item.
    void take_usual(std::uint64_t a_piece) {
        std::uint64_t asked = 0;
        together = a_piece;
        for (PlannedPart& part : plan.parts) {
            for (auto& [number, count] : part.kinds) {
                if (number >= 0) continue;
                asked = std::max(asked, count);
                count = (std::min(count, positions.count) + together - 1) / together;
            }
        }
        positions.count = std::min(positions.count, asked);
    }
    /// The seed of the noise in which a work item is repeated, if it is.
    [[nodiscard]] std::optional<std::uint64_t> noise(std::size_t part, std::uint64_t piece) const {
        constexpr std::uint64_t one_in = 61;
        if (only) return order.noise;
        const std::uint64_t index = at(part, piece).second;
        if (!order.noise && index % one_in != one_in - 1) return {};
        return work::mix(order.noise.value_or(order.seed), index);
    }
    /// A short name of a work item.
    [[nodiscard]] std::string name(std::size_t part, std::uint64_t piece) const {
        const auto [kind, index] = at(part, piece);
        if (kind >= 0) return fmt::format("{} {}", kind_name(kind), index + 1);
        if (positions.count > 0) return door->write(positions.position(index * together));
        return only ? door->write(*only) : fmt::format("position {}", index + 1);
    }
    /// A request that repeats a work item and as little else as possible; a drawn one by its number
    /// if `position` is empty.
    [[nodiscard]] work::Request again(std::size_t part, std::uint64_t piece,
                                      const std::string& position,
                                      std::optional<std::uint64_t> noise = {}) const {
        const Setting one = setting(part);
        const auto [kind, index] = at(part, piece);
        work::Values values = order.order.values;
        if (one.depth != 0) values.set("depth", one.depth);
        if (kind < 0 && !position.empty()) {
            values.set("position", position);
            if (noise) values.set("noise", *noise);
        } else {
            values.set(kind < 0 ? "positions" : kind_name(kind), index + 1);
            values.set("seed", order.seed);
            if (order.noise) values.set("noise", *order.noise);
        }
        return {std::string(one.program), values};
    }

  private:
    [[nodiscard]] std::string_view kind_name(int kind) const {
        return door->kinds[static_cast<std::size_t>(kind)].name;
    }
};

template <class P>
class PairWorker final : public work::Worker {
  public:
    explicit PairWorker(std::shared_ptr<const SharedPlan<P>> plan)
        : plan_(std::move(plan)), door_(*plan_->door), pairs_(plan_->plan.parts.size()) {}

    work::Outcome run(std::size_t part, std::uint64_t piece) override {
        work::Outcome outcome = attempt(part, piece, {});
        const auto noise = plan_->noise(part, piece);
        if (!noise || outcome.differs || outcome.stopped) return outcome;
        const work::Outcome again = attempt(part, piece, noise);
        outcome.noisy = again.searches;
        outcome.stopped = again.stopped;
        outcome.differs = again.differs;
        if (outcome.differs) outcome.take(again.answer());
        return outcome;
    }

    work::Difference explain(std::size_t part, std::uint64_t piece) override {
        const Setting setting = plan_->setting(part);
        work::Difference difference{
            .field = "memory or time", .native = "as expected", .assembly = "not, but once"};
        pairs_[part].reset();  // its twin may be stopped; an explanation is not
        try {
            explain(part, piece, {});
            if (const auto noise = plan_->noise(part, piece)) explain(part, piece, noise);
        } catch (Found& found) {
            difference = std::move(found.difference);
        } catch (const EngineFault& fault) {
            difference = {.field = "program",
                          .native = "a routine that does its work",
                          .assembly = fault.what(),
                          .address = fault.address,
                          .written_by = fault.by};
        }
        if (difference.position.empty()) difference.position = door_.write(door_.start);
        difference.program = setting.program;
        difference.version = setting.version;
        difference.depth = setting.depth;
        difference.again = plan_->again(part, piece, difference.position, difference.noise);
        pairs_[part].reset();
        return difference;
    }

  private:
    using Hosted = std::pair<const Program* const, Host>;
    struct Pair {
        Hosted* host;
        Setting setting;
        Searching searching;
        std::unique_ptr<Twin<P>> twin;
    };

    Pair& pair_of(std::size_t part, const std::atomic<bool>* stop) {
        if (pairs_[part]) return *pairs_[part];
        Setting setting = plan_->setting(part);
        setting.stop = stop;
        const Program* program = plan_->plan.parts[part].program;
        auto host = hosts_.find(program);
        if (host == hosts_.end()) {
            host = hosts_
                       .emplace(program, prepared(door_, plan_->image(part), setting,
                                                  plan_->order.order, plan_->order.seed))
                       .first;
        }
        return pairs_[part].emplace(Pair{&*host, setting,
                                         searching_of(door_, host->second, setting),
                                         door_.twin(host->second, setting)});
    }

    using Noise = std::optional<std::uint64_t>;

    work::Outcome attempt(std::size_t part, std::uint64_t piece, Noise noise) {
        const auto [kind, index] = plan_->at(part, piece);
        Pair* pair = nullptr;
        std::optional<Host> disturbed;
        try {
            pair = &pair_of(part, plan_->order.order.stop);
            if (noise) disturbed = noisy_host(part);
        } catch (const EngineFault&) {
            return {.differs = true};
        }
        Trial<P> trial(door_, disturbed ? *disturbed : pair->host->second, *pair->twin, expected_,
                       {pair->searching, pair->setting, index, plan_->order.seed,
                        plan_->order.order.stop, false, kind >= 0 || plan_->together == 1, noise});
        try {
            do_piece(trial, kind, index, noise);
        } catch (const Differs&) {
            trial.outcome.differs = true;
        } catch (const Stopped&) {
            trial.outcome.stopped = true;
        }
        return trial.outcome;
    }

    void explain(std::size_t part, std::uint64_t piece, Noise noise) {
        const auto [kind, index] = plan_->at(part, piece);
        Pair& pair = pair_of(part, nullptr);
        std::optional<Host> disturbed;
        if (noise) disturbed = noisy_host(part);
        Trial<P> trial(
            door_, disturbed ? *disturbed : pair.host->second, *pair.twin, expected_,
            {pair.searching, pair.setting, index, plan_->order.seed, nullptr, true, true, noise});
        do_piece(trial, kind, index, noise);
    }

    /// A machine that noise can be put into.
    const Host& noisy_host(std::size_t part) {
        const Program* program = plan_->plan.parts[part].program;
        auto known = noisy_.find(program);
        if (known == noisy_.end()) {
            const auto ready = [&](std::uint64_t seed) {
                return prepared(door_, plan_->image(part), plan_->setting(part), plan_->order.order,
                                seed, true);
            };
            known = noisy_.emplace(program, ready(1)).first;
            known->second.learn_loose(ready(2));
        }
        return known->second;
    }

    /// Has a random position searched before those of a work item, in the same noisy machine.
    void search_before(Trial<P>& trial, std::uint64_t noise) {
        engine::Random random(noise);
        const P before = drawn_position(door_, trial.host, 0, random);
        if (door_.takes == nullptr || door_.takes(before)) trial.search_before(before);
    }

    void do_piece(Trial<P>& trial, int kind, std::uint64_t index, Noise noise) {
        if (kind >= 0) {
            trial.at(door_.start);
            return door_.kinds[static_cast<std::size_t>(kind)].run(trial);
        }
        if (!door_.restores) trial.begin();
        if (noise && door_.restores) search_before(trial, *noise);
        if (plan_->positions.count > 0) {
            const std::uint64_t first = index * plan_->together;
            const auto end = std::min(first + plan_->together, plan_->positions.count);
            for (auto i = first; i < end; ++i) trial.search(plan_->positions.position(i));
            if (plan_->together > 1) trial.look_at_memory();
            return;
        }
        const P position =
            plan_->only ? *plan_->only : drawn_position(door_, trial.host, index, trial.random);
        if (door_.takes == nullptr || door_.takes(position)) trial.search(position);
        if (door_.also != nullptr) door_.also(trial, position);
    }

    std::shared_ptr<const SharedPlan<P>> plan_;
    const Door<P>& door_;
    std::map<const Program*, Host> hosts_, noisy_;
    std::vector<std::optional<Pair>> pairs_;
    Expected expected_;
};

// --- the jobs -------------------------------------------------------------------------------------

template <class P>
work::Work work_of(const Door<P>& door, std::span<const KindCount> kinds, const WorkOrder& order) {
    const auto plan = std::make_shared<SharedPlan<P>>(SharedPlan<P>{.door = &door, .order = order});
    if (order.order.instead != nullptr) {
        plan->instead = std::make_shared<const c64::Image>(*order.order.instead);
    }
    if (!order.position.empty()) plan->only = door.read(order.position);
    const bool is_usual = order.set.empty() && !plan->only && !door.usual_set.empty();
    const std::string set = is_usual ? std::string(door.usual_set) : order.set;
    if (!set.empty()) {
        plan->positions = positions_of(door, set);
        if (plan->positions.count == 0) refuse(door.name, "there is no position in " + set);
    }
    WorkOrder counted = order;
    if (plan->only) counted.counts = {{"positions", 1}};
    if (!order.set.empty()) counted.counts = {{"positions", plan->positions.count}};
    plan->plan = plan_of(door.name, door.programs, door.usual_program, door.depths, kinds, counted);
    if (plan->positions.count > 0 && plan->plan.parts.empty()) {
        refuse(door.name, "none of the programs searches");
    }
    if (is_usual) plan->take_usual(door.restores ? 1 : positions_a_piece);
    work::Work work{.game = std::string(door.name),
                    .what = work_text(order, std::ranges::count(door.sets, order.set) != 0),
                    .columns = door.columns,
                    .left_out = plan->plan.left_out};
    for (std::size_t i = 0; i < plan->plan.parts.size(); ++i) {
        const PlannedPart& planned = plan->plan.parts[i];
        const c64::Image image = plan->image(i);
        work::Part part{.program = std::string(planned.program->name()),
                        .crc = c64::crc_32(image.bytes),
                        .version = planned.program->version,
                        .depth = planned.depth};
        part.name = work::part_name(part.program, part.depth);
        for (const auto& kind : planned.kinds) part.pieces += kind.count;
        work.parts.push_back(std::move(part));
    }
    work.hire = [plan] { return std::make_unique<PairWorker<P>>(plan); };
    work.name = [plan](std::size_t part, std::uint64_t piece) { return plan->name(part, piece); };
    work.again = [plan](std::size_t part, std::uint64_t piece) {
        const bool is_drawn = !plan->only && plan->positions.count == 0;
        return plan->again(part, piece, is_drawn ? "" : plan->name(part, piece));
    };
    return work;
}

template <class P>
Setting setting_of(const Door<P>& door, const Order& order) {
    const Program& program = order.program();
    return {program.name(), program.version, door.depths.usual, &order.values};
}

template <class P>
Task bench_of(const Door<P>& door) {
    Task job;
    job.about =
        R"(Searches a fixed set of positions, at each usual depth, and shows the 6502 cycles of a search
and of each routine (with all it calls, and by itself), and the median search on a C64: the
processor alone, with badlines, and with the jiffy interrupt, too. The signature tells whether
behaviour or cost have changed.)";
    job.options = {{"model",
                    "the C64: pal, ntsc or ntsc-old (default: pal and ntsc)",
                    work::OptionKind::choice,
                    "",
                    {"pal", "ntsc", "ntsc-old"}}};
    if (door.bench_set == nullptr) {
        job.options.push_back(
            work::number_option("positions", "how many, drawn", "20", 1, 1'000'000));
    }
    job.options.insert(job.options.end(), door.options.begin(), door.options.end());
    job.examples = {{}};
    if (door.contest && !door.contest->ladder.empty()) {
        job.options.push_back(work::flag_option(
            "ladder", "the steps on the way to this program instead: their cycles, by depth"));
        job.options.back().excludes = {"model"};
        job.examples.push_back({{"ladder", ""}, {"positions", "100"}});
    } else if (door.programs.size() > 2) {
        job.examples.push_back({{"", std::string(door.programs[2].name())}});
    }
    job.run = [&door](const Order& order, const Watch& watch) {
        std::vector<P> positions;
        if (door.bench_set != nullptr) {
            positions = door.bench_set();
        } else {
            const Host host = prepared(door, c64::from_embedded(*order.program().image),
                                       setting_of(door, order), order);
            const auto count = order.values.number("positions");
            while (positions.size() < count) {
                const std::uint64_t index = positions.size();
                engine::Random random(index * 0x9e3779b97f4a7c15U);
                positions.push_back(drawn_position(door, host, index, random));
            }
        }
        return report_of(run_bench(door, order, std::span<const P>(positions), watch));
    };
    return job;
}

template <class P>
Debug debug_of(const Door<P>& door) {
    Debug job;
    job.about =
        "Without FILE: a search of the program, about to begin; the command tree shows it.\n";
    if (door.path != nullptr) {
        job.about =
            "Without FILE: a search of the program, about to begin; the command path shows where "
            "it is.\n";
    }
    job.options = {position_option(door)};
    if (door.depths.greatest != 0) {
        job.options.push_back(depth_option(door, "of the search, ", door.depths.debug));
    }
    job.examples = {{{"", "hello.prg"}}, {{"position", door.write(door.start)}}};
    if (door.tree_in_memory.node_size != 0) job.options.push_back(squares_option);
    if (door.tree_in_memory.node_size != 0) job.tree = &door.tree_in_memory;
    job.begin = [&door](const Order& order) {
        const auto values = std::make_shared<const work::Values>(order.values);
        Setting setting = setting_of(door, order);
        setting.own = values.get();
        if (values->has("depth")) setting.depth = values->number<int>("depth");
        const P position =
            values->has("position") ? door.read(values->text("position")) : door.start;
        const auto image = c64::from_embedded(*order.program().image);
        const auto search = std::make_shared<WatchedSearch<P>>(
            watched_search(Searcher<P>(door, setting, image, order.setup()), position));
        search->values = values;
        return Watched{.program = std::string(order.program().name()),
                       .machine = &search->searcher.host.machine(),
                       .symbols = &search->symbols,
                       .done = search->done,
                       .tree = search->tree(),
                       .add_commands = [search](auto& commands) { watch(commands, *search); },
                       .kept = search};
    };
    job.add_views = [&door](auto& commands) {
        add_board_view(commands, door.tree_in_memory);
        if (door.path != nullptr) add_path(commands, door.path);
    };
    return job;
}

/// A job that plays a program, with its missing parts filled in.
[[nodiscard]] Play play_of(Play job);

template <class P>
Contest contest_of(const Door<P>& door) {
    using OnBoard = BoardPlayer<P>;
    Contest job = *door.contest;
    job.several = true;
    job.options = door.options;
    job.greatest_depth = std::max(1, door.depths.greatest);
    const auto make_player = [&door](typename OnBoard::By by) -> Contest::Make {
        return [&door, by](const Order& order, int depth) {
            return std::make_unique<OnBoard>(door, order, depth, by);
        };
    };
    job.native = make_player(OnBoard::By::twin);
    job.assembly = make_player(OnBoard::By::program);
    job.again = [&door](const engine::Position& position) {
        return door.write(door.contest->begin(position));
    };
    return job;
}

/// Throws std::invalid_argument if the door lacks something required.
template <class P>
void check(const Door<P>& door) {
    if (door.programs.empty()) refuse(door.name, "`programs` is empty");
    if (door.read == nullptr || door.write == nullptr || door.put == nullptr ||
        door.routines == nullptr || door.twin == nullptr) {
        refuse(door.name, "`read`, `write`, `put`, `routines` and `twin` are needed");
    }
    if (door.moves == nullptr && door.draw == nullptr && door.all == nullptr) {
        refuse(door.name, "`moves`, `draw` or `all` is needed");
    }
    if (door.contest && (door.answer == nullptr || door.contest->begin == nullptr ||
                         door.contest->after == nullptr)) {
        refuse(door.name, "`contest` needs `answer`, `begin` and `after`");
    }
}

/// The game that a door describes. `door` must outlive it.
template <class P>
Game make(const Door<P>& door) {
    check(door);
    const auto maker = std::make_shared<WorkMaker>();
    maker->game = door.name;
    maker->about = door.about;
    maker->programs = door.programs;
    maker->usual_program = door.usual_program;
    maker->depths = door.depths;
    maker->options = door.options;
    maker->sets = door.sets;
    for (const WorkKind<P>& kind : door.kinds) {
        maker->kinds.push_back(
            {kind.name, kind.usual, kind.fewer, kind.fits, kind.by_depth, kind.late});
        maker->kind_helps.push_back(kind.help);
    }
    maker->kinds.push_back(
        {"positions", door.usual_positions, door.fewer_positions,
         [&door](const Setting& setting) { return !door.routines(setting).empty(); }});
    maker->kind_helps.push_back("random positions");
    maker->work = [&door, kinds = maker->kinds](const WorkOrder& order) {
        return work_of(door, kinds, order);
    };
    Game game{.name = door.name, .programs = door.programs};
    game.verify = verify_of(maker);
    game.search = search_of(door);
    game.bench = door.bench ? door.bench : bench_of(door);
    if (door.moves != nullptr || on_board(door)) game.perft = perft_of(door);
    // A game without moves is not played.
    if (door.play || door.moves != nullptr) game.play = play_of(door.play.value_or(Play{}));
    const bool has_tree = !door.tree.enter.empty() || door.tree_in_memory.node_size != 0;
    if (has_tree || door.path != nullptr) game.debug = debug_of(door);
    if (door.contest) game.contest = contest_of(door);
    game.contracts = door.contracts;
    if (door.tree_in_memory.node_size != 0) game.memory = memory_of(door.tree_in_memory);
    const auto fill_in = [&](auto& job) {
        if (!job || !job->usual.empty()) return;
        job->usual = !door.usual_program.empty() ? door.usual_program : door.programs.back().name();
    };
    fill_in(game.verify), fill_in(game.search), fill_in(game.bench), fill_in(game.perft);
    fill_in(game.play), fill_in(game.contest), fill_in(game.debug);
    return game;
}

}  // namespace ryg::harness
