// One HTML page without scripts or anything from the network, and the plots that it shows.
#include "app/hash_report.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

#include "app/hash_plots.hpp"

namespace ryg::app {

using namespace ryg::crosscheck;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view page_name = "index.html";
/// By this line in the page an earlier report is known.
constexpr std::string_view own_mark = R"(<meta name="generator" content="ryg hash">)";

constexpr std::string_view style = R"(<style>
:root{color-scheme:light dark;--text:#1c1c1c;--page:#fff;--line:#c8c8c8;--soft:#f2f2f2;
--good:#12692e;--suspicious:#855800;--bad:#a8201a}
@media(prefers-color-scheme:dark){:root{--text:#e6e6e6;--page:#17191c;--line:#484c52;
--soft:#23272c;--good:#6fd18c;--suspicious:#e8b64c;--bad:#ff8a80}}
body{color:var(--text);background:var(--page);font:1rem/1.55 system-ui,sans-serif;
max-width:52rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child{text-align:left;font-weight:normal}
thead th{background:var(--soft);font-weight:600!important}
caption{text-align:left;padding:.3rem 0}
figure{margin:1.5rem 0}figure img{max-width:100%;height:auto}
figcaption{font-size:.92rem}
.good{color:var(--good)}.suspicious{color:var(--suspicious)}.bad{color:var(--bad)}
.verdict{font-size:1.15rem;font-weight:600}
dt{font-weight:600}dd{margin:0 0 .6rem 1rem}
</style>)";

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
            case '&': safe += "&amp;"; break;
            case '<': safe += "&lt;"; break;
            case '>': safe += "&gt;"; break;
            case '"': safe += "&quot;"; break;
            default: safe += c;
        }
    }
    return safe;
}

std::string tests_table(const std::vector<HashRow>& rows) {
    std::string html =
        "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">test</th>"
        "<th scope=\"col\">measured</th><th scope=\"col\">expected</th>"
        "<th scope=\"col\">p, theory</th><th scope=\"col\">p, jury</th>"
        "<th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n";
    for (const HashRow& row : rows) {
        const std::string_view verdict = to_string(row.verdict);
        html += fmt::format(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
            "<td class=\"{}\">{}</td></tr>\n",
            escaped(row.name), escaped(row.measured), escaped(row.expected), p_text(row.theory),
            p_text(row.jury), verdict, verdict);
    }
    return html + "</tbody></table></div>\n";
}

std::string lock_table(const HashCase& what, const HashFigures& figures) {
    const LockFigures& lock = figures.lock;
    std::string html = fmt::format(
        "<p>{} look-ups, each followed by a write: {} of an empty entry, {} of the board's own, {} "
        "of another board's with the same hash.</p>\n<div class=\"wide\"><table>\n<thead><tr>"
        "<th scope=\"col\">such a collision is</th><th scope=\"col\">seen</th>"
        "<th scope=\"col\">missed</th><th scope=\"col\">expected</th>"
        "<th scope=\"col\">p, theory</th></tr></thead>\n<tbody>\n",
        lock.look_ups, lock.empty, lock.own, lock.other);
    for (const LockRow& row : lock_rows(what, figures)) {
        html += fmt::format(
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{:.1f}</td><td>{}</td></tr>\n",
            escaped(row.name), row.detected, row.missed, row.expected, p_text(row.theory));
    }
    return html + "</tbody></table></div>\n";
}

std::string cadence_table(const std::vector<CadenceFigures>& rows) {
    std::string html = fmt::format(
        "<div class=\"wide\"><table>\n<caption>{} readings of a warm chip. Independent bytes: the "
        "same in {:.1f}%, correlation 0 &plusmn; {:.3f}, {:.2f} equal pairs.</caption>\n<thead><tr>"
        "<th scope=\"col\">cycles apart</th><th scope=\"col\">the same</th>"
        "<th scope=\"col\">correlation of readings</th>"
        "<th scope=\"col\">of the tables' bytes</th>"
        "<th scope=\"col\">equal pairs in 64 bytes</th></tr></thead>\n<tbody>\n",
        cadence_readings, 100.0 / 256, correlation_band(cadence_readings), 2016.0 / 256);
    for (const CadenceFigures& row : rows) {
        html += fmt::format(
            "<tr><th scope=\"row\">{}{}</th><td>{:.1f}%</td><td>{:+.3f}</td><td>{:+.3f}</td>"
            "<td>{:.2f}</td></tr>\n",
            row.cadence, row.cadence == NoiseReader{}.byte ? " (randomize)" : "",
            100 * row.repeated, row.of_readings, row.of_bytes, row.equal_in_table);
    }
    return html + "</tbody></table></div>\n";
}

std::string figure(const Plot& plot) {
    return fmt::format(
        "<figure><img src=\"{}\" width=\"760\" height=\"400\" alt=\"{}. {}\">\n"
        "<figcaption><strong>{}.</strong> {}</figcaption></figure>\n",
        plot.file, escaped(plot.title), escaped(plot.caption), escaped(plot.title),
        escaped(plot.caption));
}

constexpr std::string_view how_to_read = R"(<h2>How to read it</h2>
<dl>
<dt>p, jury</dt><dd>The share of hashes of random bytes, put to the same test on the same boards,
that are at least as bad. Nothing else is assumed.</dd>
<dt>p, theory</dt><dd>The textbook's, for hashes that are independent draws; not given where the
boards of the test are known not to be that.</dd>
<dt>bad</dt><dd>At most one in 1000 of the jury is as bad.</dd>
<dt>suspicious</dt><dd>p times the number of tests is at most 0.05: one in 20 sets of truly random
bytes has a test that is suspicious or bad.</dd>
</dl>
)";

std::string page(const HashCase& what, const HashFigures& figures, const HashJudgement& judgement,
                 const std::vector<CadenceFigures>& cadences, const std::vector<Plot>& plots) {
    const std::vector<HashRow> rows = rows_of(what, figures, judgement);
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n{}\n"
        "<title>Hash and lock: {}</title>\n{}</head>\n<body><main>\n"
        "<h1>Is the hash uniform, does the lock help?</h1>\n"
        "<dl><dt>Tables</dt><dd>{}</dd><dt>Boards</dt><dd>{}</dd>"
        "<dt>Jury</dt><dd>{} hashes of random bytes on the same boards</dd></dl>\n"
        "<p class=\"verdict {}\">Verdict: {}</p>\n",
        own_mark, to_string(judgement.overall), style, escaped(what.tables), escaped(what.boards),
        what.jury, to_string(judgement.overall), escaped(verdict_line(rows, judgement)));
    html += "<h2>The tests</h2>\n" + tests_table(rows);
    if (figures.tables) {
        html += fmt::format(
            "<p>Of the equal pairs in the hash tables {} are of squares that are played on "
            "(expected 9.7), {} of squares one step apart (1.0).</p>\n",
            figures.tables->equal_hash_played, figures.tables->equal_hash_steps);
    }
    for (std::size_t i = 0; i < 4; ++i) html += figure(plots[i]);
    html += "<h2>The lock</h2>\n" + lock_table(what, figures) + figure(plots[4]);
    html += "<h2>Reading cadence</h2>\n" + figure(plots[5]) + cadence_table(cadences);
    html += how_to_read;
    return html + "</main></body></html>\n";
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw Trouble("cannot write " + path.string());
}

/// A folder beside the wanted one that is gone unless it was renamed.
class NewFolder {
  public:
    explicit NewFolder(const fs::path& beside)
        : path_(beside.string() + fmt::format(".new-{}", getpid())) {
        std::error_code error;
        if (!fs::create_directories(path_, error)) {
            throw Trouble(fmt::format("--report: cannot make a folder beside {}: {}",
                                      beside.string(), error.message()));
        }
    }
    ~NewFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }

    /// Takes the place of `folder`; an earlier report goes.
    void become(const fs::path& folder) {
        const fs::path old = path_.string() + ".old";
        std::error_code error;
        if (fs::exists(folder)) fs::rename(folder, old, error);
        if (!error) fs::rename(path_, folder, error);
        if (error) throw Trouble("cannot write " + folder.string() + ": " + error.message());
        fs::remove_all(old, error);
    }

  private:
    fs::path path_;
};

/// Without the slash that a shell puts behind a folder's name.
fs::path folder_path(const std::string& name) {
    const fs::path path = fs::path(name).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

bool is_own_file(const fs::path& path) {
    return path.filename() == page_name || path.extension() == ".svg";
}

}  // namespace

CadenceFigures cadence_of(Cycle cycles) {
    engine::Random random(1);
    return cadence_figures(warm_seed(random), cycles);
}

void check_hash_report(const std::string& name) {
    static_cast<void>(find_gnuplot());
    const fs::path folder = folder_path(name);
    if (folder.empty()) throw Trouble("--report: no name: name a folder that is not there yet");
    static_cast<void>(NewFolder(folder));
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    const auto refuse = [&](std::string_view why) {
        throw Trouble(fmt::format("--report: {} {}: name a folder that is not there yet",
                                  folder.string(), why));
    };
    if (!fs::is_directory(folder)) refuse("is no folder");
    std::ifstream page(folder / page_name);
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    if (text.find(own_mark) == std::string::npos) refuse("is not an earlier report");
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (!is_own_file(entry.path())) {
            refuse("has " + entry.path().filename().string() + " beside the report");
        }
    }
}

void write_hash_report(const std::string& name, const HashCase& what, const HashFigures& figures,
                       const HashJudgement& judgement, const HashJury& jury) {
    check_hash_report(name);
    constexpr Cycle fastest = 4, slowest = 200;
    std::vector<CadenceFigures> shown, drawn;
    for (const Cycle cycles : shown_cadences) shown.push_back(cadence_of(cycles));
    for (Cycle cycles = fastest; cycles <= slowest; ++cycles) drawn.push_back(cadence_of(cycles));

    const fs::path folder = folder_path(name);
    NewFolder made(folder);
    const std::vector<Plot> plots =
        draw_hash_plots(what, figures, jury, drawn, made.path().string());
    for (const Plot& plot : plots) write_file(made.path() / plot.file, plot.svg);
    write_file(made.path() / page_name, page(what, figures, judgement, shown, plots));
    made.become(folder);
}

}  // namespace ryg::app
