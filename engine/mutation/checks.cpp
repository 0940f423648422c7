// Checks of faulty programs, quick ones first, and the threads that try faults.
#include "engine/mutation/checks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

#include "emu/opcodes.hpp"
#include "emu/threads.hpp"

namespace ryg::mutation {

using emu::Cycle;

namespace {

bool stopped(const std::atomic<bool>* stop) { return stop != nullptr && *stop; }

std::bitset<0x10000> executed_in(const Coverage& coverage) {
    std::bitset<0x10000> executed;
    for (unsigned at = 0; at < executed.size(); ++at) executed[at] = coverage.executed[at] != 0;
    return executed;
}

// --- header blocks ------------------------------------------------------------------------------

class ByContracts final : public Check {
  public:
    ByContracts(std::shared_ptr<const claims::Checker> checker, std::string_view program,
                const std::atomic<bool>* stop)
        : checker_(std::move(checker)), program_(checker_->program(program)), stop_(stop) {
        for (const auto& [name, block] : program_.blocks) {
            routines_.push_back({&block, checker_->effort(program_, block), {}, {}});
        }
    }

    std::optional<Coverage> begin(const work::PieceOptions& options) override {
        work::do_pieces(routines_.size(), options,
                        [&] { return [&](std::size_t i) { watch(routines_[i]); }; });
        if (stopped(stop_)) throw Stopped{};
        std::ranges::sort(routines_, {}, [](const SeenRoutine& r) { return r.executed.count(); });
        return coverage_;
    }

    std::optional<std::string> find(const c64::Image& faulty, const Fault& fault) override {
        claims::Program program = program_;
        program.image = faulty;
        std::vector<const SeenRoutine*> able;
        for (const SeenRoutine& routine : routines_) {
            const auto& touched = fault.in_table ? routine.loaded : routine.executed;
            if (touched[fault.address]) able.push_back(&routine);
        }
        const auto check = [&](const SeenRoutine& routine, claims::Effort effort) {
            if (stopped(stop_)) throw Stopped{};
            effort.complaints = 1;
            effort.longest = routine.effort.longest;
            return checker_->check(program, *routine.block, effort);
        };
        for (const SeenRoutine* routine : able) {
            const auto report = check(*routine, {.draws = few});
            if (!report.holds()) return report.text();
        }
        for (std::size_t i = 0; i < able.size(); ++i) {
            const bool own = i < thorough;
            const auto report =
                check(*able[i], own ? able[i]->effort : claims::Effort{.draws = some});
            if (!report.holds()) return report.text();
        }
        return {};
    }

  private:
    static constexpr unsigned few = 24, some = 150;
    static constexpr std::size_t thorough = 2;  // number of routines checked with full effort

    struct SeenRoutine {
        const claims::Block* block;
        claims::Effort effort;
        std::bitset<0x10000> executed, loaded;
    };

    /// Observes a few random tests of a routine; the full check has already shown that they execute
    /// all of its code.
    void watch(SeenRoutine& routine) {
        if (stopped(stop_)) return;
        c64::CoverageRecording recording;
        claims::Program observed = program_;
        observed.subject.setup.recording = &recording;
        const auto seen = checker_->check(observed, *routine.block, {.draws = some});
        const auto whole = checker_->check(program_, *routine.block, routine.effort);
        for (const auto* report : {&seen, &whole}) {
            if (!report->holds()) throw NotHealthy(report->text());
        }
        Coverage coverage = recording.sum();
        routine.effort.longest = 10 * whole.most + 1000;
        const c64::Extent code = program_.code_of(routine.block->name);
        for (unsigned at = code.begin; routine.effort.whole && at < code.end; ++at) {
            coverage.executed[at] = std::max<std::uint64_t>(coverage.executed[at], 1);
        }
        routine.executed = executed_in(coverage);
        routine.loaded = coverage.loaded;
        const emu::Guard lock(guard_);
        coverage_.add(coverage);
    }

    std::shared_ptr<const claims::Checker> checker_;
    const claims::Program& program_;
    const std::atomic<bool>* stop_;
    std::vector<SeenRoutine> routines_;
    emu::Mutex guard_;
    Coverage coverage_;  // of all routines
};

// --- comparison with the native twin -------------------------------------------------------------

/// Work items by one number.
struct Piece {
    std::size_t part = 0;
    std::uint64_t number = 0;
};
Piece piece_at(const work::Work& work, std::uint64_t index) {
    Piece piece{0, index};
    while (piece.number >= work.parts[piece.part].pieces) {
        piece.number -= work.parts[piece.part++].pieces;
    }
    return piece;
}

class ByVerify final : public Check {
  public:
    ByVerify(const claims::Verify& verify, const claims::Order& order, const c64::Image& image)
        : verify_(verify), order_(order), image_(image) {}

    std::optional<Coverage> begin(const work::PieceOptions& options) override;

    /// Runs the observed work items first, shortest first, and skips those that do not reach the
    /// fault.
    std::optional<std::string> find(const c64::Image& faulty, const Fault& fault) override {
        Cycle longest_call = 0;
        const work::Work work = work_of(faulty, nullptr, &longest_call);
        const auto worker = work.hire();
        const auto report = [&](std::uint64_t number, Cycle healthy) {
            longest_call = 3 * healthy + 100'000;
            return report_of(work, *worker, number);
        };
        const auto reaches = [&](const Observation& piece) {
            return (fault.in_table ? piece.loaded : piece.executed)[fault.address];
        };
        for (const Observation& piece : observed_) {
            if (!reaches(piece)) continue;
            if (const auto found = report(piece.number, piece.cycles)) return found;
        }
        for (const auto& [number, cycles] : others_) {
            if (const auto found = report(number, cycles)) return found;
        }
        return {};
    }

  private:
    /// A work item, and the addresses that it executes and reads.
    struct Observation {
        std::uint64_t number;
        Cycle cycles;
        std::bitset<0x10000> executed, loaded;
    };
    /// The result of a work item of the original program.
    struct Healthy {
        std::size_t part = 0;
        Cycle cycles = 0;  // of the program; 0: the item does not run it
    };

    [[nodiscard]] work::Work work_of(const c64::Image& image,
                                     c64::CoverageRecording* recording = nullptr,
                                     const Cycle* longest_call = nullptr) const {
        claims::Order order = order_;
        order.instead = &image;
        order.recording = recording;
        order.longest_call = longest_call;
        return verify_.work(order);
    }

    /// Orders work items so that each is far from the one before.
    static std::uint64_t mixed(std::uint64_t i, std::uint64_t count) {
        std::uint64_t stride = count * 618 / 1000 + 1;
        while (std::gcd(stride, count) != 1) ++stride;
        return i * stride % count;
    }

    std::optional<std::string> report_of(const work::Work& work, work::Worker& worker,
                                         std::uint64_t index, Healthy* healthy = nullptr) const {
        const auto [part, piece] = piece_at(work, index);
        try {
            const work::Outcome outcome = worker.run(part, piece);
            if (outcome.differs) return work::describe(worker.explain(part, piece), "");
            if (stopped(order_.stop) || outcome.stopped) throw Stopped{};
            if (healthy != nullptr) *healthy = {part, outcome.cycles};
            return {};
        } catch (const claims::EngineFault& fault) {
            return fault.what();
        }
    }

    /// Runs a work item and observes the program.
    void observe(std::uint64_t piece, Healthy& healthy, Coverage& coverage);
    void put_in_order(const std::vector<Healthy>& healthy);

    const claims::Verify& verify_;
    claims::Order order_;
    c64::Image image_;
    std::vector<Observation> observed_;  // work items that together execute everything that all do
    /// All other work items that run the program, and its cycles in each.
    std::vector<std::pair<std::uint64_t, Cycle>> others_;
};

void ByVerify::observe(std::uint64_t piece, Healthy& healthy, Coverage& coverage) {
    c64::CoverageRecording recording;
    const work::Work work = work_of(image_, &recording);
    const auto worker = work.hire();
    const auto report = report_of(work, *worker, piece, &healthy);
    if (report) throw NotHealthy(*report);
    const Coverage seen = recording.sum();
    observed_.push_back({piece, healthy.cycles, executed_in(seen), seen.loaded});
    coverage.add(seen);
}

/// Gives all parts the same number of cycles while they last: short work items find most faults,
/// too.
void ByVerify::put_in_order(const std::vector<Healthy>& healthy) {
    std::ranges::sort(observed_, {}, &Observation::cycles);
    std::map<std::size_t, Cycle> spent;  // by part
    std::vector<std::pair<Cycle, std::uint64_t>> pieces;
    for (std::size_t i = 0; i < healthy.size(); ++i) {
        const auto piece = static_cast<std::size_t>(mixed(i, healthy.size()));
        if (healthy[piece].cycles == 0) continue;
        if (std::ranges::count(observed_, piece, &Observation::number) != 0) continue;
        pieces.emplace_back(spent[healthy[piece].part] += healthy[piece].cycles, piece);
    }
    std::ranges::sort(pieces);
    for (const auto& [cycles, piece] : pieces) {
        others_.emplace_back(piece, healthy[static_cast<std::size_t>(piece)].cycles);
    }
}

/// Observing all work items would take minutes. Instead runs a program at full speed that jams at
/// every address not executed so far; items that fail are repeated and observed.
std::optional<Coverage> ByVerify::begin(const work::PieceOptions& options) {
    const work::Work all = work_of(image_);
    const auto pieces = static_cast<std::size_t>(all.pieces());
    if (pieces == 0) throw NotHealthy("nothing to compare: give more positions");
    emu::Mutex guard;
    Coverage coverage;
    std::vector<Healthy> healthy(pieces);
    std::uint64_t edition = 0;
    const auto first = static_cast<std::size_t>(mixed(0, pieces));
    observe(first, healthy[first], coverage);
    const auto trap = [&] {
        constexpr Byte jam = 0x02;
        c64::Image image = image_;
        for (const auto& one : c64::instructions(image_)) {
            if (coverage.executed[one.address] == 0) {
                image.bytes[one.address - image.load_address] = jam;
            }
        }
        return image;
    };
    work::do_pieces(pieces, options, [&] {
        return [&, mine = ~std::uint64_t{0},
                worker = std::shared_ptr<work::Worker>()](std::uint64_t i) mutable {
            const auto piece = static_cast<std::size_t>(mixed(i, pieces));
            while (true) {
                {
                    const emu::Guard lock(guard);
                    if (mine != edition || !worker) {
                        const c64::Image image = trap();
                        worker = work_of(image).hire();
                    }
                    mine = edition;
                }
                if (!report_of(all, *worker, piece, &healthy[piece])) return;
                const emu::Guard lock(guard);
                if (mine != edition) continue;  // another thread has found it meanwhile
                observe(piece, healthy[piece], coverage);
                ++edition;
                return;
            }
        };
    });
    if (stopped(order_.stop)) throw Stopped{};
    put_in_order(healthy);
    return coverage;
}

}  // namespace

std::unique_ptr<Check> by_contracts(std::shared_ptr<const claims::Checker> checker,
                                    std::string_view program, const std::atomic<bool>* stop) {
    return std::make_unique<ByContracts>(std::move(checker), program, stop);
}

std::unique_ptr<Check> by_verify(const claims::Verify& verify, const claims::Order& order,
                                 const c64::Image& image) {
    return std::make_unique<ByVerify>(verify, order, image);
}

Reached reached(const Ground& ground, const std::optional<Coverage>& coverage, bool everywhere) {
    Reached result{.faults = ground.faults(), .instructions = ground.code().size()};
    if (!coverage) return result;
    result.never_executed = static_cast<std::size_t>(std::ranges::count_if(
        ground.code(), [&](const auto& one) { return coverage->executed[one.address] == 0; }));
    if (everywhere) return result;
    std::erase_if(result.faults, [&](const Fault& fault) {
        if (!fault.in_table) return coverage->executed[fault.address] == 0;
        return !coverage->loaded[fault.address] || coverage->stored[fault.address];
    });
    return result;
}

std::vector<Fault> drawn(std::vector<Fault> faults, std::size_t count, std::uint64_t seed) {
    engine::Random random(seed);
    const std::size_t taken = std::min(count, faults.size());
    for (std::size_t i = 0; i < taken; ++i) {
        const auto rest = static_cast<std::uint32_t>(faults.size() - i);
        std::swap(faults[i], faults[i + random.below(rest)]);
    }
    faults.resize(taken);
    sort(faults);
    return faults;
}

std::vector<MutantResult> trials(const Ground& ground, const std::vector<Fault>& faults,
                                 Check& check, const work::PieceOptions& options) {
    std::vector<MutantResult> results(faults.size());
    work::do_pieces(faults.size(), options, [&] {
        return [&](std::size_t index) {
            const Fault& fault = faults[index];
            c64::Image image = ground.image();
            plant(image, fault);
            try {
                const auto report = check.find(image, fault);
                results[index] = {report ? State::killed : State::survived,
                                  report ? ground.named(*report, fault) : Blame::other,
                                  report.value_or("")};
            } catch (const Stopped&) {
                return;
            } catch (const std::exception& trouble) {
                results[index] = {State::trouble, Blame::other, std::string(trouble.what()) + '\n'};
            }
        };
    });
    return results;
}

}  // namespace ryg::mutation
