// Keys when they are asked for.
#include "engine/harness/player.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/harness/host.hpp"

namespace ryg::harness {

using c64::Ended;

namespace {

constexpr Address getin = 0xFFE4, keys_in_buffer = 0xC6;
constexpr Cycle slice = 20'000;  // between two looks at whether it is over
constexpr Cycle a_screenful = 5'000'000;

}  // namespace

Player::Player(const c64::Image& image) { machine_->start(image); }

void Player::answer(std::string prompt, std::string keys, std::function<bool()> when) {
    answers_.push_back({std::move(prompt) + '\n', std::move(keys), std::move(when)});
}

bool Player::work(Cycle cycles) {
    const Cycle until = machine_->cpu.cycle + cycles;
    while (!stands_ && machine_->cpu.cycle < until) {
        if (const auto rest = over_ ? over_(*machine_) : std::nullopt) {
            machine_->run({.cycles = a_screenful, .at = {*rest}});
            stands_ = true;
            break;
        }
        const auto run =
            machine_->run({.cycles = std::min(until - machine_->cpu.cycle, slice), .at = {getin}});
        if (run.ended == Ended::jammed) {
            throw EngineFault(
                fmt::format("the program jammed at ${:04x}", machine_->cpu.registers.pc - 1));
        }
        if (follow_) follow_(*machine_, moves_);
        if (run.ended != Ended::address) continue;
        if (machine_->peek(keys_in_buffer) != 0 || machine_->keys_waiting() != 0) continue;
        const auto key = next_key();
        if (!key) return true;
        machine_->type(std::string_view(&*key, 1));
    }
    return stands_;
}

std::optional<char> Player::next_key() {
    if (!answers_.empty()) {
        const std::string screen = machine_->screen_text();
        for (const Answer& answer : answers_) {
            if (!screen.ends_with(answer.prompt) || (answer.when && !answer.when())) continue;
            keys_.insert(keys_.begin(), answer.keys.begin(), answer.keys.end());
            break;
        }
    }
    if (keys_.empty()) return std::nullopt;
    const char key = keys_.front();
    keys_.pop_front();
    return key;
}

}  // namespace ryg::harness
