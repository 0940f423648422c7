// Looks for a cycle among calls by jsr.
#include "engine/contracts/prove/recursion.hpp"

#include <algorithm>
#include <bitset>

#include "emu/opcodes.hpp"

namespace ryg::contracts::prove {
namespace {

class Calls {
  public:
    explicit Calls(const Program& program) : program_(program) {}

    std::optional<Address> find_cycle(Address routine) {
        if (std::ranges::count(running_, routine) != 0) return routine;
        if (done_[routine]) return std::nullopt;
        running_.push_back(routine);
        for (const Address called : called_by(routine)) {
            if (const auto found = find_cycle(called)) return found;
        }
        running_.pop_back();
        done_.set(routine);
        return std::nullopt;
    }

  private:
    [[nodiscard]] std::set<Address> called_by(Address routine) const {
        std::set<Address> called;
        std::bitset<0x10000> seen;
        std::vector<unsigned> next{routine};
        while (!next.empty()) {
            const unsigned at = next.back();
            next.pop_back();
            const bool is_inside =
                at >= program_.image.load_address && at < program_.image.end() && !seen[at];
            if (!is_inside) continue;
            seen.set(at);
            if (emu::opcodes[program_.byte(at)].operation == emu::Operation::JSR) {
                called.insert(emu::word(program_.byte(at + 1), program_.byte(at + 2)));
            }
            const auto after = program_.after(at);
            next.insert(next.end(), after.begin(), after.end());
        }
        return called;
    }

    const Program& program_;
    std::vector<Address> running_;
    std::bitset<0x10000> done_;
};

}  // namespace

std::optional<Address> find_recursion(const Program& program, Address routine) {
    return Calls(program).find_cycle(routine);
}

}  // namespace ryg::contracts::prove
