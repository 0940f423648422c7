// The tests of one routine: random inputs first, then inputs near the fastest and the slowest.
#include "engine/claims/check.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/program/files.hpp"
#include "c64/program/text.hpp"
#include "engine/claims/all_inputs.hpp"
#include "engine/claims/chips.hpp"

namespace ryg::claims {
namespace {

constexpr Cycle most_steps = 4'000'000;  // cycles of calls that are observed step by step

std::uint64_t seed_of(std::string_view name) {
    std::uint64_t seed = 0xcbf29ce484222325U;
    for (const char letter : name) seed = (seed ^ static_cast<Byte>(letter)) * 0x100000001b3U;
    return seed;
}

using Recipe = std::vector<Choices::Choice>;

Call drawn(const Suite& suite, const Program& program, const Block& block,
           const Reference& reference, std::span<const Byte> background, Choices& choices);

std::string text_of(std::string_view when, const emu::Registers& registers) {
    return fmt::format("    {:<6} A=${:02x} X=${:02x} Y=${:02x} C={}\n", when, registers.a,
                       registers.x, registers.y, registers.p & emu::Flag::C);
}

/// The folder where the sources were assembled, otherwise the one below `root`.
std::string folder_of(const Suite& suite, const std::string& root) {
    const c64::Image image = c64::from_embedded(*suite.subjects.at(0).image);
    for (const std::string& file : image.info->files()) {
        const c64::Path folder = c64::Path(file).parent_path();
        if (folder.generic_string().ends_with(suite.folder) && c64::is_folder(folder)) {
            return folder.string();
        }
    }
    const c64::Path folder = c64::Path(root) / suite.folder;
    if (!root.empty() && c64::is_folder(folder)) return folder.string();
    throw ContractError(
        fmt::format("{}: the sources, with their header blocks, are missing", suite.folder));
}

class Checking {
  public:
    Checking(const Suite& suite, const Program& program, const Block& block, const Names& routines,
             const Effort& effort)
        : suite_(suite),
          program_(program),
          block_(block),
          reference_(reference_for(suite, block)),
          judge_(suite, program, block, routines),
          chips_(suite, program, block),
          formulas_(program, block),
          host_(program, effort.longest, &suite),
          entry_(program.image.labels.at(block.name)),
          random_(seed_of(block.name)),
          effort_(effort),
          changing_(program.changing(block)),
          changed_by_others_(program.changed_by_others(block)) {
        if (suite.strictness.is_any()) strict_.emplace(program, suite.strictness);
        if (effort.whole) havoc_.emplace(program);
    }

    CheckReport run();

  private:
    /// Tests an input. False if the block does not allow it.
    bool draw(const Recipe& recipe);
    void draw_ends(unsigned tries);
    void try_all(const Patience& patience);
    void judge_found(const ManyInputs::Found& found, const AllInputs& inputs, const Call& first);
    [[nodiscard]] Call next_call(Choices& choices) const {
        return drawn(suite_, program_, block_, reference_, host_.background(), choices);
    }
    /// Runs and checks a call; adds facts if it has faults.
    Findings run(const Call& call, CallEnd& outcome, std::string& facts);
    Findings judged(const Call& call, CallEnd& outcome, bool watched, bool spoils);
    void find_reliance(const Call& call, Findings& faults);
    void vary_changed(Call& call, Choices& choices) const;
    void know_inputs(const Call& call);
    void remember(Cycle cycles, const Recipe& recipe);
    void complain(Finding finding, unsigned draw = 0, std::string facts = {});
    void check_time();
    [[nodiscard]] bool full() const {
        return report_.complaints.size() >= effort_.complaints || lost_ || suite_.stops();
    }

    const Suite& suite_;
    const Program& program_;
    const Block& block_;
    const Reference& reference_;
    Judge judge_;
    Chips chips_;
    std::optional<Strict> strict_;
    std::optional<Havoc> havoc_{};
    Formulas formulas_;
    Host host_;
    Address entry_;
    engine::Random random_;
    const Effort& effort_;
    const std::set<unsigned> changing_;  // as assembled until a call has changed them
    const std::set<unsigned> changed_by_others_;
    CheckReport report_;
    Recipe quickest_, slowest_, last_;
    bool lost_ = false;  // a call has not returned
    Addresses reached_;
    Cycle stepped_ = 0;
};

void Checking::complain(Finding finding, unsigned draw, std::string facts) {
    if (effort_.only != 0 && effort_.only != draw) return;
    if (finding.line == 0) finding.line = block_.line;
    finding.routine = block_.name;
    finding.program = program_.name;
    finding.file = block_.file;
    finding.draw = draw;
    finding.facts = std::move(facts);
    report_.complaints.push_back(std::move(finding));
}

void Checking::remember(Cycle cycles, const Recipe& recipe) {
    if (report_.most == 0 || cycles <= report_.least) {
        report_.least = cycles;
        quickest_ = recipe;
    }
    if (report_.draws == 1 || cycles >= report_.most) {
        report_.most = cycles;
        slowest_ = recipe;
    }
}

bool Checking::draw(const Recipe& recipe) {
    Choices choices(random_.next(), recipe);
    Call call = next_call(choices);
    if (effort_.changes.empty()) {
        if (chips_.are_named()) chips_.make_noise(call, choices.noise());
    } else {
        call.change(effort_.changes);
        reread(suite_, call, in_order(suite_, block_));
    }
    if (effort_.changes.empty()) vary_changed(call, choices);
    chips_.settle(host_, call, entry_);
    if (reference_.accepts != nullptr && !reference_.accepts(call)) return true;
    if (!formulas_.requirements().empty()) {
        chips_.prepare(host_, call, entry_);
        if (const auto* unmet = formulas_.unmet(host_.machine())) {
            if (effort_.changes.empty()) return false;
            throw ContractError(
                fmt::format("the input is not one that Requires {}", unmet->text()));
        }
    }
    if (call.keys.empty()) call.keys = chips_.keys_for(host_, call, entry_, reference_, choices);
    ++report_.draws;
    CallEnd outcome;
    std::string facts;
    const Findings faults = run(call, outcome, facts);
    if (outcome.ending == Ending::stopped) return true;
    last_ = choices.made();
    if (faults.empty()) {
        remember(outcome.cycles, last_);
        return true;
    }
    lost_ = outcome.ending == Ending::ran_on;
    complain(faults[0], report_.draws, std::move(facts));
    return true;
}

Findings Checking::judged(const Call& call, CallEnd& outcome, bool watched, bool spoils) {
    Expected expected(call);
    suite_.state_result(reference_, call, expected);
    chips_.prepare(host_, call, entry_);
    formulas_.expect(host_.machine(), expected);
    if (strict_) know_inputs(call);
    if (spoils) havoc_->begin();
    outcome = chips_.run(host_, call, watched ? &reached_ : nullptr, strict_ ? &*strict_ : nullptr,
                         spoils ? &*havoc_ : nullptr);
    if (outcome.ending == Ending::stopped) return {};  // it is not judged
    return chips_.judge(judge_, expected, outcome, host_);
}

/// Faults that only noise after calls brings to light are told by what got it.
void Checking::find_reliance(const Call& call, Findings& faults) {
    const auto spots = havoc_->filled();
    CallEnd outcome;
    if (spots.empty() || !judged(call, outcome, false, false).empty()) return;
    for (const Havoc::Spot& spot : spots) {
        havoc_->only = spot;
        const Findings found = judged(call, outcome, false, true);
        havoc_->only.reset();
        if (found.empty()) continue;
        const std::string place =
            spot.address ? program_.image.labels.locate(*spot.address) : std::string(1, spot.name);
        faults = found;
        faults[0].what = fmt::format("relies on {} after a call of {}, whose Uses names it: {}",
                                     place, spot.routine, faults[0].what);
        return;
    }
}

Findings Checking::run(const Call& call, CallEnd& outcome, std::string& facts) {
    const bool watched = effort_.whole && stepped_ < most_steps;
    Findings faults = judged(call, outcome, watched, watched);
    if (outcome.ending == Ending::stopped) return {};
    if (watched) stepped_ += outcome.cycles;
    if (effort_.watch) effort_.watch(call, outcome, host_.ram());
    if (watched && !faults.empty()) find_reliance(call, faults);
    for (std::size_t i = 0; strict_ && i < strict_->faults().size(); ++i) {
        faults.insert(faults.begin(), {strict_->faults()[i], block_.line});
    }
    if (faults.empty()) return faults;
    facts = describe(suite_, call);
    facts += text_of("before", call.registers) + text_of("after", outcome.registers);
    for (std::size_t i = 1; i < faults.size(); ++i) {
        facts += fmt::format("    and {}\n", faults[i].what);
    }
    return faults;
}

/// Randomises bytes of the program that a call has changed, or that other routines change, unless In
/// states their values.
void Checking::vary_changed(Call& call, Choices& choices) const {
    if (changing_.empty() && changed_by_others_.empty()) return;
    engine::Random random = choices.noise();
    for (const unsigned at : changed_by_others_) {
        call.set(at, static_cast<Byte>(random.below(256)));
    }
    for (const unsigned at : changing_) {
        if (judge_.has_changed(at)) call.set(at, static_cast<Byte>(random.below(256)));
    }
}

void Checking::know_inputs(const Call& call) {
    strict_->begin();
    for (const Entry& entry : block_.in) {
        const Extent place = program_.extent(entry.symbol);
        strict_->know(place);
        for (unsigned i = 0; i < entry.size; ++i) {
            strict_->know(emu::word(call.ram[place.begin], call.ram[place.begin + 1]) + i);
        }
        if (entry.kind != "text") continue;
        unsigned at = emu::word(call.ram[place.begin], call.ram[place.begin + 1]);
        for (; call.ram[at & 0xffffU] != 0; ++at) strict_->know(at);
        strict_->know(at);
    }
}

/// Tries all inputs and checks them together; calls that show something new or wrong are then
/// checked separately.
void Checking::try_all(const Patience& patience) {
    std::optional<AllInputs> inputs;
    try {
        if (reference_.expect != nullptr || reference_.state != nullptr || suite_.expect) {
            throw ContractError("a reference would have to be called for each");
        }
        if (chips_.are_named()) throw ContractError("the block names a chip's register");
        if (block_.time.kind == TimeKind::keys) throw ContractError("the routine reads keys");
        if (strict_) throw ContractError("--documented and --reads observe each instruction");
        inputs.emplace(program_, block_);
    } catch (const ContractError& error) {
        report_.not_all = error.what();
        return;
    }
    report_.inputs = report_.tried = inputs->count();
    if (report_.is_exact) return;
    report_.tried = 0;
    const Call first = first_call(suite_, program_, block_, host_.background());
    host_.prepare(first, entry_);
    ManyInputs many(program_, formulas_, judge_, *inputs, host_.machine(), effort_.longest);
    if (patience.begin) patience.begin(inputs->count());
    while (report_.tried < inputs->count() && !full()) {
        if (patience.stop != nullptr && *patience.stop) return;
        Choices choices(random_.next());
        const Call noise = next_call(choices);
        std::uint64_t done = 0;
        const auto found = many.run(noise, report_.tried, inputs->count(), done);
        report_.tried += done;
        if (patience.progress) patience.progress(done);
        if (found) judge_found(*found, *inputs, first);
    }
    report_.is_exact = !full();
}

/// Checks a call in the random memory of the first test, which is easy to repeat, and in the memory
/// that earlier calls have left.
void Checking::judge_found(const ManyInputs::Found& found, const AllInputs& inputs,
                           const Call& first) {
    Call alone = first;
    inputs.put(alone, found.number);
    for (const Call& call : {std::cref(alone), std::cref(found.call)}) {
        CallEnd outcome;
        std::string facts;
        const Findings faults = run(call, outcome, facts);
        if (outcome.ending == Ending::stopped) return;
        if (faults.empty()) {
            report_.least = std::min(report_.least, outcome.cycles);
            report_.most = std::max(report_.most, outcome.cycles);
            continue;
        }
        lost_ = outcome.ending == Ending::ran_on;
        complain(faults[0], 0, std::move(facts));
        if (&call == &alone && effort_.only == 0) {
            report_.complaints.back().changes = alone.changes_from(first);
        }
        return;
    }
    if (!found.is_fault) return;
    complain(
        {"the result depends on earlier calls: the routine reads something that In does not name"},
        0, describe(suite_, alone));
}

/// Tests every combination of a test's choices; only of the ends of their ranges, if there are more
/// than `tries`. The first choice is the seed of the random memory.
void Checking::draw_ends(unsigned tries) {
    constexpr std::uint64_t most_ends = 1024;
    const Recipe first = last_;
    std::uint64_t all = 1, ends = 1;
    for (std::size_t i = 1; i < first.size(); ++i) {
        all = std::min<std::uint64_t>(all * first[i].count, tries + 1ULL);
        ends = std::min(ends * 2, most_ends);
    }
    for (std::uint64_t index = 0; index < (all > tries ? ends : all) && !full(); ++index) {
        Recipe recipe = first;
        std::uint64_t rest = index;
        for (std::size_t i = 1; i < recipe.size(); ++i) {
            auto& [value, count] = recipe[i];
            const std::uint64_t base = all > tries ? 2 : count;
            value = static_cast<std::uint32_t>(rest % base);
            if (all > tries && value == 1) value = count - 1;
            rest /= base;
        }
        draw(recipe);
    }
    report_.is_exact = all <= tries && !full();
}

/// Checks the block's Time. In third-party code random tests may miss an end, unless they covered
/// all inputs. A Time marked `seen` may be too wide.
void Checking::check_time() {
    const Time& time = block_.time;
    if (time.kind != TimeKind::cycles || !time.is_stated()) return;
    const bool is_same = time.least == report_.least && time.most == report_.most;
    const bool fits = time.least <= report_.least && report_.most <= time.most;
    const bool has_ends = effort_.whole && !effort_.is_cut && !time.bound &&
                          (suite_.reaches_ends || (report_.is_exact && !time.seen));
    if (is_same || (fits && !has_ends)) return;
    complain({fmt::format("takes {}..{} cycles, its block says {}", report_.least, report_.most,
                          time.text()),
              block_.time_line});
}

CheckReport Checking::run() {
    if (!effort_.changes.empty()) {
        draw({});
        if (report_.holds()) check_time();
        return report_;
    }
    constexpr Cycle most_endless = 300'000'000;  // about a second
    const bool is_endless = block_.time.kind == TimeKind::endless && !suite_.must_know;
    const auto most = static_cast<unsigned>(is_endless ? most_endless / effort_.longest + 1 : ~0U);
    unsigned tries = 200'000;  // about a second, to find inputs that Requires allows
    for (unsigned i = 0; i < std::min(effort_.draws, most) && !full();) {
        if (draw({})) {
            ++i;
        } else if (--tries == 0) {
            break;
        }
    }
    for (unsigned i = 0; i < effort_.quick && !full(); ++i) {
        draw(engine::varied(quickest_, random_));
    }
    for (unsigned i = 0; i < effort_.slow && !full(); ++i) draw(engine::varied(slowest_, random_));
    if (effort_.tries != 0) draw_ends(std::min(effort_.tries, most));
    if (suite_.stops()) return report_;
    if (report_.draws == 0) {
        complain({formulas_.requirements().empty() ? "no draw was accepted"
                                                   : "no random input satisfies its Requires"});
    }
    if (effort_.all != nullptr && !full()) try_all(*effort_.all);
    report_.stack = judge_.deepest();
    if (!suite_.must_know) report_.not_reached = judge_.not_reached(reached_);
    if (effort_.whole && report_.holds()) {
        for (const Finding& fault : effort_.is_cut ? Findings() : judge_.unmet(reached_))
            complain(fault);
        check_time();
    }
    return report_;
}

}  // namespace

const Reference& reference_for(const Suite& suite, const Block& block) {
    static const Reference none{};
    const Reference* const found = suite.reference(block.name);
    const auto is_open = [](const Entry& entry) { return !entry.is_stated(); };
    if (found == nullptr && suite.must_know && std::ranges::any_of(block.out, is_open)) {
        throw ContractError("no reference states its result");
    }
    return found == nullptr ? none : *found;
}

namespace {

/// A random call, adjusted by the reference.
Call drawn(const Suite& suite, const Program& program, const Block& block,
           const Reference& reference, std::span<const Byte> background, Choices& choices) {
    Call call = draw_call(suite, program, block, background, choices);
    if (reference.agree != nullptr) {
        among_kinds(block, [&] { reference.agree(call, choices); });
    }
    return call;
}

}  // namespace

Call first_call(const Suite& suite, const Program& program, const Block& block,
                std::span<const Byte> background) {
    Choices choices(engine::Random(seed_of(block.name)).next());
    return drawn(suite, program, block, reference_for(suite, block), background, choices);
}

std::string Finding::text() const {
    const std::string at = draw == 0 ? "" : fmt::format("    draw {}\n", draw);
    return fmt::format("{}:{}: {} in {}: {}\n{}{}", file, line, routine, program, what, at, facts);
}

std::string CheckReport::time() const {
    return most == 0 ? "-" : fmt::format("{}{}..{}", is_exact ? "" : "seen ", least, most);
}

std::string CheckReport::text() const {
    std::string text;
    for (const Finding& complaint : complaints) text += complaint.text();
    return text;
}

// --- a suite ------------------------------------------------------------------------------------

Checker::Checker(const Suite& suite, const std::string& root)
    : suite_(suite),
      folder_(suite.folder.empty() ? "" : folder_of(suite, root)),
      sources_(suite.folder.empty() ? Sources::read_files(suite.files, suite.words())
                                    : Sources::read(folder_, suite.words())),
      routines_(sources_.routines()) {}

void Checker::leave_out_what_others_have(Program& made) const {
    if (labels_.empty()) {  // read only when needed, as reading is slow
        for (const Subject& subject : suite_.subjects) {
            const c64::Image image = c64::from_embedded(*subject.image);
            for (const c64::Label& label : image.labels.all()) labels_.insert(label.name);
        }
    }
    const auto is_missing = [&](const std::string& symbol) {
        const std::string first = symbol.substr(0, symbol.find_first_of(".[+"));
        return labels_.contains(first) && !made.has(first);
    };
    for (auto& [name, block] : made.blocks) {
        for (auto* entries : {&block.in, &block.out}) {
            std::erase_if(*entries, [&](const Entry& e) { return is_missing(e.symbol); });
        }
        std::erase_if(block.uses.items, is_missing);
        if (is_missing(block.time.with)) block.time.kind = TimeKind::keys;
    }
}

const Program& Checker::program(std::string_view name) const {
    if (const auto found = programs_.find(name); found != programs_.end()) return found->second;
    for (const Subject& subject : suite_.subjects) {
        if (subject.image->name != name) continue;
        Program made = make_program(subject, sources_);
        leave_out_what_others_have(made);
        return programs_.emplace(name, std::move(made)).first->second;
    }
    throw ContractError(fmt::format("there is no program {}", name));
}

bool Checker::tries(const Program& in, std::string_view routine) const {
    if (in.block(routine) == nullptr) return false;
    const std::string_view base = in.subject.variant_of;
    return base.empty() || differs(in, program(base), routine);
}

const Program* Checker::stated_program(std::string_view routine) const {
    const Program* last = nullptr;
    for (const Subject& subject : suite_.subjects) {
        const Program& in = program(subject.image->name);
        const bool hides = last != nullptr && !subject.variant_of.empty();
        if (in.block(routine) != nullptr && !hides) last = &in;
    }
    return last;
}

Effort Checker::effort(const Program& in, const Block& block) const {
    const Reference* const reference = suite_.reference(block.name);
    const unsigned few = reference == nullptr ? 0 : reference->draws;
    const unsigned draws = few == 0 ? suite_.draws : few;
    const Program* const stated = stated_program(block.name);
    if (stated != nullptr && stated != &in) {
        return {.draws = draws / 6 + 1, .longest = suite_.longest};
    }
    const bool varies = suite_.varies && block.time.kind == TimeKind::cycles;
    return {.draws = draws,
            .quick = varies ? 900U : 0,
            .slow = varies ? draws : 0,
            .whole = true,
            .longest = suite_.longest,
            .tries = suite_.tries};
}

CheckReport Checker::check(const Program& in, const Block& block, const Effort& effort) const {
    CheckReport report;
    try {
        return Checking(suite_, in, block, routines_, effort).run();
    } catch (const ContractError& error) {
        const std::size_t line = error.line == 0 ? block.line : error.line;
        report.complaints.push_back({.what = error.what(),
                                     .line = line,
                                     .routine = block.name,
                                     .program = in.name,
                                     .file = block.file,
                                     .is_bad_block = true});
        return report;
    }
}

CheckReport Checker::check(std::string_view routine, const Part& part) const {
    CheckReport all;
    std::size_t stated_line = 0;
    std::optional<unsigned> stated_stack;
    unsigned most_draws = 0;
    for (const Subject& subject : suite_.subjects) {
        const Program& in = program(subject.image->name);
        if (const auto fault = in.faults.find(routine); fault != in.faults.end()) {
            throw ContractError(fault->second);
        }
        const bool is_part = part.program.empty() || part.program == in.name;
        const bool is_tried =
            part.program.empty() ? tries(in, routine) : in.block(routine) != nullptr;
        if (!is_part || !is_tried) continue;
        const Block& block = *in.block(routine);
        Effort effort = this->effort(in, block);
        effort.only = part.draw;
        effort.is_cut = part.draws != 0 && part.draws < effort.draws;
        if (effort.is_cut) effort.quick = effort.slow = effort.tries = 0;
        if (part.draws != 0) effort.draws = part.draws;
        effort.changes = part.changes;
        effort.all = part.all;
        const CheckReport one = check(in, block, effort);
        all.complaints.insert(all.complaints.end(), one.complaints.begin(), one.complaints.end());
        all.is_exact = one.is_exact && (all.draws == 0 || all.is_exact);
        if (all.most == 0 || (one.most != 0 && one.least < all.least)) all.least = one.least;
        all.most = std::max(all.most, one.most);
        all.file = block.file;
        all.line = block.line;
        all.draws += one.draws;
        all.inputs += one.inputs;
        all.tried += one.tried;
        if (!one.not_all.empty()) all.not_all = one.not_all;
        if (!one.not_reached.empty()) all.not_reached = one.not_reached;
        most_draws = std::max(most_draws, one.draws);
        all.stack = std::max(all.stack, one.stack);
        if (block.uses.stack || !block.uses.screen) stated_stack = block.uses.stack.value_or(0);
        stated_line = block.uses.line == 0 ? block.line : block.uses.line;
    }
    if (all.draws == 0 && all.holds()) {
        throw ContractError(fmt::format("{}: no program has it", routine));
    }
    if (part.draw > most_draws && all.holds()) {
        throw std::invalid_argument(
            fmt::format("{}: there is no draw {}: the last is {}", routine, part.draw, most_draws));
    }
    const bool is_whole = part.draw == 0 && part.program.empty() && part.changes.empty();
    if (is_whole && stated_stack && all.holds() && all.stack != *stated_stack) {
        all.complaints.push_back({.what = fmt::format("uses {} bytes of stack, its block says {}",
                                                      all.stack, *stated_stack),
                                  .line = stated_line,
                                  .routine = std::string(routine),
                                  .program = "all",
                                  .file = all.file});
    }
    return all;
}

std::vector<std::string> Checker::gaps() const {
    std::vector<std::string> gaps;
    for (const Subject& subject : suite_.subjects) {
        const Program& in = program(subject.image->name);
        for (const auto& [routine, fault] : in.faults) gaps.push_back(fault);
        for (const std::string& routine : in.called) {
            if (in.block(routine) != nullptr) continue;
            gaps.push_back(fmt::format("{} is called by jsr in {}, but has no header block",
                                       routine, in.name));
        }
    }
    for (const std::string& routine : routines_) {
        if (suite_.reference(routine) != nullptr) continue;
        gaps.push_back(fmt::format("{} has a header block, but no reference", routine));
    }
    for (const Reference& reference : suite_.references) {
        if (routines_.contains(reference.routine)) continue;
        gaps.push_back(
            fmt::format("there is a reference for {}, but no program has it", reference.routine));
    }
    return gaps;
}

std::string Checker::write_time(std::string_view routine, const Patience* all) const {
    const Program* const in = stated_program(routine);
    if (in == nullptr) throw ContractError(fmt::format("{}: no program has it", routine));
    const Block& block = *in->block(routine);
    if (block.time.kind != TimeKind::cycles) return {};
    Effort measured = effort(*in, block);
    measured.whole = false;
    measured.all = all;
    const CheckReport report = check(*in, block, measured);
    if (!report.holds()) throw ContractError(report.text());
    const std::string time = report.time() + (block.time.interrupt ? " rti" : "");
    const Time& old = block.time;
    const bool is_same = old.least == report.least && old.most == report.most;
    const bool fits = old.least <= report.least && report.most <= old.most;
    const bool may_miss_ends = old.bound || (!old.seen && !report.is_exact && !suite_.reaches_ends);
    const bool stays = may_miss_ends ? fits : is_same && !(old.seen && report.is_exact);
    if (!stays) put_time(block, time);
    return time;
}

void Checker::put_time(const Block& block, const std::string& time) const {
    const auto path = c64::Path(folder_) / block.file;
    std::vector<std::string> lines = c64::lines_of(c64::read_file(path).value_or(""));
    if (block.time_line == 0) lines.emplace(lines.begin() + static_cast<int>(block.line));
    const std::size_t at = block.time_line == 0 ? block.line : block.time_line - 1;
    std::string& stated = lines.at(at);
    const bool ends_with_cr = stated.ends_with('\r');
    const std::string& name = lines.at(block.line - 1);
    const std::string sign = name.substr(0, name.find(' ', 1));  // comment sign: ";", "//", " *"
    stated = fmt::format("{} Time    {}{}", sign, time, ends_with_cr ? "\r" : "");
    if (!c64::write_file(path, fmt::format("{}\n", fmt::join(lines, "\n")))) {
        throw ContractError(fmt::format("{}: cannot be written", path.string()));
    }
}

}  // namespace ryg::claims
