// Commands for labels and source lines.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view topic = "labels and source";

Reply load_labels(Commands& commands, Arguments& arguments) {
    const std::string path = arguments.quoted("the file");
    arguments.end();
    const Labels read = Labels::read(path);
    for (const Label& label : read.all()) commands.symbols.labels.add(label.name, label.address);
    return Reply{fmt::format("{} labels\n", read.all().size())};
}

Reply save_labels(Commands& commands, Arguments& arguments) {
    const std::string path = arguments.quoted("the file");
    arguments.end();
    std::string text;
    for (const Label& label : commands.symbols.labels.all()) {
        text += fmt::format("al C:{:04x} .{}\n", label.address, label.name);
    }
    commands.write(path, text);
    return Reply{fmt::format("{} labels\n", commands.symbols.labels.all().size())};
}

Reply add_label(Commands& commands, Arguments& arguments) {
    const Address at = commands.address(arguments.take("the address"));
    std::string_view name = arguments.take("the name");
    arguments.end();
    if (name.starts_with('.')) name.remove_prefix(1);
    if (name.empty()) throw BadCommand("the name is missing");
    commands.symbols.labels.add(name, at);
    return Reply{};
}

Reply delete_label(Commands& commands, Arguments& arguments) {
    std::string_view name = arguments.take("the name");
    arguments.end();
    if (name.starts_with('.')) name.remove_prefix(1);
    (void)commands.symbols.labels.at(name);
    commands.symbols.labels.remove(name);
    return Reply{};
}

Reply clear_labels(Commands& commands, Arguments& arguments) {
    arguments.end();
    commands.symbols.labels = {};
    return Reply{};
}

Reply show_labels(Commands& commands, Arguments& arguments) {
    const std::string_view part = arguments.rest();
    Reply reply;
    for (const Label& label : commands.symbols.labels.all()) {
        if (label.name.find(part) == label.name.npos) continue;
        reply.text += fmt::format("${:04x} .{}\n", label.address, label.name);
    }
    return reply;
}

Reply list_source(Commands& commands, Arguments& arguments) {
    constexpr unsigned around = 8;
    Address at = commands.debugger.machine().cpu.registers.pc;
    if (!arguments.empty()) at = commands.address(arguments.take("the address"));
    arguments.end();
    const auto source = commands.symbols.info.line_at(at);
    if (!source) throw BadCommand(fmt::format("no source line made {}", commands.describe(at)));
    Reply reply{commands.symbols.info.describe(*source) + '\n'};
    const unsigned first = source->line - std::min(around, source->line - 1);
    for (unsigned line = first; line <= source->line + around; ++line) {
        const auto text = commands.symbols.text_of({source->file, line});
        if (!text) continue;
        reply.text += fmt::format("{:>5}{} {}\n", line, line == source->line ? '>' : ' ', *text);
    }
    return reply;
}

// clang-format off
const Command rows[]{
    {{"ll", "load_labels"}, "file", "adds the labels of a file", topic, load_labels},
    {{"sl", "save_labels"}, "file", "writes all labels as VICE does", topic, save_labels},
    {{"al", "add_label"}, "address name", "gives an address a name", topic, add_label},
    {{"dl", "delete_label"}, "name", "takes a name away", topic, delete_label},
    {{"cl", "clear_labels"}, "", "takes all names away", topic, clear_labels},
    {{"shl", "show_labels"}, "[part]",
     "the labels, or those with that in their name", topic, show_labels},
    {{"list"}, "[address]", "source lines around an address, or pc", topic, list_source},
};
// clang-format on

}  // namespace

std::span<const Command> label_commands() { return rows; }

}  // namespace ryg::c64::debug
