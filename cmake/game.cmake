# ryg_game: a game, from the folder that it is.
#
#   ryg_game(ryg SOURCES RYG Textos PROGRAMS ryg15:VERSION=15 ryg16:VERSION=16 VARIANTS ...)
#
# assembles each program from asm/*.s by asm/ryg1.cfg, with the definitions after its name, and from
# files that stand after GENERATED, which something else has to make. It makes
# ryg::ryg1_native of native/ and ryg::ryg1 of the rest, which has the programs in this order:
# `claims::Programs ryg::engine::ryg_programs()`. The list of games wants
# `const claims::Game& ryg::engine::ryg_game()` of it. prg, lbl and dbg of those after PROGRAMS are
# installed.
function(ryg_game game)
  cmake_parse_arguments(ARG "" "" "SOURCES;GENERATED;PROGRAMS;VARIANTS" ${ARGN})
  add_subdirectory(native)
  ryg_library(${game} FOLDERS blocks study LINK ryg::claims ryg::${game}_native
    PRIVATE fmt::fmt Threads::Threads)
  list(TRANSFORM ARG_SOURCES REPLACE "(.+)" "asm/\\1.s")
  list(APPEND ARG_SOURCES ${ARG_GENERATED})
  set(externs)
  foreach(definition IN LISTS ARG_PROGRAMS ARG_VARIANTS)
    string(REPLACE ":" ";" defines ${definition})
    list(POP_FRONT defines program)
    ryg_assemble(${program} CONFIG asm/${game}.cfg SOURCES ${ARG_SOURCES} DEFINES ${defines}
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/asm/${game}.inc
      ${PROJECT_SOURCE_DIR}/engine/common/asm/start.inc)
    target_sources(ryg_${game} PRIVATE $<TARGET_OBJECTS:${program}_image>)
    string(MAKE_C_IDENTIFIER ${program} identifier)
    list(APPEND externs ${identifier})
    if(RYG_INSTALL AND definition IN_LIST ARG_PROGRAMS)
      foreach(part prg lbl dbg)
        install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${program}.${part}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/ryg COMPONENT development)
      endforeach()
    endif()
  endforeach()
  list(TRANSFORM externs PREPEND "&images::" OUTPUT_VARIABLE addresses)
  list(JOIN externs ", " externs)
  list(JOIN addresses ", " addresses)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${game}_programs.cpp)
  file(CONFIGURE OUTPUT ${list} @ONLY CONTENT [[
// Generated: the programs of @game@.
#include <array>

#include "engine/claims/host.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage @externs@;
}  // namespace ryg::images

namespace ryg::engine {

claims::Programs @game@_programs() {
    static constexpr std::array all{@addresses@};
    return all;
}

}  // namespace ryg::engine
]])
  target_sources(ryg_${game} PRIVATE ${list})
endfunction()
