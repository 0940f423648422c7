// `ryg verify --game hints`: all finders of match-three hints on the same boards.
#include <fmt/format.h>

#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/hints/campaign.hpp"
#include "engine/hints/native/board_text.hpp"

namespace ryg::app {
namespace {

using crosscheck::HintsCampaignOptions;
using crosscheck::HintsCampaignResult;
using crosscheck::HintsCampaignRow;

constexpr Help help{
    "verify --game hints [options]",
    "Finds the hints of adversarial and random match-three boards by nested loops, by bit masks\n"
    "of any size, by bit masks in words, by bytes in words and with the 6502 program, and\n"
    "compares: the same hints in the same order. Each native board is then changed in one cell,\n"
    "masks and all, and compared again. Reports the first difference and exits with 1 if there\n"
    "is one.",
    "./ryg verify --game hints\n"
    "./ryg verify --game hints --board AABA/BCDC/CDAD\n"
    "./ryg verify --game hints --boards 10000000 --asm-boards 20000     (a long campaign)"};

/// Chosen so that the default run takes a few seconds on two cores.
constexpr std::uint64_t default_boards = 300'000, default_asm_boards = 20'000;
/// Boards of other sizes are large: one for so many of 8 x 8.
constexpr std::uint64_t boards_a_size = 100;

HintsCampaignOptions read_options(const Parsed& parsed) {
    HintsCampaignOptions chosen;
    check_alone(parsed, "board", {"boards", "asm-boards", "seed"});
    const auto count = [&](const char* option) {
        return parse_number(parsed.get<std::string>(option), option, 1'000'000'000);
    };
    chosen.boards = count("boards");
    chosen.sizes = chosen.boards / boards_a_size;
    chosen.asm_boards = count("asm-boards");
    chosen.seed = parse_number(parsed.get<std::string>("seed"), "seed", ~std::uint64_t{0});
    chosen.jobs = jobs_of(parsed);
    if (parsed.has("board")) {
        chosen.board = engine::hints::parse_board(parsed.get<std::string>("board")).board;
    }
    chosen.stop = &interrupted;
    return chosen;
}

double mean_cycles(const HintsCampaignRow& row) {
    if (row.asm_boards == 0) return 0;
    return static_cast<double>(row.cycles) / static_cast<double>(row.asm_boards);
}

Json to_json(const HintsCampaignRow& row) {
    return {{"boards", row.boards},
            {"changed", row.changed},
            {"comparisons", row.comparisons},
            {"hints", row.hints},
            {"asm_boards", row.asm_boards},
            {"cycles", row.cycles},
            {"cycles_per_board",
             {{"least", row.least_cycles}, {"mean", mean_cycles(row)}, {"most", row.most_cycles}}},
            {"differences", row.differences}};
}

void print_json(const HintsCampaignResult& result) {
    Json json = to_json(result.total);
    json["seconds"] = result.seconds;
    json["interrupted"] = result.stopped;
    json["rows"] = Json::array();
    for (const HintsCampaignRow& row : result.rows) {
        Json one{{"name", row.name}};
        one.update(to_json(row));
        json["rows"].push_back(one);
    }
    json["first_difference"] = nullptr;
    if (result.first) {
        json["first_difference"] = {
            {"board", result.first->board},   {"name", result.first->name},
            {"finder", result.first->finder}, {"plain", result.first->plain},
            {"found", result.first->found},   {"reproduce", result.first->reproduce}};
    }
    print(json);
}

void print_row(std::string_view name, const HintsCampaignRow& row) {
    fmt::print("{:<18} {:>9} {:>9} {:>12} {:>10} {:>12}\n", name, row.boards, row.changed,
               row.comparisons, row.asm_boards, row.differences);
}

void print_table(const HintsCampaignResult& result) {
    fmt::print("{:<18} {:>9} {:>9} {:>12} {:>10} {:>12}\n", "hints", "boards", "changed",
               "comparisons", "6502", "differences");
    for (const HintsCampaignRow& row : result.rows) print_row(row.name, row);
    if (result.rows.size() > 1) print_row("total", result.total);
    if (result.total.asm_boards != 0) {
        fmt::print("\n6502 cycles a board: least {}, mean {:.0f}, most {}.",
                   result.total.least_cycles, mean_cycles(result.total), result.total.most_cycles);
    }
    fmt::print("\n{:.1f} s.\n", result.seconds);
    if (result.first) {
        fmt::print(
            "\nThe finders differ. First difference:\n  board      {}\n  that is    {}\n"
            "  plain      {}\n  {:<9}  {}\n  reproduce  {}\n",
            result.first->board, result.first->name, result.first->plain, result.first->finder,
            result.first->found, result.first->reproduce);
    } else if (result.stopped) {
        fmt::print("Interrupted: no difference in what was compared until then.\n");
    } else {
        fmt::print("All finders agree.\n");
    }
}

}  // namespace

Exit verify_hints(Arguments arguments) {
    options::options_description own("What to compare");
    own.add_options()("game", options::value<std::string>(), "hints")(
        "boards", options::value<std::string>()->default_value(std::to_string(default_boards)),
        "random boards of 8 x 8; of other sizes a hundredth of them")(
        "asm-boards",
        options::value<std::string>()->default_value(std::to_string(default_asm_boards)),
        "random boards of 8 x 8 for the 6502 too")(
        "seed", options::value<std::string>()->default_value("1"), "of the random boards")(
        "board", options::value<std::string>(), "compare this board only (see ryg hints --help)");
    add_jobs_option(own);
    const Parsed parsed = parse(arguments, help, own);
    if (parsed.helped) return exit_done;

    HintsCampaignOptions chosen = read_options(parsed);
    HintsCampaignResult result;
    {
        Progress progress("comparing");
        chosen.progress = [&](std::uint64_t done, std::uint64_t total) {
            progress.show(done, total);
        };
        result = crosscheck::run_hints_campaign(chosen);
    }
    parsed.json() ? print_json(result) : print_table(result);
    if (result.total.differences != 0) return exit_difference;
    return result.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
