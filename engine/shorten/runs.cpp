// Steps through a routine and notes the machine where windows begin and end.
#include "engine/shorten/runs.hpp"

#include <algorithm>

#include "engine/claims/check.hpp"
#include "engine/claims/host.hpp"

namespace ryg::shorten {
namespace {

using Places = std::array<Address, Machines::most_slots>;

constexpr unsigned most_samples = 96, most_steps = 20'000;
constexpr emu::Cycle longest = 1'000'000;

/// Where a window's slots are, given the registers and memory at its beginning.
Places places_of(const CodeWindow& window, const emu::Registers& r, std::span<const Byte> ram) {
    using enum emu::Mode;
    Places found{};
    for (std::size_t i = 0; i < window.places.size(); ++i) {
        const emu::Mode mode = window.modes[i];
        unsigned at = window.places[i];
        if (mode == zpx || mode == abx || mode == izx) at += r.x;
        if (mode == zpy || mode == aby) at += r.y;
        if (mode == zpx || mode == zpy || mode == izx) at &= 0xff;
        if (mode == izx || mode == izy) at = emu::word(ram[at], ram[(at + 1) & 0xff]);
        if (mode == izy) at += r.y;
        found[i] = static_cast<Address>(at);
    }
    return found;
}

}  // namespace

Runs::Runs(const AssembledVersion& version, const claims::Block& block,
           const std::vector<CodeWindow>& windows)
    : version_(version),
      block_(block),
      windows_(windows),
      host_(*version.program, longest),
      samples_(windows.size()),
      seen_(windows.size()),
      choices_(1) {
    for (std::size_t i = 0; i < windows.size(); ++i) starts_.emplace(windows[i].begin(), i);
}

void Runs::run(const claims::Call& call, const std::function<void(std::size_t, Sample)>& use) {
    struct Begun {
        std::size_t window;
        Sample sample;
        Places places;
        emu::Cycle since;
    };
    host_.prepare(call, version_.program->image.labels.at(block_.name));
    std::vector<Begun> begun;
    const emu::Cpu& cpu = host_.machine().cpu;
    const auto end_now = [&](const Places& places) {
        const emu::Registers& r = cpu.registers;
        Sample::MachineState end{{r.a, r.x, r.y}, r.p, {}};
        for (std::size_t i = 0; i < places.size(); ++i) end.slots[i] = host_.ram()[places[i]];
        return end;
    };
    unsigned step = 0;
    const auto look = [&] {
        const Address pc = cpu.registers.pc;
        std::erase_if(begun, [&](Begun& one) {
            if (windows_[one.window].end() != pc) return false;
            one.sample.after = end_now(one.places);
            one.sample.cycles = static_cast<unsigned>(cpu.cycle - one.since);
            use(one.window, one.sample);
            return true;
        });
        const auto [first, last] = starts_.equal_range(pc);
        for (auto at = first; at != last; ++at) {
            const Places places = places_of(windows_[at->second], cpu.registers, host_.ram());
            begun.push_back({at->second, {end_now(places), {}, 0}, places, cpu.cycle});
        }
        return ++step < most_steps;
    };
    (void)host_.run(call, claims::Steps{.before = look});
    host_.restore();
}

void Runs::draw(unsigned count) {
    const auto background = host_.background();
    for (unsigned i = 0; i < count; ++i) {
        const claims::Call call = claims::draw_call(version_.checker->suite(), *version_.program,
                                                    block_, background, choices_);
        run(call, [&](std::size_t window, const Sample& sample) {
            std::vector<Sample>& kept = samples_[window];
            const unsigned seen = ++seen_[window];
            if (kept.size() < most_samples) {
                kept.push_back(sample);
            } else if (const unsigned at = choices_.below(seen); at < most_samples) {
                kept[at] = sample;
            }
        });
    }
}

std::vector<Sample> Runs::at(std::string_view changes, std::size_t window) {
    const claims::Suite& suite = version_.checker->suite();
    claims::Call call = claims::first_call(suite, *version_.program, block_, host_.background());
    if (!changes.empty()) call.change(changes);
    claims::reread(suite, call, claims::in_order(suite, block_));
    std::vector<Sample> found;
    run(call, [&](std::size_t at, const Sample& sample) {
        if (at == window) found.push_back(sample);
    });
    return found;
}

}  // namespace ryg::shorten
