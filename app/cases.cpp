// Runs cases on the contracts' host, step by step, and compares the results.
#include "app/cases.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/case_file.hpp"
#include "app/verb.hpp"
#include "c64/program/text.hpp"
#include "emu/opcodes.hpp"
#include "emu/recording_bus.hpp"
#include "engine/claims/chips.hpp"
#include "engine/claims/host.hpp"
#include "engine/claims/judge.hpp"

namespace ryg::app {
namespace {

using c64::Machine;
using claims::Call;
using claims::Ending;

/// A value of `out` that is known before the call.
struct Wanted {
    const CaseValue* value;
    std::uint64_t number = 0;
};

/// Runs one case after the other; everything that a case does not state is random.
class Runner {
  public:
    Runner(const claims::Suite& suite, const claims::Subject& subject, const Ask& ask)
        : suite_(suite),
          ask_(ask),
          program_(make_program(subject, {})),
          host_(program_, suite.longest) {
        if (suite.strictness.is_any()) strict_.emplace(program_, suite.strictness);
    }

    [[nodiscard]] CaseResult run(const Case& from);
    [[nodiscard]] const claims::Program& program() const { return program_; }

  private:
    [[nodiscard]] Machine& machine() { return host_.machine(); }
    /// The current value of a number in memory, a register or a flag.
    [[nodiscard]] std::uint64_t value_now(const CaseValue& value) const;
    [[nodiscard]] Byte byte_now(Address at) const;
    [[nodiscard]] std::uint64_t number_of(const CaseValue& value) const;
    void put(const CaseValue& value);
    /// Sets all values; formulas use the state after the other values were set.
    void put_all(const CaseValues& values);
    void know(const CaseValues& values) {
        for (const Address at : values.bytes) {
            if (strict_) strict_->know(at);
        }
    }
    void stand_in(const CaseValues& values);
    void fill(Byte value);
    void begin_strict(const Case& from);
    void start(const Case& from);
    [[nodiscard]] std::vector<Wanted> wanted_of(const CaseCall& of);
    void ask(const CaseCall& of, std::vector<Wanted>& wanted) const;
    /// Calls a routine on the machine as it is.
    claims::CallEnd call(const Case& from, const CaseCall& routine, bool is_case);
    bool step(const Case& from);
    void interrupt(Address routine);
    [[nodiscard]] std::optional<Byte> read(Address at);
    void judge_ending(const Case& from, const claims::CallEnd& end);
    void judge_values(const std::vector<Wanted>& wanted);
    void judge_counts(const Case& from);
    void judge_rest(const Case& from);
    [[nodiscard]] std::string state(std::string_view when, const CaseCall& call) const;
    [[nodiscard]] std::string name_of(const CaseValue& value) const;
    [[nodiscard]] std::string describe(Address at) const {
        return program_.image.labels.describe(at);
    }
    void add(std::string what) { faults_.push_back(std::move(what)); }

    const claims::Suite& suite_;
    const Ask& ask_;
    const claims::Program program_;
    const claims::Block nothing_{};
    claims::Host host_;
    claims::Stores stores_;
    std::optional<claims::Strict> strict_;
    const Case* case_ = nullptr;
    // State of the current call:
    bool is_case_ = false;  // false for calls before the case
    bool is_first_ = true;  // before the first instruction
    emu::Cycle began_ = 0;
    std::size_t interrupted_ = 0;
    bool ran_out_ = false;            // the call took too long
    std::optional<Address> died_at_;  // address of a BRK or JAM
    std::vector<Byte> before_;
    emu::Registers registers_before_;
    std::vector<unsigned> read_, written_;  // numbers of accesses, by address
    emu::DataReads data_;                   // data reads of the current instruction
    Byte opcode_ = 0;
    Address last_written_ = 0;  // last write of the current instruction
    std::optional<Call> call_;
    std::map<Address, std::size_t> asked_, stood_in_;  // numbers of reads and calls so far
    std::vector<unsigned> executed_;                   // number of executions, by address
    std::vector<std::string> faults_;
};

// --- values -------------------------------------------------------------------------------------

Byte Runner::byte_now(Address at) const {
    const Machine& machine = host_.machine();
    return claims::is_chip(machine, at) ? stores_.read(machine, at) : machine.ram()[at];
}

std::uint64_t Runner::value_now(const CaseValue& value) const {
    if (value.name != 0) {
        return claims::register_value(host_.machine().cpu.registers, value.name);
    }
    std::uint64_t number = 0;
    for (std::size_t i = value.bytes.size(); i-- > 0;)
        number = number << 8 | byte_now(value.bytes[i]);
    return number;
}

/// The number that a case states for a value, in the value's width.
std::uint64_t Runner::number_of(const CaseValue& value) const {
    const bool is_flag = value.name != 0 && claims::is_flag(value.name);
    const std::size_t bytes = value.name != 0 ? 1 : value.bytes.size();
    const bool is_colour = value.name == 0 && claims::is_colour(value.bytes.front()) &&
                           claims::is_chip(host_.machine(), value.bytes.front());
    const std::uint64_t most = is_flag ? 1 : is_colour ? 0x0f : ~0ULL >> (64 - 8 * bytes);
    if (value.copied) return byte_now(*value.copied);
    if (!value.formula) return value.number;
    return static_cast<std::uint64_t>(value.formula->value(host_.machine())) & most;
}

void Runner::put(const CaseValue& value) {
    std::uint64_t number = number_of(value);
    if (value.name != 0) {
        return claims::set_register(machine().cpu.registers, value.name, static_cast<Byte>(number));
    }
    for (const Address at : value.bytes) {
        const auto byte = static_cast<Byte>(number);
        if (claims::is_chip(machine(), at)) {
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
    for (const CaseValue& value : values.all) {  // the port first, which maps the chips
        if (value.is_plain() && is_port(value)) put_one(value);
    }
    for (const CaseValue& value : values.all) {
        if (value.is_plain() && !is_port(value)) put_one(value);
    }
    for (const CaseValue& value : values.all) {
        if (!value.is_plain()) put_one(value);
    }
}

/// Replaces a routine. Registers that are set change Z and N like loads, A last, unless the case
/// states these flags.
void Runner::stand_in(const CaseValues& values) {
    put_all(values);
    know(values);
    emu::Registers& registers = machine().cpu.registers;
    for (const char name : {'A', 'X', 'Y'}) {
        if (values.registers.find(name) == std::string::npos) continue;
        const Byte value = claims::register_value(registers, name);
        const auto set = [&](char flag, bool bit) {
            if (values.registers.find(flag) != std::string::npos) return;
            claims::set_register(registers, flag, bit ? 1 : 0);
        };
        set('Z', value == 0);
        set('N', value >= 0x80);
        break;
    }
}

// --- a run --------------------------------------------------------------------------------------

/// Fills everything that would be random.
void Runner::fill(Byte value) {
    Call& call = *call_;
    std::vector<c64::Extent> places{
        {0x02, 0x100}, {0x140, 0x101 + Call::entry_s}, {program_.free.begin, 0x10000}};
    places.insert(places.end(), program_.data.begin(), program_.data.end());
    for (const c64::Extent& extent : places) {
        for (unsigned at = extent.begin; at < extent.end; ++at) call.set(at, value);
    }
    call.registers.a = call.registers.x = call.registers.y = value;
}

/// Begins the rules of `strict`: values that a case sets are known, others that it names are
/// variables.
void Runner::begin_strict(const Case& from) {
    strict_->begin();
    for (const Address at : from.call.out.bytes) strict_->doubt(at);
    if (from.uses) {
        for (const Address at : from.uses->bytes) strict_->doubt(at);
    }
    for (const CaseInputs& each : from.inputs) strict_->know(each.at);
    for (unsigned i = 0; i < 3; ++i) strict_->know(0x101U + Call::entry_s + i);  // return address
}

/// Sets the machine to the state before the case.
void Runner::start(const Case& from) {
    case_ = &from;
    faults_.clear();
    asked_.clear();
    stood_in_.clear();
    stores_.clear();
    if (strict_) begin_strict(from);
    host_.restore();
    engine::Choices choices(2006);
    call_ = draw_call(suite_, program_, nothing_, host_.background(), choices);
    if (from.rest) fill(*from.rest);
    call_->keys = from.keys;
    for (const auto& each : from.instead) {
        call_->stand_ins.emplace(each.first, [this, &each](Machine&) {
            const std::size_t time = stood_in_[each.first]++;
            stand_in(each.second[std::min(time, each.second.size() - 1)]);
        });
    }
    host_.prepare(*call_, from.call.routine);
}

std::optional<Byte> Runner::read(Address at) {
    if (data_.has(at, opcode_)) ++read_[at];
    const auto found = std::ranges::find(case_->inputs, at, &CaseInputs::at);
    if (found == case_->inputs.end()) return {};
    return found->values[std::min(asked_[at]++, found->values.size() - 1)];
}

/// Enters an interrupt routine as the processor does for an IRQ, in 7 cycles.
void Runner::interrupt(Address routine) {
    emu::Cpu& cpu = machine().cpu;
    emu::Registers& registers = cpu.registers;
    const Byte flags = static_cast<Byte>((registers.p | emu::Flag::unused) & ~emu::Flag::B);
    for (const Byte pushed : {emu::high(registers.pc), emu::low(registers.pc), flags}) {
        if (strict_) strict_->know(0x100U + registers.s);
        machine().ram()[0x100U + registers.s] = pushed;
        registers.s = static_cast<Byte>(registers.s - 1);
    }
    registers.p = static_cast<Byte>(registers.p | emu::Flag::I);
    cpu.jump(routine);
    cpu.cycle += 7;
}

/// Before each instruction; false where the call ends.
bool Runner::step(const Case& from) {
    const emu::Cpu& cpu = machine().cpu;
    const bool is_first = std::exchange(is_first_, false);
    last_written_ = 0;
    constexpr emu::Cycle longest_instruction = 8;
    ran_out_ = cpu.cycle - began_ + longest_instruction > suite_.longest;
    if (ran_out_) return false;
    if (is_case_ && from.to == cpu.registers.pc && !is_first) return false;
    if (is_case_ && interrupted_ < from.interrupts.size()) {
        const CaseInterrupt& next = from.interrupts[interrupted_];
        if (next.at ? *next.at == cpu.registers.pc : cpu.cycle - began_ >= next.cycle) {
            ++interrupted_;
            interrupt(next.routine);
        }
    }
    const Address pc = cpu.registers.pc;
    ++executed_[pc];
    opcode_ = machine().peek(pc);
    data_ = {};
    if (strict_) strict_->before(machine());
    const c64::BankMode mode = machine().board.mode();
    const bool is_played = call_->stand_ins.contains(pc) ||
                           (pc >= 0xe000 && mode.at_e000 == c64::Area::kernal) ||
                           (pc >> 13 == 5 && mode.at_a000 == c64::Area::basic);
    const auto operation = emu::opcodes[opcode_].operation;
    if (is_played || (operation != emu::Operation::BRK && operation != emu::Operation::JAM)) {
        return true;
    }
    died_at_ = pc;
    return false;
}

claims::CallEnd Runner::call(const Case& from, const CaseCall& routine, bool is_case) {
    emu::Cpu& cpu = machine().cpu;
    const bool by_interrupt = is_case && from.ends == CaseEnd::rti;
    cpu.jump(routine.routine);
    const Address back = by_interrupt ? Call::guard : Call::guard - 1;
    Address at = 0x101U + Call::entry_s;
    if (by_interrupt) machine().ram()[at++] = cpu.registers.p;
    machine().ram()[at] = emu::low(back);
    machine().ram()[at + 1U] = emu::high(back);
    is_case_ = is_case;
    is_first_ = true;
    ran_out_ = false;
    began_ = cpu.cycle;
    interrupted_ = 0;
    died_at_.reset();
    for (auto* counts : {&executed_, &read_, &written_}) counts->assign(0x10000, 0);
    before_.assign(machine().ram().begin(), machine().ram().end());
    registers_before_ = cpu.registers;
    claims::Steps steps;
    steps.before = [&] { return step(from); };
    steps.read = [&](Address read_at) { return read(read_at); };
    steps.write = [&](Address to, Byte value) {  // INC writes twice: counted once
        if (last_written_ != to) ++written_[to];
        last_written_ = to;
        if (strict_) strict_->know(to);
        if (claims::is_chip(machine(), to)) stores_.note(to, value);
    };
    const claims::CallEnd end = host_.run(*call_, steps);
    machine().cpu.registers = end.registers;
    call_->keys.erase(call_->keys.begin(),
                      call_->keys.end() - static_cast<std::ptrdiff_t>(end.keys_left));
    return end;
}

/// The bytes of a reply, for a name that means so many: a number, low byte first, or a list.
std::optional<std::vector<Byte>> bytes_of(const Json& reply, std::size_t size) {
    std::vector<Byte> bytes;
    if (reply.is_number_unsigned() || reply.is_boolean()) {
        auto number =
            reply.is_boolean() ? std::uint64_t{reply.get<bool>()} : reply.get<std::uint64_t>();
        for (; bytes.size() < size; number >>= 8) bytes.push_back(static_cast<Byte>(number));
        if (number != 0) return std::nullopt;
    }
    for (std::size_t i = 0; reply.is_array() && i < reply.size(); ++i) {
        if (!reply[i].is_number_unsigned() || reply[i] > 0xff) return std::nullopt;
        bytes.push_back(reply[i].get<Byte>());
    }
    if (bytes.size() != size) return std::nullopt;
    return bytes;
}

/// Asks the reference about the values that the case leaves to it.
void Runner::ask(const CaseCall& of, std::vector<Wanted>& wanted) const {
    std::map<std::string, std::vector<Wanted*>> asked;
    for (Wanted& each : wanted) {
        if (each.value->is_asked) asked[each.value->key].push_back(&each);
    }
    if (asked.empty()) return;
    const LocatedJson::Pointer& place = wanted.front().value->place;
    if (!ask_) case_->file->fail(place, "a list of names: --reference COMMAND says their values");
    Json question{
        {"routine", describe(of.routine)}, {"in", Json::object()}, {"out", Json::array()}};
    for (const CaseValue& value : of.in.all) {
        Json& known = question["in"][value.key];
        if (known.is_number()) known = Json::array({known});
        if (known.is_array()) {
            known.push_back(value_now(value));
        } else {
            known = value_now(value);
        }
    }
    Json& out = question["out"];
    for (const Wanted& each : wanted) {
        const bool is_new = out.empty() || out.back() != each.value->key;
        if (each.value->is_asked && is_new) out.push_back(each.value->key);
    }
    const Json reply = ask_(question);
    if (interrupted) return;
    for (const auto& [key, values] : asked) {
        const auto bytes = bytes_of(reply.contains(key) ? reply[key] : Json(), values.size());
        if (!bytes) {
            case_->file->fail(
                values.front()->value->place,
                fmt::format(
                    "the reference replies {}: {} is not there as {}", reply.dump(), key,
                    values.size() == 1 ? "a byte" : fmt::format("{} bytes", values.size())));
        }
        for (std::size_t i = 0; i < values.size(); ++i) values[i]->number = (*bytes)[i];
    }
}

std::vector<Wanted> Runner::wanted_of(const CaseCall& of) {
    std::vector<Wanted> wanted;
    for (const CaseValue& value : of.out.all) {
        try {
            static_cast<void>(value_now(value));  // throws if it cannot be stated
            wanted.push_back({&value, number_of(value)});
        } catch (const std::runtime_error& error) {
            case_->file->fail(value.place, error.what());
        }
    }
    ask(of, wanted);
    return wanted;
}

CaseResult Runner::run(const Case& from) {
    CaseResult result{from.name, from.file->file, from.file->line(from.place)};
    result.skipped = from.skip;
    if (!from.skip.empty()) return result;
    start(from);
    const auto run_one = [&](const CaseCall& routine, bool is_case) {
        machine().cpu.registers = call_->registers;
        put_all(routine.in);
        know(routine.in);
        const std::vector<Wanted> wanted = wanted_of(routine);
        const std::string before = state("before", routine);
        const claims::CallEnd end = call(from, routine, is_case);
        result.cycles = end.cycles;
        judge_ending(from, end);
        const bool has_ended = faults_.empty();
        if (has_ended) judge_values(wanted);
        if (has_ended && is_case) {
            if (from.cycles &&
                (end.cycles < from.cycles->first || end.cycles > from.cycles->second)) {
                add(fmt::format("takes {} cycles, not {}..{}", end.cycles, from.cycles->first,
                                from.cycles->second));
            }
            if (from.prints && *from.prints != end.printed) {
                add(fmt::format("prints '{}', not '{}'", claims::readable(end.printed),
                                claims::readable(*from.prints)));
            }
            judge_counts(from);
            judge_rest(from);
        }
        if (strict_)
            faults_.insert(faults_.begin(), strict_->faults().begin(), strict_->faults().end());
        if (!faults_.empty()) result.facts = before + state("after", routine);
    };
    for (const CaseCall& each : from.first) {
        run_one(each, false);
        if (faults_.empty()) continue;
        for (std::string& fault : faults_) fault = describe(each.routine) + " before it " + fault;
        break;
    }
    if (faults_.empty()) run_one(from.call, true);
    result.faults = faults_;
    return result;
}

// --- what it left -------------------------------------------------------------------------------

void Runner::judge_ending(const Case& from, const claims::CallEnd& end) {
    const CaseEnd ends = is_case_ ? from.ends : CaseEnd::rts;
    if (died_at_) {
        const bool is_brk = machine().ram()[*died_at_] == 0;
        if (ends == (is_brk ? CaseEnd::brk : CaseEnd::jam)) return;
        return add(fmt::format("executes {} at {}", is_brk ? "BRK" : "JAM", describe(*died_at_)));
    }
    if (ran_out_) {
        if (ends == CaseEnd::never) return;
        return add(fmt::format("does not return within {} cycles", end.cycles));
    }
    const std::string_view wanted = ends == CaseEnd::brk ? "BRK" : "JAM";
    switch (end.ending) {
        case Ending::strayed:
            return add(fmt::format("enters {}, where there is no code: give it under \"instead\"",
                                   describe(end.strayed_to)));
        case Ending::wants_keys:
            if (ends == CaseEnd::never) return;
            return add("waits for a key, and GETIN has none: give them under \"keys\"");
        case Ending::stopped: return;
        case Ending::returned:
            if (is_case_ && from.to) {
                return add(fmt::format("returns before it reaches {}", describe(*from.to)));
            }
            if (ends == CaseEnd::never) return add("returns");
            if (ends == CaseEnd::brk || ends == CaseEnd::jam) {
                return add(fmt::format("returns without {}", wanted));
            }
            if (end.registers.s != Call::entry_s + (ends == CaseEnd::rti ? 3 : 2)) {
                add(fmt::format("leaves S at ${:02x}", end.registers.s));
            }
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
    const auto judge = [&](const std::vector<CaseCount>& counts,
                           const std::vector<unsigned>& times_at, std::string_view verb) {
        for (const CaseCount& count : counts) {
            std::uint64_t times = 0;
            for (const Address at : count.places) times += times_at[at];
            if (times >= count.least && times <= count.most) continue;
            const std::string what =
                count.places.size() == 1 ? describe(count.places[0]) : count.of;
            if (count.most == 0) {
                add(fmt::format("{} {}", verb, what));
            } else if (times == 0) {
                add(fmt::format("never {} {}", verb, what));
            } else {
                add(fmt::format("{} {} {} times, not {}..{}", verb, what, times, count.least,
                                count.most));
            }
        }
    };
    judge(from.calls, executed_, "calls");
    judge(from.reads, read_, "reads");
    judge(from.writes, written_, "writes");
    for (std::size_t i = interrupted_; i < from.interrupts.size(); ++i) {
        add(fmt::format("ends before interrupt {}", i + 1));
    }
}

/// With "uses", checks that everything else is unchanged: memory except the stack below S, A, X, Y,
/// D and I.
void Runner::judge_rest(const Case& from) {
    if (!from.uses) return;
    const auto is_free = [&](char name) {
        return from.uses->registers.find(name) != std::string::npos ||
               from.call.out.registers.find(name) != std::string::npos;
    };
    for (const char name : std::string_view("AXYDI")) {
        const Byte was = claims::register_value(registers_before_, name);
        const Byte is = claims::register_value(machine().cpu.registers, name);
        if (was != is && !is_free(name)) {
            add(fmt::format("changes {} from ${:02x} to ${:02x}", name, was, is));
        }
    }
    constexpr std::size_t most = 6;
    const auto may_change = [&](Address at) {
        return from.uses->bytes.contains(at) || from.call.out.bytes.contains(at);
    };
    for (unsigned address = 2; address < 0x10000 && faults_.size() < most; ++address) {
        const auto at = static_cast<Address>(address);
        const bool is_stack = at >= 0x100 && at <= 0x100 + Call::entry_s + 3;
        if (is_stack || before_[at] == machine().ram()[at] || may_change(at)) continue;
        add(fmt::format("changes {} from ${:02x} to ${:02x}", program_.image.labels.locate(at),
                        before_[at], machine().ram()[at]));
    }
    for (unsigned address = 0xd000; address < 0xde00 && faults_.size() < most; ++address) {
        const auto at = static_cast<Address>(address);
        if (written_[at] == 0 || !claims::is_chip(machine(), at) || may_change(at)) continue;
        add(fmt::format("writes to ${:04x}", at));
    }
}

/// The registers and the bytes that the case names, as text.
std::string Runner::state(std::string_view when, const CaseCall& call) const {
    constexpr std::size_t most = 16;
    const emu::Registers& registers = host_.machine().cpu.registers;
    std::string text = fmt::format("    {:<6}", when);
    for (const char name : claims::register_names) {
        const Byte value = claims::register_value(registers, name);
        text += claims::is_flag(name) ? fmt::format(" {}={}", name, value)
                                      : fmt::format(" {}=${:02x}", name, value);
    }
    std::set<Address> bytes = call.in.bytes;
    bytes.insert(call.out.bytes.begin(), call.out.bytes.end());
    std::size_t shown = 0;
    for (const Address at : bytes) {
        if (shown++ == most) {
            text += " ...";
            break;
        }
        text += fmt::format(" {}=${:02x}", program_.image.labels.locate(at), byte_now(at));
    }
    return c64::wrapped(text, 11) + '\n';
}

/// Whether a text matches a pattern with * and ?.
bool matches(std::string_view text, std::string_view pattern) {
    std::size_t at = 0, next = 0, star = pattern.npos, after_star = 0;
    while (at < text.size()) {
        if (next < pattern.size() && pattern[next] == '*') {
            star = next++;
            after_star = at;
        } else if (next < pattern.size() && (pattern[next] == '?' || pattern[next] == text[at])) {
            ++next;
            ++at;
        } else if (star != pattern.npos) {
            next = star + 1;
            at = ++after_star;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', next) == pattern.npos;
}

bool is_chosen(const Case& one, const CaseChoice& choice) {
    const auto is_named = [&](const std::string& name) {
        return name == one.name || matches(one.name, name);
    };
    const auto has = [&](const std::string& tag) { return one.tags.contains(tag); };
    return (choice.names.empty() || std::ranges::any_of(choice.names, is_named)) &&
           (choice.tags.empty() || std::ranges::any_of(choice.tags, has)) &&
           std::ranges::none_of(choice.without, has);
}

}  // namespace

std::vector<CaseResult> run_cases(const std::vector<std::string>& paths, const claims::Suite& suite,
                                  const CaseChoice& choice, const Ask& ask) {
    std::vector<CaseResult> results;
    for (const std::string& path : paths) {
        claims::Subject subject = suite.subjects.at(0);
        const LocatedJson::Shared file = LocatedJson::read(path);
        if (wants_ram(*file)) {
            subject.port = 0x30;
            subject.memory_end = 0xfffa;
        }
        Runner runner(suite, subject, ask);
        for (const Case& each : read_cases(file, runner.program())) {
            if (is_chosen(each, choice)) results.push_back(runner.run(each));
        }
    }
    if (results.empty())
        throw Trouble("no case has such a name and tags: see --case, --tag, --no-tag");
    return results;
}

}  // namespace ryg::app
