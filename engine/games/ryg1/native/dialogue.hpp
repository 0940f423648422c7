// What the program says to its user, from RUN on: the questions, the boards, the ends of games.
#pragma once

#include <string>

#include "engine/games/ryg1/native/search.hpp"

namespace ryg::engine::ryg1 {

/// What `pintaTablero` prints of a node, and its parts.
[[nodiscard]] std::string board_text(const NodeBytes& node);
[[nodiscard]] std::string children_text(const NodeBytes& node);
[[nodiscard]] std::string cells_text(const NodeBytes& node);
[[nodiscard]] std::string turn_text(Byte turn);
/// All nodes of a tree down to a depth, each before its children.
[[nodiscard]] std::string tree_text(const Tree& tree, Address base, int depth);

/// While a tree of a depth grows: a dot for each child that is made; one that does not fit into
/// `room` nodes is begun again a level shallower. `used`: the depth at last; -1: even a root is too
/// much.
[[nodiscard]] std::string thinking_text(int depth, int used, std::size_t nodes, std::size_t room);

/// The program as a value: keys go in, what it prints comes out, and the board of the game is as
/// the program has it.
///
///     Dialogue dialogue({.version = Version::v16});
///     dialogue.begin();     // "RYG 16: EL RATON Y LOS GATOS ... PROFUNDIDAD (1-5): "
///     dialogue.type('3');
class Dialogue {
  public:
    enum class Wants : std::uint8_t { depth, row, column, any_key, nothing };
    /// The question for the depth, the keys that answer it from 1 on, and some that do not.
    struct Depths {
        std::string_view question, keys, wrong_keys;
    };

    /// The depth is what the user says.
    explicit Dialogue(const SearchOptions& options, Wants wants = Wants::depth,
                      const Position& position = start_position())
        : options_(options), wants_(wants), position_(position) {}
    virtual ~Dialogue() = default;

    /// From RUN to the first question.
    [[nodiscard]] std::string begin();
    /// From a key to the next question.
    [[nodiscard]] std::string type(char key);

    // The same for one routine only: what it prints until it has what it asks for, or asks again.
    static constexpr std::string_view depth_question = "PROFUNDIDAD (1-5): ";
    static constexpr std::string_view move_question = "JUGADA DEL RATON (FILA Y COLUMNA): ";
    static constexpr std::string_view wrong_key = "\rTECLA NO VALIDA\r";
    static constexpr std::string_view wrong_move = "JUGADA NO VALIDA\r";
    static constexpr std::string_view mouse_wins =
        "\rENHORABUENA: HA GANADO EL RATON!\rPULSE UNA TECLA\r";
    static constexpr std::string_view cats_win =
        "\rLASTIMA: HAN GANADO LOS GATOS\rPULSE UNA TECLA\r";
    [[nodiscard]] std::string answer_depth(char key);
    [[nodiscard]] std::string answer_move(char key);

    /// Which key it waits for; nothing: it has ended.
    [[nodiscard]] Wants wants() const { return wants_; }
    [[nodiscard]] const SearchOptions& options() const { return options_; }
    [[nodiscard]] const Depths& depths() const { return depths_; }
    [[nodiscard]] Square asked() const { return square_at(row_, column_); }  ///< the typed square
    /// The game, with the mouse to move unless it is over.
    [[nodiscard]] const Position& position() const { return position_; }
    /// Its board as the program keeps it.
    [[nodiscard]] const NodeBytes& board() const { return board_; }
    /// The last search, and its position; nothing if there is none in this game yet.
    [[nodiscard]] const std::optional<SearchResult>& searched() const { return searched_; }
    [[nodiscard]] const Position& searched_position() const { return searched_position_; }
    /// Searches since RUN.
    [[nodiscard]] int searches() const { return searches_; }

  protected:
    /// A later program, which talks as version 16 does except for its number and depths.
    Dialogue(int number, const Depths& depths) : Dialogue(SearchOptions{.version = Version::v16}) {
        number_ = number;
        depths_ = depths;
    }
    /// Searches `position`, the cats to move. Returns what is printed meanwhile, then `answer`.
    virtual std::string cats_go();
    std::string answer(std::optional<Move> move, Byte value);

  private:
    std::string mouse_goes();

    SearchOptions options_;
    int number_ = number_of(options_.version);
    Depths depths_{depth_question, "12345", "0"};
    Wants wants_;
    Position position_, searched_position_;
    NodeBytes board_ = board_bytes(start_position());
    std::optional<SearchResult> searched_;
    int row_ = 0, column_ = 0, searches_ = 0;
};

}  // namespace ryg::engine::ryg1
