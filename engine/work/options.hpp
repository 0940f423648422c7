// Options of a game as plain data, and the values chosen for them.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ryg::work {

/// The values that an option accepts.
enum class OptionKind : std::uint8_t { text, choice, number, flag };

/// One option of a command line or of another form.
struct Option {
    std::string_view name;
    std::string help;
    OptionKind kind = OptionKind::text;
    std::string fallback{};                                 ///< the default value
    std::vector<std::string_view> choices{};                ///< values of a choice
    std::uint64_t least = 0, greatest = ~std::uint64_t{0};  ///< range of a number
    std::vector<std::string_view> excludes{};  ///< options that cannot be combined with this one
    std::string bare{};                        ///< value if it is given without one
    bool repeats = false;      ///< may be repeated; the values are then lines of one text
    bool reads_input = false;  ///< the value `-` stands for standard input
};

/// One of `choices`.
[[nodiscard]] inline Option choice_option(std::string_view name, std::string help,
                                          std::string fallback,
                                          std::vector<std::string_view> choices) {
    return {name, std::move(help), OptionKind::choice, std::move(fallback), std::move(choices)};
}
[[nodiscard]] inline Option flag_option(std::string_view name, std::string help) {
    return {name, std::move(help), OptionKind::flag};
}

/// A number from `least` to `greatest`.
[[nodiscard]] inline Option number_option(std::string_view name, std::string help,
                                          std::string fallback, std::uint64_t least = 0,
                                          std::uint64_t greatest = ~std::uint64_t{0}) {
    return {name, std::move(help), OptionKind::number, std::move(fallback), {}, least, greatest};
}

/// The chosen values by option name, in the order in which they were set.
class Values {
  public:
    using Setting = std::pair<std::string, std::string>;

    Values() = default;
    Values(std::initializer_list<Setting> settings);

    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Empty if the option has no value.
    [[nodiscard]] std::string text(std::string_view name) const;
    /// Decimal; 0 if the option has no value. Throws std::invalid_argument if it is not a number.
    template <class Number = std::uint64_t>
    [[nodiscard]] Number number(std::string_view name) const;
    /// Sets a value, or replaces the old one.
    Values& set(std::string_view name, std::string value);
    Values& set(std::string_view name, std::integral auto value) {
        return set(name, std::to_string(value));
    }

    [[nodiscard]] const std::vector<Setting>& all() const { return settings_; }

  private:
    [[nodiscard]] const Setting* find(std::string_view name) const;

    std::vector<Setting> settings_;
};

/// A request that repeats one work item, and as little else as possible.
struct Request {
    std::string program;  ///< name of the program
    Values values;
};

}  // namespace ryg::work
