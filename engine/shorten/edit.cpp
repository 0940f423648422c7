// The new lines begin in the columns of the old ones; an instruction that stays keeps its line.
#include "engine/shorten/edit.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace ryg::shorten {
namespace {

bool is_upper(const std::string& text) {
    return std::ranges::any_of(text, [](unsigned char c) { return std::isupper(c) != 0; });
}

std::string in_case(std::string_view text, bool upper) {
    std::string made(text);
    if (upper) {
        std::ranges::transform(made, made.begin(), [](unsigned char c) { return std::toupper(c); });
    }
    return made;
}

class Writer {
  public:
    Writer(const Texts& texts, const Window& window, bool is_ca65)
        : lines_(texts[window.file()]), window_(window), is_ca65_(is_ca65) {
        const Instruction& first = *window.old.front();
        const std::string& line = lines_[first.line - 1];
        prefix_ = line.substr(0, line.find(first.mnemonic));
        const bool is_blank = prefix_.find_first_not_of(" \t") == prefix_.npos;
        margin_ = is_blank ? prefix_
                  : prefix_.find('\t') != prefix_.npos
                      ? "\t"
                      : std::string(std::max<std::size_t>(prefix_.size(), 1), ' ');
        upper_ = is_upper(first.mnemonic);
        next_ = is_blank ? margin_ : prefix_;
    }

    std::vector<std::string> write(const Sequence& sequence) {
        for (const Unit& unit : sequence) {
            const bool skips = unit.over.has_value();
            const std::string label = skips ? fresh_label() : "";
            if (skips) put(name(*unit.over) + ' ' + label);
            if (unit.is_decimal) put(in_case("sed", upper_));
            put(text_of(unit));
            if (unit.is_decimal) put(in_case("cld", upper_));
            if (skips) begin_with(label + (is_ca65_ ? ":" : ""));
        }
        if (next_.find_first_not_of(" \t") != next_.npos) {
            made_.push_back(next_.substr(0, next_.find_last_not_of(" \t") + 1));
        }
        return made_;
    }

  private:
    [[nodiscard]] std::string name(Byte opcode) const {
        return in_case(emu::name(emu::opcodes[opcode].operation), upper_);
    }
    [[nodiscard]] std::string text_of(const Unit& unit) const {
        std::string text = name(unit.opcode);
        if (unit.operand >= 0) {
            text += ' ' + window_.operands[static_cast<std::size_t>(unit.operand)].text;
        }
        return text;
    }
    std::string fresh_label() {
        const std::string stem = is_ca65_ ? "@skip" : "skip";
        const auto is_there = [&](const std::string& label) {
            const auto has = [&](const auto& line) { return line.find(label) != line.npos; };
            return std::ranges::any_of(lines_, has) || std::ranges::any_of(made_, has);
        };
        for (number_ = std::max(number_, 1U); is_there(fmt::format("{}{}", stem, number_));) {
            ++number_;
        }
        return fmt::format("{}{}", stem, number_++);
    }
    void begin_with(const std::string& label) {
        const bool fits = label.size() < margin_.size();
        next_ = label + std::string(fits ? margin_.size() - label.size() : 1, ' ');
    }
    /// The old line with its comment, if that is the same instruction without a label.
    void put(const std::string& instruction) {
        for (std::size_t i = used_; i < window_.old.size() && next_ == margin_; ++i) {
            const Instruction& old = *window_.old[i];
            std::string text = old.mnemonic;
            if (!old.operand.empty()) text += ' ' + old.operand;
            if (text != instruction || old.has_label) continue;
            used_ = i + 1;
            made_.push_back(lines_[old.line - 1]);
            return;
        }
        made_.push_back(next_ + instruction);
        next_ = margin_;
    }

    const std::vector<std::string>& lines_;
    const Window& window_;
    bool is_ca65_, upper_ = false;
    std::string prefix_, margin_, next_;
    std::vector<std::string> made_;
    std::size_t used_ = 0;
    unsigned number_ = 1;
};

}  // namespace

Texts rewritten(const Texts& texts, const Window& window, const Sequence& sequence, bool is_ca65) {
    Texts made = texts;
    auto& lines = made[window.file()];
    const std::vector<std::string> put = Writer(texts, window, is_ca65).write(sequence);
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(window.old.front()->line) - 1;
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(window.old.back()->line);
    lines.insert(lines.erase(begin, end), put.begin(), put.end());
    return made;
}

}  // namespace ryg::shorten
