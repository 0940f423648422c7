// The tables of decimal arithmetic.
#include "emu/recompiler/decimal.hpp"

#include <memory>

#include "emu/alu.hpp"

namespace ryg::emu::recompiler {
namespace {

std::unique_ptr<const DecimalTable> make(bool subtract) {
    auto table = std::make_unique<DecimalTable>();
    for (unsigned i = 0; i < table->size(); ++i) {
        const auto a = static_cast<Byte>(i >> 8), m = static_cast<Byte>(i);
        const bool carry = i >= 0x10000;
        const alu::ArithmeticResult sum =
            subtract ? alu::subtract_decimal(a, m, carry) : alu::add_decimal(a, m, carry);
        (*table)[i] = static_cast<std::uint16_t>(sum.value | alu::negative(sum.nz) << 8 |
                                                 !alu::zero(sum.nz) << 9 | sum.carry << 10 |
                                                 sum.overflow << 11);
    }
    return table;
}

}  // namespace

const DecimalTable& decimal_table(bool subtract) {
    if (subtract) {
        static const auto differences = make(true);
        return *differences;
    }
    static const auto sums = make(false);
    return *sums;
}

}  // namespace ryg::emu::recompiler
