// Memory for host code, never writable and executable at once.
#pragma once

#include <asmjit/core.h>
#include <cstddef>

namespace ryg::emu::recompiler {

/// One address range, filled from its start. While something is being put in, its pages are
/// writable and not executable, so nothing in the arena may run meanwhile.
class Arena {
  public:
    /// Empty (`room()` is 0) if the host provides no memory for code.
    explicit Arena(std::size_t size);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    [[nodiscard]] std::size_t room() const { return size_ - used_; }
    /// Appends the code and returns its address; nullptr if there is no room, if the code cannot be
    /// encoded for that address, or if the host refuses.
    const std::byte* put(asmjit::CodeHolder& code);
    [[nodiscard]] bool contains(const void* code) const {
        return code >= base_ && code < base_ + size_;
    }
    void discard() { used_ = 0; }
    [[nodiscard]] std::size_t used() const { return used_; }

  private:
    static bool protect(std::byte* place, std::size_t size, bool writable);

    std::byte* base_ = nullptr;
    std::size_t size_ = 0, used_ = 0;
};

}  // namespace ryg::emu::recompiler
