// Runs cases on the contracts' rig, step by step, and compares what each says with what it left.
#include "app/cases.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/case_file.hpp"
#include "emu/opcodes.hpp"
#include "engine/contracts/chips.hpp"
#include "engine/contracts/rig.hpp"

namespace ryg::app {
namespace {

using c64::Machine;
using contracts::Call;
using contracts::Ending;

/// A value of `out` that is known before the call.
struct Wanted {
    const CaseValue* value;
    std::uint64_t number = 0;
};

/// One case after the other; everything that a case does not state is noise.
class Runner {
  public:
    Runner(const contracts::Suite& suite, const contracts::Subject& subject)
        : suite_(suite), program_(make_program(subject, {})), rig_(program_, suite.longest) {}

    [[nodiscard]] CaseResult run(const Case& from);
    [[nodiscard]] const contracts::Program& program() const { return program_; }

  private:
    [[nodiscard]] Machine& machine() { return rig_.machine(); }
    /// A number in memory, a register or a flag as it is now.
    [[nodiscard]] std::uint64_t value_now(const CaseValue& value) const;
    [[nodiscard]] Byte byte_now(Address at) const;
    [[nodiscard]] std::uint64_t number_of(const CaseValue& value) const;
    void put(const CaseValue& value);
    /// Formulas are over the state that the other values make.
    void put_all(const CaseValues& values);
    void stand_in(const CaseValues& values);
    void start(const Case& from);
    bool step(const Case& from);
    [[nodiscard]] std::optional<Byte> input(Address at);
    void judge_ending(const Case& from, const contracts::RigEnd& end);
    void judge_values(const std::vector<Wanted>& wanted);
    void judge_counts(const Case& from);
    [[nodiscard]] std::string state(std::string_view when, const Case& from) const;
    [[nodiscard]] std::string name_of(const CaseValue& value) const;
    [[nodiscard]] std::string describe(Address at) const {
        return program_.image.labels.describe(at);
    }
    void add(std::string what) { faults_.push_back(std::move(what)); }

    const contracts::Suite& suite_;
    const contracts::Program program_;
    const contracts::Block nothing_{};
    contracts::Rig rig_;
    contracts::Stores stores_;
    const Case* case_ = nullptr;
    bool is_first_ = true;  // instruction
    std::optional<Call> call_;
    std::map<Address, std::size_t> asked_, stood_in_;  // how often so far
    std::vector<unsigned> executed_;                   // how often, by address
    std::vector<std::string> faults_;
};

// --- values -------------------------------------------------------------------------------------

Byte Runner::byte_now(Address at) const {
    const Machine& machine = rig_.machine();
    return contracts::is_chip(machine, at) ? stores_.read(machine, at) : machine.ram()[at];
}

std::uint64_t Runner::value_now(const CaseValue& value) const {
    if (value.name != 0) {
        return contracts::register_value(rig_.machine().cpu.registers, value.name);
    }
    std::uint64_t number = 0;
    for (std::size_t i = value.bytes.size(); i-- > 0;)
        number = number << 8 | byte_now(value.bytes[i]);
    return number;
}

/// Of what a case says of it, in the width that it has.
std::uint64_t Runner::number_of(const CaseValue& value) const {
    const bool is_flag = value.name != 0 && contracts::is_flag(value.name);
    const std::size_t bytes = value.name != 0 ? 1 : value.bytes.size();
    const bool is_colour = value.name == 0 && contracts::is_colour(value.bytes.front()) &&
                           contracts::is_chip(rig_.machine(), value.bytes.front());
    const std::uint64_t most = is_flag ? 1 : is_colour ? 0x0f : ~0ULL >> (64 - 8 * bytes);
    if (value.copied) return byte_now(*value.copied);
    if (!value.formula) return value.number;
    return static_cast<std::uint64_t>(value.formula->value(rig_.machine())) & most;
}

void Runner::put(const CaseValue& value) {
    std::uint64_t number = number_of(value);
    if (value.name != 0) {
        return contracts::set_register(machine().cpu.registers, value.name,
                                       static_cast<Byte>(number));
    }
    for (const Address at : value.bytes) {
        const auto byte = static_cast<Byte>(number);
        if (contracts::is_chip(machine(), at)) {
            stores_.set(machine(), at, byte);
        } else {
            machine().poke(at, byte);
        }
        number >>= 8;
    }
}

void Runner::put_all(const CaseValues& values) {
    const auto put_one = [&](const CaseValue& value) {
        try {
            put(value);
        } catch (const std::runtime_error& error) {
            case_->file->fail(value.place, error.what());
        }
    };
    const auto is_port = [](const CaseValue& value) {
        return value.name == 0 && value.bytes.front() < 2;
    };
    for (const CaseValue& value : values.all) {  // which says where chips are
        if (value.is_plain() && is_port(value)) put_one(value);
    }
    for (const CaseValue& value : values.all) {
        if (value.is_plain() && !is_port(value)) put_one(value);
    }
    for (const CaseValue& value : values.all) {
        if (!value.is_plain()) put_one(value);
    }
}

/// Registers that it loads set Z and N as a load does, A last, unless the case states these.
void Runner::stand_in(const CaseValues& values) {
    put_all(values);
    emu::Registers& registers = machine().cpu.registers;
    for (const char name : {'A', 'X', 'Y'}) {
        if (values.registers.find(name) == std::string::npos) continue;
        const Byte value = contracts::register_value(registers, name);
        const auto set = [&](char flag, bool bit) {
            if (values.registers.find(flag) != std::string::npos) return;
            contracts::set_register(registers, flag, bit ? 1 : 0);
        };
        set('Z', value == 0);
        set('N', value >= 0x80);
        break;
    }
}

// --- a run --------------------------------------------------------------------------------------

/// The machine as the case finds it.
void Runner::start(const Case& from) {
    case_ = &from;
    faults_.clear();
    asked_.clear();
    stood_in_.clear();
    stores_.clear();
    executed_.assign(0x10000, 0);
    rig_.reset();
    engine::Choices choices(2006);
    call_ = draw_call(suite_, program_, nothing_, rig_.background(), choices);
    for (const auto& each : from.instead) {
        call_->stand_ins.emplace(each.first, [this, &each](Machine&) {
            const std::size_t time = stood_in_[each.first]++;
            stand_in(each.second[std::min(time, each.second.size() - 1)]);
        });
    }
    rig_.prepare(*call_, from.call.routine);
    put_all(from.call.in);
}

std::optional<Byte> Runner::input(Address at) {
    const auto found = std::ranges::find(case_->inputs, at, &CaseInputs::at);
    if (found == case_->inputs.end()) return {};
    return found->values[std::min(asked_[at]++, found->values.size() - 1)];
}

/// Before each instruction; false where the case ends.
bool Runner::step(const Case& from) {
    const Address pc = machine().cpu.registers.pc;
    const bool is_first = std::exchange(is_first_, false);
    if (from.to == pc && !is_first) return false;
    ++executed_[pc];
    return true;
}

CaseResult Runner::run(const Case& from) {
    CaseResult result{from.name, from.file->file, from.file->line(from.place)};
    start(from);
    std::vector<Wanted> wanted;
    for (const CaseValue& value : from.call.out.all) {
        try {
            static_cast<void>(value_now(value));  // that it can be stated
            wanted.push_back({&value, number_of(value)});
        } catch (const std::runtime_error& error) {
            from.file->fail(value.place, error.what());
        }
    }
    const std::string before = state("before", from);
    contracts::Steps steps;
    steps.before = [&] { return step(from); };
    if (!from.inputs.empty()) steps.read = [&](Address at) { return input(at); };
    steps.write = [&](Address at, Byte value) {
        if (contracts::is_chip(machine(), at)) stores_.note(at, value);
    };
    is_first_ = true;
    const contracts::RigEnd end = rig_.run(*call_, steps);
    result.cycles = end.cycles;
    machine().cpu.registers = end.registers;
    judge_ending(from, end);
    if (faults_.empty()) {
        judge_values(wanted);
        if (from.cycles && (end.cycles < from.cycles->first || end.cycles > from.cycles->second)) {
            add(fmt::format("takes {} cycles, not {}..{}", end.cycles, from.cycles->first,
                            from.cycles->second));
        }
        judge_counts(from);
    }
    result.faults = faults_;
    if (!faults_.empty()) result.facts = before + state("after", from);
    return result;
}

// --- what it left -------------------------------------------------------------------------------

void Runner::judge_ending(const Case& from, const contracts::RigEnd& end) {
    switch (end.ending) {
        case Ending::strayed:
            return add(
                fmt::format("enters {}, where there is nothing to run: give it under \"instead\"",
                            describe(end.strayed_to)));
        case Ending::wants_keys: return add("waits for a key, and GETIN has none");
        case Ending::stopped: return;
        case Ending::returned:
            if (from.to) add(fmt::format("returns before it comes to {}", describe(*from.to)));
            return;
        default: add(fmt::format("does not return within {} cycles", end.cycles));
    }
}

std::string Runner::name_of(const CaseValue& value) const {
    if (value.name != 0) return std::string(1, value.name);
    std::string name = program_.image.labels.locate(value.bytes.front());
    if (value.bytes.size() > 1)
        name += fmt::format("/{}", program_.image.labels.locate(value.bytes[1]));
    return name;
}

void Runner::judge_values(const std::vector<Wanted>& wanted) {
    for (const auto& [value, should] : wanted) {
        const std::uint64_t is = value_now(*value);
        const std::size_t digits = value->name != 0 ? 2 : 2 * value->bytes.size();
        if (value->allowed.empty()) {
            if (is == should) continue;
            add(fmt::format("{} is ${:0{}x}, not ${:0{}x}", name_of(*value), is, digits, should,
                            digits));
            continue;
        }
        const bool is_among = std::ranges::any_of(value->allowed, [is](const auto& range) {
            return range.first <= is && is <= range.second;
        });
        if (is_among) continue;
        add(fmt::format("{} is ${:0{}x}, not in {}", name_of(*value), is, digits,
                        case_->file->at(value->place).get<std::string>()));
    }
}

void Runner::judge_counts(const Case& from) {
    for (const CaseCount& count : from.calls) {
        const std::uint64_t times = executed_[count.places.front()];
        if (times >= count.least && times <= count.most) continue;
        const std::string routine = describe(count.places.front());
        if (count.most == 0) {
            add(fmt::format("calls {}", routine));
        } else if (times == 0) {
            add(fmt::format("never calls {}", routine));
        } else {
            add(fmt::format("calls {} {} times, not {}..{}", routine, times, count.least,
                            count.most));
        }
    }
}

/// Registers, and the bytes that the case names.
std::string Runner::state(std::string_view when, const Case& from) const {
    constexpr std::size_t most = 16;
    const emu::Registers& registers = rig_.machine().cpu.registers;
    std::string text = fmt::format("    {:<6}", when);
    for (const char name : contracts::register_names) {
        const Byte value = contracts::register_value(registers, name);
        text += contracts::is_flag(name) ? fmt::format(" {}={}", name, value)
                                         : fmt::format(" {}=${:02x}", name, value);
    }
    std::set<Address> bytes = from.call.in.bytes;
    bytes.insert(from.call.out.bytes.begin(), from.call.out.bytes.end());
    std::size_t shown = 0;
    for (const Address at : bytes) {
        if (shown++ == most) return text + " ...\n";
        text += fmt::format(" {}=${:02x}", program_.image.labels.locate(at), byte_now(at));
    }
    return text + '\n';
}

}  // namespace

std::vector<CaseResult> run_cases(const std::string& path, const contracts::Suite& suite) {
    Runner runner(suite, suite.subjects.at(0));
    std::vector<CaseResult> results;
    for (const Case& each : read_cases(path, runner.program())) {
        results.push_back(runner.run(each));
    }
    return results;
}

}  // namespace ryg::app
