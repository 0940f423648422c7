// The models of the C64 and the timings by their names on command lines and in requests.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

constexpr std::array<std::pair<std::string_view, Model>, 4> model_names{
    {{"pal", Model::pal},
     {"pal-old", Model::pal_old},
     {"ntsc", Model::ntsc},
     {"ntsc-old", Model::ntsc_old}}};
constexpr std::array<std::pair<std::string_view, Timing>, 3> timing_names{
    {{"cpu", Timing::cpu}, {"badlines", Timing::badlines}, {"stock", Timing::stock}}};

}  // namespace ryg::c64
