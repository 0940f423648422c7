# The public headers, for others: "emu/cpu.hpp" of this tree is <ryg/emu/cpu.hpp> in include/ of the
# build, and is installed as that.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  emu/*.hpp c64/*.hpp engine/*.hpp app/run.hpp)
list(FILTER headers EXCLUDE REGEX "^engine/work/database/")  # for the verbs alone
list(FILTER headers EXCLUDE REGEX
  "^emu/recompiler/(arena|cache|context|decimal|emitter|host|region|testing|translator)\\.hpp$")
file(GLOB_RECURSE old RELATIVE ${PROJECT_BINARY_DIR}/include/ryg ${PROJECT_BINARY_DIR}/include/ryg/*)
list(REMOVE_ITEM old ${headers})
list(TRANSFORM old PREPEND ${PROJECT_BINARY_DIR}/include/ryg/)
if(old)
  file(REMOVE ${old})
endif()
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <ryg/\\1>" text "${text}")
  file(CONFIGURE OUTPUT include/ryg/${header} CONTENT "${text}" @ONLY)
  if(RYG_INSTALL)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${PROJECT_BINARY_DIR}/include/ryg/${header}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ryg/${folder} COMPONENT development)
  endif()
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
