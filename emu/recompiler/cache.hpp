// The translated regions of one thread: found by pc, chosen by content, bounded in size.
#pragma once

#include <algorithm>
#include <asmjit/core.h>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emu/recompiler/arena.hpp"
#include "emu/recompiler/context.hpp"
#include "emu/recompiler/economy.hpp"
#include "emu/recompiler/recompiler.hpp"
#include "emu/recompiler/region.hpp"

namespace ryg::emu::recompiler {

/// What is left of a region when it has been translated.
struct Translated {
    const void* code;
    unsigned low;
    std::vector<Byte> bytes, mask;
    std::vector<Address> starts;  ///< where its instructions start, in order
    unsigned late = 0;            ///< how often time was short for a piece of it
    unsigned changes = 0;         ///< how often operands were found to be others, each time anew
    std::uint64_t operands = 0;   ///< their hash when it was asked last

    /// Is this what memory has now?
    [[nodiscard]] bool matches(const Byte* ram) const;
    /// Where memory has other operands, which could be loose, and a hash of all operands.
    struct Change {
        std::vector<unsigned> addresses;
        std::uint64_t operands = 0;
    };
    /// Nothing if memory differs in more than that, or not at all.
    [[nodiscard]] std::optional<Change> change(const Byte* ram) const;
    [[nodiscard]] bool has(std::uint64_t pc) const {
        return std::binary_search(starts.begin(), starts.end(), pc);
    }
};

/// Code for one set of bounds of a window: two tables by pc, for D clear and set.
struct Tables {
    Window bounds;
    std::uint64_t stop;
    std::array<std::vector<const void*>, 2> code;
    std::array<std::vector<std::uint8_t>, 2> heat;  ///< how often code was asked for
    Changing changing;
    /// A bit for each pc at which a region begins.
    std::array<std::uint64_t, 0x10000 / 64 + 3> entries;

    [[nodiscard]] bool has_entry(unsigned pc) const {
        return (entries[pc / 64] >> pc % 64 & 1) != 0;
    }
    std::array<std::unordered_map<unsigned, std::vector<Translated>>, 2> regions;  ///< by entry
};

class Cache {
  public:
    Cache();
    [[nodiscard]] bool works() const { return enter_ != nullptr; }
    Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop,
             const Halts& halts);
    [[nodiscard]] Statistics statistics() const { return statistics_; }
    void translate_at_once(bool at_once) { at_once_ = at_once; }
    void flush();

  private:
    Tables& tables_for(const Window& window, std::uint64_t stop);
    void set_stop(Tables& tables, std::uint64_t stop);
    void clear(Tables& tables) const;
    bool find_code(Tables& tables, const Window& window, bool decimal, Address pc);
    [[nodiscard]] Cycle way_to_code(const Tables& tables, Address pc) const;
    Cycle interpret(const Tables& tables, const Window& window, Address pc);
    bool loosen(Tables& tables, std::vector<Translated>& versions, const Byte* ram) const;
    bool translate_at(Tables& tables, const Window& window, bool decimal, Address pc,
                      bool with_steps);
    void note_late(Tables& tables, const Window& window);
    [[nodiscard]] const void* gate(Left left) const {
        return context_.leave_by[static_cast<std::size_t>(left)];
    }

    Arena arena_;
    asmjit::CodeHolder code_;
    Enter enter_ = nullptr;
    std::size_t gates_end_ = 0;
    Context context_;
    std::deque<Tables> tables_;
    Tables* last_ = nullptr;
    Cycle cold_;  ///< cycles that the interpreter has to do first
    Economy economy_;
    unsigned asked_ = 0;
    bool at_once_ = false;
    Statistics statistics_;
};

}  // namespace ryg::emu::recompiler
