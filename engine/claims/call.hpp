// One call of a routine: the memory and registers it starts from.
#pragma once

#include <any>
#include <bitset>

#include "c64/board/machine.hpp"
#include "engine/claims/program.hpp"
#include "engine/common/choices.hpp"

namespace ryg::claims {

using engine::Choices;
using Keys = std::vector<Byte>;

/// Inputs that satisfy a block; everything else is random.
struct Call {
    static constexpr Byte entry_s = 0xed;  ///< S when the routine is entered
    static constexpr unsigned stack_top = 0x101U + entry_s;
    static constexpr Address guard = 0xffff;  ///< return address: no code begins there

    const Program* program = nullptr;
    const Block* block = nullptr;
    std::vector<Byte> ram;  ///< 64 KB
    emu::Registers registers;
    Keys keys;       ///< keys that GETIN returns; $00: no key yet
    std::any drawn;  ///< the values that the suite's kinds chose, for the references
    std::vector<std::any> declared{};                  ///< values in memory of declared kinds
    std::map<std::string, Extent, std::less<>> areas;  ///< memory ranges that Uses may name
    /// Further preparation of the machine; may be empty.
    std::function<void(c64::Machine&)> prepare;
    /// Functions executed in place of routines, which then return.
    std::map<Address, std::function<void(c64::Machine&)>> stand_ins{};

    [[nodiscard]] int version() const { return program->version(); }
    [[nodiscard]] bool has(std::string_view label) const { return program->has(label); }
    [[nodiscard]] Address address(std::string_view label) const;
    /// The byte at a label, or `index` bytes after it.
    [[nodiscard]] Byte byte(std::string_view name, unsigned index = 0) const;
    /// The address in nameLo/Hi.
    [[nodiscard]] Address word(std::string_view name) const;
    /// The bytes of a whole variable.
    [[nodiscard]] std::vector<Byte> bytes(std::string_view name) const;
    /// The value that memory holds for a declared kind, or that the kinds chose; nullptr if there is
    /// none.
    template <class T>
    [[nodiscard]] const T* find() const {
        for (const std::any& one : declared) {
            if (const T* const known = std::any_cast<T>(&one)) return known;
        }
        return std::any_cast<T>(&drawn);
    }
    /// The same. If there is none: a default T while the call is being made, ContractError
    /// afterwards.
    template <class T>
    [[nodiscard]] T& value() {
        if (!drawn.has_value()) drawn = T{};
        return std::any_cast<T&>(drawn);
    }
    template <class T>
    [[nodiscard]] const T& value() const {
        if (const T* const known = find<T>()) return *known;
        throw ContractError("In does not state what the routine's reference reads");
    }
    [[nodiscard]] Extent area(std::string_view name) const;

    void set(unsigned at, Byte value) { ram[at & 0xffffU] = value; }
    void set(std::string_view name, unsigned value, unsigned index = 0);
    void set_word(std::string_view name, unsigned value);
    void set_bytes(unsigned at, std::span<const Byte> values);

    /// Sets registers, memory and keys: `X=05 $0400=01ff keys=0041`. Throws ContractError for any
    /// other text.
    void change(std::string_view changes);
    /// The changes that turn another call into this one, in the same form; never empty.
    [[nodiscard]] std::string changes_from(const Call& other) const;
};

/// Adds a key; before one in four keys, a read finds none.
void type_key(Keys& keys, int key, Choices& choices);

/// Reads the keys as a program that waits for each one does.
class KeyReader {
  public:
    explicit KeyReader(const Keys& keys) : keys_(keys) { skip(); }

    [[nodiscard]] bool at_end() const { return at_ == keys_.size(); }
    /// Must not be at the end.
    char next() {
        const auto key = static_cast<char>(keys_.at(at_++));
        skip();
        return key;
    }
    /// Number of keys read, including the reads without a key after them.
    [[nodiscard]] std::size_t read() const { return at_; }

  private:
    void skip() {
        while (at_ < keys_.size() && keys_[at_] == 0) ++at_;
    }

    const Keys& keys_;
    std::size_t at_ = 0;
};

}  // namespace ryg::claims
