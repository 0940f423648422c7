// The translated regions of one thread: found by pc, chosen by content, bounded in size.
#pragma once

#include <algorithm>
#include <asmjit/core.h>
#include <deque>
#include <list>
#include <unordered_map>
#include <vector>

#include "emu/recompiler/arena.hpp"
#include "emu/recompiler/context.hpp"
#include "emu/recompiler/economy.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "emu/recompiler/region.hpp"
#include "emu/recompiler/testing.hpp"

namespace ryg::emu::recompiler {

/// A translated region.
struct Translated : RegionBytes {
    const std::byte* code;
    std::size_t size;            ///< bytes of host code
    std::int64_t matched;        ///< when it was last chosen, in Economy::now()
    unsigned changes = 0;        ///< consecutive checks that found the operands changed again
    std::uint64_t operands = 0;  ///< their hash at the last check
    /// An instruction, and the offset from `code` of the host code that enters the region there.
    struct Start {
        Address pc;
        bool decimal;
        std::uint32_t way;
    };
    std::vector<Start> starts{};  ///< in order

    /// Whether memory still has these bytes.
    [[nodiscard]] bool matches(const Byte* ram) const;
    /// True if memory differs only in operands that need not be compared, as they change between
    /// checks: the region is to be translated again, to read them at run time.
    bool loosen(const Byte* ram, bool at_once, Places& places);
    [[nodiscard]] const Start* find(std::uint64_t pc) const {
        if (pc - low >= bytes.size()) return nullptr;
        const auto found = std::ranges::lower_bound(starts, pc, {}, &Start::pc);
        return found != starts.end() && found->pc == pc ? &*found : nullptr;
    }
};
using Versions = std::list<Translated>;

/// Code for one set of bounds of a window: two tables by pc, for D clear and set.
struct Tables {
    Window bounds;
    std::uint64_t stop;
    const void* missing;  ///< table entry of addresses without code
    std::array<std::vector<const void*>, 2> code;
    std::array<std::vector<std::uint16_t>, 2> requests;  ///< since the last translation
    Places places;
    std::unordered_map<unsigned, Versions> regions;  ///< by `key` of the entry
    /// The regions that contain an instruction, by its `key`; the most recently chosen comes first.
    /// The opcode tells most programs that use the same address apart.
    struct ContainingRegion {
        const Translated* region;
        Byte opcode;
    };
    std::unordered_multimap<unsigned, ContainingRegion> parts;

    [[nodiscard]] static unsigned key(unsigned pc, bool decimal) {
        return pc + (decimal ? 0x10000 : 0);
    }
    void add(Translated made);
    Versions::iterator erase(Versions& versions, Versions::iterator which);
    void close(const Translated& region);  ///< replaces all entries into it by `missing`
};

/// All translated code of a thread, and the loop that runs it.
class Cache {
  public:
    Cache();
    [[nodiscard]] bool works() const { return enter_ != nullptr; }
    Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop,
             const Halts& halts, Chips& chips);
    bool call(const Window& window, State& state, Cycle longest, std::uint64_t stop);
    [[nodiscard]] Statistics statistics() const { return statistics_; }
    void translate_at_once(bool at_once) { at_once_ = at_once; }
    void flush();

  private:
    void prepare(const Window& window, const Tables& tables, Cycle end, const Halts& halts,
                 Chips& chips);
    void put(const volatile State& state);
    void take(State& state) const;
    Tables& tables_for(const Window& window, std::uint64_t stop);
    void set_stop(Tables& tables, std::uint64_t stop);
    void clear(Tables& tables) const;
    void discard_half();
    const void* find_code(Tables& tables, const Window& window, bool decimal, Address pc);
    static const void* find_way(Tables& tables, const Window& window, bool decimal, Address pc);
    void look_again(Tables& tables, const Window& window) const;
    const void* translate_at(Tables& tables, const Window& window, bool decimal, Address pc,
                             bool with_routines);
    // Translated code lacks the type signature that UBSan looks for before a called function.
#if defined(__clang__)
    [[clang::no_sanitize("function")]]
#endif
    void
    enter(const void* code) {
        enter_(&context_, code);
    }
    [[nodiscard]] const void* gate(Left left) const {
        return context_.leave_by[static_cast<std::size_t>(left)];
    }

    Arena gates_;
    std::array<Arena, 2> halves_;  ///< host code; when both are full, the older is discarded
    unsigned filling_ = 0;         ///< the half in use
    asmjit::CodeHolder code_;
    Enter enter_ = nullptr;
    Context context_;
    std::deque<Tables> tables_;
    Tables* last_ = nullptr;
    Economy economy_;
    bool at_once_ = false;
    Chips no_chips_{};
    bool calling_ = false;  ///< the context is prepared for `call`
    Statistics statistics_;
};

}  // namespace ryg::emu::recompiler
