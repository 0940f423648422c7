// The options of `ryg run` that say what the C64 is made of, and what is plugged in and held.
#pragma once

#include <memory>

#include "app/verb.hpp"
#include "c64/board/machine.hpp"

namespace ryg::app {

/// --model, --timing, --cia, --sid, --seed, those below and those of ROMs (app/rom_file.hpp).
void add_hardware_options(options::options_description& own);
/// --joystick1 and --joystick2.
void add_joystick_options(options::options_description& own);

/// --ane and --lxa, of every verb that runs programs of the user's.
void add_unstable_options(options::options_description& own);
[[nodiscard]] emu::Unstable unstable_of(const Parsed& parsed);

/// A machine of these parts that has been switched on. Throws Trouble.
[[nodiscard]] std::unique_ptr<c64::Machine> switched_on(const Parsed& parsed);

/// Puts the SID that is asked for into a machine in which no program has used it yet.
void plug_in_sid(c64::Machine& machine, const Parsed& parsed);

/// Holds the joysticks as is asked for, from now on.
void hold_joysticks(c64::Machine& machine, const Parsed& parsed);

}  // namespace ryg::app
