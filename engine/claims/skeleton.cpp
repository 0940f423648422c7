// Drafts a block for a routine from its observed reads, writes and changes.
#include <algorithm>
#include <fmt/ranges.h>

#include "engine/claims/check.hpp"
#include "engine/claims/host.hpp"

namespace ryg::claims {
namespace {

/// The observations of many calls.
class Observed {
  public:
    Observed(const Suite& suite, const Program& program, const Names& routines,
             std::string_view label);

    /// A block that allows everything, for observing calls.
    [[nodiscard]] std::vector<std::string> open_lines() const;
    [[nodiscard]] std::vector<std::string> lines(std::string_view time) const;
    /// Records the changes of a call.
    void watch(const Call& call, const CallEnd& outcome, std::span<const Byte> after);

  private:
    void call_once(const Suite& suite, Host& host, engine::Random& random);
    /// Whether a register, or the carry, influences anything but itself.
    [[nodiscard]] bool matters(Call call, Host& host, char name, const CallEnd& outcome,
                               const std::vector<Byte>& after) const;
    /// The name of a byte's variable; in the zero page at least the address.
    [[nodiscard]] std::string symbol(unsigned at) const;
    static void note(std::vector<std::string>& names, const std::string& name) {
        if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    [[nodiscard]] std::string uses() const;

    const Program& program_;
    const Names& routines_;
    Block block_;
    Address entry_;
    std::vector<std::string> in_, out_, uses_, called_;
    Addresses changed_;  // changed addresses without a name
    bool prints_ = false;
    unsigned deepest_ = 0;
};

Observed::Observed(const Suite& suite, const Program& program, const Names& routines,
                   std::string_view label)
    : program_(program), routines_(routines), entry_(program.image.labels.at(label)) {
    block_.name = label;
    Host host(program, suite.longest);
    engine::Random random(2007);
    for (int i = 0; i < 200; ++i) call_once(suite, host, random);
}

std::string Observed::symbol(unsigned at) const {
    const auto is_data = [&](const Extent& extent) { return extent.contains(at); };
    const bool in_data = std::ranges::any_of(program_.data, is_data);
    if (at >> 8 == 1) return fmt::format("S+{}", at - 0x100 - Call::entry_s);
    for (const c64::Label& label : program_.image.labels.all()) {
        const bool here = label.constant ? label.address == at && at < 0x100 && !in_data
                                         : in_data && program_.variable(label.name).contains(at);
        if (here && label.name.find('@') == label.name.npos) return label.name;
    }
    return at > 1 && at < 0x100 ? fmt::format("${:02x}", at) : "";
}

bool Observed::matters(Call call, Host& host, char name, const CallEnd& outcome,
                       const std::vector<Byte>& after) const {
    const Byte was = register_value(call.registers, name);
    const bool is_flag = name == 'C';
    set_register(call.registers, name, static_cast<Byte>(is_flag ? was ^ 1 : was + 77));
    host.prepare(call, entry_);
    const CallEnd other = host.run(call, nullptr);
    if (other.cycles != outcome.cycles || other.printed != outcome.printed) return true;
    for (const char each : std::string_view("AXY")) {
        const Byte now = register_value(other.registers, each);
        const bool kept = each == name && now == register_value(call.registers, name) &&
                          register_value(outcome.registers, name) == was;
        if (!kept && now != register_value(outcome.registers, each)) return true;
    }
    const auto ram = host.ram();
    return !std::equal(ram.begin() + 0x200, ram.end(), after.begin() + 0x200) ||
           !std::equal(ram.begin() + 2, ram.begin() + 0x100, after.begin() + 2);
}

void Observed::call_once(const Suite& suite, Host& host, engine::Random& random) {
    Choices choices(random.next());
    const Call call = draw_call(suite, program_, block_, host.background(), choices);
    Addresses written;
    host.prepare(call, entry_);
    Steps steps;
    steps.read = [&](Address at) -> std::optional<Byte> {
        for (const std::string& routine : routines_) {
            const bool is_here = program_.block(routine) != nullptr && routine != block_.name &&
                                 program_.image.labels.at(routine) == at;
            if (is_here) note(called_, routine);
        }
        const bool is_below = at >= 0x100 && at < Call::stack_top + 2;
        if (!is_below && !written[at]) note(in_, symbol(at));
        return {};
    };
    steps.write = [&](Address at, Byte) {
        if (at >> 8 != 1) written.set(at);
    };
    const CallEnd outcome = host.run(call, steps);
    if (outcome.ending != Ending::returned) {
        throw ContractError(
            fmt::format("{}: does not always return from random memory: write its first block "
                        "by hand",
                        block_.name));
    }
    const std::vector<Byte> after(host.ram().begin(), host.ram().end());
    for (const char name : std::string_view("AXYC")) {
        if (matters(call, host, name, outcome, after)) note(in_, std::string(1, name));
    }
}

void Observed::watch(const Call& call, const CallEnd& outcome, std::span<const Byte> after) {
    if (outcome.ending != Ending::returned) return;
    prints_ |= outcome.kernal_called;
    for (const Address at : differences(call.ram, after)) {
        if (at < 2 || changed_[at]) continue;
        if (at >= 0x100 && at < 0x200) {
            if (at < Call::stack_top) deepest_ = std::max(deepest_, Call::stack_top - at);
            continue;
        }
        const std::string name = symbol(at);
        if (name.empty() || name.starts_with('$')) {
            changed_.set(at);
        } else {
            note(out_, name);
        }
    }
    for (const char name : std::string_view("AXY")) {
        const bool changed =
            register_value(call.registers, name) != register_value(outcome.registers, name);
        if (changed) note(uses_, std::string(1, name));
    }
}

/// Registers, then unnamed addresses; neighbouring ones as one item.
std::string Observed::uses() const {
    constexpr unsigned gap = 16;
    std::vector<std::string> items = uses_;
    std::ranges::sort(items);
    for (unsigned at = 0; at < 0x10000; ++at) {
        if (!changed_[at]) continue;
        unsigned last = at;
        for (unsigned next = at; next < std::min(0x10000U, last + gap); ++next) {
            if (changed_[next] && (at >= 0x100) == (next >= 0x100)) last = next;
        }
        items.push_back(last == at ? fmt::format("${:02x}", at)
                                   : fmt::format("${:02x}..${:02x}", at, last));
        at = last;
    }
    if (deepest_ != 0) items.push_back(fmt::format("stack {}", deepest_));
    if (prints_) items.emplace_back("screen");
    if (!called_.empty()) items.push_back(fmt::format("= {}", fmt::join(called_, ", ")));
    return items.empty() ? "-" : fmt::format("{}", fmt::join(items, "; "));
}

std::vector<std::string> Observed::open_lines() const {
    std::vector<std::string> lines = this->lines("-");
    lines[lines.size() - 2] = "; Uses    A; X; Y; $02..$ff; $0200..$ffff; stack 236; screen";
    return lines;
}

std::vector<std::string> Observed::lines(std::string_view time) const {
    std::vector<std::string> lines{fmt::format("; {} -- what it is for", block_.name), ";"};
    const auto field = [&](std::string_view name, const std::vector<std::string>& entries,
                           std::string_view text) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            lines.push_back(fmt::format("; {:<8}{:<17} {}", i == 0 ? name : "", entries[i], text));
        }
    };
    field("In", in_, "what it is (any)");
    field("Out", out_, "what it is");
    lines.push_back(fmt::format("; Uses    {}", uses()));
    lines.push_back(fmt::format("; Time    {}", prints_ ? "printing" : time));
    return lines;
}

}  // namespace

std::string Checker::skeleton(std::string_view label, std::string_view wanted) const {
    if (suite_.reference(label) != nullptr) {
        throw ContractError(fmt::format("'{}' has a block, and a reference in C++", label));
    }
    const Program& in = program(wanted.empty() ? suite_.subjects.at(0).image->name : wanted);
    Observed observed(suite_, in, routines_, label);
    const auto read = [&](const std::vector<std::string>& lines) {
        return parse_block(lines, "skeleton", 1, suite_.words());
    };
    const Block open = read(observed.open_lines());
    Effort effort = this->effort(in, open);
    effort.watch = [&](const Call& call, const CallEnd& outcome, std::span<const Byte> after) {
        observed.watch(call, outcome, after);
    };
    static_cast<void>(check(in, open, effort));
    const CheckReport seen = check(in, read(observed.lines("-")), this->effort(in, open));
    const std::vector<std::string> lines = observed.lines(seen.time());
    if (!seen.holds()) {
        throw ContractError(fmt::format("{}: the block of its observed effects does not hold: {}",
                                        label, seen.complaints.front().what));
    }
    const std::string ruler = "; " + std::string(75, '-');
    return fmt::format("{}\n{}\n{}\n", ruler, fmt::join(lines, "\n"), ruler);
}

}  // namespace ryg::claims
