// All inputs that a block allows, as terms: where the draws of a kind choose one.
#pragma once

#include <functional>

#include "engine/contracts/prove/stream.hpp"
#include "engine/contracts/suite.hpp"

namespace ryg::contracts::prove {

/// Memory that lies at any address of its pages. Its cells are kept at `at`, its first page.
struct Object {
    std::string name;
    Term low = 0, high = 0;  ///< where it begins: two symbols
    unsigned at = 0, size = 0;
};

/// A byte of an array: at `array` and the value of a symbol, wherever that is. No other byte that a
/// path knows of may be the same.
struct Element {
    unsigned array = 0;
    Term index = 0;
    Term first = 0;  ///< what is there before the call
};

/// Inputs that only draws are known of; the message says which.
struct NoSpace : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One of `count` alternatives, each of which has a space of its own.
struct SpaceChoice {
    unsigned chosen = 0, count = 1;
};
using SpaceChoices = std::vector<SpaceChoice>;
/// Goes on to the choices of the next space; false after the last one.
[[nodiscard]] bool advance(SpaceChoices& choices);

/// For each address of a program, that at which another has the same byte; or one of these two.
using Origin = std::vector<unsigned>;
inline constexpr unsigned as_assembled = 0x10000, unknown = 0x10001;

/// The memory and the registers from which a routine is called. What no kind has set is noise.
struct Space {
    /// One of several spaces that together are all inputs. Makes the given choices; those after
    /// them are its first alternatives, and are added. Throws ContractError.
    Space(Terms& terms, const Suite& suite, const Program& program, const Block& block,
          SpaceChoices& choices, bool has_elements = false);
    /// The same inputs, as another program finds them.
    Space(const Space& same, const Program& other, const Origin& origin);

    static constexpr Byte port_direction = 0x2f;  ///< $00, as boot leaves it

    Terms& terms;
    const Program& program;
    const Block& block;
    std::vector<Term> cells;                              ///< 64 KB
    std::array<Term, register_names.size()> registers{};  ///< A X Y C Z N V
    std::vector<Term> inputs;                             ///< symbols that In has made
    std::vector<Object> objects;
    Extent room{};                  ///< where these may lie; only their pointers lead there
    bool has_elements;              ///< whether a kind may state one, or has to choose its index
    std::vector<Element> elements;  ///< that In states
    std::vector<Term> calls;        ///< of GETIN, in order: 1 if it gives a key, then one of `keys`
    std::vector<Term> keys;
    std::map<std::string, std::vector<Term>, std::less<>> made;  ///< symbols that kinds share
    /// Where memory begins and ends that Uses names by a word, if that is not always the same.
    struct Area {
        Term low, high, end_low, end_high;
    };
    std::map<std::string, Area, std::less<>> areas;
    /// What a kind leaves open because no routine reads it; one that does is not decided.
    std::bitset<0x10000> unread;
    std::uint64_t combinations = 0;  ///< of the values of constrained symbols; 0: not counted
    std::unique_ptr<Stream> stream;  ///< a register that may be read, if there is one

    /// A symbol of In.
    Term input(const Domain& domain);
    /// 0 .. count - 1, each in a space of its own.
    unsigned choose(unsigned count);
    /// What In states of an array at an index, or nullptr.
    [[nodiscard]] const Element* element(unsigned array, Term index) const;
    /// Memory at an address that is unknown, and the pointer to it.
    Object& object(std::string_view name, unsigned size);

  private:
    void put(const Entry& entry);
    [[nodiscard]] bool is_stated_once(const Extent& place) const;

    SpaceChoices& choices_;
    std::size_t chosen_ = 0;  // how many choices have been made
    unsigned free_;           // page after the last object
};

/// What contract's rig and so every proof takes for granted, a line for each.
[[nodiscard]] std::vector<std::string> assumptions();

}  // namespace ryg::contracts::prove
