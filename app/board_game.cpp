// Interprets typed lines by one table, and evaluates moves by the exact solution.
#include "app/board_game.hpp"

#include <algorithm>
#include <fmt/ranges.h>
#include <functional>

#include "app/files.hpp"
#include "app/verb.hpp"
#include "c64/board/state.hpp"
#include "c64/debug/expression.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {

using engine::GameValue;
using engine::Geometry;
using engine::Move;
using engine::Position;
using engine::Side;

namespace {

/// The move of a text: a complete move, or a square that only one move leads to.
std::optional<Move> move_in(const std::string& text, const Position& position, Geometry geometry) {
    std::vector<Move> meant;
    for (const Move move : engine::generate_moves(position)) {
        for (const auto& name :
             {to_string(move, geometry), square_name(move.to, geometry),
              fmt::format("{}{}", engine::row_of(move.to), engine::column_of(move.to))}) {
            if (name == text) meant.push_back(move);
        }
    }
    return meant.size() == 1 ? std::optional(meant.front()) : std::nullopt;
}

bool is_move(const std::string& text) {
    try {
        static_cast<void>(engine::parse_move(text));
        return true;
    } catch (const engine::NotationError&) {
        return false;
    }
}

/// The names of a column and of a row at the edge of the board.
std::pair<char, char> edge_of(engine::Square square, Geometry geometry) {
    const std::string name = square_name(square, geometry);
    return geometry == Geometry::rows ? std::pair(name[3], name[1]) : std::pair(name[0], name[1]);
}

std::string cell(const Position& position, engine::Square square, bool is_target, bool colour) {
    const bool is_mouse = square == position.mouse, is_cat = has_cat(position, square);
    const char sign = is_mouse ? 'M' : is_cat ? 'c' : is_target ? '*' : ' ';
    if (!colour) return fmt::format(" {} ", sign == ' ' && engine::is_dark(square) ? '.' : sign);
    // Squares in brown and sand; the mouse white, the cats yellow.
    const int ground = engine::is_dark(square) ? 94 : 180;
    const int ink = is_mouse ? 231 : is_cat ? 226 : 250;
    return fmt::format("\x1b[1;38;5;{};48;5;{}m {} \x1b[0m", ink, ground, sign);
}

std::vector<std::string> board_lines(const Position& position, Geometry geometry, bool colour) {
    const auto moves = engine::generate_moves(position);
    const auto square_of = [&](int row, int file) {
        return engine::square_at(row, geometry == Geometry::b ? 7 - file : file);
    };
    std::string edge = "   ";
    for (int file = 0; file < 8; ++file) {
        edge += fmt::format(" {} ", edge_of(square_of(0, file), geometry).first);
    }
    std::vector<std::string> lines{edge};
    for (int row = 0; row < 8; ++row) {
        const char name = edge_of(square_of(row, 0), geometry).second;
        std::string line = fmt::format(" {} ", name);
        for (int file = 0; file < 8; ++file) {
            const engine::Square square = square_of(row, file);
            const bool is_target =
                !engine::is_over(position) && std::ranges::count(moves, square, &Move::to) != 0;
            line += cell(position, square, is_target, colour);
        }
        lines.push_back(line + ' ' + name);
    }
    lines.push_back(edge);
    return lines;
}

}  // namespace

std::string to_text(const GameValue& outcome) {
    const bool mouse = outcome.winner == Side::mouse;
    if (outcome.plies == 0) return mouse ? "the mouse has won" : "the cats have won";
    return fmt::format("{} in {} {}", mouse ? "the mouse wins" : "the cats win", outcome.plies,
                       outcome.plies == 1 ? "ply" : "plies");
}

struct BoardGameTerminal::PlayCommand {
    std::string_view name, argument, help;
    std::function<std::string(BoardGameTerminal&, const std::string& argument)> run;
};

const std::vector<BoardGameTerminal::PlayCommand>& BoardGameTerminal::commands() {
    static const std::vector<PlayCommand> all{
        {"undo", "", "undo your last move", [](auto& game, auto&) { return game.undo(); }},
        {"new", "", "another game",
         [](auto& game, auto&) { return game.begin(game.order_.values); }},
        {"side", "NAME", "begin a new game as this side",
         [](auto& game, auto& name) {
             return game.begin(work::Values(game.order_.values).set("side", name));
         }},
        {"hint", "", "a best move", [](auto& game, auto&) { return game.hint(); }},
        {"truth", "", "show what each move leads to, or stop showing it",
         [](auto& game, auto&) {
             game.truth_ = !game.truth_;
             return game.truth_ ? "now shows what each move leads to" : "no longer shows it";
         }},
        {"save", "FILE", "write the game: the whole machine",
         [](auto& game, auto& path) { return game.save(path); }},
        {"load", "FILE", "go on with it", [](auto& game, auto& path) { return game.load(path); }},
        {"screen", "", "show the C64's screen; on a terminal Tab shows it, too",
         [](auto& game, auto&) { return game.player_.machine().screen_text(); }},
        {"quit", "", "leave, as q and exit do",
         [](auto& game, auto&) { return game.left_ = true, ""; }},
        {"help", "", "this",
         [](auto&, auto&) {
             std::string text = "a move, e.g. d1c2; other lines are keys for the program; and:\n";
             for (const PlayCommand& one : commands()) {
                 text += fmt::format("  {:<12} {}\n",
                                     one.argument.empty()
                                         ? std::string(one.name)
                                         : fmt::format("{} {}", one.name, one.argument),
                                     one.help);
             }
             return text;
         }},
    };
    return all;
}

BoardGameTerminal::BoardGameTerminal(const claims::Play& job, claims::Order order)
    : job_(&job), order_(std::move(order)), player_(job.begin(order_)) {}

std::string BoardGameTerminal::obey(const std::string& line) {
    const std::string word = c64::debug::lower_case(line.substr(0, line.find(' ')));
    const std::string name = word == "q" || word == "exit" ? "quit" : word;
    const std::string argument = line.size() > word.size() ? line.substr(word.size() + 1) : "";
    const auto command = std::ranges::find(commands(), name, &PlayCommand::name);
    try {
        if (command == commands().end()) return move_or_keys(line);
        if (command->argument.empty() != argument.empty()) {
            return fmt::format("it is: {} {}", command->name, command->argument);
        }
        return command->run(*this, argument);
    } catch (const std::exception& trouble) {
        return trouble.what();
    }
}

std::string BoardGameTerminal::move_or_keys(const std::string& line) {
    const auto position = player_.position();
    const std::string text = c64::debug::lower_case(line);
    const auto move = position ? move_in(text, *position, player_.geometry) : std::nullopt;
    if (!move) {
        if (position && is_move(text)) return line + " is not a move here";
        constexpr std::size_t shortest = 3;  // shorter lines are keys for the program
        std::vector<std::string_view> names;
        for (const PlayCommand& one : commands()) names.push_back(one.name);
        const std::string meant = text.size() < shortest ? "" : c64::did_you_mean(text, names, "");
        if (!meant.empty()) return fmt::format("there is no command '{}'{}", line, meant);
        player_.press(line + (player_.reads_lines || line.empty() ? "\r" : ""));
        return text.size() < shortest ? "" : fmt::format("typed on the C64: {}", line);
    }
    past_.push_back(player_);
    player_.press(*move);
    if (!truth_) return "";
    return fmt::format("{}: this {}", to_string(*move, player_.geometry), worth(*position, *move));
}

std::string BoardGameTerminal::begin(work::Values values) {
    const auto side = std::ranges::find(job_->options, "side", &work::Option::name);
    if (values.has("side")) {
        if (side == job_->options.end()) return "with this program you always play the same side";
        static_cast<void>(checked({*side}, {{"side", values.text("side")}}));
    }
    claims::Order order = order_;
    order.values = std::move(values);
    player_ = job_->begin(order);
    order_ = std::move(order);
    past_.clear();
    return "";
}

std::string BoardGameTerminal::undo() {
    if (past_.empty()) return "there is no move to undo";
    player_ = std::move(past_.back());
    past_.pop_back();
    return "";
}

std::string BoardGameTerminal::worth(const Position& position, Move move) const {
    const GameValue after = engine::solution()[engine::apply(position, move)];
    return fmt::format("{} in {}", after.winner == position.side ? "wins" : "loses",
                       after.plies + 1);
}

std::string BoardGameTerminal::hint() {
    const auto position = player_.position();
    if (!position) return "no game has begun: answer what the C64 asks first";
    if (engine::is_over(*position)) return "the game is over: type new for another";
    const Move best = engine::solution().best_moves(*position)[0];
    return fmt::format("{}: {}", to_string(best, player_.geometry),
                       to_text(engine::solution()[*position]));
}

std::string BoardGameTerminal::save(const std::string& path) {
    c64::Machine machine = player_.machine();
    write_output(path, c64::save_state(machine));
    return "written: " + path;
}

std::string BoardGameTerminal::load(const std::string& path) {
    if (!player_.resume(*read_state(path))) {
        return path + ": this machine has no game of the program";
    }
    past_.clear();
    return "read: " + path;
}

std::string BoardGameTerminal::moves_line(const Position& position) const {
    std::vector<std::string> names;
    for (const Move move : engine::generate_moves(position)) {
        names.push_back(to_string(move, player_.geometry));
        if (truth_) names.back() += ' ' + worth(position, move) + ',';
    }
    if (truth_) names.back().pop_back();
    return fmt::format("{} to move: {}", name_of(position.side), fmt::join(names, " "));
}

std::vector<std::string> BoardGameTerminal::lines(bool colour) const {
    const auto position = player_.position();
    if (!position) {
        return c64::lines_of(player_.machine().screen_text());
    }
    std::vector<std::string> lines = board_lines(*position, player_.geometry, colour);
    const claims::Course& course = player_.course();
    std::string moves;
    for (const Move move : course.moves) moves += ' ' + to_string(move, player_.geometry);
    lines.push_back("");
    if (const auto winner = course.winner()) {
        lines.push_back(fmt::format("the {} won after {} plies:{}",
                                    *winner == Side::mouse ? "mouse has" : "cats have",
                                    course.moves.size(), moves));
    } else if (!moves.empty()) {
        lines.push_back("moves:" + moves);
    }
    if (!engine::is_over(*position)) lines.push_back(moves_line(*position));
    return lines;
}

}  // namespace ryg::app
