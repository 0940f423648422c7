// Makes a routine shorter or faster; the whole routine is proved equal for all inputs.
//
//     shorten::Shortened found = shorten::shorten(version, texts, "mul10", assemble, options);
//     if (!found.finds.empty()) write(found.texts);
#pragma once

#include "engine/prove/against.hpp"
#include "engine/shorten/edit.hpp"

namespace ryg::shorten {

enum class Aim : std::uint8_t { bytes, cycles, worst };

struct Options {
    Aim aim = Aim::bytes;
    bool undocumented = false;
    bool is_ca65 = true;               ///< of the assembler: it has cheap local labels
    std::vector<std::string> avoid{};  ///< instructions that are not to be used
    double seconds = 10;               ///< of processor time
    std::function<bool()> go_on{};
};

/// Assembles texts; nothing if that does not work.
using Assemble = std::function<std::optional<Version>(const Texts&)>;

struct Shortened {
    std::string routine, file;
    std::size_t line = 0;
    std::string why{};  ///< why it is left alone; empty if it is not
    Texts texts{};
    std::vector<Edit> finds{};  ///< one after the other
    unsigned bytes_before = 0, bytes = 0;
    prove::Cycles before{}, now{};  ///< over all inputs
    std::string proof{};            ///< the means of the last one
    std::size_t windows = 0;
    unsigned searched = 0;     ///< all sequences of up to so many instructions were tried
    bool is_complete = false;  ///< and so were all longer ones that would cost less
};

/// Throws ContractError. All must outlive the call.
[[nodiscard]] Shortened shorten(const Version& version, const Texts& texts,
                                const std::string& routine, const Assemble& assemble,
                                const Options& options);

}  // namespace ryg::shorten
