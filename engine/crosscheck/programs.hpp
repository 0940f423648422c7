// The assembled programs that ryg carries: the engines' versions, and variants for the tests.
#pragma once

#include <span>
#include <string_view>

#include "c64/image.hpp"
#include "engine/native/evaluate.hpp"
#include "engine/native/ryg3/version.hpp"

namespace crosscheck {

/// All of them, in order: ryg12 .. ryg16, ryg16_fallo1 .. 3 (a fault planted on purpose each),
/// ryg16_desempate (ties broken by the jiffy clock); hints, hints_fault1 .. 3; ryg3-03, -04, -07 ..
/// -10, ryg3 (version 11), ryg3_fault1 .. 3.
[[nodiscard]] std::span<const c64::EmbeddedImage* const> programs();

/// By name, or by that of its file (`ryg3.prg`); nullptr if there is none.
[[nodiscard]] const c64::EmbeddedImage* find_program(std::string_view name);

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(engine::Version version);
[[nodiscard]] c64::Image program(engine::ryg3::Version version);

}  // namespace crosscheck
