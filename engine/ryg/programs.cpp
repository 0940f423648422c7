// The list of what ryg_assemble has put into the library.
#include "engine/ryg/programs.hpp"

#include <array>
#include <fmt/format.h>

namespace ryg::images {
extern const c64::EmbeddedImage ryg12, ryg13, ryg14, ryg15, ryg16;
extern const c64::EmbeddedImage ryg16_fallo1, ryg16_fallo2, ryg16_fallo3, ryg16_desempate;
}  // namespace ryg::images

namespace ryg::crosscheck {

Programs ryg_programs() {
    using namespace ryg::images;
    static constexpr std::array all{&ryg12,        &ryg13,        &ryg14,
                                    &ryg15,        &ryg16,        &ryg16_fallo1,
                                    &ryg16_fallo2, &ryg16_fallo3, &ryg16_desempate};
    return all;
}

c64::Image program(engine::Version version) {
    const std::string name = fmt::format("ryg{}", engine::number_of(version));
    return c64::from_embedded(*find_program(ryg_programs(), name));
}

}  // namespace ryg::crosscheck
