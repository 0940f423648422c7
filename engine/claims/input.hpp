// Declarations of inputs, for words in parentheses after an In: declared once, read in five ways.
#pragma once

#include <any>
#include <bitset>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"
#include "emu/registers.hpp"
#include "engine/claims/value.hpp"
#include "engine/common/choices.hpp"

namespace ryg::claims {

using c64::Extent;
using engine::Choices;
using Picks = std::vector<Value>;
using Native = std::any;  ///< an input as a C++ value

/// The allowed bytes of a pick.
class Among {
  public:
    constexpr Among() = default;
    constexpr Among(std::initializer_list<Byte> bytes) {
        for (const Byte byte : bytes) add(byte);
    }
    /// `first` to `last`, both included.
    [[nodiscard]] static constexpr Among range(unsigned first, unsigned last) {
        Among made;
        for (unsigned byte = first; byte <= last; ++byte) made.add(static_cast<Byte>(byte));
        return made;
    }
    [[nodiscard]] static constexpr Among any() { return range(0, 255); }

    constexpr void add(Byte byte) {
        if (has_[byte]) return;
        has_[byte] = true;
        unsigned at = size_++;
        for (; at > 0 && bytes_[at - 1] > byte; --at) bytes_[at] = bytes_[at - 1];
        bytes_[at] = byte;
    }
    [[nodiscard]] constexpr bool has(unsigned byte) const { return byte < 256 && has_[byte]; }
    [[nodiscard]] constexpr unsigned size() const { return size_; }
    /// In ascending order.
    [[nodiscard]] constexpr std::span<const Byte> bytes() const {
        return std::span(bytes_).first(size_);
    }

  private:
    std::array<bool, 256> has_{};
    std::array<Byte, 256> bytes_{};
    unsigned size_ = 0;
};

/// An address, or another number of 16 bits.
struct Word {
    Value low, high;

    Word() = default;
    Word(const Value& of_low, const Value& of_high) : low(of_low), high(of_high) {}
    Word(Address known) : low(emu::low(known)), high(emu::high(known)) {}  // NOLINT(*-explicit-*)

    /// Throws Unknown.
    [[nodiscard]] Address known() const { return emu::word(low.known(), high.known()); }
    [[nodiscard]] Word plus(unsigned number) const;
    friend Value operator<=(const Word& a, const Word& b);
};

/// Memory for an input: the value of pointers to it, and the address to `put` at. For memory at an
/// unknown address a proof uses an address of its own.
struct Room {
    Word to;
    unsigned at = 0;
};

/// The memory of a program where a block's inputs may be put.
struct Site {
    /// Address of the first byte of a label or of a symbol in In; nullopt if there is no such name.
    std::function<std::optional<unsigned>(std::string_view symbol)> find;
    Extent free;                  ///< memory for rooms
    std::vector<Extent> named{};  ///< memory that In names
    std::string registers{};      ///< registers that In names, of AXYCZNV

    /// Throws std::invalid_argument if there is no such name.
    [[nodiscard]] unsigned address(std::string_view symbol) const;
    [[nodiscard]] bool names(unsigned at) const;
    [[nodiscard]] bool names(char name) const { return registers.find(name) != registers.npos; }
};

/// A machine at the entry of a routine.
struct EntryState {
    std::vector<Byte> ram = std::vector<Byte>(0x10000);
    emu::Registers registers;

    [[nodiscard]] Byte in(char register_name) const;
    void set(char register_name, Byte value);
};

/// The memory of a machine that `InputOf::get` reads.
class Memory {
  public:
    Memory(const Site& site, const EntryState& machine, std::string_view symbol)
        : site_(site), machine_(machine), symbol_(symbol) {}

    [[nodiscard]] std::string_view symbol() const { return symbol_; }
    [[nodiscard]] Byte at(unsigned address) const { return machine_.ram[address & 0xffffU]; }
    [[nodiscard]] Byte byte(std::string_view label, unsigned index = 0) const {
        return at(site_.address(label) + index);
    }
    /// The word at a label or symbol.
    [[nodiscard]] Address word(std::string_view label) const {
        return emu::word(byte(label), byte(label, 1));
    }
    /// `size` bytes from an address on, but not beyond $ffff.
    [[nodiscard]] std::span<const Byte> bytes(unsigned address, unsigned size) const;
    [[nodiscard]] std::span<const Byte> bytes(std::string_view label, unsigned size) const {
        return bytes(site_.address(label), size);
    }
    [[nodiscard]] Byte in(char register_name) const { return machine_.in(register_name); }
    [[nodiscard]] const Site& site() const { return site_; }

  private:
    const Site& site_;
    const EntryState& machine_;
    std::string_view symbol_;
};

/// The reader of a declaration, which decides the value of a pick: a random byte (Sampling), that
/// of a given value (Putting, Recognising), each byte in turn (Listing), a symbol (a prover). Only
/// the second kind uses `given`. A byte that In names and no declaration puts may have any value.
class Inputs {
  public:
    virtual ~Inputs() = default;

    virtual Value pick(const Among& among, unsigned given) = 0;
    /// Different bytes in ascending order, the same number as in `given`.
    virtual Picks pick_ascending(const Among& among, std::span<const Byte> given) = 0;
    /// 0 to `count` - 1. Proofs treat each case separately.
    virtual unsigned choose(unsigned count, unsigned given) = 0;
    /// Free memory, apart from all other rooms.
    virtual Room room(unsigned size, Address given) = 0;
    /// An address from `first` to `last`, both included.
    virtual Word between(const Word& first, const Word& last, Address given) = 0;
    /// A condition on inputs: `condition` is not 0.
    virtual void need(const Value& condition) = 0;
    /// All values differ from each other.
    virtual void need_different(std::span<const Value> values);

    /// Does nothing unless In names the byte, or it is in a room.
    virtual void put(unsigned address, const Value& byte) = 0;
    virtual void put_register(char name, const Value& byte) = 0;
    /// Puts a byte at `base` plus an index, which may be a formula in proofs.
    virtual void put_at(unsigned base, const Value& index, const Value& byte);
    /// The byte, as set by inputs declared earlier.
    [[nodiscard]] virtual Value at(unsigned address) const = 0;
    [[nodiscard]] virtual Value in(char register_name) const = 0;
    [[nodiscard]] virtual Value at(unsigned base, const Value& index) const;

    /// Memory from `begin` up to but not including `end`, for which Uses has a word.
    virtual void area(std::string_view name, const Word& begin, const Word& end) = 0;
    /// Declares that no routine reads the byte, which is put only to complete an input. A proof of
    /// a routine that does is undecided. A later `put` cancels this.
    virtual void unread(unsigned address) { static_cast<void>(address); }
    /// Whether the reader is a prover, for which a declaration may omit inputs that do not matter.
    [[nodiscard]] virtual bool proves() const { return false; }
    /// Whether the memory of a running program is read. A program may use only part of an array, so
    /// a declaration need not check the rest.
    [[nodiscard]] virtual bool recognises() const { return false; }

    // Built from the functions above.
    void put(std::string_view label, const Value& byte, unsigned index = 0) {
        put(address(label) + index, byte);
    }
    [[nodiscard]] Value at(std::string_view label, unsigned index = 0) const {
        return at(address(label) + index);
    }
    /// Puts a word at a label or symbol.
    void point(std::string_view symbol, const Word& to);
    /// A variable of the program as a room, although In does not name its bytes.
    Room variable(std::string_view label, unsigned size);
    [[nodiscard]] bool has(std::string_view label) const { return site_.find(label).has_value(); }
    [[nodiscard]] unsigned address(std::string_view label) const;
    /// Whether In names the byte at a label or symbol.
    [[nodiscard]] bool names(std::string_view label) const {
        const auto at = site_.find(label);
        return at && site_.names(*at);
    }
    /// The symbol of the In that is being declared.
    [[nodiscard]] std::string_view symbol() const { return symbol_; }
    void set_symbol(std::string_view symbol) { symbol_ = symbol; }
    [[nodiscard]] const Site& site() const { return site_; }

  protected:
    explicit Inputs(const Site& site) : site_(site) {}
    /// Whether `put` reaches a byte.
    [[nodiscard]] bool reaches(unsigned address) const;
    void forget_rooms() { rooms_.clear(); }
    void add_room(unsigned at, unsigned size) { rooms_.push_back({at, at + size}); }

  private:
    /// A symbol that was looked up, and its address.
    struct Known {
        const char* text;
        std::string label;
        unsigned address;
    };

    const Site& site_;
    std::string_view symbol_;
    std::vector<Extent> rooms_;
    mutable std::vector<Known> known_;  // cache of label look-ups
};

/// A word in parentheses after an In, whose values have the C++ type P.
template <class P>
struct InputOf {
    std::string_view word{};
    /// The only declaration of the allowed inputs. With a prover and while sampling or listing,
    /// `given` is a default P: only `given` arguments may depend on it.
    void (*declare)(Inputs& in, const P& given) = nullptr;
    /// The value in memory, or nullopt; `declare` checks that memory holds all of it.
    std::optional<P> (*get)(const Memory& memory) = nullptr;
    bool each = false;  ///< declared for each In with the word, not once for all of them
    /// Random values that favour extremes; nullptr: all values are equally likely.
    P (*sample)(Choices& choices) = nullptr;
};

/// An InputOf for values of any type.
struct InputKind {
    std::string_view word{};
    std::function<void(Inputs&, const Native&)> declare{};
    std::function<Native(const Memory&)> get{};  ///< empty if memory holds no value
    std::function<Native(Choices&)> sample{};
    Native start{};  ///< a default value
    bool each = false;
};
template <class P>
[[nodiscard]] InputKind input(const InputOf<P>& of) {
    return {of.word,
            [declare = of.declare](Inputs& in, const Native& given) {
                declare(in, *std::any_cast<P>(&given));
            },
            [get = of.get](const Memory& memory) {
                std::optional<P> found = get(memory);
                return found ? Native(std::move(*found)) : Native();
            },
            of.sample == nullptr
                ? std::function<Native(Choices&)>()
                : [sample = of.sample](Choices& choices) -> Native { return sample(choices); },
            P{},
            of.each};
}

/// An In with its kind.
struct Asked {
    const InputKind* kind = nullptr;
    std::string symbol{};
};

/// Lets `in` read the declarations of a block's inputs, with default values as `given`.
void declare(Inputs& in, std::span<const Asked> asked);

/// Base of the readers of known bytes: the machine that they read and (except Recognising) fill.
class KnownInputs : public Inputs {
  public:
    void need(const Value& condition) override { failed_ |= condition.known() == 0; }
    void put(unsigned address, const Value& byte) override;
    void put_register(char name, const Value& byte) override;
    [[nodiscard]] Value at(unsigned address) const override {
        return machine_.ram[address & 0xffffU];
    }
    [[nodiscard]] Value in(char name) const override { return machine_.in(name); }
    using Inputs::at;
    using Inputs::put;
    void area(std::string_view name, const Word& begin, const Word& end) override;
    [[nodiscard]] const std::map<std::string, Extent, std::less<>>& areas() const { return areas_; }

  protected:
    KnownInputs(const Site& site, EntryState& machine) : Inputs(site), machine_(machine) {}
    void begin();
    void fail() { failed_ = true; }
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] EntryState& machine() { return machine_; }

  private:
    EntryState& machine_;
    std::map<std::string, Extent, std::less<>> areas_;
    bool failed_ = false;
};

/// Makes all picks from numbers, random or consecutive.
class NumberedInputs : public KnownInputs {
  public:
    Value pick(const Among& among, unsigned given) override;
    unsigned choose(unsigned count, unsigned given) override;
    Room room(unsigned size, Address given) override;
    Word between(const Word& first, const Word& last, Address given) override;

  protected:
    NumberedInputs(const Site& site, EntryState& machine) : KnownInputs(site, machine) {}
    void begin();
    /// 0 to `count` - 1; fails if `count` is 0.
    virtual unsigned number(unsigned count) = 0;
    virtual unsigned gap() = 0;  ///< bytes left free before a room

  private:
    unsigned free_ = 0;
};

/// Random inputs. If a condition fails, makes all picks again.
class Sampling final : public NumberedInputs {
  public:
    Sampling(const Site& site, EntryState& machine, Choices& choices)
        : NumberedInputs(site, machine), choices_(choices) {}

    /// Throws std::runtime_error if 100,000 attempts do not meet all conditions.
    void sample(std::span<const Asked> asked);
    Picks pick_ascending(const Among& among, std::span<const Byte> given) override;

  private:
    unsigned number(unsigned count) override;
    unsigned gap() override { return choices_.below(256); }

    Choices& choices_;
};

/// All inputs in sequence; rooms are at the beginning of free memory.
///
///     for (Listing all(site, machine, asked); all.next();) use(machine);
class Listing final : public NumberedInputs {
  public:
    Listing(const Site& site, EntryState& machine, std::span<const Asked> asked)
        : NumberedInputs(site, machine), asked_(asked) {}

    /// Fills the machine with the next inputs; false after the last.
    [[nodiscard]] bool next();
    Picks pick_ascending(const Among& among, std::span<const Byte> given) override;

  private:
    /// One pick: its current value, of `count` possible ones.
    struct Digit {
        unsigned value, count;
    };
    unsigned number(unsigned count) override;
    unsigned gap() override { return 0; }
    [[nodiscard]] bool advance();

    std::span<const Asked> asked_;
    std::vector<Digit> digits_;
    std::size_t made_ = 0;
    bool has_begun_ = false;
};

/// Puts given values into a machine.
class Putting : public KnownInputs {
  public:
    Putting(const Site& site, EntryState& machine) : KnownInputs(site, machine) { begin(); }

    /// Puts a value. False if it is not a value of this kind; part of it may have been put.
    [[nodiscard]] bool put_value(const Asked& asked, const Native& value);
    Value pick(const Among& among, unsigned given) override;
    Picks pick_ascending(const Among& among, std::span<const Byte> given) override;
    unsigned choose(unsigned count, unsigned given) override;
    Room room(unsigned size, Address given) override;
    Word between(const Word& first, const Word& last, Address given) override;
    using KnownInputs::put;
};

/// Whether a machine holds inputs of these kinds.
class Recognising final : public Putting {
  public:
    Recognising(const Site& site, EntryState& machine) : Putting(site, machine) {}

    /// The first input that the machine does not hold, or nullptr.
    [[nodiscard]] const Asked* first_unmet(std::span<const Asked> asked);
    [[nodiscard]] bool recognises() const override { return true; }
    void put(unsigned address, const Value& byte) override;
    void put_register(char name, const Value& byte) override;
    using Putting::put;

  private:
    [[nodiscard]] bool holds(const Asked& asked);

    std::vector<std::pair<unsigned, Byte>> put_;  // the last byte at an address counts
    std::vector<std::pair<char, Byte>> put_in_registers_;
    std::bitset<0x10000> compared_;
};

}  // namespace ryg::claims
