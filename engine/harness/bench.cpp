// The signature, and how it is written.
#include "engine/harness/bench.hpp"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>

namespace ryg::harness {

void Signature::add(emu::Byte from, emu::Byte to) {
    if (moves == 0) moves = 0x811c9dc5;
    for (const emu::Byte square : {from, to}) moves = (moves ^ square) * 0x01000193;
}

std::string to_string(const Signature& signature) {
    return fmt::format("{} nodes, {} cycles, moves {:08x}", signature.nodes, signature.cycles,
                       signature.moves);
}

Data::Fields to_data(const Signature& signature) {
    return {{"nodes", signature.nodes},
            {"cycles", signature.cycles},
            {"moves", fmt::format("{:08x}", signature.moves)}};
}

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

}  // namespace ryg::harness
