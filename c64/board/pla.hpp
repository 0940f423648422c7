// What the processor sees where: the 32 modes of the address decoder (PLA) as one table.
#pragma once

#include <array>
#include <cstdint>

namespace ryg::c64 {

/// What answers a read. Writes go to RAM unless the area is I/O; in the Ultimax modes, where there
/// is no RAM above $0fff, they go nowhere.
enum class Area : std::uint8_t { ram, basic, kernal, chargen, io, roml, romh, open };

/// One mode: what answers in each block. $0000-$0fff is always RAM.
struct BankMode {
    Area at_1000, at_8000, at_a000, at_c000, at_d000, at_e000;
    bool operator==(const BankMode&) const = default;
};

/// The five lines that choose the mode, each true for a high level.
struct ModeLines {
    bool exrom, game, charen, hiram, loram;

    [[nodiscard]] constexpr unsigned number() const {
        return exrom * 16U + game * 8U + charen * 4U + hiram * 2U + loram * 1U;
    }
};

namespace detail {
constexpr Area RAM = Area::ram, BASIC = Area::basic, KERNAL = Area::kernal, CHAR = Area::chargen,
               IO = Area::io, ROML = Area::roml, ROMH = Area::romh, open = Area::open;
}

// clang-format off
/// By mode number. Sources: [PLA] product terms of the 906114-01, [C64PRG] memory maps.
constexpr std::array<BankMode, 32> modes = [] {
    using namespace detail;
    return std::array<BankMode, 32>{{
    //        $1000  $8000  $a000  $c000  $d000  $e000      EXROM GAME CHAREN HIRAM LORAM
    /*  0 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 0    0     0      0     0
    /*  1 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 0    0     0      0     1
    /*  2 */ {RAM,   RAM,   ROMH,  RAM,   CHAR,  KERNAL},  // 0    0     0      1     0
    /*  3 */ {RAM,   ROML,  ROMH,  RAM,   CHAR,  KERNAL},  // 0    0     0      1     1
    /*  4 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 0    0     1      0     0
    /*  5 */ {RAM,   RAM,   RAM,   RAM,   IO,    RAM   },  // 0    0     1      0     1
    /*  6 */ {RAM,   RAM,   ROMH,  RAM,   IO,    KERNAL},  // 0    0     1      1     0
    /*  7 */ {RAM,   ROML,  ROMH,  RAM,   IO,    KERNAL},  // 0    0     1      1     1   16K
    /*  8 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 0    1     0      0     0
    /*  9 */ {RAM,   RAM,   RAM,   RAM,   CHAR,  RAM   },  // 0    1     0      0     1
    /* 10 */ {RAM,   RAM,   RAM,   RAM,   CHAR,  KERNAL},  // 0    1     0      1     0
    /* 11 */ {RAM,   ROML,  BASIC, RAM,   CHAR,  KERNAL},  // 0    1     0      1     1
    /* 12 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 0    1     1      0     0
    /* 13 */ {RAM,   RAM,   RAM,   RAM,   IO,    RAM   },  // 0    1     1      0     1
    /* 14 */ {RAM,   RAM,   RAM,   RAM,   IO,    KERNAL},  // 0    1     1      1     0
    /* 15 */ {RAM,   ROML,  BASIC, RAM,   IO,    KERNAL},  // 0    1     1      1     1   8K
    /* 16 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     0      0     0   Ultimax
    /* 17 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     0      0     1
    /* 18 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     0      1     0
    /* 19 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     0      1     1
    /* 20 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     1      0     0
    /* 21 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     1      0     1
    /* 22 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     1      1     0
    /* 23 */ {open,  ROML,  open,  open,  IO,    ROMH  },  // 1    0     1      1     1
    /* 24 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 1    1     0      0     0
    /* 25 */ {RAM,   RAM,   RAM,   RAM,   CHAR,  RAM   },  // 1    1     0      0     1
    /* 26 */ {RAM,   RAM,   RAM,   RAM,   CHAR,  KERNAL},  // 1    1     0      1     0
    /* 27 */ {RAM,   RAM,   BASIC, RAM,   CHAR,  KERNAL},  // 1    1     0      1     1
    /* 28 */ {RAM,   RAM,   RAM,   RAM,   RAM,   RAM   },  // 1    1     1      0     0
    /* 29 */ {RAM,   RAM,   RAM,   RAM,   IO,    RAM   },  // 1    1     1      0     1
    /* 30 */ {RAM,   RAM,   RAM,   RAM,   IO,    KERNAL},  // 1    1     1      1     0
    /* 31 */ {RAM,   RAM,   BASIC, RAM,   IO,    KERNAL},  // 1    1     1      1     1   power-on
    }};
}();
// clang-format on

}  // namespace ryg::c64
