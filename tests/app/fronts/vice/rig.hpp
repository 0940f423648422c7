// The binary monitor without sockets, on a machine with a small program: for tests and the fuzzer.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/fronts/vice/session.hpp"
#include "c64/board/state.hpp"

namespace ryg::binmon {

using namespace ryg::app::vice;
using app::Services;

/// What `ryg debug` has when it starts: a machine that stands before this.
///
///     $c000  lda #$00        $c00a  jmp $c002
///     $c002  jsr $c00d       $c00d  inc $c100
///     $c005  ldx $c100       $c010  rts
///     $c008  nop nop
constexpr Address start = 0xC000, loop = 0xC002, after_call = 0xC005, routine = 0xC00D,
                  routine_end = 0xC010, counter = 0xC100;

inline c64::Machine small_program() {
    constexpr Byte code[]{0xA9, 0x00, 0x20, 0x0D, 0xC0, 0xAE, 0x00, 0xC1, 0xEA,
                          0xEA, 0x4C, 0x02, 0xC0, 0xEE, 0x00, 0xC1, 0x60};
    c64::Machine machine;
    machine.boot();
    std::ranges::copy(code, machine.ram().begin() + start);
    machine.poke(0xDC0D, 0x7F);  // no interrupts
    machine.cpu.jump(start);
    return machine;
}

/// A program "good.prg" that stores $2a to $c100 and returns, one without a SYS line, and no other.
inline c64::Image load(const std::string& name) {
    constexpr Byte prg[]{0x01, 0x08, 0x0B, 0x08, 0x0A, 0x00, 0x9E, 0x32, 0x30, 0x36,
                         0x31, 0x00, 0x00, 0x00, 0xA9, 0x2A, 0x8D, 0x00, 0xC1, 0x60};
    if (name == "good.prg") return c64::parse_prg(prg, name);
    if (name == "data.prg") return c64::parse_prg(std::span(prg).first(7), name);
    throw c64::ImageError(name + ": there is no such file");
}

struct Rig {
    c64::debug::Debugger debugger{small_program()};
    std::unique_ptr<c64::Machine> kept;  ///< under the name "state", the only one that there is
    std::atomic<bool> interrupted = false;
    Services services{.launch = nullptr,
                      .read_program = load,
                      .read_state =
                          [this](const std::string& name) {
                              if (name != "state" || kept == nullptr) {
                                  throw c64::ImageError("no such state");
                              }
                              return std::make_unique<c64::Machine>(*kept);
                          },
                      .write =
                          [this](const std::string& name, std::span<const Byte> bytes) {
                              if (name != "state") throw c64::ImageError("cannot write it");
                              kept = std::make_unique<c64::Machine>(c64::load_state(bytes, name));
                          },
                      .interrupted = interrupted};
    MonitorSession session{debugger, {}, services};

    /// Carries a command out and gives all that would be sent, events included.
    [[nodiscard]] std::string carry_out(Type type, const Body& body = {}, unsigned version = 2) {
        session.carry_out({static_cast<Byte>(version), id, static_cast<Byte>(type), body.str()});
        return session.take_output();
    }
    [[nodiscard]] const c64::Machine& machine() const { return debugger.machine(); }

    std::uint32_t id = 0x1234;
};

}  // namespace ryg::binmon
