// Memory whose bytes are formulas, and what every state of a proof has in common.
#pragma once

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

/// A routine does what a proof cannot follow; the message says what, and where.
struct NotDecided : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "file:line: $address label" of an instruction, as far as the program's debug file knows.
[[nodiscard]] std::string place_of(const claims::Program& program, Address address);

/// Memory that In points to. It lies anywhere in free memory, where nothing else leads: its bytes
/// are cells of their own, beyond the 64 KB.
struct Object {
    std::string name;
    Word base;          ///< where it begins: 16 inputs
    unsigned size = 0;  ///< in bytes
};

/// Where a word leads if it was made from the base of an object.
struct Pointer {
    unsigned object = 0;
    Word offset;
};

/// What the states of a proof share: memory as the routine finds it, and what lies where.
class World {
  public:
    /// All must outlive it. The program's code and read-only bytes are as assembled.
    World(Graph& graph, Decider& decider, const claims::Program& program);

    /// The same inputs as another program finds them; `origin` says where the other world has a cell
    /// of this one, if it does.
    World(World& same, const claims::Program& program,
          std::function<std::optional<unsigned>(unsigned cell)> origin);

    Graph& graph;
    Decider& decider;
    const claims::Program& program;

    /// A cell before the call; one that was not set is unknown. Addresses, then the objects' bytes.
    [[nodiscard]] const Byte& before(unsigned cell);
    void set_before(unsigned cell, const Byte& value) { before_.insert_or_assign(cell, value); }
    /// The cells that have been asked for.
    [[nodiscard]] const std::map<unsigned, Byte>& known_before() const { return before_; }

    /// Adds memory that a pointer leads to.
    unsigned add_object(std::string name, unsigned size, const Word& base);
    [[nodiscard]] const std::vector<Object>& objects() const { return objects_; }
    /// The cell of an object's byte.
    [[nodiscard]] static unsigned cell(unsigned object, unsigned offset) {
        return (object + 1) * 0x10000 + offset;
    }
    /// Whether an input node is a bit of an object's bytes or of its address.
    [[nodiscard]] bool is_of_object(std::uint32_t input) const {
        return of_objects_.contains(input);
    }
    [[nodiscard]] std::optional<Pointer> pointer(const Word& word) const;
    void remember_pointer(const Word& word, const Pointer& pointer) {
        pointers_.emplace(word.bits, pointer);
    }

    /// Whether a read, or a write, at an address is one of RAM. The port must be known.
    [[nodiscard]] bool reads_ram(unsigned at) const;
    [[nodiscard]] bool writes_ram(unsigned at) const;
    [[nodiscard]] bool is_chip(unsigned at) const;
    /// From now on registers are followed that do nothing but keep what is stored: the VIC-II's
    /// colours, of which a read gives four bits below four ones, and, but for reads, the SID's.
    void follow_chips();
    [[nodiscard]] bool is_followed(unsigned at, bool is_write) const {
        return follows_chips_ && (is_colour(at) || (is_write && at >= 0xd400 && at <= 0xd418));
    }
    /// What a write leaves there.
    [[nodiscard]] Byte stored(unsigned at, Byte value) const;
    /// Addresses at which an object may lie.
    [[nodiscard]] bool may_be_object(unsigned at) const {
        return !objects_.empty() && program.free.contains(at);
    }
    /// Bytes of which no value is known, not even that it is any: reading one is not decided.
    std::set<unsigned> unread;

    /// What the routine finds on the stack: where the caller's code is, in no chip.
    Word caller;
    /// What holds for every chip holds for any values of these.
    UnknownUnstable unstable;

    /// What holds where the current instruction runs, and its address.
    Literal path{true};
    Address instruction = 0;
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

    bool follows_chips_ = false;
    World* same_ = nullptr;
    std::function<std::optional<unsigned>(unsigned)> origin_{};
    std::map<unsigned, Byte> before_;
    std::vector<Object> objects_;
    std::set<std::uint32_t> of_objects_;
    std::unordered_map<std::array<Literal, 16>, Pointer, HashOfWord> pointers_;
};

/// The memory of one state: a copy costs as much as its pages' pointers.
class Memory final : public Readable {
  public:
    explicit Memory(World& world) : world_(&world) {}

    // What an instruction calls (engine/prove/core.hpp).
    Byte read(const Word& address) override;
    void write(const Word& address, const Byte& value);
    /// A read whose value is not used.
    void look(Literal when, const Word& address) override;
    /// Begins an instruction: its index registers say where a pointer may lead.
    void begin(const Word& x, const Word& y);

    [[nodiscard]] Byte cell(unsigned number) const;
    void put(unsigned number, const Byte& value);
    /// Every cell that was written, in order.
    void for_each_written(const std::function<void(unsigned, const Byte&)>& visit) const;
    [[nodiscard]] static bool are_equal(const Memory& one, const Memory& other);
    /// This memory where `first` is true, else the other.
    [[nodiscard]] static Memory merged(Literal first, const Memory& one, const Memory& other);

  private:
    struct Page {
        std::array<Byte, 256> bytes{};
        std::bitset<256> written;
    };
    /// The cells that an address may mean, with the part of the address that tells them apart.
    struct Places {
        Word selector;
        std::vector<std::pair<unsigned, unsigned>> cells;  // value of the selector, cell
    };
    [[nodiscard]] Places places(const Word& address);
    /// Addresses of plain memory that include all that this one may be; none if that is not clear.
    [[nodiscard]] std::vector<unsigned> plain_range(const Word& address) const;
    [[nodiscard]] std::optional<Pointer> pointer(const Word& address);
    [[nodiscard]] Byte selected(const Places& places, std::size_t begin, std::size_t end,
                                int bit) const;
    void check_read(unsigned cell) const;

    World* world_;
    std::map<unsigned, std::shared_ptr<const Page>> pages_;  // by cell / 256
    std::array<Word, 2> indexes_{};
    std::array<Byte, 3> recent_{};  // the last bytes read in this instruction
};

}  // namespace ryg::prove
