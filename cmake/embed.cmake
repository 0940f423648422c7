# Writes ${BASE}_image.cpp: the files ${BASE}.prg and .dbg as one c64::EmbeddedImage; with KEEP, of
# the second only the records that match it; with PARTS, instead of the second the files with these
# endings, each after a line with a form feed and its name.
string(MAKE_C_IDENTIFIER ${NAME} identifier)
foreach(part prg dbg)
  set(hex "")
  if(part STREQUAL "dbg" AND PARTS)
    foreach(ending IN LISTS PARTS)
      file(READ ${BASE}.${ending} more HEX)
      string(HEX "${NAME}.${ending}\n" head)
      string(APPEND hex 0c${head}${more})
    endforeach()
  else()
    file(READ ${BASE}.${part} hex HEX)
  endif()
  if(part STREQUAL "dbg" AND KEEP)
    file(STRINGS ${BASE}.dbg records REGEX "^(version|${KEEP})")
    list(JOIN records "\n" records)
    string(HEX "${records}\n" hex)
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," ${part}_bytes "${hex}")
  string(REGEX REPLACE "((0x..,){24})" "\\1\n    " ${part}_bytes "${${part}_bytes}")
endforeach()
file(WRITE ${BASE}_image.cpp "// Generated from ${NAME}.prg and ${NAME}.dbg.
#include \"c64/program/embedded_image.hpp\"
namespace {
constexpr unsigned char prg[] = {
    ${prg_bytes}};
constexpr unsigned char debug[] = {
    ${dbg_bytes}};
}  // namespace
namespace ryg::images {
extern const c64::EmbeddedImage ${identifier};
const c64::EmbeddedImage ${identifier}{\"${NAME}\", prg, debug};
}  // namespace ryg::images
")
