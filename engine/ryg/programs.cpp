// Which of the programs is which version.
#include "engine/ryg/programs.hpp"

#include <fmt/format.h>

namespace ryg::engine::first {

c64::Image program(Version version) {
    const std::string name = fmt::format("ryg{}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg_programs(), name));
}

}  // namespace ryg::engine::first
