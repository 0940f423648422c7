// Numbers to text and back.
#include "app/fronts/dap/text.hpp"

#include <charconv>
#include <fmt/format.h>

#include "app/verb.hpp"

namespace ryg::app::dap {

std::string number_text(std::int64_t value) {
    if (value < 0 || value > 0xffff) return fmt::format("{}", value);
    return value > 0xff ? fmt::format("${:04x}", value) : fmt::format("${:02x}", value);
}

std::string reference(std::int64_t address) {
    return address < 0 ? fmt::format("{}", address) : fmt::format("{:#06x}", address);
}

std::int64_t parse_reference(std::string_view text) {
    constexpr std::int64_t far = 1 << 30;
    std::string_view digits = text;
    int base = 10;
    for (const std::string_view prefix : {"0x", "0X", "$"}) {
        if (base == 10 && digits.starts_with(prefix)) {
            digits.remove_prefix(prefix.size());
            base = 16;
        }
    }
    std::int64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
    if (digits.empty() || stop != end || error != std::errc{} || value < -far || value > far) {
        throw Trouble(fmt::format("'{}' is no memory reference", text));
    }
    return value;
}

}  // namespace ryg::app::dap
