// The list of what ryg_assemble has put into the library.
#include "engine/hints/programs.hpp"

#include <array>

namespace ryg::images {
extern const c64::EmbeddedImage hints, hints_fault1, hints_fault2, hints_fault3;
}  // namespace ryg::images

namespace ryg::crosscheck {

Programs hints_programs() {
    namespace images = ryg::images;
    static constexpr std::array all{&images::hints, &images::hints_fault1, &images::hints_fault2,
                                    &images::hints_fault3};
    return all;
}

}  // namespace ryg::crosscheck
