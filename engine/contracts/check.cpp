// The draws for one routine: random ones first, then ones near the quickest and the slowest.
#include "engine/contracts/check.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "engine/contracts/judge.hpp"

namespace ryg::contracts {
namespace {

constexpr Cycle most_steps = 4'000'000;  // cycles in which each instruction is watched

std::uint64_t seed_of(std::string_view name) {
    std::uint64_t seed = 0xcbf29ce484222325U;
    for (const char letter : name) seed = (seed ^ static_cast<Byte>(letter)) * 0x100000001b3U;
    return seed;
}

using Recipe = std::vector<Choices::Choice>;

class Checking {
  public:
    Checking(const Suite& suite, const Program& program, const Block& block,
             const Reference& reference, const Names& routines, const Effort& effort)
        : suite_(suite),
          program_(program),
          block_(block),
          reference_(reference),
          judge_(suite, program, block, routines),
          rig_(program, effort.longest),
          entry_(program.image.labels.at(block.name)),
          random_(seed_of(block.name)),
          effort_(effort) {}

    Report run();

  private:
    void draw(const Recipe& recipe);
    void remember(Cycle cycles, const Recipe& recipe);
    void complain(const std::string& what, const std::string& where);
    void check_time();

    const Suite& suite_;
    const Program& program_;
    const Block& block_;
    const Reference& reference_;
    Judge judge_;
    Rig rig_;
    Address entry_;
    engine::Random random_;
    const Effort& effort_;
    Report report_;
    Recipe quickest_, slowest_;
    Addresses reached_;
    Cycle stepped_ = 0;
};

void Checking::complain(const std::string& what, const std::string& where) {
    report_.complaints.push_back(
        fmt::format("{} in {}: {}\n{}", block_.name, program_.name, what, where));
}

void Checking::remember(Cycle cycles, const Recipe& recipe) {
    if (report_.draws == 1 || cycles <= report_.least) {
        report_.least = cycles;
        quickest_ = recipe;
    }
    if (report_.draws == 1 || cycles >= report_.most) {
        report_.most = cycles;
        slowest_ = recipe;
    }
}

void Checking::draw(const Recipe& recipe) {
    Choices choices(random_.next(), recipe);
    Call call = draw_call(suite_, program_, block_, rig_.background(), choices);
    if (reference_.agree != nullptr) reference_.agree(call, choices);
    if (reference_.accepts != nullptr && !reference_.accepts(call)) return;
    if (reference_.type != nullptr) call.keys = reference_.type(call, choices);
    ++report_.draws;
    Expected expected(call);
    reference_.expect(call, expected);
    const bool watched = effort_.whole && stepped_ < most_steps;
    const Outcome outcome = rig_.run(call, entry_, watched ? &reached_ : nullptr);
    if (watched) stepped_ += outcome.cycles;
    const std::vector<std::string> faults = judge_.judge(expected, outcome, rig_);
    if (faults.empty()) return remember(outcome.cycles, choices.made());
    std::string where = fmt::format("    draw {}\n{}", report_.draws, describe(suite_, call));
    for (std::size_t i = 1; i < faults.size(); ++i) where += fmt::format("    and {}\n", faults[i]);
    complain(faults[0], where);
}

void Checking::check_time() {
    const Time& time = block_.time;
    if (time.kind != TimeKind::cycles) return;
    if (time.least == report_.least && time.most == report_.most) return;
    complain(fmt::format("takes {}..{} cycles, its block says {}..{}", report_.least, report_.most,
                         time.least, time.most),
             "");
}

Report Checking::run() {
    const auto full = [this] { return report_.complaints.size() >= effort_.complaints; };
    for (unsigned i = 0; i < effort_.draws && !full(); ++i) draw({});
    for (unsigned i = 0; i < effort_.quick && !full(); ++i)
        draw(engine::varied(quickest_, random_));
    for (unsigned i = 0; i < effort_.slow && !full(); ++i) draw(engine::varied(slowest_, random_));
    if (report_.draws == 0) complain("no draw was accepted", "");
    report_.stack = judge_.deepest();
    if (effort_.whole && report_.holds()) {
        for (const std::string& fault : judge_.unmet(reached_)) complain(fault, "");
        check_time();
    }
    return report_;
}

}  // namespace

std::string Report::text() const {
    std::string text;
    for (const std::string& complaint : complaints) text += complaint;
    return text;
}

// --- a suite ------------------------------------------------------------------------------------

Checker::Checker(const Suite& suite, const std::string& root)
    : suite_(suite),
      folder_((std::filesystem::path(root) / suite.folder).string()),
      sources_(Sources::read(folder_, suite.words())),
      routines_(sources_.routines()) {
    for (const Subject& subject : suite_.subjects) {
        const c64::Image image = c64::from_embedded(*subject.image);
        for (const c64::Label& label : image.labels.all()) labels_.insert(label.name);
    }
}

void Checker::leave_out_what_others_have(Program& made) const {
    const auto is_missing = [&](const std::string& symbol) {
        const std::string first = symbol.substr(0, symbol.find_first_of(".["));
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
    if (&in != stated_program(block.name)) return {.draws = draws / 6 + 1};
    const bool varies = suite_.varies && block.time.kind == TimeKind::cycles;
    return {.draws = draws, .quick = varies ? 900U : 0, .slow = varies ? draws : 0, .whole = true};
}

Report Checker::check(const Program& in, const Block& block, const Effort& effort) const {
    Report report;
    try {
        const Reference* const reference = suite_.reference(block.name);
        if (reference == nullptr) throw ContractError("no reference knows what it should do");
        return Checking(suite_, in, block, *reference, routines_, effort).run();
    } catch (const ContractError& error) {
        report.complaints.push_back(fmt::format("{} in {}: {}:{}: {}\n", block.name, in.name,
                                                block.file, block.line, error.what()));
        return report;
    }
}

Report Checker::check(std::string_view routine) const {
    Report all;
    std::optional<unsigned> stated_stack;
    for (const Subject& subject : suite_.subjects) {
        const Program& in = program(subject.image->name);
        if (const auto fault = in.faults.find(routine); fault != in.faults.end()) {
            all.complaints.push_back(fault->second + '\n');
        }
        if (!tries(in, routine)) continue;
        const Block& block = *in.block(routine);
        const Report one = check(in, block, effort(in, block));
        all.complaints.insert(all.complaints.end(), one.complaints.begin(), one.complaints.end());
        all.draws += one.draws;
        all.stack = std::max(all.stack, one.stack);
        if (block.uses.stack || !block.uses.screen) stated_stack = block.uses.stack.value_or(0);
    }
    if (all.draws == 0 && all.holds()) {
        all.complaints.push_back(fmt::format("{}: no program has it\n", routine));
    }
    if (stated_stack && all.holds() && all.stack != *stated_stack) {
        all.complaints.push_back(fmt::format("{}: uses {} bytes of stack, its block says {}\n",
                                             routine, all.stack, *stated_stack));
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
        gaps.push_back(fmt::format("no program has {}, a reference knows it", reference.routine));
    }
    return gaps;
}

bool Checker::write_time(std::string_view routine) const {
    const Program* const in = stated_program(routine);
    if (in == nullptr) throw ContractError(fmt::format("{}: no program has it", routine));
    const Block& block = *in->block(routine);
    if (block.time.kind != TimeKind::cycles) return false;
    Effort measured = effort(*in, block);
    measured.whole = false;
    const Report report = check(*in, block, measured);
    if (!report.holds()) throw ContractError(report.text());
    const auto path = std::filesystem::path(folder_) / block.file;
    std::vector<std::string> lines;
    std::ifstream input(path);
    for (std::string line; std::getline(input, line);) lines.push_back(line);
    input.close();
    if (block.time_line == 0) lines.emplace(lines.begin() + static_cast<int>(block.line));
    const std::size_t at = block.time_line == 0 ? block.line : block.time_line - 1;
    lines.at(at) = fmt::format("; Time    {}..{}", report.least, report.most);
    std::ofstream output(path);
    for (const std::string& line : lines) output << line << '\n';
    return true;
}

}  // namespace ryg::contracts
