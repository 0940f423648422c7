// Tables of searches, nodes, cycles and differences, and the first difference.
#include "app/results.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "app/files.hpp"
#include "app/game_verb.hpp"

namespace ryg::app {
namespace {

using work::Column;
using work::PartTotal;
using work::Sums;
using work::Totals;

std::string hex(std::uint64_t checksum) { return fmt::format("{:016x}", checksum); }

double megahertz(std::uint64_t cycles, double seconds) {
    return seconds > 0 ? static_cast<double>(cycles) / seconds / 1e6 : 0;
}

std::string time_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.1f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.1f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

void add_sums(Json& json, const Sums& sums, std::span<const Column> columns) {
    json["searches"] = sums.searches;
    json["nodes"] = sums.nodes;
    json["cycles"] = sums.cycles;
    json["differences"] = sums.differing;
    for (std::size_t i = 0; i < columns.size(); ++i) json[columns[i].key] = sums.own[i];
    json["pieces"] = sums.pieces;
    json["least"] = sums.least;
    json["most"] = sums.most;
    json["most_nodes"] = sums.most_nodes;
    json["fell_back"] = sums.fell_back;
    json["noisy"] = sums.noisy;
}

std::string command_again(const work::Difference& difference) {
    return command_line("verify", difference.again);
}

void print_json(const Totals& totals, const Stored* stored, const Json& head) {
    Json json = head;
    const Sums sum = totals.sum();
    add_sums(json, sum, totals.columns);
    json["checksum"] = hex(totals.checksum());
    json["native_checksum"] = hex(totals.native_checksum());
    json["interrupted"] = interrupted.load();
    json["rows"] = Json::array();
    std::uint64_t shards = 0, done = 0;
    double seconds = 0;
    for (const PartTotal& total : totals.parts) {
        json["rows"].push_back(to_json(total, totals.columns));
        shards += total.shards;
        done += total.shards_done;
        seconds += total.seconds;
    }
    if (stored == nullptr) {
        json["mhz"] = megahertz(sum.cycles, totals.seconds);
        json["seconds"] = totals.seconds;
        json["stopped_after_differences"] = totals.enough;
        json["left_out"] = totals.left_out;
        json["first_difference"] = nullptr;
        if (totals.first) {
            Json& first = json["first_difference"] = to_json(*totals.first);
            first["reproduce"] = command_again(*totals.first);
        }
        return print(json);
    }
    json["seconds"] = seconds;
    json["seconds_left"] = stored->seconds_left;
    json["shards"] = shards;
    json["shards_done"] = done;
    json["shards_damaged"] = stored->damaged;
    json["complete"] = done == shards;
    print(json);
}

void print_table(const Totals& totals, const Stored* stored) {
    std::vector<work::TableRow> rows{{totals.game, "searches", "nodes", "6502 cycles", "differ"}};
    for (const Column& column : totals.columns) {
        if (column.heading.empty()) continue;
        rows[0].push_back(column.heading);
    }
    if (stored != nullptr) rows[0].insert(rows[0].end(), {"shards", "checksum"});
    const auto row_of = [&](std::string_view name, const Sums& sums) {
        work::TableRow row{std::string(name)};
        for (const auto count : {sums.searches, sums.nodes, sums.cycles, sums.differing}) {
            row.push_back(std::to_string(count));
        }
        for (std::size_t i = 0; i < totals.columns.size(); ++i) {
            if (!totals.columns[i].heading.empty()) row.push_back(std::to_string(sums.own[i]));
        }
        return row;
    };
    std::uint64_t shards = 0, done = 0;
    double seconds = 0;
    for (const PartTotal& total : totals.parts) {
        rows.push_back(row_of(total.part.name, total.sums));
        if (stored != nullptr) {
            rows.back().push_back(fmt::format("{}/{}", total.shards_done, total.shards));
            rows.back().push_back(hex(total.sums.checksum));
        }
        shards += total.shards;
        done += total.shards_done;
        seconds += total.seconds;
    }
    if (totals.parts.size() > 1) rows.push_back(row_of("total", totals.sum()));
    fmt::print("{}", work::table_text(rows));
    if (stored == nullptr) {
        fmt::print("\n{:.1f} s, {:.0f} emulated MHz.\n", totals.seconds,
                   megahertz(totals.sum().cycles, totals.seconds));
        return;
    }
    fmt::print("\n{}: {}; {} of threads.\n{} {}\nthe twin's {}\n", totals.game, stored->what,
               time_text(seconds), done == shards ? "checksum" : "checksum so far",
               hex(totals.checksum()), hex(totals.native_checksum()));
    if (done == shards) return;
    fmt::print("{} of {} shards are done{}.\n", done, shards,
               stored->seconds_left > 0
                   ? fmt::format(", about {} are left", time_text(stored->seconds_left))
                   : "");
    if (stored->damaged > 0) {
        fmt::print("{} shards are damaged: the command that made the file does them again.\n",
                   stored->damaged);
    }
}

void print_text(const Totals& totals, const Stored* stored) {
    print_table(totals, stored);
    if (const auto noisy = totals.sum().noisy; noisy > 0) {
        fmt::print("Searches repeated in randomised memory: {}.\n", noisy);
    }
    if (!totals.left_out.empty()) {
        fmt::print("Not compared: {}.\n", fmt::join(totals.left_out, ", "));
    }
    if (totals.enough) {
        fmt::print("Stopped at {} differences; see --differences.\n", totals.sum().differing);
    }
    if (totals.first) {
        fmt::print("\nProgram and twin differ. First difference:\n{}",
                   describe(*totals.first, command_again(*totals.first)));
    } else if (totals.sum().differing != 0) {
        fmt::print("\nProgram and twin differ.\n");
        for (const auto& [part, shown] : stored->differences) {
            fmt::print("\n{}, item {}\n{}", part, shown.piece, shown.text);
        }
    } else if (totals.stopped) {
        fmt::print("{}: no difference in what was compared until then.\n",
                   interrupted ? "Interrupted" : "Not complete");
    } else {
        fmt::print("Program and twin agree.\n");
    }
}

}  // namespace

Json to_json(const PartTotal& total, std::span<const Column> columns) {
    Json json{{"program", total.part.program}};
    if (total.part.version != 0) json["version"] = total.part.version;
    if (total.part.depth != 0) json["depth"] = total.part.depth;
    add_sums(json, total.sums, columns);
    json["crc"] = fmt::format("{:08x}", total.part.crc);
    Json& percentiles = json["percentiles"] = Json::object();
    for (const double percent : {1.0, 10.0, 50.0, 90.0, 99.0}) {
        percentiles[fmt::format("{}", percent)] = total.percentile(percent);
    }
    json["checksum"] = hex(total.sums.checksum);
    json["native_checksum"] = hex(total.sums.native_checksum);
    if (total.shards == 0) return json;
    json["seconds"] = total.seconds;
    json["shards"] = total.shards;
    json["shards_done"] = total.shards_done;
    return json;
}

void print(const Totals& totals, const Stored* stored, const Json& head, const Parsed& parsed) {
    if (parsed.csv()) {
        Json rows = Json::array();
        for (const PartTotal& total : totals.parts) {
            rows.push_back(to_json(total, totals.columns));
        }
        print_csv(rows);
    } else if (parsed.json()) {
        print_json(totals, stored, head);
    } else {
        print_text(totals, stored);
    }
}

void write_cases(const std::string& path, const Totals& totals) {
    std::vector<TestCase> cases;
    bool is_first = true;
    for (const PartTotal& total : totals.parts) {
        cases.push_back({.name = total.part.name});
        if (total.sums.differing == 0) continue;
        cases.back().failure = fmt::format("{} differences\n", total.sums.differing);
        if (!std::exchange(is_first, false) || !totals.first) continue;
        cases.back().failure += describe(*totals.first, command_again(*totals.first));
    }
    if (!cases.empty()) cases.front().seconds = totals.seconds;
    write_junit(path, "ryg verify", cases);
}

Exit exit_of(const Totals& totals) {
    if (totals.sum().differing != 0) return exit_difference;
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
