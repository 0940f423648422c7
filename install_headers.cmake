# Installs the headers: "emu/cpu.hpp" in the tree is "ryg/emu/cpu.hpp" to a user of the package, so
# that no folder of his own is shadowed, and the includes between the headers say so too.
set(from ${CMAKE_CURRENT_LIST_DIR})
file(GLOB_RECURSE headers RELATIVE ${from}
  ${from}/emu/*.hpp ${from}/c64/*.hpp ${from}/engine/*.hpp ${from}/app/run.hpp)
list(FILTER headers EXCLUDE REGEX "^engine/proof/")  # for the verbs alone
list(FILTER headers EXCLUDE REGEX
  "^emu/recompiler/(arena|cache|context|decimal|emitter|host|region|translator)\\.hpp$")
file(REMOVE_RECURSE ${copies})
foreach(header IN LISTS headers)
  configure_file(${from}/${header} ${copies}/${header} COPYONLY)
  execute_process(COMMAND sed -i -E "s,^#include \"(emu|c64|engine)/,#include \"ryg/\\1/," ${copies}/${header})
endforeach()
file(INSTALL ${copies}/ DESTINATION ${headers_to} FILES_MATCHING PATTERN *.hpp)
