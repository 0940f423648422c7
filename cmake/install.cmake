# What is installed, so that others find it, and in which of Debian's packages it comes.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ryg)
if(RYG_BUILD_APP)
  install(TARGETS ryg)
  install(PROGRAMS app/ryg-x64sc DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT ryg NAMESPACE ryg:: FILE ryg-targets.cmake DESTINATION ${package}
  COMPONENT development)
if(RYG_BUILD_APP)
  install(EXPORT ryg-app NAMESPACE ryg:: FILE ryg-app-targets.cmake DESTINATION ${package}
    COMPONENT development)
endif()
get_property(features GLOBAL PROPERTY ryg_features)
configure_package_config_file(cmake/ryg-config.cmake.in ryg-config.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(ryg-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ryg-config.cmake ${PROJECT_BINARY_DIR}/ryg-config-version.cmake
  cmake/assemble.cmake cmake/embed.cmake DESTINATION ${package} COMPONENT development)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
set(documents documents)
if(RYG_STATIC)  # one tarball
  set(documents program)
endif()
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${documents}
  PATTERN Doxyfile EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
# The sources of the programs inside ryg, whose header blocks `contract` and `prove` read.
file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  engine/games/*/asm/*.s engine/games/*/asm/*.inc)
foreach(source IN LISTS sources)
  cmake_path(GET source PARENT_PATH folder)
  install(FILES ${source} DESTINATION ${CMAKE_INSTALL_DATADIR}/ryg/${folder})
endforeach()
# The page for browsers, if it has been built: `ryg web --out` copies it.
install(DIRECTORY build/web/web DESTINATION ${CMAKE_INSTALL_DATADIR}/ryg OPTIONAL)

# pkg-config
get_property(libraries GLOBAL PROPERTY ryg_libraries)
list(TRANSFORM libraries PREPEND -l)
list(JOIN libraries " " libraries)
set(beside -lfmt)
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

# `cpack` in a build of the preset `packages` makes them; in one of the preset `static`, a tarball
# and a package of the program alone.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the ryg authors <ryg@localhost>")
set(CPACK_COMPONENTS_ALL program development documents)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS cc65)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS  # for ryg::app
  "libboost-program-options-dev, nlohmann-json3-dev, libcadical-dev, libpng-dev, libsqlite3-dev, libedit-dev, libncurses-dev")
if(BUILD_SHARED_LIBS)
  list(APPEND CPACK_COMPONENTS_ALL library)
  set(CPACK_COMPONENT_PROGRAM_DEPENDS library)
  set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
  set(CPACK_COMPONENT_PYTHON_DEPENDS library)
else()
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libfmt-dev")
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
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libryg${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libryg-dev)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-ryg)
get_property(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS GLOBAL PROPERTY ryg_python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "cc65, ryg-doc")
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_NAME ryg-doc)
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_ARCHITECTURE all)
if(RYG_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)  # it needs nothing
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS cc65)
  set(CPACK_COMPONENTS_ALL program)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_STRIP_FILES OFF)  # the linker has; llvm-strip does not know static programs
  string(TOLOWER ryg-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}
    CPACK_PACKAGE_FILE_NAME)
  set(CPACK_ARCHIVE_PROGRAM_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})
endif()
include(CPack)
