# Builds and runs a user's project that takes ryg from an install, by FetchContent and by
# add_subdirectory, with each compiler; without an install its `all` compiles no game and no verb.
find_program(acme acme)
find_program(tass 64tass)
if(NOT acme OR NOT tass)
  message("consumers: skipped: acme or 64tass is not installed")
  return()
endif()
set(work ${BUILD}/consumers_test)
file(REMOVE_RECURSE ${work})

include(${CMAKE_CURRENT_LIST_DIR}/../support/run.cmake)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/ryg)
foreach(name IN ITEMS g++ clang++-19)
  find_program(compiler_${name} ${name})
  if(NOT compiler_${name})
    continue()
  endif()
  foreach(how IN ITEMS install fetch subdirectory)
    set(build ${work}/${how}-${name})
    run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/tests/support/consumer -B ${build} -D HOW=${how}
      -D RYG=${SOURCE} -D CMAKE_PREFIX_PATH=${work}/ryg -D CMAKE_CXX_COMPILER=${compiler_${name}}
      -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
    run(${CMAKE_COMMAND} --build ${build} --parallel 2)
    if(output MATCHES "ryg_(claims|ryg1|app)\\.dir|ryg16\\.prg")
      message(SEND_ERROR "${how}: `all` builds ${CMAKE_MATCH_0}")
    endif()
    run(${build}/consumer)
    if(NOT output MATCHES "^600 mul.s:[0-9]+\n600 mul_acme.a:[0-9]+\n600 mul_64tass.asm:[0-9]+\n$")
      message(SEND_ERROR "${how}, ${name}: ${output}")
    endif()
  endforeach()
endforeach()
