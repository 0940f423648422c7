// Writes a first block for a routine: what it was seen to read, write and change.
#include <algorithm>
#include <fmt/ranges.h>

#include "engine/contracts/check.hpp"
#include "engine/contracts/rig.hpp"

namespace ryg::contracts {
namespace {

/// What many calls from noise have shown.
class Observed {
  public:
    Observed(const Suite& suite, const Program& program, const Names& routines,
             std::string_view label);

    [[nodiscard]] std::vector<std::string> lines(std::string_view time) const;
    [[nodiscard]] const std::string& name() const { return block_.name; }

  private:
    void call_once(const Suite& suite, Rig& rig, engine::Random& random);
    /// Whether a register, or the carry, makes a difference to anything but itself.
    [[nodiscard]] bool matters(Call call, Rig& rig, char name, const RigEnd& outcome,
                               const std::vector<Byte>& after) const;
    /// The name of the variable that a byte is of; of a byte of the zero page at least its address.
    [[nodiscard]] std::string symbol(unsigned at) const;
    void note(std::vector<std::string>& names, const std::string& name) const {
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }

    const Program& program_;
    const Names& routines_;
    Block block_;
    Address entry_;
    std::vector<std::string> in_, out_, uses_, called_;
    unsigned deepest_ = 0;
};

Observed::Observed(const Suite& suite, const Program& program, const Names& routines,
                   std::string_view label)
    : program_(program), routines_(routines), entry_(program.image.labels.at(label)) {
    block_.name = label;
    Rig rig(program, suite.longest);
    engine::Random random(2007);
    for (int i = 0; i < 200; ++i) call_once(suite, rig, random);
    if (deepest_ != 0) uses_.push_back(fmt::format("stack {}", deepest_));
    if (!called_.empty()) uses_.push_back(fmt::format("= {}", fmt::join(called_, ", ")));
}

std::string Observed::symbol(unsigned at) const {
    const auto is_data = [&](const Extent& extent) { return extent.contains(at); };
    const bool in_data = std::ranges::any_of(program_.data, is_data);
    for (const c64::Label& label : program_.image.labels.all()) {
        const bool here = label.constant ? label.address == at && at < 0x100 && !in_data
                                         : in_data && program_.variable(label.name).contains(at);
        if (here && label.name.find('@') == label.name.npos) return label.name;
    }
    return at > 1 && at < 0x100 ? fmt::format("${:02x}", at) : "";
}

bool Observed::matters(Call call, Rig& rig, char name, const RigEnd& outcome,
                       const std::vector<Byte>& after) const {
    const Byte was = register_value(call.registers, name);
    const bool is_flag = name == 'C';
    set_register(call.registers, name, static_cast<Byte>(is_flag ? was ^ 1 : was + 77));
    rig.prepare(call, entry_);
    const RigEnd other = rig.run(call, nullptr);
    if (other.cycles != outcome.cycles || other.printed != outcome.printed) return true;
    for (const char each : std::string_view("AXY")) {
        const Byte now = register_value(other.registers, each);
        const bool kept = each == name && now == register_value(call.registers, name) &&
                          register_value(outcome.registers, name) == was;
        if (!kept && now != register_value(outcome.registers, each)) return true;
    }
    const auto ram = rig.ram();
    return !std::equal(ram.begin() + 0x200, ram.end(), after.begin() + 0x200) ||
           !std::equal(ram.begin() + 2, ram.begin() + 0x100, after.begin() + 2);
}

void Observed::call_once(const Suite& suite, Rig& rig, engine::Random& random) {
    Choices choices(random.next());
    const Call call = draw_call(suite, program_, block_, rig.background(), choices);
    Addresses written;
    rig.prepare(call, entry_);
    Steps steps;
    steps.read = [&](Address at) -> std::optional<Byte> {
        for (const std::string& routine : routines_) {
            const bool is_here = program_.block(routine) != nullptr && routine != block_.name &&
                                 program_.image.labels.at(routine) == at;
            if (is_here) note(called_, routine);
        }
        if (at >> 8 != 1 && !written[at]) note(in_, symbol(at));
        return {};
    };
    steps.write = [&](Address at, Byte) {
        if (at >> 8 != 1) return void(written.set(at));
        if (at < Call::stack_top) deepest_ = std::max<unsigned>(deepest_, Call::stack_top - at);
    };
    const RigEnd outcome = rig.run(call, steps);
    if (outcome.ending != Ending::returned) {
        throw ContractError(
            fmt::format("{}: with noise in memory it does not always return: write its first "
                        "block by hand",
                        block_.name));
    }
    const std::vector<Byte> after(rig.ram().begin(), rig.ram().end());
    for (unsigned at = 2; at < 0x10000; ++at) {
        if (at == 0x100) at = 0x200;
        if (call.ram[at] == after[at]) continue;
        const std::string name = symbol(at);
        note(name.starts_with('$') ? uses_ : out_, name);
    }
    for (const char name : std::string_view("AXYC")) {
        if (matters(call, rig, name, outcome, after)) note(in_, std::string(1, name));
        const bool changed =
            register_value(call.registers, name) != register_value(outcome.registers, name);
        if (changed && name != 'C') note(uses_, std::string(1, name));
    }
}

std::vector<std::string> Observed::lines(std::string_view time) const {
    std::vector<std::string> lines{fmt::format("; {} -- what it is for", block_.name), ";"};
    const auto field = [&](std::string_view name, const std::vector<std::string>& entries,
                           std::string_view text) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            lines.push_back(fmt::format("; {:<8}{:<18}{}", i == 0 ? name : "", entries[i], text));
        }
    };
    field("In", in_, "what it is (any)");
    field("Out", out_, "what it is");
    lines.push_back(fmt::format("; Uses    {}",
                                uses_.empty() ? "-" : fmt::format("{}", fmt::join(uses_, "; "))));
    lines.push_back(fmt::format("; Time    {}", time));
    return lines;
}

}  // namespace

std::string Checker::skeleton(std::string_view label, std::string_view wanted) const {
    if (suite_.reference(label) != nullptr) {
        throw ContractError(fmt::format("'{}' has a block, and a reference in C++", label));
    }
    const Program& in = program(wanted.empty() ? suite_.subjects.at(0).image->name : wanted);
    const Observed observed(suite_, in, routines_, label);
    const Block block = parse_block(observed.lines("-"), "skeleton", 1, suite_.words());
    const Report report = check(in, block, {.draws = suite_.draws});
    const std::string time =
        report.most == 0 ? "-" : fmt::format("{}..{}", report.least, report.most);
    const std::string ruler = "; " + std::string(75, '-');
    return fmt::format("{}\n{}\n{}\n", ruler, fmt::join(observed.lines(time), "\n"), ruler);
}

}  // namespace ryg::contracts
