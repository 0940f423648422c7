// A KERNAL seen from outside: where it waits, how it starts programs, and how keys reach it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>

#include "emu/types.hpp"

namespace ryg::c64 {

struct Image;
using emu::Address;
using emu::Byte;

/// Addresses in a machine's KERNAL, and the keys that wait for it. Our KERNAL's labels are known;
/// of any other only the public interface is: unknown addresses are set to the vectors, where
/// nothing is ever executed, programs are started by a line in the keyboard buffer, and the KERNAL
/// is ready when the cursor waits under READY.
///
/// Each key is given when the KERNAL is about to check for one and the buffer is empty, so a
/// program that empties the buffer before it reads a key loses none.
class Kernal {
  public:
    using Ram = std::span<Byte, 65536>;
    using ConstRam = std::span<const Byte, 65536>;

    /// The KERNAL in this ROM image.
    [[nodiscard]] static Kernal in(std::span<const Byte> rom);
    /// Ours, 8192 bytes each: the KERNAL, and the few routines of BASIC's ROM that machine language
    /// programs call.
    [[nodiscard]] static std::span<const Byte> our_rom();
    [[nodiscard]] static std::span<const Byte> our_basic();

    bool is_ours = true;
    Address idle = 0;          ///< endless wait after a reset
    Address sys_returned = 0;  ///< reached when the started program has returned
    Address guard = 0;         ///< an endless loop, as the return address of a routine
    Address key_wanted = 0;    ///< the check for a key

    /// Prepares to start the code at `address`, and returns the address at which the processor has
    /// to continue, if that changes.
    [[nodiscard]] std::optional<Address> start_at(Ram ram, Address address) const;
    /// Starts the BASIC program in memory.
    static void start_by_run(Ram ram) { enter_line(ram, "RUN"); }
    /// Writes the variables that LOAD sets, and BASIC's pointers to the end of the program if it
    /// covers the start of BASIC. Call it before copying the program, which may overwrite them.
    static void note_load(Ram ram, const Image& image);
    /// The addresses at which our KERNAL waits for the drive and continues.
    struct DriveWaits {
        Address open, open_table, close, chkin, chkout, chrin, chrout, clrchn, find, found, load,
            save;
    };
    [[nodiscard]] static const DriveWaits& drive();
    /// The address of the flags with which SYS starts a program.
    static constexpr Address status_of_sys = 0x030F;

    /// Whether the editor's cursor waits with no key in the buffer.
    [[nodiscard]] static bool editor_waits(ConstRam ram);
    /// Whether the cursor waits under the word READY.
    [[nodiscard]] static bool is_ready(ConstRam ram);
    /// Makes `is_ready` ignore the READY. that is on the screen.
    static void forget_ready(Ram ram);

    std::deque<Byte> keys{};  ///< PETSCII
    std::uint64_t given = 0;  ///< keys given so far
    emu::Cycle since = 0;     ///< cycle in which a key was last given, or keys were typed
    /// Puts the next key into the keyboard buffer, if that is empty.
    void give_key(Ram ram);
    /// Removes and returns the next key.
    Byte take_key();

    /// A key in the matrix, alone or with a second one, and what it types.
    struct Chord {
        Byte key = 0;
        std::optional<Byte> shift{};
    };
    /// The keys that type a PETSCII code, by the tables of our ROM.
    [[nodiscard]] static std::optional<Chord> chord_of(Byte petscii);
    /// The key that the last scan of the keyboard saw; 64: none.
    static constexpr Address last_key = 0x00C5;
    /// Puts a key into the keyboard buffer, if there is room.
    static void put_key(Ram ram, Byte petscii);

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Kernal::is_ours, &Kernal::idle, &Kernal::sys_returned, &Kernal::guard,
             &Kernal::key_wanted, &Kernal::sys_, &Kernal::keys, &Kernal::given, &Kernal::since);
    }
    bool operator==(const Kernal&) const = default;

  private:
    /// Puts a line into the keyboard buffer, with RETURN after it: at most ten keys.
    static void enter_line(Ram ram, std::string_view line);

    Address sys_ = 0;  // code that starts the program at LINNUM
};

}  // namespace ryg::c64
