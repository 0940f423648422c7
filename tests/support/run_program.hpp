// Programs as subprocesses, and small 6502 programs that are assembled for one test.
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
    int status;  ///< exit status; 128 + n if signal n ended it
    std::string out, err;
};

/// Starts a command with these files as its standard input, output and errors. SIGPIPE, which a test
/// may ignore, ends it as it does elsewhere.
inline pid_t start(std::vector<std::string> words, const std::array<int, 3>& files) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; ++i) {
        posix_spawn_file_actions_adddup2(&actions, files[static_cast<std::size_t>(i)], i);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t child = 0;
    EXPECT_EQ(posix_spawnp(&child, pointers[0], &actions, &attributes, pointers.data(), environ),
              0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return child;
}

/// Waits for the end of a child: its exit status; 128 + n if signal n ended it.
inline int wait_for(pid_t child) {
    int status = 0;
    if (child <= 0 || waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// All that a file holds, from its beginning.
inline std::string all_of(std::FILE* file) {
    std::string text;
    std::rewind(file);
    for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
    return text;
}

/// Runs a command; `input` is what it reads. `environment` adds to ours or replaces ("NAME=value").
/// `meanwhile` is called when it has been started.
inline Finished run(
    const std::vector<std::string>& words, std::string_view input = "",
    const std::vector<std::string>& environment = {},
    const std::function<void(pid_t)>& meanwhile = [](pid_t) {}) {
    std::array<std::FILE*, 3> files{std::tmpfile(), std::tmpfile(), std::tmpfile()};
    std::fwrite(input.data(), 1, input.size(), files[0]);
    std::rewind(files[0]);
    std::vector<std::string> all{"env"};
    all.insert(all.end(), environment.begin(), environment.end());
    all.insert(all.end(), words.begin(), words.end());
    const pid_t child = start(all, {fileno(files[0]), fileno(files[1]), fileno(files[2])});
    meanwhile(child);
    const Finished finished{wait_for(child), all_of(files[1]), all_of(files[2])};
    for (std::FILE* file : files) std::fclose(file);
    return finished;
}

/// A folder in which programs are assembled.
class Folder : public tests::Folder {
  public:
    /// Assembles `source` and links it as `config` says: NAME.bin, with NAME.lbl and NAME.dbg
    /// beside it.
    [[nodiscard]] std::string linked(const std::string& name, std::string_view source,
                                     std::string_view config) const {
        const std::string object = file(name + ".o"), binary = file(name + ".bin");
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{RYG_CA65, "-g", "--cpu", "6502X", "-o", object,
                                       write(name + ".s", source)},
              {RYG_LD65, "-C", write(name + ".cfg", config), "-o", binary, "-Ln",
               file(name + ".lbl"), "--dbgfile", file(name + ".dbg"), object}}) {
            const Finished finished = run(words);
            EXPECT_EQ(finished.status, 0) << finished.err;
        }
        return binary;
    }

    /// The same to run at `origin`, the bytes alone.
    [[nodiscard]] std::string binary(const std::string& name, const std::string& source,
                                     const std::string& origin = "$1000") const {
        return linked(name, source,
                      "MEMORY { M: start = " + origin +
                          ", size = $2000, file = %O; }\n"
                          "SEGMENTS { CODE: load = M, type = rw; }\n");
    }

    /// The same as NAME.prg with "10 SYS 2061" first; `source` begins after that line.
    [[nodiscard]] std::string prg(const std::string& name, const std::string& source) const {
        const std::string head =
            "line:   .word @end, 10\n        .byte $9e, \"2061\", 0\n@end:   .word 0\n"
            "code:\n";
        const std::string bytes = tests::content(binary(name, head + source, "$0801"));
        return write(name + ".prg", std::string("\x01\x08", 2) + bytes);
    }
};

}  // namespace ryg::program
