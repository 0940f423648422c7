// Reads JSON with the line of each key.
#include "app/located_json.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/verb.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {
namespace {

/// An iterator over characters that counts lines.
class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, unsigned* line) : at_(at), line_(line) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        if (*at_++ == '\n') ++*line_;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

  private:
    const char* at_;
    unsigned* line_;
};

/// Records the lines of keys, and rejects duplicate keys.
class LineRecorder : public nlohmann::json_sax<Json> {
  public:
    LineRecorder(LocatedJson& into, const unsigned& line) : into_(into), line_(line) {}

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return value(); }
    bool start_object(std::size_t) override { return start(false); }
    bool start_array(std::size_t) override { return start(true); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool key(string_t& name) override {
        at_.back() = name;
        const auto [known, is_new] = into_.lines.emplace(pointer().to_string(), line_);
        if (!is_new) {
            known->second = line_;
            into_.fail(pointer(), "duplicate key");
        }
        return true;
    }
    bool parse_error(std::size_t, const std::string& token, const Json::exception&) override {
        throw Trouble(fmt::format("{}:{}: not JSON at '{}'", into_.file, line_, token));
    }

  private:
    [[nodiscard]] Json::json_pointer pointer() const {
        Json::json_pointer all;
        for (const std::string& each : at_) all /= each;
        return all;
    }
    bool start(bool is_array) {
        constexpr std::size_t deepest = 64;
        value();
        if (at_.size() == deepest) {
            throw Trouble(fmt::format("{}:{}: more than {} levels", into_.file, line_, deepest));
        }
        at_.emplace_back();
        counts_.push_back(is_array ? 0 : -1);
        return true;
    }
    bool end() {
        at_.pop_back();
        counts_.pop_back();
        return true;
    }
    bool value() {
        if (counts_.empty() || counts_.back() < 0) return true;
        at_.back() = std::to_string(counts_.back()++);
        into_.lines.emplace(pointer().to_string(), line_);
        return true;
    }

    LocatedJson& into_;
    const unsigned& line_;
    std::vector<std::string> at_;
    std::vector<int> counts_;  // elements so far; -1 in an object
};

}  // namespace

unsigned LocatedJson::line(const Pointer& place) const {
    for (Pointer at = place; !at.empty(); at.pop_back()) {
        if (const auto found = lines.find(at.to_string()); found != lines.end()) {
            return found->second;
        }
    }
    return 1;
}

void LocatedJson::fail(const Pointer& place, const std::string& what) const {
    const std::string key = place.empty() ? "" : fmt::format("{}: ", place.back());
    throw Trouble(fmt::format("{}:{}: {}{}", file, line(place), key, what));
}

void LocatedJson::check_keys(const Pointer& place,
                             std::initializer_list<std::string_view> known) const {
    if (!at(place).is_object()) fail(place, "not an object { ... }");
    const std::vector<std::string_view> names(known);
    for (const auto& [key, value] : at(place).items()) {
        if (names.empty() || std::ranges::find(names, key) != names.end()) continue;
        fail(place / key, "unknown key" + c64::did_you_mean(key, names));
    }
}

LocatedJson::Shared LocatedJson::read(const std::string& path) {
    const auto shared = std::make_shared<LocatedJson>(LocatedJson{path});
    LocatedJson& made = *shared;
    const auto bytes = c64::read_bytes(path, 1 << 24);
    const std::string text(bytes.begin(), bytes.end());
    unsigned line = 1;
    LineRecorder lines(made, line);
    Json::sax_parse(CountingIterator(text.data(), &line),
                    CountingIterator(text.data() + text.size(), &line), &lines);
    made.root = Json::parse(text);
    return shared;
}

}  // namespace ryg::app
