# Runs the tests of node in SOURCE/*.test.{js,mjs} with the libraries of SOURCE/package.json, which
# npm puts into BUILD. Skipped, with a line that says why, where there is no node, the libraries
# cannot be had, or one of the files NEEDS is not there.
string(REPLACE "|" ";" NEEDS "${NEEDS}")
foreach(file IN LISTS NEEDS)
  if(NOT EXISTS ${file})
    message("${NAME}: skipped: ${file} is not there")
    return()
  endif()
endforeach()
list(POP_FRONT NEEDS page)
find_program(NODE node)
find_program(NPM npm)
if(NOT NODE OR NOT NPM)
  message("${NAME}: skipped: node or npm is not there (Debian packages nodejs and npm)")
  return()
endif()
execute_process(COMMAND ${NODE} -p "process.versions.node.split('.')[0] >= 18"
  OUTPUT_VARIABLE young_enough)
if(NOT young_enough MATCHES true)
  message("${NAME}: skipped: node is older than version 18, which brings node:test")
  return()
endif()

file(MAKE_DIRECTORY ${BUILD})
set(lock ${SOURCE}/package-lock.json)
set(installed ${BUILD}/installed.json)
if(EXISTS ${installed})
  file(READ ${installed} there)
endif()
file(READ ${lock} wanted)
if(NOT "${there}" STREQUAL "${wanted}")
  file(COPY ${SOURCE}/package.json ${lock} DESTINATION ${BUILD})
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000
    WORKING_DIRECTORY ${BUILD} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    if(text MATCHES "ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTCACHED")
      message("${NAME}: skipped: npm does not reach its registry")
      return()
    endif()
    message(FATAL_ERROR "npm ci: ${status}\n${text}")
  endif()
  file(COPY_FILE ${lock} ${installed})
endif()

file(GLOB tests ${SOURCE}/*.test.js ${SOURCE}/*.test.mjs)
execute_process(COMMAND ${CMAKE_COMMAND} -E env RYG_PROGRAM=${PROGRAM} RYG_SOURCE_DIR=${ROOT}
    RYG_PAGE=${page} NODE_PATH=${BUILD}/node_modules
  ${NODE} --test ${tests}
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the tests failed: again with ctest -R ${NAME} --verbose")
endif()
