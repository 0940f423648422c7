// Every position, searched by every version at every depth, and compared as fast as it can be.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "engine/common/solution.hpp"
#include "engine/ryg/compare.hpp"
#include "engine/ryg/game.hpp"
#include "engine/ryg/programs.hpp"

namespace ryg::engine::first {

using harness::Answer;
using harness::Series;
using harness::Values;

namespace {

struct Work {
    std::vector<Position> positions;
    harness::SurveyPlan plan;

    [[nodiscard]] AsmEngine engine_of(const Series& one) const {
        return {plan.programs.at(one.version), version_from(one.version)};
    }
};

SearchOptions options_of(const Series& series, const AsmEngine& assembly) {
    return {
        .version = assembly.version(), .depth = series.depth, .tree_base = assembly.tree_start()};
}

/// Whether the machine holds what the twin's search leaves: depth, end and every byte of the tree,
/// memory after it, and the choice.
bool is_same(const AsmEngine& assembly, const SearchOptions& options, const SearchResult& native) {
    const auto ram = assembly.machine().ram();
    const auto tree = write_image(native.tree, options.tree_base);
    const std::size_t end = options.tree_base + tree.size();
    if (assembly.byte_at("dajProfReal") != native.depth_used ||
        assembly.word_at("libreLo", "libreHi") != end ||
        !std::equal(tree.begin(), tree.end(), ram.begin() + options.tree_base)) {
        return false;
    }
    // With the memory full, the given-up deeper tree lies after the one that was kept.
    const bool fell_back = native.depth_used != options.depth;
    const std::size_t touched = fell_back ? default_tree_end(options.version) : end;
    if (!std::ranges::equal(ram.subspan(touched), assembly.kept().ram().subspan(touched))) {
        return false;
    }
    if (options.version < Version::v14) return true;
    const std::size_t chosen = assembly.byte_at("djmHijo");
    if (chosen >= native.children.size()) return !native.move;
    return native.move == native.children[chosen].move;
}

Answer answer(AsmEngine& assembly, const SearchOptions& options, const Position& position) {
    // Far more than any node costs, with the trees that were given up where memory did not suffice.
    constexpr Cycle most_a_node = 100'000, most_given_up = 500'000'000;
    const SearchResult native = engine::search(position, options);
    Answer answer{.value = native.value,
                  .fell_back = native.depth_used != options.depth,
                  .nodes = static_cast<std::uint32_t>(native.nodes)};
    if (native.move) {
        answer.from = native.move->from;
        answer.to = native.move->to;
    }
    assembly.prepare(position, options);
    const Cycle limit = native.nodes * most_a_node + (answer.fell_back ? most_given_up : 0);
    for (const std::string_view routine : assembly.search_routines()) {
        const auto call = assembly.machine().call(assembly.labels().at(routine), {}, limit);
        answer.cycles += call.cycles;
        answer.differs = !call.returned();
        if (answer.differs) return answer;
    }
    answer.differs = !is_same(assembly, options, native);
    return answer;
}

Values again(int version, int depth, const std::string& position) {
    Values values;
    return values.set("version", version).set("depth", depth).set("position", position);
}

harness::Difference explain(const Work& work, const Series& series, const Position& position) {
    AsmEngine assembly = work.engine_of(series);
    const SearchOptions options = options_of(series, assembly);
    Checked checked = check(assembly, position, options);
    if (!checked.difference) {
        return difference_at(position, options, "memory or time", "as expected", "not, but once");
    }
    if (const auto address = checked.difference->address) {
        checked.difference->written_by = find_writer(assembly, position, options, *address);
    }
    return std::move(*checked.difference);
}

std::vector<Position> positions_of(const std::string& which) {
    std::vector<Position> positions;
    if (which != "all" && which != "reachable") {
        for (const std::string& line : harness::lines_of(which)) {
            positions.push_back(parse_position(line, Geometry::a));
        }
        return positions;
    }
    const auto reachable = reachable_positions();
    for (indexing::PositionIndex index = 0; index < indexing::position_count; ++index) {
        const Position position = indexing::position_at(index);
        const bool asked =
            reachable[index] && position.side == Side::cats && !mouse_on_goal(position);
        if (asked || which == "all") positions.push_back(position);
    }
    return positions;
}

}  // namespace

harness::Survey plan_survey(const Values& values, const c64::Image* instead) {
    const auto work = std::make_shared<Work>();
    const std::string which = values.text("positions");
    work->positions = positions_of(which);
    work->plan = harness::survey_plan(
        values, {12, 16}, {least_depth, greatest_depth}, [instead](int version) {
            return instead != nullptr ? *instead : program(version_from(version));
        });
    harness::Survey survey;
    survey.pieces_are = harness::pieces_named("positions", which);
    survey.pieces = work->positions.size();
    survey.series = work->plan.series;
    survey.name = [work](std::uint64_t piece) { return to_fen(work->positions.at(piece)); };
    survey.explain = [work](std::size_t series, std::uint64_t piece) {
        return explain(*work, work->plan.series.at(series), work->positions.at(piece));
    };
    survey.make_worker = [work] {
        return [work, engines = std::make_shared<std::map<int, AsmEngine>>()](std::size_t number,
                                                                              std::uint64_t piece) {
            const Series& series = work->plan.series.at(number);
            auto engine = engines->find(series.version);
            if (engine == engines->end()) {
                engine = engines->emplace(series.version, work->engine_of(series)).first;
            }
            return answer(engine->second, options_of(series, engine->second),
                          work->positions[piece]);
        };
    };
    return survey;
}

harness::Proof proof() {
    harness::Proof job;
    job.about =
        R"(Searches every position by every version at every depth, in the machine and with the native
engine, and compares all that `verify` compares of a search: depth, node count, every byte of
every tree, memory after it, the move.)";
    job.options = {{.name = "versions", .help = "of 12 to 16", .fallback = "13-16"},
                   {.name = "depths", .help = "of 1 to 5", .fallback = "1-3"},
                   {.name = "positions",
                    .help = "reachable (the cats to move, the mouse not yet home), all, or a file "
                            "of FENs",
                    .fallback = "reachable"}};
    job.examples = {{{"into", "ryg.sqlite"}},
                    {{"versions", "16"}, {"depths", "4,5"}, {"into", "deep.sqlite"}}};
    job.plan = plan_survey;
    job.again = again;
    return job;
}

}  // namespace ryg::engine::first
