// Makes a routine shorter or faster; the whole routine is proved equal for all inputs.
//
//     shorten::Shortened found = shorten::shorten(version, texts, "mul10", assemble, options);
//     if (!found.finds.empty()) write(found.texts);
#pragma once

#include "engine/prove/against.hpp"
#include "engine/shorten/edit.hpp"

namespace ryg::shorten {

/// What to reduce: bytes; cycles, for no input more; or the maximum of cycles.
enum class Aim : std::uint8_t { bytes, cycles, worst };

/// How to search, and for how long.
struct ShortenOptions {
    Aim aim = Aim::bytes;
    bool undocumented = false;
    bool is_ca65 = true;               ///< the assembler supports cheap local labels
    std::vector<std::string> avoid{};  ///< instructions not to use
    double seconds = 10;               ///< CPU time limit
    std::function<bool()> go_on{};
};

/// Assembles texts; nullopt if that fails.
using Assemble = std::function<std::optional<AssembledVersion>(const Texts&)>;

/// The result for one routine.
struct Shortened {
    std::string routine, file;
    std::size_t line = 0;
    std::string why{};  ///< why the routine cannot be changed; empty if it can
    Texts texts{};
    std::vector<Edit> finds{};  ///< improvements in the order of application
    unsigned bytes_before = 0, bytes = 0;
    prove::Cycles before{}, now{};  ///< over all inputs
    std::string proof{};            ///< method of the last proof
    std::size_t windows = 0;
    unsigned searched = 0;     ///< all sequences up to this many instructions were tried
    bool is_complete = false;  ///< all longer ones that would cost less were tried, too
};

/// Throws ContractError. All must outlive the call.
[[nodiscard]] Shortened shorten(const AssembledVersion& version, const Texts& texts,
                                const std::string& routine, const Assemble& assemble,
                                const ShortenOptions& options);

}  // namespace ryg::shorten
