// Writes new lines in the columns of the old ones; an unchanged instruction keeps its line.
#include "engine/shorten/edit.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace ryg::shorten {
namespace {

class Writer {
  public:
    Writer(const std::vector<std::string>& lines, const CodeWindow& window)
        : lines_(lines), window_(window) {
        const Instruction& first = *window.old.front();
        next_ = lines[first.line - 1].substr(0, lines[first.line - 1].find(first.mnemonic));
        margin_ = next_.find_first_not_of(" \t") == next_.npos ? next_
                  : next_.ends_with('\t')                      ? "\t"
                                                               : std::string(next_.size(), ' ');
        upper_ = std::isupper(static_cast<unsigned char>(first.mnemonic[0])) != 0;
    }

    std::vector<std::string> write(const Sequence& sequence, std::string_view stem) {
        unsigned number = 1;
        for (const Unit& unit : sequence) {
            std::string label, text = name(emu::opcodes[unit.opcode].operation);
            if (unit.operand >= 0) {
                text += ' ' + window_.operands[static_cast<std::size_t>(unit.operand)].text;
            }
            if (unit.over) {
                do {
                    label = fmt::format("{}{}", stem, number++);
                } while (std::ranges::any_of(
                    lines_, [&](const auto& line) { return line.find(label) != line.npos; }));
                put(name(emu::opcodes[*unit.over].operation) + ' ' + label);
            }
            if (unit.is_decimal) put(name(emu::Operation::SED));
            put(text);
            if (unit.is_decimal) put(name(emu::Operation::CLD));
            if (unit.over) next_ = fmt::format("{:<{}}", label + ": ", margin_.size());
        }
        const auto last = next_.find_last_not_of(" \t");
        if (last != next_.npos) made_.push_back(next_.substr(0, last + 1));
        return made_;
    }

  private:
    [[nodiscard]] std::string name(emu::Operation operation) const {
        std::string made(emu::name(operation));
        const auto raise = [](unsigned char c) { return static_cast<char>(std::toupper(c)); };
        if (upper_) std::ranges::transform(made, made.begin(), raise);
        return made;
    }
    /// The old line with its comment, if that is the same instruction without a label.
    void put(const std::string& instruction) {
        for (std::size_t i = used_; i < window_.old.size() && next_ == margin_; ++i) {
            const Instruction& old = *window_.old[i];
            const std::string text = old.mnemonic + (old.operand.empty() ? "" : ' ' + old.operand);
            if (text != instruction || old.has_label) continue;
            used_ = i + 1;
            made_.push_back(lines_[old.line - 1]);
            return;
        }
        made_.push_back(next_ + instruction);
        next_ = margin_;
    }

    const std::vector<std::string>& lines_;
    const CodeWindow& window_;
    bool upper_ = false;
    std::string margin_, next_;  // text before an instruction, and before the next one
    std::vector<std::string> made_;
    std::size_t used_ = 0;
};

}  // namespace

Edit edit_of(const Texts& texts, const CodeWindow& window, const Sequence& sequence, bool is_ca65) {
    const auto& lines = texts[window.file()];
    const std::size_t first = window.old.front()->line, last = window.old.back()->line;
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first - 1);
    return {.file = window.file(),
            .line = first,
            .old = {begin, begin + static_cast<std::ptrdiff_t>(last - first + 1)},
            .now = Writer(lines, window).write(sequence, is_ca65 ? "@skip" : "skip")};
}

Texts edited(Texts texts, const Edit& edit) {
    auto& lines = texts[edit.file];
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(edit.line - 1);
    const auto end = begin + static_cast<std::ptrdiff_t>(edit.old.size());
    lines.insert(lines.erase(begin, end), edit.now.begin(), edit.now.end());
    return texts;
}

}  // namespace ryg::shorten
