// The four readers of declarations that use known bytes.
#include "engine/claims/input.hpp"

#include <algorithm>

#include "engine/claims/program.hpp"

namespace ryg::claims {
namespace {

std::vector<Value> as_values(std::span<const Byte> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

Word Word::plus(unsigned number) const {
    const Value sum = low + (number & 0xffU);
    return {sum, high + (number >> 8) + (sum < low)};
}

Value operator<=(const Word& a, const Word& b) {
    return (a.high < b.high) | ((a.high == b.high) & (a.low <= b.low));
}

unsigned Site::address(std::string_view symbol) const {
    if (const auto found = find(symbol)) return *found;
    throw std::invalid_argument("the program has no '" + std::string(symbol) + "'");
}

bool Site::names(unsigned at) const {
    return std::ranges::any_of(named, [at](const Extent& extent) { return extent.contains(at); });
}

Byte EntryState::in(char name) const { return register_value(registers, name); }

void EntryState::set(char name, Byte value) { set_register(registers, name, value); }

std::span<const Byte> Memory::bytes(unsigned address, unsigned size) const {
    const std::span<const Byte> ram = machine_.ram;
    address = std::min(address, 0x10000U);
    return ram.subspan(address, std::min(size, 0x10000U - address));
}

// --- what all readers share -----------------------------------------------------------------------

void Inputs::need_different(std::span<const Value> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t other = 0; other < i; ++other) need(values[i] != values[other]);
    }
}

void Inputs::put_at(unsigned base, const Value& index, const Value& byte) {
    put(base + index.known(), byte);
}

Value Inputs::at(unsigned base, const Value& index) const { return at(base + index.known()); }

void Inputs::point(std::string_view symbol, const Word& to) {
    put(symbol, to.low);
    put(symbol, to.high, 1);
}

Room Inputs::variable(std::string_view label, unsigned size) {
    const unsigned at = address(label);
    add_room(at, size);
    return {static_cast<Address>(at), at};
}

unsigned Inputs::address(std::string_view label) const {
    for (const Known& known : known_) {
        if (known.text == label.data() && known.label == label) return known.address;
    }
    known_.push_back({label.data(), std::string(label), site_.address(label)});
    return known_.back().address;
}

bool Inputs::reaches(unsigned address) const {
    return site_.names(address) ||
           std::ranges::any_of(rooms_, [&](const Extent& room) { return room.contains(address); });
}

void declare(Inputs& in, std::span<const Asked> asked) {
    for (const auto& [kind, symbol] : asked) {
        in.set_symbol(symbol);
        kind->declare(in, kind->start);
    }
}

// --- known bytes ----------------------------------------------------------------------------------

void KnownInputs::begin() {
    failed_ = false;
    areas_.clear();
    forget_rooms();
}

void KnownInputs::put(unsigned address, const Value& byte) {
    if (reaches(address)) machine_.ram[address & 0xffffU] = byte.known();
}

void KnownInputs::put_register(char name, const Value& byte) {
    if (site().names(name)) machine_.set(name, byte.known());
}

void KnownInputs::area(std::string_view name, const Word& begin, const Word& end) {
    areas_.insert_or_assign(std::string(name), Extent{begin.known(), end.known()});
}

// --- picks by numbers -----------------------------------------------------------------------------

void NumberedInputs::begin() {
    KnownInputs::begin();
    free_ = site().free.begin;
}

Value NumberedInputs::pick(const Among& among, unsigned) {
    const unsigned index = number(among.size());
    return among.size() == 0 ? 0U : among.bytes()[index];
}

unsigned NumberedInputs::choose(unsigned count, unsigned) { return number(count); }

Room NumberedInputs::room(unsigned size, Address) {
    const unsigned at = free_ + gap();
    if (at + size > site().free.end) throw std::runtime_error("no memory left for the inputs");
    free_ = at + size;
    add_room(at, size);
    return {static_cast<Address>(at), at};
}

Word NumberedInputs::between(const Word& first, const Word& last, Address) {
    const unsigned from = first.known(), to = last.known();
    return static_cast<Address>(from + number(to < from ? 0 : to - from + 1));
}

void Sampling::sample(std::span<const Asked> asked) {
    constexpr unsigned most_attempts = 100'000;
    for (unsigned attempt = 0; attempt < most_attempts; ++attempt) {
        begin();
        declare(*this, asked);
        if (!failed()) return;
    }
    throw std::runtime_error("no input meets the conditions of In");
}

unsigned Sampling::number(unsigned count) {
    if (count == 0) fail();
    return count == 0 ? 0 : choices_.below(count);
}

Picks Sampling::pick_ascending(const Among& among, std::span<const Byte> given) {
    std::vector<Byte> bytes(among.bytes().begin(), among.bytes().end());
    if (bytes.size() < given.size()) {
        fail();
        return Picks(given.size());
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        std::swap(bytes[i], bytes[i + number(static_cast<unsigned>(bytes.size() - i))]);
    }
    bytes.resize(given.size());
    std::ranges::sort(bytes);
    return as_values(bytes);
}

bool Listing::next() {
    if (has_begun_ && !advance()) return false;
    has_begun_ = true;
    do {
        begin();
        made_ = 0;
        declare(*this, asked_);
        if (!failed()) return true;
    } while (advance());
    return false;
}

/// Numbers after a failed condition make no difference, so they are not counted.
unsigned Listing::number(unsigned count) {
    if (count == 0) fail();
    if (failed()) return 0;
    if (made_ == digits_.size()) digits_.push_back({0, count});
    return digits_[made_++].value;
}

bool Listing::advance() {
    digits_.resize(made_);
    while (!digits_.empty() && digits_.back().value + 1 == digits_.back().count) digits_.pop_back();
    if (digits_.empty()) return false;
    ++digits_.back().value;
    return true;
}

Picks Listing::pick_ascending(const Among& among, std::span<const Byte> given) {
    const std::span<const Byte> bytes = among.bytes();
    Picks picks(given.size());
    std::size_t first = 0;
    for (std::size_t i = 0; i < picks.size(); ++i) {
        const std::size_t end = bytes.size() + i + 1 - std::min(bytes.size() + i + 1, picks.size());
        first += number(static_cast<unsigned>(end - std::min(first, end)));
        if (failed()) return picks;
        picks[i] = bytes[first++];
    }
    return picks;
}

// --- given values ---------------------------------------------------------------------------------

bool Putting::put_value(const Asked& asked, const Native& value) {
    begin();
    set_symbol(asked.symbol);
    asked.kind->declare(*this, value);
    return !failed();
}

Value Putting::pick(const Among& among, unsigned given) {
    if (!among.has(given)) fail();
    return given;
}

Picks Putting::pick_ascending(const Among& among, std::span<const Byte> given) {
    const bool is_ascending =
        std::ranges::adjacent_find(given, std::greater_equal{}) == given.end();
    if (!is_ascending || !std::ranges::all_of(given, [&](Byte b) { return among.has(b); })) fail();
    return as_values(given);
}

unsigned Putting::choose(unsigned count, unsigned given) {
    if (given >= count) fail();
    return given < count ? given : 0;
}

Room Putting::room(unsigned size, Address given) {
    constexpr unsigned after_the_stack = 0x0200;
    if (given < after_the_stack || given + size > 0x10000) fail();
    add_room(given, size);
    return {given, given};
}

Word Putting::between(const Word& first, const Word& last, Address given) {
    if (given < first.known() || last.known() < given) fail();
    return given;
}

const Asked* Recognising::first_unmet(std::span<const Asked> asked) {
    const auto unmet = std::ranges::find_if_not(asked, [&](const Asked& in) { return holds(in); });
    return unmet == asked.end() ? nullptr : &*unmet;
}

bool Recognising::holds(const Asked& asked) {
    const Native given = asked.kind->get(Memory(site(), machine(), asked.symbol));
    if (!given.has_value()) return false;
    put_.clear();
    put_in_registers_.clear();
    if (!put_value(asked, given)) return false;
    bool are_equal = std::ranges::all_of(
        put_in_registers_, [&](const auto& put) { return machine().in(put.first) == put.second; });
    for (auto put = put_.rbegin(); put != put_.rend(); ++put) {
        if (!compared_[put->first]) are_equal &= machine().ram[put->first] == put->second;
        compared_.set(put->first);
    }
    for (const auto& [at, byte] : put_) compared_.reset(at);
    return are_equal;
}

void Recognising::put(unsigned address, const Value& byte) {
    if (reaches(address)) put_.emplace_back(address & 0xffffU, byte.known());
}

void Recognising::put_register(char name, const Value& byte) {
    if (!site().names(name)) return;
    std::erase_if(put_in_registers_, [name](const auto& put) { return put.first == name; });
    put_in_registers_.emplace_back(name, byte.known());
}

}  // namespace ryg::claims
