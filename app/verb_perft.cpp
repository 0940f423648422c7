// `ryg perft`: the classic test of move generators, on either engine.
#include <fmt/format.h>

#include "app/position_options.hpp"
#include "app/progress.hpp"
#include "app/verb.hpp"
#include "engine/common/perft.hpp"
#include "engine/ryg/asm_engine.hpp"

namespace ryg::app {
namespace {

constexpr Help help{
    "perft N [options]",
    "Counts the ways to play exactly N plies. A finished game has no continuation. With the\n"
    "assembly engine every position is expanded and judged by the program's own routines.",
    "./ryg perft 8\n"
    "./ryg perft 6 --divide --engine asm\n"
    "./ryg perft 10 --position '8/8/c1c5/1c1c4/4M3/8/8/8 w'"};

constexpr int greatest_depth = 60;  ///< no game is longer than 57 plies

/// Thrown from within the count when Ctrl-C was pressed.
struct Interrupted {};

/// Counts with the 6502's generators and its referee (version 16).
class AsmPerft {
  public:
    using Child = crosscheck::AsmEngine::Child;

    /// The continuations of a game; none when it is over.
    std::vector<Child> continuations(const engine::Position& position) {
        if (interrupted) throw Interrupted{};
        const crosscheck::Referee verdict = assembly_.referee(position);
        const bool cats_move = position.side == engine::Side::cats;
        if (verdict.mouse_on_goal || (cats_move ? verdict.cats_stuck : verdict.mouse_stuck)) {
            return {};
        }
        return assembly_.children(position);
    }
    std::uint64_t count(const engine::Position& position, int depth) {
        if (depth == 0) return 1;
        const std::vector<Child> children = continuations(position);
        if (depth == 1) return children.size();
        std::uint64_t leaves = 0;
        for (const Child& child : children) leaves += count(child.position, depth - 1);
        return leaves;
    }

  private:
    crosscheck::AsmEngine assembly_{engine::Version::v16};
};

/// The same with the native engine.
struct NativePerft {
    using Child = AsmPerft::Child;

    static std::vector<Child> continuations(const engine::Position& position) {
        std::vector<Child> children;
        if (engine::is_over(position)) return children;
        for (const engine::Move move : engine::generate_moves(position)) {
            children.push_back({move, engine::apply(position, move)});
        }
        return children;
    }
    static std::uint64_t count(const engine::Position& position, int depth) {
        constexpr int at_once = 10;  // plies that take some milliseconds
        if (interrupted) throw Interrupted{};
        if (depth <= at_once) return engine::perft(position, depth);
        std::uint64_t leaves = 0;
        for (const Child& child : continuations(position))
            leaves += count(child.position, depth - 1);
        return leaves;
    }
};

struct Counted {
    std::vector<engine::DivideEntry> moves;
    std::uint64_t leaves = 0;
    bool stopped = false;
};

template <class Perft>
Counted count_by_move(Perft&& perft, const engine::Position& position, int depth) {
    Counted counted;
    if (depth == 0) return {{}, 1, false};
    try {
        Progress progress("root moves");
        const auto children = perft.continuations(position);
        for (const auto& [move, next] : children) {
            const std::uint64_t leaves = perft.count(next, depth - 1);
            counted.moves.push_back({move, leaves});
            counted.leaves += leaves;
            progress.show(counted.moves.size(), children.size());
        }
    } catch (const Interrupted&) {
        counted.stopped = true;
    }
    return counted;
}

void print_json(const Counted& counted, int depth, bool divide) {
    Json json{{"depth", depth}, {"leaves", counted.leaves}, {"interrupted", counted.stopped}};
    if (divide) {
        json["moves"] = Json::array();
        for (const auto& [move, leaves] : counted.moves) {
            json["moves"].push_back({{"move", engine::to_string(move)}, {"leaves", leaves}});
        }
    }
    print(json);
}

}  // namespace

Exit perft(Arguments arguments) {
    options::options_description own("What to count");
    own.add_options()("plies", options::value<int>(), "N, 0 to 60")(
        "divide", "show the count behind each first move");
    add_position_option(own);
    add_engine_option(own, "native");
    const Parsed parsed = parse(arguments, help, own, {"plies"});
    if (parsed.helped) return exit_done;
    if (!parsed.has("plies")) throw Trouble("how many plies? e.g. ryg perft 6");
    const int depth = parsed.get<int>("plies");
    check_range(depth, 0, greatest_depth, "plies");

    const engine::Position position = position_of(parsed);
    const Counted counted = engine_of(parsed) == Who::assembly
                                ? count_by_move(AsmPerft(), position, depth)
                                : count_by_move(NativePerft(), position, depth);
    const bool divide = parsed.has("divide");
    if (parsed.json()) {
        print_json(counted, depth, divide);
    } else {
        if (divide) {
            for (const auto& [move, leaves] : counted.moves) {
                fmt::print("{}  {}\n", engine::to_string(move), leaves);
            }
        }
        fmt::print("{}perft {} = {}\n", counted.stopped ? "interrupted: so far " : "", depth,
                   counted.leaves);
    }
    return counted.stopped ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
