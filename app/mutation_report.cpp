// Reports of planted faults: the text lists only survivors, the table marks them.
#include "app/mutation_report.hpp"

#include <fmt/format.h>
#include <map>

#include "app/files.hpp"
#include "app/terminal.hpp"

namespace ryg::app {
namespace {

using mutation::Fault;
using mutation::MutantResult;
using mutation::State;
using work::escaped;

std::string_view state_name(const MutantResult& result) {
    constexpr std::array<std::string_view, 4> names{"untried", "survived", "killed", "trouble"};
    return names[static_cast<std::size_t>(result.state)];
}

std::string again(const MutationOutcome& outcome, const Fault& fault) {
    return fmt::format("{} --fault {}", outcome.again, fault.id());
}

double percent(auto part, auto whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void print_json(const MutationOutcome& outcome, const c64::debug::Symbols& symbols) {
    Json results = Json::array();
    for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
        const Fault& fault = outcome.faults[i];
        const MutantResult& result = outcome.results[i];
        results.push_back({{"fault", fault.id()},
                           {"file", symbols.info.files()[fault.source.file]},
                           {"line", fault.source.line},
                           {"routine", fault.home},
                           {"change", fault.change},
                           {"in_table", fault.in_table},
                           {"result", state_name(result)},
                           {"located", result.named >= mutation::Blame::caller},
                           {"named", result.named == mutation::Blame::itself},
                           {"report", result.report},
                           {"reproduce", again(outcome, fault)}});
    }
    const auto killed = outcome.count(State::killed), survived = outcome.count(State::survived);
    const auto& reached = outcome.reached;
    print(Json{{"program", outcome.program},
               {"with", outcome.with},
               {"faults", outcome.faults.size()},
               {"possible", reached.faults.size()},
               {"tried", killed + survived},
               {"killed", killed},
               {"located", outcome.named(mutation::Blame::caller)},
               {"named", outcome.named(mutation::Blame::itself)},
               {"survived", survived},
               {"trouble", outcome.count(State::trouble)},
               {"instructions", reached.instructions},
               {"never_executed", outcome.coverage_known ? Json(reached.never_executed) : Json()},
               {"seconds", outcome.seconds},
               {"interrupted", interrupted.load()},
               {"results", results}});
}

void print_text(const MutationOutcome& outcome, const c64::debug::Symbols& symbols) {
    const auto killed = outcome.count(State::killed), survived = outcome.count(State::survived);
    const auto trouble = outcome.count(State::trouble);
    for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
        const Fault& fault = outcome.faults[i];
        const MutantResult& result = outcome.results[i];
        const bool is_only = outcome.faults.size() == 1;
        const bool is_shown = result.state == State::survived || result.state == State::trouble;
        if (!is_shown && !is_only) continue;
        fmt::print("{} {} in {}: {}\n", symbols.info.describe(fault.source), state_name(result),
                   fault.home, fault.change);
        if (const auto line = symbols.text_of(fault.source)) fmt::print("  {}\n", *line);
        if (!is_only) fmt::print("  {}\n", again(outcome, fault));
        if (is_only || result.state == State::trouble) fmt::print("{}", result.report);
    }
    fmt::print("{}: {} of {} faults killed ({:.1f}%), {} survived{}; {:.1f} s\n", outcome.program,
               killed, killed + survived, percent(killed, killed + survived), survived,
               trouble == 0 ? "" : fmt::format(", {} could not be tried", trouble),
               outcome.seconds);
    const auto located = outcome.named(mutation::Blame::caller),
               named = outcome.named(mutation::Blame::itself);
    fmt::print("  {} located ({:.1f}%), {} of them by name ({:.1f}%)\n", located,
               percent(located, killed), named, percent(named, killed));
    for (const bool in_table : {false, true}) {
        const auto part = outcome.part(in_table);
        const auto dead = part.count(State::killed), tried = dead + part.count(State::survived);
        if (tried == 0 || tried == killed + survived) continue;
        fmt::print("  {}: {} of {} killed ({:.1f}%), {} located, {} by name\n",
                   in_table ? "in tables" : "in code", dead, tried, percent(dead, tried),
                   part.named(mutation::Blame::caller), part.named(mutation::Blame::itself));
    }
    fmt::print("chosen from {} possible faults", outcome.reached.faults.size());
    if (outcome.coverage_known) {
        fmt::print("; {} of {} instructions are never executed", outcome.reached.never_executed,
                   outcome.reached.instructions);
    }
    fmt::print("\n");
}

void write_html(const std::string& path, const MutationOutcome& outcome,
                const c64::debug::Symbols& symbols) {
    std::string text = fmt::format(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>{0}</title><style>\n"
        "body{{font-family:sans-serif}} td{{padding:0 .6em;vertical-align:top}}\n"
        "pre{{margin:0}} .killed{{color:#060}} .survived{{background:#fbb}} "
        ".untried{{color:#888}} .trouble{{background:#fd8}}\n"
        "</style></head><body><h1>{0} with {1}</h1>\n<p>{2} of {3} faults killed, {4} located, {5} "
        "survived, {6} could not be tried.</p>\n",
        escaped(outcome.program), escaped(outcome.with), outcome.count(State::killed),
        outcome.faults.size(), outcome.named(mutation::Blame::caller),
        outcome.count(State::survived), outcome.count(State::trouble));
    std::map<c64::SourceLine, std::vector<std::size_t>> lines;
    for (std::size_t i = 0; i < outcome.faults.size(); ++i) {
        lines[outcome.faults[i].source].push_back(i);
    }
    std::optional<std::size_t> file;
    for (const auto& [source, faults] : lines) {
        if (file != source.file) {
            text += fmt::format("{}<h2>{}</h2>\n<table>\n", file ? "</table>\n" : "",
                                escaped(symbols.info.files()[source.file]));
            file = source.file;
        }
        text += fmt::format("<tr><td>{}</td><td><pre>{}</pre></td><td>", source.line,
                            escaped(symbols.text_of(source).value_or("")));
        for (const std::size_t i : faults) {
            const MutantResult& result = outcome.results[i];
            text += fmt::format("<div class=\"{0}\" title=\"{1}\">{2}: {0}{3}</div>",
                                state_name(result), escaped(result.report),
                                escaped(outcome.faults[i].change),
                                result.named >= mutation::Blame::caller ? ", located" : "");
        }
        text += "</td></tr>\n";
    }
    write_output(path, text + (file ? "</table>\n" : "") + "</body></html>\n");
}

}  // namespace ryg::app
