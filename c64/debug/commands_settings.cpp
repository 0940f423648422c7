// Commands for what VICE's monitor lets one set; most of it can only be one thing here.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

/// What is always so, under the name of the command that changes it in VICE.
struct Fact {
    std::vector<std::string> names;
    std::string_view value, about;
};

const std::array<Fact, 4>& facts() {
    static const std::array<Fact, 4> all{
        {{{"device", "dev"}, "c:", "whose memory it is: the computer's, there are no drives"},
         {{"cpu"}, "6502", "the processor that instructions are for"},
         {{"radix", "rad"}, "h", "numbers are hexadecimal; + in front is decimal, % binary"},
         {{"sidefx", "sfx"}, "off", "looking at a chip has no effect on it"}}};
    return all;
}

/// Commands of VICE's that are missing, and what to do instead.
struct Missing {
    std::string_view names, instead;
};
constexpr std::array<Missing, 8> missing{
    {{" warp ", "the machine runs as fast as it can"},
     {" attach detach autostart autoload list_dir ", "start ryg debug with the program's file"},
     {" dir ls cd pwd mkdir rmdir disk @ block_read br block_write bw ", "there are no drives"},
     {" dump undump ", "the binary monitor has them; ryg run has --save-state"},
     {" screenshot scrsh ", "ryg run has --screenshot; the command screen shows the text"},
     {" record rec playback pb stop ", "ryg debug has --commands"},
     {" cartfreeze tapectrl tapeoffs mainloop ", "there is no such device"},
     {" cleartrace memmapshow mmsh memmapzap mmzap memmapsave mmsave ",
      "history, chis and profile tell what was executed"}}};

std::string in_all_bases(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return fmt::format("+{}  ${:02x}  &{:03o}  %{:08b}\n", value, bits, bits, bits);
}

}  // namespace

std::string_view what_to_do_instead(std::string_view name) {
    const std::string word = fmt::format(" {} ", name);
    const auto found = std::ranges::find_if(
        missing, [&](const Missing& each) { return each.names.find(word) != word.npos; });
    return found == missing.end() ? std::string_view() : found->instead;
}

void Commands::add_settings() {
    constexpr const char* topic = "settings";
    add({.names = {"bank"},
         .usage = "[name]",
         .about = "of memory that is shown and changed: cpu, ram, rom or io",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             if (!arguments.empty()) {
                 const std::string_view name = arguments.take("the bank");
                 arguments.end();
                 const auto known = std::ranges::find(banks, name, &NamedBank::name);
                 if (known == banks.end()) {
                     throw BadCommand(fmt::format("'{}' is none of cpu, ram, rom and io", name));
                 }
                 bank_ = known->bank;
             }
             const auto now =
                 std::ranges::find(banks.rbegin(), banks.rend(), bank_, &NamedBank::bank);
             return Reply{fmt::format("{}\n", now->name)};
         }});
    for (const Fact& fact : facts()) {
        add({.names = fact.names,
             .usage = "",
             .about = std::string(fact.about),
             .topic = topic,
             .run = [&fact](Arguments& arguments) {
                 if (!arguments.empty() && !arguments.take_if(fact.value)) {
                     throw BadCommand(fmt::format("only '{}': {}", fact.value, fact.about));
                 }
                 arguments.end();
                 return Reply{fmt::format("{}: {}\n", fact.value, fact.about)};
             }});
    }
    add({.names = {"~"},
         .usage = "expression",
         .about = "its value in decimal, hex, octal and binary",
         .topic = "looking",
         .run = [this](Arguments& arguments) {
             return Reply{in_all_bases(
                 Expression::parse(arguments.rest(), symbols.labels).value(debugger.machine()))};
         }});
    add({.names = {"stopwatch", "sw"},
         .usage = "[reset]",
         .about = "cycles since it was reset, or since the beginning",
         .topic = "looking",
         .run = [this](Arguments& arguments) {
             const Cycle now = debugger.machine().cpu.cycle;
             if (arguments.take_if("reset")) stopwatch_ = now;
             arguments.end();
             return Reply{fmt::format("{}\n", static_cast<std::int64_t>(now - stopwatch_))};
         }});
    add({.names = {"reset"},
         .usage = "[0|1]",
         .about = "the reset line; 1: RAM is cleared, too",
         .topic = "memory and registers",
         .run = [this](Arguments& arguments) {
             const std::uint64_t how = arguments.count("how", 0);
             arguments.end();
             if (how > 1) throw BadCommand("use 0 or 1");
             debugger.reset(how == 1);
             return Reply{where()};
         }});
}

}  // namespace ryg::c64::debug
