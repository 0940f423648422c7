# Drives the adapter PROGRAM with the client library in SOURCE/client; npm puts it into BUILD.
# Skipped, with a line that says why, where there is no node or the library cannot be had.
find_program(NODE node)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  message("dap_client: skipped: node or npm is not there (Debian packages nodejs and npm)")
  return()
endif()
execute_process(COMMAND ${NODE} -p "process.versions.node.split('.')[0] >= 18"
  OUTPUT_VARIABLE young_enough)
if(NOT young_enough MATCHES true)
  message("dap_client: skipped: node is older than version 18, which brings node:test")
  return()
endif()

file(MAKE_DIRECTORY ${BUILD})
set(lock ${SOURCE}/client/package-lock.json)
set(installed ${BUILD}/installed.json)
if(EXISTS ${installed})
  file(READ ${installed} there)
endif()
file(READ ${lock} wanted)
if(NOT "${there}" STREQUAL "${wanted}")
  file(COPY ${SOURCE}/client/package.json ${lock} DESTINATION ${BUILD})
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000
    WORKING_DIRECTORY ${BUILD} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    if(text MATCHES "ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED")
      message("dap_client: skipped: npm does not reach its registry")
      return()
    endif()
    message(FATAL_ERROR "npm ci: ${status}\n${text}")
  endif()
  file(COPY_FILE ${lock} ${installed})
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E env RYG_PROGRAM=${PROGRAM} RYG_SOURCE_DIR=${ROOT}
    NODE_PATH=${BUILD}/node_modules
  ${NODE} --test ${SOURCE}/client/ryg.test.js
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the client's tests failed: again with ctest -R dap_client --verbose")
endif()
