// Options for the C64 that a program runs on: its model, ROMs, devices, inputs and timing.
#pragma once

#include <memory>

#include "app/verb.hpp"
#include "c64/board/machine.hpp"

namespace ryg::app {

[[nodiscard]] Option model_option();
[[nodiscard]] Option timing_option();
/// --ane and --lxa, for every verb that runs the user's programs.
[[nodiscard]] Options unstable_options();
[[nodiscard]] emu::Unstable unstable_of(const work::Values& values);
/// --cia and --sid.
[[nodiscard]] Options chip_options();
/// All of these, and --sid-noise, --ram, --kernal, --basic and --chargen.
[[nodiscard]] Options hardware_options();
/// The user's input: --keys, --keys-at, --joystick1, --joystick2, --joystick-at and --disk, for
/// every verb that runs the user's programs.
[[nodiscard]] Options input_options();
/// What only a C64 has: `input_options`, `chip_options`, the model and the timing.
[[nodiscard]] Options c64_options();

/// Throw Trouble for a name that is not a model's or a timing's.
[[nodiscard]] c64::Model model_named(std::string_view name);
[[nodiscard]] c64::Timing timing_named(std::string_view name);

/// A machine with these options, on the core of --cpu, that has been switched on. Common ROMs are
/// recognised by their CRC-32 ([ROMS]); another one of the right size is used after a warning on
/// stderr. Throws the exceptions of c64::read_bytes, and Trouble for a ROM of the wrong size or
/// socket.
[[nodiscard]] std::unique_ptr<c64::Machine> switched_on(
    const Parsed& parsed, c64::CoverageRecording* recording = nullptr);

[[nodiscard]] c64::CiaChip cia_of(const work::Values& values);
/// Installs the requested SID in a machine in which no program has used it yet.
void plug_in_sid(c64::Machine& machine, const work::Values& values);

/// Schedules the user's input except --keys: holds joysticks, inserts the disk. Throws Trouble for
/// invalid values, and for cycles that are not in order.
void give_inputs(c64::Machine& machine, const work::Values& values);

}  // namespace ryg::app
