// Compares printed text letter by letter, so that the routine that prints a wrong one can be named.
#include "engine/claims/conversation.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/step.hpp"
#include "c64/kernal/entries.hpp"
#include "engine/claims/judge.hpp"

namespace ryg::claims {
namespace {

constexpr std::string_view run_command = "RUN";

/// The end of a text.
std::string shown(std::string_view text) {
    constexpr std::size_t most = 24;
    return readable(text.substr(text.size() - std::min(text.size(), most)));
}

}  // namespace

Conversation::Conversation(Host& host, const c64::Image& program) : host_(host) {
    host_.machine() = c64::Machine(host_.machine().setup());
    host_.machine().start(program);
    host_.scatter(1);
    begin_ = host_.machine().cpu.cycle;
}

void Conversation::type(std::string_view keys) {
    const std::vector<Byte> petscii(keys.begin(), keys.end());
    host_.machine().type_petscii(petscii);
}

void Conversation::expect(std::string_view text, Cycle limit, bool ends) {
    c64::Machine& machine = host_.machine();
    const auto fail = [&](std::string_view what, std::size_t printed) {
        rest_ = text.substr(printed);
        throw EngineFault(fmt::format("{} after \"{}\"", what, shown(text.substr(0, printed))),
                          host_.callers(run_command));
    };
    before_ = std::make_shared<const Host>(host_);
    const Cycle until = machine.cpu.cycle + limit;
    for (std::size_t printed = 0; true;) {
        const Cycle rest = until - std::min(until, machine.cpu.cycle);
        const auto run =
            machine.run({.cycles = rest, .at = {c64::CHROUT, c64::GETIN}, .returned = true});
        if (run.ended == c64::Ended::returned) {
            if (!ends || printed != text.size()) fail("returns to BASIC", printed);
            return;
        }
        if (run.ended != c64::Ended::address) {
            fail(fmt::format("neither prints nor asks for a key ({} at {})",
                             c64::to_string(run.ended), host_.describe(machine.cpu.registers.pc)),
                 printed);
        }
        if (machine.cpu.registers.pc == c64::CHROUT) {
            const auto letter = static_cast<char>(machine.cpu.registers.a);
            if (printed == text.size() || text[printed] != letter) {
                fail(fmt::format("prints {}", shown({&letter, 1})), printed);
            }
            ++printed;
        } else if (machine.peek(c64::NDX) == 0 && machine.keys_waiting() == 0) {
            if (ends || printed != text.size()) fail("waits for a key", printed);
            return;
        }
    }
}

void Conversation::watch(Spectator& spectator) const {
    Host again = *before_;
    spectator.begin(again);
    constexpr Cycle until_it_returns = 3'000'000;
    const std::vector<Byte> all(0x10000,
                                c64::debug::AccessKind::load | c64::debug::AccessKind::store);
    c64::debug::Tap tap{.wanted = all.data()};
    const Cycle now = host_.machine().cpu.cycle;
    const auto& cpu = again.machine().cpu;
    for (bool noticed = false; cpu.cycle < now + until_it_returns;) {
        again.throw_if_stopped();
        if (!noticed && cpu.cycle >= now) {
            noticed = true;
            spectator.noticed(again, rest_);
        }
        const c64::debug::Executed done = c64::debug::step(again.machine(), tap);
        if (done.jammed) return;
        spectator.note(again, done, tap.found);
        tap.found.clear();
    }
}

}  // namespace ryg::claims
