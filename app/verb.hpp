// What a verb of the program is, and what all of them share: options, output, exit status.
#pragma once

#include <atomic>
#include <boost/program_options.hpp>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::app {

/// Keeps the order in which the verb reports.
using Json = nlohmann::ordered_json;
namespace options = boost::program_options;

/// What the shell gets to know.
enum Exit : int {
    exit_done = 0,          ///< agreed, or done
    exit_difference = 1,    ///< the comparison found one
    exit_trouble = 2,       ///< usage, input, or the machine
    exit_interrupted = 130  ///< Ctrl-C; what was done until then has been reported
};

/// Bad input: the message is one line that says what, where, and how to mend it. `main` prints it
/// after the program's and the verb's name and exits with status 2; so it does for every other
/// exception of the floors below.
struct Trouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The words of a verb's --help, besides its options.
struct Help {
    std::string_view usage;     ///< after "usage: ryg ", e.g. "search --position FEN [options]"
    std::string_view about;     ///< what it does and prints, a few lines
    std::string_view examples;  ///< one command a line
};

/// What `parse` found: the options' values, and whether help was asked for (and printed).
struct Parsed {
    options::variables_map values;
    bool helped = false;

    [[nodiscard]] bool has(const char* name) const { return values.count(name) != 0; }
    /// ... and not only by default.
    [[nodiscard]] bool given(const char* name) const {
        return has(name) && !values[name].defaulted();
    }
    template <class T>
    [[nodiscard]] const T& get(const char* name) const {
        return values[name].as<T>();
    }
    [[nodiscard]] bool json() const { return values.count("json") != 0; }
};

using Arguments = std::span<const std::string>;

/// Adds --help and --json to `own`, reads the arguments, prints the help if it was asked for.
/// `positional` names the options that bare words stand for, in order; the last takes the rest if
/// its name ends in "...". Throws Trouble for anything that it cannot read.
[[nodiscard]] Parsed parse(Arguments arguments, const Help& help,
                           const options::options_description& own,
                           const std::vector<std::string>& positional = {});

/// An unsigned number in decimal, or in hex behind `$` or `0x`; Trouble names the option if it is
/// none or above `greatest`.
[[nodiscard]] std::uint64_t parse_number(std::string_view text, std::string_view option,
                                         std::uint64_t greatest);

/// Throws Trouble unless least <= value <= greatest.
void check_range(std::int64_t value, std::int64_t least, std::int64_t greatest,
                 std::string_view option);

/// Throws Trouble if `option` was given and one of `others`, too, which then has nothing to say.
/// Defaults do not count.
void check_alone(const Parsed& parsed, const char* option,
                 std::initializer_list<const char*> others);

/// Adds --jobs, and the threads that it asks for: one for each core unless it says how many.
void add_jobs_option(options::options_description& own);
[[nodiscard]] unsigned jobs_of(const Parsed& parsed);

void print(const Json& json);

/// Set by Ctrl-C. Loops over work look at it between two pieces, stop, and report what they have.
extern std::atomic<bool> interrupted;

struct Verb {
    std::string_view name;
    std::string_view summary;  ///< one line of `ryg --help`
    Exit (*run)(Arguments);
};

// The verbs, one file each, in the order of `ryg --help`.
Exit verify(Arguments);
Exit search(Arguments);
Exit perft(Arguments);
Exit solve(Arguments);
Exit strength(Arguments);
Exit bench(Arguments);
Exit play(Arguments);
Exit run(Arguments);
Exit trace(Arguments);
Exit debug(Arguments);
Exit suite(Arguments);
Exit hints(Arguments);
Exit hash(Arguments);
Exit asm_info(Arguments);

/// `ryg bench cpu`, `ryg bench hints` and `ryg bench index`, which `bench` hands on to.
Exit bench_cpu(Arguments);
Exit bench_hints(Arguments);
Exit bench_index(Arguments);

}  // namespace ryg::app
