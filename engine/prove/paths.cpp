// Follows a routine on formulas, merging the paths that meet.
#include "engine/prove/paths.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "c64/kernal/entries.hpp"
#include "emu/opcodes.hpp"

namespace ryg::prove {
namespace {

constexpr std::size_t most_targets = 256;  // maximum targets of one indirect jump

}  // namespace

void DecisionPath::decide(Literal literal) {
    if (literal == Literal(true)) return;
    decisions_.push_back(literal);
    all_ = graph_->both(all_, literal);
}

bool DecisionPath::extends(const DecisionPath& other) const {
    return other.decisions_.size() <= decisions_.size() &&
           std::equal(other.decisions_.begin(), other.decisions_.end(), decisions_.begin());
}

DecisionPath::Join DecisionPath::join(const DecisionPath& one, const DecisionPath& other) {
    Graph& graph = *one.graph_;
    std::size_t same = 0;
    const std::size_t shorter = std::min(one.decisions_.size(), other.decisions_.size());
    while (same < shorter && one.decisions_[same] == other.decisions_[same]) ++same;
    const std::span<const Literal> rest = std::span(one.decisions_).subspan(same);
    const std::span<const Literal> other_rest = std::span(other.decisions_).subspan(same);
    Join made{DecisionPath(graph), Literal(true)};
    for (std::size_t i = 0; i < same; ++i) made.path.decide(one.decisions_[i]);
    const bool part_here = !rest.empty() && !other_rest.empty() && rest[0] == !other_rest[0];
    made.first = part_here ? rest[0] : graph.all_of(rest);
    made.path.decide(part_here ? graph.choose(rest[0], graph.all_of(rest.subspan(1)),
                                              graph.all_of(other_rest.subspan(1)))
                               : graph.either(graph.all_of(rest), graph.all_of(other_rest)));
    return made;
}

namespace {

/// The nth characters of both texts become one.
std::vector<Character> merged(Graph& graph, Literal first, std::span<const Character> one,
                              std::span<const Character> other) {
    static const Character none{Bits8(0), Literal(false)};
    std::vector<Character> made;
    for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
        const Character& a = i < one.size() ? one[i] : none;
        const Character& b = i < other.size() ? other[i] : none;
        const bool is_one = b.when == Literal(false), is_other = a.when == Literal(false);
        made.push_back({is_one     ? a.code
                        : is_other ? b.code
                                   : choose(Bit(first), a.code, b.code),
                        graph.choose(first, a.when, b.when)});
    }
    return made;
}

}  // namespace

ReachedState merged(const ReachedState& one, const ReachedState& other) {
    const auto [path, first] = DecisionPath::join(one.path, other.path);
    Graph& graph = path.graph();
    return {path,
            choose(first, one.state, other.state),
            SymbolicMemory::merged(first, one.memory, other.memory),
            merged(graph, first, one.printed, other.printed),
            merged(graph, first, one.keys, other.keys),
            graph.choose(first, one.kernal_called, other.kernal_called),
            graph.choose(first, one.has_waited, other.has_waited),
            graph.choose(first, one.begins_anew, other.begins_anew)};
}

ReachedState merged(std::span<const ReachedState> all) {
    ReachedState made = all.front();
    for (const ReachedState& next : all.subspan(1)) made = merged(made, next);
    return made;
}

std::vector<Character> by_position(Graph& graph, Decider& decider,
                                   std::span<const Character> text) {
    std::vector<Character> places;
    std::optional<Literal> last(true);  // when the last position is taken, if by one character only
    for (const Character& next : text) {
        const auto follows = [&] {
            return decider.possible(graph.both(next.when, !*last), true) == Possibility::no;
        };
        if (last && follows()) {
            places.push_back(next);
            last = next.when;
            continue;
        }
        last.reset();
        Literal open = next.when;  // when it has no position yet
        for (Character& place : places) {
            const Literal here = graph.both(open, !place.when);
            place.code = choose(Bit(here), next.code, place.code);
            place.when = graph.either(place.when, here);
            open = graph.both(open, !here);
        }
        if (open != Literal(false)) places.push_back({next.code, open});
    }
    return places;
}

std::vector<Literal> differing_characters(Graph& graph, Decider& decider,
                                          std::span<const Character> one,
                                          std::span<const Character> other) {
    const std::vector<Character> first = by_position(graph, decider, one);
    const std::vector<Character> second = by_position(graph, decider, other);
    std::vector<Literal> differ;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        const Character none{Bits8(0), Literal(false)};
        const Character& a = i < first.size() ? first[i] : none;
        const Character& b = i < second.size() ? second[i] : none;
        std::vector<Literal> bits{graph.differ(a.when, b.when)};
        for (std::size_t k = 0; k < 8; ++k) {
            bits.push_back(graph.both(a.when, graph.differ(a.code.bits[k], b.code.bits[k])));
        }
        differ.push_back(graph.any_of(bits));
    }
    return differ;
}

Paths::Paths(World& world, const Budget& budget, const Bits16& end)
    : world_(world), graph_(world.graph), budget_(budget), end_(end) {}

/// Finds the loops of the assembled code: each backward jump ends a loop that begins at its target.
void Paths::find_loops(Address entry) {
    std::bitset<0x10000> seen;
    std::vector<Address> open{entry};
    const auto byte = [&](unsigned at) {
        const auto number = Bits16(world_.before(at & 0xffff)).number();
        return static_cast<emu::Byte>(number.value_or(0));
    };
    while (!open.empty()) {
        const Address pc = open.back();
        open.pop_back();
        if (seen[pc] || pc < 2 || !world_.reads_ram(pc)) continue;
        if (!Bits16(world_.before(pc)).number()) continue;
        seen.set(pc);
        const auto [operation, mode] = emu::opcodes[byte(pc)];
        const auto next = static_cast<Address>(pc + emu::length(mode));
        const auto target = emu::word(byte(pc + 1U), byte(pc + 2U));
        const auto jump = [&](Address to) {
            if (to <= pc) loops_[to] = std::max(loops_[to], pc);
            open.push_back(to);
        };
        using enum emu::Operation;
        if (mode == emu::Mode::rel) {
            jump(static_cast<Address>(next + static_cast<std::int8_t>(byte(pc + 1U))));
        } else if (operation == JMP) {
            if (mode == emu::Mode::abs) jump(target);
            continue;
        } else if (operation == JSR) {
            open.push_back(target);
        } else if (operation == RTS || operation == RTI || operation == JAM || operation == BRK) {
            continue;
        }
        open.push_back(next);
    }
}

/// Which state to advance first, so that other states can still merge with it: deepest in calls, in
/// the earliest iteration of a loop, within a loop before the code after it, at the lowest address.
bool Paths::before(const Waiting& one, const Waiting& other) const {
    if (one.frames.size() != other.frames.size()) return one.frames.size() > other.frames.size();
    const auto contains = [](const auto& loop, Address pc) {
        return loop.first <= pc && pc <= loop.second;
    };
    const auto round = [](const Waiting& of, Address loop) {
        const auto found = of.rounds.find(loop);
        return found == of.rounds.end() ? 0U : found->second;
    };
    std::vector<std::pair<Address, Address>> around;
    for (const auto& loop : loops_) {
        if (contains(loop, one.pc) || contains(loop, other.pc)) around.push_back(loop);
    }
    std::ranges::sort(around, [](const auto& a, const auto& b) {
        return a.second - a.first > b.second - b.first;
    });
    for (const auto& loop : around) {
        const bool first = contains(loop, one.pc), second = contains(loop, other.pc);
        if (first && second) {
            const unsigned a = round(one, loop.first), b = round(other, loop.first);
            if (a != b) return a < b;
        } else if (first) {
            return other.pc > loop.second;
        } else {
            return one.pc < loop.first;
        }
    }
    return one.pc < other.pc;
}

Paths::Waiting Paths::take() {
    std::size_t best = 0;
    for (std::size_t i = 1; i < waiting_.size(); ++i) {
        if (before(waiting_[i], waiting_[best])) best = i;
    }
    std::swap(waiting_[best], waiting_.back());
    Waiting taken = std::move(waiting_.back());
    waiting_.pop_back();
    return taken;
}

/// Merges the state with one that waits at the same place, or lets it wait.
void Paths::add(Waiting next) {
    for (Waiting& known : waiting_) {
        ReachedState& one = known.reached;
        const ReachedState& other = next.reached;
        if (known.pc != next.pc || one.state.s.bits != other.state.s.bits ||
            known.frames != next.frames || known.rounds != next.rounds) {
            continue;
        }
        one = merged(one, other);
        ++effort_.merges;
        if (known.last_round != next.last_round && !one.keys.empty()) {
            known.last_round = std::make_shared<const ReachedState>(one);
            if (known.any && next.any) {
                std::erase_if(*known.any, [&](unsigned cell) { return !next.any->contains(cell); });
            } else {
                known.any.reset();
            }
        }
        return;
    }
    waiting_.push_back(std::move(next));
    effort_.most_states = std::max(effort_.most_states, waiting_.size());
}

void Paths::check_time() const {
    if (!budget_.is_spent()) return;
    const std::string where =
        last_loop_ == 0 ? ""
                        : fmt::format(", in the loop at {}", place_of(world_.program, last_loop_));
    throw NotDecided(fmt::format("{} after {} instructions and {} states at once{}",
                                 budget_.is_ended() ? "interrupted" : "out of time", effort_.steps,
                                 effort_.most_states, where));
}

void Paths::run(ReachedState first, Address entry, std::vector<ReachedState>& ends) {
    find_loops(entry);
    entry_ = entry;
    first_s_ = first.state.s;
    first.state.pc = Bits16(entry);
    std::string why;
    waiting_.clear();
    waiting_.push_back({std::move(first), entry, {}, {}});
    while (!waiting_.empty()) {
        check_time();
        try {
            step(take(), ends);
        } catch (const NotDecided& error) {
            if (!is_endless) throw;
            if (why.empty()) why = error.what();
        }
    }
    if (!why.empty()) throw NotDecided(why);
}

void Paths::step(Waiting from, std::vector<ReachedState>& ends) {
    if (world_.program.stubs.contains(from.pc)) {
        throw NotDecided(world_.here("is what --stub replaces"));
    }
    SymbolicMemory& memory = from.reached.memory;
    memory.begin(from.reached.state.x, from.reached.state.y);
    world_.path = from.reached.path.literal();
    if (from.pc >= 0xe000 && world_.has_kernal()) {
        call_kernal(from);
        ReachedState to = from.reached;
        return arrive(std::move(from), std::move(to), 0x60, ends);
    }
    world_.instruction = from.pc;
    const auto opcode = Bits16(from.reached.memory.cell(from.pc)).number();
    if (!world_.reads_ram(from.pc) || from.pc < 2) {
        throw NotDecided(world_.here("is not code of the program"));
    }
    if (!opcode) throw NotDecided(world_.here("is an opcode that the code writes"));
    executed_.set(from.pc);
    if (from.reached.has_waited != Literal(true)) executed_exactly_.set(from.pc);
    ++effort_.steps;
    const auto can = [&](Literal literal) {
        return world_.decider.possible(graph_.both(world_.path, literal), true) != Possibility::no;
    };
    const auto byte = static_cast<emu::Byte>(*opcode);
    std::vector<PathOutcome> outcomes =
        run_instruction(from.reached.state, memory, world_.unstable, byte, can);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const bool is_last = i + 1 == outcomes.size();
        PathOutcome& outcome = outcomes[i];
        if (outcome.jammed) throw NotDecided(world_.here("stops the processor"));
        Waiting part = is_last ? std::move(from) : from;
        ReachedState to = part.reached;
        to.path.decide(outcome.condition);
        world_.path = to.path.literal();
        to.state = outcome.state;
        for (const FormulaAccess& write : outcome.writes()) {
            to.memory.write(write.address, write.value);
        }
        arrive(std::move(part), std::move(to), byte, ends);
    }
}

/// Continues at each address that pc may have.
void Paths::arrive(Waiting from, ReachedState to, emu::Byte opcode,
                   std::vector<ReachedState>& ends) {
    if (to.state.pc.bits == end_.bits) {
        ends.push_back(std::move(to));
        return;
    }
    if (const auto pc = to.state.pc.number()) {
        return continue_at(std::move(from), std::move(to), opcode, static_cast<Address>(*pc), ends);
    }
    const auto targets = world_.decider.values(to.state.pc.bits, to.path.literal(), most_targets);
    if (!targets) throw TooManyValues(world_.here("jumps to too many addresses"));
    for (const unsigned target : *targets) {
        ReachedState part = to;
        part.path.decide((to.state.pc == Bits16(target)).literal);
        part.state.pc = Bits16(target);
        continue_at(from, std::move(part), opcode, static_cast<Address>(target), ends);
    }
}

void Paths::continue_at(Waiting from, ReachedState to, emu::Byte opcode, Address pc,
                        std::vector<ReachedState>& ends) {
    const Address last = from.pc;
    const bool is_call = emu::opcodes[opcode].operation == emu::Operation::JSR;
    from.pc = pc;
    if (is_call) {
        const unsigned s = to.state.s.number().value_or(0);
        from.frames.push_back({static_cast<Address>(last + 3), s, std::move(from.rounds)});
        from.rounds.clear();
    } else {
        const auto s = to.state.s.number();
        while (s && !from.frames.empty() && *s > from.frames.back().s) {
            from.rounds = std::move(from.frames.back().rounds);
            from.frames.pop_back();
        }
        if (ends_anew && pc == entry_ && from.frames.empty() && to.state.s.bits == first_s_.bits) {
            to.begins_anew = Literal(true);
            ends.push_back(std::move(to));
            return;
        }
        const auto loop = loops_.find(pc);
        if (pc <= last && loop != loops_.end() && loop->second >= last) {
            ++from.rounds[pc];
            last_loop_ = pc;
            constexpr unsigned most_rounds = 1000;
            if (waits_on(from, to)) return;
            const bool is_same = repeats(from, to);
            if (is_endless && is_same) return;
            if (is_same || (is_endless && from.frames.empty() && from.rounds[pc] > most_rounds)) {
                throw NotDecided(world_.here(is_same ? "jumps back for ever" : "jumps back often"));
            }
            from.last_round = std::make_shared<const ReachedState>(to);
        }
        std::erase_if(from.rounds, [&](const auto& round) {
            return pc < round.first || pc > loops_.at(round.first);
        });
    }
    const Bits8 next = to.memory.cell(pc);
    const bool is_unknown = !Bits16(next).number() && next.bits == world_.before(pc).bits;
    if (is_unknown && pc < 0xe000) {
        throw NotDecided(world_.here(fmt::format("leads to ${:04x}, where there is no code", pc)));
    }
    from.reached = std::move(to);
    add(std::move(from));
}

bool Paths::repeats(const Waiting& from, const ReachedState& to) {
    if (from.last_round == nullptr) return false;
    const State &was = from.last_round->state, &is = to.state;
    const auto same = [](const Bits16& one, const Bits16& other) { return one.bits == other.bits; };
    return same(was.pc, is.pc) && same(was.a, is.a) && same(was.x, is.x) && same(was.y, is.y) &&
           same(was.s, is.s) && same(was.nz, is.nz) && same(was.vdic, is.vdic) &&
           from.last_round->path.literal() == to.path.literal() &&
           SymbolicMemory::differences(from.last_round->memory, to.memory).empty();
}

bool Paths::waits_on(Waiting& from, ReachedState& to) {
    const auto any = std::exchange(from.any, std::nullopt);
    if (from.last_round == nullptr) return false;
    const ReachedState& was = *from.last_round;
    const auto s = to.state.s.number();
    const bool is_wait = to.keys.size() == was.keys.size() + 1 && s &&
                         to.state.s.bits == was.state.s.bits &&
                         to.state.pc.bits == was.state.pc.bits &&
                         to.printed.size() == was.printed.size() && to.path.extends(was.path);
    if (!is_wait) return false;
    const Bits8 flags = to.state.p(), before = was.state.p();
    for (const char name : {'D', 'I'}) {
        const unsigned bit = claims::flag_bit(name);
        if (flags.bits[bit] != before.bits[bit]) return false;
    }
    std::set<unsigned> changed = SymbolicMemory::differences(was.memory, to.memory);
    const auto is_free = [&](unsigned cell) { return cell >= 0x100 && cell <= 0x100 + *s; };
    if (!std::ranges::all_of(changed, is_free)) return false;
    const auto& [key, when] = to.keys.back();
    const auto can = [&](Literal literal) {
        return world_.decider.possible(graph_.both(to.path.literal(), literal), true) !=
               Possibility::no;
    };
    if (!world_.is_key(key) || can(!when)) return false;
    passes_keys_over_ |= can(graph_.any_of(key.bits));
    if (any && std::ranges::includes(*any, changed)) {
        if (!is_endless && !some_key_ends(to.path.literal(), key)) {
            throw NotDecided(world_.here("waits for a key that may not exist"));
        }
        return true;
    }
    if (any) changed.insert(any->begin(), any->end());
    forget(to, changed);
    from.any = std::move(changed);
    return false;
}

void Paths::forget(ReachedState& of, const std::set<unsigned>& cells) {
    State& state = of.state;
    for (const unsigned cell : cells) of.memory.put(cell, unknown_byte());
    for (Bits16* each : {&state.a, &state.x, &state.y}) *each = Bits16(unknown_byte());
    Bits8 flags = state.p();
    for (const char name : {'N', 'V', 'Z', 'C'}) {
        flags.bits[claims::flag_bit(name)] = graph_.input();
    }
    state.set_p(flags);
    of.has_waited = Literal(true);
}

bool Paths::some_key_ends(Literal wait, const Bits8& key) const {
    const std::array path{wait};
    Literal all(true);  // whether each key goes on with the wait
    for (unsigned value = 0; value < 256; ++value) {
        std::vector<Literal> bits;
        for (unsigned i = 0; i < 8; ++i) {
            bits.push_back((value >> i & 1) != 0 ? key.bits[i] : !key.bits[i]);
        }
        all = graph_.both(all, world_.decider.where(path, bits)[0]);
    }
    return world_.decider.possible(all) == Possibility::no;
}

/// Performs what is documented of CHROUT or GETIN, and returns from it.
void Paths::call_kernal(Waiting& at) {
    const bool is_getin = at.pc == c64::GETIN && world_.follows_devices();
    if (at.pc != c64::CHROUT && !is_getin) {
        throw NotDecided(world_.here(fmt::format("leads to ${:04x} of the KERNAL", at.pc)));
    }
    ReachedState& reached = at.reached;
    State& state = reached.state;
    if (is_getin) {
        const Bits8 key = world_.new_key();
        reached.keys.push_back({key, Literal(true)});
        state.a = Bits16(key);
        state.x = state.x ^ Bits16(0xff);
        state.y = state.y ^ Bits16(0xff);
    } else {
        reached.printed.push_back({Bits8(state.a), Literal(true)});
        state.a = state.a ^ Bits16(0xff);
    }
    reached.kernal_called = Literal(true);
    const Literal negative = emu::alu::negative<FormulaValues>(state.nz).literal;
    const Literal zero = emu::alu::zero<FormulaValues>(state.nz).literal;
    state.nz = emu::alu::make_nz<FormulaValues>(Bit{!negative}, Bit{!zero});
    state.set_carry(Bit{Literal(false)});
    const auto pull = [&] {
        state.s = (state.s + Bits16(1)) & Bits16(0xff);
        return reached.memory.read(Bits16(0x100) | state.s);
    };
    const Bits8 low = pull();
    const Bits8 high = pull();
    state.pc = Bits16(low, high) + Bits16(1);
}

}  // namespace ryg::prove
