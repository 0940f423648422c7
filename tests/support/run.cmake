# `run(command ...)` for tests that are CMake scripts: fails with what the command has printed, or
# leaves that in `output`.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}: ${status}\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()
