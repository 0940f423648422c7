# ryg_programs: the programs of a game, listed once.
#
#   ryg_programs(ryg NAMESPACE first ryg15 ryg16 VARIANTS ryg16_desempate)
#
# puts what ryg_assemble made of each into the library ryg_ryg, with a function
# `harness::Programs ryg::engine::first::ryg_programs()` that has them in this order, and
# installs prg, lbl and dbg of those that do not stand after VARIANTS.
function(ryg_programs game)
  cmake_parse_arguments(ARG "" "NAMESPACE" "VARIANTS" ${ARGN})
  set(externs)
  set(addresses)
  foreach(program IN LISTS ARG_UNPARSED_ARGUMENTS ARG_VARIANTS)
    string(MAKE_C_IDENTIFIER ${program} identifier)
    list(APPEND externs ${identifier})
    list(APPEND addresses "&images::${identifier}")
    target_sources(ryg_${game} PRIVATE $<TARGET_OBJECTS:${program}_image>)
  endforeach()
  list(JOIN externs ", " externs)
  list(JOIN addresses ", " addresses)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${game}_programs.cpp)
  file(CONFIGURE OUTPUT ${list} @ONLY CONTENT [[
// Generated: the programs of @game@.
#include <array>

#include "engine/harness/programs.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage @externs@;
}  // namespace ryg::images

namespace ryg::engine::@ARG_NAMESPACE@ {

harness::Programs @game@_programs() {
    static constexpr std::array all{@addresses@};
    return all;
}

}  // namespace ryg::engine::@ARG_NAMESPACE@
]])
  target_sources(ryg_${game} PRIVATE ${list})
  foreach(program IN LISTS ARG_UNPARSED_ARGUMENTS)
    foreach(part prg lbl dbg)
      install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${program}.${part}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/ryg)
    endforeach()
  endforeach()
endfunction()
