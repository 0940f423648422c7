// Reads the header with care: whatever it says, no more memory is taken than a message may have.
#include "app/fronts/dap/framing.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace ryg::app::dap {
namespace {

constexpr std::string_view line_end = "\r\n", header_end = "\r\n\r\n";

bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::size_t length_in(std::string_view value) {
    std::size_t length = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, length);
    if (value.empty() || stop != end || error != std::errc{}) {
        throw BrokenStream("Content-Length is no number");
    }
    if (length > Framer::longest_body) {
        throw BrokenStream(fmt::format("a message of {} bytes: at most {} are taken", length,
                                       std::size_t{Framer::longest_body}));
    }
    return length;
}

/// The length that the header lines state.
std::size_t read_header(std::string_view header) {
    std::optional<std::size_t> length;
    while (!header.empty()) {
        const std::string_view line = header.substr(0, header.find(line_end));
        header.remove_prefix(std::min(header.size(), line.size() + line_end.size()));
        const auto colon = line.find(':');
        if (colon == line.npos) throw BrokenStream("a header line without a colon");
        if (!same_name(trimmed(line.substr(0, colon)), "Content-Length")) continue;
        if (length) throw BrokenStream("two Content-Length in one header");
        length = length_in(trimmed(line.substr(colon + 1)));
    }
    if (!length) throw BrokenStream("a header without Content-Length");
    return *length;
}

}  // namespace

std::optional<std::string> Framer::next() {
    const auto end = std::string_view(waiting_).substr(0, longest_header).find(header_end);
    if (end == std::string_view::npos) {
        if (waiting_.size() >= longest_header) {
            throw BrokenStream(
                fmt::format("no end of a header within {} bytes", std::size_t{longest_header}));
        }
        return std::nullopt;
    }
    const std::size_t length = read_header(std::string_view(waiting_).substr(0, end));
    const std::size_t begin = end + header_end.size();
    if (waiting_.size() - begin < length) return std::nullopt;
    std::string body = waiting_.substr(begin, length);
    waiting_.erase(0, begin + length);
    return body;
}

std::string framed(std::string_view body) {
    return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace ryg::app::dap
