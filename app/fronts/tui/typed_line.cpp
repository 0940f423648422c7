// The line that is being typed on the full screen, and those that were typed before.
#include "app/fronts/tui/typed_line.hpp"

#include <algorithm>

namespace ryg::app::tui {

void TypedLine::set(const std::string& text) {
    text_ = text;
    cursor_ = text_.size();
}

void TypedLine::erase_before() {
    if (cursor_ > 0) text_.erase(--cursor_, 1);
}

void TypedLine::erase_here() { text_.erase(std::min(cursor_, text_.size()), 1); }

void TypedLine::move(int by) {
    const auto end = static_cast<int>(text_.size());
    cursor_ = static_cast<std::size_t>(std::clamp(static_cast<int>(cursor_) + by, 0, end));
}

std::vector<std::string> TypedLine::complete(const c64::debug::Commands& commands) {
    const std::string before = text_.substr(0, cursor_);
    const auto found = commands.completions(before);
    if (found.empty()) return {};
    const std::string common = c64::debug::common_beginning(found);
    const std::size_t word = before.find_last_of(" \t") + 1;  // npos + 1 is 0
    text_.replace(word, cursor_ - word, common);
    cursor_ = word + common.size();
    return found.size() > 1 ? found : std::vector<std::string>();
}

std::string TypedLine::take() {
    const std::string typed = text_;
    if (!typed.empty()) taken_.push_back(typed);
    recalled_ = static_cast<int>(taken_.size());
    set("");
    return typed;
}

void TypedLine::recall(int by) {
    const auto end = static_cast<int>(taken_.size());
    recalled_ = std::clamp(recalled_ + by, 0, end);
    set(recalled_ == end ? "" : taken_[static_cast<std::size_t>(recalled_)]);
}

}  // namespace ryg::app::tui
