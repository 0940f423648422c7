// The program `ryg` as a subprocess, and small 6502 programs for it: for the tests of its verbs.
#pragma once

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "tests/support/folder.hpp"

namespace ryg::program {

struct Finished {
    int status = -1;  ///< exit status; 128 + n if signal n ended it
    std::string out, err;
};

/// Runs a command; `input` is what it reads. `environment` adds to ours or replaces ("NAME=value").
/// `meanwhile` is called when it has been started.
inline Finished run(
    const std::vector<std::string>& words, std::string_view input = "",
    const std::vector<std::string>& environment = {},
    const std::function<void(pid_t)>& meanwhile = [](pid_t) {}) {
    std::array<std::FILE*, 3> files{std::tmpfile(), std::tmpfile(), std::tmpfile()};
    std::fwrite(input.data(), 1, input.size(), files[0]);
    std::rewind(files[0]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; ++i) {
        posix_spawn_file_actions_adddup2(&actions, fileno(files[static_cast<std::size_t>(i)]), i);
    }
    std::vector<std::string> all{"env"};
    all.insert(all.end(), environment.begin(), environment.end());
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : all) pointers.push_back(word.data());
    pointers.push_back(nullptr);

    Finished finished;
    pid_t child = 0;
    int status = 0;
    if (posix_spawn(&child, "/usr/bin/env", &actions, nullptr, pointers.data(), environ) == 0) {
        meanwhile(child);
        if (waitpid(child, &status, 0) == child) {
            finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
    }
    posix_spawn_file_actions_destroy(&actions);
    const auto read = [](std::FILE* file) {
        std::string text;
        std::rewind(file);
        for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
        return text;
    };
    finished.out = read(files[1]);
    finished.err = read(files[2]);
    for (std::FILE* file : files) std::fclose(file);
    return finished;
}

/// Runs `ryg` with these words.
inline Finished ryg(std::vector<std::string> words, std::string_view input = "",
                    const std::vector<std::string>& environment = {}) {
    words.insert(words.begin(), RYG_PROGRAM);
    return run(words, input, environment);
}

/// Presses Ctrl-C once the program listens for it; before that it would just end.
inline void press_ctrl_c(pid_t child) {
    const std::string path = "/proc/" + std::to_string(child) + "/status";
    for (int i = 0; i < 30'000; ++i) {
        std::ifstream lines(path);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("SigCgt:")) continue;
            const auto caught =
                std::stoull(line.substr(line.find_first_of("0123456789abcdef", 7)), nullptr, 16);
            if ((caught >> (SIGINT - 1) & 1) == 0) continue;
            kill(child, SIGINT);
            return;
        }
        usleep(1000);
    }
    ADD_FAILURE() << "the program does not listen for Ctrl-C";
    kill(child, SIGKILL);
}

/// Holds a run to the manners of bad input: status 2, nothing on stdout, one line on stderr, and in
/// that line the words that say what was wrong.
inline void expect_trouble(const Finished& finished, std::string_view words) {
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(std::ranges::count(finished.err, '\n'), 1) << finished.err;
    EXPECT_TRUE(finished.err.starts_with("ryg ")) << finished.err;
    EXPECT_NE(finished.err.find(words), std::string::npos) << finished.err;
}

/// A folder in which programs are assembled.
class Folder : public tests::Folder {
  public:
    /// Assembles `source` to run at `origin`: NAME.bin, the bytes alone, with NAME.lbl and
    /// NAME.dbg beside it.
    [[nodiscard]] std::string binary(const std::string& name, const std::string& source,
                                     const std::string& origin = "$1000") const {
        const std::string text = write(name + ".s", source);
        const Finished assembled =
            run({RYG_CA65, "-g", "--cpu", "6502X", "-o", file(name + ".o"), text});
        EXPECT_EQ(assembled.status, 0) << assembled.err;
        const std::string config =
            write(name + ".cfg", "MEMORY { M: start = " + origin +
                                     ", size = $1000, file = %O; }\n"
                                     "SEGMENTS { CODE: load = M, type = rw; }\n");
        const Finished linked =
            run({RYG_LD65, "-C", config, "-o", file(name + ".bin"), "-Ln", file(name + ".lbl"),
                 "--dbgfile", file(name + ".dbg"), file(name + ".o")});
        EXPECT_EQ(linked.status, 0) << linked.err;
        return file(name + ".bin");
    }

    /// The same as NAME.prg with "10 SYS 2061" first; `source` begins after that line.
    [[nodiscard]] std::string prg(const std::string& name, const std::string& source) const {
        const std::string head =
            "line:   .word @end, 10\n        .byte $9e, \"2061\", 0\n@end:   .word 0\n"
            "code:\n";
        const std::string bytes = binary(name, head + source, "$0801");
        std::ifstream in(bytes, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(in), {}};
        return write(name + ".prg", std::string("\x01\x08", 2) + content);
    }
};

}  // namespace ryg::program
