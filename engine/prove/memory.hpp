// Memory whose bytes are formulas, and the data that all states of a proof share.
#pragma once

#include <algorithm>
#include <bitset>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "engine/claims/program.hpp"
#include "engine/prove/core.hpp"
#include "engine/prove/decide.hpp"

namespace ryg::prove {

/// "file:line: $address label" of an instruction, as far as the debug file lists them.
[[nodiscard]] std::string place_of(const claims::Program& program, Address address);

/// A character that is printed, or a key that GETIN returns, if `when` is true.
struct Character {
    Bits8 code;
    Literal when;
};

/// Memory that In points to. It may be anywhere in free memory, and no other address leads to it:
/// its bytes are separate cells beyond the 64 KB.
struct Object {
    std::string name;
    Bits16 base;        ///< its address: 16 inputs
    unsigned size = 0;  ///< bytes
};

/// The target of a word that was computed from the base of an object.
struct ObjectPointer {
    unsigned object = 0;
    Bits16 offset;
};

/// Shared by the states of a proof: memory at the routine's entry, and the memory map.
class World {
  public:
    /// All references must outlive it. The program's code and read-only bytes are as assembled.
    World(Graph& graph, Decider& decider, const claims::Program& program);

    /// The same inputs for another program; `origin` gives the other world's cell for a cell of
    /// this one, if there is one.
    World(World& same, const claims::Program& program,
          std::function<std::optional<unsigned>(unsigned cell)> origin);

    Graph& graph;
    Decider& decider;
    const claims::Program& program;

    /// A cell before the call; unknown if it was not set. Cells are addresses, then objects' bytes.
    [[nodiscard]] const Bits8& before(unsigned cell);
    void set_before(unsigned cell, const Bits8& value) { before_.insert_or_assign(cell, value); }
    /// The cells requested so far.
    [[nodiscard]] const std::map<unsigned, Bits8>& known_before() const { return before_; }

    /// Adds memory that a pointer leads to.
    unsigned add_object(std::string name, unsigned size, const Bits16& base);
    [[nodiscard]] const std::vector<Object>& objects() const { return objects_; }
    /// The cell of an object's byte.
    [[nodiscard]] static unsigned cell(unsigned object, unsigned offset) {
        return (object + 1) * 0x10000 + offset;
    }
    /// Whether an input node is a bit of an object's bytes or of its address.
    [[nodiscard]] bool is_of_object(std::uint32_t input) const {
        return of_objects_.contains(input);
    }
    /// A key that GETIN returns: any byte.
    [[nodiscard]] Bits8 new_key();
    [[nodiscard]] bool is_key(const Bits8& value) const;
    [[nodiscard]] std::optional<ObjectPointer> pointer(const Bits16& word) const;
    /// The same on the current path, also for a word that the decider shows to be an address of an
    /// object: `inc low` and `inc high` make other nodes than an addition, and the path may exclude
    /// a null pointer that the word's formula allows.
    [[nodiscard]] std::optional<ObjectPointer> pointer_on_path(const Bits16& word);
    void remember_pointer(const Bits16& word, const ObjectPointer& pointer) {
        pointers_.emplace(word.bits, pointer);
    }

    /// Whether a read at an address accesses RAM, as far as the port is known.
    [[nodiscard]] bool reads_ram(unsigned at) const;
    [[nodiscard]] bool writes_ram(unsigned at) const { return at > 1 && !is_chip(at); }
    /// Whether the port shows a chip at an address before the call.
    [[nodiscard]] bool is_chip(unsigned at) const;
    /// Whether the port certainly shows the KERNAL.
    [[nodiscard]] bool has_kernal() const { return port.bits[1] == Literal(true); }
    /// Whether $d000 to $dfff may show something else than before the call, or nobody knows what.
    [[nodiscard]] bool has_other_banks() const {
        return !std::ranges::equal(std::span(port.bits).first(3),
                                   std::span(before_.at(1).bits).first(3)) ||
               !std::ranges::all_of(std::span(port.bits).first(3), &Literal::is_known);
    }
    /// Supports registers that only store values from now on: the VIC-II's colours, which read as
    /// four bits below four ones; the SID's registers and the colour RAM (four bits below zeros),
    /// except for reads. Supports GETIN, too.
    void follow_devices();
    [[nodiscard]] bool follows_devices() const { return follows_devices_; }
    [[nodiscard]] bool is_followed(unsigned at, bool is_write) const {
        const bool is_sid = at >= 0xd400 && at <= 0xd418;
        return follows_devices_ && (is_colour(at) || (is_write && (is_sid || is_colour_ram(at))));
    }
    [[nodiscard]] static bool is_colour_ram(unsigned at) { return at >= 0xd800 && at < 0xdc00; }
    /// The value that a write leaves at an address.
    [[nodiscard]] Bits8 stored(unsigned at, Bits8 value) const;
    /// Addresses at which an object may lie.
    [[nodiscard]] bool may_be_object(unsigned at) const {
        return !objects_.empty() && program.free.contains(at);
    }
    /// Bytes whose value is not even any byte: reading one is undecided.
    std::set<unsigned> unread;

    /// The return address on the stack: the caller's code, not in a chip.
    Bits16 caller;
    /// Inputs, so that a proof holds for every chip.
    UnknownUnstable unstable;

    /// The condition under which the current instruction runs, its address, and $01 before it.
    Literal path{true};
    Address instruction = 0;
    Bits8 port;
    /// A byte, simplified by the decisions on the current path, and equal only there: where two
    /// paths met and the branch between them is taken again, one side's value is left.
    [[nodiscard]] Bits8 on_path(Bits8 value);
    /// The name of a cell in messages.
    [[nodiscard]] std::string name_of(unsigned cell) const;
    /// The message of a NotDecided at the current instruction.
    [[nodiscard]] std::string here(std::string_view what) const;

  private:
    struct HashOfWord {
        std::size_t operator()(const std::array<Literal, 16>& bits) const {
            std::size_t hash = 0;
            for (const Literal bit : bits) hash = hash * 0x9e3779b97f4a7c15 + bit.code;
            return hash;
        }
    };
    [[nodiscard]] static bool is_colour(unsigned at) { return at >= 0xd020 && at <= 0xd02e; }

    bool follows_devices_ = false;
    World* same_ = nullptr;
    std::function<std::optional<unsigned>(unsigned)> origin_{};
    std::map<unsigned, Bits8> before_;
    std::vector<Object> objects_;
    std::set<std::uint32_t> of_objects_, of_keys_;
    template <typename T>
    using ByWord = std::unordered_map<std::array<Literal, 16>, T, HashOfWord>;
    ByWord<ObjectPointer> pointers_;
    struct OnPath {
        Literal path{false};
        std::unordered_map<std::uint32_t, bool> decided{};  ///< nodes, by the decisions on it
        Assignment inputs{};                                ///< one assignment that takes it
        ByWord<std::optional<ObjectPointer>> pointers{};
    };
    OnPath& here_on_path();
    OnPath on_path_;  // of the path that was asked about last
};

/// The memory of one state; copying it copies only pointers to pages.
class SymbolicMemory final : public Readable {
  public:
    explicit SymbolicMemory(World& world) : world_(&world) {}

    // Called by instructions (engine/prove/core.hpp).
    Bits8 read(const Bits16& address) override;
    void write(const Bits16& address, const Bits8& value);
    /// A read whose value is not used.
    void look(Literal when, const Bits16& address) override;
    /// Begins an instruction; its index registers tell where a pointer may lead.
    void begin(const Bits16& x, const Bits16& y);

    [[nodiscard]] Bits8 cell(unsigned number) const;
    void put(unsigned number, const Bits8& value);
    /// Every cell that was written, in order.
    void for_each_written(const std::function<void(unsigned, const Bits8&)>& visit) const;
    /// The cells that differ.
    [[nodiscard]] static std::set<unsigned> differences(const SymbolicMemory& one,
                                                        const SymbolicMemory& other);
    /// `one` where `first` is true, else the other memory.
    [[nodiscard]] static SymbolicMemory merged(Literal first, const SymbolicMemory& one,
                                               const SymbolicMemory& other);

  private:
    struct Page {
        std::array<Bits8, 256> bytes{};
        std::bitset<256> written;
    };
    /// The cells that an address may select, with the part of the address that distinguishes them.
    struct SelectedCells {
        Bits16 selector;
        std::vector<std::pair<unsigned, unsigned>> cells;  // value of the selector, cell
    };
    [[nodiscard]] SelectedCells places(const Bits16& address);
    /// A known address and the part of an address that is added to it: an index or the low byte.
    [[nodiscard]] std::pair<unsigned, Bits16> known_base(const Bits16& address) const;
    [[nodiscard]] std::optional<ObjectPointer> pointer(const Bits16& address);
    [[nodiscard]] Bits8 selected(const SelectedCells& places, std::size_t begin, std::size_t end,
                                 int bit) const;
    void check_read(unsigned cell) const;
    void check_chips(unsigned cell) const;

    World* world_;
    std::map<unsigned, std::shared_ptr<const Page>> pages_;  // by cell / 256
    std::array<Bits16, 2> indexes_{};
    std::array<Bits8, 3> recent_{};  // the last bytes read in this instruction
};

}  // namespace ryg::prove
