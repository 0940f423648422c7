// Many shifts of the SID's noise register in one go, by matrices over GF(2).
#include "c64/sid/noise.hpp"

namespace ryg::c64 {

namespace {

/// Column j is what the register becomes that has only bit j set.
using Matrix = std::array<std::uint32_t, 23>;

constexpr std::uint32_t product(const Matrix& matrix, std::uint32_t bits) {
    std::uint32_t sum = 0;
    for (std::size_t j = 0; bits != 0; ++j, bits >>= 1) {
        if ((bits & 1) != 0) sum ^= matrix[j];
    }
    return sum;
}

constexpr Matrix product(const Matrix& second, const Matrix& first) {
    Matrix both{};
    for (std::size_t j = 0; j < both.size(); ++j) both[j] = product(second, first[j]);
    return both;
}

/// Entry k makes 2^k shifts.
constexpr std::array<Matrix, 23> powers = [] {
    std::array<Matrix, 23> table{};
    for (std::size_t j = 0; j < table[0].size(); ++j) {
        Noise noise{1U << j};
        noise.shift();
        table[0][j] = noise.bits;
    }
    for (std::size_t k = 1; k < table.size(); ++k) table[k] = product(table[k - 1], table[k - 1]);
    return table;
}();

// 2^23 shifts are one more than the period.
static_assert(product(powers[22], powers[22]) == powers[0]);

}  // namespace

void Noise::jump(Cycle shifts) {
    constexpr Cycle at_once = 18, few = 8 * at_once;
    if (shifts <= few) {
        for (; shifts > at_once; shifts -= at_once) shift_at_once(at_once);
        if (shifts != 0) shift_at_once(static_cast<unsigned>(shifts));
        return;
    }
    shifts %= period;
    for (std::size_t k = 0; shifts != 0; ++k, shifts >>= 1) {
        if ((shifts & 1) != 0) bits = product(powers[k], bits);
    }
}

Noise NoiseMap::after(Noise noise, Cycle times) const {
    Matrix once{};
    for (unsigned i = 0; i < size; ++i) {
        for (unsigned j = 0; j < size; ++j) once[j] |= (row(i) >> j & 1) << i;
    }
    for (; times != 0; times >>= 1) {
        if ((times & 1) != 0) noise.bits = product(once, noise.bits);
        once = product(once, once);
    }
    return noise;
}

}  // namespace ryg::c64
