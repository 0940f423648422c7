// The masks out of the solution, packed by the cheapest sequence of tokens, and unpacked.
#include "engine/games/perfecto/native/table.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

namespace ryg::engine::perfecto {
namespace {

constexpr int name_bits = 7, low_back_bits = 6;

constexpr std::size_t number_cost(std::size_t n) {
    return 2U * static_cast<std::size_t>(std::bit_width(n)) - 1;
}

/// Writes bits, the first into bit 7.
class BitWriter {
  public:
    void bits(std::size_t value, int count) {
        while (count-- > 0) {
            if (used_++ % 8 == 0) bytes.push_back(0);
            if ((value >> count & 1) != 0)
                bytes.back() |= static_cast<Byte>(0x80U >> (used_ - 1) % 8);
        }
    }
    void number(std::size_t n) { bits(n, static_cast<int>(number_cost(n))); }

    std::vector<Byte> bytes;

  private:
    std::size_t used_ = 0;
};

class BitReader {
  public:
    explicit BitReader(std::span<const Byte> bytes) : bytes_(bytes) {}

    std::size_t bits(int count) {
        std::size_t value = 0;
        for (; count > 0; --count, ++at_) {
            if (at_ / 8 >= bytes_.size())
                throw std::invalid_argument("the packed table ends early");
            value = value << 1 | (bytes_[at_ / 8] >> (7 - at_ % 8) & 1U);
        }
        return value;
    }
    std::size_t number() {
        int zeros = 0;
        while (bits(1) == 0) ++zeros;
        return std::size_t{1} << zeros | bits(zeros);
    }

  private:
    std::span<const Byte> bytes_;
    std::size_t at_ = 0;
};

constexpr std::size_t back_cost(std::size_t back) {
    return number_cost(((back - 1) >> low_back_bits) + 1) + low_back_bits;
}

/// The cheapest way found to pack the names up to a place: its last token, and how far back its
/// last run began.
struct Way {
    std::size_t cost = std::numeric_limits<std::size_t>::max();
    std::size_t length = 0, back = 0;  ///< of the last token; back 0: it is a name
    std::size_t last_back = 0;
};

struct Repeat {
    std::size_t back, length;
};

/// For each place, what begins there and was there before: the nearest of each length.
std::vector<std::vector<Repeat>> repeats_in(std::span<const Byte> names) {
    std::vector<std::vector<Repeat>> repeats(names.size());
    for (std::size_t back = 1; back < names.size(); ++back) {
        std::size_t length = 0;
        for (std::size_t place = names.size(); place-- > back;) {
            length = names[place] == names[place - back] ? length + 1 : 0;
            auto& known = repeats[place];
            if (length > (known.empty() ? 1 : known.back().length)) known.push_back({back, length});
        }
    }
    return repeats;
}

std::vector<Way> cheapest_ways(std::span<const Byte> names) {
    const auto repeats = repeats_in(names);
    std::vector<Way> ways(names.size() + 1);
    ways[0].cost = 0;
    const auto reach = [&](std::size_t place, std::size_t cost, std::size_t length,
                           std::size_t back) {
        Way& way = ways[place + length];
        cost += ways[place].cost;
        if (cost < way.cost) way = {cost, length, back, back != 0 ? back : ways[place].last_back};
    };
    for (std::size_t place = 0; place < names.size(); ++place) {
        reach(place, 1 + name_bits, 1, 0);
        if (const std::size_t back = ways[place].last_back; back != 0) {
            for (std::size_t end = place; end < names.size() && names[end] == names[end - back];) {
                ++end;
                reach(place, 2 + number_cost(end - place), end - place, back);
            }
        }
        for (const auto& [back, longest] : repeats[place]) {
            for (std::size_t length = 1; length <= longest; ++length) {
                reach(place, 2 + number_cost(length) + back_cost(back), length, back);
            }
        }
    }
    return ways;
}

}  // namespace

Table::Table(const Solution& solution) {
    std::vector<Safe> safe;
    std::map<Safe, std::size_t> often;
    for (const DarkSet cats : indexing::cats_by_rank) {
        DarkSet won = 0;
        for (DarkSet free = ~cats; free != 0;) {
            const Square mouse = take_first(free);
            if (solution[{cats, mouse, Side::mouse}].winner == Side::cats) won |= dark_bit(mouse);
        }
        safe.push_back(even_rows(~won));
        ++often[safe.back()];
    }
    for (const auto& [mask, count] : often) masks.push_back(mask);
    std::ranges::sort(masks, [&](Safe one, Safe other) {
        return std::pair(often[other], one) < std::pair(often[one], other);
    });
    for (const Safe mask : safe) {
        names.push_back(static_cast<Byte>(std::ranges::find(masks, mask) - masks.begin()));
    }
}

const Table& table() {
    static const Table made(solution());
    return made;
}

std::vector<Labelled> ranking_tables(unsigned names) {
    std::vector<Labelled> tables;
    const auto add_words = [&](const std::string& label, std::size_t count, auto value) {
        tables.insert(tables.end(), {{label + "Lo", {}}, {label + "Hi", {}}});
        for (std::size_t i = 0; i < count; ++i) {
            (tables.end() - 2)->bytes.push_back(static_cast<Byte>(value(i)));
            tables.back().bytes.push_back(static_cast<Byte>(value(i) >> 8));
        }
    };
    for (const int place : {1, 2, 3}) {
        add_words("place" + std::to_string(place), 32, [&](std::size_t i) {
            return (place == 3 ? names : 0) +
                   indexing::combinations(static_cast<int>(i), place + 1);
        });
    }
    add_words("mask", table().masks.size(), [](std::size_t i) { return table().masks[i]; });
    return tables;
}

std::vector<Byte> pack(std::span<const Byte> names) {
    const std::vector<Way> ways = cheapest_ways(names);
    std::vector<std::size_t> places;  // where tokens end, the last first
    for (std::size_t place = names.size(); place > 0; place -= ways[place].length) {
        places.push_back(place);
    }
    BitWriter writer;
    std::size_t last_back = 0;
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        const Way& way = ways[*place];
        writer.bits(way.back != 0 ? 1 : 0, 1);
        if (way.back == 0) {
            writer.bits(names[*place - 1], name_bits);
            continue;
        }
        const bool is_new = way.back != last_back;
        writer.bits(is_new ? 1 : 0, 1);
        writer.number(way.length);
        if (!is_new) continue;
        last_back = way.back;
        writer.number(((way.back - 1) >> low_back_bits) + 1);
        writer.bits((way.back - 1) & ((1U << low_back_bits) - 1), low_back_bits);
    }
    return writer.bytes;
}

std::vector<Byte> unpack(std::span<const Byte> packed, std::size_t count) {
    BitReader reader(packed);
    std::vector<Byte> names;
    std::size_t back = 0;
    while (names.size() < count) {
        if (reader.bits(1) == 0) {
            names.push_back(static_cast<Byte>(reader.bits(name_bits)));
            continue;
        }
        const bool is_new = reader.bits(1) != 0;
        const std::size_t length = reader.number();
        if (is_new) {
            const std::size_t high = reader.number() - 1;
            back = (high << low_back_bits | reader.bits(low_back_bits)) + 1;
        }
        if (back == 0 || back > names.size() || length > count - names.size()) {
            throw std::invalid_argument("the packed table copies what is not there");
        }
        for (std::size_t i = 0; i < length; ++i) names.push_back(names[names.size() - back]);
    }
    return names;
}

}  // namespace ryg::engine::perfecto
