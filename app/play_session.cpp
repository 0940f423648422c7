// Keys when they are asked for; the loops round it.
#include "app/play_session.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>

#include "app/terminal.hpp"

namespace ryg::app {

using c64::Ended;
using emu::Cycle;

namespace {

constexpr emu::Address getin = 0xFFE4, keys_in_buffer = 0xC6;
constexpr Cycle slice = 20'000;  // between two looks at whether it is over
constexpr Cycle a_screenful = 5'000'000;

bool leaves(char key) {
    constexpr char control_c = 3, control_d = 4;
    return key == 'q' || key == 'Q' || key == control_c || key == control_d;
}

}  // namespace

PlaySession::PlaySession(const c64::Image& image) {
    machine_->boot();
    machine_->start(image);
}

void PlaySession::answer(std::string prompt, std::string keys, std::function<bool()> when) {
    answers_.push_back({std::move(prompt) + '\n', std::move(keys), std::move(when)});
}

void PlaySession::press(std::string_view keys) {
    keys_.insert(keys_.end(), keys.begin(), keys.end());
}

bool PlaySession::work(Cycle cycles) {
    const Cycle until = machine_->cpu.cycle + cycles;
    while (!stands_ && machine_->cpu.cycle < until) {
        if (const auto rest = over_ ? over_() : std::nullopt) {
            machine_->run_to(*rest, a_screenful);
            stands_ = true;
            break;
        }
        const auto run = machine_->run_to(getin, std::min(until - machine_->cpu.cycle, slice));
        if (run.ended == Ended::jammed) {
            throw Trouble(
                fmt::format("the program jammed at ${:04x}", machine_->cpu.registers.pc - 1));
        }
        if (run.ended != Ended::address) continue;
        if (machine_->peek(keys_in_buffer) != 0 || machine_->keys_waiting() != 0) continue;
        const auto key = next_key();
        if (!key) return true;
        machine_->type(std::string_view(&*key, 1));
    }
    return stands_;
}

std::optional<char> PlaySession::next_key() {
    if (!answers_.empty()) {
        const std::string screen = machine_->screen_text();
        for (const Answer& answer : answers_) {
            if (!screen.ends_with(answer.prompt) || (answer.when && !answer.when())) continue;
            keys_.insert(keys_.begin(), answer.keys.begin(), answer.keys.end());
            break;
        }
    }
    if (keys_.empty()) return std::nullopt;
    const char key = keys_.front();
    keys_.pop_front();
    return key;
}

bool press_all(PlaySession& session, std::string_view keys, std::string_view signs) {
    for (const char key : keys) {
        if (leaves(key)) return false;
        if (key == '\x1b') return true;  // an escape sequence is a key that the C64 does not have
        const bool known = std::isalnum(static_cast<unsigned char>(key)) != 0 || key == '\r' ||
                           key == '\n' || signs.find(key) != std::string_view::npos;
        if (known) session.press(std::string_view(&key, 1));
    }
    return true;
}

void play_on_terminal(PlaySession& session, std::string_view signs) {
    using Clock = std::chrono::steady_clock;
    using namespace std::chrono_literals;
    constexpr Cycle piece = 1'000'000;
    Terminal terminal;
    auto drawn = Clock::time_point{};
    bool waits = false;
    while (!interrupted) {
        const Terminal::Keys keys = terminal.read(waits ? 20 : 0);
        if (keys.closed || !press_all(session, keys.text, signs)) return;
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

void play_to_the_end(PlaySession& session) {
    constexpr Cycle piece = 20'000'000;
    while (!interrupted && !session.work(piece)) {
    }
}

Exit report_play(const PlaySession& session, Cycle begin, bool json) {
    const c64::Machine& machine = session.machine();
    if (json) {
        print(Json{{"cycles", machine.cpu.cycle - begin}, {"screen", machine.screen()}});
    } else {
        fmt::print("{}", machine.screen_text());
    }
    return interrupted ? exit_interrupted : exit_done;
}

}  // namespace ryg::app
