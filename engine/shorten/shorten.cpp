// Takes one find after the other, until no window has a better form or the time is over.
#include "engine/shorten/shorten.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "emu/operations.hpp"
#include "engine/prove/budget.hpp"
#include "engine/shorten/edit.hpp"
#include "engine/shorten/runs.hpp"

namespace ryg::shorten {
namespace {

using contracts::Block;
using emu::Mode;
using prove::Comparison;
using prove::Verdict;

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

bool is_documented(Byte opcode) {
    return emu::opcodes[opcode].operation <= emu::Operation::TYA && opcode != 0xeb;
}

/// What a search may write: what the old instructions write, and what is lost anyway.
Things may_write(const Window& window) {
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

/// Constants that often help, beside those of the window.
void add_constants(Window& window) {
    std::set<Byte> known;
    const auto add = [&](unsigned value) {
        if (known.insert(static_cast<Byte>(value)).second) {
            window.operands.push_back({.mode = Mode::imm,
                                       .value = static_cast<Byte>(value),
                                       .text = fmt::format("#${:02x}", value & 0xff)});
        }
    };
    std::vector<Operand> kept;
    std::vector<Byte> own;
    for (const Operand& operand : window.operands) {
        const bool is_constant = operand.mode == Mode::imm;
        if (is_constant && !known.insert(operand.value).second) continue;
        const bool is_there = std::ranges::any_of(kept, [&](const Operand& one) {
            return one.mode == operand.mode && one.slot == operand.slot && !is_constant;
        });
        if (is_there) continue;
        kept.push_back(operand);
        if (is_constant) own.push_back(operand.value);
    }
    window.operands = std::move(kept);
    for (const unsigned value : {0x00U, 0x01U, 0x80U, 0xffU}) add(value);
    for (const Byte value : own) {
        add(value + 1U);
        add(value - 1U);
    }
}

/// Everything that a sequence in place of a window may be made of.
std::vector<Unit> units_for(const Window& window, const Options& options) {
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
        if (!is_documented(opcode) && !options.undocumented) continue;
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
    Shortener(const Version& version, const Texts& texts, const std::string& routine,
              const Assemble& assemble, const Options& options)
        : old_(version),
          now_(version),
          assemble_(assemble),
          options_(options),
          budget_(options.seconds, options.go_on) {
        const Block& block = block_of(old_, routine);
        made_.routine = routine;
        made_.file = block.file;
        made_.line = block.line;
        made_.texts = texts;
    }

    Result run();

  private:
    struct Tried {
        Window window;
        std::vector<Unit> units;
        std::vector<Sample> samples;
        std::size_t number;
    };

    static const Block& block_of(const Version& version, const std::string& routine) {
        return *version.program->block(routine);
    }
    bool improve();
    bool search(Tried& tried, unsigned instructions, Runs& runs);
    bool judge(Tried& tried, const Sequence& sequence, Runs& runs, std::vector<Sample>& shown);
    bool prove_all(const Version& from, const Version& to, Comparison& first, std::string& changes);
    [[nodiscard]] bool is_better(const Comparison& found, unsigned bytes) const;
    [[nodiscard]] unsigned limit(const Tried& tried) const;
    static unsigned bytes_of(const Code& code);
    [[nodiscard]] Block with_asked(Block block) const;

    const Version old_;
    Version now_;
    const Assemble& assemble_;
    const Options& options_;
    prove::Budget budget_;
    Result made_;
    std::vector<std::string> blocks_;  // that the code belongs to
    Things asked_ = 0;                 // by callers, after it returns
    std::set<std::string> bytes_asked_;
    unsigned bytes_now_ = 0;
    std::set<std::string> refused_;  // texts
    bool is_cut_ = false;            // a search was not brought to its end
};

unsigned Shortener::bytes_of(const Code& code) {
    unsigned bytes = 0;
    for (const auto& [at, one] : code.instructions()) bytes += one.size();
    return bytes;
}

/// The block with what callers read in its Out.
Block Shortener::with_asked(Block block) const {
    for (const char name : contracts::register_names) {
        const bool is_there = std::ranges::any_of(
            block.out, [&](const auto& entry) { return entry.symbol == std::string(1, name); });
        if ((asked_ & thing_named(name)) != 0 && !is_there) {
            block.out.push_back({.symbol = std::string(1, name), .text = {}, .kind = {}});
        }
    }
    for (const std::string& name : bytes_asked_) {
        block.out.push_back({.symbol = name, .text = {}, .kind = {}});
    }
    return block;
}

/// Every routine that the code belongs to, for all inputs. Without a proof, `changes` is an input
/// that shows a difference, if there is one.
bool Shortener::prove_all(const Version& from, const Version& to, Comparison& first,
                          std::string& changes) {
    for (const std::string& name : blocks_) {
        const prove::Options how{std::max(0.1, std::min(budget_.left(), options_.seconds / 2)),
                                 options_.go_on};
        Comparison found = prove::against(*to.checker, *to.program, with_asked(block_of(to, name)),
                                          {*from.program, name}, how);
        const bool is_equal = found.verdict == Verdict::proved;
        const bool is_first = &name == &blocks_.front();
        if (!is_equal && is_first && found.verdict == Verdict::refuted) {
            changes = found.different.changes;
        }
        if (is_first || !is_equal) first = std::move(found);
        if (!is_equal) return false;
    }
    return true;
}

bool Shortener::is_better(const Comparison& found, unsigned bytes) const {
    switch (options_.aim) {
        case Aim::bytes: return bytes < bytes_now_;
        case Aim::worst: return found.now.most < found.before.most;
        default: return found.least->gain() >= 0 && found.most->gain() > 0;
    }
}

/// The second judge: the whole routine as it was before the window was rewritten.
bool Shortener::judge(Tried& tried, const Sequence& sequence, Runs& runs,
                      std::vector<Sample>& shown) {
    Texts texts = rewritten(made_.texts, tried.window, sequence, options_.is_ca65);
    std::string key;
    for (const auto& lines : texts) key += fmt::format("{}\n", fmt::join(lines, "\n"));
    if (refused_.contains(key)) return false;
    const std::optional<Version> version = assemble_(texts);
    const bool has_all = version && std::ranges::all_of(blocks_, [&](const std::string& name) {
                             return version->program->block(name) != nullptr;
                         });
    if (has_all) {
        const Code code(*version, texts, block_of(*version, made_.routine));
        const unsigned bytes = bytes_of(code);
        const bool may_be = options_.aim != Aim::bytes || bytes < bytes_now_;
        Comparison found;
        std::string changes;
        if (may_be && prove_all(now_, *version, found, changes) && is_better(found, bytes)) {
            now_ = *version;
            made_.proof.now = found.now;  // equal to what is equal to the old one
            made_.proof.why = found.why;
            made_.texts = std::move(texts);
            ++made_.finds;
            bytes_now_ = bytes;
            return true;
        }
        if (!changes.empty() || found.verdict == Verdict::refuted) {
            shown = runs.at(changes, tried.number);
        }
    }
    refused_.insert(std::move(key));
    return false;
}

unsigned Shortener::limit(const Tried& tried) const {
    if (options_.aim == Aim::bytes) return tried.window.bytes;
    unsigned most = 0;
    for (const Sample& sample : tried.samples) most = std::max(most, sample.cycles);
    return most;
}

bool Shortener::search(Tried& tried, unsigned instructions, Runs& runs) {
    Search search({tried.window.operands, tried.units, tried.window.live,
                   options_.aim != Aim::bytes, limit(tried)},
                  tried.samples, [this] { return !budget_.is_spent(); });
    const auto end = search.run(instructions, [&](const Sequence& sequence) {
        std::vector<Sample> shown;
        if (judge(tried, sequence, runs, shown)) return true;
        for (const Sample& sample : shown) {
            search.add(sample);
            tried.samples.push_back(sample);
        }
        return false;
    });
    if (end == Search::End::stopped) is_cut_ = true;
    return end == Search::End::found;
}

/// Looks for one find; false if there is none.
bool Shortener::improve() {
    const Block& block = block_of(now_, made_.routine);
    const Code code(now_, made_.texts, block);
    if (!code.why().empty()) {
        made_.why = code.why();
        return false;
    }
    blocks_.clear();
    for (const Block* one : code.blocks()) blocks_.push_back(one->name);
    asked_ = code.asked();
    bytes_asked_ = code.bytes_asked();
    bytes_now_ = bytes_of(code);
    if (made_.bytes_before == 0) made_.bytes_before = bytes_now_;
    std::vector<Window> windows = code.windows(longest_window);
    Runs runs(now_, block, windows);
    runs.draw(draws);
    std::vector<Tried> all;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        Tried tried{windows[i], {}, runs.samples(i), i};
        if (tried.samples.empty()) continue;
        add_constants(tried.window);
        tried.units = units_for(tried.window, options_);
        all.push_back(std::move(tried));
    }
    made_.windows = all.size();
    made_.searched = 0;
    made_.is_complete = false;
    is_cut_ = false;
    for (unsigned instructions = 0;; ++instructions) {
        if (options_.progress) options_.progress(instructions);
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

Result Shortener::run() {
    blocks_ = {made_.routine};
    std::string changes;
    if (!prove_all(old_, old_, made_.proof, changes)) {
        made_.why = "the whole routine is not decided: " + made_.proof.why;
        return std::move(made_);
    }
    while (improve()) {
    }
    made_.bytes = bytes_now_;
    const bool is_ended = options_.go_on && !options_.go_on();
    if (made_.finds != 0 && !is_ended) {
        budget_ = prove::Budget(options_.seconds, {});
        if (!prove_all(old_, now_, made_.proof, changes)) {
            made_.why = "the whole routine is not decided: " + made_.proof.why;
        }
    }
    return std::move(made_);
}

}  // namespace

Result shorten(const Version& version, const Texts& texts, const std::string& routine,
               const Assemble& assemble, const Options& options) {
    return Shortener(version, texts, routine, assemble, options).run();
}

}  // namespace ryg::shorten
