// Watches a search on the 6502: boards as they are made, then values as they arrive.
#include <array>
#include <fmt/format.h>
#include <span>
#include <string>

#include "engine/common/notation.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/node_layout.hpp"

using namespace ryg;

namespace {

using emu::Address;
using engine::ryg1::NodeLayout;

/// What the program has in its memory now, by its labels and the layout of its nodes.
struct View {
    const c64::Machine& machine;
    const c64::Labels& labels;

    [[nodiscard]] emu::Byte byte(const char* label) const { return machine.peek(labels.at(label)); }
    [[nodiscard]] Address word(const char* low_label) const {
        return machine.peek_word(labels.at(low_label));
    }
    [[nodiscard]] unsigned level(Address node) const {
        return machine.peek(static_cast<Address>(node + NodeLayout::level));
    }
    [[nodiscard]] Address parent(Address node) const {
        return machine.peek_word(static_cast<Address>(node + NodeLayout::parent));
    }
    [[nodiscard]] engine::Position position(Address node) const {
        const auto bytes = machine.ram().subspan(node).first<NodeLayout::size>();
        return engine::ryg1::position_in(bytes).value();
    }

    /// The move that led to a node: the one that makes its board out of its parent's.
    [[nodiscard]] std::string move(Address node) const {
        if (level(node) == 0) return "root";
        const engine::Position before = position(parent(node));
        for (const engine::Move candidate : engine::generate_moves(before)) {
            if (engine::apply(before, candidate) == position(node)) {
                return engine::to_string(candidate);
            }
        }
        return "?";
    }
};

}  // namespace

int main(int count, char** words) {
    const std::span arguments(words, static_cast<std::size_t>(count));
    const char* fen = count > 1 ? arguments[1] : "c1c1c1c1/8/8/8/8/8/2M5/8 b";

    auto program = engine::ryg1::searcher(engine::ryg1::Version::v16, 2);
    program.prepare({.position = engine::parse_fen(fen), .tree_base = Address{0x4000}});
    c64::Machine& machine = program.host.machine();
    const c64::Labels& labels = program.host.labels();
    const View view{machine, labels};

    // `pensando` prints a dot for every board when it is complete, so the newest node is the one
    // below the free memory. Values are stored by two routines: a board's own, and a child's best.
    const Address node_made = labels.at("pensando");
    const Address own_value = labels.at("meteValorTablero");
    const Address best_value = labels.at("fijaValor");
    const std::vector<Address> places{node_made, own_value, best_value};

    fmt::print("{}\n", fen);
    for (const std::string_view routine : program.routines()) {
        fmt::print("\n{}\n", routine);
        machine.start_at(labels.at(routine));
        c64::RunResult result;
        while (
            (result = machine.run({.cycles = 100'000'000, .at = places, .returned = true})).ended ==
            c64::Ended::address) {
            const Address here = machine.cpu.registers.pc;
            if (here == node_made) {
                const auto node = static_cast<Address>(view.word("libreLo") - NodeLayout::size);
                fmt::print("  ${:04x} {:{}}{}\n", node, "", 2 * view.level(node), view.move(node));
                continue;
            }
            const bool own = here == own_value;
            const Address node = view.word(own ? "etTableroLo" : "fvTableroLo");
            fmt::print("  ${:04x} {:{}}{} = ${:02x}{}\n", node, "", 2 * view.level(node),
                       view.move(node), view.byte(own ? "etValor" : "fvValor"),
                       own ? "" : ", the best of its children");
        }
        if (result.ended != c64::Ended::returned) {
            fmt::print(stderr, "{}: {}\n", routine, c64::to_string(result.ended));
            return 1;
        }
    }
    fmt::print("\nchosen: {}\n", view.move(view.word("djmDirLo")));
    return 0;
}
