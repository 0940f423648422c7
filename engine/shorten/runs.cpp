// Steps through a routine and notes the machine where windows begin and end.
#include "engine/shorten/runs.hpp"

#include <algorithm>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "engine/contracts/check.hpp"
#include "engine/contracts/rig.hpp"

namespace ryg::shorten {
namespace {

constexpr unsigned most_samples = 96, most_steps = 20'000;
constexpr Address home = 0xffff;

/// Where a window's slots are, given the registers and memory at its beginning.
std::array<Address, Machines::most_slots> places_of(const Window& window, const emu::Registers& r,
                                                    const emu::FlatMemory& memory) {
    using enum emu::Mode;
    std::array<Address, Machines::most_slots> found{};
    const auto word_at = [&](unsigned zero_page) {
        return emu::word(memory.ram[zero_page & 0xff], memory.ram[(zero_page + 1) & 0xff]);
    };
    for (std::size_t i = 0; i < window.places.size(); ++i) {
        const unsigned base = window.places[i];
        switch (window.modes[i]) {
            case zpx: found[i] = static_cast<Address>((base + r.x) & 0xff); break;
            case zpy: found[i] = static_cast<Address>((base + r.y) & 0xff); break;
            case abx: found[i] = static_cast<Address>(base + r.x); break;
            case aby: found[i] = static_cast<Address>(base + r.y); break;
            case izx: found[i] = word_at(base + r.x); break;
            case izy: found[i] = static_cast<Address>(word_at(base) + r.y); break;
            default: found[i] = static_cast<Address>(base);
        }
    }
    return found;
}

}  // namespace

Runs::Runs(const Version& version, const contracts::Block& block,
           const std::vector<Window>& windows)
    : version_(version),
      block_(block),
      windows_(windows),
      background_(contracts::Rig(*version.program).background()),
      kept_(windows.size()),
      choices_(1) {
    for (std::size_t i = 0; i < windows.size(); ++i) starts_.emplace(windows[i].begin(), i);
}

void Runs::run(const contracts::Call& call, const std::function<void(std::size_t, Sample)>& use) {
    struct Begun {
        std::size_t window;
        Sample sample;
        std::array<Address, Machines::most_slots> places;
        emu::Cycle since;
    };
    const auto memory = std::make_unique<emu::FlatMemory>();
    std::ranges::copy(call.ram, memory->ram.begin());
    memory->ram[contracts::Call::stack_top] = emu::low(home - 1);
    memory->ram[contracts::Call::stack_top + 1] = emu::high(home - 1);
    emu::Cpu cpu;
    cpu.registers = call.registers;
    cpu.registers.s = contracts::Call::entry_s;
    cpu.registers.pc = version_.program->image.labels.at(block_.name);
    std::vector<Begun> begun;
    const auto end_now = [&](const auto& places) {
        const emu::Registers& r = cpu.registers;
        Sample::End end{{r.a, r.x, r.y}, r.p, {}};
        for (std::size_t i = 0; i < places.size(); ++i) end.slots[i] = memory->ram[places[i]];
        return end;
    };
    for (unsigned step = 0; step < most_steps && cpu.registers.pc < 0xd000; ++step) {
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
            const auto places = places_of(windows_[at->second], cpu.registers, *memory);
            begun.push_back({at->second, {end_now(places), {}, 0}, places, cpu.cycle});
        }
        if (cpu.step(*memory) == emu::RunEnd::jammed) return;
    }
}

void Runs::draw(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        const contracts::Call call = contracts::draw_call(
            version_.checker->suite(), *version_.program, block_, background_, choices_);
        run(call, [&](std::size_t window, const Sample& sample) {
            Kept& kept = kept_[window];
            ++kept.seen;
            if (kept.samples.size() < most_samples) {
                kept.samples.push_back(sample);
            } else if (const unsigned at = choices_.below(kept.seen); at < most_samples) {
                kept.samples[at] = sample;
            }
        });
    }
}

std::vector<Sample> Runs::at(std::string_view changes, std::size_t window) {
    const contracts::Suite& suite = version_.checker->suite();
    contracts::Call call = contracts::first_call(suite, *version_.program, block_, background_);
    if (!changes.empty()) call.change(changes);
    contracts::reread(suite, call, contracts::in_order(suite, block_));
    std::vector<Sample> found;
    run(call, [&](std::size_t at, const Sample& sample) {
        if (at == window) found.push_back(sample);
    });
    return found;
}

}  // namespace ryg::shorten
