// The debugger's command lines, under the names that VICE's monitor gives them.
//
//     Commands commands(debugger, symbols);
//     fmt::print("{}", commands.execute("break .validaJugada if @.vjFila == 7").text);
//
// Addresses and bytes are hexadecimal as in VICE, with or without $; labels have a dot in front
// where they could be read as numbers. Counts, lines, numbers of checkpoints and cycles are
// decimal. Every front end executes its lines here; one for a game tree, say, adds commands.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/debug/arguments.hpp"
#include "c64/debug/banks.hpp"
#include "c64/debug/debugger.hpp"
#include "c64/debug/symbols.hpp"
#include "c64/debug/view.hpp"

namespace ryg::c64::debug {

/// The result of a command line.
struct Reply {
    Reply() = default;
    Reply(std::string its_text) : text(std::move(its_text)) {}  // NOLINT: a text is a reply

    std::string text;            ///< empty, or lines that end with `\n`
    bool failed = false;         ///< `text` is one line that says what is wrong
    bool quit = false;           ///< the session is to end
    std::optional<Stop> stop{};  ///< how the movement ended, for commands that move the machine
};

/// The alternative to a VICE command that does not exist here; empty for any other name.
[[nodiscard]] std::string_view what_to_do_instead(std::string_view name);

/// A part of the history: from step `first` to the one before `last`.
struct StepRange {
    std::uint64_t first = 0, last = 0;
};

class Commands;

/// A row of the table of commands, as help shows it.
struct Command {
    std::vector<std::string_view> names;  ///< the long one first
    std::string_view usage;               ///< after the name: "[address]"
    std::string_view about;               ///< one line of description
    std::string_view topic;               ///< heading under which help lists it
    /// Executes it; the reply is shown. May throw any exception for bad arguments.
    std::function<Reply(Commands&, Arguments&)> run;
    std::string_view example{};  ///< a complete, valid line
};

/// Executes command lines on a debugger; all references must outlive it.
class Commands {
  public:
    Commands(Debugger& debugger, Symbols& symbols);

    /// Adds a command, or replaces the one of that name. Names are also found in upper case. The
    /// texts must outlive this.
    void add(Command command);

    /// Executes a line: one or more commands separated by `;`, up to the first that fails. Empty
    /// lines and those that begin with `#` or `;` do nothing. Errors are returned as a failed
    /// reply.
    [[nodiscard]] Reply execute(std::string_view line);

    /// A tracepoint's report of a hit, with the output of its command.
    [[nodiscard]] std::string tell(const Checkpoint& checkpoint, const Hit& hit);

    /// Whether a line begins with the name of a command.
    [[nodiscard]] bool knows(std::string_view line) const;

    [[nodiscard]] const std::vector<Command>& all() const { return commands_; }
    /// By name; nullptr if there is none.
    [[nodiscard]] const Command* find(std::string_view name) const;
    /// The error message for an unknown command name.
    [[nodiscard]] std::string unknown(std::string_view name) const;

    Debugger& debugger;
    Symbols& symbols;

    /// Writes a file for a command; throws if it cannot. A front may set its own rules here.
    std::function<void(const std::string& path, std::string_view text)> write;

    /// Lines under user-defined names: `{1}` to `{9}` are a line's words, `{*}` all of them.
    std::map<std::string, std::string, std::less<>> macros;

    /// The program's data as variables, for front ends that show them.
    std::vector<View> views;

    /// Source lines shown on each side of the line at pc.
    unsigned context = 0;
    /// Colours for a terminal.
    bool colour = false;
    /// Movements end after this many cycles if nothing else ends them.
    Cycle limit = 1'000'000'000;

    // --- what commands remember from one line to the next ---------------------------------------
    Bank bank = Bank::cpu;                              ///< bank of memory shown and changed
    Address next_memory = 0, next_code = 0;             ///< where m and d continue
    std::uint64_t next_code_is_pc = ~std::uint64_t{0};  ///< unless the machine has moved since
    Cycle stopwatch = 0;                                ///< when it was set to zero
    std::uint64_t profile_first = 0;                    ///< first step of the profile
    std::optional<std::uint64_t> profile_last{};        ///< its end; none: up to now
    std::vector<std::uint64_t> listed{};                ///< steps that `jump` can go to
    std::vector<std::string> displays{};                ///< expressions shown after each stop

    // --- for added commands ---------------------------------------------------------------------
    /// Parses an expression with the labels of the routine at pc. Throws BadExpression,
    /// UnknownLabel.
    [[nodiscard]] Expression expression(std::string_view text) const;
    /// An address: an expression, optionally after VICE's `c:`, or FILE:LINE of the source.
    [[nodiscard]] Address address(std::string_view text) const;
    /// Takes the next word as an address.
    [[nodiscard]] Address take_address(Arguments& arguments,
                                       std::string_view what = "the address") const {
        return address(arguments.take(what));
    }
    /// Takes `c000 c0ff`, `c000,c0ff` or `c000-c0ff`. Without the last address it is `count` bytes,
    /// or up to the end of memory; an error if `count` is 0.
    [[nodiscard]] AddressRange range(Arguments& arguments, std::size_t count = 0) const;
    /// Takes `from cycle` or `to cycle` and sets that bound of `steps`; false if neither comes
    /// next.
    bool take_bound(Arguments& arguments, StepRange& steps) const;
    /// Where and why the machine has stopped, as text and value.
    [[nodiscard]] Reply stopped(Stop stop) const;
    /// "miniMax+3 ($1003)", or "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const;
    /// One instruction as a line: address, bytes, text with labels.
    [[nodiscard]] std::string instruction_line(Address address, Bank seen = Bank::cpu) const;
    /// A source line, with `around` lines on each side.
    [[nodiscard]] std::string lines_around(SourceLine here, unsigned around) const;
    /// An open call: its current instruction, and whether an interrupt suspended it.
    struct Level {
        Address pc = 0;
        bool interrupted = false;
    };
    /// The open calls, innermost first.
    [[nodiscard]] std::vector<Level> levels() const;
    /// Number of the chosen call; 0, the innermost, is chosen when the machine moves.
    [[nodiscard]] std::size_t level() const;
    void choose_level(std::size_t number);
    /// A line for each of `displays`.
    [[nodiscard]] std::string displayed() const;
    /// The place at pc: label, source line, instruction and registers.
    [[nodiscard]] std::string where() const;
    [[nodiscard]] std::string describe(const Hit& hit) const;
    [[nodiscard]] std::string describe(const Checkpoint& checkpoint) const;

    [[nodiscard]] Byte peek(std::size_t address) const {
        return debug::peek(debugger.machine(), static_cast<Address>(address), bank);
    }
    /// Writes `count` bytes to the bank, repeating `bytes` as often as needed.
    void poke(Address first, std::vector<Byte> bytes, std::size_t count);

    /// Completions of the last word of the line. A first word completes to commands and macros, any
    /// other to words of the command's usage, labels, and files where the command accepts one.
    [[nodiscard]] std::vector<std::string> completions(std::string_view line) const;

  private:
    Reply execute_one(std::string_view line);
    Reply expand(std::string_view name, std::string_view rest);
    void do_commands_of(Reply& reply);
    [[nodiscard]] std::string_view routine() const {
        return symbols.routine_at(level() == 0 ? debugger.machine().cpu.registers.pc
                                               : levels()[level()].pc);
    }
    [[nodiscard]] std::string paint(std::string_view ink, std::string text) const;

    std::vector<Command> commands_;
    std::size_t level_ = 0;       // see level()
    std::uint64_t level_at_ = 0;  // the step at which it was chosen
    std::string traced_;          // reports of tracepoints during a command
    int depth_ = 0;               // nesting of checkpoints' commands, macros and files
};

/// The common prefix of several completions.
[[nodiscard]] std::string common_beginning(const std::vector<std::string>& words);

// The tables, one for each file of commands, in the order of `help`.
[[nodiscard]] std::span<const Command> move_commands();
[[nodiscard]] std::span<const Command> memory_commands();
[[nodiscard]] std::span<const Command> poke_commands();
[[nodiscard]] std::span<const Command> past_commands();
[[nodiscard]] std::span<const Command> touched_commands();
[[nodiscard]] std::span<const Command> look_commands();
[[nodiscard]] std::span<const Command> setting_commands();
[[nodiscard]] std::span<const Command> session_commands();

}  // namespace ryg::c64::debug
