// `ryg play`: the real program in the machine, you at its keyboard.
#include <cctype>
#include <chrono>
#include <deque>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

#include "app/terminal.hpp"
#include "app/verb.hpp"
#include "c64/machine.hpp"
#include "engine/crosscheck/programs.hpp"

namespace app {
namespace {

using c64::Ended;
using emu::Cycle;

constexpr Help help{
    .usage = "play [options]",
    .about =
        "You are the mouse (R), the C64 plays the cats (G). The program asks for the depth of its\n"
        "search and then for your moves: two digits, row and column of the square to go to. You\n"
        "win in row 0, the cats by shutting you in. q, Ctrl-C or Ctrl-D leaves.\n"
        "Where there is no terminal, keys come from the input (blanks and line ends mean\n"
        "nothing) and the screen is printed as it is when they have been used up.",
    .examples =
        "./ryg play\n"
        "./ryg play --depth 3\n"
        "echo 62 53 | ./ryg play --version 16 --depth 2\n",
};

constexpr emu::Address getin = 0xFFE4, keys_in_buffer = 0xC6;

/// The program and the keys for it, each of which waits until it is asked for.
class Session {
  public:
    Session(const c64::Image& image, std::optional<char> depth) : depth_(depth) {
        machine_->boot();
        machine_->start(image);
    }

    void press(char key) { keys_.push_back(key); }

    /// Works for some `cycles` at most. True when the program waits for a key and there is none.
    bool work(Cycle cycles) {
        const Cycle until = machine_->cpu.cycle + cycles;
        while (machine_->cpu.cycle < until) {
            const auto run = machine_->run_to(getin, until - machine_->cpu.cycle);
            if (run.ended == Ended::jammed) {
                throw Trouble(
                    fmt::format("the program jammed at ${:04x}", machine_->cpu.registers.pc - 1));
            }
            if (run.ended != Ended::address) return false;
            if (machine_->peek(keys_in_buffer) != 0 || machine_->keys_waiting() != 0) continue;
            const auto key = next_key();
            if (!key) return true;
            machine_->type(std::string_view(&*key, 1));
        }
        return false;
    }

    /// Lets a frame of C64 time go by, for its clock.
    void idle() { machine_->run(machine_->frame_cycles()); }

    [[nodiscard]] const c64::Machine& machine() const { return *machine_; }

  private:
    std::optional<char> next_key() {
        constexpr std::string_view prompt = "PROFUNDIDAD (1-5):\n";
        if (depth_ && machine_->screen_text().ends_with(prompt)) return depth_;
        if (keys_.empty()) return std::nullopt;
        const char key = keys_.front();
        keys_.pop_front();
        return key;
    }

    std::unique_ptr<c64::Machine> machine_ = std::make_unique<c64::Machine>();
    std::optional<char> depth_;
    std::deque<char> keys_;
};

bool leaves(char key) {
    constexpr char control_c = 3, control_d = 4;
    return key == 'q' || key == 'Q' || key == control_c || key == control_d;
}

/// False when a key says that play is over. An escape sequence is a key that the C64 does not have.
bool press_all(Session& session, const std::string& keys) {
    for (const char key : keys) {
        if (leaves(key)) return false;
        if (key == '\x1b') return true;
        const bool known = std::isalnum(static_cast<unsigned char>(key)) != 0 || key == ' ';
        if (known || key == '\r' || key == '\n') session.press(key);
    }
    return true;
}

/// As fast as the host can while the program thinks, 50 looks a second while it waits.
void play_on_terminal(Session& session) {
    using Clock = std::chrono::steady_clock;
    using namespace std::chrono_literals;
    constexpr Cycle piece = 1'000'000;
    Terminal terminal;
    auto drawn = Clock::time_point{};
    bool waits = false;
    while (!interrupted) {
        const Terminal::Keys keys = terminal.read(waits ? 20 : 0);
        if (keys.closed || !press_all(session, keys.text)) return;
        if (waits && keys.text.empty()) {
            session.idle();
        } else {
            waits = session.work(piece);
        }
        if (!waits && Clock::now() - drawn < 30ms) continue;
        drawn = Clock::now();
        auto screen = session.machine().screen();
        std::vector<std::string> lines(screen.begin(), screen.end());
        lines.emplace_back(waits ? "q leaves" : "thinking");
        terminal.draw(lines);
    }
}

void play_from_input(Session& session) {
    std::string keys{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    std::erase_if(keys,
                  [](char key) { return std::isspace(static_cast<unsigned char>(key)) != 0; });
    press_all(session, keys);
    constexpr Cycle piece = 20'000'000;
    while (!interrupted && !session.work(piece)) {
    }
}

options::options_description own_options() {
    options::options_description own;
    own.add_options()                                                                      //
        ("version", options::value<int>()->default_value(16), "of the program, 14 to 16")  //
        ("depth", options::value<int>(), "1 to 5: answer the program's question so");
    return own;
}

}  // namespace

Exit play(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options());
    if (parsed.helped) return exit_done;
    const int version = parsed.get<int>("version");
    check_range(version, 14, 16, "version");
    std::optional<char> depth;
    if (parsed.has("depth")) {
        check_range(parsed.get<int>("depth"), 1, 5, "depth");
        depth = static_cast<char>('0' + parsed.get<int>("depth"));
    }

    Session session(crosscheck::program(engine::version_from(version)), depth);
    const Cycle begin = session.machine().cpu.cycle;
    if (Terminal::there() && !parsed.json()) {
        play_on_terminal(session);
    } else {
        play_from_input(session);
    }
    const c64::Machine& machine = session.machine();
    if (parsed.json()) {
        print(Json{{"cycles", machine.cpu.cycle - begin}, {"screen", machine.screen()}});
    } else {
        fmt::print("{}", machine.screen_text());
    }
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace app
