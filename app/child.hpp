// Another program that is started, gets lines and answers in lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ryg::app {

class Child {
  public:
    /// What it prints is read by `read_line`, with its errors if `errors_too`. Throws Trouble if it
    /// cannot be started.
    explicit Child(std::vector<std::string> words, bool errors_too = false);
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Nothing happens if it does not listen any more.
    void write_line(std::string_view line);
    /// Nothing if it has ended.
    [[nodiscard]] std::optional<std::string> read_line();
    /// Closes its input and waits: its exit status, or 128 and the signal that ended it.
    int end();

  private:
    pid_t child_ = 0;
    int socket_ = -1, status_ = 0;
    std::string waiting_;
};

}  // namespace ryg::app
