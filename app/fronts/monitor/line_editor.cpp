// A line from the terminal, by libedit.
#include "app/fronts/monitor/line_editor.hpp"

#include <cstdlib>
#include <cstring>
#include <editline/readline.h>

namespace ryg::app::monitor {
namespace {

Completions completions;  // libedit's callbacks know no object
std::vector<std::string> candidates;

char* next_candidate(const char* /*word*/, int state) {
    const auto index = static_cast<std::size_t>(state);
    return index < candidates.size() ? strdup(candidates[index].c_str()) : nullptr;
}

char** complete(const char* word, int start, int /*end*/) {
    const std::string before(rl_line_buffer, static_cast<std::size_t>(start));
    candidates = completions(before + word);
    rl_attempted_completion_over = 1;  // no names of files
    return candidates.empty() ? nullptr : rl_completion_matches(word, next_candidate);
}

std::atomic<bool>* to_set = nullptr;  // nor does a signal handler

extern "C" void catch_interrupt(int) { *to_set = true; }

}  // namespace

LineEditor::LineEditor(Completions wanted) {
    completions = std::move(wanted);
    static char breaks[] = " \t";
    static char name[] = "ryg";
    rl_readline_name = name;
    rl_catch_signals = 0;  // else Ctrl-C leaves the terminal without editing
    rl_initialize();
    rl_completer_word_break_characters = breaks;
    rl_basic_word_break_characters = breaks;
    rl_attempted_completion_function = complete;
}

LineEditor::~LineEditor() { completions = nullptr; }

std::optional<std::string> LineEditor::read(const char* prompt) {
    char* const typed = ::readline(prompt);
    if (typed == nullptr) return {};
    std::string line(typed);
    if (!line.empty()) add_history(typed);
    std::free(typed);
    return line;
}

CatchInterrupts::CatchInterrupts(std::atomic<bool>& interrupted) {
    to_set = &interrupted;
    struct sigaction catching {};
    catching.sa_handler = catch_interrupt;
    catching.sa_flags = SA_RESTART;  // nothing happens to a line that is being typed
    sigaction(SIGINT, &catching, &before_);
}

CatchInterrupts::~CatchInterrupts() { sigaction(SIGINT, &before_, nullptr); }

}  // namespace ryg::app::monitor
