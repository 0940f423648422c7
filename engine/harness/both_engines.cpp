// Searching by the program and by its twin, and saying what differs.
#include "engine/harness/both_engines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace ryg::harness {

void refuse(const SearchGame& game, std::string_view why) {
    throw std::invalid_argument(fmt::format("the game {}: {}", game.name, why));
}

void check(const SearchGame& game) {
    if (game.programs.empty()) refuse(game, "`programs` is empty");
    if (game.results.empty()) refuse(game, "`results` is empty");
    if (!game.put || !game.native || !game.moves) {
        refuse(game, "`put`, `native` and `moves` are needed");
    }
}

Found search_on(const SearchGame& game, Host& host, const std::string& position) {
    host.restore();
    game.put(host, position);
    Found found{{}, host.call(game.search).cycles};
    for (const auto& [label, bytes] : game.results) {
        std::uint64_t number = 0;
        for (unsigned i = bytes; i-- > 0;) number = number << 8 | host.bytes_at(label, bytes)[i];
        found.numbers.push_back(number);
    }
    return found;
}

Numbers native_answer(const SearchGame& game, const std::string& position) {
    Numbers numbers = game.native(position);
    if (numbers.size() != game.results.size()) {
        refuse(game, fmt::format("`native` gives {} numbers, and there are {} `results`",
                                 numbers.size(), game.results.size()));
    }
    return numbers;
}

c64::Image image_of(const SearchGame& game, const c64::Image* instead) {
    check(game);
    return instead != nullptr ? *instead : c64::from_embedded(*game.programs[0]);
}

Both search_by_both(const SearchGame& game, Host& host, const std::string& position) {
    Both both{{}, native_answer(game, position)};
    try {
        both.program = search_on(game, host, position);
    } catch (const EngineFault& fault) {
        both.fault = fault;
    }
    return both;
}

Difference explain(const SearchGame& game, Host& host, const std::string& position,
                   const Both& both) {
    Difference first;
    first.position = position;
    first.where = "after";
    first.place = game.search;
    first.again = {std::string(game.name), {{"position", position}}};
    if (both.fault) {
        first.field = "end";
        first.native = "there is one";
        first.assembly = both.fault->what();
        first.written_by = both.fault->by;
        return first;
    }
    const auto [native, program] = std::ranges::mismatch(both.native, both.program.numbers);
    first.field = game.results[static_cast<std::size_t>(native - both.native.begin())].label;
    first.native = std::to_string(*native);
    first.assembly = std::to_string(*program);
    first.address = host.labels().at(first.field);
    host.restore();
    game.put(host, position);
    first.written_by = host.last_writer(game.search, *first.address);
    return first;
}

std::uint32_t hash(const Numbers& numbers, std::uint32_t before) {
    for (const std::uint64_t number : numbers) {
        before = static_cast<std::uint32_t>((before ^ number) * 0x01000193);
    }
    return before;
}

}  // namespace ryg::harness
