// A core with the interface of emu's exact one, whose accesses are formulas.
#include "engine/prove/core.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "emu/execute.hpp"

namespace ryg::prove {
namespace {

/// The paths of an instruction: a run repeats the decisions of its path, then makes new ones, and
/// adds the path of each opposite decision.
class Ways {
  public:
    Ways(Graph& graph, const Can& can) : graph_(graph), can_(can), outer_(current_) {
        current_ = this;
    }
    ~Ways() { current_ = outer_; }
    Ways(const Ways&) = delete;
    Ways& operator=(const Ways&) = delete;

    static Ways& current() { return *current_; }

    /// Begins the next run; false after the last.
    bool next() {
        if (open_.empty()) return false;
        way_ = std::move(open_.back());
        open_.pop_back();
        made_ = 0;
        condition_ = Literal(true);
        return true;
    }
    bool decide(Literal literal) {
        if (literal.is_known()) return literal.known();
        if (made_ == way_.size()) way_.push_back(decided(literal));
        const BranchDecision& made = way_[made_++];
        if (made.literal != literal) throw std::logic_error("an instruction ran differently again");
        if (!made.is_only) condition_ = graph_.both(condition_, made.value ? literal : !literal);
        return made.value;
    }
    /// The decisions of the current run so far.
    [[nodiscard]] Literal condition() const { return condition_; }

  private:
    struct BranchDecision {
        Literal literal;
        bool value;
        bool is_only;  ///< the other value is impossible
    };
    using Way = std::vector<BranchDecision>;

    BranchDecision decided(Literal literal) {
        if (!can_(graph_.both(condition_, literal))) return {literal, false, true};
        if (!can_(graph_.both(condition_, !literal))) return {literal, true, true};
        open_.push_back(way_);
        open_.back().push_back({literal, false, false});
        return {literal, true, false};
    }

    static thread_local Ways* current_;
    Graph& graph_;
    const Can& can_;
    Ways* outer_;
    std::vector<Way> open_{{}};
    Way way_;
    std::size_t made_ = 0;
    Literal condition_{true};
};

thread_local Ways* Ways::current_ = nullptr;

/// The bytes that the runs of an instruction have read. Equal accesses must give equal bytes: with
/// new inputs in each run the paths' conditions would not fit together.
class Reads {
  public:
    explicit Reads(Readable& memory) : memory_(memory) {}

    Bits8 read(std::size_t access, const Bits16& address) {
        for (const KnownRead& known : known_) {
            if (known.access == access && known.address.bits == address.bits) return known.value;
        }
        return known_.emplace_back(KnownRead{access, address, memory_.read(address)}).value;
    }
    void look(Literal when, const Bits16& address) { memory_.look(when, address); }

  private:
    struct KnownRead {
        std::size_t access;
        Bits16 address;
        Bits8 value;
    };
    Readable& memory_;
    std::vector<KnownRead> known_;
};

struct FormulaCore {
    using BusUse = FormulaAccess::BusUse;

    Reads& memory;
    State& s;
    const UnknownUnstable& unstable;
    std::vector<FormulaAccess> accesses{};
    bool jammed = false;

    Bits8 read(const Bits16& address) {
        s.now.count(Literal(true));
        const Bits8 value = value_at(address);
        accesses.push_back({BusUse::read, Literal(true), address, value});
        return value;
    }
    void write(const Bits16& address, const Bits8& value) {
        s.now.count(Literal(true));
        accesses.push_back({BusUse::write, Literal(true), address, value});
    }
    void look_if(const Bit& looks, const Bits16& address) {
        if (looks.literal == Literal(false)) return;
        s.now.count(looks.literal);
        const Literal here = Ways::current().condition();
        memory.look(GraphScope::graph().both(here, looks.literal), address);
        accesses.push_back({BusUse::look, looks.literal, address});
    }
    void look_at(const Bits16& address) { look_if(true, address); }
    Bits8 fetch() {
        const Bits8 value = read(s.pc);
        s.pc = s.pc + 1;
        return value;
    }
    void look() { look_at(s.pc); }
    Bits8 read_zero(const Bits16& address) { return read(address); }
    void write_zero(const Bits16& address, const Bits8& value) { write(address, value); }
    void look_at_stack() { look_at(Bits16(0x100) | s.s); }
    void push(const Bits8& value) {
        write(Bits16(0x100) | s.s, value);
        s.s = (s.s - 1) & 0xFF;
    }
    Bits8 pull() {
        s.s = (s.s + 1) & 0xFF;
        return read(Bits16(0x100) | s.s);
    }

    // There are no interrupts, and nothing delays a read.
    [[nodiscard]] static bool held() { return false; }
    static void poll() {}
    static void poll_first_try() {}
    static void no_poll_at_end() {}
    void jam() { jammed = true; }
    Bits16 read_vector() {
        const Bits8 low = read(emu::irq_vector);
        const Bits8 high = read(emu::irq_vector + 1);
        return {low, high};
    }

  private:
    /// The byte in memory, or that of an earlier write of this instruction.
    [[nodiscard]] Bits8 value_at(const Bits16& address) {
        const auto is_there = [&](const FormulaAccess& access) {
            return access.kind == BusUse::write && access.address.bits == address.bits;
        };
        Bits8 value;
        if (std::ranges::none_of(accesses, is_there)) value = memory.read(accesses.size(), address);
        for (const FormulaAccess& access : accesses) {
            if (access.kind != BusUse::write) continue;
            value = choose(access.address == address, access.value, value);
        }
        return value;
    }
};

using Handler = void (*)(FormulaCore&);
template <std::size_t... opcode>
constexpr std::array<Handler, 256> all(std::index_sequence<opcode...>) {
    return {[](FormulaCore& core) { emu::execute::instruction<emu::opcodes[opcode]>(core); }...};
}
constexpr std::array<Handler, 256> handlers = all(std::make_index_sequence<256>{});

}  // namespace

bool FormulaValues::decide(const Bit& condition) {
    return Ways::current().decide(condition.literal);
}

std::vector<FormulaAccess> PathOutcome::writes() const {
    std::vector<FormulaAccess> made;
    for (const FormulaAccess& access : accesses) {
        if (access.kind != FormulaAccess::BusUse::write) continue;
        std::erase_if(made,
                      [&](const auto& known) { return known.address.bits == access.address.bits; });
        made.push_back(access);
    }
    return made;
}

std::vector<PathOutcome> run_instruction(const State& before, Readable& memory,
                                         const UnknownUnstable& unstable, emu::Byte opcode,
                                         const Can& can) {
    std::vector<PathOutcome> outcomes;
    Reads reads(memory);
    Ways ways(GraphScope::graph(), can);
    while (ways.next()) {
        State state = before;
        FormulaCore core{reads, state, unstable};
        state.now.count(Literal(true));  // the opcode's fetch
        state.pc = state.pc + 1;
        handlers[opcode](core);
        outcomes.push_back({ways.condition(), state, std::move(core.accesses), core.jammed});
    }
    return outcomes;
}

}  // namespace ryg::prove
