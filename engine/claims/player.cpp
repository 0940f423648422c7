// Feeds keys to the program and follows the positions of its game.
#include "engine/claims/player.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "c64/kernal/entries.hpp"
#include "engine/claims/host.hpp"

namespace ryg::claims {

using c64::Ended;
using engine::Move;
using engine::Position;

namespace {

constexpr Cycle slice = 20'000;  // cycles between two checks for the end
constexpr Cycle a_screenful = 5'000'000;

/// The one or two moves that lead from a position to another; none if there are no such moves.
std::vector<Move> moves_between(const Position& from, const Position& to) {
    for (const Move move : engine::generate_moves(from)) {
        const Position after = engine::apply(from, move);
        if (after == to) return {move};
        for (const Move reply : engine::generate_moves(after)) {
            if (engine::apply(after, reply) == to) return {move, reply};
        }
    }
    return {};
}

}  // namespace

void Course::see(const Position& position) {
    if (positions.empty()) positions = {position};
    const auto before = std::ranges::find(positions, position);
    if (before != positions.end()) {
        positions.erase(before + 1, positions.end());
        moves.resize(positions.size() - 1);
        return;
    }
    const std::vector<Move> made = moves_between(positions.back(), position);
    if (made.empty()) {
        *this = {.positions = {position}, .moves = {}};
        return;
    }
    for (const Move move : made) {
        positions.push_back(engine::apply(positions.back(), move));
        moves.push_back(move);
    }
}

Player::Player(const c64::Image& image, const c64::Setup& setup)
    : machine_(setup), places_{c64::GETIN} {
    machine_.start(image);
}

void Player::put(Address address, std::span<const emu::Byte> bytes) {
    std::ranges::copy(bytes, machine_.ram().begin() + address);
}

void Player::answer(Answer answer) { answers_.push_back(std::move(answer)); }

void Player::press(std::string_view keys) { keys_.insert(keys_.end(), keys.begin(), keys.end()); }

void Player::press(engine::Move move) {
    press(keys_of ? keys_of(move) : to_string(move, geometry) + '\r');
}

void Player::follow(Address place, See see) {
    places_.push_back(place);
    see_ = std::move(see);
}

const Course& Player::course() const {
    return course_.moves.empty() && !finished_.moves.empty() ? finished_ : course_;
}

std::optional<Position> Player::position() const {
    return course_.positions.empty() ? std::nullopt : std::optional(course_.positions.back());
}

std::string Player::winner() const {
    if (decides_) return decides_(machine_);
    const auto winner = course().winner();
    return winner ? std::string(engine::name_of(*winner)) : "";
}

void Player::look() {
    const auto seen = see_ ? see_(machine_) : std::nullopt;
    if (!seen || seen == position()) return;
    if (course_.winner()) {
        finished_ = std::exchange(course_, {});
    } else if (!course_.moves.empty()) {
        finished_ = {};
    }
    course_.see(*seen);
}

bool Player::resume(const c64::Machine& machine) {
    const auto seen = see_ ? see_(machine) : std::nullopt;
    if (!seen) return false;
    const emu::Core core = machine_.cpu.core;
    machine_ = machine;
    machine_.cpu.core = core;
    keys_.clear();
    own_keys_.clear();
    stands_ = false;
    finished_ = {};
    course_ = {.positions = {*seen}, .moves = {}};
    return true;
}

bool Player::work(Cycle cycles) {
    const Cycle until = machine_.cpu.cycle + cycles;
    while (!stands_ && machine_.cpu.cycle < until) {
        if (end_ && course_.winner()) {
            machine_.run({.cycles = a_screenful, .at = {*end_}});
            stands_ = true;
            break;
        }
        const auto run = machine_.run({.cycles = std::min(until - machine_.cpu.cycle, slice),
                                       .at = places_,
                                       .returned = true});
        if (run.ended == Ended::jammed) {
            throw EngineFault(
                fmt::format("the program jammed at ${:04x}", machine_.cpu.registers.pc - 1));
        }
        if (run.ended == Ended::returned) {
            stands_ = true;  // returned to BASIC: the program is over
            break;
        }
        if (run.ended != Ended::address) continue;
        if (machine_.cpu.registers.pc != c64::GETIN) {
            look();
            continue;
        }
        if (machine_.peek(c64::NDX) != 0 || machine_.keys_waiting() != 0) continue;
        look();
        if (decides_ && !decides_(machine_).empty()) {
            stands_ = true;
            break;
        }
        const auto key = next_key();
        if (!key) return true;
        machine_.type(std::string_view(&*key, 1));
    }
    return stands_;
}

std::optional<char> Player::next_key() {
    if (own_keys_.empty() && !answers_.empty()) {
        const std::string screen = machine_.screen_text();
        const auto fits = std::ranges::find_if(answers_, [&](const Answer& answer) {
            return screen.ends_with(answer.prompt + '\n') &&
                   (answer.line.empty() || answer.line == last_line_);
        });
        if (fits != answers_.end()) {
            own_keys_.assign(fits->keys.begin(), fits->keys.end());
            if (!fits->line.empty()) last_line_.clear();
            if (fits->once) answers_.erase(fits);
        }
    }
    const bool is_own = !own_keys_.empty();
    std::deque<char>& keys = is_own ? own_keys_ : keys_;
    if (keys.empty()) return std::nullopt;
    const char key = keys.front();
    keys.pop_front();
    if (is_own) return key;
    if (key == '\r') {
        last_line_ = std::exchange(line_, "");
    } else {
        line_ += static_cast<char>(std::toupper(static_cast<unsigned char>(key)));
    }
    return key;
}

}  // namespace ryg::claims
