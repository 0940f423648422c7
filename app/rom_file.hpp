// ROM images from files, into the sockets of a machine.
#pragma once

#include <string>

#include "app/verb.hpp"
#include "c64/board/machine.hpp"

namespace ryg::app {

/// --kernal, --basic and --chargen.
void add_rom_options(options::options_description& own);

/// Puts the given images into their sockets. The usual ones are known by their CRC-32 ([ROMS]); for
/// another one of the right size there is a warning on stderr. Throws what c64::read_bytes throws,
/// and Trouble for one of another size or one that belongs into another socket.
void install_roms(c64::Machine& machine, const Parsed& parsed);

}  // namespace ryg::app
