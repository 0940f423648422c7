// What to type at each question.
#include "engine/games/ryg1/native/typist.hpp"

namespace ryg::engine::ryg1 {

std::optional<char> Typist::key_for(const Dialogue& program) {
    using enum Dialogue::Wants;
    constexpr int most_searches = 30;  // version 14 never ends a game
    constexpr std::string_view wrong = "/089ARQ \r";
    const auto wants = program.wants();
    if (wants == nothing || (over_ && wants == depth)) return std::nullopt;
    over_ = over_ || wants == any_key;
    if (wants == any_key) return ' ';
    const bool errs = random_.below(8) == 0;
    if (errs && wants != depth) return random_.pick(wrong);
    if (wants == depth) {
        const auto& [question, keys, wrong_keys] = program.depths();
        const auto depth_asked = static_cast<std::size_t>(depth_);
        return errs ? wrong_keys[depth_asked % wrong_keys.size()] : keys[depth_asked - 1];
    }
    if (wants == column) return static_cast<char>('0' + column_of(target_));
    const Position& position = program.position();
    if (mouse_stuck(position) || program.searches() == most_searches) return std::nullopt;
    const Move move = is_over(position) ? random_move(position, random_) : mouse_.choose(position);
    target_ = random_.below(8) == 0 ? static_cast<Square>(random_.below(64)) : move.to;
    return static_cast<char>('0' + row_of(target_));
}

}  // namespace ryg::engine::ryg1
