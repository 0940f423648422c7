// `ryg verify`: the main job. Program and twin do the same work, and the results are compared.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "app/files.hpp"
#include "app/game_verb.hpp"
#include "app/terminal.hpp"
#include "c64/program/coverage.hpp"

namespace ryg::app {
namespace {

using work::Campaign;
using work::CampaignResult;
using work::Column;
using work::Row;

double megahertz(const CampaignResult& result) {
    return result.seconds > 0 ? static_cast<double>(result.count("cycles")) / result.seconds / 1e6
                              : 0;
}

Json row_json(const Campaign& campaign, const Row& row) {
    Json json = to_json(row.about);
    for (std::size_t i = 0; i < campaign.columns.size(); ++i) {
        const Column& column = campaign.columns[i];
        if (!column.key.empty()) json[std::string(column.key)] = row.counts[i];
    }
    if (campaign.derived) json.update(to_json(campaign.derived(row)));
    return json;
}

void print_json(const Asked& asked, const Campaign& campaign, const CampaignResult& result) {
    Json json{{"request", request_of(asked, *asked.game->verify)}};
    json.update(row_json(campaign, result.total));
    if (campaign.tells_speed) json["mhz"] = megahertz(result);
    json["seconds"] = result.seconds;
    json["interrupted"] = result.stopped;
    json["stopped_after_differences"] = result.enough;
    json["left_out"] = campaign.left_out;
    json["rows"] = Json::array();
    for (const Row& row : result.rows) json["rows"].push_back(row_json(campaign, row));
    json["first_difference"] = nullptr;
    if (result.first) {
        Json& first = json["first_difference"] = to_json(to_data(*result.first));
        first["reproduce"] = command_line("verify", result.first->again);
    }
    print(json);
}

/// A line of the table; `cell` gives a column's text.
template <class Cell>
void print_line(const Campaign& campaign, std::string_view name, Cell&& cell) {
    fmt::print("{:<{}}", name, campaign.name_width);
    for (std::size_t i = 0; i < campaign.columns.size(); ++i) {
        const Column& column = campaign.columns[i];
        if (!column.heading.empty()) fmt::print(" {:>{}}", cell(i), column.width);
    }
    fmt::print("\n");
}

void print_table(const Asked& asked, const Campaign& campaign, const CampaignResult& result) {
    print_line(campaign, asked.game->name, [&](auto i) { return campaign.columns[i].heading; });
    const auto print_row = [&](const Row& row) {
        print_line(campaign, row.name, [&](auto i) { return row.counts[i]; });
    };
    for (const Row& row : result.rows) print_row(row);
    if (result.rows.size() > 1) print_row(result.total);
    fmt::print("\n{}{:.1f} s{}.\n", campaign.remark ? campaign.remark(result.total) : "",
               result.seconds,
               campaign.tells_speed ? fmt::format(", {:.0f} emulated MHz", megahertz(result)) : "");
    if (!campaign.left_out.empty()) {
        fmt::print("Nothing of {} was compared.\n", fmt::join(campaign.left_out, ", "));
    }
    if (result.enough) {
        fmt::print("Stopped at {} differences; see --differences.\n", result.count("differences"));
    }
    if (result.first) {
        fmt::print("\n{} First difference:\n{}", asked.game->verify->differ,
                   describe(*result.first, command_line("verify", result.first->again)));
    } else if (result.stopped) {
        fmt::print("Interrupted: no difference in what was compared until then.\n");
    } else {
        fmt::print("{}\n", asked.game->verify->agree);
    }
}

/// A case for each row; the first that differs has the first difference.
void write_cases(const std::string& path, const Asked& asked, const CampaignResult& result) {
    std::vector<TestCase> cases;
    bool is_first = true;
    for (const Row& row : result.rows) {
        cases.push_back({.name = row.name});
        const auto differences = result.count("differences", row);
        if (differences == 0) continue;
        cases.back().failure = fmt::format("{} differences\n", differences);
        if (!std::exchange(is_first, false)) continue;
        cases.back().failure +=
            describe(*result.first, command_line("verify", result.first->again));
    }
    if (!cases.empty()) cases.front().seconds = result.seconds;
    write_junit(path, fmt::format("ryg verify {}", asked.game->name), cases);
}

/// The one program that is compared.
c64::Image observed_program(const Asked& asked) {
    const auto& options = asked.game->verify->options;
    const bool has_versions = std::ranges::find(options, "version", &Option::name) != options.end();
    if (asked.values.has("all") || (has_versions && !asked.values.has("version"))) {
        throw Trouble("--coverage: of one program: give --version");
    }
    return c64::from_embedded(program_of(*asked.game, asked.values.text("version")));
}

}  // namespace

Exit verify(Arguments arguments) {
    const work::Option differences =
        work::number_option("differences", "start no more work at so many; 0: do all of it", "10");
    const Asked asked = ask(
        arguments, "verify", job_of<&harness::Game::verify>,
        {.options = {jobs_option(), differences, coverage_option(), junit_option(), csv_option()}});
    if (asked.parsed.helped) return exit_done;
    const unsigned jobs = jobs_of(asked.parsed);
    c64::Recording recording;
    std::optional<c64::Image> observed;
    if (asked.parsed.has("coverage")) {
        observed = observed_program(asked);
    }
    harness::Order order = asked.order();
    if (observed) {
        order.instead = &*observed;
        order.recording = &recording;
    }
    const Campaign campaign = asked.game->verify->plan(order);
    if (campaign.pieces == 0) {
        throw Trouble(fmt::format("nothing to compare: give more {}", asked.game->verify->nothing));
    }
    CampaignResult result;
    {
        Progress progress("comparing");
        result = work::run(
            campaign,
            {jobs, &interrupted, [&](auto done, auto total) { progress.show(done, total); }},
            asked.parsed.number("differences"));
    }
    if (observed) {
        write_output(asked.parsed.text("coverage"), lcov(recording.sum(), *observed));
    }
    if (asked.parsed.has("junit")) write_cases(asked.parsed.text("junit"), asked, result);
    if (asked.parsed.csv()) {
        Json rows = Json::array();
        for (const Row& row : result.rows) rows.push_back(row_json(campaign, row));
        print_csv(rows);
    } else if (asked.parsed.json()) {
        print_json(asked, campaign, result);
    } else {
        print_table(asked, campaign, result);
    }
    if (result.first) return exit_difference;
    return result.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
