// A campaign's figures, gathered and as data.
#include "engine/work/database/report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::work {

using work::Data;

namespace {

constexpr std::array percents{1.0, 10.0, 50.0, 90.0, 99.0};

double ratio(std::uint64_t one, std::uint64_t other) {
    return other == 0 ? 0 : static_cast<double>(one) / static_cast<double>(other);
}

/// Where both versions have a piece done, what the later one answers otherwise.
Chapter::Change change_between(const Ledger& ledger, const Total& before, const Total& now) {
    Chapter::Change change{.since = before.series.version};
    const auto a = ledger.answers(before.series), b = ledger.answers(now.series);
    for (std::uint64_t piece = 0; piece < ledger.plan().pieces; ++piece) {
        if (!a.known[piece] || !b.known[piece]) continue;
        const std::string_view one = a.of(piece), other = b.of(piece);
        ++change.compared;
        change.values += one[0] != other[0] ? 1U : 0U;
        change.moves += one.substr(1, 2) != other.substr(1, 2) ? 1U : 0U;
    }
    change.cycles = ratio(now.cycles, before.cycles);
    return change;
}

Data::Fields data_of(const Total& total) {
    return {{"version", total.series.version},
            {"depth", total.series.depth},
            {"program", total.series.program},
            {"crc", fmt::format("{:08x}", total.series.crc)},
            {"shards", total.shards},
            {"shards_done", total.shards_done},
            {"searches", total.searches},
            {"nodes", total.nodes},
            {"most_nodes", total.most_nodes},
            {"cycles", total.cycles},
            {"least", total.least},
            {"most", total.most},
            {"fell_back", total.fell_back},
            {"differences", total.differing},
            {"seconds", total.seconds},
            {"checksum", fmt::format("{:016x}", total.checksum)}};
}

/// The sums of all series.
struct Sum {
    std::uint64_t searches = 0, nodes = 0, cycles = 0, differing = 0, shards = 0, done = 0;
    double seconds = 0;

    explicit Sum(const std::vector<Total>& totals) {
        for (const Total& total : totals) {
            searches += total.searches;
            nodes += total.nodes;
            cycles += total.cycles;
            differing += total.differing;
            shards += total.shards;
            done += total.shards_done;
            seconds += total.seconds;
        }
    }
};

std::string time_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.1f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.1f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

Data::List list_of(const Chapter& chapter, const std::vector<Shown>& shown,
                   const Command& command) {
    Data::List list;
    for (const auto& [piece, cycles, text] : shown) {
        Data::Fields fields{{"piece", piece}, {"cycles", cycles}, {"text", text}};
        const work::Series& series = chapter.total.series;
        if (&shown == &chapter.dearest) {
            fields.emplace_back("reproduce", command(series.version, series.depth, text));
        }
        list.push_back(std::move(fields));
    }
    return list;
}

}  // namespace

double Chapter::percentile(double percent) const {
    const double wanted = percent / 100 * static_cast<double>(total.searches);
    double seen = 0;
    for (const auto& [bin, content] : histogram) {
        seen += static_cast<double>(content.searches);
        if (seen >= wanted) {
            return std::min(begin_of_bin(bin + 1) - 1, static_cast<double>(total.most));
        }
    }
    return 0;
}

std::vector<Chapter> chapters_of(const Ledger& ledger) {
    std::vector<Chapter> chapters;
    for (const Total& total : ledger.totals()) {
        const work::Series& series = total.series;
        chapters.push_back({total,
                            ledger.histogram(series),
                            ledger.shown(series, Ledger::Why::dearest),
                            ledger.shown(series, Ledger::Why::difference),
                            {}});
        const auto before = std::ranges::find_if(
            chapters.rbegin() + 1, chapters.rend(),
            [&](const Chapter& one) { return one.total.series.depth == series.depth; });
        if (before != chapters.rend()) {
            chapters.back().change = change_between(ledger, before->total, total);
        }
    }
    return chapters;
}

work::Report status_of(const Ledger& ledger) {
    const std::vector<Total> totals = ledger.totals();
    const Sum sum(totals);
    work::Report report;
    report.agrees = sum.differing == 0;
    const Plan& plan = ledger.plan();
    report.text = fmt::format(
        "{}: {} {}\n\n{:<20} {:>11} {:>10} {:>11} {:>16} {:>9} {:>10} {:>9} "
        "{:>5}  {}\n",
        plan.game, plan.pieces, plan.pieces_are, "", "shards", "searches", "nodes", "6502 cycles",
        "least", "most", "fell back", "diff", "checksum");
    Data::List rows;
    for (const Total& total : totals) {
        report.text +=
            fmt::format("{:<20} {:>11} {:>10} {:>11} {:>16} {:>9} {:>10} {:>9} {:>5}  {:016x}\n",
                        total.series.name(), fmt::format("{}/{}", total.shards_done, total.shards),
                        total.searches, total.nodes, total.cycles, total.least, total.most,
                        total.fell_back, total.differing, total.checksum);
        rows.push_back(data_of(total));
    }
    const bool complete = sum.done == sum.shards;
    const double left = complete ? 0 : ledger.seconds_left().value_or(0);
    const std::string checksum = fmt::format("{:016x}", checksum_of(totals));
    report.text += fmt::format(
        "\n{} searches, {} nodes, {} 6502 cycles, {} differences, {} of threads.\n{} {}\n",
        sum.searches, sum.nodes, sum.cycles, sum.differing, time_text(sum.seconds),
        complete ? "checksum" : "checksum so far", checksum);
    if (!complete) {
        report.text += fmt::format("{} of {} shards are done{}.\n", sum.done, sum.shards,
                                   left > 0 ? ", some " + time_text(left) + " are left" : "");
    }
    for (const Total& total : totals) {
        for (const Shown& shown : ledger.shown(total.series, Ledger::Why::difference)) {
            report.text += fmt::format("\npiece {}\n{}", shown.piece, shown.text);
            break;
        }
    }
    report.data = {
        {"game", plan.game},    {"pieces_are", plan.pieces_are}, {"pieces", plan.pieces},
        {"complete", complete}, {"searches", sum.searches},      {"nodes", sum.nodes},
        {"cycles", sum.cycles}, {"differences", sum.differing},  {"seconds", sum.seconds},
        {"seconds_left", left}, {"shards", sum.shards},          {"shards_done", sum.done},
        {"checksum", checksum}, {"series", std::move(rows)}};
    return report;
}

Data::Fields report_data(const Ledger& ledger, const Command& command) {
    Data::Fields data = status_of(ledger).data;
    data.pop_back();  // the series, which are told in full here
    Data::List list;
    for (const Chapter& chapter : chapters_of(ledger)) {
        Data::Fields fields = data_of(chapter.total);
        Data::Fields percentiles;
        for (const double percent : percents) {
            percentiles.emplace_back(fmt::format("{}", percent), chapter.percentile(percent));
        }
        fields.emplace_back("percentiles", std::move(percentiles));
        Data::List bins;
        for (const auto& [bin, content] : chapter.histogram) {
            bins.push_back(Data::Fields{{"cycles", begin_of_bin(bin)},
                                        {"searches", content.searches},
                                        {"nodes", content.nodes}});
        }
        fields.emplace_back("histogram", std::move(bins));
        fields.emplace_back("dearest", list_of(chapter, chapter.dearest, command));
        fields.emplace_back("told", list_of(chapter, chapter.differences, command));
        if (const auto& change = chapter.change) {
            fields.emplace_back("change", Data::Fields{{"since", change->since},
                                                       {"compared", change->compared},
                                                       {"values", change->values},
                                                       {"moves", change->moves},
                                                       {"cycles", change->cycles}});
        }
        list.push_back(std::move(fields));
    }
    data.emplace_back("series", std::move(list));
    return data;
}

}  // namespace ryg::work
