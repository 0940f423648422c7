// Advances the SID's envelope generator over many cycles at once, from match to match.
#include "c64/sid/envelope.hpp"

#include <algorithm>
#include <utility>

namespace ryg::c64 {

unsigned SidEnvelope::period() const {
    switch (counts_as_) {
        case Phase::attack: return envelope_periods[attack_decay_ >> 4];
        case Phase::decay: return envelope_periods[attack_decay_ & 0x0F];
        case Phase::release: break;
    }
    return envelope_periods[sustain_release_ & 0x0F];
}

unsigned SidEnvelope::cycles_to_match() const {
    return rate_ < period() ? period() - rate_ : rate_states - rate_ + period();
}

/// Whether only the rate counter changes.
bool SidEnvelope::is_quiet() const {
    return change_in_ == 0 && stage_ == Stage::none && shown_ == counter_;
}

/// Whether no match steps the counter.
bool SidEnvelope::rests() const {
    if (state_ == Phase::attack) return false;
    return holds_zero_ || (state_ == Phase::decay && counter_ == (sustain_release_ >> 4) * 0x11);
}

// ------------------------------------------------------------------------------- cycle by cycle

void SidEnvelope::change_to(Phase next, unsigned cycles) {
    next_state_ = next;
    change_in_ = cycles;
}

void SidEnvelope::follow() {
    --change_in_;
    if (next_state_ == Phase::attack && change_in_ == 1) counts_as_ = Phase::decay;
    if (next_state_ == Phase::release && state_ == Phase::decay && change_in_ == 1) change_in_ = 0;
    if (change_in_ != 0) return;
    state_ = counts_as_ = next_state_;
    if (state_ == Phase::attack) holds_zero_ = false;
}

void SidEnvelope::end_stage() {
    const auto begin = [this](Stage stage, unsigned cycles) {
        stage_ = stage;
        stage_ends_in_ = cycles;
    };
    switch (std::exchange(stage_, Stage::none)) {
        case Stage::matched:
            if (state_ == Phase::attack) {
                divided_ = 0;
                begin(Stage::steps, 2);
            } else if (!holds_zero_ && ++divided_ == divider_) {
                divided_ = 0;
                begin(Stage::divided, divider_ == 1 ? 1 : 2);
            }
            break;
        case Stage::divided:
            if (state_ != Phase::attack && !rests()) begin(Stage::steps, 1);
            break;
        case Stage::steps: count(); break;
        case Stage::none: break;
    }
}

void SidEnvelope::count() {
    counter_ = static_cast<Byte>(state_ == Phase::attack ? counter_ + 1 : counter_ - 1);
    if (state_ == Phase::attack && counter_ == 0xFF && gate_) change_to(Phase::decay, 3);
    constexpr std::array<std::pair<Byte, unsigned>, 7> dividers{
        {{255, 1}, {93, 2}, {54, 4}, {26, 8}, {14, 16}, {6, 30}, {0, 1}}};
    for (const auto& [counter, divider] : dividers) {
        if (counter_ == counter) divider_ = divider;
    }
    if (counter_ == 0) holds_zero_ = true;
}

void SidEnvelope::step() {
    shown_ = counter_;
    if (change_in_ != 0) follow();
    if (stage_ != Stage::none && --stage_ends_in_ == 0) end_stage();
    rate_ = (rate_ + 1) % rate_states;
    if (rate_ != period()) return;
    rate_ = 0;
    stage_ = Stage::matched;
    stage_ends_in_ = 1;
}

// ------------------------------------------------------------------------------------- any time

void SidEnvelope::write_gate(bool on) {
    if (on == gate_) return;
    gate_ = on;
    if (on) {
        if (stage_ == Stage::matched) {
            divided_ = 0;
            stage_ = Stage::steps;
            stage_ends_in_ = divider_ == 1 ? 2 : 4;
        }
        return change_to(Phase::attack, stage_ == Stage::divided ? 3 : 2);
    }
    change_to(Phase::release, stage_ == Stage::steps ? 3 : 2);
}

void SidEnvelope::reset() {
    write_gate(false);
    attack_decay_ = sustain_release_ = 0;
}

bool SidEnvelope::is_possible() const {
    const bool waits = stage_ != Stage::none;
    return std::max({state_, next_state_, counts_as_}) <= Phase::release && change_in_ <= 3 &&
           stage_ <= Stage::steps && stage_ends_in_ <= 4 && (!waits || stage_ends_in_ != 0) &&
           rate_ < rate_states && divider_ != 0 && divider_ <= 30 && divided_ <= divider_;
}

void SidEnvelope::advance(Cycle cycles) {
    constexpr unsigned stages_over = 4;  // cycles after a match
    while (cycles != 0) {
        if (!is_quiet()) {
            step();
            --cycles;
        } else if (rests() && rate_ >= stages_over && rate_ < period() && cycles >= period()) {
            const Cycle matches = cycles / period();
            if (!holds_zero_) divided_ = static_cast<unsigned>((divided_ + matches) % divider_);
            cycles %= period();
        } else if (const Cycle before = cycles_to_match() - 1; before != 0) {
            const Cycle some = std::min(cycles, before);
            rate_ = static_cast<unsigned>((rate_ + some) % rate_states);
            cycles -= some;
        } else {
            step();
            --cycles;
        }
    }
}

}  // namespace ryg::c64
