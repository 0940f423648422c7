// The command line of the full screen, with its history.
#include "app/fronts/tui/typed_line.hpp"

#include <algorithm>

namespace ryg::app::tui {

void TypedLine::set(const std::string& text) {
    text_ = text;
    cursor_ = text_.size();
}

void TypedLine::edit(char control) {
    const std::size_t end = text_.size();
    switch (control) {
        case 'A': cursor_ = 0; break;
        case 'E': cursor_ = end; break;
        case 'B': cursor_ -= cursor_ > 0 ? 1 : 0; break;
        case 'F': cursor_ += cursor_ < end ? 1 : 0; break;
        case 'D': text_.erase(cursor_, 1); break;
        case 'H':
            if (cursor_ > 0) text_.erase(--cursor_, 1);
            break;
        case 'K': cut(cursor_, end); break;
        case 'U': cut(0, cursor_); break;
        case 'W': cut(word_before(), cursor_); break;
        case 'Y':
            text_.insert(cursor_, cut_);
            cursor_ += cut_.size();
            break;
        case 'P': return recall(-1);
        case 'N': return recall(1);
        default: break;
    }
}

void TypedLine::edit_word(char alt) {
    switch (alt) {
        case 'b': cursor_ = word_before(); break;
        case 'f': cursor_ = word_end(); break;
        case 'd': cut(cursor_, word_end()); break;
        default: break;
    }
}

void TypedLine::cut(std::size_t from, std::size_t to) {
    cut_ = text_.substr(from, to - from);
    text_.erase(from, to - from);
    cursor_ = from;
}

std::size_t TypedLine::word_before() const {
    std::size_t at = cursor_;
    while (at > 0 && text_[at - 1] == ' ') --at;
    while (at > 0 && text_[at - 1] != ' ') --at;
    return at;
}

std::size_t TypedLine::word_end() const {
    std::size_t at = cursor_;
    while (at < text_.size() && text_[at] == ' ') ++at;
    while (at < text_.size() && text_[at] != ' ') ++at;
    return at;
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
