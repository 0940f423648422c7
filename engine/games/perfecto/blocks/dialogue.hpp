// PERFECTO's dialogue in C++: what keys do to a game, and what is printed.
#pragma once

#include "engine/contracts/suite.hpp"
#include "engine/games/perfecto/native/player.hpp"

namespace ryg::engine::perfecto {

using namespace contracts;

namespace perfecto = engine::perfecto;

/// What the program waits for when it asks for a key.
enum class Asks : std::uint8_t { sides, help, line };

class Dialogue {
  public:
    /// The next key, if there is one.
    using Next = std::function<std::optional<char>(Asks, const Dialogue&)>;

    Dialogue(Expected& expected, Next next) : e_(expected), next_(std::move(next)) {}

    /// Each is false, or nothing, when there are no more keys.
    bool menu();
    bool game();
    [[nodiscard]] std::optional<std::string> read_line();

    void show_board();
    void tell(const perfecto::Thought& thought, unsigned size);
    void list_wins(const perfecto::Thought& thought, unsigned size);

    engine::Position position;
    unsigned computer = 0, help = 0;

  private:
    std::optional<engine::Move> ask(const perfecto::Thought& thought);

    Expected& e_;
    Next next_;
    bool again_ = false;  ///< another game was asked for
};

/// `D1`, `D1E2`, as the program prints them.
[[nodiscard]] std::string square_text(engine::Square square);
[[nodiscard]] std::string move_text(engine::Move move);

/// The square that two characters name; $ff: no dark square.
[[nodiscard]] unsigned square_in(std::string_view text);

}  // namespace ryg::engine::perfecto
