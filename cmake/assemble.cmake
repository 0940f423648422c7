# ryg_assemble: 6502 sources to a PRG (or ROM) image, and the image with its labels into C++.
#
#   ryg_assemble(ryg16 CONFIG ryg.cfg SOURCES RYG.s Tableros.s ... [DEFINES VERSION=16])
#
# assembles each source with ca65 -g, links with ld65 and leaves, in the current binary folder,
#   ryg16.prg   what a C64 loads              ryg16.dbg   ld65's debug file
#   ryg16.lbl   labels, one "al 001000 .name" a line
# and makes the object library ryg16_image, which defines `extern const c64::EmbeddedImage
# ryg::images::ryg16` (c64/program/embedded_image.hpp) with the program and the debug file inside.
# A CONFIG that is not among your files is one of cc65's own (c64-asm.cfg): then its target's
# character set and library are used, too, as by `cl65 -t c64 -C c64-asm.cfg`.
find_program(RYG_CA65 ca65)
find_program(RYG_LD65 ld65)
if(NOT RYG_CA65 OR NOT RYG_LD65)
  message(FATAL_ERROR "ca65 and ld65 not found: install the 6502 assembler (Debian package cc65)")
endif()
set(RYG_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)

function(ryg_assemble name)
  cmake_parse_arguments(ARG "" "CONFIG" "SOURCES;DEFINES;DEPENDS" ${ARGN})
  foreach(unknown IN LISTS ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ryg_assemble(${name}): '${unknown}' is not a keyword: CONFIG, SOURCES, DEFINES or DEPENDS")
  endforeach()
  if(NOT ARG_CONFIG OR NOT ARG_SOURCES)
    message(FATAL_ERROR "ryg_assemble(${name}): needs CONFIG file.cfg and SOURCES a.s b.s")
  endif()
  set(out ${CMAKE_CURRENT_BINARY_DIR})
  set(keep "")
  if(name IN_LIST programs_without_lines)
    set(keep "seg|sym.*type=lab")
  endif()
  if(RYG_WITHOUT_SPARE_LABELS AND name IN_LIST programs_without_labels)
    set(keep "none")
  endif()
  set(flags)
  foreach(define IN LISTS ARG_DEFINES)
    list(APPEND flags -D ${define})
  endforeach()
  set(config ${ARG_CONFIG})
  cmake_path(ABSOLUTE_PATH config BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set(depends_on_config ${config})
  set(library)
  if(NOT EXISTS ${config})
    string(REGEX MATCH "^[^.-]+" target ${ARG_CONFIG})
    list(APPEND flags -t ${target})
    set(library ${target}.lib)
    set(config ${ARG_CONFIG})
    set(depends_on_config)
  endif()
  set(objects)
  foreach(source IN LISTS ARG_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(GET source STEM stem)
    cmake_path(GET source PARENT_PATH folder)
    file(GLOB includes CONFIGURE_DEPENDS ${folder}/*.inc)
    set(object ${out}/${name}.dir/${stem}.o)
    if(object IN_LIST objects)
      message(FATAL_ERROR "ryg_assemble(${name}): two sources are called ${stem}")
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${out}/${name}.dir
      COMMAND ${RYG_CA65} -g ${flags} -I ${folder} -o ${object} ${source}
      DEPENDS ${source} ${includes} ${ARG_DEPENDS}
      COMMENT "ca65 ${name}: ${stem}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  add_custom_command(
    OUTPUT ${out}/${name}.prg ${out}/${name}.lbl ${out}/${name}.dbg ${out}/${name}_image.cpp
    COMMAND ${RYG_LD65} -C ${config} -o ${out}/${name}.prg -Ln ${out}/${name}.lbl
            --dbgfile ${out}/${name}.dbg ${objects} ${library}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DBASE=${out}/${name} -DKEEP=${keep}
            -P ${RYG_EMBED_SCRIPT}
    DEPENDS ${objects} ${depends_on_config} ${RYG_EMBED_SCRIPT}
    COMMENT "ld65 ${name}.prg" VERBATIM)
  add_library(${name}_image OBJECT ${out}/${name}_image.cpp)
  target_link_libraries(${name}_image PRIVATE ryg::emu)
endfunction()
