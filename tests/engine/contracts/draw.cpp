// Draws inputs of every kind that the grammar of the blocks knows.
#include <fmt/format.h>

#include "tests/engine/contracts/draw_boards.hpp"
#include "tests/engine/contracts/permits.hpp"
#include "tests/engine/contracts/rig.hpp"

namespace ryg::blocks {
namespace {

/// Hands out addresses in the tree's memory, upward, with gaps, so that a node may begin anywhere
/// in a page.
class Drawer {
  public:
    Drawer(Call& call, Choices& choices)
        : call_(call), choices_(choices), free_(call.program->tree_memory) {}

    void draw(const Entry& entry);
    void draw_room(const Entry& entry, bool limited);
    void draw_limit(const Entry& entry);
    void draw_square(const Entry& entry);

  private:
    Address allocate(unsigned size) {
        const unsigned begin = free_.begin + choices_.below(256);
        free_.begin = begin + size;
        if (free_.begin > free_.end) throw BlockError("no memory left for the inputs");
        return static_cast<Address>(begin);
    }
    void put_tree(const std::string& name);
    void put_text(const std::string& name);
    void put_bytes(const Entry& entry);
    void put_pieces(const Entry& entry);
    void put_array(const Entry& entry, Extent variable);

    Call& call_;
    Choices& choices_;
    Extent free_;
};

void Drawer::put_tree(const std::string& name) {
    const std::size_t capacity = (free_.end - free_.begin - 1024) / NodeLayout::size;
    const engine::Tree tree = draw_tree(call_.program->version, capacity, choices_);
    const auto size = static_cast<unsigned>(tree.bytes());
    call_.tree_base = allocate(size);
    std::ranges::copy(engine::write_image(tree, call_.tree_base),
                      call_.ram.begin() + call_.tree_base);
    call_.tree = tree;
    call_.growth = {call_.tree_base, call_.tree_base + size};
    call_.set_word("baseArbol", call_.tree_base);
    call_.set_word(name, call_.tree_base);
}

void Drawer::put_text(const std::string& name) {
    const std::uint32_t length = choices_.below(256);
    const Address begin = allocate(length + 1);
    engine::Random noise = choices_.noise();
    for (std::uint32_t i = 0; i < length; ++i) {
        call_.set(static_cast<Address>(begin + i), static_cast<Byte>(1 + noise.below(255)));
    }
    call_.set(static_cast<Address>(begin + length), 0);
    call_.set_word(name, begin);
}

void Drawer::put_bytes(const Entry& entry) {
    const std::uint32_t count = entry.kind == Kind::any ? 256 : entry.bytes.size();
    const std::uint32_t index = choices_.below(count);
    const Byte value = entry.kind == Kind::any ? static_cast<Byte>(index) : entry.bytes.at(index);
    const std::string& symbol = entry.symbol;
    if (symbol == "A") {
        call_.registers.a = value;
    } else if (symbol == "X") {
        call_.registers.x = value;
    } else if (symbol == "Y") {
        call_.registers.y = value;
    } else if (symbol.starts_with('$')) {
        call_.set(static_cast<Address>(std::stoul(symbol.substr(1), nullptr, 16)), value);
    } else if (const auto element = index_symbol(symbol)) {  // the index has been drawn
        const unsigned place = call_.ram[call_.program->variable(element->index).begin];
        const unsigned begin = call_.program->variable(element->array).begin;
        call_.set(static_cast<Address>(begin + place), value);
    } else {
        const Extent variable = call_.program->variable(symbol);
        call_.set(static_cast<Address>(variable.begin), value);
        if (variable.end - variable.begin > 1) put_array(entry, variable);
    }
}

/// Every byte of a variable of several: all the least, all the greatest, of three values only, or
/// each by itself.
void Drawer::put_array(const Entry& entry, Extent variable) {
    const std::uint32_t count = entry.kind == Kind::any ? 256 : entry.bytes.size();
    const std::uint32_t manner = choices_.below(8);
    const std::uint32_t few[] = {choices_.below(count), choices_.below(count),
                                 choices_.below(count)};
    engine::Random noise = choices_.noise();
    for (unsigned at = variable.begin; at < variable.end; ++at) {
        const std::uint32_t index = manner == 0   ? 0
                                    : manner == 1 ? count - 1
                                    : manner < 5  ? few[noise.below(3)]
                                                  : noise.below(count);
        call_.set(static_cast<Address>(at),
                  entry.kind == Kind::any ? static_cast<Byte>(index) : entry.bytes.at(index));
    }
}

/// The board, or where its pieces stand: whatever of it the routine reads.
void Drawer::put_pieces(const Entry& entry) {
    if (!call_.pieces) call_.pieces = draw_board(choices_);
    const unsigned begin = call_.program->variable(entry.symbol).begin;
    if (entry.symbol == "board") {
        std::ranges::copy(engine::ryg3::to_bytes(*call_.pieces), call_.ram.begin() + begin);
    } else {
        std::ranges::copy(call_.pieces->squares, call_.ram.begin() + begin);
    }
}

/// A square with a piece on it, or without one.
void Drawer::draw_square(const Entry& entry) {
    using namespace engine::ryg3;
    const bool free = entry.kind == Kind::empty;
    engine::Square square = 0;
    do {
        square = free ? static_cast<engine::Square>(choices_.below(64))
                      : call_.pieces->squares[choices_.below(piece_count)];
    } while (free && piece_at(*call_.pieces, square) != empty_square);
    call_.set(static_cast<Address>(call_.program->variable(entry.symbol).begin), square);
}

std::string pointer_name(const Entry& entry) {
    if (!entry.symbol.ends_with("Lo/Hi")) {
        throw BlockError(fmt::format("{} is no address: it does not end in Lo/Hi", entry.symbol));
    }
    return entry.symbol.substr(0, entry.symbol.size() - 5);
}

void Drawer::draw(const Entry& entry) {
    switch (entry.kind) {
        case Kind::node:
        case Kind::bare: {
            const bool in_game = choices_.one_in(16);
            const NodeBytes node = draw_node(choices_, entry.kind == Kind::bare);
            const Address at = in_game ? call_.address("tableroActual") : allocate(node_size);
            call_.set_node(at, node);
            call_.set_word(pointer_name(entry), at);
            break;
        }
        case Kind::tree: put_tree(pointer_name(entry)); break;
        case Kind::board:
            call_.set_node(static_cast<Address>(call_.program->variable(entry.symbol).begin),
                           draw_node(choices_, false));
            break;
        case Kind::text: put_text(pointer_name(entry)); break;
        case Kind::any:
            if (entry.symbol.ends_with("Lo/Hi")) {
                const std::uint32_t high = choices_.below(256);
                const std::uint32_t low = choices_.below(256);
                call_.set_word(pointer_name(entry), high << 8 | low);
                break;
            }
            [[fallthrough]];
        case Kind::bytes: put_bytes(entry); break;
        case Kind::position: put_pieces(entry); break;
        case Kind::noise: call_.noise = 1 + choices_.below(0x7ffffe); break;
        case Kind::room:
        case Kind::limit:
        case Kind::piece:
        case Kind::empty:
        case Kind::unstated: break;
    }
}

void Drawer::draw_room(const Entry& entry, bool limited) {
    const Address room = allocate(node_size);
    call_.set_word(pointer_name(entry), room);
    call_.growth = {room, room + (limited ? 0 : node_size)};
}

void Drawer::draw_limit(const Entry& entry) {
    const unsigned most = (free_.end - call_.growth.begin) / node_size;
    const std::uint32_t manner = choices_.below(8);
    unsigned bytes = free_.end - call_.growth.begin;
    if (manner == 0) {
        bytes = choices_.below(node_size);  // not even one
    } else if (manner < 4) {
        bytes = node_size * choices_.below(std::min(12U, most)) + choices_.below(2);
    } else if (manner == 4) {
        bytes = choices_.below(bytes);
    }
    call_.growth.end = call_.growth.begin + bytes;
    call_.set_word(pointer_name(entry), call_.growth.end);
}

}  // namespace

Call draw_call(const Program& program, const Block& block, const std::vector<Byte>& background,
               Choices& choices) {
    Call call;
    call.program = &program;
    call.ram = background;
    engine::Random noise = choices.noise();
    const auto byte = [&noise] { return static_cast<Byte>(noise.below(256)); };
    call.registers.a = byte();
    call.registers.x = byte();
    call.registers.y = byte();
    call.registers.s = Rig::entry_s;
    call.registers.p = static_cast<Byte>((byte() & ~(emu::Flag::D | emu::Flag::B)) | emu::Flag::I |
                                         emu::Flag::unused);
    for (Address zero_page = 0xfb; zero_page <= 0xfe; ++zero_page) call.set(zero_page, byte());
    for (Address stack = 0x140; stack <= 0x100 + Rig::entry_s; ++stack) call.set(stack, byte());
    for (unsigned at = program.data.begin; at < program.data.end; ++at) {
        call.set(static_cast<Address>(at), byte());
    }
    Drawer drawer(call, choices);
    const bool limited =
        std::ranges::any_of(block.in, [](const Entry& entry) { return entry.kind == Kind::limit; });
    for (const Entry& entry : block.in) drawer.draw(entry);
    for (const Entry& entry : block.in) {
        if (entry.kind == Kind::room) drawer.draw_room(entry, limited);
    }
    for (const Entry& entry : block.in) {
        if (entry.kind == Kind::limit) drawer.draw_limit(entry);
        if (entry.kind == Kind::piece || entry.kind == Kind::empty) drawer.draw_square(entry);
    }
    return call;
}

}  // namespace ryg::blocks
