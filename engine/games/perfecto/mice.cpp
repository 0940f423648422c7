// Mice of chance, and PERFECTO's own.
#include "engine/games/perfecto/mice.hpp"

#include "engine/games/perfecto/engine.hpp"

namespace ryg::engine::perfecto {
namespace {

using Chooses = Move (*)(const Position&, Random&);

/// A mouse that looks at nothing but the position.
class Player final : public Contestant {
  public:
    Player(Chooses chooses, std::uint64_t seed) : chooses_(chooses), random_(seed) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override { return {chooses_(position_, random_)}; }

  private:
    Chooses chooses_;
    Random random_;
    Position position_;
};

Move own_move(const Position& position, Random&) { return *think(position, table()).move(); }

}  // namespace

std::vector<Mouse> all_mice() {
    const auto made_by = [](Chooses chooses) {
        return [chooses](std::uint64_t seed) { return std::make_unique<Player>(chooses, seed); };
    };
    return {{"random", false, made_by(random_move)},
            {"straight", false, made_by(straight_move)},
            {"its own", true, made_by(own_move)}};
}

}  // namespace ryg::engine::perfecto
