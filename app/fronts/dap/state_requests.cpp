// Requests that look at the program where it stands, and those that change it by hand.
#include <array>
#include <fmt/format.h>

#include "app/fronts/dap/places.hpp"
#include "app/fronts/dap/requests.hpp"
#include "app/fronts/dap/text.hpp"
#include "app/fronts/dap/variables.hpp"

namespace ryg::app::dap {
namespace {

using c64::debug::Expression;
using emu::Address;

Json threads(Context&, const Fields&) {
    return {{"threads", Json::array({{{"id", thread_id}, {"name", "6502"}}})}};
}

/// A routine's name: local labels belong to it.
std::string routine_name(std::string_view label) {
    return std::string(label.substr(0, label.find('@')));
}

/// Where a routine is, and its name; the innermost first.
struct Level {
    Address at;
    std::string name;
};

std::vector<Level> levels(const Context& context) {
    std::vector<Level> all;
    Address at = context.machine().cpu.registers.pc;
    const auto& frames = context.debugger().frames();
    for (std::size_t i = frames.size(); i-- > 0;) {
        const auto& frame = frames[i];
        all.push_back({at, context.labels().describe(frame.routine) +
                               (frame.interrupt ? " (interrupt)" : "")});
        at = frame.call;
    }
    const auto place = context.labels().nearest(at);
    all.push_back({at, place ? routine_name(place->name) : fmt::format("${:04x}", at)});
    return all;
}

Json stack_trace(Context& context, const Fields& arguments) {
    arguments.check_number("threadId", thread_id, thread_id);
    const std::vector<Level> all = levels(context);
    const auto total = static_cast<std::int64_t>(all.size());
    const std::int64_t start = arguments.number("startFrame", 0, 1 << 30, 0);
    const std::int64_t wanted = arguments.number("levels", 0, 1 << 30, 0);
    const std::int64_t end = wanted == 0 ? total : std::min(total, start + wanted);
    Json frames = Json::array();
    for (std::int64_t i = start; i < end; ++i) {
        const Level& level = all[static_cast<std::size_t>(i)];
        Json frame{{"id", i + 1}, {"name", level.name}};
        add_position(frame, context, level.at);
        frame["instructionPointerReference"] = reference(level.at);
        frames.push_back(std::move(frame));
    }
    return {{"stackFrames", frames}, {"totalFrames", total}};
}

Json scopes(Context& context, const Fields& arguments) {
    const auto frames = static_cast<std::int64_t>(context.debugger().frames().size()) + 1;
    arguments.check_number("frameId", 1, frames);
    Json list = Json::array();
    for (const Scope& scope : scopes_of(context)) {
        Json body{
            {"name", scope.name}, {"variablesReference", scope.reference}, {"expensive", false}};
        if (!scope.hint.empty()) body["presentationHint"] = scope.hint;
        if (scope.indexed > 0) body["indexedVariables"] = scope.indexed;
        list.push_back(std::move(body));
    }
    return {{"scopes", list}};
}

Json variable_body(const Variable& variable) {
    Json body{{"name", variable.name},
              {"value", variable.value},
              {"variablesReference", variable.children}};
    if (!variable.expression.empty()) body["evaluateName"] = variable.expression;
    if (variable.address) body["memoryReference"] = reference(*variable.address);
    return body;
}

Json variables(Context& context, const Fields& arguments) {
    constexpr std::int64_t most = 1 << 30;
    const auto all = variables_of(context, arguments.number("variablesReference", 1, most));
    const auto size = static_cast<std::int64_t>(all.size());
    const std::int64_t start = std::min(size, arguments.number("start", 0, most, 0));
    const std::int64_t count = arguments.number("count", 0, most, 0);
    const std::int64_t end = count == 0 ? size : std::min(size, start + count);
    Json list = Json::array();
    for (auto i = start; i < end; ++i) {
        list.push_back(variable_body(all[static_cast<std::size_t>(i)]));
    }
    return {{"variables", list}};
}

/// A value that the user has typed.
std::int64_t value_in(const Context& context, const Fields& arguments) {
    return Expression::parse(arguments.text("value"), context.labels()).value(context.machine());
}

Json set_variable_request(Context& context, const Fields& arguments) {
    const std::int64_t reference = arguments.number("variablesReference", 1, 1 << 30);
    const std::string name = arguments.text("name");
    set_variable(context, reference, name, value_in(context, arguments));
    context.report_change();
    return {{"value", variable_of(context, reference, name).value}};
}

/// A register, or a place in memory as its address or with @ in front.
Json set_expression(Context& context, const Fields& arguments) {
    std::string target = arguments.text("expression");
    const std::int64_t value = value_in(context, arguments);
    for (const Scope& scope : scopes_of(context)) {
        for (const Variable& variable : variables_of(context, scope.reference)) {
            if (variable.expression != target && variable.name != target) continue;
            set_variable(context, scope.reference, variable.name, value);
            context.report_change();
            return {{"value", variable_of(context, scope.reference, variable.name).value}};
        }
    }
    if (target.starts_with('@')) target.erase(0, 1);
    const Address address = c64::debug::address_of(target, context.machine(), context.labels());
    if (value < 0 || value > 0xff) throw Trouble("a byte may be 0 to 255");
    context.poke(address, {{static_cast<emu::Byte>(value)}});
    return {{"value", number_text(context.machine().peek(address))},
            {"memoryReference", reference(address)}};
}

constexpr std::array entries{
    Entry{"threads", Needs::initialize, threads},
    Entry{"stackTrace", Needs::standstill, stack_trace},
    Entry{"scopes", Needs::standstill, scopes},
    Entry{"variables", Needs::standstill, variables},
    Entry{"setVariable", Needs::standstill, set_variable_request},
    Entry{"setExpression", Needs::standstill, set_expression},
};

}  // namespace

std::span<const Entry> state_requests() { return entries; }

}  // namespace ryg::app::dap
