// The list of what ryg_assemble has put into the library.
#include "engine/ryg3/programs.hpp"

#include <array>
#include <fmt/format.h>

namespace ryg::images {
extern const c64::EmbeddedImage ryg3_03, ryg3_04, ryg3_07, ryg3_08, ryg3_09, ryg3_10, ryg3;
extern const c64::EmbeddedImage ryg3_fault1, ryg3_fault2, ryg3_fault3;
}  // namespace ryg::images

namespace ryg::crosscheck {

Programs ryg3_programs() {
    namespace images = ryg::images;
    static constexpr std::array all{&images::ryg3_03,    &images::ryg3_04,     &images::ryg3_07,
                                    &images::ryg3_08,    &images::ryg3_09,     &images::ryg3_10,
                                    &images::ryg3,       &images::ryg3_fault1, &images::ryg3_fault2,
                                    &images::ryg3_fault3};
    return all;
}

c64::Image program(engine::ryg3::Version version) {
    const int number = engine::ryg3::number_of(version);
    const bool last = version == engine::ryg3::Version::v11;
    return c64::from_embedded(
        *find_program(ryg3_programs(), last ? "ryg3" : fmt::format("ryg3-{:02}", number)));
}

}  // namespace ryg::crosscheck
