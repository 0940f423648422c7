// Calls one routine as three assemblers made it, and prints its product and its source line.
#include <cstdio>
#include <ryg/c64/board/machine.hpp>

namespace ryg::images {
extern const c64::EmbeddedImage mul_ca65, mul_acme, mul_64tass;
}  // namespace ryg::images

int main() {
    using namespace ryg;
    for (const auto* each : {&images::mul_ca65, &images::mul_acme, &images::mul_64tass}) {
        const c64::Image image = c64::from_embedded(*each);
        c64::Machine machine;
        machine.boot();
        machine.load(image);
        const emu::Address routine = image.labels.at("mul8");
        const emu::Registers end = machine.call(routine, {.x = 20, .y = 30}).registers;
        const auto line = image.info->line_at(routine);
        std::printf("%d %s\n", 256 * end.x + end.a,
                    line ? image.info->describe(*line).c_str() : "");
    }
}
