// The first game as the harness knows it: RYG, versions 12 to 16, which build their tree in memory.
#pragma once

#include "engine/games/ryg1/native/search.hpp"
#include "engine/harness/searcher.hpp"

namespace ryg::contracts {
struct Suite;
}
namespace ryg::engine::ryg1 {
/// What the header blocks of its programs are checked with.
[[nodiscard]] const contracts::Suite& suite();
}  // namespace ryg::engine::ryg1

namespace ryg::engine {

[[nodiscard]] const harness::Game& ryg1_game();

namespace ryg1 {

using emu::Cycle;

constexpr Address jiffy_clock = 0xa2;  // its low byte

/// What a search begins with, written `c1c1c1c1/8/8/8/8/8/2M5/8 b tree $4001 end $9fff clock $05`.
struct Root {
    Position position = start_position();
    std::optional<Address> tree_base{}, tree_end{};  ///< the program's own if not given
    Byte clock = 0;  ///< the jiffy clock's low byte, where that breaks ties
};

/// The programs and their twin; without what is no comparison, which ryg1_game() adds.
[[nodiscard]] const harness::Door<Root>& door();
/// A program, ready to search to a depth. `instead` takes its place.
[[nodiscard]] harness::Searcher<Root> searcher(const harness::Program& program, int depth = 1,
                                               const c64::Setup& setup = {},
                                               const c64::Image* instead = nullptr);
/// A version's.
[[nodiscard]] harness::Searcher<Root> searcher(Version version, int depth = 1);

[[nodiscard]] inline Version version_of(const harness::Setting& setting) {
    return static_cast<Version>(setting.version);
}
[[nodiscard]] SearchOptions options_of(const harness::Host& host, const Root& root,
                                       const harness::Setting& setting);
/// The same of a version whose tree lies after its program.
[[nodiscard]] SearchOptions options_of(Version version, int depth);
/// What a routine of the program's referee, from version 15, says of its board.
[[nodiscard]] bool referee_says(harness::Host& host, std::string_view routine,
                                std::string_view initials);
/// The cycles in which a program of any version makes a search like this, rather more than less.
[[nodiscard]] Cycle expected_cycles(const SearchResult& native, const SearchOptions& options);

/// How --squares has moves written.
[[nodiscard]] inline Geometry geometry_of(const work::Values& values) {
    return values.text("squares") == "rc" ? Geometry::rows : Geometry::a;
}

/// Values: position, depth, engine, squares.
[[nodiscard]] work::Report search_report(const harness::Order& order);
/// Values: model.
[[nodiscard]] work::Report bench_report(const harness::Order& order);

/// The native engine, from version 14 on: it looks at the board and remembers nothing. Made to play
/// the cats; `options` say where its tree lies, for that is what limits its depth.
class NativeContestant final : public Contestant {
  public:
    explicit NativeContestant(const SearchOptions& options) : options_(options) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override;

  private:
    SearchOptions options_;
    Position position_;
};

/// It and the program as players.
[[nodiscard]] harness::Contest contest();

}  // namespace ryg1
}  // namespace ryg::engine
