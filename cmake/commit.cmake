# Writes commit.hpp: the commit that the sources are of, `unknown` without git.
set(commit unknown)
execute_process(COMMAND git describe --always --dirty WORKING_DIRECTORY ${SOURCE}
  OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(found)
  set(commit ${found})
endif()
file(CONFIGURE OUTPUT ${FILE} @ONLY CONTENT [[
// Generated: the commit that this program was built from.
#pragma once
inline constexpr const char* commit = "@commit@";
]])
