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
        const Extent image{program_.image.load_address, program_.image.end()};
        const auto instructions = program_.instructions(routine, image);
        std::set<Address> called;
        for (unsigned at = image.begin; at < image.end; ++at) {
            if (!instructions[at]) continue;
            if (emu::opcodes[program_.byte(at)].operation != emu::Operation::JSR) continue;
            called.insert(emu::word(program_.byte(at + 1), program_.byte(at + 2)));
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
