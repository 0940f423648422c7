// Child processes: one that reads lines and answers in lines, one that writes to files.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ryg::app {

/// It is in a process group of its own: a Ctrl-C at the terminal reaches only us, and ends it with us.
class Child {
  public:
    /// `read_line` reads what it prints, with its standard error if `errors_too`. Throws Trouble if
    /// it cannot be started.
    explicit Child(std::vector<std::string> words, bool errors_too = false);
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Does nothing if it no longer listens.
    void write_line(std::string_view line);
    /// Nothing if it has ended, or after Ctrl-C.
    [[nodiscard]] std::optional<std::string> read_line();
    /// Closes its input and waits. Returns its exit status, or 128 plus the signal that ended it.
    int end();

  private:
    pid_t child_ = 0;
    int socket_ = -1, status_ = 0;
    std::string waiting_;
};

/// A file without a name, for another program's output.
class OutputFile {
  public:
    OutputFile();  ///< throws Trouble

    [[nodiscard]] int number() const { return fileno(file_.get()); }
    [[nodiscard]] std::string content() const;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
};

/// Starts a program, with no input, in a process group of its own, which can be ended as a whole.
/// Throws Trouble if it cannot be started.
[[nodiscard]] pid_t start_apart(std::vector<std::string> words, const OutputFile& output,
                                const OutputFile& errors);

}  // namespace ryg::app
