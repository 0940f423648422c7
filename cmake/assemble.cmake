# ryg_assemble: 6502 sources to a PRG (or ROM) image, and the image with its labels into C++.
# It works after find_package(ryg), add_subdirectory and FetchContent.
#
#   ryg_assemble(ryg16 CONFIG ryg.cfg SOURCES RYG.s Tableros.s ... [DEFINES VERSION=16])
#
# assembles each source with ca65 -g, links with ld65 and leaves, in the current binary folder,
#   ryg16.prg   what a C64 loads              ryg16.dbg   ld65's debug file
#   ryg16.lbl   labels, one "al 001000 .name" a line
# and makes the object library ryg16_image, which defines `extern const c64::EmbeddedImage
# ryg::images::ryg16` (<ryg/c64/program/embedded_image.hpp>) with the program and the debug file inside.
# A CONFIG that is not among your files is one of cc65's own (c64-asm.cfg): then its target's
# character set and library are used, too, as by `cl65 -t c64 -C c64-asm.cfg`.
#
#   ryg_assemble(game ASSEMBLER acme SOURCES game.a [OPTIONS -I include] [DEFINES VERSION=16])
#
# assembles with ACME (or 64tass) instead, which need no CONFIG, and embeds the labels and the listing.
find_program(RYG_CA65 ca65)
find_program(RYG_LD65 ld65)
find_program(RYG_ACME acme)
find_program(RYG_64TASS 64tass)

# Makes ${name}_image of what `command`, a list, leaves: the PRG and the files in PARTS (of `embed.cmake`).
function(ryg_embed name)
  cmake_parse_arguments(ARG "" "KEEP;COMMENT" "PARTS;LEAVES;COMMAND;DEPENDS" ${ARGN})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${name})
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed.cmake)
  list(TRANSFORM ARG_LEAVES PREPEND ${out}.)
  add_custom_command(
    OUTPUT ${out}.prg ${ARG_LEAVES} ${out}_image.cpp
    COMMAND ${ARG_COMMAND}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DBASE=${out} -DKEEP=${ARG_KEEP} "-DPARTS=${ARG_PARTS}"
            -P ${script}
    DEPENDS ${ARG_DEPENDS} ${script} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "${ARG_COMMENT} ${name}.prg" VERBATIM)
  add_library(${name}_image OBJECT ${out}_image.cpp)
  target_link_libraries(${name}_image PRIVATE ryg::emu)
endfunction()

function(ryg_assemble name)
  cmake_parse_arguments(ARG "" "CONFIG;ASSEMBLER" "SOURCES;DEFINES;DEPENDS;OPTIONS" ${ARGN})
  foreach(unknown IN LISTS ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ryg_assemble(${name}): '${unknown}' is not a keyword: ASSEMBLER, CONFIG, SOURCES, DEFINES, OPTIONS or DEPENDS")
  endforeach()
  set(out ${CMAKE_CURRENT_BINARY_DIR})
  if(ARG_ASSEMBLER STREQUAL "acme" OR ARG_ASSEMBLER STREQUAL "64tass")
    string(TOUPPER RYG_${ARG_ASSEMBLER} program)
    if(NOT ${program} OR NOT ARG_SOURCES OR ARG_CONFIG)
      message(FATAL_ERROR "ryg_assemble(${name}): needs ${ARG_ASSEMBLER} (Debian package ${ARG_ASSEMBLER}) and SOURCES; CONFIG is ld65's")
    endif()
    set(sources)
    foreach(source IN LISTS ARG_SOURCES)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
      list(APPEND sources ${source})
    endforeach()
    if(ARG_ASSEMBLER STREQUAL "acme")
      list(TRANSFORM ARG_DEFINES PREPEND -D)
      set(parts lbl rep)
      set(command -f cbm --vicelabels ${out}/${name}.lbl -r ${out}/${name}.rep ${ARG_DEFINES})
    else()
      list(TRANSFORM ARG_DEFINES PREPEND "-D;")
      set(parts sym lst)
      set(command -q --dump-labels -l ${out}/${name}.sym --line-numbers --list=${out}/${name}.lst
        ${ARG_DEFINES} /dev/null)  # of its first file it numbers no lines
    endif()
    ryg_embed(${name} PARTS ${parts} LEAVES ${parts} COMMENT ${ARG_ASSEMBLER}
      COMMAND ${${program}} ${ARG_OPTIONS} -o ${out}/${name}.prg ${command} ${sources}
      DEPENDS ${sources} ${ARG_DEPENDS})
    return()
  elseif(ARG_ASSEMBLER AND NOT ARG_ASSEMBLER STREQUAL "ca65")
    message(FATAL_ERROR "ryg_assemble(${name}): unknown ASSEMBLER '${ARG_ASSEMBLER}': acme, 64tass or ca65")
  endif()
  if(NOT RYG_CA65 OR NOT RYG_LD65)
    message(FATAL_ERROR "ca65 and ld65 not found: install the 6502 assembler (Debian package cc65)")
  endif()
  if(NOT ARG_CONFIG OR NOT ARG_SOURCES)
    message(FATAL_ERROR "ryg_assemble(${name}): needs CONFIG file.cfg and SOURCES a.s b.s")
  endif()
  set(keep "")
  if(name IN_LIST programs_without_lines)
    set(keep "seg|sym.*type=(lab|equ)")
  endif()
  if(RYG_WITHOUT_SPARE_LABELS AND name IN_LIST programs_without_labels)
    set(keep "none")
  endif()
  set(flags ${ARG_OPTIONS})
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
  file(MAKE_DIRECTORY ${out}/${name}.dir)
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
      COMMAND ${RYG_CA65} -g ${flags} -I ${folder} -o ${object} ${source}
      DEPENDS ${source} ${includes} ${ARG_DEPENDS}
      COMMENT "ca65 ${name}: ${stem}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  ryg_embed(${name} KEEP ${keep} LEAVES lbl dbg COMMENT ld65
    COMMAND ${RYG_LD65} -C ${config} -o ${out}/${name}.prg -Ln ${out}/${name}.lbl
            --dbgfile ${out}/${name}.dbg ${objects} ${library}
    DEPENDS ${objects} ${depends_on_config})
endfunction()
