// The options that say which C64 a program runs on, and whose time is counted.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "app/verb.hpp"
#include "c64/board/machine.hpp"

namespace ryg::app {

/// What the options call them.
constexpr std::array<std::pair<std::string_view, c64::Model>, 3> models{
    {{"pal", c64::Model::pal}, {"ntsc", c64::Model::ntsc}, {"ntsc-old", c64::Model::ntsc_old}}};
constexpr std::array<std::pair<std::string_view, c64::Timing>, 3> timings{
    {{"cpu", c64::Timing::cpu},
     {"badlines", c64::Timing::badlines},
     {"stock", c64::Timing::stock}}};

/// --model and --timing. What they say is asked for below; that throws Trouble for a name that is
/// none.
inline void add_model_option(options::options_description& own, const char* fallback) {
    own.add_options()("model", options::value<std::string>()->default_value(fallback),
                      "the C64: pal (6569), ntsc (6567R8) or ntsc-old (6567R56A)");
}
inline void add_timing_option(options::options_description& own) {
    own.add_options()("timing", options::value<std::string>()->default_value("stock"),
                      "cpu: the processor alone, interrupts masked; badlines: the video chip "
                      "takes its cycles, too; stock: and interrupts are live");
}

namespace detail {
template <class Names>
auto named(std::string_view name, const char* option, const Names& names, const char* which) {
    for (const auto& [text, value] : names) {
        if (name == text) return value;
    }
    throw Trouble("--" + std::string(option) + ": there is no '" + std::string(name) + "': use " +
                  which);
}
}  // namespace detail

inline c64::Model model_named(std::string_view name) {
    return detail::named(name, "model", models, "pal, ntsc or ntsc-old");
}
inline c64::Timing timing_named(std::string_view name) {
    return detail::named(name, "timing", timings, "cpu, badlines or stock");
}
inline c64::Model model_of(const Parsed& parsed) {
    return model_named(parsed.get<std::string>("model"));
}
inline c64::Timing timing_of(const Parsed& parsed) {
    return timing_named(parsed.get<std::string>("timing"));
}

}  // namespace ryg::app
