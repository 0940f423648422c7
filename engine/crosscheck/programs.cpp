// The list of what ryg_assemble has put into the library.
#include "engine/crosscheck/programs.hpp"

#include <array>
#include <fmt/format.h>

namespace ryg::images {
extern const c64::EmbeddedImage ryg12, ryg13, ryg14, ryg15, ryg16;
extern const c64::EmbeddedImage ryg16_fallo1, ryg16_fallo2, ryg16_fallo3, ryg16_desempate;
extern const c64::EmbeddedImage hints, hints_fault1, hints_fault2, hints_fault3;
extern const c64::EmbeddedImage ryg3_03, ryg3_04, ryg3_07, ryg3_08, ryg3_09, ryg3_10, ryg3;
extern const c64::EmbeddedImage ryg3_fault1, ryg3_fault2, ryg3_fault3;
}  // namespace ryg::images

namespace crosscheck {
namespace {

using namespace ryg::images;
constexpr std::array all{&ryg12,        &ryg13,        &ryg14,        &ryg15,           &ryg16,
                         &ryg16_fallo1, &ryg16_fallo2, &ryg16_fallo3, &ryg16_desempate, &hints,
                         &hints_fault1, &hints_fault2, &hints_fault3, &ryg3_03,         &ryg3_04,
                         &ryg3_07,      &ryg3_08,      &ryg3_09,      &ryg3_10,         &ryg3,
                         &ryg3_fault1,  &ryg3_fault2,  &ryg3_fault3};

}  // namespace

std::span<const c64::EmbeddedImage* const> programs() { return all; }

const c64::EmbeddedImage* find_program(std::string_view name) {
    if (name.ends_with(".prg")) name.remove_suffix(4);
    for (const c64::EmbeddedImage* image : all) {
        if (image->name == name) return image;
    }
    return nullptr;
}

c64::Image program(engine::Version version) {
    return c64::from_embedded(*find_program(fmt::format("ryg{}", engine::number_of(version))));
}

c64::Image program(engine::ryg3::Version version) {
    const int number = engine::ryg3::number_of(version);
    const bool last = version == engine::ryg3::Version::v11;
    return c64::from_embedded(*find_program(last ? "ryg3" : fmt::format("ryg3-{:02}", number)));
}

}  // namespace crosscheck
