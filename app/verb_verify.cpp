// `ryg verify`: programs and their twins do the same work, and the results are compared.
#include <fmt/format.h>

#include "app/files.hpp"
#include "app/results.hpp"
#include "app/terminal.hpp"
#include "app/verify_database.hpp"
#include "c64/program/coverage.hpp"

namespace ryg::app {
namespace {

constexpr std::string_view verify_about = R"(
Reports the first difference and exits with 1 if there is one.

With --into, FILE keeps the results, by default of all reachable positions, in shards. The same
command continues where it was stopped; another command may add programs and depths to the file.
  verify status FILE               show what is done, and the time left
  verify report FILE               write a page about it, or the same as JSON
  verify merge FILE.. --into FILE  join the shards of several files
  verify diff FILE FILE            show where two files first differ)";
constexpr std::string_view about_clusters = R"(
With `mpirun -n 4 ryg verify --into FILE ..`, process 0 hands out the shards (docs/verify.md).)";

/// The one program that is compared.
c64::Image observed_program(const work::Work& work) {
    std::vector<std::string> names;
    for (const work::Part& part : work.parts) {
        if (std::ranges::count(names, part.program) == 0) names.push_back(part.program);
    }
    if (names.size() != 1) throw Trouble("--coverage is for one program: name it");
    return c64::from_embedded(*claims::find_program(program().games, names.front()));
}

work::Totals compare(const GameCommand& command, const work::Work& work) {
    Progress progress("comparing");
    return work::run(work, {{jobs_of(command.parsed), &interrupted,
                             [&](auto done, auto total) { progress.show(done, total); }},
                            command.parsed.number("differences")});
}

}  // namespace

Exit verify(Arguments arguments) {
    if (const auto exit = look_at_database(arguments)) return *exit;
    const std::string about =
        std::string(verify_about) + std::string(program().cluster == nullptr ? "" : about_clusters);
    VerbOptions own{
        .options = joined_options(
            {{jobs_option(),
              number_option("differences", "stop after this many; 0: do all of the work", "10"),
              coverage_option(), junit_option(), csv_option()},
             database_options()}),
        .about = about,
        .needs_program = false};
    GameCommand command = ask(arguments, "verify", job_of<&claims::Game::verify>, own);
    const Parsed& parsed = command.parsed;
    if (parsed.helped) return exit_done;
    const auto& job = *command.game->verify;
    const auto was_given = [&](std::string_view option) { return command.values.has(option); };
    if (parsed.has("into") && !was_given("position") &&
        std::ranges::none_of(job.kinds, was_given) && !job.set.empty()) {
        command.values.set("positions", std::string(job.set));
    }
    work::Work work = job.work(command.order());
    if (work.pieces() == 0) throw Trouble("nothing to compare: give more positions");
    if (parsed.has("into")) return verify_into(command, work);
    for (const char* const option : {"part", "shard"}) {
        if (parsed.given.has(option)) throw Trouble(fmt::format("--{} is for --into", option));
        program().request[option] = nullptr;
    }
    c64::CoverageRecording recording;
    std::optional<c64::Image> observed;
    if (parsed.has("coverage")) {
        observed = observed_program(work);
        claims::Order order = command.order();
        order.recording = &recording;
        work = job.work(order);
    }
    const work::Totals totals = compare(command, work);
    if (observed) write_output(parsed.text("coverage"), lcov(recording.sum(), *observed));
    if (parsed.has("junit")) write_cases(parsed.text("junit"), totals);
    print(totals, nullptr, {}, parsed);
    return exit_of(totals);
}

}  // namespace ryg::app
