// The assembled programs of all games.
#include "engine/programs.hpp"

namespace ryg::crosscheck {

const c64::EmbeddedImage* find_program(std::string_view name) {
    for (const Programs programs : {ryg_programs(), ryg3_programs(), hints_programs()}) {
        if (const auto* found = find_program(programs, name)) return found;
    }
    return nullptr;
}

}  // namespace ryg::crosscheck
