// Calls and comparisons, and the second look that finds who wrote the wrong byte.
#include "engine/harness/trial.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::harness {
namespace {

std::string hex(Byte byte) { return fmt::format("${:02x}", byte); }

Extent joined(Extent one, Extent other) {
    if (one.begin == one.end) return other;
    if (other.begin == other.end) return one;
    return {std::min(one.begin, other.begin), std::max(one.end, other.end)};
}

}  // namespace

std::string name_of(const Field& field, std::size_t offset) {
    if (field.name != nullptr) return field.name(offset);
    return field.size == 1 ? std::string(field.label) : fmt::format("{}[{}]", field.label, offset);
}

// Seeds of neighbouring pieces must have nothing to do with each other: one step of the generator
// apart would be the same sequence again.
TrialBase::TrialBase(Host& machine, const Terms& terms)
    : host(machine),
      setting(terms.setting),
      index(terms.index),
      random(engine::Random(terms.seed + 0x10001 * index +
                            0x1000000 * static_cast<std::uint64_t>(setting.depth) +
                            0x10000000 * static_cast<std::uint64_t>(setting.version))
                 .next()),
      terms_(terms) {}

/// Does what may find the program out.
template <class Action>
auto TrialBase::guarded(Action action) {
    try {
        return action();
    } catch (const EngineFault& fault) {
        differ_by(fault);
    }
}

void TrialBase::begin() {
    host.restore();
    scratch_ = {};
    if (terms_.noise) host.disturb(*terms_.noise);
    forget();
}

// What was put for this search is taken away, so that what is left of it is the program's alone.
void TrialBase::run_before(const std::function<void()>& put) {
    const auto ram = host.machine().ram();
    const std::vector<Byte> before(ram.begin(), ram.end());
    put();
    std::vector<Address> changed;
    for (unsigned at = 0; at < before.size(); ++at) {
        if (ram[at] != before[at]) changed.push_back(static_cast<Address>(at));
    }
    guarded([&] {
        for (const auto& [name, address] : terms_.searching.routines) host.call(address, name);
    });
    for (const Address at : changed) ram[at] = before[at];
    host.disturb(*terms_.noise + 1);
}

void TrialBase::allow(Extent scratch) { scratch_ = joined(scratch_, scratch); }

// --- what is done ---------------------------------------------------------------------------------

void TrialBase::call(std::string_view routine, Cycle limit, std::string* printed) {
    after_ = routine;
    if (terms_.explains) {
        writer_ = [before = std::make_shared<const Host>(host), routine](Address address) {
            Host again = *before;
            return again.last_writer(routine, address);
        };
    }
    host.limit_calls(limit);
    const auto print = [&] { *printed += static_cast<char>(host.machine().cpu.registers.a); };
    guarded([&] {
        if (printed == nullptr)
            outcome.cycles += host.call(routine).cycles;
        else
            host.call_past(routine, "CHROUT", nullptr, print);
    });
}

void TrialBase::call_printing(std::string_view routine, std::string_view text) {
    std::string printed;
    call(routine, 10'000'000, &printed);
    if (printed != text) differ({"printed"}, std::string(text), printed);
}

void TrialBase::expect(const Expected& fields, std::string_view after) {
    after_ = after;
    if (fields.matches(0, host.machine().ram())) return;
    if (!terms_.explains) throw Differs{};
    for (const Spot& spot : fields.spots(0)) {
        if (fields.matches(spot, host.machine().ram())) continue;
        differ_at(fields, spot, {name_of(fields.fields()[spot.field], spot.offset)});
    }
}

void TrialBase::expect(const engine::LabelledMemory& memory, std::string_view after) {
    Expected fields;
    fields.add(host.labels(), memory);
    expect(fields, after);
}

void TrialBase::expect(std::string_view label, std::span<const Byte> bytes, std::string_view after,
                       std::string (*name)(std::size_t offset)) {
    Expected fields;
    fields.add(label, host.labels().at(label), bytes, 0xff, name);
    expect(fields, after);
}

void TrialBase::start(const c64::Image& program) {
    conversation_.emplace(host, program);
    if (!terms_.explains) return;
    writer_ = [this](Address address) { return conversation_->last_writer(address); };
}

void TrialBase::expect_text(std::string_view text, Cycle limit, bool ends) {
    after_ = "a key";
    const Cycle before = conversation_->cycles();
    guarded([&] { conversation_->expect(text, limit, ends); });
    outcome.cycles += conversation_->cycles() - before;
}

/// Does `action`, and notes what both have found, even if they differ.
template <class Action>
void TrialBase::noted(const Expected& expected, Action action) {
    const std::uint64_t native_nodes = outcome.native.nodes, nodes = outcome.nodes;
    const auto note = [&] {
        const auto& found = expected.outcome;
        outcome.native = {found.value, found.from, found.to, native_nodes + found.nodes};
        work::Answer answer = left(expected);
        answer.nodes += nodes;
        outcome.take(answer);
    };
    try {
        action();
    } catch (const Differs&) {
        note();
        throw;
    }
    note();
}

void TrialBase::search(const Expected& expected) {
    if (stopped()) throw Stopped{};  // and so, perhaps, the twin
    noted(expected, [&] { search_and_compare(expected); });
}

void TrialBase::search_and_compare(const Expected& expected) {
    after_ = terms_.searching.routines.back().name;
    if (terms_.explains) {
        writer_ = [this, before = std::make_shared<const Host>(host)](Address address) {
            Host again = *before;
            std::string writer;
            for (const auto& routine : terms_.searching.routines) {
                std::string last = again.last_writer(routine.name, address, passed_);
                if (writer.empty() || !last.starts_with("nothing")) writer = std::move(last);
            }
            return writer;
        };
    }
    host.limit_calls(expected.limit);
    const Cycle before = outcome.cycles;
    terms_.searching.stage.empty() ? run_routines(expected) : run_stages(expected);
    last_search = outcome.cycles - before;
    compare_end(expected);
}

void TrialBase::expect_search(const Expected& expected) {
    noted(expected, [&] { compare_end(expected); });
}

void TrialBase::compare_end(const Expected& expected) {
    allow(expected.scratch);
    compare(expected, expected.stages(),
            static_cast<std::uint32_t>(terms_.searching.routines.size()));
    if (terms_.looks) look_at_memory();
    ++outcome.searches;
    outcome.fell_back |= expected.outcome.fell_back;
}

void TrialBase::run_routines(const Expected& expected) {
    std::uint32_t done = 0;
    try {
        for (const auto& [name, address] : terms_.searching.routines) {
            outcome.cycles += host.call(address, name).cycles;
            ++done;
        }
    } catch (const EngineFault& fault) {
        if (!terms_.explains) throw Differs{};
        // A routine that loses its way in what an earlier one has made is not the first that is wrong.
        compare(expected, expected.stages(), done);
        differ_by(fault);
    }
}

void TrialBase::run_stages(const Expected& expected) {
    const std::string_view routine = terms_.searching.routines.front().name;
    const std::string_view stage = terms_.searching.stage;
    std::size_t passed = 0;
    passed_ = {host.labels().at(stage), 0};
    const auto pass = [&] {
        ++passed_.passes;
        if (passed == expected.stages()) {
            throw EngineFault(fmt::format("{} passes {} once too often", routine, stage),
                              host.callers(routine));
        }
        compare(expected, passed++, 1);
    };
    guarded([&] {
        outcome.cycles += host.call_past(routine, stage, terms_.stop, pass);
        passed_ = {};
        if (stopped()) throw Stopped{};
        if (passed == expected.stages()) return;
        throw EngineFault(
            fmt::format("{} passes {} {} times, not {}", routine, stage, passed, expected.stages()),
            std::string(routine));
    });
}

// --- what differs ---------------------------------------------------------------------------------

/// Of what the first `routines` have made.
void TrialBase::compare(const Expected& expected, std::size_t stage, std::uint32_t routines) {
    const auto ram = std::as_const(host).machine().ram();
    if (expected.matches(stage, ram)) return;
    if (!terms_.explains) throw Differs{};
    for (const Spot& spot : order(expected, stage)) {
        if (spot.routine >= routines || expected.matches(spot, ram)) continue;
        differ_at(expected, spot, place(expected, spot));
    }
}

void TrialBase::look_at_memory() {
    const auto changed = host.changed(scratch_);
    if (!changed) return;
    work::Difference difference{.field = "memory outside the program",
                                .native = hex(changed->before),
                                .assembly = hex(changed->now),
                                .address = changed->address};
    difference.where = "after";
    difference.place = after_;
    if (terms_.explains && writer_) work::attribute(difference, writer_(changed->address), "");
    raise(std::move(difference));
}

void TrialBase::differ_at(const Expected& expected, const Spot& spot, Place place) {
    const Field& field = expected.fields()[spot.field];
    const auto address = static_cast<Address>(field.at + spot.offset);
    work::Difference difference{.where = std::move(place.where),
                                .place = place.place.empty() ? std::string(after_) : place.place,
                                .field = std::move(place.field),
                                .native = hex(expected.byte(spot)),
                                .assembly = hex(host.machine().ram()[address]),
                                .address = address,
                                .written_by = "the program file"};  // if nothing has run
    if (writer_) {
        const auto owner = std::ranges::find_if(terms_.searching.owners, [&](const Owner& each) {
            return difference.field.starts_with(each.field);
        });
        const bool is_known = owner != terms_.searching.owners.end();
        work::attribute(difference, writer_(address), is_known ? owner->routines : "");
    }
    raise(std::move(difference));
}

void TrialBase::differ_by(const EngineFault& fault) {
    if (!terms_.explains) throw Differs{};
    raise({.where = "after",
           .place = std::string(after_),
           .field = "program",
           .native = "a routine that does its work",
           .assembly = fault.what(),
           .address = fault.address,
           .written_by = fault.by});
}

void TrialBase::differ(Place place, std::string native, std::string assembly) {
    raise({.where = std::move(place.where),
           .place = place.place.empty() ? std::string(after_) : std::move(place.place),
           .field = std::move(place.field),
           .native = std::move(native),
           .assembly = std::move(assembly)});
}

void TrialBase::raise(work::Difference difference) {
    if (!terms_.explains) throw Differs{};
    difference.position = position();
    difference.version = setting.version;
    difference.depth = setting.depth;
    difference.noise = terms_.noise;
    throw Found{std::move(difference)};
}

}  // namespace ryg::harness
