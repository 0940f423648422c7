// Runs the command in its own folder and process group, so that all of it can be ended.
#include "app/command_check.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "app/child.hpp"
#include "app/files.hpp"
#include "app/verb.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view placeholder = "{}";

class ByCommand final : public mutation::Check {
  public:
    ByCommand(std::string command, const c64::Image& image, std::string debug_file,
              const std::atomic<bool>* stop)
        : command_(std::move(command)),
          image_(image),
          debug_file_(std::move(debug_file)),
          stop_(stop) {}

    std::optional<mutation::Coverage> begin(const work::PieceOptions&) override {
        const auto begin = Clock::now();
        if (const auto report = find(image_, {})) throw mutation::NotHealthy(*report);
        longest_ = std::chrono::seconds(1) + 10 * (Clock::now() - begin);
        return {};
    }

    std::optional<std::string> find(const c64::Image& faulty, const mutation::Fault&) override {
        const TemporaryFolder folder;
        const fs::path program =
            folder.path() / fs::path(faulty.name).filename().replace_extension(".prg");
        std::string bytes{static_cast<char>(emu::low(faulty.load_address)),
                          static_cast<char>(emu::high(faulty.load_address))};
        bytes.append(faulty.bytes.begin(), faulty.bytes.end());
        write(program, bytes);
        write(fs::path(program).replace_extension(".dbg"), debug_file_);
        const std::string word = shell_word(program.string());
        std::string command = command_;
        for (auto at = command.find(placeholder); at != command.npos;
             at = command.find(placeholder, at + word.size())) {
            command.replace(at, placeholder.size(), word);
        }
        const ProcessEnd ended =
            run({"sh", "-c", "exec 2>&1\n" + command}, {.time = longest_, .stop = stop_});
        if (!ended.status && stop_ != nullptr && *stop_) throw mutation::Stopped{};
        constexpr int cannot_be_run = 126, not_found = 127, by_signal = 128;  // the shell's
        const int status = ended.status.value_or(0);
        if (status == by_signal + SIGKILL) {
            throw Trouble(
                fmt::format("'{}' was killed from outside: is there enough memory?", command));
        }
        if (status == cannot_be_run || status == not_found) {
            throw Trouble(fmt::format("'{}' cannot be run: status {}", command, status));
        }
        if (ended.status == 0) return {};
        std::string text = ended.output;
        if (!text.empty() && !text.ends_with('\n')) text += '\n';
        const std::string end = !ended.status ? "has not ended in time"
                                : status > by_signal && status <= by_signal + 64
                                    ? fmt::format("signal {}", status - by_signal)
                                    : fmt::format("status {}", status);
        return fmt::format("{}the command: {}\n", text, end);
    }

  private:
    static void write(const fs::path& path, const std::string& bytes) {
        std::ofstream file(path, std::ios::binary);
        file << bytes;
        file.close();
        if (!file) throw Trouble(path.string() + ": cannot be written");
    }

    std::string command_;
    c64::Image image_;
    std::string debug_file_;
    const std::atomic<bool>* stop_;
    Clock::duration longest_ = std::chrono::hours(1);
};

}  // namespace

std::unique_ptr<mutation::Check> by_command(const std::string& command, const c64::Image& image,
                                            std::string debug_file, const std::atomic<bool>* stop) {
    if (command.find(placeholder) == command.npos) {
        throw Trouble(
            fmt::format("--with: '{}': expected contract, verify, or a shell command that "
                        "contains {{}}",
                        command));
    }
    return std::make_unique<ByCommand>(command, image, std::move(debug_file), stop);
}

}  // namespace ryg::app
