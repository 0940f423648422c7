// Which of the programs is which version.
#include "engine/ryg3/programs.hpp"

#include <fmt/format.h>

namespace ryg::engine::ryg3 {

c64::Image program(Version version) {
    const std::string name =
        version == Version::v11 ? "ryg3" : fmt::format("ryg3-{:02}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg3_programs(), name));
}

}  // namespace ryg::engine::ryg3
