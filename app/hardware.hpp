// The options that say which C64 a program runs on, what is plugged into it, and whose time counts.
#pragma once

#include <memory>

#include "app/verb.hpp"
#include "c64/board/machine.hpp"

namespace ryg::app {

[[nodiscard]] Option model_option();
[[nodiscard]] Option timing_option();
/// --ane and --lxa, of every verb that runs programs of the user's.
[[nodiscard]] Options unstable_options();
[[nodiscard]] emu::Unstable unstable_of(const work::Values& values);
/// These, and --cia, --sid, --sid-noise, --ram, --kernal, --basic and --chargen.
[[nodiscard]] Options hardware_options();
/// --joystick1 and --joystick2.
[[nodiscard]] Options joystick_options();

/// Throw Trouble for a name that is not a model's or a timing's.
[[nodiscard]] c64::Model model_named(std::string_view name);
[[nodiscard]] c64::Timing timing_named(std::string_view name);

/// A machine of these parts and with the core of --cpu that has been switched on. The usual ROMs are known by their CRC-32
/// ([ROMS]); another one of the right size is used after a warning on stderr. Throws what
/// c64::read_bytes throws, and Trouble for a ROM of another size or for another socket.
[[nodiscard]] std::unique_ptr<c64::Machine> switched_on(const Parsed& parsed,
                                                        c64::Recording* recording = nullptr);

/// Puts the SID that is asked for into a machine in which no program has used it yet.
void plug_in_sid(c64::Machine& machine, const Parsed& parsed);

/// Holds the joysticks as is asked for, from now on.
void hold_joysticks(c64::Machine& machine, const Parsed& parsed);

}  // namespace ryg::app
