# What WebAssembly's C++ library lacks: threads and files, by headers; exceptions, by a library.
include_directories(BEFORE SYSTEM app/web/platform/include)
add_library(ryg_exceptions STATIC app/web/platform/exceptions.cpp)
link_libraries(ryg_exceptions wasi-emulated-process-clocks)
# These cannot be played or looked into: their labels would be a fifth of the page.
set(RYG_NAMELESS_PROGRAMS hints ryg16_desempate ryg3-03 ryg3-04 ryg3-07 ryg3-08)
