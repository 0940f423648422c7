// Applies improvements until no window has a better form or the time is over.
#include "engine/shorten/shorten.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "emu/operations.hpp"
#include "engine/prove/budget.hpp"
#include "engine/shorten/runs.hpp"

namespace ryg::shorten {
namespace {

using claims::Block;
using emu::Mode;
using prove::Verdict;
using prove::VersionComparison;

constexpr std::size_t longest_window = 6;
constexpr unsigned draws = 200;

/// The fewest cycles of an instruction.
unsigned cycles_of(emu::Opcode opcode) {
    const unsigned extra = emu::shape(opcode) == emu::Shape::modify ? 2 : 0;
    const unsigned stores = emu::shape(opcode) == emu::Shape::write || extra != 0 ? 1 : 0;
    switch (opcode.mode) {
        case Mode::zp: return 3 + extra;
        case Mode::zpx:
        case Mode::zpy:
        case Mode::abs: return 4 + extra;
        case Mode::abx:
        case Mode::aby: return 4 + stores + extra;
        case Mode::izx: return 6 + extra;
        case Mode::izy: return 5 + stores + extra;
        default: return 2;
    }
}

/// What a search may write: whatever the old instructions write, and everything that is dead.
Things may_write(const CodeWindow& window) {
    Things written = ~window.live;
    for (const Instruction* one : window.old) {
        const Effects does = effects(one->opcode);
        written |= does.writes;
        for (std::size_t i = 0; does.writes_memory && i < window.places.size(); ++i) {
            if (window.places[i] == one->number()) written |= slot_bit(static_cast<unsigned>(i));
        }
    }
    return written | all_flags;
}

/// The different operands, and constants that are often useful.
std::vector<Operand> with_constants(const std::vector<Operand>& operands) {
    std::vector<Operand> kept;
    const auto add = [&](const Operand& operand) {
        const bool is_there = std::ranges::any_of(kept, [&](const Operand& one) {
            return one.mode == operand.mode && one.slot == operand.slot &&
                   (one.slot >= 0 || one.value == operand.value);
        });
        if (!is_there) kept.push_back(operand);
    };
    std::vector<unsigned> values{0x00, 0x01, 0x80, 0xff};
    for (const Operand& operand : operands) {
        add(operand);
        if (operand.slot < 0) values.insert(values.end(), {operand.value + 1U, operand.value - 1U});
    }
    for (const unsigned value : values) {
        add({.value = static_cast<Byte>(value), .text = fmt::format("#${:02x}", value & 0xff)});
    }
    return kept;
}

/// The units from which a window's replacement may be built.
std::vector<Unit> units_for(const CodeWindow& window, const ShortenOptions& options) {
    std::vector<Unit> units, simple;
    const Things writable = may_write(window);
    const auto may = [&](Byte opcode) {
        const std::string_view name = emu::name(emu::opcodes[opcode].operation);
        return std::ranges::find(options.avoid, name) == options.avoid.end();
    };
    const auto add = [&](Byte opcode, int number) {
        const emu::Opcode what = emu::opcodes[opcode];
        const Effects does = effects(what);
        Unit unit{.opcode = opcode, .operand = number, .writes = does.writes};
        unit.bytes = emu::length(what.mode);
        unit.cycles = cycles_of(what);
        if (number >= 0) {
            const Operand& operand = window.operands[static_cast<std::size_t>(number)];
            unit.needs = operand.while_kept;
            if (does.writes_memory) unit.writes |= slot_bit(static_cast<unsigned>(operand.slot));
        }
        if ((unit.writes & ~writable) == 0) simple.push_back(unit);
    };
    for (unsigned i = 0; i < 256; ++i) {
        const auto opcode = static_cast<Byte>(i);
        const emu::Opcode what = emu::opcodes[i];
        if (!is_plain(opcode) || !may(opcode) || i == 0x2b) continue;
        if (!emu::is_documented(opcode) && !options.undocumented) continue;
        if (what.mode == Mode::imp || what.mode == Mode::acc) {
            add(opcode, -1);
            continue;
        }
        for (std::size_t j = 0; j < window.operands.size(); ++j) {
            if (window.operands[j].mode == what.mode) add(opcode, static_cast<int>(j));
        }
    }
    for (const Unit& unit : simple) {
        const emu::Operation operation = emu::opcodes[unit.opcode].operation;
        units.push_back(unit);
        if (operation != emu::Operation::ADC && operation != emu::Operation::SBC) continue;
        if (!may(0xf8) || !may(0xd8)) continue;
        Unit made = unit;
        made.is_decimal = true;
        made.instructions += 2, made.bytes += 2, made.cycles += 4;
        units.push_back(made);
    }
    for (unsigned i = 0; window.has_branch && i < 256; ++i) {
        const auto opcode = static_cast<Byte>(i);
        if (emu::opcodes[i].mode != Mode::rel || !may(opcode)) continue;
        for (const Unit& unit : simple) {
            Unit made = unit;
            made.over = opcode;
            made.instructions += 1, made.bytes += 2, made.cycles = 3;
            made.writes = unit.writes;
            units.push_back(made);
        }
    }
    return units;
}

class Shortener {
  public:
    Shortener(const AssembledVersion& version, const Texts& texts, const std::string& routine,
              const Assemble& assemble, const ShortenOptions& options)
        : now_(version),
          assemble_(assemble),
          options_(options),
          budget_(options.seconds, options.go_on) {
        const Block& block = *now_.program->block(routine);
        made_.routine = routine;
        made_.file = block.file;
        made_.line = block.line;
        made_.texts = texts;
    }

    Shortened run();

  private:
    struct Tried {
        CodeWindow window;
        std::vector<Unit> units;
        std::vector<Sample> samples;
        std::size_t number;
    };

    bool improve();
    bool search(Tried& tried, unsigned instructions, Runs& runs);
    bool judge(Tried& tried, const Sequence& sequence, Runs& runs);
    [[nodiscard]] VersionComparison compare(const AssembledVersion& with) const;
    [[nodiscard]] bool is_better(const VersionComparison& found, unsigned bytes) const;
    [[nodiscard]] unsigned limit(const Tried& tried) const;

    AssembledVersion now_;
    const Assemble& assemble_;
    const ShortenOptions& options_;
    prove::Budget budget_;
    Shortened made_;
    std::set<std::string> asked_;    // by callers, after it returns
    std::set<std::string> refused_;  // texts
    bool is_cut_ = false;            // a search was not brought to its end
};

/// Compares both versions for all inputs; everything that callers read counts as an Out.
VersionComparison Shortener::compare(const AssembledVersion& with) const {
    Block block = *with.program->block(made_.routine);
    for (const std::string& name : asked_) {
        if (std::ranges::find(block.out, name, &claims::Entry::symbol) == block.out.end()) {
            block.out.push_back({.symbol = name, .text = {}, .kind = {}});
        }
    }
    const double seconds = std::max(0.1, std::min(budget_.left(), options_.seconds / 2));
    return prove::against(*with.checker, *with.program, block, {*now_.program, made_.routine},
                          {seconds, options_.go_on});
}

bool Shortener::is_better(const VersionComparison& found, unsigned bytes) const {
    switch (options_.aim) {
        case Aim::bytes: return bytes < made_.bytes;
        case Aim::worst: return found.now.most < found.before.most;
        default: return found.least->gain() >= 0 && found.most->gain() > 0;
    }
}

/// Proves the whole routine equal to the version before the window was rewritten. An input that
/// refutes a sequence becomes a sample.
bool Shortener::judge(Tried& tried, const Sequence& sequence, Runs& runs) {
    Edit edit = edit_of(made_.texts, tried.window, sequence, options_.is_ca65);
    Texts texts = edited(made_.texts, edit);
    std::string key;
    for (const auto& lines : texts) key += fmt::format("{}\n", fmt::join(lines, "\n"));
    if (!refused_.insert(std::move(key)).second) return false;
    const std::optional<AssembledVersion> version = assemble_(texts);
    if (!version || version->program->block(made_.routine) == nullptr) return false;
    const VersionComparison found = compare(*version);
    unsigned bytes = made_.bytes - tried.window.bytes();
    for (const Unit& unit : sequence) bytes += unit.bytes;
    const claims::Time& time = version->program->block(made_.routine)->time;
    const bool is_in_time = !time.bound || found.now.most <= time.most;
    if (found.verdict == Verdict::proved && is_in_time && is_better(found, bytes)) {
        now_ = *version;
        made_.now = found.now;  // equality is transitive
        made_.proof = found.why;
        made_.texts = std::move(texts);
        made_.bytes = bytes;
        made_.finds.push_back(std::move(edit));
        return true;
    }
    if (found.verdict == Verdict::refuted) {
        const auto shown = runs.at(found.different.changes, tried.number);
        tried.samples.insert(tried.samples.end(), shown.begin(), shown.end());
    }
    return false;
}

unsigned Shortener::limit(const Tried& tried) const {
    if (options_.aim == Aim::bytes) return tried.window.bytes();
    return std::ranges::max_element(tried.samples, {}, &Sample::cycles)->cycles;
}

bool Shortener::search(Tried& tried, unsigned instructions, Runs& runs) {
    SequenceSearch search({tried.window.operands, tried.units, tried.window.live,
                           options_.aim != Aim::bytes, limit(tried)},
                          tried.samples, [this] { return !budget_.is_spent(); });
    const auto end = search.run(instructions, [&](const Sequence& sequence) {
        const std::size_t known = tried.samples.size();
        if (judge(tried, sequence, runs)) return true;
        for (std::size_t i = known; i < tried.samples.size(); ++i) search.add(tried.samples[i]);
        return false;
    });
    if (end == SequenceSearch::SearchEnd::stopped) is_cut_ = true;
    return end == SequenceSearch::SearchEnd::found;
}

/// Searches for one improvement; false if there is none.
bool Shortener::improve() {
    const Block& block = *now_.program->block(made_.routine);
    const Code code(now_, made_.texts, block);
    made_.bytes = code.bytes();
    asked_ = code.asked();
    const std::vector<CodeWindow> windows = code.windows(longest_window);
    Runs runs(now_, block, windows);
    if (!windows.empty()) runs.draw(draws);
    std::vector<Tried> all;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const std::vector<Sample>& samples = runs.samples(i);
        const bool is_decimal = std::ranges::any_of(
            samples, [](const Sample& one) { return (one.before.p & emu::Flag::D) != 0; });
        if (samples.empty() || is_decimal) continue;
        all.push_back({windows[i], {}, samples, i});
        Tried& tried = all.back();
        tried.window.operands = with_constants(tried.window.operands);
        tried.units = units_for(tried.window, options_);
    }
    made_.windows = all.size();
    made_.is_complete = is_cut_ = false;
    for (unsigned instructions = 0;; ++instructions) {
        bool has_more = false;
        for (Tried& tried : all) {
            const unsigned each = options_.aim == Aim::bytes ? 1 : 2;
            if (instructions * each >= limit(tried)) continue;
            has_more = true;
            if (search(tried, instructions, runs)) return true;
            if (budget_.is_spent()) return false;
        }
        if (!is_cut_) made_.searched = instructions;
        if (!has_more) {
            made_.is_complete = !is_cut_;
            return false;
        }
    }
}

Shortened Shortener::run() try {
    const Code code(now_, made_.texts, *now_.program->block(made_.routine));
    made_.why = code.why();
    made_.bytes_before = made_.bytes = code.bytes();
    if (!made_.why.empty()) return std::move(made_);
    asked_ = code.asked();
    const VersionComparison itself = compare(now_);
    made_.before = made_.now = itself.before;
    if (itself.verdict != Verdict::proved) {
        made_.why = "the whole routine is not decided: " + itself.why;
        return std::move(made_);
    }
    while (improve()) made_.searched = 0;
    return std::move(made_);
} catch (const claims::ContractError& error) {  // its inputs cannot be proved about
    made_.why = error.what();
    return std::move(made_);
}

}  // namespace

Shortened shorten(const AssembledVersion& version, const Texts& texts, const std::string& routine,
                  const Assemble& assemble, const ShortenOptions& options) {
    if (version.program->block(routine) == nullptr) {
        const auto fault = version.program->faults.find(routine);
        throw claims::ContractError(fault == version.program->faults.end()
                                        ? routine + ": there is no such routine"
                                        : fault->second);
    }
    return Shortener(version, texts, routine, assemble, options).run();
}

}  // namespace ryg::shorten
