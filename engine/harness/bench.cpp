// The signature, and how it is written.
#include "engine/harness/bench.hpp"

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

}  // namespace ryg::harness
