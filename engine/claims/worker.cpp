// One thread's machines: compares a program's searches with its twin's.
#include <map>

#include "engine/claims/plan.hpp"

namespace ryg::claims {

Host prepared(const AnyDoor& door, const c64::Image& image, const Setting& setting,
              const Order& order, std::uint64_t seed, bool in_noise) {
    Host host(image, order.setup());
    in_noise ? host.disturb_all(seed) : host.scatter(seed);
    make_ready(door, host, setting);
    return host;
}

namespace {

Searching searching_of(const AnyDoor& door, const Host& host, const Setting& setting) {
    Searching searching;
    for (const std::string_view routine : door.routines(setting)) {
        searching.routines.push_back({routine, host.labels().at(routine)});
    }
    if (door.stage != nullptr) searching.stage = door.stage(setting);
    return searching;
}

/// The programs of one thread, each with its twin.
class PairWorker final : public work::Worker {
  public:
    explicit PairWorker(std::shared_ptr<const SharedPlan> plan)
        : plan_(std::move(plan)), door_(*plan_->door), pairs_(plan_->parts.size()) {}

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
            if (plan_->order.against) difference.against = parting(part, piece, found);
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
        if (difference.instead && !explains_others(part, *difference.instead)) {
            difference.table.clear();
        }
        return difference;
    }

  private:
    using Hosted = std::pair<const Subject* const, Host>;
    /// A program that is ready to search, and its twin.
    struct Pair {
        Hosted* host;
        Setting setting;
        Searching searching;
        Twin<AnyPosition> twin;
    };

    Pair& pair_of(std::size_t part, const std::atomic<bool>* stop) {
        if (pairs_[part]) return *pairs_[part];
        Setting setting = plan_->setting(part);
        setting.stop = stop;
        const Subject* program = plan_->parts[part].program;
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
        const bool judges = plan_->judges(part, piece);
        Trial trial(
            door_, disturbed ? *disturbed : pair->host->second, pair->twin, expected_,
            {pair->searching, pair->setting, index, plan_->order.seed, plan_->order.order.stop,
             false, kind >= 0 || plan_->together == 1, noise, judges ? blocks_of(part) : nullptr,
             judges, false, 0, plan_->order.order.longest_call});
        try {
            do_piece(trial, kind, index, noise);
        } catch (const Differs&) {
            trial.outcome.differs = true;
        } catch (const Stopped&) {
            trial.outcome.stopped = true;
        }
        return trial.outcome;
    }

    void explain(std::size_t part, std::uint64_t piece, Noise noise, std::size_t stops_after = 0) {
        const auto [kind, index] = plan_->at(part, piece);
        Pair& pair = pair_of(part, nullptr);
        std::optional<Host> disturbed;
        if (noise) disturbed = noisy_host(part);
        // A user waits for the explanation, so `stop` must not end it. Of planted faults there are
        // many: there it may.
        const Order& order = plan_->order.order;
        const auto* const stop = order.longest_call != nullptr ? order.stop : nullptr;
        Trial trial(door_, disturbed ? *disturbed : pair.host->second, pair.twin, expected_,
                    {pair.searching, pair.setting, index, plan_->order.seed, stop, true, true,
                     noise, blocks_of(part), plan_->judges(part, piece) && stops_after == 0,
                     plan_->order.against != nullptr, stops_after, order.longest_call});
        do_piece(trial, kind, index, noise);
    }

    /// Where the differing step diverges from the program without the fault.
    std::string parting(std::size_t part, std::uint64_t piece, const Found& bad) {
        const auto plan = std::make_shared<SharedPlan>(*plan_);
        plan->replace(*plan_->order.against);
        PairWorker other(plan);
        try {
            other.explain(part, piece, bad.difference.noise, bad.step);
        } catch (const Found& good) {
            if (good.step < bad.step || !good.difference.field.empty()) return "differs, too";
            return parting_of({pair_of(part, nullptr).host->second, bad.path},
                              {other.pair_of(part, nullptr).host->second, good.path});
        } catch (const EngineFault& fault) {
            return fault.what();
        }
        return {};
    }

    /// Whether nothing differs in other work items with another byte in a table.
    [[nodiscard]] bool explains_others(std::size_t part, std::pair<Address, Byte> instead) const {
        const auto plan = std::make_shared<SharedPlan>(*plan_);
        plan->draw_others(part, instead);
        PairWorker other(plan);
        for (std::uint64_t i = 0; i < plan->parts[part].kinds.front().count; ++i) {
            if (other.run(part, i).differs) return false;
        }
        return true;
    }

    [[nodiscard]] std::shared_ptr<const Witnessed> blocks_of(std::size_t part) const {
        return witnessed(door_.contracts != nullptr ? &door_.contracts() : nullptr,
                         *plan_->parts[part].program->image);
    }

    /// A host whose memory can be randomised.
    const Host& noisy_host(std::size_t part) {
        const Subject* program = plan_->parts[part].program;
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

    /// Searches a random position before those of a work item, in the same randomised machine.
    void search_before(Trial& trial, std::uint64_t noise) {
        engine::Random random(noise);
        const AnyPosition before = drawn_position(door_, trial.host, 0, random);
        if (!door_.takes || door_.takes(before)) trial.search_before(before);
    }

    void do_piece(Trial& trial, int kind, std::uint64_t index, Noise noise) {
        if (kind >= 0) {
            trial.at(door_.start);
            return door_.kinds[static_cast<std::size_t>(kind)].run(trial);
        }
        if (!door_.restores) trial.begin();
        if (noise && door_.restores) search_before(trial, *noise);
        if (plan_->set_count > 0) {
            const std::uint64_t first = index * plan_->together;
            const auto end = std::min(first + plan_->together, plan_->set_count);
            const bool judges = trial.judges;
            for (auto i = first; i < end; ++i) {
                trial.judges = judges && i % SharedPlan::judges_one_in == 0;
                trial.search(plan_->positions.position(i));
            }
            if (plan_->together > 1) trial.look_at_memory();
            return;
        }
        const AnyPosition position =
            plan_->is_one() ? *plan_->only : drawn_position(door_, trial.host, index, trial.random);
        if (!door_.takes || door_.takes(position)) trial.search(position);
        if (door_.also) door_.also(trial, position);
    }

    std::shared_ptr<const SharedPlan> plan_;
    const AnyDoor& door_;
    std::map<const Subject*, Host> hosts_, noisy_;
    std::vector<std::optional<Pair>> pairs_;
    Expected expected_;
};

}  // namespace

std::unique_ptr<work::Worker> worker_of(std::shared_ptr<const SharedPlan> plan) {
    return std::make_unique<PairWorker>(std::move(plan));
}

}  // namespace ryg::claims
