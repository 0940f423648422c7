// A launch request becomes a command line, which is read as that of `ryg debug` is.
#include "app/fronts/dap/program.hpp"

#include <array>
#include <filesystem>

namespace ryg::app::dap {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(const Fields& arguments) {
    if (arguments.has("program") == arguments.has("position")) {
        throw Trouble("give 'program', a file, or 'position', a FEN to search: one of them");
    }
    std::vector<std::string> words;
    const auto add = [&words](std::string_view option, std::string value) {
        words.push_back("--" + std::string(option) + "=" + std::move(value));
    };
    if (arguments.has("program")) add("file", arguments.text("program"));
    for (const char* const name : {"position", "keys", "model", "timing"}) {
        if (arguments.has(name)) add(name, arguments.text(name));
    }
    for (const char* const name : {"depth", "version", "memory"}) {
        constexpr std::int64_t most = 1'000'000;
        if (arguments.has(name)) add(name, std::to_string(arguments.number(name, 0, most)));
    }
    return words;
}

}  // namespace

Program::Program(DebugSession&& made) : session(std::move(made)) {
    std::error_code ignored;
    sources = Sources(symbols().info, fs::absolute(session.name, ignored).parent_path());
    const c64::Machine& machine = session.debugger->machine();
    stack_then = machine.cpu.registers.s;
    if (session.search) {
        end = session.search->done;
        return;
    }
    // SYS has called it: its return address lies on the stack.
    const auto top = static_cast<emu::Address>(0x101 + stack_then);
    end = static_cast<emu::Address>(machine.peek_word(top) + 1);
    stack_then = static_cast<emu::Byte>(stack_then + 2);
}

std::unique_ptr<Program> launch_program(const Fields& arguments) {
    constexpr Help help{.usage = "debug", .about = "", .examples = ""};
    options::options_description own;
    add_debug_options(own);
    const std::vector<std::string> words = words_of(arguments);
    return std::make_unique<Program>(debug_session(parse(words, help, own)));
}

}  // namespace ryg::app::dap
