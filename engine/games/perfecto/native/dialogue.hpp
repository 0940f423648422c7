// PERFECTO's dialogue in C++: what keys do to a game, and what is printed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/games/perfecto/native/player.hpp"

namespace ryg::engine::perfecto {

/// What the program waits for when it asks for a key.
enum class Asks : std::uint8_t { sides, help, line };

class PerfectoDialogue {
  public:
    /// The next key, if there is one.
    using Next = std::function<std::optional<char>(Asks, const PerfectoDialogue&)>;

    /// What the program prints first, before it unpacks its table.
    static constexpr std::string_view title =
        "\x93PERFECTO: MOUSE AND CATS, NO MISTAKES\rUNPACKING ...\r";

    /// Adds to `printed`.
    PerfectoDialogue(std::string& printed, Next next) : printed_(printed), next_(std::move(next)) {}

    /// Each returns false, or nothing, when there are no more keys.
    bool menu();
    bool game();
    [[nodiscard]] std::optional<std::string> read_line();

    void show_board();
    void tell(const Thought& thought, unsigned size);
    void list_wins(const Thought& thought, unsigned size);

    Position position = start_position();
    unsigned computer = 0, help = 0;

  private:
    std::optional<Move> ask(const Thought& thought);

    std::string& printed_;
    Next next_;
    bool again_ = false;  ///< another game was asked for
};

/// `D1`, `D1E2`, as the program prints them.
[[nodiscard]] std::string square_text(Square square);
[[nodiscard]] std::string move_text(Move move);

/// The square that two characters name; $ff: no dark square.
[[nodiscard]] unsigned square_in(std::string_view text);

}  // namespace ryg::engine::perfecto
