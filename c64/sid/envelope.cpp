// Many cycles of the SID's envelope generator in one go: from step to step.
#include "c64/sid/envelope.hpp"

#include <bit>

namespace ryg::c64 {

unsigned SidEnvelope::period() const {
    switch (state_) {
        case State::attack: return envelope_periods[attack_decay_ >> 4];
        case State::decay: return envelope_periods[attack_decay_ & 0x0F];
        case State::release: break;
    }
    return envelope_periods[sustain_release_ & 0x0F];
}

unsigned SidEnvelope::cycles_to_match() const {
    return rate_ < period() ? period() - rate_ : rate_states - rate_ + period();
}

/// No match makes the counter step.
bool SidEnvelope::rests() const {
    if (holds_zero_) return true;
    return state_ == State::decay && counter_ == (sustain_release_ >> 4) * 0x11;
}

bool SidEnvelope::is_sound() const {
    const bool divides = divider_ == 30 || (std::has_single_bit(divider_) && divider_ <= 16);
    return state_ <= State::release && gate_ == (state_ != State::release) && rate_ < rate_states &&
           divides && divided_ < divider_ && step_in_ <= lag;
}

void SidEnvelope::count() {
    counter_ = static_cast<Byte>(steps_up_ ? counter_ + 1 : counter_ - 1);
    if (state_ == State::attack && counter_ == 0xFF) state_ = State::decay;
    switch (counter_) {
        case 255: divider_ = 1; break;
        case 93: divider_ = 2; break;
        case 54: divider_ = 4; break;
        case 26: divider_ = 8; break;
        case 14: divider_ = 16; break;
        case 6: divider_ = 30; break;
        case 0:
            divider_ = 1;
            holds_zero_ = true;
            break;
        default: break;
    }
}

void SidEnvelope::write_gate(bool on) {
    if (on == gate_) return;
    gate_ = on;
    state_ = on ? State::attack : State::release;
    if (on) holds_zero_ = false;
}

void SidEnvelope::reset() {
    write_gate(false);
    attack_decay_ = sustain_release_ = 0;
}

void SidEnvelope::advance(Cycle cycles) {
    while (cycles != 0) {
        if (step_in_ != 0) {  // no match is so near: the shortest period is 9
            const unsigned now = cycles < step_in_ ? static_cast<unsigned>(cycles) : step_in_;
            rate_ += now;
            cycles -= now;
            step_in_ -= now;
            if (step_in_ == 0) count();
            continue;
        }
        const Cycle first = cycles_to_match();
        if (cycles < first) {
            rate_ = static_cast<unsigned>((rate_ + cycles) % rate_states);
            return;
        }
        const bool attacks = state_ == State::attack;
        const unsigned missing = attacks ? 1 : divider_ - divided_;
        const Cycle until_step = first + Cycle{missing - 1} * period();
        if (rests() || cycles < until_step) {
            const Cycle matches = 1 + (cycles - first) / period();
            divided_ = static_cast<unsigned>((divided_ + matches) % divider_);
            rate_ = static_cast<unsigned>((cycles - first) % period());
            return;
        }
        cycles -= until_step;
        rate_ = divided_ = 0;
        step_in_ = lag;
        steps_up_ = attacks;
    }
}

}  // namespace ryg::c64
