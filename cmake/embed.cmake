# Writes ${BASE}_image.cpp: the files ${BASE}.prg and .dbg as one c64::EmbeddedImage; with KEEP, of
# the second only the records that match it; with PARTS, instead of the second the files with these
# endings, each after a line with a form feed and its name.
string(MAKE_C_IDENTIFIER ${NAME} identifier)
if(PARTS)
  string(ASCII 12 form_feed)
  foreach(ending IN LISTS PARTS)
    file(READ ${BASE}.${ending} part)
    string(APPEND debug "${form_feed}${NAME}.${ending}\n${part}")
  endforeach()
elseif(KEEP)
  file(STRINGS ${BASE}.dbg records REGEX "^(version|${KEEP})")
  list(JOIN records "\n" debug)
  string(APPEND debug "\n")
else()
  # Without what read_ld65 does not look at, which is half of it: imports, and who uses what.
  file(READ ${BASE}.dbg debug)
  string(REGEX REPLACE "\n(info|mod|lib|type|sym[^\n]*,type=imp)[^\n]*" "" debug "${debug}")
  string(REGEX REPLACE ",(ref|addrsize|mtime|mod|oname|ooffs)=[^,\n]*" "" debug "${debug}")
endif()
file(READ ${BASE}.prg prg HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" prg "${prg}")
file(WRITE ${BASE}_image.cpp "// Generated from ${NAME}.prg and ${NAME}.dbg.
#include <ryg/c64/program/embedded_image.hpp>
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
namespace {
constexpr unsigned char prg[] = \"${prg}\";
constexpr unsigned char debug[] = R\"---(${debug})---\";
}  // namespace
namespace ryg::images {
extern const c64::EmbeddedImage ${identifier};
const c64::EmbeddedImage ${identifier}{\"${NAME}\",
    std::span(prg).first<sizeof prg - 1>(), std::span(debug).first<sizeof debug - 1>()};
}  // namespace ryg::images
")
