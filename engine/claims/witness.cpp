// Takes snapshots of the machine where a routine begins, and checks its block where it returns.
#include "engine/claims/witness.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/kernal/entries.hpp"
#include "c64/program/files.hpp"
#include "emu/threads.hpp"

namespace ryg::claims {
namespace {

constexpr Address kernal = 0xe000;

/// Memory that a running program shares with the KERNAL and the stack, which no block mentions.
constexpr Extent shared[]{{0x00, 0x02}, {0x90, 0xfb}, {0xff, 0x800}};

/// A suite for a program without one: the blocks in its sources.
Suite suite_of_blocks(const c64::EmbeddedImage& program) {
    Suite suite{.subjects = {{.image = &program}}};
    const c64::Image image = c64::from_embedded(program);
    if (image.info == nullptr) return suite;
    for (const std::string& file : image.info->files()) {
        if (c64::is_file(file)) suite.files.push_back(file);
    }
    return suite;
}

Suite tolerant(Suite suite) {
    suite.must_know = false;
    return suite;
}

}  // namespace

struct Witnessed {
    Witnessed(const Suite* known, const c64::EmbeddedImage& image)
        : suite(tolerant(known != nullptr ? *known : suite_of_blocks(image))),
          checker(suite),
          program(checker.program(image.name)),
          names(checker.routines()) {}

    Suite suite;
    Checker checker;
    const Program& program;
    Names names;
};

std::shared_ptr<const Witnessed> witnessed(const Suite* suite, const c64::EmbeddedImage& program) {
    static emu::Mutex mutex;
    static std::map<const c64::EmbeddedImage*, std::shared_ptr<const Witnessed>> known;
    const emu::Guard lock(mutex);
    const auto [found, is_new] = known.try_emplace(&program);
    if (is_new) {
        try {
            found->second = std::make_shared<const Witnessed>(suite, program);
        } catch (const std::exception&) {  // no readable sources
        }
    }
    return found->second;
}

struct Witness::Routine {
    Routine(const Suite& suite, const Program& in, const Block& its_block, const Names& names)
        : block(&its_block),
          reference(reference_for(suite, its_block)),
          judge(suite, in, its_block, names),
          formulas(in, its_block),
          code(in.code_of(its_block.name)) {}

    const Block* block;
    const Reference& reference;
    Judge judge;
    Formulas formulas;
    Extent code;
};

/// A call that has not returned.
struct Witness::Open {
    Routine* routine = nullptr;  ///< nullptr: not checked
    std::optional<Call> call{};
    std::optional<Expected> expected{};
    std::vector<Address> calls{};  ///< calls that led to it, innermost first
    bool is_kernal = false;
    bool is_tail = false;      ///< entered by a jump: returns to the caller of the one before
    bool is_foreign = false;   ///< its block, or its caller's, excludes the inputs: not its fault
    Cycle cycles = 0;          ///< its first cycle, later its duration
    std::uint32_t number = 0;  ///< index in `made_calls_`
    Address at = 0;            ///< address of its last instruction so far
    Cycle last = 0;            ///< end of that instruction
    CallEnd outcome{};         ///< text printed so far
};

Witness::Witness(std::shared_ptr<const Witnessed> program, const c64::Image& image)
    : from_(std::move(program)), program_(from_->program), made_(0x10000) {
    program_.image = image;
    for (const auto& [name, block] : program_.blocks) {
        const bool is_judged =
            (block.time.kind == TimeKind::cycles || block.time.kind == TimeKind::printing) &&
            !block.time.interrupt;
        const auto address = image.labels.find(name);
        if (is_judged && address) blocks_.emplace(*address, &block);
    }
}

Witness::Routine* Witness::known(Address routine) {
    const auto block = blocks_.find(routine);
    if (block == blocks_.end()) return nullptr;
    const auto [found, is_new] = routines_.try_emplace(routine);
    if (!is_new) return found->second.get();
    try {
        found->second =
            std::make_unique<Routine>(from_->suite, program_, *block->second, from_->names);
    } catch (const ContractError&) {  // reported by `ryg contract`
    }
    return found->second.get();
}

Witness::~Witness() = default;

Finding Witness::testimony(const Open& one, std::string what) {
    return {.what = std::move(what), .routine = one.call->block->name, .calls = one.calls};
}

void Witness::open(const c64::Machine& machine, Address routine, bool is_tail) {
    open_.push_back(std::make_unique<Open>());
    open_.back()->is_tail = is_tail;
    open_.back()->is_kernal = routine >= kernal;
    open_.back()->is_foreign = open_.size() > 1 && open_.end()[-2]->is_foreign;
    open_.back()->number = static_cast<std::uint32_t>(made_calls_.size());
    made_calls_.push_back({.has_block = blocks_.contains(routine) || routine >= kernal});
    if (open_.size() > 1) {
        const Open& caller = *open_.end()[-2];
        made_calls_.back().parent = caller.number;
        made_calls_.back().from = caller.at;
    }
    if (wrong_) return;
    Routine* const rules = known(routine);
    constexpr unsigned most_after_excluded = 10'000;  // half a second's: they follow from it
    if (rules == nullptr || (excluded_ && ++after_excluded_ > most_after_excluded)) return;
    Open& one = *open_.back();
    one.call.emplace();
    for (const auto& frame : calls_.frames()) one.calls.insert(one.calls.begin(), frame.call);
    Call& call = *one.call;
    call.program = &program_;
    call.block = rules->block;
    const auto ram = machine.ram();
    call.ram.assign(ram.begin(), ram.end());
    call.registers = machine.cpu.registers;
    one.cycles = machine.cpu.cycle;
    const Reference& reference = rules->reference;
    try {
        if (const Entry* entry = unmet_input(from_->suite, call)) {
            const bool is_inner = !one.calls.empty() && rules->code.contains(one.calls.front());
            const bool is_callers = open_.size() > 1 && !open_.end()[-2]->is_foreign;
            one.is_foreign |= !is_inner;
            if (excluded_ || is_inner || !is_callers) return;
            excluded_ =
                testimony(one, fmt::format("In {} is not ({})", entry->symbol,
                                           entry->kind.empty() ? "in its range" : entry->kind));
            return;
        }
        if (reference.accepts != nullptr && !reference.accepts(call)) return;
        if (rules->formulas.unmet(machine) != nullptr) return;
        one.expected.emplace(call);
        from_->suite.state_result(reference, call, *one.expected);
        rules->formulas.expect(machine, *one.expected);
        one.routine = rules;
    } catch (const std::exception&) {  // unknown inputs
    }
}

void Witness::close(const c64::Machine& machine) {
    std::unique_ptr<Open> one = std::move(open_.back());
    open_.pop_back();
    if (!open_.empty()) {
        open_.back()->outcome.printed += one->outcome.printed;
        open_.back()->outcome.kernal_called |= one->outcome.kernal_called;
    }
    if (one->routine == nullptr || wrong_) return;
    const Findings faults = judged(*one, machine);
    one->cycles = machine.cpu.cycle - one->cycles;
    if (faults.empty()) return;
    wrong_ = testimony(*one, faults.front().what);
    if (faults.front().address) maker_ = maker_of(*faults.front().address, one->number);
    wrong_call_ = std::move(one);
}

Findings Witness::judged(Open& one, const c64::Machine& machine) const {
    std::vector<Byte> after(machine.ram().begin(), machine.ram().end());
    for (const Extent extent : shared) {
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            if (!one.expected->states(at)) after[at] = one.call->ram[at];
        }
    }
    one.outcome.ending = Ending::returned;
    one.outcome.registers = machine.cpu.registers;
    one.outcome.registers.s = Call::entry_s + 2;
    try {
        return one.routine->judge.judge(*one.expected, one.outcome, after);
    } catch (const std::exception&) {  // invalid pointers
        return {};
    }
}

/// Repetitions of the wrong call with a byte of memory replaced.
class Witness::Repeats {
  public:
    Repeats(const Witness& witness, c64::Machine& machine)
        : witness_(witness), one_(*witness.wrong_call_), machine_(machine), ended_(one_.outcome) {
        machine_.board.connect_irq(false, machine_.cpu.cycle);
        const Byte s = one_.call->registers.s;
        const auto pushed = [&](unsigned at) { return one_.call->ram[0x100 + ((s + at) & 0xff)]; };
        back_ = static_cast<Address>(emu::word(pushed(1), pushed(2)) + 1);
    }
    Repeats(const Repeats&) = delete;
    ~Repeats() { one_.outcome = ended_; }

    [[nodiscard]] Cycle spent() const { return spent_; }
    /// The bytes that the call loads.
    [[nodiscard]] std::vector<c64::debug::WatchedAccess> loads() {
        const std::vector<Byte> wanted(0x10000, c64::debug::AccessKind::load);
        c64::debug::Tap loads{.wanted = wanted.data()};
        const Cycle until = begin({0, one_.call->ram[0]});
        while (goes_on(until)) c64::debug::step(machine_, loads);
        return loads.found;
    }
    /// Whether the call is as stated with this byte.
    [[nodiscard]] bool is_right_with(const Substitute& instead) {
        constexpr Cycle judging = 10'000;  // cost of preparing and checking a call
        const Cycle started = machine_.cpu.cycle, until = begin(instead);
        std::string printed;
        while (goes_on(until)) {
            if (!ended_.kernal_called) {
                machine_.cpu.run_to(machine_.board, back_, until);
                continue;
            }
            machine_.cpu.step(machine_.board);
            const emu::Registers& now = machine_.cpu.registers;
            if (now.pc == c64::CHROUT) printed += static_cast<char>(now.a);
        }
        spent_ += machine_.cpu.cycle - started + judging;
        const auto is_as_stated = [&](const std::pair<Address, Byte>& byte) {
            return machine_.ram()[byte.first] == byte.second;
        };
        if (!has_returned() || !std::ranges::all_of(one_.expected->statements(), is_as_stated)) {
            return false;
        }
        one_.outcome.printed = printed;
        machine_.ram()[instead.address] = one_.call->ram[instead.address];
        return witness_.judged(one_, machine_).empty();
    }

  private:
    /// The cycle at which the call has taken too long.
    Cycle begin(const Substitute& instead) {
        std::ranges::copy(one_.call->ram, machine_.ram().begin());
        machine_.ram()[instead.address] = instead.value;
        machine_.cpu.registers = one_.call->registers;
        machine_.cpu.jammed = false;
        machine_.cpu.jump(witness_.program_.image.labels.at(one_.call->block->name));
        return machine_.cpu.cycle + one_.cycles * 4 + 1000;
    }
    [[nodiscard]] bool has_returned() const {
        const emu::Registers& now = machine_.cpu.registers;
        return now.pc == back_ && now.s == static_cast<Byte>(one_.call->registers.s + 2);
    }
    [[nodiscard]] bool goes_on(Cycle until) const {
        return !machine_.cpu.jammed && machine_.cpu.cycle < until && !has_returned();
    }

    const Witness& witness_;
    Open& one_;
    c64::Machine& machine_;
    const CallEnd ended_;
    Address back_ = 0;
    Cycle spent_ = 0;
};

std::vector<Witness::Substitute> Witness::substitutes(c64::Machine machine) const {
    constexpr Cycle most_cycles = 40'000'000;  // half a second
    constexpr unsigned most_found = 8;
    Open& one = *wrong_call_;
    if (one.cycles > most_cycles / 4) return {};  // a traced run may take four times that
    // For a wrong character the right one is known.
    const std::string printed = one.outcome.printed, wanted_text = one.expected->printed;
    const auto [is, should] = std::ranges::mismatch(printed, wanted_text);
    const bool is_text =
        !one.expected->any_text && is != printed.end() && should != wanted_text.end();
    Repeats repeats(*this, machine);
    std::vector<Substitute> found;
    std::set<Address> seen;
    for (const c64::debug::WatchedAccess& load : repeats.loads()) {
        const unsigned index = load.address - program_.image.load_address;
        const bool is_table = index < program_.image.bytes.size() &&
                              program_.debug.is_data(load.address) &&
                              one.call->ram[load.address] == program_.image.bytes[index];
        if (!is_table || !seen.insert(load.address).second) continue;
        for (unsigned change = 1;
             change < 256 && repeats.spent() < most_cycles && found.size() < most_found; ++change) {
            // Tries +1, -1, +2 ...
            const unsigned by = change % 2 == 1 ? (change + 1) / 2 : 256 - change / 2;
            const Substitute instead{load.address, static_cast<Byte>(load.value + by)};
            const bool is_known = is_text && (load.value != static_cast<Byte>(*is) ||
                                              instead.value != static_cast<Byte>(*should));
            if (!is_known && repeats.is_right_with(instead)) found.push_back(instead);
        }
    }
    return found;
}

void Witness::enter(const c64::Machine& machine, Address routine) {
    calls_ = {};
    open_.clear();
    open(machine, routine);
}

void Witness::return_from(const c64::Machine& machine, bool is_judged) {
    bool is_tail = true;
    while (is_tail && !open_.empty()) {
        if (!is_judged) open_.back()->routine = nullptr;
        is_tail = open_.back()->is_tail;
        close(machine);
    }
}

void Witness::leave(const c64::Machine& machine) {
    if (calls_.frames().empty()) return_from(machine, true);
}

/// Where a value comes from: loads, stores and transfers pass it on, all else makes a new one.
void Witness::follow(const c64::debug::Executed& done,
                     std::span<const c64::debug::WatchedAccess> accesses) {
    using enum emu::Operation;
    const auto [operation, mode] = emu::opcodes[done.opcode];
    const Made own{done.before.pc, open_.back()->number};
    Made loaded = own;
    for (const c64::debug::WatchedAccess& access : accesses) {
        if (access.is_store) continue;
        loaded = made_[access.address].call != 0 ? made_[access.address] : own;
    }
    Made stored = own;
    switch (operation) {
        case LDA:
        case PLA: made_a_ = loaded; break;
        case LDX: made_x_ = loaded; break;
        case LDY: made_y_ = loaded; break;
        case TAX: made_x_ = made_a_; break;
        case TAY: made_y_ = made_a_; break;
        case TXA: made_a_ = made_x_; break;
        case TYA: made_a_ = made_y_; break;
        case STA:
        case PHA: stored = made_a_; break;
        case STX: stored = made_x_; break;
        case STY: stored = made_y_; break;
        default:
            if (done.before.a != done.after.a) made_a_ = own;
            if (done.before.x != done.after.x) made_x_ = own;
            if (done.before.y != done.after.y) made_y_ = own;
    }
    for (const c64::debug::WatchedAccess& access : accesses) {
        if (access.is_store) made_[access.address] = stored;
    }
}

/// A routine whose block holds has made what it should: then its caller is looked at.
std::optional<Witness::Place> Witness::maker_of(Address address, std::uint32_t call) const {
    Place place{made_[address].by};
    std::uint32_t in = made_[address].call;
    for (; in > call && made_calls_[in].has_block; in = made_calls_[in].parent) {
        place.at = made_calls_[in].from;
    }
    if (in <= call) return {};
    for (; in > call; in = made_calls_[in].parent) place.calls.push_back(made_calls_[in].from);
    if (in != call) return {};
    for (; made_calls_[in].from != 0; in = made_calls_[in].parent) {
        place.calls.push_back(made_calls_[in].from);
    }
    return place;
}

Witness::Place Witness::place_in(std::size_t open) const {
    Place place{open_[open]->at};
    while (open-- > 0) place.calls.push_back(open_[open]->at);
    return place;
}

Witness::Place Witness::looping(Cycle since) const {
    std::size_t open = 0;
    while (open + 1 < open_.size() && open_[open]->last < since) ++open;
    return open_.empty() ? Place{} : place_in(open);
}

std::optional<Witness::Place> Witness::printing(std::string_view rest) const {
    std::string printed;
    for (std::size_t i = open_.size(); i-- > 0;) {
        const Open& one = *open_[i];
        printed = one.outcome.printed + printed;
        if (one.is_kernal) continue;
        const bool is_told = one.routine != nullptr && !one.expected->any_text &&
                             one.expected->printed.starts_with(printed);
        if (!is_told) return place_in(i);
        const auto text = std::string_view(one.expected->printed).substr(printed.size());
        const auto wanted = rest.substr(std::min<std::size_t>(1, rest.size()));
        const auto both = std::min(text.size(), wanted.size());
        const bool is_same = text.substr(0, both) == wanted.substr(0, both);
        if (is_same && (both != 0 || printed.size() > 1)) return {};
    }
    return {};
}

void Witness::note(const c64::Machine& machine, const c64::debug::Executed& done,
                   std::span<const c64::debug::WatchedAccess> accesses) {
    if (open_.empty()) open_.push_back(std::make_unique<Open>());  // began before the observation
    follow(done, accesses);
    open_.back()->at = done.before.pc;
    open_.back()->last = machine.cpu.cycle;
    const Address at = done.after.pc;
    const std::size_t before = calls_.frames().size();
    const std::size_t closed = calls_.note(done);
    // A routine that is left together with its callers has not itself returned.
    for (std::size_t i = 0; i < closed; ++i) return_from(machine, closed == 1);
    if (calls_.frames().size() > before - closed) {
        open(machine, at);
    } else if (closed == 0 && blocks_.contains(at)) {
        const Routine* const entered = known(at);
        if (entered != nullptr && !entered->code.contains(done.before.pc)) open(machine, at, true);
    }
    const bool is_call = !done.interrupt && (done.opcode == 0x20 || done.opcode == 0x4c);
    if (!is_call || (at != c64::CHROUT && at != c64::GETIN)) return;
    CallEnd& outcome = open_.back()->outcome;
    outcome.kernal_called = true;
    if (at == c64::CHROUT) outcome.printed += static_cast<char>(machine.cpu.registers.a);
}

}  // namespace ryg::claims
