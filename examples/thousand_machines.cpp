// A thousand C64s on all cores: each evaluates a position, and C++ checks the result.
#include <atomic>
#include <fmt/format.h>
#include <ryg/engine/claims/host.hpp>
#include <ryg/engine/common/players.hpp>
#include <ryg/engine/games/ryg1/game.hpp>
#include <ryg/engine/games/ryg1/native/evaluate.hpp>
#include <ryg/engine/games/ryg1/native/node_layout.hpp>
#include <thread>
#include <vector>

using namespace ryg;

int main() {
    // One machine is switched on and loaded; all others are copies, since a machine is a value.
    const claims::Host loaded(engine::ryg1::program(engine::ryg1::Version::v16));
    const emu::Address board = loaded.labels().at("tableroActual");

    constexpr unsigned machines = 1000;
    std::atomic<unsigned> next = 0, equal = 0;
    std::atomic<emu::Cycle> cycles = 0;
    const auto work = [&] {
        for (unsigned number = next++; number < machines; number = next++) {
            engine::Random random(number);
            const engine::Position position = engine::random_position(random);
            claims::Host host = loaded;
            host.put("tableroActual", engine::ryg1::board_bytes(position));
            host.set_word("etTableroLo", "etTableroHi", board);
            cycles += host.call("evaluaTablero").cycles;
            if (host.byte_at("etValor") ==
                engine::ryg1::evaluate(position, engine::ryg1::Version::v16))
                ++equal;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i)
            threads.emplace_back(work);
    }
    fmt::print("{} of {} machines agree with C++, {} cycles\n", equal.load(), machines,
               cycles.load());
    return equal == machines ? 0 : 1;
}
