// Evaluates the user's input: debugger commands and expressions; completes both.
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "app/fronts/dap/variables.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Expression;
using emu::Address;
using emu::Byte;

}  // namespace

void follow_breakpoints(SessionContext& context) {
    const auto change = context.breakpoints.follow(context.debugger().checkpoints);
    for (const unsigned id : change.removed) {
        context.events.push_back(
            {"breakpoint",
             {{"reason", "removed"}, {"breakpoint", {{"id", id}, {"verified", false}}}}});
    }
    for (const PlacedBreakpoint& placed : change.added) {
        Json body{{"id", placed.id}, {"verified", true}};
        const Checkpoint* checkpoint =
            context.debugger().checkpoints.find(placed.checkpoints.front());
        body["instructionReference"] = reference(checkpoint->first);
        add_position(body, context, checkpoint->first);
        context.events.push_back({"breakpoint", {{"reason", "new"}, {"breakpoint", body}}});
    }
}

namespace {

/// Reports the effects of a command to the client, except its text.
void report_command(SessionContext& context, const c64::debug::Reply& reply, bool moved,
                    std::size_t edits) {
    follow_breakpoints(context);
    if (reply.stop || moved) {
        report_stop(context, "step", reply.stop.value_or(c64::debug::Stop{}));
    } else if (edits != context.debugger().history().now().edits) {
        context.report_change();
    }
}

/// Executes a command line, which the client can stop while it runs.
Json execute(SessionContext& context, const std::string& line) {
    const std::size_t edits = context.debugger().history().now().edits;
    bool moved = false;
    context.debugger().on_move = [&context, &moved] {
        if (std::exchange(moved, true)) return;
        context.wire.event("continued", {{"threadId", thread_id}, {"allThreadsContinued", true}});
    };
    const c64::debug::Reply reply =
        context.long_work(line, [&] { return context.commands().execute(line); });
    context.debugger().on_move = nullptr;
    report_command(context, reply, moved, edits);
    if (reply.quit) context.events.push_back({"terminated", Json::object()});
    if (context.wire.is_cancelled()) throw BadRequest("cancelled");
    std::string text = reply.text;
    if (text.ends_with('\n')) text.pop_back();
    if (reply.failed) throw BadRequest(text);
    return {{"result", text}, {"variablesReference", 0}};
}

/// The memory address that belongs to a value: the address that was read, otherwise the value
/// itself if it can be an address. The value of a register other than PC is not one.
std::optional<std::int64_t> place_of(const SessionContext& context, std::string_view text,
                                     std::int64_t value) {
    if (text.starts_with('@')) {
        text.remove_prefix(1);
        for (const std::string_view prefix : {"word:", "ram:", "rom:", "io:", "cart:", "cpu:"}) {
            if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
        }
        try {
            return context.commands().address(text);
        } catch (const std::exception&) {  // more than one address was read
            return std::nullopt;
        }
    }
    const bool is_address = value >= 0 && value <= 0xffff;
    if (!is_address || (is_register(context, text) && text != "pc" && text != "PC")) return {};
    return value;
}

/// A label is shown with the byte that is there; other expressions with their value.
Json value_of(const SessionContext& context, const std::string& text) {
    const std::string_view name = std::string_view(text).substr(text.starts_with('.') ? 1 : 0);
    if (const auto address = context.labels().find(name)) {
        const auto byte = context.machine().peek(*address);
        return {{"result", fmt::format("${:04x}: {} ({})", *address, number_text(byte), byte)},
                {"variablesReference", 0},
                {"memoryReference", reference(*address)}};
    }
    const auto value = context.commands().expression(text).value(context.machine());
    std::string result = number_text(value);
    if (value >= 0 && value <= 0xffff) result += fmt::format(" ({})", value);
    Json body{{"result", result}, {"variablesReference", 0}};
    if (const auto address = place_of(context, text, value)) {
        body["memoryReference"] = reference(*address);
    }
    return body;
}

/// Evaluates the word below the mouse; a mnemonic may look like a hexadecimal number.
Json hover(const SessionContext& context, const std::string& text) {
    const bool word =
        std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<Byte>(c)) != 0; });
    if (word && !context.labels().find(text) && !is_register(context, text)) {
        throw BadRequest(fmt::format("'{}' is not a label", text));
    }
    return value_of(context, text);
}

/// In the console a text is a command if possible, otherwise an expression. If the client gives no
/// context, a text is an expression if possible.
Json typed(SessionContext& context, const std::string& text, bool at_console) {
    if (at_console && (text.empty() || context.commands().knows(text))) {
        return execute(context, text);
    }
    try {
        return value_of(context, text);
    } catch (const std::exception&) {
        if (!at_console && !context.commands().knows(text)) throw;
    }
    return execute(context, text);
}

Json evaluate(SessionContext& context, const RequestFields& arguments) {
    const std::string text = arguments.text("expression");
    const std::string where = arguments.text("context", "");
    if (where == "repl" || where.empty()) return typed(context, text, where == "repl");
    return where == "hover" ? hover(context, text) : value_of(context, text);
}

/// Completes the text before `column`, the cursor's position.
Json completions(SessionContext& context, const RequestFields& arguments) {
    const std::string text = arguments.text("text");
    const auto column =
        arguments.number("column", 0, 1 << 30) - std::int64_t{context.terms.first_column};
    const auto length = std::clamp<std::int64_t>(column, 0, static_cast<std::int64_t>(text.size()));
    const std::string line = text.substr(0, static_cast<std::size_t>(length));
    const auto word = line.size() - (line.find_last_of(' ') + 1);  // npos + 1 is 0
    Json targets = Json::array();
    for (const std::string& completion : context.commands().completions(line)) {
        targets.push_back({{"label", completion},
                           {"start", length - static_cast<std::int64_t>(word)},
                           {"length", word}});
    }
    return {{"targets", targets}};
}

constexpr std::array evaluate_entries{
    RequestEntry{"evaluate", Needs::standstill, evaluate},
    RequestEntry{"completions", Needs::program, completions},
};

}  // namespace

std::span<const RequestEntry> evaluate_requests() { return evaluate_entries; }

}  // namespace ryg::app::dap
