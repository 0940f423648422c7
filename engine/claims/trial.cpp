// Calls and comparisons, and the repetition that finds the code that wrote a wrong byte.
#include "engine/claims/trial.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

#include "c64/kernal/entries.hpp"
#include "engine/claims/door.hpp"
#include "engine/claims/witness.hpp"

namespace ryg::claims {
namespace {

std::string hex(Byte byte) { return fmt::format("${:02x}", byte); }

Extent joined(Extent one, Extent other) {
    if (one.begin == one.end) return other;
    if (other.begin == other.end) return one;
    return {std::min(one.begin, other.begin), std::max(one.end, other.end)};
}

/// Records the code that last stored to an address.
struct LastWriter : Spectator {
    explicit LastWriter(Address watched) : address(watched) {}
    void enter(const Host& host, Address routine) override { outermost = host.describe(routine); }
    void note(const Host& host, const c64::debug::Executed& done,
              std::span<const c64::debug::WatchedAccess> stores) override {
        for (const c64::debug::WatchedAccess& store : stores) {
            if (!store.is_store || store.address != address || is_past) continue;
            writer = host.callers(outermost, done.before.pc);
        }
    }
    void noticed(const Host&, std::string_view) override { is_past = true; }

    Address address;
    std::string outermost = "RUN";
    std::string writer{};  ///< empty: no code
    bool is_past = false;
};

/// Records the addresses of all instructions.
struct Recording : Spectator {
    explicit Recording(std::vector<Address>& executed) : path(executed) {}
    void note(const Host&, const c64::debug::Executed& done,
              std::span<const c64::debug::WatchedAccess>) override {
        if (!is_past) path.push_back(done.before.pc);
    }
    void noticed(const Host&, std::string_view) override { is_past = true; }

    std::vector<Address>& path;
    bool is_past = false;
};

/// Checks each call, up to the first that is wrong.
struct Judging : Spectator {
    struct Done {};

    Judging(std::shared_ptr<const Witnessed> blocks, const c64::Image& image)
        : witness(std::move(blocks), image) {}
    void begin(Host& host) override {
        if (instead) host.machine().ram()[instead->address] = instead->value;
    }
    void enter(const Host& host, Address routine) override {
        outermost = host.describe(routine);
        began = host.machine().cpu.cycle;
        witness.enter(host.machine(), routine);
    }
    void leave(const Host& host) override {
        witness.leave(host.machine());
        if (witness.wrong()) throw Done{};
    }
    void note(const Host& host, const c64::debug::Executed& done,
              std::span<const c64::debug::WatchedAccess> accesses) override {
        if (began == 0) began = done.begin;
        witness.note(host.machine(), done, accesses);
        if (witness.wrong()) throw Done{};
        for (const c64::debug::WatchedAccess& access : accesses) {
            const bool is_data = !access.is_store && host.image().info != nullptr &&
                                 host.image().info->is_data(access.address);
            if (is_data && !is_past) last_data = access;
        }
    }
    void noticed(const Host& host, std::string_view rest) override {
        is_past = true;
        const Address pc = host.machine().cpu.registers.pc;
        if (pc == c64::CHROUT) blamed = witness.printing(rest);
        if (pc == c64::CHROUT || pc == c64::GETIN) return;
        loops = true;  // it has taken too long
        blamed = witness.looping((began + host.machine().cpu.cycle) / 2);
    }

    Witness witness;
    std::optional<Witness::Substitute> instead{};
    std::optional<c64::debug::WatchedAccess> last_data{};  ///< last table read before the fault
    std::optional<Witness::Place> blamed{};  ///< for a loop without an end, or a wrong text
    bool is_past = false, loops = false;
    Cycle began = 0;
    std::string outermost = "RUN";
};

}  // namespace

std::string name_of(const Field& field, std::size_t offset) {
    if (field.name != nullptr) return field.name(offset);
    return field.size == 1 ? std::string(field.label) : fmt::format("{}[{}]", field.label, offset);
}

// Neighbouring work items need unrelated seeds: seeds one step of the generator apart would give
// the same sequence, shifted.
Trial::Trial(const AnyDoor& door, Host& machine, const Twin<AnyPosition>& twin, Expected& expected,
             const Terms& terms)
    : host(machine),
      setting(terms.setting),
      index(terms.index),
      random(engine::Random(terms.seed + 0x10001 * index +
                            0x1000000 * static_cast<std::uint64_t>(setting.depth) +
                            0x10000000 * static_cast<std::uint64_t>(setting.version))
                 .next()),
      judges(terms.judges),
      door_(door),
      twin_(twin),
      expected_(expected),
      terms_(terms),
      at_(door.start) {
    host.stop_when(terms.stop);
}

/// Runs an action that may throw EngineFault, and turns that into a difference.
template <class Action>
auto Trial::guarded(Action action) {
    try {
        return action();
    } catch (const EngineFault& fault) {
        differ_by(fault);
    }
}

void Trial::begin() {
    host.restore();
    scratch_ = {};
    if (terms_.noise) host.disturb(*terms_.noise);
    continues_ = false;
}

// Removes the position put for this search, so that all remains of it are the program's.
void Trial::run_before(const AnyPosition& position) {
    const auto ram = host.machine().ram();
    const std::vector<Byte> before(ram.begin(), ram.end());
    door_.put(host, position, setting);
    const std::vector<Address> changed = differences(before, ram);
    guarded([&] {
        for (const auto& [name, address] : terms_.searching.routines) host.call(address, name);
    });
    for (const Address at : changed) ram[at] = before[at];
    host.disturb(*terms_.noise + 1);
    // Runs also compare the exact core. As that is many times slower, only a few deep searches.
    constexpr std::uint64_t deep_one_in = 16;
    if (setting.depth <= 1 || *terms_.noise % deep_one_in == 0) {
        host.machine().cpu.core = emu::Core::exact;
    }
}

void Trial::allow(Extent scratch) { scratch_ = joined(scratch_, scratch); }

// --- steps ---------------------------------------------------------------------------------------

void Trial::call(std::string_view routine, Cycle limit, std::string* printed) {
    after_ = routine;
    host.limit_calls(printed == nullptr ? limited(limit) : limit);  // printing is not limited
    if (replays()) {
        replay_ = [before = std::make_shared<const Host>(host), routine](Spectator& spectator) {
            Host again = *before;
            spectator.begin(again);
            again.watch(again.labels().at(routine), spectator);
        };
    }
    const auto print = [&] { *printed += static_cast<char>(host.machine().cpu.registers.a); };
    guarded([&] {
        if (printed == nullptr)
            outcome.cycles += host.call(routine).cycles;
        else
            host.call_past(routine, "CHROUT", nullptr, print);
    });
    end_step();
}

void Trial::call_printing(std::string_view routine, std::string_view text) {
    std::string printed;
    call(routine, 10'000'000, &printed);
    if (printed == text) return;
    constexpr std::ptrdiff_t around = 24;  // characters
    const auto at = std::ranges::mismatch(printed, text).in1 - printed.begin();
    const auto piece = [begin = static_cast<std::size_t>(std::max(at - around, std::ptrdiff_t{0}))](
                           std::string_view all) {
        return readable(all.substr(begin, 2 * around));
    };
    differ({"printed"}, piece(text), piece(printed));
}

void Trial::expect(const Expected& fields, std::string_view after) {
    after_ = after;
    if (fields.matches(0, host.machine().ram())) return;
    if (!terms_.explains) throw Differs{};
    for (const Spot& spot : fields.spots(0)) {
        if (fields.matches(spot, host.machine().ram())) continue;
        differ_at(fields, spot, {name_of(fields.fields()[spot.field], spot.offset)});
    }
}

// Most comparisons agree: an Expected is made only for a difference.
void Trial::expect(const engine::LabelledMemory& memory, std::string_view after) {
    after_ = after;
    const auto ram = host.machine().ram();
    if (std::ranges::all_of(memory, [&](const engine::LabelledBytes& each) {
            const auto found = ram.subspan(host.labels().at(each.label) + each.offset);
            return std::ranges::equal(each.bytes, found.first(each.bytes.size()));
        })) {
        return;
    }
    Expected fields;
    fields.add(host.labels(), memory);
    expect(fields, after);
}

void Trial::expect(std::string_view label, std::span<const Byte> bytes, std::string_view after,
                   std::string (*name)(std::size_t offset)) {
    after_ = after;
    const auto ram = host.machine().ram().subspan(host.labels().at(label));
    if (std::ranges::equal(bytes, ram.first(bytes.size()))) return;
    Expected fields;
    fields.add(label, host.labels().at(label), bytes, name);
    expect(fields, after);
}

void Trial::start(const c64::Image& program) {
    conversation_.emplace(host, program);
    if (!replays()) return;
    replay_ = [this](Spectator& spectator) { conversation_->watch(spectator); };
}

void Trial::expect_text(std::string_view text, Cycle limit, bool ends) {
    after_ = "a key";
    const Cycle before = conversation_->cycles();
    guarded([&] { conversation_->expect(text, limited(limit), ends); });
    outcome.cycles += conversation_->cycles() - before;
    end_step();
}

void Trial::at(const AnyPosition& position) {
    assert(position.type() == door_.start.type());
    at_ = position;
}

void Trial::state(const AnyPosition& position) {
    at(position);
    expected_.clear();
    expected_.continues = std::exchange(continues_, true);
    twin_(position, expected_);
}

const work::Outcome& Trial::search(const AnyPosition& position) {
    if (door_.restores) begin();
    if (door_.restores && before_) {
        at_ = position;
        run_before(*before_);
    }
    door_.put(host, position, setting);
    return search_as_it_is(position);
}

const work::Outcome& Trial::search_as_it_is(const AnyPosition& position) {
    state(position);
    if (stopped()) throw Stopped{};  // the twin may have stopped early, too
    noted([&] { search_and_compare(); });
    if (door_.judge) door_.judge(*this, position);
    return expected_.outcome;
}

const work::Outcome& Trial::expect_search(const AnyPosition& position) {
    state(position);
    noted([&] { compare_end(); });
    return expected_.outcome;
}

/// The outcome read by `answer`, or from the numbers at the labels `value` and `nodes`. Numbers
/// that the program does not provide, such as nodes that it does not count, are the twin's.
work::Answer Trial::left() const {
    work::Answer found = expected_.outcome.answer();
    if (!door_.answer) {
        for (const auto& [label, number] :
             expected_.numbers_in(std::as_const(host).machine().ram())) {
            if (label == "value") found.value = static_cast<Byte>(number);
            if (label == "nodes") found.nodes = number;
        }
        return found;
    }
    work::Answer answer = door_.answer(host, at_, setting).answer();
    if (answer.nodes == 0) answer.nodes = found.nodes;
    return answer;
}

/// Runs `action`, and records both results, even if they differ.
template <class Action>
void Trial::noted(Action action) {
    const std::uint64_t native_nodes = outcome.native.nodes, nodes = outcome.nodes;
    const auto note = [&] {
        const auto& found = expected_.outcome;
        outcome.native = {found.value, found.from, found.to, native_nodes + found.nodes};
        work::Answer answer = left();
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

void Trial::search_and_compare() {
    after_ = terms_.searching.routines.back().name;
    host.limit_calls(limited(expected_.limit));
    if (replays()) {
        replay_ = [this, before = std::make_shared<const Host>(host)](Spectator& spectator) {
            Host again = *before;
            spectator.begin(again);
            for (const auto& routine : terms_.searching.routines) {
                if (!again.watch(routine.address, spectator, passed_)) return;
            }
        };
    }
    const Cycle before = outcome.cycles;
    terms_.searching.stage.empty() ? run_routines() : run_stages();
    last_search = outcome.cycles - before;
    compare_end();
}

void Trial::compare_end() {
    allow(expected_.scratch);
    compare(expected_.stages(), static_cast<std::uint32_t>(terms_.searching.routines.size()));
    if (terms_.looks) look_at_memory(&expected_);
    end_step();
    ++outcome.searches;
    outcome.fell_back |= expected_.outcome.fell_back;
}

void Trial::run_routines() {
    std::uint32_t done = 0;
    try {
        for (const auto& [name, address] : terms_.searching.routines) {
            outcome.cycles += host.call(address, name).cycles;
            ++done;
        }
    } catch (const EngineFault& fault) {
        if (!terms_.explains) throw Differs{};
        // If a routine strays because of an earlier routine's result, the earlier one is at fault.
        compare(expected_.stages(), done);
        differ_by(fault);
    }
}

void Trial::run_stages() {
    const std::string_view routine = terms_.searching.routines.front().name;
    const std::string_view stage = terms_.searching.stage;
    std::size_t passed = 0;
    passed_ = {host.labels().at(stage), 0};
    const auto pass = [&] {
        ++passed_.passes;
        if (passed == expected_.stages()) {
            throw EngineFault(fmt::format("{} passes {} once too often", routine, stage),
                              host.callers(routine));
        }
        compare(passed++, 1);
    };
    guarded([&] {
        outcome.cycles += host.call_past(routine, stage, terms_.stop, pass);
        passed_ = {};
        if (stopped()) throw Stopped{};
        if (passed == expected_.stages()) return;
        throw EngineFault(fmt::format("{} passes {} {} times, not {}", routine, stage, passed,
                                      expected_.stages()),
                          std::string(routine));
    });
}

// --- differences ---------------------------------------------------------------------------------

/// Compares the fields made by the first `routines` routines.
void Trial::compare(std::size_t stage, std::uint32_t routines) {
    const auto ram = std::as_const(host).machine().ram();
    if (expected_.matches(stage, ram)) return;
    if (!terms_.explains) throw Differs{};
    for (const Spot& spot : door_.tree_in_memory.order(expected_, stage)) {
        if (spot.routine >= routines || expected_.matches(spot, ram)) continue;
        differ_at(expected_, spot, door_.tree_in_memory.named(expected_, spot));
    }
}

void Trial::look_at_memory(const Expected* expected) {
    const auto changed = host.changed(scratch_);
    if (!changed) return;
    const std::span<const Field> fields =
        expected != nullptr ? expected->fields() : std::span<const Field>();
    for (const Field& field : fields) {
        const Extent extent{field.at, field.at + field.size};
        if (!extent.contains(changed->address)) continue;
        host.own(extent);
        return look_at_memory(expected);
    }
    work::Difference difference{.field = "memory outside the program",
                                .native = hex(changed->before),
                                .assembly = hex(changed->now),
                                .address = changed->address};
    difference.where = "after";
    difference.place = after_;
    if (terms_.explains && replay_) difference.written_by = last_writer(changed->address);
    raise(std::move(difference));
}

void Trial::differ_at(const Expected& expected, const Spot& spot, Place place) {
    const Field& field = expected.fields()[spot.field];
    const auto address = static_cast<Address>(field.at + spot.offset);
    work::Difference difference{.where = std::move(place.where),
                                .place = place.place.empty() ? std::string(after_) : place.place,
                                .field = std::move(place.field),
                                .native = hex(expected.byte(spot)),
                                .assembly = hex(host.machine().ram()[address]),
                                .address = address,
                                .written_by = "the program file"};  // if no code has run
    if (replay_) difference.written_by = last_writer(address);
    raise(std::move(difference));
}

void Trial::differ_by(const EngineFault& fault) {
    if (!terms_.explains) throw Differs{};
    raise({.where = "after",
           .place = std::string(after_),
           .field = "program",
           .native = "a routine that does its work",
           .assembly = fault.what(),
           .address = fault.address,
           .written_by = fault.by});
}

void Trial::differ(Place place, std::string native, std::string assembly) {
    raise({.where = std::move(place.where),
           .place = place.place.empty() ? std::string(after_) : std::move(place.place),
           .field = std::move(place.field),
           .native = std::move(native),
           .assembly = std::move(assembly)});
}

std::string Trial::last_writer(Address address) const {
    LastWriter last(address);
    replay_(last);
    return last.writer.empty() ? fmt::format("nothing in {}", last.outermost) : last.writer;
}

void Trial::find_first_wrong(work::Difference& difference) const {
    if (!replay_ || !terms_.blocks) return;
    Judging judging(terms_.blocks, host.image());
    try {
        replay_(judging);
    } catch (const Judging::Done&) {
    }
    const Witness& witness = judging.witness;
    const auto& found = witness.wrong() ? witness.wrong() : witness.excluded();
    const auto& data = judging.last_data;
    const auto chain = [&](const Witness::Place& place) {
        std::vector<std::string> callers;
        for (const Address call : place.calls) callers.push_back(host.describe(call));
        callers.push_back(judging.outermost);
        return chain_of(host.describe(place.at), callers);
    };
    if (!found && judging.blamed) {
        difference.first_wrong = chain(*judging.blamed);
        difference.because =
            judging.loops ? "its loop does not end" : "prints a wrong text, or has it printed";
        return;
    }
    if (!found && judging.is_past && data && data->value == host.machine().cpu.registers.a) {
        difference.table =
            fmt::format("{}, the last byte read from one", host.describe(data->address));
    }
    if (!found) return;
    std::vector<std::string> callers;
    for (const Address call : found->calls) callers.push_back(host.describe(call));
    callers.push_back(judging.outermost);
    // For a call that its block excludes, the caller is at fault.
    difference.first_wrong = witness.wrong()
                                 ? chain_of(found->routine, callers)
                                 : chain_of(callers.front(), {callers.begin() + 1, callers.end()});
    difference.because =
        witness.wrong() ? found->what : fmt::format("calls {}: {}", found->routine, found->what);
    constexpr std::size_t most_characters = 240;  // printed text in a report
    if (difference.because.size() > most_characters) {
        difference.because.resize(most_characters);
        difference.because += " ...";
    }
    if (!witness.wrong()) return;
    if (witness.maker()) {
        difference.first_wrong = chain(*witness.maker());
        difference.because = fmt::format("{}: {}", found->routine, difference.because);
        return;
    }
    blame_table(witness, difference);
}

void Trial::blame_table(const Witness& witness, work::Difference& difference) const {
    for (const auto& instead : witness.substitutes(host.machine())) {
        Judging other(terms_.blocks, host.image());
        other.instead = instead;
        try {
            replay_(other);
        } catch (const Judging::Done&) {
            continue;
        }
        difference.instead = {instead.address, instead.value};
        const Byte is = host.image().bytes[instead.address - host.image().load_address];
        difference.table = fmt::format("{} is {}; with {} no routine would be wrong",
                                       host.describe(instead.address), hex(is), hex(instead.value));
        return;
    }
}

std::vector<Address> Trial::path() const {
    std::vector<Address> executed;
    Recording recording(executed);
    if (replay_) replay_(recording);
    return executed;
}

void Trial::end_step() {
    if (step_++ == terms_.stops_after) throw Found{{}, step_ - 1, path()};
    if (!judges) return;
    work::Difference difference{.where = "after",
                                .place = std::string(after_),
                                .field = "a routine's block",
                                .native = "as it says",
                                .assembly = "otherwise"};
    find_first_wrong(difference);
    if (!difference.first_wrong.empty()) raise(std::move(difference));
}

void Trial::raise(work::Difference difference) {
    if (!terms_.explains) throw Differs{};
    difference.position = door_.write(at_);
    difference.version = setting.version;
    difference.depth = setting.depth;
    difference.noise = terms_.noise;
    if (difference.first_wrong.empty()) find_first_wrong(difference);
    throw Found{std::move(difference), step_, terms_.records ? path() : std::vector<Address>{}};
}

}  // namespace ryg::claims
