// The game for Python: positions, moves, searches and the exact solution.
#include "app/python/module.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/perft.hpp"
#include "engine/common/solution.hpp"
#include "engine/games/ryg1/native/search.hpp"

namespace ryg::python {
namespace {

using engine::Position;

template <class Moves>
std::vector<std::string> names_of(const Moves& moves) {
    std::vector<std::string> names;
    for (const engine::Move move : moves) names.push_back(engine::to_string(move));
    return names;
}

Position play(const Position& position, const std::string& text) {
    const engine::Move move = engine::parse_move(text);
    if (!engine::is_legal(position, move)) throw py::value_error(text + " is not a legal move");
    return engine::apply(position, move);
}

py::dict search(const Position& position, int depth, int version) {
    const auto found = engine::ryg1::search(
        position, {.version = engine::ryg1::version_from(version), .depth = depth});
    py::dict children;
    for (const engine::ryg1::ChildResult& child : found.children) {
        children[py::str(engine::to_string(child.move))] = child.value;
    }
    py::dict result;
    result["move"] = found.move ? py::cast(engine::to_string(*found.move)) : py::none();
    result["value"] = found.value;
    result["nodes"] = found.nodes;
    result["depth"] = found.depth_used;
    result["children"] = children;
    return result;
}

}  // namespace

void add_engine(py::module_& module) {
    py::class_<Position>(module, "Position",
                         "A board and the side to move; 'c1c1c1c1/8/8/8/8/8/8/3M4 w'.")
        .def(py::init([](const std::string& text) { return engine::parse_fen(text); }))
        .def(py::init(&engine::start_position))
        .def("__str__", [](const Position& position) { return engine::to_fen(position); })
        .def("__repr__",
             [](const Position& position) {
                 return "ryg.Position('" + engine::to_fen(position) + "')";
             })
        .def("__eq__", [](const Position& a, const Position& b) { return a == b; })
        .def_property_readonly("side",
                               [](const Position& position) { return name_of(position.side); })
        .def_property_readonly(
            "winner",
            [](const Position& position) -> std::optional<std::string_view> {
                const auto winner = engine::winner(position);
                return winner ? std::optional(name_of(*winner)) : std::nullopt;
            },
            "None while the game goes on.")
        .def("moves",
             [](const Position& position) { return names_of(engine::generate_moves(position)); })
        .def("play", &play, "The position after a move like 'd1e2'.");

    py::class_<engine::Solution>(module, "Solution", "Who wins every position, and how soon.")
        .def(py::init<>())
        .def("__getitem__",
             [](const engine::Solution& solution, const Position& position) {
                 const engine::GameValue outcome = solution[position];
                 return std::pair(name_of(outcome.winner), outcome.plies);
             })
        .def("best_moves", [](const engine::Solution& solution, const Position& position) {
            return names_of(solution.best_moves(position));
        });

    module.def("search", &search, py::arg("position"), py::arg("depth") = 3,
               py::arg("version") = 16,
               "The C++ engine's search as a dict: move, value, nodes, depth, children.");
    module.def("perft", &engine::perft, py::arg("position"), py::arg("depth"),
               "The number of ways to play that many plies.");
}

}  // namespace ryg::python
