// Whole programs as workloads: those of the games, and cc65's samples.
#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "app/child.hpp"
#include "app/cpu_bench/peer.hpp"
#include "app/cpu_bench/workload.hpp"
#include "app/files.hpp"
#include "app/verb.hpp"
#include "c64/program/files.hpp"
#include "engine/claims/game.hpp"
#include "engine/work/work.hpp"

namespace ryg::app::cpu_bench {

using work::processor_seconds;

namespace {

constexpr std::string_view samples_folder = "/usr/share/cc65/samples";
/// The samples that need neither a disk nor a driver.
constexpr std::array<std::string_view, 7> samples{"ascii",  "fire",   "gunzip65", "hello",
                                                  "nachtm", "plasma", "sieve"};

std::uint16_t mixed(std::uint16_t sum, std::uint64_t number) {
    for (; number != 0; number >>= 8) {
        sum = static_cast<std::uint16_t>(std::rotl(sum, 1) + (number & 0xFF));
    }
    return sum;
}

/// Compiles a sample for the C64, from a copy, as cl65 writes files beside it. nullopt if that
/// fails.
std::optional<c64::Image> compiled(const std::string& cl65, std::string_view sample) {
    const auto text = c64::read_file(fmt::format("{}/{}.c", samples_folder, sample));
    if (!text) return std::nullopt;
    const TemporaryFolder folder;
    const std::string prg = folder.file("sample.prg");
    const ProcessEnd ended =
        app::run({cl65, "-O", "-t", "c64", "-o", prg, folder.write("sample.c", *text)});
    if (ended.status != 0) return std::nullopt;
    return c64::read_prg(prg);
}

}  // namespace

/// Each core has a worker of its own, which keeps its machines.
class GameWork {
  public:
    GameWork(const claims::Game& game, const claims::Subject& program)
        : game_(game), program_(program) {}

    RunCost run(emu::Core core, emu::Cycle cycles) {
        Hired& hired = hired_.try_emplace(core).first->second;
        if (!hired.worker) {
            hired.work = work_in(core);
            hired.worker = hired.work.hire();
            static_cast<void>(once(hired, 0));  // prepares the machines
        }
        return once(hired, cycles);
    }

    [[nodiscard]] bool has_searches() {
        return work_in(emu::usual_core).pieces() > 0 && run(emu::usual_core, 0).cycles > 0;
    }

  private:
    struct Hired {
        work::Work work{};
        std::unique_ptr<work::Worker> worker{};
    };

    [[nodiscard]] work::Work work_in(emu::Core core) const {
        return game_.verify->work(
            {.values = {{"positions", "4000"}}, .programs = {&program_}, .core = core});
    }

    /// One work item of each part, then the next one of each.
    static RunCost once(Hired& hired, emu::Cycle cycles) {
        RunCost sample;
        const double begin = processor_seconds();
        for (std::uint64_t piece = 0, done = 1; done > 0 && !interrupted; ++piece) {
            done = 0;
            for (std::size_t part = 0; part < hired.work.parts.size(); ++part) {
                if (piece >= hired.work.parts[part].pieces) continue;
                if (piece > 0 && sample.cycles >= cycles) break;
                const work::Outcome outcome = hired.worker->run(part, piece);
                sample.cycles += outcome.cycles;
                sample.result = mixed(sample.result, outcome.cycles + outcome.value);
                ++done;
            }
        }
        sample.seconds = processor_seconds() - begin;
        return sample;
    }

    const claims::Game& game_;
    const claims::Subject& program_;
    std::map<emu::Core, Hired> hired_;
};

std::vector<Workload> game_programs() {
    std::vector<Workload> all;
    for (const claims::Game* game : program().games) {
        if (!game->verify) continue;
        for (const claims::Subject& program : game->programs) {
            auto work = std::make_shared<GameWork>(*game, program);
            if (!work->has_searches()) continue;
            all.push_back(
                {.name = std::string(program.name()), .image = {}, .game = std::move(work)});
        }
    }
    return all;
}

std::vector<Workload> cc65_samples() {
    const auto cl65 = find_program("cl65");
    if (!cl65 || !c64::is_folder(samples_folder)) {
        say(fmt::format("ryg bench cpu: no {}, or no cl65: cc65's samples are left out\n",
                        samples_folder));
        return {};
    }
    std::vector<Workload> all;
    for (const std::string_view sample : samples) {
        if (auto image = compiled(*cl65, sample)) {
            all.push_back({.name = std::string(sample),
                           .image = std::move(*image),
                           .needs_c64 = true,
                           .is_whole = true});
        } else {
            say(fmt::format("ryg bench cpu: cl65 cannot compile {}/{}.c: left out\n",
                            samples_folder, sample));
        }
    }
    return all;
}

RunCost run_whole(const Workload& workload, emu::Cycle cycles, emu::Core core, c64::Timing timing) {
    const auto machine = std::make_unique<c64::Machine>(c64::Setup{.core = core});
    machine->set_timing(timing);
    machine->start(workload.image);
    const double begin = processor_seconds();
    // The run continues after the program's end, in the KERNAL's loop.
    constexpr emu::Cycle least = 100'000;
    const c64::RunResult run =
        run_in_slices(*machine, std::max(cycles, least), {machine->kernal.guard});
    RunCost sample{run.cycles, processor_seconds() - begin};
    for (const emu::Byte byte : machine->ram()) sample.result = mixed(sample.result, byte);
    return sample;
}

RunCost run_game(const Workload& workload, emu::Cycle cycles, emu::Core core) {
    return workload.game->run(core, cycles);
}

}  // namespace ryg::app::cpu_bench
