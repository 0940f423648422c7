// Byte by byte and bit by bit, as decision diagrams.
#include "engine/contracts/prove/statement.hpp"

#include <algorithm>

namespace ryg::contracts::prove {

claims::Value TermAlgebra::value(Term term) {
    return Terms::is_constant(term) ? claims::Value(term) : claims::Value(*this, term);
}

claims::Value TermAlgebra::make(claims::Op op, const claims::Value& a, const claims::Value& b,
                                const claims::Value& c) {
    const Term x = a.formula(), y = b.formula();
    const auto shifted = [&](Op by_one) {
        Term made = x;
        for (unsigned bits = b.known(); bits > 0; --bits) made = terms_.make(by_one, made, 0);
        return value(made);
    };
    using enum claims::Op;
    switch (op) {
        case both: return value(terms_.make(Op::both, x, y));
        case either: return value(terms_.make(Op::either, x, y));
        case differ: return value(terms_.make(Op::differ, x, y));
        case add: return value(terms_.make(Op::add, x, y));
        case at_least: return value(terms_.make(Op::at_least, x, y));
        case left: return shifted(Op::left);
        case right: return shifted(Op::right);
        case equal:
            if (b.is_known()) return value(terms_.is_value(x, b.known()));
            return value(terms_.make(Op::is_equal, x, y));
        case choose: break;
    }
    return value(terms_.make(Op::choose, x, y, c.formula()));
}

/// One diagram for all, but what depends on few of the bits asked so far asks them in an order of its own.
bool Statement::differ(Term should, Term is, Values& others, std::vector<Term>& decided) {
    constexpr std::size_t most_more = 1U << 18;
    std::vector<Term> symbols;
    terms_.collect(should, symbols);
    sort_once(symbols);
    if (diagrams_ && 2 * 8 * symbols.size() >= diagrams_->asked()) {
        diagrams_->allow(most_more);
        try {
            return !diagrams_->equal(should, is, others, decided);
        } catch (const Diagrams::TooLarge&) {
            // in an order that does not fit
        }
    }
    diagrams_.emplace(terms_, on_pause_);
    return !diagrams_->equal(should, is, others, decided);
}

/// Judges an input for which two terms differ, and says whether there is one.
bool Statement::find(Term is, Term should) {
    Values others = values_;
    std::vector<Term> decided;
    if (!differ(should, is, others, decided)) return false;
    for (const Term symbol : decided) {
        const unsigned at = symbol - Terms::first_symbol;
        if (at < 0x10000) in_.kept_noise.push_back(at);
    }
    if (terms_.settle(others, decided) && in_.paths.settle_stream(others)) judge_(others);
    return true;
}

bool Statement::is_same(Term is, Term should) {
    if (is == should || terms_.same(is, should)) return true;
    for (unsigned bit = 0; bit < 8; ++bit) {
        if (find(terms_.bit_of(is, bit), terms_.bit_of(should, bit))) return false;
    }
    return true;
}

/// Whether a byte is in its range; shows the ends of that.
bool Statement::is_in(Term is, const ByteSet& bytes) {
    if (bytes.ranges.empty()) return true;
    Terms::Table within{};
    for (unsigned value = 0; value < 256; ++value) {
        within[value] = bytes.contains(static_cast<Byte>(value)) ? 1 : 0;
    }
    const bool leaves = find(terms_.look_up(within, is), 1);
    for (const auto& [first, last] : bytes.ranges) {
        static_cast<void>(find(terms_.is_value(is, first), 0));
        static_cast<void>(find(terms_.is_value(is, last), 0));
    }
    return !leaves;
}

/// The bytes of an Out, as they are and as they are stated.
Statement::Outs Statement::outs(const Entry& entry, const Program& program, const Stated& stated) {
    const auto found_in = [](const auto& all, auto name) {
        const auto found = all.find(name);
        return found == all.end() ? nullptr : &found->second;
    };
    if (is_register(entry.symbol)) {
        const char name = entry.symbol.front();
        return {{in_.returned(name), found_in(stated.registers, name)}};
    }
    if (field_symbol(entry.symbol)) throw Unknown("the statement has to know an address");
    if (const auto element = index_symbol(entry.symbol)) {
        const Term index = in_.index_of(*element);
        if (!Terms::is_constant(index)) throw Unknown("the statement has to know an index");
        const unsigned at = program.variable(element->base).begin + index;
        return {{in_.paths.cell(in_.paths.place_of(at)), found_in(stated.cells, at)}};
    }
    Outs outs;
    const Extent extent = program.extent(entry.symbol);
    for (unsigned at = extent.begin; at < extent.end; ++at) {
        const Term now = in_.paths.cell(in_.paths.place_of(at));
        outs.emplace_back(now, found_in(stated.cells, at));
    }
    return outs;
}

/// The same characters in the same order, each where it is stated.
bool Statement::prints(const Stated& stated) {
    std::vector<Printed> is, should;
    const auto add = [&](std::vector<Printed>& to, Term character, Term when) {
        when = terms_.resolved(when);
        if (when != 0) to.push_back({terms_.make(Op::choose, when, character, 0), when});
    };
    for (const auto& [of, when] : in_.paths.printed) add(is, terms_.resolved(of), when);
    for (const auto& [of, when] : stated.printed) add(should, of.formula(), when.formula());
    bool holds = is.size() == should.size();
    for (std::size_t i = 0; i < is.size() && holds; ++i) {
        holds =
            is_same(is[i].when, should[i].when) && is_same(is[i].character, should[i].character);
    }
    return holds;
}

bool Statement::holds(const Program& program, const Block& block,
                      void (*state)(const Given&, Stated&)) {
    const auto value_of = [&](Term term) { return algebra_.value(terms_.resolved(term)); };
    const Given given(
        program.image.labels,
        [&](unsigned at) { return value_of(in_.before(in_.paths.place_of(at))); },
        [&](char name) { return value_of(in_.space.registers[register_names.find(name)]); });
    Stated stated(program.image.labels);
    bool holds = true;
    try {
        state(given, stated);
        for (const Entry& entry : block.out) {
            for (const auto& [is, should] : outs(entry, program, stated)) {
                holds &= should != nullptr && is_same(terms_.resolved(is), should->formula());
                holds &= is_in(terms_.resolved(is), entry.bytes);
            }
        }
        holds = holds && prints(stated);
    } catch (const Unknown&) {
        return false;
    } catch (const Diagrams::TooLarge&) {
        return false;
    }
    return holds;
}

}  // namespace ryg::contracts::prove
