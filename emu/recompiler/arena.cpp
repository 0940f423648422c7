// Pages from the system, and whether they may be written or executed.
#include "emu/recompiler/arena.hpp"

#include <bit>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace ryg::emu::recompiler {

Arena::Arena(std::size_t size) {
    void* const found =
        mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) return;
    base_ = static_cast<std::byte*>(found);
    size_ = size;
}

Arena::~Arena() {
    if (base_ != nullptr) munmap(base_, size_);
}

const std::byte* Arena::put(asmjit::CodeHolder& code) {
    constexpr std::size_t alignment = 64;
    std::byte* const place = base_ + used_;
    if (code.flatten() != asmjit::kErrorOk || code.resolveUnresolvedLinks() != asmjit::kErrorOk ||
        code.relocateToBase(std::bit_cast<std::uint64_t>(place)) != asmjit::kErrorOk) {
        return nullptr;
    }
    const std::size_t size = (code.codeSize() + alignment - 1) / alignment * alignment;
    if (size > room() || !protect(place, size, true)) return nullptr;
    code.copyFlattenedData(place, size);
    if (!protect(place, size, false)) return nullptr;
    used_ += size;
    return place;
}

bool Arena::protect(std::byte* place, std::size_t size, bool writable) {
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto offset = reinterpret_cast<std::uintptr_t>(place) % page;
    return mprotect(place - offset, size + offset,
                    writable ? PROT_READ | PROT_WRITE : PROT_READ | PROT_EXEC) == 0;
}

}  // namespace ryg::emu::recompiler
