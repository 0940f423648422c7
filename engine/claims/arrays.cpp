// Writes entries of an array's single bytes as text, as an author could have.
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"
#include "engine/claims/program.hpp"

namespace ryg::claims {
namespace {

constexpr unsigned most_elements = 256;

bool in_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
           letter == '.' || letter == '@' || letter == '$' || letter == '\'';
}

/// Replaces a word by a number.
std::string with_number(std::string_view text, std::string_view word, unsigned number) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
        if (!in_word(text[at])) {
            made += text[at++];
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && in_word(text[end])) ++end;
        const std::string_view found = text.substr(at, end - at);
        made += found == word ? std::to_string(number) : std::string(found);
        at = end;
    }
    return made;
}

/// `for i in first..last`, at the end of an Out.
struct Loop {
    std::string name, first, last;
    std::size_t begin = 0;  ///< in the entry's text
};

std::optional<Loop> loop_of(const Entry& entry) {
    constexpr std::string_view sign = " for ", in = " in ", dots = "..";
    const std::string_view text = entry.text;
    const auto at = entry.formula().empty() ? text.npos : text.rfind(sign);
    if (at == text.npos) return {};
    const std::string_view rest = text.substr(at + sign.size());
    const auto range = rest.find(in);
    const auto middle = range == rest.npos ? rest.npos : rest.find(dots, range);
    if (middle == rest.npos) {
        throw ContractError(fmt::format("'{}': expected 'for i in 0..Y-1'", text.substr(at + 1)));
    }
    const auto part = [&](std::size_t from, std::size_t to) {
        return std::string(c64::trimmed(rest.substr(from, to - from), " "));
    };
    return Loop{part(0, range), part(range + in.size(), middle),
                part(middle + dots.size(), rest.size()), at};
}

class Spreading {
  public:
    Spreading(const Program& program, Block& block) : program_(program), block_(block) {}

    void run() {
        std::vector<Entry> in = std::move(block_.in), out = std::move(block_.out);
        block_.in.clear();
        block_.out.clear();
        in_ = in;
        for (Entry& entry : in) on_line(entry.line, [&] { read(std::move(entry)); });
        for (Entry& entry : out) on_line(entry.line, [&] { state(std::move(entry)); });
    }

  private:
    static bool is_register_index(const std::optional<Parts>& element) {
        return element && is_register(element->part) && !is_flag(element->part[0]);
    }
    /// The whole array; for one without a size, as many bytes as the index has values.
    [[nodiscard]] std::string whole(const std::string& base) const {
        const Extent extent = program_.extent(base);
        if (program_.is_sized(base) && extent.size() <= most_elements) return base;
        const unsigned room = 0x10000 - extent.begin;
        return fmt::format("{}[0..{}]", base, std::min(room, most_elements) - 1);
    }
    void read(Entry entry) {
        const auto element = index_symbol(entry.symbol);
        if (!is_register_index(element)) return block_.in.push_back(std::move(entry));
        if (entry.kind != "any" && entry.bytes.ranges.empty()) {
            throw ContractError(fmt::format("{} needs (any) or a set of bytes", entry.symbol));
        }
        std::string condition;
        for (const auto& [first, last] : entry.bytes.ranges) {
            condition += fmt::format("{}({} >= {} && {} <= {})", condition.empty() ? "" : " || ",
                                     entry.symbol, first, entry.symbol, last);
        }
        if (!condition.empty()) block_.requirements.push_back({condition, entry.line});
        add_any(element->base, entry.line);
    }
    /// Adds Ins of any value for its bytes, unless In already restricts them.
    void add_any(const std::string& base, std::size_t line) {
        const std::string symbol = whole(base);
        const Extent bytes = program_.extent(symbol);
        const auto covers = [&](const Entry& entry) {
            if (field_symbol(entry.symbol) || index_symbol(entry.symbol)) return false;
            const Extent of = program_.extent(entry.symbol);
            return of.begin <= bytes.begin && bytes.end <= of.end;
        };
        if (std::ranges::any_of(block_.in, covers)) return;
        block_.in.insert(block_.in.begin(),
                         {.symbol = symbol, .text = "(any)", .kind = "any", .line = line});
    }
    void state(Entry entry) {
        const auto element = index_symbol(entry.symbol);
        if (entry.formula().find("..") != std::string_view::npos && !loop_of(entry)) {
            return copy(entry);
        }
        auto loop = loop_of(entry);
        if (!loop && !is_register_index(element)) return block_.out.push_back(std::move(entry));
        if (!element || (loop && loop->name != element->part)) {
            throw ContractError(fmt::format(
                "{}: 'for' needs an index: 'dst[i] = src[i] for i in 0..Y-1'", entry.symbol));
        }
        if (!loop) {
            if (std::ranges::find(in_, element->part, &Entry::symbol) == in_.end()) {
                throw ContractError(
                    fmt::format("{}: In does not name {}", entry.symbol, element->part));
            }
            loop = Loop{{}, element->part, element->part, entry.text.size()};
        }
        entry.text.resize(loop->begin);
        if (entry.formula().empty() || !entry.condition().empty()) {
            throw ContractError(
                fmt::format("{} needs '=' and a formula, without 'when'", entry.symbol));
        }
        const auto first = c64::to_number(loop->first), last = c64::to_number(loop->last);
        if (first && last) return state_each(entry, *element, *loop, *first, *last);
        const std::string symbol = whole(element->base);
        for (unsigned i = 0; i < program_.extent(symbol).size(); ++i) {
            add(entry, fmt::format("{}[{}]", element->base, i),
                fmt::format("(({}) <= {} && {} <= ({})) ? ({}) : {}[{}]", loop->first, i, i,
                            loop->last, with_number(entry.formula(), loop->name, i), element->base,
                            i));
        }
        add_any(element->base, entry.line);
    }
    void state_each(const Entry& entry, const Parts& element, const Loop& loop, std::uint64_t first,
                    std::uint64_t last) {
        if (last < first || last - first >= most_elements) {
            throw ContractError(fmt::format("{}..{}: expected at most {} elements, upward",
                                            loop.first, loop.last, most_elements));
        }
        for (auto i = static_cast<unsigned>(first); i <= last; ++i) {
            const std::string symbol = fmt::format("{}[{}]", element.base, i);
            static_cast<void>(program_.extent(symbol));
            add(entry, symbol, with_number(entry.formula(), loop.name, i));
        }
    }
    /// `to = from..from+6`: each byte is what another was before the call.
    void copy(const Entry& entry) {
        constexpr unsigned most = 0x400;
        const Extent from = program_.extent(entry.formula());
        Extent to = program_.extent(entry.symbol);
        const bool is_open = to.size() == 1 && !program_.is_sized(entry.symbol);
        if (is_open) to.end = to.begin + from.size();
        if (index_symbol(entry.symbol) || to.size() != from.size()) {
            throw ContractError(fmt::format("{} has {} bytes, {} has {}", entry.symbol, to.size(),
                                            entry.formula(), from.size()));
        }
        if (to.end > 0x10000 || from.size() > most) {
            throw ContractError(
                fmt::format("{} goes past $ffff, or has more than {} bytes", entry.symbol, most));
        }
        const std::string when =
            entry.condition().empty() ? "" : fmt::format(" when {}", entry.condition());
        for (unsigned i = 0; i < to.size(); ++i) {
            add(entry, fmt::format("${:04x}", to.begin + i),
                fmt::format("@${:04x}{}", from.begin + i, when));
        }
    }
    void add(const Entry& from, const std::string& symbol, const std::string& formula) {
        block_.out.push_back({symbol, "= " + formula, {}, {}, from.line});
    }

    const Program& program_;
    Block& block_;
    std::vector<Entry> in_;  // as written
};

}  // namespace

void spread_arrays(const Program& program, Block& block) { Spreading(program, block).run(); }

}  // namespace ryg::claims
