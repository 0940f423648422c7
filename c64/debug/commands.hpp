// The debugger's command lines, under the names that VICE's monitor gives them.
//
//     Commands commands(debugger, symbols);
//     fmt::print("{}", commands.execute("break .validaJugada if @.vjFila == 7").text);
//
// Addresses and bytes are hexadecimal as in VICE, with or without $; labels have a dot in front
// where they could be read as numbers. Counts, lines, numbers of checkpoints and cycles are
// decimal. Every front executes lines here; who knows more (a game tree, say) adds commands.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "c64/debug/banks.hpp"
#include "c64/debug/debugger.hpp"
#include "c64/debug/symbols.hpp"
#include "c64/debug/view.hpp"

namespace ryg::c64::debug {

/// A line that is no command, or with arguments that it does not take. The message is one line.
struct BadCommand : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a command line brought.
struct Reply {
    std::string text;            ///< none, or lines with `\n` behind each
    bool failed = false;         ///< `text` is one line that says what is wrong
    bool quit = false;           ///< the session is to end
    std::optional<Stop> stop{};  ///< of commands that move the machine
};

/// What a command writes for others to read. Throws BadCommand if it cannot be written.
void write_text(const std::string& path, std::string_view text);

/// For a command of VICE's that is not here: what to do in its place. Empty for others.
[[nodiscard]] std::string_view what_to_do_instead(std::string_view name);

/// The words behind a command's name, taken one by one. Blanks are between them, or a comma.
class Arguments {
  public:
    explicit Arguments(std::string_view line) : rest_(line) {}

    /// Nothing more but blanks.
    [[nodiscard]] bool empty();
    /// The next word without taking it; empty at the end.
    [[nodiscard]] std::string_view peek();
    /// Takes the next word; throws BadCommand, naming what is missing.
    std::string_view take(std::string_view what);
    /// Takes the next word if it is this one.
    bool take_if(std::string_view word);
    /// Takes all that is left, blanks around it left out.
    std::string_view rest();
    /// Throws BadCommand unless nothing is left.
    void end();

    /// Takes a word, or anything between quotes: the name of a file.
    std::string quoted(std::string_view what);

    /// A number in decimal, or in hex behind `$`; `fallback` if nothing is left.
    std::uint64_t count(std::string_view what, std::optional<std::uint64_t> fallback = {});

  private:
    std::string_view rest_;
};

/// Two addresses, both included.
struct Range {
    Address first = 0, last = 0;
    bool open = false;  ///< the last one was left out
    [[nodiscard]] std::size_t size() const { return std::size_t{last} - first + 1; }
};

class Commands {
  public:
    struct Command {
        std::vector<std::string> names;  ///< the long one first
        std::string usage;               ///< behind the name: "[address]"
        std::string about;               ///< a line
        std::string topic;               ///< help lists commands by it
        /// Does it; what it returns is shown. Throws anything for bad arguments.
        std::function<Reply(Arguments&)> run;
    };

    Commands(Debugger& debugger, Symbols& symbols);

    /// Adds a command, or replaces the one of that name. Names are found in capitals, too.
    void add(Command command);

    /// Executes one line. Empty lines and those that begin with `#` or `;` say nothing. Whatever is
    /// wrong with a line comes back as a failed reply.
    [[nodiscard]] Reply execute(std::string_view line);

    /// Whether a line begins with the name of a command.
    [[nodiscard]] bool knows(std::string_view line) const;

    [[nodiscard]] const std::vector<Command>& all() const { return commands_; }

    Debugger& debugger;
    Symbols& symbols;

    /// What the program's data mean, for fronts that show variables.
    std::vector<View> views;

    /// Lines of source shown around the one at pc, on each side; 0: that alone.
    unsigned context = 0;
    /// Colours for a terminal.
    bool colour = false;
    /// Movements that nothing else ends end after so many cycles.
    Cycle limit = 1'000'000'000;

    // --- for those who add commands -------------------------------------------------------------
    /// An address: an expression, maybe with VICE's `c:` in front, or FILE:LINE of the source.
    [[nodiscard]] Address address(std::string_view text) const;
    /// Takes `c000 c0ff`, `c000,c0ff` or `c000-c0ff`. Where the last address is left out, it is
    /// `count` bytes, if there are so many; 0: that is wrong.
    [[nodiscard]] Range range(Arguments& arguments, std::size_t count = 0) const;
    /// Where a stop has led to and why, as text and value.
    [[nodiscard]] Reply stopped(Stop stop) const;
    /// "miniMax+3 ($1003)", or "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const;
    /// One instruction as a line: address, bytes, text with labels.
    [[nodiscard]] std::string instruction_line(Address address, Bank bank = Bank::cpu) const;
    /// The place at pc: label, source line, instruction and registers.
    [[nodiscard]] std::string where() const;
    [[nodiscard]] std::string describe(const Hit& hit) const;
    [[nodiscard]] std::string describe(const Checkpoint& checkpoint) const;

    /// What can stand behind a beginning: commands for a first word, labels for others.
    [[nodiscard]] std::vector<std::string> completions(std::string_view line) const;

  private:
    [[nodiscard]] const Command* find(std::string_view name) const;
    [[nodiscard]] Reply help(Arguments& arguments) const;
    Reply timed(std::string_view line);
    void do_commands_of(Reply& reply);
    Reply set_checkpoint(Arguments& arguments, Checkpoint checkpoint);
    [[nodiscard]] Reply list_checkpoints() const;
    [[nodiscard]] Reply backtrace() const;
    Reply profile(Arguments& arguments);
    [[nodiscard]] Reply cpu_history(std::uint64_t count) const;
    [[nodiscard]] std::string paint(std::string_view ink, std::string text) const;
    [[nodiscard]] Byte peek(std::size_t address) const {
        return debug::peek(debugger.machine(), static_cast<Address>(address), bank_);
    }
    /// Writes bytes to the bank that is looked at, from the first again when all are used up.
    void poke(Address first, std::vector<Byte> bytes, std::size_t count);
    void add_moves();
    void add_checkpoints();
    void add_checkpoint_changes();
    void add_memory();
    void add_pokes();
    void add_looks();
    void add_labels();
    void add_profile();
    void add_files();
    void add_settings();

    std::vector<Command> commands_;
    Address next_memory_ = 0, next_code_ = 0;            // where m and d go on
    std::uint64_t next_code_is_pc_ = ~std::uint64_t{0};  // unless the machine has moved since
    std::string traced_;                                 // by tracepoints, during a command
    Bank bank_ = Bank::cpu;                              // of memory that is shown and changed
    int depth_ = 0;                                      // of commands that checkpoints have
    Cycle stopwatch_ = 0;                                // when it was set to zero
    std::uint64_t profile_first_ = 0;                    // steps that are counted
    std::optional<std::uint64_t> profile_last_{};        // none: up to now
};

}  // namespace ryg::c64::debug
