// The program `ryg` as its user meets it: command lines, what they print, how they are refused.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace ryg::program {

/// The words of a shell command. Quotes stand round whole words only: 'one word'.
std::vector<std::string> words_of(const std::string& command);

/// Runs `ryg` with the words of a command line.
Finished ryg(const std::string& command, std::string_view input = "",
             const std::vector<std::string>& environment = {});

/// What a verb reports with --json; discarded JSON if the output is not JSON.
nlohmann::json ryg_json(const std::string& command, int status = 0);

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

/// Whether a text is a range of numbers, such as <100..110>, and whether digits are a number in it.
bool is_range(std::string_view text);
bool is_in_range(std::string_view number, std::string_view range);

/// Whether `found` holds all that `wanted` names: the members of an object, the first elements of an
/// array, the words after the '~' of a text; '~' alone is any text that is not empty; a number in a range.
bool holds(const nlohmann::json& found, const nlohmann::json& wanted);

/// JSON from text in which names may be bare.
nlohmann::json json_of(const std::string& text);

/// Checks that what a verb reports with --json holds this.
nlohmann::json expect_report(const std::string& command, const std::string& wanted, int status = 0);

/// Checks the exit status, and that the output has all these parts.
Finished expect_prints(const Finished& finished, std::initializer_list<std::string_view> parts,
                       int status = 0);
Finished expect_prints(const std::string& command, std::initializer_list<std::string_view> parts,
                       int status = 0);

/// Errors without the lines that tell how far something has come.
std::string without_progress(const std::string& errors);

/// Checks how bad input is refused: status 2, nothing on stdout, one line on stderr, and in that
/// line the words that say what was wrong.
void expect_trouble(Finished finished, std::string_view words);

/// Words of a command line, and what the line that refuses them says.
struct Refusal {
    std::string words;
    std::string why;
};
/// The same for each of these words after those of `verb`.
void expect_refused(const std::string& verb, const std::vector<Refusal>& refusals);

/// A test that has a folder for its files.
struct WithFolder : testing::Test {
    Folder folder;
};

/// Assembler source from text in which ';' divides the statements.
inline std::string code(std::string text) {
    std::ranges::replace(text, ';', '\n');
    return text + '\n';
}

inline const std::string endless = code("loop: inc $02; jmp loop");

/// Presses Ctrl-C once the program listens for it; before that it would just end.
void press_ctrl_c(pid_t child);
/// The same after a second of its processor time.
void press_ctrl_c_late(pid_t child);

}  // namespace ryg::program
