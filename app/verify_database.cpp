// Work in shards whose results a database keeps, on one machine or many; and reports of a database.
#include "app/verify_database.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

#include "app/cluster.hpp"
#include "app/files.hpp"
#include "app/manual.hpp"
#include "app/plot.hpp"
#include "app/results.hpp"
#include "app/terminal.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"
#include "engine/work/database/report.hpp"

namespace ryg::app {
namespace {

using work::Ledger;

Exit show(const Ledger& ledger, const Parsed& parsed) {
    const work::Totals totals = ledger.totals();
    Stored stored{ledger.plan().what, ledger.seconds_left().value_or(0), ledger.damaged()};
    if (!totals.stopped) stored.seconds_left = 0;
    for (const work::LedgerPart& part : ledger.plan().parts) {
        const auto shown = ledger.shown(part, Ledger::Why::difference);
        if (!shown.empty()) stored.differences.emplace_back(part.part.name, shown.front());
    }
    print(totals, &stored, {{"game", totals.game}, {"what", stored.what}}, parsed);
    return exit_of(totals);
}

/// Parses `2/5` as part 2 of 5.
work::Portion portion_of(const Parsed& parsed) {
    work::Portion portion;
    if (!parsed.has("part")) return portion;
    const std::string text = parsed.text("part");
    const auto slash = text.find('/');
    const auto number = [](std::string_view digits) {
        return static_cast<unsigned>(std::min<std::uint64_t>(c64::digits_of(digits, 10).value_or(0),
                                                             std::numeric_limits<unsigned>::max()));
    };
    if (slash != text.npos) {
        portion = {number(std::string_view(text).substr(0, slash)),
                   number(std::string_view(text).substr(slash + 1))};
    }
    if (slash == text.npos || portion.number < 1 || portion.number > portion.of) {
        throw Trouble(fmt::format(
            "--part: '{}': expected K/N, such as 2/5 for the second of five parts", text));
    }
    return portion;
}

/// The rank of this process among those started by mpirun or srun.
struct Rank {
    int number = 0, count = 1;
};
/// Read from the environment, before MPI is initialised.
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

constexpr Help status_help{
    "verify status FILE [options]",
    "Checks a database and shows its progress, the differences found, and its checksum.",
    "verify status ryg.sqlite\nverify status ryg.sqlite --json"};
constexpr Help report_help{
    "verify report FILE [options]",
    "Writes a page about a database: cycles by program and depth, the most expensive work items\n"
    "with the commands that repeat them, and what each program changed; with --json the same as\n"
    "data. --plot draws how many searches take how many cycles.",
    "verify report ryg.sqlite --output ryg.html\n"
    "verify report ryg.sqlite --output ryg.html --plot ryg.svg\n"
    "verify report ryg.sqlite --json"};
constexpr Help merge_help{
    "verify merge FILE.. --into FILE [options]",
    "Copies the shards of databases, such as the parts of one, into one database.",
    "verify merge part1.sqlite part2.sqlite --into whole.sqlite\n"
    "verify merge part*.sqlite --into whole.sqlite --json"};
constexpr Help diff_help{
    "verify diff FILE FILE [options]",
    "Finds the first shard and item in which two databases differ, among those "
    "that both have\ndone. Times are not compared.",
    "verify diff ryg.sqlite whole.sqlite\n"
    "verify diff ryg.sqlite whole.sqlite --json"};

Option files_option(std::string help) {
    Option option{"file", std::move(help)};
    option.repeats = true;
    return option;
}

std::vector<std::string> files_of(const Parsed& parsed, std::size_t least, std::size_t most) {
    std::vector<std::string> files = c64::lines_of(parsed.text("file"));
    if (files.size() < least) {
        throw Trouble(least == 1 ? "give the database" : "give two databases");
    }
    if (files.size() > most) throw Trouble(fmt::format("too many files: give {}", most));
    return files;
}

Exit status(Arguments arguments) {
    const Parsed parsed =
        parse(arguments, status_help, {files_option("the database"), csv_option()}, {"file"});
    if (parsed.helped) return exit_done;
    return show(Ledger(files_of(parsed, 1, 1).front()), parsed);
}

Json shown_as_json(const std::vector<work::Example>& list) {
    Json json = Json::array();
    for (const auto& [piece, cycles, text, again] : list) {
        json.push_back(
            {{"piece", piece}, {"cycles", cycles}, {"text", text}, {"reproduce", again}});
    }
    return json;
}

Json report_json(const Ledger& ledger) {
    const work::Totals totals = ledger.totals();
    Json json{{"game", ledger.plan().game},
              {"what", ledger.plan().what},
              {"complete", !totals.stopped},
              {"checksum", fmt::format("{:016x}", totals.checksum())},
              {"native_checksum", fmt::format("{:016x}", totals.native_checksum())},
              {"rows", Json::array()}};
    for (const work::PartReport& report : reports_of(ledger)) {
        Json row = to_json(report.total, totals.columns);
        row["histogram"] = Json::array();
        for (const auto& [bin, content] : report.total.histogram) {
            row["histogram"].push_back({{"cycles", work::begin_of_bin(bin)},
                                        {"pieces", content.pieces},
                                        {"nodes", content.nodes}});
        }
        row["costliest"] = shown_as_json(report.costliest);
        row["told"] = shown_as_json(report.differences);
        if (const auto& change = report.change) {
            row["change"] = {{"since", change->since},
                             {"compared", change->compared},
                             {"values", change->values},
                             {"moves", change->moves},
                             {"cycles", change->cycles}};
        }
        json["rows"].push_back(std::move(row));
    }
    return json;
}

/// Plots the distribution of cycles per search, by program and depth.
void plot_searches(const Parsed& parsed, const Json& report) {
    Json rows = Json::array();
    for (const Json& part : report["rows"]) {
        const auto add = [&](Json row) {
            row["program"] = part["program"];
            row["depth"] = part.value("depth", Json());
            rows.push_back(std::move(row));
        };
        std::uint32_t next = 0;  // empty bins are drawn, too
        for (const Json& bin : part["histogram"]) {
            const auto place = work::bin_of(bin["cycles"].get<emu::Cycle>());
            while (next != 0 && next < place) {
                add({{"cycles", work::begin_of_bin(next++)}, {"pieces", 0}});
            }
            add(bin);
            next = place + 1;
        }
    }
    const bool has_depths = !rows.empty() && !rows.front()["depth"].is_null();
    write_plot(
        parsed,
        {.title = fmt::format("Searches by their cycles: {}, {}", report["game"].get<std::string>(),
                              report["what"].get<std::string>()),
         .rows = "bins",
         .x = "cycles",
         .x_title = "6502 cycles",
         .y = {"pieces"},
         .y_title = "searches",
         .series = "program",
         .panel = has_depths ? "depth" : "",
         .x_logarithmic = true},
        {{"bins", std::move(rows)}});
}

Exit report(Arguments arguments) {
    const Parsed parsed = parse(arguments, report_help,
                                {files_option("the database"),
                                 {"output", "the page's file (default: standard output)"},
                                 plot_option()},
                                {"file"});
    if (parsed.helped) return exit_done;
    check_plot(parsed);
    const Ledger ledger(files_of(parsed, 1, 1).front());
    if (parsed.has("plot")) plot_searches(parsed, report_json(ledger));
    if (parsed.json()) {
        print(report_json(ledger));
        return exit_done;
    }
    const std::string page = work::report_html(ledger, made_by());
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
        {files_option("databases"), {"into", "the database, created if it is missing"}}, {"file"});
    if (parsed.helped) return exit_done;
    parsed.need("into");
    Ledger into(parsed.text("into"), Ledger::ToWrite{});
    for (const std::string& file : files_of(parsed, 1, ~std::size_t{0})) {
        work::merge(Ledger(file), into);
    }
    return show(into, parsed);
}

/// A work item of a database, repeated here; empty if the database does not name its positions.
struct Repeated {
    std::string position, again;
    work::Outcome outcome;
};
std::optional<Repeated> repeated(const work::Plan& plan, const work::FirstMismatch& mismatch) {
    constexpr std::string_view of_a_set = " positions";
    const auto [game, programs] = claims::find_named(program().games, mismatch.part.program);
    if (!mismatch.piece || game == nullptr || !plan.what.ends_with(of_a_set)) return {};
    claims::Order order{.programs = programs};
    order.values.set("positions", plan.what.substr(0, plan.what.size() - of_a_set.size()));
    if (mismatch.part.depth != 0) order.values.set("depth", mismatch.part.depth);
    const work::Work work = game->verify->work(order);
    if (work.parts.size() != 1 || work.parts[0].pieces != mismatch.part.pieces) return {};
    return Repeated{work.name(0, *mismatch.piece),
                    command_line("verify", work.again(0, *mismatch.piece)),
                    work.hire()->run(0, *mismatch.piece)};
}

Exit diff(Arguments arguments) {
    const Parsed parsed = parse(arguments, diff_help, {files_option("two databases")}, {"file"});
    if (parsed.helped) return exit_done;
    const auto files = files_of(parsed, 2, 2);
    const Ledger one(files[0]);
    const work::Comparison found = work::compare(one, Ledger(files[1]));
    Json json{{"compared", found.compared}, {"first", nullptr}};
    std::string text = fmt::format("{} items are done in both, and the same.\n", found.compared);
    if (const auto& first = found.first) {
        const Json piece = first->piece ? Json(*first->piece) : Json();
        text = fmt::format(
            "The databases differ.\n  part     {}\n  shard    at item {}\n  item     {}\n"
            "  {}: {}\n  {}: {}\n",
            first->part.name, first->shard,
            first->piece ? std::to_string(*first->piece) : "one of the shard", files[0], first->a,
            files[1], first->b);
        json["first"] = {{"program", first->part.program},
                         {"depth", first->part.depth},
                         {"shard", first->shard},
                         {"piece", piece},
                         {"a", first->a},
                         {"b", first->b}};
        if (const auto here = repeated(one.plan(), *first)) {
            const auto& [position, again, outcome] = *here;
            const std::string now = work::answer_shown(work::answer_text(outcome));
            text += fmt::format(
                "  position {}\n  now      {}: {} nodes, {} cycles, {}\n  again    {}\n", position,
                now, outcome.nodes, outcome.cycles,
                outcome.differs ? "not what the twin finds" : "as the twin finds", again);
            json["first"]["position"] = position;
            json["first"]["now"] = now;
            json["first"]["nodes"] = outcome.nodes;
            json["first"]["cycles"] = outcome.cycles;
            json["first"]["reproduce"] = again;
        }
    }
    parsed.json() ? print(json) : fmt::print("{}", text);
    return found.first ? exit_difference : exit_done;
}

}  // namespace

Options database_options() {
    return {{"into", "keep the results in this database (created if missing), or continue it"},
            {"part", "--into: do every N-th shard only, from K on: K/N"},
            number_option("shard", "--into: millions of cycles that a shard takes, by a sample",
                          "4000", 1, 1'000'000'000)};
}

Exit verify_into(const GameCommand& command, const work::Work& work) {
    const Parsed& parsed = command.parsed;
    const work::Portion portion = portion_of(parsed);
    const Rank here = rank();
    const work::CommandLine again = [](const work::Request& request) {
        return command_line("verify", request);
    };
    work::PieceOptions pieces{jobs_of(parsed), &interrupted, {}};
    if (here.number != 0) {
        program().cluster->serve(work, pieces, again);
        return exit_done;
    }
    Ledger ledger(parsed.text("into"), Ledger::ToWrite{});
    if (ledger.damaged() > 0) {
        say(fmt::format("ryg verify: {}: {} damaged shards are done again\n", ledger.path(),
                        ledger.damaged()));
    }
    {
        Progress progress("comparing");
        pieces.progress = [&](auto done, auto total) { progress.show(done, total); };
        if (!prepare(ledger, work, parsed.number("shard") * 1'000'000, pieces)) {
            return exit_interrupted;
        }
        work::LedgerKeeper keeper(ledger, work);
        work::Dispatcher dispatcher(keeper.open(portion), false, parsed.number("differences"),
                                    keeper);
        if (here.count > 1) {
            program().cluster->lead(dispatcher, pieces);
        } else {
            do_shards(work, pieces, again, dispatcher);
        }
    }
    return show(ledger, parsed);
}

std::optional<Exit> look_at_database(Arguments arguments) {
    const std::string_view word = arguments.empty() ? "" : std::string_view(arguments.front());
    using Own = Exit (*)(Arguments);
    for (const auto& [name, verb] : {std::pair<std::string_view, Own>{"status", status},
                                     {"report", report},
                                     {"merge", merge},
                                     {"diff", diff}}) {
        if (word == name) return verb(arguments.subspan(1));
    }
    return std::nullopt;
}

}  // namespace ryg::app
