# What WebAssembly's C++ library lacks: threads, by a header; exceptions, by a library.
include_directories(BEFORE app/web/platform/include)
add_library(ryg_exceptions STATIC app/web/platform/exceptions.cpp)
link_libraries(ryg_exceptions wasi-emulated-process-clocks)
# Programs that the page neither plays nor looks into have no labels: they would be a fifth of it.
set(RYG_WITHOUT_SPARE_LABELS ON)
