// Every board, searched by every version at every depth, and compared.
#include <algorithm>
#include <map>

#include "engine/common/indexing/positions.hpp"
#include "engine/ryg3/compare.hpp"
#include "engine/ryg3/game.hpp"
#include "engine/ryg3/programs.hpp"
#include "engine/ryg3/study/hash_boards.hpp"

namespace ryg::engine::ryg3 {

using harness::Answer;
using harness::Series;
using harness::Values;

namespace {

struct Work {
    std::vector<Board> boards;
    harness::SurveyPlan plan;
};

/// Both engines as they are before each search: fixed random tables, empty hash tables.
struct Pair {
    AsmRyg3 assembly;
    Thinker native;

    explicit Pair(const c64::Image& program, int version)
        : assembly(program, searching_version_from(version)),
          native{.version = assembly.version(), .random = fixed_tables()} {
        if (!assembly.has_locks()) native.random.lock = {};
        assembly.put(native.random);
        assembly.put(native.tables);
        assembly.keep();
    }

    Checked check(const Board& board, int depth) {
        assembly.restore();
        native.tables = {};
        return ryg3::check(assembly, native, board, depth);
    }
};

Answer answer_in(const Checked& checked) {
    const Iteration& last = checked.native.back();
    Answer answer{.value = last.score, .differs = checked.difference.has_value()};
    answer.nodes = last.nodes;
    if (last.best) {
        answer.from = last.best->start;
        answer.to = last.best->dest;
    }
    if (!checked.assembly.empty()) answer.cycles = checked.assembly.back().cycles;
    return answer;
}

Values again(int version, int depth, const std::string& board) {
    Values values;
    values.set("version", version).set("depth", depth).set("position", board);
    return values.set("tables", "fixed");
}

harness::Difference explain(const Work& work, const Series& series, const Board& board) {
    Pair both(work.plan.programs.at(series.version), series.version);
    auto difference = both.check(board, series.depth).difference;
    if (!difference) {
        return difference_at(board, both.assembly.version(), series.depth, "one search of two",
                             {"memory", "as expected", "not, but once", {}});
    }
    difference->again = {"ryg3", again(series.version, series.depth, to_text(board))};
    return std::move(*difference);
}

std::vector<Board> boards_of(const std::string& which) {
    std::vector<Board> boards;
    if (which == "reachable") {
        boards = reachable_boards();
        std::ranges::sort(boards, {}, [](const Board& board) {
            return std::pair(indexing::dense_index(position_of(board)), board.squares);
        });
    } else if (which == "all") {
        for (indexing::PositionIndex index = 0; index < indexing::position_count; ++index) {
            boards.push_back(board_from(indexing::position_at(index)));
        }
    } else {
        for (const std::string& line : harness::lines_of(which)) {
            boards.push_back(board_from_text(line));
        }
    }
    return boards;
}

}  // namespace

harness::Survey plan_survey(const Values& values, const c64::Image* instead) {
    const auto work = std::make_shared<Work>();
    const std::string which = values.text("positions");
    work->boards = boards_of(which);
    work->plan = harness::survey_plan(
        values, {7, 11}, {least_depth, greatest_depth}, [instead](int version) {
            return instead != nullptr ? *instead : program(searching_version_from(version));
        });
    harness::Survey survey;
    survey.pieces_are = harness::pieces_named("boards", which);
    survey.pieces = work->boards.size();
    survey.series = work->plan.series;
    survey.name = [work](std::uint64_t piece) { return to_text(work->boards.at(piece)); };
    survey.explain = [work](std::size_t series, std::uint64_t piece) {
        return explain(*work, work->plan.series.at(series), work->boards.at(piece));
    };
    survey.make_worker = [work] {
        return [work, pairs = std::make_shared<std::map<int, Pair>>()](std::size_t number,
                                                                       std::uint64_t piece) {
            const auto& [version, depth, program, crc] = work->plan.series.at(number);
            const auto both =
                pairs->try_emplace(version, work->plan.programs.at(version), version).first;
            return answer_in(both->second.check(work->boards[piece], depth));
        };
    };
    return survey;
}

harness::Proof proof() {
    harness::Proof job;
    job.about =
        R"(Searches every board by every version at every depth, in the machine and with the native
engine, each time with the fixed random tables and empty hash tables, and compares what
`verify` compares of a search: node count, score, best move and all of both hash tables after
each iteration. Boards differ by the cats' numbers, too.)";
    job.options = {{.name = "versions", .help = "of 7 to 11", .fallback = "7-11"},
                   {.name = "depths", .help = "of 1 to 20", .fallback = "1-4"},
                   {.name = "positions",
                    .help = "reachable, all (the cats numbered upward), or a file of FENs",
                    .fallback = "reachable"}};
    job.examples = {{{"into", "ryg3.sqlite"}}};
    job.plan = plan_survey;
    job.again = again;
    return job;
}

}  // namespace ryg::engine::ryg3
