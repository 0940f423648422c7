// What the options of `ryg hash` choose: where the tables come from, and which boards are hashed.
#pragma once

#include <optional>
#include <string>

#include "app/verb.hpp"
#include "engine/ryg3/native/search.hpp"
#include "engine/ryg3/study/hash_jury.hpp"
#include "engine/ryg3/study/hash_sources.hpp"

namespace ryg::app {

[[nodiscard]] options::options_description hash_options();

/// A number from `least` to `greatest`; Trouble names the option if it is none.
[[nodiscard]] std::uint64_t number_of(const Parsed& parsed, const char* option, std::uint64_t least,
                                      std::uint64_t greatest);

struct HashSource {
    enum class Kind : std::uint8_t { sid, machine, host, dense };

    Kind kind = Kind::sid;
    std::optional<std::uint64_t> seed{};
    crosscheck::NoiseReader reader{};         ///< of sid
    crosscheck::Cycle idle = 0;               ///< of machine
    c64::Timing timing = c64::Timing::stock;  ///< of machine
    const crosscheck::PlantedFault* plant = nullptr;

    [[nodiscard]] std::string describe() const;
    /// The tables of a seed; those of a cold chip without one. Not for `dense`, which has none.
    [[nodiscard]] engine::ryg3::RandomTables draw(std::optional<std::uint64_t> with) const;
    [[nodiscard]] crosscheck::HashFigures figures(const crosscheck::HashBoards& boards,
                                                  std::optional<std::uint64_t> with) const;
};
/// Throws Trouble for an option that the source does not have.
[[nodiscard]] HashSource hash_source_of(const Parsed& parsed);

struct HashPositions {
    crosscheck::HashBoards boards;
    std::string about;
    bool independent = false;                       ///< a small part of all boards, in random order
    std::optional<engine::ryg3::Board> searched{};  ///< where the search began that met them,
    int depth = 0;                                  ///< and how deep it was
};
/// Throws Trouble for an option that does not go with the positions, or if they are too few.
[[nodiscard]] HashPositions hash_positions_of(const Parsed& parsed);

}  // namespace ryg::app
