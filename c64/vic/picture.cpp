// The text screen as a picture: characters in their colours, with a border.
#include "c64/vic/picture.hpp"

#include <algorithm>

namespace ryg::c64 {

Picture picture_of(const Board& board) {
    constexpr unsigned columns = 40, lines = 25;
    const auto colour = [&board](unsigned index) {
        return static_cast<Byte>(board.vic.register_value(index) & 0x0F);
    };
    const bool den = (board.vic.register_value(0x11) & 0x10) != 0;
    const unsigned bank = (~board.cia2.port_a() & 3U) * 0x4000U;
    const unsigned memory = board.vic.register_value(0x18);
    const unsigned matrix = bank + (memory >> 4) * 0x400U;
    const unsigned place = (memory & 0x0E) << 10;
    const bool from_rom = (bank & 0x4000) == 0 && place >> 12 == 1;  // banks 0 and 2 see it
    const std::span<const Byte> ram = board.ram();
    const auto characters =
        from_rom ? board.rom(Rom::chargen).subspan(place & 0x0FFF) : ram.subspan(bank + place);

    Picture picture;
    std::ranges::fill(picture.colours, colour(0x20));
    for (unsigned cell = 0; den && cell < columns * lines; ++cell) {
        const Byte ink = board.colour_ram()[cell];
        for (unsigned row = 0; row < 8; ++row) {
            const unsigned points = characters[ram[matrix + cell] * 8U + row];
            for (unsigned column = 0; column < 8; ++column) {
                picture.at(Picture::left + cell % columns * 8 + column,
                           Picture::top + cell / columns * 8 + row) =
                    (points << column & 0x80) != 0 ? ink : colour(0x21);
            }
        }
    }
    return picture;
}

}  // namespace ryg::c64
