// Maps the client's breakpoints to checkpoints, with their conditions.
#include "app/fronts/dap/breakpoints.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/program/numbers.hpp"

namespace ryg::app::dap {
namespace {

/// "3" and ">= 3" stop at the third hit and from then on, "> 3" from the fourth, "== 3" at the
/// third alone, "%3" at every third.
std::function<bool(std::uint64_t)> hits_that_count(std::string_view text) {
    using Hits = std::uint64_t;
    struct Form {
        std::string_view sign;
        Hits least;
        bool (*counts)(Hits hits, Hits number);
    };
    constexpr std::array<Form, 6> forms{
        {{">=", 1, [](Hits hits, Hits number) { return hits >= number; }},
         {">", 0, [](Hits hits, Hits number) { return hits > number; }},
         {"==", 1, [](Hits hits, Hits number) { return hits == number; }},
         {"=", 1, [](Hits hits, Hits number) { return hits == number; }},
         {"%", 1, [](Hits hits, Hits number) { return hits % number == 0; }},
         {"", 1, [](Hits hits, Hits number) { return hits >= number; }}}};
    std::string packed(text);
    std::erase(packed, ' ');
    const auto form = std::ranges::find_if(
        forms, [&packed](const Form& each) { return packed.starts_with(each.sign); });
    const auto number = c64::digits_of(std::string_view(packed).substr(form->sign.size()), 10);
    if (!number || *number < form->least) {
        throw BadRequest(fmt::format(
            "the hit condition '{}' is not one of these: 3, >= 3, > 3, == 3, %3", text));
    }
    return [counts = form->counts, number = *number](Hits hits) { return counts(hits, number); };
}

}  // namespace

std::string_view reason_of(BreakpointKind kind) {
    switch (kind) {
        case BreakpointKind::function: return "function breakpoint";
        case BreakpointKind::instruction: return "instruction breakpoint";
        case BreakpointKind::data: return "data breakpoint";
        case BreakpointKind::exception: return "exception";
        case BreakpointKind::source:
        case BreakpointKind::command: break;
    }
    return "breakpoint";
}

LogMessage::LogMessage(std::string_view text, const c64::Labels& labels) {
    while (!text.empty()) {
        const auto open = std::min(text.find('{'), text.size());
        if (open > 0) parts_.push_back({std::string(text.substr(0, open))});
        text.remove_prefix(open);
        if (text.empty()) return;
        const auto close = text.find('}');
        if (close == text.npos) throw BadRequest("the log message has a brace that is not closed");
        parts_.push_back({{}, Expression::parse(text.substr(1, close - 1), labels)});
        text.remove_prefix(close + 1);
    }
}

std::string LogMessage::text(const c64::Machine& machine) const {
    std::string all;
    for (const MessagePart& part : parts_) {
        all += part.value ? number_text(part.value->value(machine)) : part.text;
    }
    return all;
}

Rules read_rules(const RequestFields& breakpoint, const c64::Labels& labels) {
    Rules rules;
    const std::string condition = breakpoint.text("condition", "");
    if (!condition.empty()) rules.condition = Expression::parse(condition, labels);
    const std::string hits = breakpoint.text("hitCondition", "");
    if (!hits.empty()) rules.on_hits = hits_that_count(hits);
    const std::string log = breakpoint.text("logMessage", "");
    if (!log.empty()) rules.log = LogMessage(log, labels);
    return rules;
}

void Breakpoints::remove(Checkpoints& table, BreakpointKind kind, std::string_view source) {
    std::erase_if(placed_, [&](const PlacedBreakpoint& placed) {
        if (placed.kind != kind || placed.source != source) return false;
        for (const unsigned number : placed.checkpoints) table.remove(number);
        return true;
    });
}

void Breakpoints::remove_all(Checkpoints& table) {
    std::erase_if(placed_, [&](const PlacedBreakpoint& placed) {
        if (placed.kind == BreakpointKind::command) return false;
        for (const unsigned number : placed.checkpoints) table.remove(number);
        return true;
    });
}

unsigned Breakpoints::place(Checkpoints& table, PlacedBreakpoint placed,
                            std::span<const CheckpointRange> ranges, emu::Byte kinds,
                            const Rules& rules) {
    for (const auto [first, last] : ranges) {
        placed.checkpoints.push_back(table.add({.first = first,
                                                .last = last,
                                                .kinds = kinds,
                                                .stops = !rules.log,
                                                .condition = rules.condition,
                                                .also = rules.also,
                                                .on_hits = rules.on_hits}));
    }
    placed.id = next_id();
    placed.log = rules.log;
    placed_.push_back(std::move(placed));
    return placed_.back().id;
}

const PlacedBreakpoint* Breakpoints::find(unsigned checkpoint) const {
    const auto found = std::ranges::find_if(placed_, [checkpoint](const PlacedBreakpoint& placed) {
        return std::ranges::find(placed.checkpoints, checkpoint) != placed.checkpoints.end();
    });
    return found == placed_.end() ? nullptr : &*found;
}

Breakpoints::BreakpointChange Breakpoints::follow(const Checkpoints& table) {
    BreakpointChange change;
    const auto is_there = [&table](unsigned number) {
        return std::ranges::find(table.all(), number, &Checkpoint::number) != table.all().end();
    };
    std::erase_if(placed_, [&](PlacedBreakpoint& placed) {
        std::erase_if(placed.checkpoints, [&](unsigned number) { return !is_there(number); });
        if (!placed.checkpoints.empty()) return false;
        change.removed.push_back(placed.id);
        return true;
    });
    for (const Checkpoint& checkpoint : table.all()) {
        if (find(checkpoint.number) != nullptr) continue;
        placed_.push_back({next_id(), BreakpointKind::command, {}, {checkpoint.number}, {}});
        change.added.push_back(placed_.back());
    }
    return change;
}

}  // namespace ryg::app::dap
