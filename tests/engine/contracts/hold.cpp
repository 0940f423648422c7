// The draws for one routine: random ones first, then ones near the quickest and the slowest.
#include "tests/engine/contracts/hold.hpp"

#include <fmt/format.h>

#include "tests/engine/contracts/judge.hpp"

namespace ryg::blocks {
namespace {

constexpr std::size_t most_complaints = 3;
constexpr Cycle most_steps = 4'000'000;  // cycles in which each instruction is watched

std::uint64_t seed_of(std::string_view name) {
    std::uint64_t seed = 0xcbf29ce484222325U;
    for (const char letter : name) seed = (seed ^ static_cast<Byte>(letter)) * 0x100000001b3U;
    return seed;
}

using Recipe = std::vector<Choices::Choice>;

class Holding {
  public:
    Holding(const Program& program, const Block& block, const Check& check)
        : program_(program),
          block_(block),
          check_(check),
          judge_(program, block),
          rig_(rig_of(program)),
          entry_(program.image.labels.at(block.name)),
          random_(seed_of(block.name)) {}

    Report run(const Effort& effort);

  private:
    void draw(const Recipe& recipe);
    void remember(Cycle cycles, const Recipe& recipe);
    void complain(const std::string& what, const std::string& where);
    void hold_time();

    const Program& program_;
    const Block& block_;
    const Check& check_;
    Judge judge_;
    Rig& rig_;
    Address entry_;
    engine::Random random_;
    Report report_;
    Recipe quickest_, slowest_;
    std::bitset<0x10000> reached_;
    Cycle stepped_ = 0;
};

void Holding::complain(const std::string& what, const std::string& where) {
    report_.complaints.push_back(
        fmt::format("{} in {}: {}\n{}", block_.name, program_.name, what, where));
}

void Holding::remember(Cycle cycles, const Recipe& recipe) {
    if (report_.draws == 1 || cycles <= report_.least) {
        report_.least = cycles;
        quickest_ = recipe;
    }
    if (report_.draws == 1 || cycles >= report_.most) {
        report_.most = cycles;
        slowest_ = recipe;
    }
}

void Holding::draw(const Recipe& recipe) {
    Choices choices(random_.next(), recipe);
    Call call = draw_call(program_, block_, rig_.background(), choices);
    if (check_.agree != nullptr) check_.agree(call, choices);
    if (check_.accepts != nullptr && !check_.accepts(call)) return;
    if (check_.type != nullptr) call.keys = check_.type(call, choices);
    ++report_.draws;
    Expected expected(call);
    check_.expect(call, expected);
    const bool watched = stepped_ < most_steps;
    const Outcome outcome = rig_.run(call, entry_, watched ? &reached_ : nullptr);
    if (watched) stepped_ += outcome.cycles;
    const std::vector<std::string> faults = judge_.judge(expected, outcome, rig_);
    if (faults.empty()) {
        remember(outcome.cycles, choices.made());
        return;
    }
    std::string where = describe(call, block_);
    for (std::size_t i = 1; i < faults.size(); ++i) {
        where += fmt::format("    and {}\n", faults[i]);
    }
    complain(faults[0], fmt::format("    draw {}\n{}", report_.draws, where));
}

void Holding::hold_time() {
    const Time& time = block_.time;
    if (time.kind != TimeKind::cycles) return;
    if (time.least == report_.least && time.most == report_.most) return;
    complain(fmt::format("takes {}..{} cycles, its block says {}..{}", report_.least, report_.most,
                         time.least, time.most),
             "    measure_header_blocks --write states it anew\n");
}

Report Holding::run(const Effort& effort) {
    const auto full = [this] { return report_.complaints.size() >= most_complaints; };
    for (unsigned i = 0; i < effort.draws && !full(); ++i) draw({});
    for (unsigned i = 0; i < effort.quick && !full(); ++i) draw(varied(quickest_, random_));
    for (unsigned i = 0; i < effort.slow && !full(); ++i) draw(varied(slowest_, random_));
    if (report_.draws == 0) complain("no draw was accepted", "");
    report_.stack = judge_.deepest();
    if (effort.whole && report_.holds()) {
        for (const std::string& fault : judge_.unmet(reached_)) complain(fault, "");
        hold_time();
    }
    return report_;
}

}  // namespace

std::string Report::text() const {
    std::string text;
    for (const std::string& complaint : complaints) text += complaint;
    return text;
}

Report hold(const Program& program, const Block& block, const Check& check, const Effort& effort) {
    try {
        return Holding(program, block, check).run(effort);
    } catch (const BlockError& error) {
        Report report;
        report.complaints.push_back(fmt::format("{} in {}: {}:{}: {}\n", block.name, program.name,
                                                block.file, block.line, error.what()));
        return report;
    }
}

Effort effort_for(const Program& program, const Block& block, const Check& check) {
    const unsigned draws = check.draws == 0 ? 1200 : check.draws;
    if (program.name != stated_program(block.name)) return {.draws = draws / 6 + 1};
    const bool timed = block.time.kind == TimeKind::cycles;
    return {.draws = draws, .quick = timed ? 900U : 0, .slow = timed ? draws : 0, .whole = true};
}

}  // namespace ryg::blocks
