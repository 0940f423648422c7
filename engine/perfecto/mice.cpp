// The players of the other games, as they are in C++.
#include "engine/perfecto/mice.hpp"

#include "engine/ryg/native/mouse_player.hpp"
#include "engine/ryg3/native/search.hpp"

namespace ryg::engine::perfecto {
namespace {

/// One of the first game's mice.
class FirstMouse final : public Contestant {
  public:
    FirstMouse(MouseKind kind, std::uint64_t seed) : mouse_(kind, seed) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override { return {mouse_.choose(position_)}; }

  private:
    MousePlayer mouse_;
    Position position_;
};

/// The second engine, which keeps its hash tables through a game.
class SecondMouse final : public Contestant {
  public:
    void begin(const Position& position) override {
        board_ = ryg3::board_from(position);
        thinker_.tables = {};
    }
    void play(Move move) override {
        board_ = ryg3::apply(board_, {mirrored(move.from), mirrored(move.to)});
    }
    [[nodiscard]] Choice choose() override {
        constexpr int depth = 7;
        const auto best = thinker_.think(board_, depth).back().best;
        if (!best) return {};
        return {Move{mirrored(best->start), mirrored(best->dest)}};
    }

  private:
    ryg3::Thinker thinker_{.random = ryg3::fixed_tables()};
    ryg3::Board board_;
};

}  // namespace

std::vector<Mouse> all_mice() {
    std::vector<Mouse> mice;
    for (const auto& [name, kind] :
         {std::pair{"random", MouseKind::random}, std::pair{"straight", MouseKind::straight},
          std::pair{"deep", MouseKind::deep}}) {
        mice.push_back({name, false, [which = kind](std::uint64_t seed) {
                            return std::make_unique<FirstMouse>(which, seed);
                        }});
    }
    mice.push_back(
        {"ryg3 depth 7", true, [](std::uint64_t) { return std::make_unique<SecondMouse>(); }});
    return mice;
}

}  // namespace ryg::engine::perfecto
