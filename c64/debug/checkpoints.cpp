// Breakpoints, watchpoints and tracepoints: the table, and matching accesses with it.
#include "c64/debug/checkpoints.hpp"

#include <algorithm>

namespace ryg::c64::debug {

unsigned Checkpoints::add(Checkpoint checkpoint) {
    checkpoint.number = ++last_number_;
    all_.push_back(std::move(checkpoint));
    mark();
    return last_number_;
}

bool Checkpoints::remove(unsigned number) {
    const auto removed =
        std::erase_if(all_, [number](const Checkpoint& each) { return each.number == number; });
    if (removed != 0) mark();
    return removed != 0;
}

void Checkpoints::clear() {
    all_.clear();
    mark();
}

Checkpoint* Checkpoints::find(unsigned number) {
    const auto found = std::ranges::find(all_, number, &Checkpoint::number);
    return found == all_.end() ? nullptr : &*found;
}

void Checkpoints::mark() {
    std::ranges::fill(kinds_, Byte{0});
    for (const Checkpoint& each : all_) {
        for (std::size_t address = each.first; address <= each.last; ++address) {
            kinds_[address] = static_cast<Byte>(kinds_[address] | each.kinds);
        }
    }
}

bool meets(const Checkpoint& checkpoint, const Machine& machine,
           const std::optional<WatchedAccess>& access) {
    const Byte kind = !access            ? AccessKind::exec
                      : access->is_store ? AccessKind::store
                                         : AccessKind::load;
    const Address at = access ? access->address : machine.cpu.registers.pc;
    return checkpoint.enabled && (checkpoint.kinds & kind) != 0 && at >= checkpoint.first &&
           at <= checkpoint.last &&
           (!checkpoint.condition || checkpoint.condition->holds(machine)) &&
           (!checkpoint.also || checkpoint.also(machine, access));
}

Hit hit_of(const Checkpoint& checkpoint, const Machine& machine, Address pc, Cycle cycle,
           const std::optional<WatchedAccess>& access) {
    std::string note = checkpoint.tell ? checkpoint.tell(machine, access) : std::string();
    try {
        if (checkpoint.condition) (void)checkpoint.condition->value(machine);
    } catch (const BadExpression& trouble) {
        note = trouble.what();
    }
    return {checkpoint.number, pc, cycle, access, std::move(note)};
}

std::optional<WatchedAccess> last_that_meets(const Checkpoint& checkpoint, const Machine& machine,
                                             const std::vector<WatchedAccess>& accesses) {
    for (auto access = accesses.rbegin(); access != accesses.rend(); ++access) {
        if (meets(checkpoint, machine, *access)) return *access;
    }
    return {};
}

}  // namespace ryg::c64::debug
