// Runs of a routine in columns: 64 calls, then the formulas of all of them at once.
#include "engine/claims/all_inputs.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "c64/debug/evaluate.hpp"

namespace ryg::claims {
namespace {

using c64::debug::ExpressionNode;
using c64::debug::MachineValue;
using c64::debug::WordOperation;

// Not the host's guard: no code begins here either, and translated code can return here.
constexpr Address return_to = 0;

std::vector<Byte> values_of(const Entry& entry, unsigned most) {
    std::vector<Byte> values;
    for (unsigned value = 0; value < most; ++value) {
        const auto byte = static_cast<Byte>(value);
        if (entry.bytes.ranges.empty() || entry.bytes.contains(byte)) values.push_back(byte);
    }
    return values;
}

}  // namespace

// --- inputs -------------------------------------------------------------------------------------

AllInputs::AllInputs(const Program& program, const Block& block) {
    constexpr std::uint64_t too_many = 1ULL << 63;
    if (block.time.interrupt) throw ContractError("an interrupt enters it");
    if (block.time.kind == TimeKind::endless) throw ContractError("it never returns");
    for (const Entry& entry : block.out) {
        if (index_symbol(entry.symbol) || field_symbol(entry.symbol)) {
            throw ContractError(fmt::format("inputs say where Out {} is", entry.symbol));
        }
    }
    for (const Entry& entry : block.in) {
        const bool is_bytes = entry.kind.empty() || entry.kind == "any";
        if (!is_bytes || index_symbol(entry.symbol)) {
            throw ContractError(fmt::format("In {} is more than bytes", entry.symbol));
        }
        const auto add = [&](char name, unsigned at, unsigned most) {
            places_.push_back({name, static_cast<Address>(at), values_of(entry, most)});
            const auto size = places_.back().values.size();
            if (size == 0 || count_ > too_many / size) {
                throw ContractError(size == 0 ? fmt::format("In {} has no value", entry.symbol)
                                              : "2^63 inputs or more");
            }
            count_ *= size;
        };
        if (is_register(entry.symbol)) {
            add(entry.symbol.front(), 0, is_flag(entry.symbol.front()) ? 2 : 256);
            continue;
        }
        const Extent extent = program.extent(entry.symbol);
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            const auto is_it = [at](const Place& place) {
                return place.name == 0 && place.at == at;
            };
            if (std::ranges::any_of(places_, is_it)) {
                throw ContractError(fmt::format("In names ${:04x} twice", at));
            }
            add(0, at, 256);
        }
    }
}

void AllInputs::choose(std::uint64_t number, std::span<unsigned> which) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto size = places_[i].values.size();
        which[i] = static_cast<unsigned>(number % size);
        number /= size;
    }
}

void AllInputs::put(Call& call, std::uint64_t number) const {
    std::vector<unsigned> which(places_.size());
    choose(number, which);
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Place& place = places_[i];
        const Byte value = place.values[which[i]];
        if (place.name != 0) {
            set_register(call.registers, place.name, value);
        } else {
            call.set(place.at, value);
        }
    }
}

// --- calls --------------------------------------------------------------------------------------

/// The algebra of formulas on the columns of 64 calls.
struct ManyInputs::Lanes {
    using Word = std::array<std::uint64_t, lanes>;
    using Truths = std::array<bool, lanes>;

    const ManyInputs& running;
    const Formulas::Expression& formula;
    const Truths& asked;  // the calls that must have a value
    Truths has_no_value{};

    [[nodiscard]] static Word number(std::uint64_t value) {
        Word word;
        word.fill(value);
        return word;
    }
    [[nodiscard]] static Word word_of(const Column& column, unsigned shift = 0,
                                      std::uint64_t mask = 0xff) {
        Word word;
        for (unsigned i = 0; i < lanes; ++i) word[i] = column[i] >> shift & mask;
        return word;
    }
    [[nodiscard]] Word read(const MachineValue& value) const {
        using What = MachineValue::What;
        if (value.what != What::ram && value.is_after) {
            Word word;
            for (unsigned i = 0; i < lanes; ++i) {
                word[i] = c64::debug::value_of(value, running.after_[i], {});
            }
            return word;
        }
        switch (value.what) {
            case What::a: return word_of(running.a_);
            case What::x: return word_of(running.x_);
            case What::y: return word_of(running.y_);
            case What::flag: return word_of(running.p_, value.begin, 1);
            default: break;  // Formulas accepts only memory here
        }
        Word word{};
        for (unsigned at = value.begin; at < value.end; ++at) {
            const unsigned shift = 8 * (at - value.begin);
            const Cell* const cell =
                value.is_after ? running.result_at_.at(at) : running.input_at_[at];
            for (unsigned i = 0; i < lanes; ++i) {
                const Byte byte = cell == nullptr  ? running.base_->ram[at]
                                  : value.is_after ? cell->after[i]
                                                   : cell->before[i];
                word[i] |= std::uint64_t{byte} << shift;
            }
        }
        return word;
    }
    [[nodiscard]] Byte byte(Address at, unsigned lane, c64::debug::Bank bank) const {
        const Cell* const cell = running.input_at_[at];
        return cell != nullptr ? cell->before[lane] : c64::debug::peek(running.machine_, at, bank);
    }
    [[nodiscard]] Word peek(const Word& address, const ExpressionNode& node) const {
        Word word{};
        for (unsigned i = 0; i < lanes; ++i) {
            if (!asked[i]) continue;
            running.formulas_.check_peek(formula, node, address[i], running.base_->ram);
            const auto at = static_cast<Address>(address[i]);
            word[i] = byte(at, i, node.bank);
            if (!node.is_word) continue;
            word[i] |= std::uint64_t{byte(static_cast<Address>(at + 1), i, node.bank)} << 8;
        }
        return word;
    }
    template <WordOperation O>
    [[nodiscard]] static Word each(const Word& left, const Word& right) {
        Word word;
        for (unsigned i = 0; i < lanes; ++i) word[i] = c64::debug::apply(O, left[i], right[i]);
        return word;
    }
    [[nodiscard]] static Word apply(WordOperation operation, const Word& left, const Word& right) {
        using enum WordOperation;
        switch (operation) {
            case add: return each<add>(left, right);
            case subtract: return each<subtract>(left, right);
            case multiply: return each<multiply>(left, right);
            case divide: return each<divide>(left, right);
            case remainder: return each<remainder>(left, right);
            case bit_and: return each<bit_and>(left, right);
            case bit_or: return each<bit_or>(left, right);
            case bit_xor: return each<bit_xor>(left, right);
            case shift_left: return each<shift_left>(left, right);
            case shift_right: return each<shift_right>(left, right);
            case equal: return each<equal>(left, right);
            case less: return each<less>(left, right);
        }
        return {};
    }
    [[nodiscard]] static Word select(const Word& condition, const Word& yes, const Word& no) {
        Word word;
        for (unsigned i = 0; i < lanes; ++i) word[i] = condition[i] != 0 ? yes[i] : no[i];
        return word;
    }
    void no_value_if(const Word& condition, const ExpressionNode&) {
        for (unsigned i = 0; i < lanes; ++i) has_no_value[i] |= condition[i] != 0;
    }
    /// The calls for which a condition holds; one without a value does not hold.
    static Truths truths(const ManyInputs& running, const Formulas::Expression& formula,
                         const Truths& asked) {
        Lanes with{running, formula, asked};
        const Word word = evaluate(formula, with);
        Truths truths;
        for (unsigned i = 0; i < lanes; ++i) {
            truths[i] = asked[i] && !with.has_no_value[i] && word[i] != 0;
        }
        return truths;
    }
};

ManyInputs::ManyInputs(const Program& program, const Formulas& formulas, const Judge& judge,
                       const AllInputs& inputs, c64::Machine machine, Cycle longest)
    : formulas_(formulas),
      inputs_(inputs),
      machine_(machine),
      fresh_(std::move(machine)),
      calls_(machine_.cpu, machine_.board, {fresh_.cpu.registers.pc, return_to, longest}),
      which_(inputs.places().size()) {
    Call blank;
    blank.ram.assign(0x10000, 0);
    allowed_ = judge.allowed(blank, blank.ram);
    for (std::size_t i = 0; i < may_change_.size(); ++i) {
        may_change_[i] = judge.allows_register(register_names[i]);
    }
    for (const char name : {'D', 'I'}) {
        if (!judge.allows_register(name)) lasting_ |= static_cast<Byte>(1U << flag_bit(name));
    }
    place_inputs();
    const bool has_relations = std::ranges::any_of(
        formulas.all(),
        [](const Formulas::Formula& formula) { return formula.relation.has_value(); });
    for (const Formulas::Formula& formula : formulas.all()) {
        const Entry& out = *formula.out;
        if (!has_relations && !formula.expression && out.bytes.ranges.empty()) continue;
        Result& result = results_.emplace_back();
        result.formula = &formula;
        if (is_register(out.symbol)) {
            result.name = out.symbol.front();
            continue;
        }
        const Extent place = program.extent(out.symbol);
        for (unsigned at = place.begin; at < place.end; ++at) {
            Cell& byte = cell(at);
            byte.is_result = true;
            result.cells.push_back(&byte);
            if (has_relations) result_at_.emplace(at, &byte);
        }
    }
    place_noise();
    for (Cell& each : cells_) {
        looked_at_.push_back(&each);
        if (each.is_set) set_.push_back(&each);
    }
    engine::Random random(2029);
    for (Byte& byte : noise_) byte = static_cast<Byte>(random.below(256));
}

auto ManyInputs::cell(unsigned at) -> Cell& {
    const auto known = std::ranges::find(cells_, at, &Cell::at);
    if (known != cells_.end()) return *known;
    return cells_.emplace_back(Cell{.at = static_cast<Address>(at)});
}

void ManyInputs::place_inputs() {
    for (const AllInputs::Place& place : inputs_.places()) {
        switch (place.name) {
            case 0: {
                Cell& input = cell(place.at);
                input.is_set = true;
                input_at_[place.at] = &input;
                targets_.push_back({&input.before});
                break;
            }
            case 'A': targets_.push_back({&a_}); break;
            case 'X': targets_.push_back({&x_}); break;
            case 'Y': targets_.push_back({&y_}); break;
            default: {
                Registers only{.p = 0};
                set_register(only, place.name, 1);
                targets_.push_back({&p_, only.p});
            }
        }
    }
}

/// Randomises the bytes that a call may change before each call, if they are few.
void ManyInputs::place_noise() {
    constexpr unsigned most = 32;
    unsigned count = 0;
    for (unsigned at = 2; at < 0x10000 && count <= most; ++at) {
        const bool is_stack = at >= 0x100 && at < 0x200;
        if (allowed_[at] && !is_stack && input_at_[at] == nullptr) ++count;
    }
    if (count > most) return;
    for (unsigned at = 2; at < 0x10000; ++at) {
        const bool is_stack = at >= 0x100 && at < 0x200;
        if (allowed_[at] && !is_stack && input_at_[at] == nullptr) cell(at).is_set = true;
    }
}

void ManyInputs::begin(const Call& base) {
    base_ = &base;
    std::copy(base.ram.begin() + 2, base.ram.end(), machine_.ram().begin() + 2);
    if (machine_.ram()[1] != base.ram[1]) {
        machine_.poke(1, base.ram[1]);
        calls_.look_again();
    }
}

/// Puts the inputs from `number` on into the columns, and random bytes into everything else;
/// `position` is the number of earlier calls in the batch.
void ManyInputs::fill(std::uint64_t number, unsigned position, unsigned count) {
    const auto places = inputs_.places();
    unsigned next = position * 61;
    const auto noise = [&] { return noise_[next++ % noise_.size()]; };
    inputs_.choose(number, which_);
    for (unsigned lane = 0; lane < count; ++lane) {
        a_[lane] = noise();
        x_[lane] = noise();
        y_[lane] = noise();
        p_[lane] = base_->registers.p;
        for (Cell* each : set_) {
            if (input_at_[each->at] == nullptr) each->before[lane] = noise();
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Byte value = places[i].values[which_[i]];
            const auto [column, flag] = targets_[i];
            if (flag == 0) {
                (*column)[lane] = value;
            } else {
                (*column)[lane] =
                    static_cast<Byte>(((*column)[lane] & ~flag) | (value != 0 ? flag : 0));
            }
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (++which_[i] < places[i].values.size()) break;
            which_[i] = 0;
        }
    }
    for (unsigned lane = 0; lane < lanes; ++lane) accepted_[lane] = lane < count;
    for (const auto& each : formulas_.requirements()) {
        accepted_ = Lanes::truths(*this, each, accepted_);
    }
}

/// False if the call has not returned. An input that Requires excludes is left out.
bool ManyInputs::call(unsigned lane) {
    if (!accepted_[lane]) return true;
    Byte* const ram = machine_.ram().data();
    for (const Cell* each : set_) ram[each->at] = each->before[lane];
    Registers registers{
        .a = a_[lane], .x = x_[lane], .y = y_[lane], .s = Call::entry_s, .p = p_[lane]};
    const bool returned = calls_.call(registers);
    after_[lane] = registers;
    cycles_[lane] = calls_.cycles();
    for (Cell* each : looked_at_) each->after[lane] = ram[each->at];
    if (!returned) {
        machine_ = fresh_;
        calls_.look_again();
    }
    return returned;
}

ManyInputs::Worth ManyInputs::worth_of(unsigned lane) const {
    const Registers& now = after_[lane];
    if (now.s != Call::entry_s + 2 || ((p_[lane] ^ now.p) & lasting_) != 0) return fault;
    Worth worth = cycles_[lane] < least_ || cycles_[lane] > most_ ? novel : nothing;
    const auto look = [&](std::size_t i, Byte before, Byte after) {
        if (before == after) return;
        if (!may_change_[i]) worth = fault;
        if (worth == nothing && !has_changed_[i]) worth = novel;
    };
    look(0, a_[lane], now.a);
    look(1, x_[lane], now.x);
    look(2, y_[lane], now.y);
    return worth;
}

Byte ManyInputs::after(const Result& result, std::size_t byte, unsigned lane) const {
    return result.name != 0 ? register_value(after_[lane], result.name)
                            : result.cells[byte]->after[lane];
}

/// Checks the bytes set before the calls that must not change, or have not changed so far.
void ManyInputs::judge_cells(unsigned count, std::array<Worth, lanes>& worth) const {
    for (const Cell* each : set_) {
        const bool is_known = allowed_[each->at] && known_[each->at];
        if (is_known || std::memcmp(each->before.data(), each->after.data(), count) == 0) continue;
        for (unsigned lane = 0; lane < count; ++lane) {
            if (each->before[lane] == each->after[lane]) continue;
            worth[lane] = std::max(worth[lane], allowed_[each->at] ? novel : fault);
        }
    }
}

void ManyInputs::judge_result(const Result& result, unsigned count,
                              std::array<Worth, lanes>& worth) const {
    const auto& [out, expression, condition, relation] = *result.formula;
    const std::size_t bytes = result.name != 0 ? 1 : result.cells.size();
    if (relation) {
        const Lanes::Truths holds = Lanes::truths(*this, *relation, accepted_);
        for (unsigned lane = 0; lane < count; ++lane) {
            if (!holds[lane]) worth[lane] = fault;
        }
    }
    if (expression) {
        const Lanes::Truths asked =
            condition ? Lanes::truths(*this, *condition, accepted_) : accepted_;
        Lanes with{*this, *expression, asked};
        const Lanes::Word value = evaluate(*expression, with);
        const bool has_sign = !expression->nodes().back().is_unsigned;
        for (unsigned lane = 0; lane < count; ++lane) {
            if (asked[lane] && with.has_no_value[lane]) worth[lane] = fault;
        }
        const Byte bits = result.name != 0 && is_flag(result.name) ? 1 : 0xff;
        for (std::size_t i = 0; i < bytes; ++i) {
            for (unsigned lane = 0; lane < count; ++lane) {
                const Byte above = has_sign && value[lane] >> 63 != 0 ? 0xff : 0;
                const auto wanted =
                    i < sizeof value[lane] ? static_cast<Byte>(value[lane] >> 8 * i) : above;
                const bool differs = ((after(result, i, lane) ^ wanted) & bits) != 0;
                if (asked[lane] && differs) worth[lane] = fault;
            }
        }
    }
    if (out->bytes.ranges.empty()) return;
    for (std::size_t i = 0; i < bytes; ++i) {
        for (unsigned lane = 0; lane < count; ++lane) {
            const Byte value = after(result, i, lane);
            if (!out->bytes.contains(value)) worth[lane] = fault;
            if (worth[lane] == nothing && !result.seen[value]) worth[lane] = novel;
        }
    }
}

/// Records what a call has shown, so that it is no longer new.
void ManyInputs::learn(unsigned lane) {
    least_ = std::min(least_, cycles_[lane]);
    most_ = std::max(most_, cycles_[lane]);
    const Registers& now = after_[lane];
    has_changed_[0] |= a_[lane] != now.a;
    has_changed_[1] |= x_[lane] != now.x;
    has_changed_[2] |= y_[lane] != now.y;
    for (const Cell* each : set_) {
        if (each->before[lane] != each->after[lane]) known_.set(each->at);
    }
    for (Result& result : results_) {
        for (std::size_t i = 0; i < (result.name != 0 ? 1 : result.cells.size()); ++i) {
            result.seen.set(after(result, i, lane));
        }
    }
}

/// Repeats the calls of a batch up to `number`.
void ManyInputs::again(std::uint64_t first, std::uint64_t number) {
    begin(*base_);
    for (std::uint64_t at = first; at < number; ++at) {
        fill(at, static_cast<unsigned>(at - first), 1);
        static_cast<void>(call(0));
    }
}

ManyInputs::Found ManyInputs::found(std::uint64_t first, std::uint64_t number, Worth worth) {
    again(first, number);
    fill(number, static_cast<unsigned>(number - first), 1);
    Found result{.number = number, .is_fault = worth == fault, .call = *base_};
    std::copy(machine_.ram().begin() + 2, machine_.ram().end(), result.call.ram.begin() + 2);
    for (const unsigned at : {Call::stack_top, Call::stack_top + 1}) {
        result.call.ram[at] = base_->ram[at];  // not `return_to`
    }
    for (const Cell* each : set_) result.call.set(each->at, each->before[0]);
    Registers& registers = result.call.registers;
    registers.a = a_[0];
    registers.x = x_[0];
    registers.y = y_[0];
    registers.p = p_[0];
    return result;
}

/// Checks all other memory after a batch: finds the first call that changed a byte which must not
/// change, or has not changed so far.
std::optional<ManyInputs::Found> ManyInputs::judge_memory(std::uint64_t first, std::uint64_t end) {
    const auto differs = [&](unsigned at) {
        return machine_.ram()[at] != base_->ram[at] && !(allowed_[at] && known_[at]);
    };
    std::vector<Address> changed = differences(base_->ram, machine_.ram());
    std::erase_if(changed, [&](Address at) { return !differs(at); });
    for (const Cell* each : set_) std::erase(changed, each->at);
    for (const unsigned at : {0U, 1U}) std::erase(changed, Call::stack_top + at);  // `return_to`
    if (changed.empty()) return {};
    begin(*base_);
    for (std::uint64_t number = first; number < end; ++number) {
        fill(number, static_cast<unsigned>(number - first), 1);
        static_cast<void>(call(0));
        Worth worth = nothing;
        for (const Address at : changed) {
            if (!differs(at)) continue;
            worth = std::max(worth, allowed_[at] ? novel : fault);
            known_.set(at);
        }
        if (worth != nothing) return found(first, number, worth);
    }
    return {};
}

std::optional<ManyInputs::Found> ManyInputs::run(const Call& base, std::uint64_t first,
                                                 std::uint64_t end, std::uint64_t& done) {
    end = std::min(end, first + batch);
    begin(base);
    std::optional<std::pair<std::uint64_t, Worth>> noticed;
    std::uint64_t number = first;
    while (number < end && !noticed) {
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(end - number, lanes));
        fill(number, static_cast<unsigned>(number - first), count);
        unsigned called = 0;
        while (called < count && call(called)) ++called;
        std::array<Worth, lanes> worth{};
        for (unsigned lane = 0; lane < called; ++lane) worth[lane] = worth_of(lane);
        judge_cells(called, worth);
        for (const Result& result : results_) judge_result(result, called, worth);
        for (unsigned lane = 0; lane < called; ++lane) {
            if (!accepted_[lane]) worth[lane] = nothing;
        }
        const auto which = std::ranges::find_if(worth, [](Worth each) { return each != nothing; });
        const auto lane = static_cast<unsigned>(which - worth.begin());
        if (lane < called) {
            learn(lane);
            noticed = {number + lane, worth[lane]};
        } else if (called < count) {
            done = called + (number - first) + 1;
            Found late = found(first, number + called, novel);
            late.returned = false;
            return late;
        }
        number += called;
    }
    done = (noticed ? noticed->first + 1 : number) - first;
    if (auto other = judge_memory(first, number);
        other && (!noticed || other->number < noticed->first)) {
        done = other->number + 1 - first;
        return other;
    }
    if (!noticed) return {};
    return found(first, noticed->first, noticed->second);
}

}  // namespace ryg::claims
