// Parses command lines: each function takes from the front of the rest.
#include "c64/debug/arguments.hpp"

#include <fmt/format.h>

#include "c64/program/numbers.hpp"

namespace ryg::c64::debug {

std::size_t next_command(std::string_view line) {
    bool in_quotes = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"') in_quotes = !in_quotes;
        if (line[at] == ';' && !in_quotes) return at;
    }
    return line.npos;
}

namespace {

constexpr std::string_view separators = " \t\r\n,";

}  // namespace

bool Arguments::empty() {
    skip(separators, rest_);
    return rest_.empty();
}

std::string_view Arguments::peek() {
    skip(separators, rest_);
    return rest_.substr(0, rest_.find_first_of(separators));
}

std::string_view Arguments::take(std::string_view what) {
    const std::string_view word = peek();
    if (word.empty()) throw BadCommand(fmt::format("{} is missing", what));
    rest_.remove_prefix(word.size());
    return word;
}

bool Arguments::take_if(std::string_view word) {
    if (peek() != word) return false;
    rest_.remove_prefix(word.size());
    return true;
}

std::string Arguments::quoted(std::string_view what) {
    skip(separators, rest_);
    if (!rest_.starts_with('"')) return std::string(take(what));
    const auto end = rest_.find('"', 1);
    if (end == rest_.npos) throw BadCommand("the closing quote is missing");
    std::string name(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return name;
}

std::string Arguments::last_quoted(std::string_view what) {
    std::string name = quoted(what);
    end();
    return name;
}

std::string_view Arguments::rest() {
    skip(blanks, rest_);
    const auto end = rest_.find_last_not_of(blanks);
    return rest_.substr(0, end == rest_.npos ? 0 : end + 1);
}

void Arguments::end() {
    if (!empty()) throw BadCommand(fmt::format("too many arguments: '{}'", rest()));
}

std::uint64_t Arguments::count(std::string_view what, std::optional<std::uint64_t> fallback) {
    if (fallback && empty()) return *fallback;
    const std::string_view word = take(what);
    const auto value = to_number(word);
    if (!value || *value == ~std::uint64_t{0}) {
        throw BadCommand(fmt::format("'{}' is not a number: write {} in decimal, or in hex after $",
                                     word, what));
    }
    return *value;
}

std::uint64_t Arguments::last_count(std::string_view what, std::optional<std::uint64_t> fallback) {
    const std::uint64_t value = count(what, fallback);
    end();
    return value;
}

}  // namespace ryg::c64::debug
