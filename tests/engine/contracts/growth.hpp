// Children made one by one in an expected memory, until it is full: what the generators promise.
#pragma once

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {

/// Memory between the free pointer and the limit, into which children are put.
class Growth {
  public:
    Growth(const Call& in, Expected& e)
        : e_(e), free_(in.word("libre")), limit_(in.word("finArbol")) {}

    [[nodiscard]] bool full() const { return full_; }
    [[nodiscard]] std::size_t room() const { return (limit_ - free_) / NodeLayout::size; }

    /// The `number`-th child of the node at `parent`, a copy so far: a level deeper, the other
    /// side to move, linked. $0000 and full() when it does not fit.
    Address child(Address parent, std::size_t number) {
        if (free_ + NodeLayout::size > limit_) {
            full_ = true;
            return 0;
        }
        const auto at = static_cast<Address>(free_);
        NodeBytes node{};
        std::copy_n(e_.ram.begin() + parent, node.size(), node.begin());
        node[NodeLayout::level] = static_cast<Byte>(node[NodeLayout::level] + 1);
        node[NodeLayout::turn] =
            node[NodeLayout::turn] == engine::mouse_cell ? engine::cat_cell : engine::mouse_cell;
        node[NodeLayout::parent] = emu::low(parent);
        node[NodeLayout::parent + 1] = emu::high(parent);
        std::fill(node.begin() + NodeLayout::children, node.begin() + NodeLayout::cells, Byte{0});
        e_.node(at, node);
        const std::size_t slot = parent + NodeLayout::children + 2 * number;
        e_.at(static_cast<Address>(slot), emu::low(at));
        e_.at(static_cast<Address>(slot + 1), emu::high(at));
        free_ += NodeLayout::size;
        return at;
    }

    /// The same with a piece moved, and a dot printed.
    Address moved(Address parent, std::size_t number, unsigned from, unsigned to, Byte piece) {
        const Address at = child(parent, number);
        if (full_) return at;
        const auto cells = static_cast<Address>(at + NodeLayout::cells);
        e_.at(static_cast<Address>(cells + from), engine::empty_cell);
        e_.at(static_cast<Address>(cells + to), piece);
        e_.print('.');
        return at;
    }

    /// States the bytes that say how it ended.
    void close() {
        e_.word("libre", free_);
        e_.byte("memoriaLlena", full_ ? 0x00 : 0xff);
    }

    /// States a node's children as they are now.
    void state_children(Address node) {
        for (std::size_t at = NodeLayout::children; at < NodeLayout::cells; ++at) {
            const auto address = static_cast<Address>(node + at);
            e_.at(address, e_.ram[address]);
        }
    }

  private:
    Expected& e_;
    unsigned free_, limit_;
    bool full_ = false;
};

}  // namespace ryg::blocks
