// The kinds that every suite has, as terms; noise everywhere else.
#include "engine/contracts/prove/space.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::contracts::prove {
namespace {

constexpr unsigned text_size = 256;  // with the $00 after the last character
constexpr unsigned most_keys = 4, most_calls = 24;
constexpr unsigned regions = 4;  // the most objects; each has its part of the free memory

Domain domain_of(const Entry& entry) {
    if (entry.bytes.ranges.empty()) return Domain::all();
    Domain made;
    for (const auto& range : entry.bytes.ranges) {
        for (unsigned value = range.first; value <= range.last; ++value) {
            made.add(static_cast<Byte>(value));
        }
    }
    return made;
}

}  // namespace

Space::Space(Terms& all_terms, const Suite& suite, const Program& of, const Block& in,
             SpaceChoices& choices, bool has_its_elements)
    : terms(all_terms),
      program(of),
      block(in),
      cells(0x10000),
      has_elements(has_its_elements),
      choices_(choices) {
    free_ = (program.free.begin + 255) / 256;
    for (Term& cell : cells) cell = terms.symbol(Domain::all());
    for (std::size_t i = 0; i < registers.size(); ++i) {
        registers[i] = terms.symbol(i < 3 ? Domain::all() : Domain::range(0, 1));
    }
    const auto put_bytes = [&](unsigned begin, std::span<const Byte> bytes) {
        for (const Byte byte : bytes) cells[begin++ & 0xffffU] = byte;
    };
    const auto is_variable = [&](unsigned at) {
        return std::ranges::any_of(program.data,
                                   [&](const Extent& extent) { return extent.contains(at); });
    };
    for (unsigned i = 0; i < program.image.bytes.size(); ++i) {
        const unsigned at = program.image.load_address + i;
        if (!is_variable(at)) cells[at & 0xffffU] = program.image.bytes[i];
    }
    constexpr Address back = Call::guard - 1;
    const Byte pushed[]{emu::low(back), emu::high(back)};
    put_bytes(0x101U + Call::entry_s, pushed);
    if (block.time.interrupt) throw NoSpace("it is entered by an interrupt");
    for (const Entry* entry : in_order(suite, block)) {
        const Kind& kind = *suite.kind(entry->kind);
        if (kind.all != nullptr) {
            kind.all(*this, *entry);
        } else if (entry->kind.empty() || entry->kind == "any" || entry->kind == "text") {
            put(*entry);
        } else {
            throw NoSpace(fmt::format("of a ({}) only draws are known", entry->kind));
        }
    }
    if (const Reference* known = suite.reference(block.name); known && known->type != nullptr) {
        for (unsigned i = 0; i < most_calls; ++i)
            calls.push_back(terms.symbol(Domain::range(0, 1)));
        for (unsigned i = 0; i < most_keys; ++i)
            keys.push_back(terms.symbol(Domain::range(1, 255)));
    }
    cells[0] = port_direction;
    if (std::ranges::count(inputs, cells[1]) == 0) cells[1] = program.subject.port;
}

Space::Space(const Space& same, const Program& other, const Origin& origin)
    : terms(same.terms),
      program(other),
      block(same.block),
      cells(0x10000),
      registers(same.registers),
      inputs(same.inputs),
      objects(same.objects),
      room(same.room),
      has_elements(false),
      made(same.made),
      areas(same.areas),
      choices_(same.choices_),
      chosen_(same.chosen_),
      free_(same.free_) {
    for (unsigned at = 0; at < cells.size(); ++at) {
        if (origin[at] == as_assembled) {
            cells[at] = other.image.bytes[at - other.image.load_address];
        } else {
            cells[at] =
                origin[at] == unknown ? terms.symbol(Domain::all()) : same.cells[origin[at]];
            unread[at] = origin[at] != unknown && same.unread[origin[at]];
        }
    }
    if (Terms::is_constant(cells[1])) cells[1] = other.subject.port;
}

Term Space::input(const Domain& domain) {
    inputs.push_back(terms.symbol(domain));
    return inputs.back();
}

unsigned Space::choose(unsigned count) {
    if (chosen_ == choices_.size()) choices_.push_back({0, count});
    return choices_[chosen_++].chosen;
}

/// The last choice goes on; those after it may be others then, so they begin anew.
bool advance(SpaceChoices& choices) {
    while (!choices.empty() && choices.back().chosen + 1 == choices.back().count) {
        choices.pop_back();
    }
    if (choices.empty()) return false;
    ++choices.back().chosen;
    return true;
}

/// Whether no other In states a byte there.
bool Space::is_stated_once(const Extent& place) const {
    return std::ranges::count_if(block.in, [&](const Entry& entry) {
               const Extent other = program.extent(entry.symbol);
               return other.begin < place.end && place.begin < other.end;
           }) == 1;
}

const Element* Space::element(unsigned array, Term index) const {
    const auto is_it = [&](const Element& known) {
        return known.array == array && known.index == index;
    };
    const auto found = std::ranges::find_if(elements, is_it);
    return found == elements.end() ? nullptr : &*found;
}

/// Each takes its share of what is left.
Object& Space::object(std::string_view name, unsigned size) {
    const unsigned end = program.free.end / 256, needed = (size + 255 + 255) / 256;
    if (objects.size() == regions || free_ + needed > end) throw NoSpace("too little free memory");
    const auto share = static_cast<unsigned>((end - free_) / (regions - objects.size()));
    const unsigned page = free_, last = page + std::max(share, needed) - needed;
    free_ = last + needed;
    objects.push_back({std::string(name), input(Domain::all()), input(Domain::range(page, last)),
                       page * 256, size});
    room = {objects.front().at, last * 256 + 255 + size};
    return objects.back();
}

/// `any`, sets of bytes, and texts.
void Space::put(const Entry& entry) {
    const Domain domain = domain_of(entry);
    const auto narrow = [&](Term symbol) {
        if (!terms.narrow(symbol, domain)) throw ContractError("nothing satisfies its In");
        inputs.push_back(symbol);
    };
    if (is_register(entry.symbol)) {
        return narrow(registers[register_names.find(entry.symbol.front())]);
    }
    Extent place = program.extent(entry.symbol);
    if (entry.kind == "text") {
        if (place.size() != 2) throw ContractError(entry.symbol + " is not a pair of bytes");
        const Object& text = object(entry.symbol, text_size);
        cells[place.begin] = text.low;
        cells[place.begin + 1] = text.high;
        cells[text.at + text_size - 1] = 0;
        for (unsigned i = 0; i + 1 < text_size; ++i) inputs.push_back(cells[text.at + i]);
        return;
    }
    if (const auto element = index_symbol(entry.symbol)) {
        const Term index = cells[program.variable(element->part).begin];
        const Domain left = terms.domain(index);
        const Extent reached{place.begin + left.first(), place.begin + left.last() + 1U};
        if (left.size() > 1 && has_elements && is_stated_once(reached)) {
            elements.push_back({place.begin, index, input(domain)});
            return;
        }
        if (left.size() > 1) {
            std::vector<Byte> values;
            left.for_each([&](Byte value) { values.push_back(value); });
            const Byte chosen = values[choose(static_cast<unsigned>(values.size()))];
            terms.narrow(index, Domain::range(chosen, chosen));
        }
        const unsigned at = place.begin + terms.domain(index).first();
        place = {at, at + 1};
    }
    for (unsigned at = place.begin; at < place.end; ++at) narrow(cells[at]);
}

std::vector<std::string> assumptions() {
    return {
        "D is clear and I is set: no interrupt comes in between",
        fmt::format("S is ${:02x}; the return address above it is the caller's",
                    static_cast<unsigned>(Call::entry_s)),
        "the screen is off, so that the VIC-II takes no cycle",
        "the port $01 is as the program's suite says ($37 for files) unless In names it, and $00 "
        "is $2f; no chip is touched",
        "GETIN gives $00 any number of times and then a key, any other byte; it inverts X, Y, N "
        "and "
        "Z and clears C",
        "CHROUT keeps X and Y, inverts A, N and Z, clears C, and uses no stack that matters",
        "code and read-only segments are as assembled; everything else is any bytes",
        "what In points to lies in free memory, apart from the program, the stack and each "
        "other; a text has at most 255 characters"};
}

}  // namespace ryg::contracts::prove
