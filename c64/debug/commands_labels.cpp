// Commands for labels and source lines.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {

void Commands::add_labels() {
    constexpr const char* topic = "labels and source";
    add({.names = {"ll", "load_labels"},
         .usage = "file",
         .about = "adds the labels of a file",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const std::string path = arguments.quoted("the file");
             arguments.end();
             const Labels read = Labels::read(path);
             for (const Label& label : read.all()) symbols.labels.add(label.name, label.address);
             return Reply{fmt::format("{} labels\n", read.all().size())};
         }});
    add({.names = {"sl", "save_labels"},
         .usage = "file",
         .about = "writes all labels as VICE does",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const std::string path = arguments.quoted("the file");
             arguments.end();
             std::string text;
             for (const Label& label : symbols.labels.all()) {
                 text += fmt::format("al C:{:04x} .{}\n", label.address, label.name);
             }
             write_text(path, text);
             return Reply{fmt::format("{} labels\n", symbols.labels.all().size())};
         }});
    add({.names = {"al", "add_label"},
         .usage = "address name",
         .about = "gives an address a name",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Address at = address(arguments.take("the address"));
             std::string_view name = arguments.take("the name");
             arguments.end();
             if (name.starts_with('.')) name.remove_prefix(1);
             if (name.empty()) throw BadCommand("the name is missing");
             symbols.labels.add(name, at);
             return Reply{};
         }});
    add({.names = {"dl", "delete_label"},
         .usage = "name",
         .about = "takes a name away",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             std::string_view name = arguments.take("the name");
             arguments.end();
             if (name.starts_with('.')) name.remove_prefix(1);
             (void)symbols.labels.at(name);
             symbols.labels.remove(name);
             return Reply{};
         }});
    add({.names = {"cl", "clear_labels"},
         .usage = "",
         .about = "takes all names away",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             arguments.end();
             symbols.labels = {};
             return Reply{};
         }});
    add({.names = {"shl", "show_labels"},
         .usage = "[part]",
         .about = "the labels, or those with that in their name",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const std::string_view part = arguments.rest();
             Reply reply;
             for (const Label& label : symbols.labels.all()) {
                 if (label.name.find(part) == label.name.npos) continue;
                 reply.text += fmt::format("${:04x} .{}\n", label.address, label.name);
             }
             return reply;
         }});
    add({.names = {"list"},
         .usage = "[address]",
         .about = "source lines around an address, or pc",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             constexpr unsigned around = 8;
             Address at = debugger.machine().cpu.registers.pc;
             if (!arguments.empty()) at = address(arguments.take("the address"));
             arguments.end();
             const auto source = symbols.info.line_at(at);
             if (!source) throw BadCommand(fmt::format("no source line made {}", describe(at)));
             Reply reply{symbols.info.describe(*source) + '\n'};
             const unsigned first = source->line - std::min(around, source->line - 1);
             for (unsigned line = first; line <= source->line + around; ++line) {
                 const auto text = symbols.text_of({source->file, line});
                 if (!text) continue;
                 reply.text +=
                     fmt::format("{:>5}{} {}\n", line, line == source->line ? '>' : ' ', *text);
             }
             return reply;
         }});
}

}  // namespace ryg::c64::debug
