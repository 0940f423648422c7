// `campaign`: all of a game's work, in shards that a database keeps, on one machine or many.
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>

#include "app/cluster.hpp"
#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "c64/program/text.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "engine/work/database/report.hpp"

namespace ryg::app {
namespace {

using work::Ledger;

constexpr std::string_view campaign_about = R"(
Work is cut into shards; FILE has what each came to: searches, nodes, 6502 cycles, differences,
checksums. The same command goes on where it was stopped, however that was; another may add
versions and depths to the same file. Shards differ in nothing but their time, whoever does them.

  campaign status FILE             what is done, and the time that is left
  campaign report FILE             a page with drawings, or the same as JSON
  campaign merge FILE.. --into FILE          the shards of several files in one
  campaign diff FILE FILE          the first shard and piece in which two campaigns differ)";
constexpr std::string_view about_clusters = R"(

`mpirun -n 4 ryg campaign ..` hands shards out from process 0 to the others (docs/verify.md).)";

Exit exit_of(const work::Report& report) {
    if (!report.agrees) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

Exit show(const Ledger& ledger, const Parsed& parsed) {
    const work::Report status = work::status_of(ledger);
    print(status, parsed);
    return exit_of(status);
}

/// `2/5` as part 2 of 5.
work::Office::Options office_options(const Parsed& parsed) {
    work::Office::Options options{.most_differences = parsed.number("differences")};
    if (!parsed.has("part")) return options;
    char slash = 0, rest = 0;
    std::istringstream text(parsed.text("part"));
    text >> options.part >> slash >> options.parts;
    if (!text || slash != '/' || text >> rest || options.part < 1 || options.part > options.parts) {
        throw Trouble(
            fmt::format("--part: '{}' is not a part of several: write the second of five as "
                        "2/5",
                        parsed.text("part")));
    }
    return options;
}

/// Which of several processes this is that mpirun or srun has started.
struct Rank {
    int number = 0, count = 1;
};
/// By the environment, before MPI is asked.
Rank rank() {
    const auto number = [](std::initializer_list<const char*> names, int otherwise) {
        for (const char* name : names) {
            if (const char* value = std::getenv(name)) return std::atoi(value);
        }
        return otherwise;
    };
    const Rank rank{number({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}, 0),
                    number({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1)};
    if (rank.count > 1 && program().cluster == nullptr) {
        throw Trouble("was built without MPI (libboost-mpi-dev, openmpi-bin): use --part");
    }
    return rank;
}

Exit run_campaign(Arguments arguments) {
    const std::string text = std::string(campaign_about) +
                             std::string(program().cluster == nullptr ? "" : about_clusters);
    const VerbsOwn own{
        .options = {{"into", "the database, made if it is not there"},
                    number_option("shard", "millions of cycles that a shard takes, by a sample",
                                  "4000", 1, 1'000'000'000),
                    {"part", "do every N-th shard only, from K on: K/N"},
                    number_option("differences", "begin nothing more when there are so many", "100",
                                  1),
                    jobs_option()},
        .about = text,
        .cpu = emu::recompiler::is_available() ? "recompiler" : "interpreter"};
    const Asked asked = ask(arguments, "campaign", job_of<&harness::Game::proof>, own);
    if (asked.parsed.helped) return exit_done;
    asked.parsed.need("into");
    const auto office_wanted = office_options(asked.parsed);
    const Rank here = rank();
    const auto survey = asked.game->proof->plan(asked.order());
    const auto tell = [](const work::Difference& difference) {
        return describe(difference, command_line("verify", difference.again));
    };
    work::PieceOptions pieces{jobs_of(asked.parsed), &interrupted, {}};
    if (here.number != 0) {
        program().cluster->serve(survey, pieces, tell);
        return exit_done;
    }
    Ledger ledger(asked.parsed.text("into"), Ledger::ToWrite{});
    {
        Progress progress("shards");
        pieces.progress = [&](auto done, auto total) { progress.show(done, total); };
        const std::uint64_t shard = asked.parsed.number("shard") * 1'000'000;
        if (!work::prepare(ledger, asked.game->name, survey, shard, pieces)) {
            return exit_interrupted;
        }
        if (here.count > 1) {
            work::Office office(ledger, survey, office_wanted);
            program().cluster->lead(office, pieces);
        } else {
            work::run(ledger, survey, office_wanted, pieces, tell);
        }
    }
    return show(ledger, asked.parsed);
}

constexpr Help status_help{"campaign status FILE [options]",
                           "Checks all of a campaign's database and says how far it has come, what "
                           "it found, and\nits checksum.",
                           "./ryg campaign status ryg.sqlite"};
constexpr Help report_help{
    "campaign report FILE [options]",
    "Writes a page about a campaign: cycles by version and depth, the dearest positions and how\n"
    "to see them again, memory, what each version changed; with --json the same as data.",
    "./ryg campaign report ryg.sqlite --output ryg.html\n./ryg campaign report ryg.sqlite --json"};
constexpr Help merge_help{
    "campaign merge FILE.. --into FILE [options]",
    "Copies the shards of campaigns, such as the parts of one, into one database.",
    "./ryg campaign merge part1.sqlite part2.sqlite --into ryg.sqlite"};
constexpr Help diff_help{"campaign diff FILE FILE [options]",
                         "Says in which shard and piece two campaigns first differ, by what both "
                         "have done. Times\nare not compared.",
                         "./ryg campaign diff here.sqlite there.sqlite"};

Option files_option(std::string_view help) {
    Option option{"file", help};
    option.repeats = true;
    return option;
}

std::vector<std::string> files_of(const Parsed& parsed, std::size_t least) {
    std::vector<std::string> files = c64::lines_of(parsed.text("file"));
    if (files.size() >= least) return files;
    throw Trouble(least == 1 ? "give the database of a campaign" : "give two databases");
}

work::Command command_of(const Ledger& ledger) {
    const auto& games = app::program().games;
    const auto game = std::ranges::find(games, ledger.plan().game, &harness::Game::name);
    if (game == games.end() || !(*game)->proof) {
        throw Trouble(ledger.path() + ": there is no game '" + ledger.plan().game + "'");
    }
    return [game = *game](int version, int depth, const std::string& piece) {
        return command_line("verify",
                            {std::string(game->name), game->proof->again(version, depth, piece)});
    };
}

Exit status(Arguments arguments) {
    const Parsed parsed = parse(arguments, status_help, {files_option("the database")}, {"file"});
    if (parsed.helped) return exit_done;
    return show(Ledger(files_of(parsed, 1).front()), parsed);
}

Exit report(Arguments arguments) {
    const Parsed parsed = parse(
        arguments, report_help,
        {files_option("the database"), {"output", "the page's file (default: standard output)"}},
        {"file"});
    if (parsed.helped) return exit_done;
    const Ledger ledger(files_of(parsed, 1).front());
    const work::Command command = command_of(ledger);
    if (parsed.json()) {
        print(to_json(work::report_data(ledger, command)));
        return exit_done;
    }
    const std::string page = work::report_html(ledger, command);
    if (parsed.has("output")) {
        const std::vector<emu::Byte> bytes(page.begin(), page.end());
        write_output(parsed.text("output"), bytes);
    } else {
        fmt::print("{}", page);
    }
    return exit_done;
}

Exit merge(Arguments arguments) {
    const Parsed parsed = parse(
        arguments, merge_help,
        {files_option("databases"), {"into", "the database, made if it is not there"}}, {"file"});
    if (parsed.helped) return exit_done;
    parsed.need("into");
    Ledger into(parsed.text("into"), Ledger::ToWrite{});
    for (const std::string& file : files_of(parsed, 1)) work::merge(Ledger(file), into);
    return show(into, parsed);
}

Exit diff(Arguments arguments) {
    const Parsed parsed = parse(arguments, diff_help, {files_option("two databases")}, {"file"});
    if (parsed.helped) return exit_done;
    const auto files = files_of(parsed, 2);
    if (files.size() > 2) throw Trouble("one file too many: give two");
    const work::Comparison found = work::compare(Ledger(files[0]), Ledger(files[1]));
    work::Report report{fmt::format("{} pieces are done in both, and the same.\n", found.compared),
                        {{"compared", found.compared}, {"first", {}}}};
    if (const auto& first = found.first) {
        report.agrees = false;
        report.text = fmt::format(
            "The campaigns differ.\n  series   {}\n  shard    at piece {}\n  piece    {}\n"
            "  {}: {}\n  {}: {}\n",
            first->series.name(), first->shard,
            first->piece ? std::to_string(*first->piece) : "one of the shard", files[0], first->a,
            files[1], first->b);
        report.data.back().second = work::Data::Fields{{"version", first->series.version},
                                                       {"depth", first->series.depth},
                                                       {"shard", first->shard},
                                                       {"piece", first->piece},
                                                       {"a", first->a},
                                                       {"b", first->b}};
    }
    print(report, parsed);
    return exit_of(report);
}

}  // namespace

Exit campaign(Arguments arguments) {
    const std::string_view word = arguments.empty() ? "" : std::string_view(arguments.front());
    using Own = Exit (*)(Arguments);
    for (const auto& [name, verb] : {std::pair<std::string_view, Own>{"status", status},
                                     {"report", report},
                                     {"merge", merge},
                                     {"diff", diff}}) {
        if (word == name) return verb(arguments.subspan(1));
    }
    return run_campaign(arguments);
}

}  // namespace ryg::app
