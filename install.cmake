# What is installed, so that others find it, and in which of Debian's packages it comes.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ryg)
if(RYG_BUILD_APP)
  install(TARGETS ryg)
  install(PROGRAMS app/x64sc DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(CODE "set(headers_to \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/ryg\")
  set(copies [[${PROJECT_BINARY_DIR}/installed_headers]])" COMPONENT development)
install(SCRIPT install_headers.cmake COMPONENT development)
install(EXPORT ryg NAMESPACE ryg:: FILE ryg-targets.cmake DESTINATION ${package}
  COMPONENT development)
if(RYG_BUILD_APP)
  install(EXPORT ryg-app NAMESPACE ryg:: FILE ryg-app-targets.cmake DESTINATION ${package}
    COMPONENT development)
endif()
configure_package_config_file(ryg-config.cmake.in ryg-config.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(ryg-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ryg-config.cmake ${PROJECT_BINARY_DIR}/ryg-config-version.cmake
  c64/program/assemble.cmake c64/program/embed.cmake DESTINATION ${package} COMPONENT development)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN Doxyfile EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)

# pkg-config
get_property(libraries GLOBAL PROPERTY ryg_libraries)
list(TRANSFORM libraries PREPEND -l)
list(JOIN libraries " " libraries)
set(beside -lfmt)
if(asmjit_FOUND)
  string(APPEND beside " -lasmjit")
endif()
if(BUILD_SHARED_LIBS)
  set(beside "")
endif()
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
file(CONFIGURE OUTPUT ryg.pc @ONLY CONTENT [[
prefix=${pcfiledir}/@to_prefix@
Name: ryg
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Cflags: -I${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
Libs: -L${prefix}/@CMAKE_INSTALL_LIBDIR@ -Wl,--start-group @libraries@ -Wl,--end-group @beside@ -pthread
]])
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ryg.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

# `cpack` in a build of the preset `packages` makes them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the ryg authors <ryg@localhost>")
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS cc65)
if(BUILD_SHARED_LIBS)
  list(APPEND CPACK_COMPONENTS_ALL library)
  set(CPACK_COMPONENT_PROGRAM_DEPENDS library)
  set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
  set(CPACK_COMPONENT_PYTHON_DEPENDS library)
else()
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libfmt-dev")
  if(asmjit_FOUND)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libasmjit-dev")
  endif()
endif()
if(TARGET ryg_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ryg)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONFLICTS vice)  # which has an x64sc, too
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libryg${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libryg-dev)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-ryg)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS python3)
include(CPack)
