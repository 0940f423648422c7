// Arithmetic on words of 64 literals.
#include "engine/prove/formula_words.hpp"

#include <algorithm>

namespace ryg::prove {
namespace {

using c64::debug::MachineValue;
using c64::debug::WordOperation;

LongWord bits_of(std::span<const Literal> bits) {
    LongWord made{};
    std::ranges::copy(bits.first(std::min<std::size_t>(bits.size(), 64)), made.begin());
    return made;
}

LongWord truth(Literal literal) {
    LongWord made{};
    made[0] = literal;
    return made;
}

LongWord moved(const LongWord& value, unsigned by) {
    LongWord made{};
    for (unsigned i = by; i < 64; ++i) made[i] = value[i - by];
    return made;
}

LongWord byte_of(const LongWord& value, unsigned number) {
    LongWord made{};
    for (unsigned i = 0; i < 8; ++i) made[i] = value[8 * number + i];
    return made;
}

/// Number of low bits that may be nonzero.
unsigned width(const LongWord& value) {
    unsigned bits = 64;
    while (bits > 0 && value[bits - 1] == Literal(false)) --bits;
    return bits;
}

bool is_known(const LongWord& value) {
    return std::ranges::all_of(value, [](Literal bit) { return bit.is_known(); });
}

}  // namespace

std::vector<ProductForm> product_forms() {
    using ProductOrder = ProductForm::ProductOrder;
    using Signs = ProductForm::Signs;
    std::vector<ProductForm> forms;
    for (const Signs signs : {Signs::extended, Signs::corrected, Signs::magnitudes}) {
        for (unsigned order = 0; order <= static_cast<unsigned>(ProductOrder::bytes_with_middle);
             ++order) {
            for (const bool is_swapped : {false, true}) {
                forms.push_back({static_cast<ProductOrder>(order), is_swapped, signs});
            }
        }
    }
    for (const bool is_swapped : {false, true}) {
        forms.push_back({ProductOrder::rows, is_swapped, Signs::extended, true});
    }
    return forms;
}

LongWord FormulaWords::number(std::uint64_t value) {
    LongWord made{};
    for (unsigned i = 0; i < 64; ++i) made[i] = Literal((value >> i & 1) != 0);
    return made;
}

LongWord FormulaWords::read(const MachineValue& value) {
    using enum MachineValue::What;
    const State& from = value.is_after ? after_->state : given_;
    switch (value.what) {
        case a: return bits_of(std::span(from.a.bits).first(8));
        case x: return bits_of(std::span(from.x.bits).first(8));
        case y: return bits_of(std::span(from.y.bits).first(8));
        case flag: return truth(from.p().bits[value.begin]);
        case flags: return bits_of(from.p().bits);
        case ram: {
            LongWord made{};
            for (unsigned at = value.begin; at < value.end; ++at) {
                const SymbolicMemory& memory = value.is_after ? after_->memory : memory_;
                std::ranges::copy(memory.cell(at & 0xffff).bits,
                                  made.begin() + 8 * (at - value.begin));
            }
            return made;
        }
        default: throw NotDecided("a formula reads pc, sp or a cycle, which a proof does not know");
    }
}

prove::Bits16 FormulaWords::address_in(const LongWord& value) {
    prove::Bits16 at;
    std::ranges::copy(std::span(value).first(16), at.bits.begin());
    return at;
}

/// Notes where a sum of a pointer and an offset leads.
void FormulaWords::remember_pointer(const LongWord& made, const LongWord& left,
                                    const LongWord& right, bool is_minus) {
    if (world_.objects().empty()) return;
    if (const auto to = world_.pointer(address_in(left))) {
        const LongWord minus = is_minus ? subtract({}, right) : right;
        world_.remember_pointer(address_in(made), {to->object, to->offset + address_in(minus)});
    } else if (const auto from = world_.pointer(address_in(right)); from && !is_minus) {
        world_.remember_pointer(address_in(made), {from->object, from->offset + address_in(left)});
    }
}

/// Throws unless the address is certainly that of an input.
void FormulaWords::check_addresses(const prove::Bits16& at,
                                   const c64::debug::ExpressionNode& node) const {
    constexpr std::size_t most_addresses = 0x1000;
    const auto inputs = inputs_of(graph_, at.bits);
    const auto is_of_object = [&](auto input) { return world_.is_of_object(input); };
    if (inputs.size() > 12 && std::ranges::any_of(inputs, is_of_object)) {
        throw NotDecided("a formula reads behind a pointer, not at a fixed distance");
    }
    const auto values = world_.decider.values(at.bits, world_.path, most_addresses);
    if (!values) throw NotDecided("a formula reads at too many addresses");
    for (const unsigned value : *values) check_(node, value);
}

LongWord FormulaWords::peek(const LongWord& address, const c64::debug::ExpressionNode& node) {
    const prove::Bits16 at = address_in(address);
    if (const auto to = world_.pointer(at)) {
        world_.remember_pointer(at + prove::Bits16(1), {to->object, to->offset + prove::Bits16(1)});
    } else {
        check_addresses(at, node);
    }
    const Bits8 low = memory_.read(at);
    LongWord made = bits_of(low.bits);
    if (node.is_word) {
        const Bits8 high = memory_.read(at + prove::Bits16(1));
        std::ranges::copy(high.bits, made.begin() + 8);
    }
    return made;
}

LongWord FormulaWords::apply(WordOperation operation, const LongWord& left, const LongWord& right) {
    const auto each = [&](auto combine) {
        LongWord made{};
        for (unsigned i = 0; i < 64; ++i) made[i] = combine(left[i], right[i]);
        return made;
    };
    switch (operation) {
        case WordOperation::add: {
            for (const Product& product : products_) {
                if (product.value != left && product.value != right) continue;
                adds_a_product_ = true;
                if (!form_.is_onto) break;
                return rows(product.left, product.right, false,
                            product.value == left ? right : left);
            }
            const LongWord sum = add(left, right, Literal(false));
            remember_pointer(sum, left, right, false);
            return sum;
        }
        case WordOperation::subtract: {
            const LongWord made = subtract(left, right);
            remember_pointer(made, left, right, true);
            return made;
        }
        case WordOperation::multiply: return product(left, right);
        case WordOperation::divide: return divided(left, right).first;
        case WordOperation::remainder: return divided(left, right).second;
        case WordOperation::bit_and:
            return each([&](Literal a, Literal b) { return graph_.both(a, b); });
        case WordOperation::bit_or:
            return each([&](Literal a, Literal b) { return graph_.either(a, b); });
        case WordOperation::bit_xor:
            return each([&](Literal a, Literal b) { return graph_.differ(a, b); });
        case WordOperation::shift_left: return shifted(left, right, true);
        case WordOperation::shift_right: return shifted(left, right, false);
        case WordOperation::equal: {
            Literal same(true);
            for (unsigned i = 64; i-- > 0;)
                same = graph_.both(same, graph_.equal(left[i], right[i]));
            return truth(same);
        }
        case WordOperation::less: return truth(is_less(left, right));
    }
    return {};
}

LongWord FormulaWords::chosen(Literal condition, const LongWord& yes, const LongWord& no) {
    LongWord made{};
    for (unsigned i = 0; i < 64; ++i) made[i] = graph_.choose(condition, yes[i], no[i]);
    return made;
}

LongWord FormulaWords::select(const LongWord& condition, const LongWord& yes, const LongWord& no) {
    return chosen(condition[0], yes, no);
}

LongWord FormulaWords::subtract(const LongWord& left, const LongWord& right) {
    LongWord inverted = right;
    for (Literal& bit : inverted) bit = !bit;
    return add(left, inverted, Literal(true));
}

void FormulaWords::no_value_if(const LongWord& condition, const c64::debug::ExpressionNode&) {
    has_no_value_ = graph_.either(has_no_value_, condition[0]);
}

LongWord FormulaWords::add(const LongWord& a, const LongWord& b, Literal carry) {
    LongWord made{};
    for (unsigned i = 0; i < 64; ++i) {
        const Literal sum = graph_.differ(a[i], b[i]);
        made[i] = graph_.differ(sum, carry);
        carry = graph_.most(a[i], b[i], carry);
    }
    return made;
}

/// The borrow of a subtraction.
Literal FormulaWords::is_less(const LongWord& a, const LongWord& b) {
    Literal carry(true);
    for (unsigned i = 0; i < 64; ++i) carry = graph_.most(a[i], !b[i], carry);
    return !carry;
}

LongWord FormulaWords::shifted(const LongWord& value, const LongWord& by, bool left) {
    LongWord made = value;
    for (unsigned stage = 0; stage < 6; ++stage) {
        const unsigned distance = 1U << stage;
        LongWord next{};
        for (unsigned i = 0; i < 64; ++i) {
            const Literal from = left ? (i >= distance ? made[i - distance] : Literal(false))
                                      : (i + distance < 64 ? made[i + distance] : Literal(false));
            next[i] = graph_.choose(by[stage], from, made[i]);
        }
        made = next;
    }
    const Literal all_out = graph_.any_of(std::span(by).subspan(6));
    for (Literal& bit : made) bit = graph_.both(!all_out, bit);
    return made;
}

LongWord FormulaWords::rows(const LongWord& value, const LongWord& bits, bool from_the_top,
                            const LongWord& onto) {
    LongWord sum = onto;
    const unsigned count = width(bits);
    for (unsigned i = 0; i < count; ++i) {
        const unsigned at = from_the_top ? count - 1 - i : i;
        if (from_the_top) sum = moved(sum, 1);
        LongWord row = from_the_top ? value : moved(value, at);
        for (Literal& bit : row) bit = graph_.both(bits[at], bit);
        sum = add(sum, row, Literal(false));
    }
    return sum;
}

LongWord FormulaWords::products_with_bytes(const LongWord& a, const LongWord& b) {
    using enum ProductForm::ProductOrder;
    const bool from_the_top = form_.order >= bytes_from_the_top_of_right;
    const bool each = form_.order == bytes_of_right_each_from_the_top ||
                      form_.order == bytes_from_the_top_of_right_each_from_the_top;
    const unsigned count = (width(b) + 7) / 8;
    LongWord sum{};
    for (unsigned i = 0; i < count; ++i) {
        const unsigned at = from_the_top ? count - 1 - i : i;
        if (from_the_top) sum = moved(sum, 8);
        const LongWord product = FormulaWords::rows(a, byte_of(b, at), each);
        sum = add(sum, from_the_top ? product : moved(product, 8 * at), Literal(false));
    }
    return sum;
}

LongWord FormulaWords::products_of_bytes(const LongWord& a, const LongWord& b) {
    using ProductOrder = ProductForm::ProductOrder;
    std::vector<std::pair<unsigned, unsigned>> order;
    const unsigned bytes_of_a = (width(a) + 7) / 8, bytes_of_b = (width(b) + 7) / 8;
    for (unsigned i = 0; i < bytes_of_a; ++i) {
        for (unsigned j = 0; j < bytes_of_b; ++j) order.emplace_back(i, j);
    }
    const auto weight = [](const auto& pair) { return pair.first + pair.second; };
    const auto between_last = [](const auto& pair) {
        return std::pair(pair.first != pair.second, pair);
    };
    if (form_.order == ProductOrder::bytes_by_columns) std::ranges::sort(order, {}, weight);
    if (form_.order == ProductOrder::bytes_from_the_top) std::ranges::reverse(order);
    if (form_.order >= ProductOrder::bytes_from_outside) std::ranges::sort(order, {}, between_last);
    LongWord sum{}, middle{};
    for (const auto& [i, j] : order) {
        if (i + j >= 8) continue;
        LongWord& to = form_.order == ProductOrder::bytes_with_middle && i != j ? middle : sum;
        const LongWord product = rows(byte_of(a, i), byte_of(b, j), false);
        to = add(to, moved(product, 8 * (i + j)), Literal(false));
    }
    return add(sum, middle, Literal(false));
}

LongWord FormulaWords::product_in_order(const LongWord& a, const LongWord& b) {
    using enum ProductForm::ProductOrder;
    switch (form_.order) {
        case rows: return FormulaWords::rows(a, b, false);
        case rows_from_the_top: return FormulaWords::rows(a, b, true);
        default: return form_.order >= bytes ? products_of_bytes(a, b) : products_with_bytes(a, b);
    }
}

/// Computes a signed product from the unsigned one: the sign bit of n bits counts -2^n more.
LongWord FormulaWords::product_of_signed(const LongWord& a, const LongWord& b) {
    const Literal signs[]{a[63], b[63]};
    LongWord plain[]{a, b};
    unsigned widths[2];
    for (unsigned i = 0; i < 2; ++i) {
        widths[i] = 64;
        while (widths[i] > 1 && plain[i][widths[i] - 2] == signs[i]) --widths[i];
        if (form_.signs == ProductForm::Signs::magnitudes) {
            plain[i] = chosen(signs[i], subtract({}, plain[i]), plain[i]);
        }
        std::fill(plain[i].begin() + widths[i], plain[i].end(), Literal(false));
    }
    LongWord made = product_in_order(plain[0], plain[1]);
    if (form_.signs == ProductForm::Signs::magnitudes) {
        return chosen(graph_.differ(signs[0], signs[1]), subtract({}, made), made);
    }
    for (unsigned i = 0; i < 2; ++i) {
        made = subtract(made, chosen(signs[i], moved(plain[1 - i], widths[i]), {}));
    }
    const Literal both = graph_.both(signs[0], signs[1]);
    return add(made, moved(truth(both), widths[0] + widths[1]), Literal(false));
}

LongWord FormulaWords::product(const LongWord& a, const LongWord& b) {
    world_.decider.check_time();
    if (is_known(a) || is_known(b)) {
        const LongWord &number = is_known(a) ? a : b, &other = is_known(a) ? b : a;
        const auto ones = std::ranges::count(number, Literal(true));
        multiplies_ |= ones > 2 && ones < 32;
        const LongWord made =
            rows(other, number, form_.order == ProductForm::ProductOrder::rows_from_the_top);
        products_.push_back({made, other, number});
        return made;
    }
    multiplies_ = true;
    const LongWord &left = form_.is_swapped ? b : a, &right = form_.is_swapped ? a : b;
    const bool has_signs = a[63] != Literal(false) || b[63] != Literal(false);
    has_signs_ |= has_signs;
    const LongWord made = has_signs && form_.signs != ProductForm::Signs::extended
                              ? product_of_signed(left, right)
                              : product_in_order(left, right);
    products_.push_back({made, left, right});
    return made;
}

/// Long division, from the dividend's top bit down.
std::pair<LongWord, LongWord> FormulaWords::divided(const LongWord& a, const LongWord& b) {
    world_.decider.check_time();
    LongWord quotient{}, rest{};
    for (unsigned i = width(a); i-- > 0;) {
        rest = moved(rest, 1);
        rest[0] = a[i];
        const Literal fits = !is_less(rest, b);
        quotient[i] = fits;
        rest = chosen(fits, subtract(rest, b), rest);
    }
    return {quotient, rest};
}

}  // namespace ryg::prove
