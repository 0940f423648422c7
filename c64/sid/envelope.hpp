// The envelope generator of the SID's voice 3, which ENV3 shows.
#pragma once

#include <array>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// Cycles of the rate counter for one step, by the value in ATTACK, DECAY or RELEASE.  [SIDTEST]
inline constexpr std::array<unsigned, 16> envelope_periods{
    9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251};

/// A rate counter, a divider and an 8-bit counter.
///
///     255        /\                        GATE 0 -> 1   attack: one up each period, to 255
///               /  \                       then          decay: down to SUSTAIN * 17
///     SUSTAIN  /    \_ _ _ _ _.            GATE 1 -> 0   release: down to 0, and stays there
///             /                 \ _
///     0   ___/                      ` - . _
///
/// Downwards the steps become longer: the divider takes every 1st, 2nd, 4th, 8th, 16th or 30th
/// period, changing when the counter reaches 255, 93, 54, 26, 14 or 6. The rate counter is reset
/// only by reaching its period; it has 32,767 states, so when a new period is shorter than the
/// count so far, it wraps around once (the "ADSR delay bug"). SUSTAIN is compared for equality: a
/// counter below it goes down to 0.
///
/// Everything goes through flip-flops. A match of the rate counter steps the counter three cycles
/// later, or four while the divider is not 1, and ENV3 shows the step one cycle after that. Whether
/// it is a step up or down is decided in the cycle of the step. A change of GATE takes two cycles
/// (from decay to release: one); the first of the two that begin an attack already counts with the
/// period of the decay. A match in the very cycle in which GATE goes on still makes a step, up:
/// after two cycles, or four while the divider is not 1. If the divider has counted it already, the
/// attack begins a cycle later.
///
/// **Time**: at most 255 steps of a few host instructions for any gap.
/// Not known: the rate counter's phase at power-on; the first steps may be off by a cycle or two.
/// Sources: [SID] ENVELOPE GENERATOR, [SIDTEST], [SIDDIE].
class SidEnvelope {
  public:
    void advance(Cycle cycles);

    void write_gate(bool on);
    void write_attack_decay(Byte value) { attack_decay_ = value; }
    void write_sustain_release(Byte value) { sustain_release_ = value; }

    /// The reset line: the counters keep their values.
    void reset();

    [[nodiscard]] Byte output() const { return shown_; }
    /// Whether its members are consistent.
    [[nodiscard]] bool is_possible() const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&SidEnvelope::state_, &SidEnvelope::next_state_, &SidEnvelope::change_in_,
             &SidEnvelope::counts_as_, &SidEnvelope::gate_, &SidEnvelope::holds_zero_,
             &SidEnvelope::counter_, &SidEnvelope::shown_, &SidEnvelope::attack_decay_,
             &SidEnvelope::sustain_release_, &SidEnvelope::rate_, &SidEnvelope::divided_,
             &SidEnvelope::divider_, &SidEnvelope::stage_, &SidEnvelope::stage_ends_in_);
    }
    bool operator==(const SidEnvelope&) const = default;

  private:
    enum class Phase : std::uint8_t { attack, decay, release };  // decay is sustain too
    /// Progress of the last match of the rate counter.
    enum class Stage : std::uint8_t { none, matched, divided, steps };
    static constexpr unsigned rate_states = 32767;

    [[nodiscard]] unsigned period() const;
    [[nodiscard]] unsigned cycles_to_match() const;
    [[nodiscard]] bool is_quiet() const;
    [[nodiscard]] bool rests() const;
    void change_to(Phase next, unsigned cycles);
    void follow();
    void end_stage();
    void count();
    void step();

    Phase state_ = Phase::release;
    Phase next_state_ = Phase::release;
    unsigned change_in_ = 0;            // cycles until `next_state_` takes effect; 0: it has
    Phase counts_as_ = Phase::release;  // the state whose period the rate counter uses
    bool gate_ = false;
    bool holds_zero_ = false;
    Byte counter_ = 0xAA, shown_ = 0xAA;  // at power-on
    Byte attack_decay_ = 0, sustain_release_ = 0;
    unsigned rate_ = 0;     // cycles since the last match, modulo rate_states
    unsigned divided_ = 0;  // matches since the last step
    unsigned divider_ = 1;
    Stage stage_ = Stage::none;
    unsigned stage_ends_in_ = 0;
};

}  // namespace ryg::c64
