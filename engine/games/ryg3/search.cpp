// A search by the program or by its twin, iteration by iteration.
#include <fmt/format.h>

#include "engine/common/notation.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/layout.hpp"

namespace ryg::engine::ryg3 {

using harness::Host;
using work::Values;

const work::Option tables_option{
    "tables",
    "random tables in place of ours: fixed, or a file's 640 bytes, hash_mouse, hash_cat1 .. 4 and "
    "the locks', or a PRG of them"};

c64::Image program(Version version) {
    const std::string name = fmt::format("ryg3-{:02}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg3_programs(), name));
}

RandomTables read_tables(const std::string& path) {
    constexpr std::size_t address = 2;
    const std::vector<Byte> file = c64::read_bytes(path, address + RandomTables::bytes);
    if (file.size() != RandomTables::bytes && file.size() != address + RandomTables::bytes) {
        throw c64::ImageError(fmt::format("{}: {} bytes: random tables are {}, or a PRG of them",
                                          path, file.size(), RandomTables::bytes));
    }
    return tables_from(std::span(file).last<RandomTables::bytes>());
}

RandomTables tables_in(const Values& values) {
    const std::string tables = values.text("tables");
    return tables.empty() || tables == "fixed" ? fixed_tables() : read_tables(tables);
}

void put(Host& host, const RandomTables& random) {
    for_each_table(random, [&](std::string_view label, const RandomTables::Table& table) {
        if (host.labels().find(label)) host.put(label, table);
    });
}

RandomTables random_tables_in(const Host& host) {
    RandomTables random;
    for_each_table(random, [&](std::string_view label, RandomTables::Table& table) {
        if (!host.labels().find(label)) return;
        std::ranges::copy(host.bytes_at(label, table.size()), table.begin());
    });
    return random;
}

void put(Host& host, const Board& board, int depth) {
    host.put("board", to_bytes(board));
    host.set("side", static_cast<Byte>(board.side));
    host.set("max_depth", static_cast<Byte>(depth));
}

void prepare(Host& host, const RandomTables& random) {
    put(host, random);
    for_each_column(HashTables{}, [&](std::string_view label, std::span<const Byte> bytes) {
        if (host.labels().find(label)) host.put(label, bytes);
    });
    for (const char* const label : {"ply", "hply", "show_lines"}) {
        if (host.labels().find(label)) host.set(label, 0);
    }
    host.keep();
}

namespace {

/// What the program shows after an iteration.
Iteration iteration_in(const Host& host, const Board& board) {
    const RandomTables random = random_tables_in(host);
    const auto at = [&](std::string_view label, std::size_t index) {
        return host.bytes_at(label, index + 1)[index];
    };
    Iteration found;
    found.depth = host.byte_at("used_depth");
    const auto depth = static_cast<std::size_t>(found.depth);
    for (std::size_t i = 0; i < 4; ++i) found.nodes |= std::uint32_t{at("nodes", i)} << 8 * i;
    found.score = at("score", depth);
    const Move best{at("best_start", depth), at("best_dest", depth)};
    if (best.start != no_square) found.best = best;
    found.tables = hash_tables_from([&](std::string_view label, std::span<Byte> bytes) {
        std::ranges::copy(host.bytes_at(label, bytes.size()), bytes.begin());
    });
    found.line = line_in(found.tables, {board, random}, found.depth);
    return found;
}

work::Rows rows_of(const Thought& thought) {
    work::Rows rows;
    for (std::size_t i = 0; i < thought.iterations.size(); ++i) {
        const Iteration& iteration = thought.iterations[i];
        std::vector<std::string> line;
        for (const Move move : iteration.line) line.push_back(to_string(move));
        rows.push_back(work::Record{
            {"depth", iteration.depth},
            {"nodes", iteration.nodes},
            {"score", iteration.score},
            {"move", iteration.best ? work::Cell(to_string(*iteration.best)) : work::Cell()},
            {"line", std::move(line)},
            {"cycles", thought.cycles.empty() ? work::Cell() : work::Cell(thought.cycles[i])}});
    }
    return rows;
}

work::Report search(const harness::Order& order, const harness::Watch& watch) {
    const Values& values = order.values;
    const Version version = version_of(order.program());
    const auto depth = values.number<int>("depth");
    Board board;
    if (values.has("position")) {
        board = board_from(parse_position(values.text("position"), Geometry::b));
    }
    const SearchWatch own{watch.stop, [&](int done) {
                              if (!watch.progress) return;
                              watch.progress(static_cast<std::uint64_t>(done),
                                             static_cast<std::uint64_t>(depth));
                          }};
    Thought thought;
    if (values.text("engine") == "native") {
        Thinker thinker{.version = version, .random = tables_in(values)};
        thought.iterations = thinker.think(board, depth, nullptr, own);
    } else {
        Host host(c64::from_embedded(*order.program().image), order.setup(), emu::never);
        prepare(host, tables_in(values));
        thought = think(host, version, board, depth, own);
    }
    work::Report report;
    report.data = {{"iterations", rows_of(thought)}, {"interrupted", watch.stopped()}};
    report.text = fmt::format("position  {}\n", to_fen(position_of(board), Geometry::b));
    if (thought.iterations.empty()) {
        report.text += "move      not known before the first iteration has ended\n";
        return report;
    }
    const auto& best = thought.iterations.back().best;
    report.text += fmt::format("move      {}\n\n", best ? to_string(*best) : "none");
    for (std::size_t i = 0; i < thought.iterations.size(); ++i) {
        if (!thought.cycles.empty()) {
            report.text += fmt::format("{:>12} {:>8.2f} s  ", thought.cycles[i],
                                       work::seconds_on(c64::Model::pal, thought.cycles[i]));
        }
        report.text += shown_line(version, thought.iterations[i]) + '\n';
    }
    return report;
}

}  // namespace

Thought think(Host& host, Version version, const Board& board, int depth,
              const SearchWatch& watch) {
    put(host, board, depth);
    Thought thought;
    const Cycle begin = host.machine().cpu.cycle;
    const auto note = [&] {
        thought.iterations.push_back(iteration_in(host, board));
        thought.cycles.push_back(host.machine().cpu.cycle - begin);
        if (watch.iterated) watch.iterated(thought.iterations.back().depth);
    };
    const Cycle cycles = host.call_past("think", stage_of(version), watch.stop, note);
    if (watch.stop != nullptr && *watch.stop) return thought;
    if (!deepens(version)) note();
    thought.cycles.back() = cycles;
    return thought;
}

harness::Task search_task() {
    harness::Task job;
    job.about = R"(Thinks about a position as a version of the second engine does, with fixed random
tables and empty hash tables, and shows what the program prints after each iteration:
depth, nodes, score (all in hex; higher is better for the mouse) and the line of play.
With the 6502 also the cycles up to there and the seconds that a PAL C64's processor
takes for them.)";
    job.options = {{"position", "in geometry B, cats on rank 8 at first (default: the start)"},
                   work::number_option("depth", "1 to 20", "6", least_depth, greatest_depth),
                   work::choice_option("engine", "who computes: asm (the 6502 program) or native",
                                       "asm", {"asm", "native"}),
                   tables_option};
    job.examples = {{{"depth", "8"}},
                    {{"", "ryg3-09"}, {"engine", "native"}, {"depth", "10"}},
                    {{"position", "8/8/8/6c1/3c1c1M/2c5/8/8 b"}, {"depth", "9"}}};
    job.programs = searching_programs;
    job.run = search;
    return job;
}

}  // namespace ryg::engine::ryg3
