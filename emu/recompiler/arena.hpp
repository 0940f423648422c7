// Memory for host code, never writable and executable at once.
#pragma once

#include <cstddef>
#include <span>

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
    /// Where the next code will begin.
    [[nodiscard]] std::byte* next() const { return base_ + used_; }
    /// Calls `fill(place)` for the `size` bytes from next() on. False if there is no room or the
    /// host refuses.
    template <class Fill>
    bool put(std::size_t size, const Fill& fill) {
        std::byte* const place = next();
        if (size > room() || !protect(place, size, true)) return false;
        fill(place);
        if (!protect(place, size, false)) return false;
        used_ += (size + alignment - 1) / alignment * alignment;
        if (used_ > size_) used_ = size_;
        return true;
    }
    [[nodiscard]] bool contains(const void* code) const {
        return code >= base_ && code < base_ + size_;
    }
    void discard() { used_ = 0; }
    [[nodiscard]] std::size_t used() const { return used_; }

  private:
    static constexpr std::size_t alignment = 64;
    static bool protect(std::byte* place, std::size_t size, bool writable);

    std::byte* base_ = nullptr;
    std::size_t size_ = 0, used_ = 0;
};

}  // namespace ryg::emu::recompiler
