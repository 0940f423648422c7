// Random conversations with the binary monitor, in-process.
//
// A fault is an answer that is missing or cannot be read, or a machine that does not become the
// same again on the way back and forth.
#include "tests/app/fronts/vice/rig.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace ryg::binmon;

class Client {
  public:
    explicit Client(std::uint64_t seed) : below(seed) {}

    tests::Dice below;

    /// Some bytes: mostly a command that means something, sometimes one that has been spoilt.
    std::string next() {
        if (below(40) == 0) return noise(below(30));
        std::string body = body_of(types[below(std::size(types))]);
        const Byte type = below(30) == 0 ? byte() : static_cast<Byte>(type_);
        if (below(10) == 0) body.resize(below(body.size() + 4));
        if (below(10) == 0 && !body.empty()) body[below(body.size())] = static_cast<char>(byte());
        const unsigned version = below(40) == 0 ? byte() : 1 + below(2);
        auto length = static_cast<std::uint32_t>(body.size());
        if (below(200) == 0) length += below(100'000);
        const Body header = Body().byte(2).byte(version).long_word(length).long_word(below(1000));
        return header.str() + static_cast<char>(type) + body;
    }

    std::string noise(std::size_t count) {
        std::string bytes;
        while (count-- > 0) bytes += static_cast<char>(byte());
        return bytes;
    }

  private:
    using enum Type;
    // clang-format off
    static constexpr Type types[]{
        memory_get, memory_set, checkpoint_get, checkpoint_set, checkpoint_set, checkpoint_delete,
        checkpoint_list, checkpoint_toggle, condition_set, registers_get, dump, undump,
        registers_set, advance, advance, keyboard_feed, until_return, ping, banks_available,
        registers_available, display_get, info, palette_get, exit, exit, quit, reset, autostart,
    };
    // clang-format on

    Byte byte() { return below.byte(); }
    /// Where something is, mostly.
    unsigned address() {
        constexpr std::array near{start,          loop,          after_call,      routine,
                                  counter,        Address{0x01}, Address{0xD012}, Address{0xDC0D},
                                  Address{0xFFE4}};
        return below(4) == 0 ? below(65536) : near[below(near.size())];
    }
    Body range() {
        const unsigned first = address();
        const unsigned last = first + below(below(50) == 0 ? 65536 : 40);
        const unsigned space = below(20) == 0 ? 1 : 0;
        return Body().byte(byte() & 1U).word(first).word(last).byte(space).word(below(5));
    }
    unsigned number() { return below(12); }
    std::string condition() {
        constexpr std::array words{"a",  "x",  "pc", "fl", "==", "!=",  "<", "+",
                                   "-",  "*",  "/",  "(",  ")",  "$10", "@", "@$c100",
                                   "&&", "||", "!",  "~",  "rl", "%1",  " "};
        std::string text = below(3) == 0 ? "" : "a == ";
        for (std::size_t left = below(8); left > 0; --left) text += words[below(words.size())];
        return text;
    }

    std::string body_of(Type type) {
        type_ = type;
        switch (type) {
            case memory_get: return range().str();
            case memory_set: return range().str() + noise(below(60));
            case checkpoint_set: {
                const unsigned first = address();
                const Body range = Body().word(first).word(first + below(9));
                return Body(range).byte(byte() & 1U).byte(1).byte(below(8)).byte(byte() & 1U).str();
            }
            case checkpoint_get:
            case checkpoint_delete: return Body().long_word(number()).str();
            case checkpoint_toggle: return Body().long_word(number()).byte(byte() & 1U).str();
            case condition_set: return Body().long_word(number()).text(condition()).str();
            case registers_set: {
                const Body item = Body().byte(below(7)).word(byte());
                return Body().byte(0).word(1).item(item).str();
            }
            case advance: return Body().byte(byte() & 1U).word(below(200)).str();
            case dump: return Body().word(0).text("state").str();
            case undump: return Body().text("state").str();
            case keyboard_feed: return Body().text(noise(below(10))).str();
            case autostart: {
                const char* name = below(3) == 0 ? "data.prg" : "good.prg";
                return Body().byte(byte() & 1U).word(0).text(name).str();
            }
            case reset: return Body().byte(byte() & 1U).str();
            default: return std::string(2, '\0');
        }
    }

    Type type_{};
};

/// What is wrong with the bytes that came out while a command was carried out, or nothing.
std::string fault_in(std::string_view output, const MonitorCommand& command) {
    unsigned answers = 0;
    while (!output.empty()) {
        constexpr std::size_t header_size = 12;
        if (output.size() < header_size || output[0] != 2) return "an answer without a header";
        BodyReader header(output.substr(2));
        const std::size_t length = header.long_word();
        const Type type = static_cast<Type>(header.byte());
        (void)header.byte();
        const std::uint32_t id = header.long_word();
        if (output.size() - header_size < length) return "an answer that is not complete";
        output.remove_prefix(header_size + length);
        const bool part_of_list = static_cast<Type>(command.type) == Type::checkpoint_list &&
                                  type == Type::checkpoint_get;
        if (id == command.id && !part_of_list) ++answers;
        if (id != command.id && id != event_id) return "an answer to somebody else";
    }
    return answers == 1 ? "" : fmt::format("{} answers", answers);
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    Client client(seed);
    Rig rig;
    CommandReader reader;
    std::size_t patience = 0;
    if (client.below(4) == 0) {  // somebody else's connection
        const std::string greeting = client.below(2) == 0 ? "POST /" : client.noise(1);
        reader.add(greeting + client.next());
        if (reader.next() && greeting[0] != 2)
            return "a command after a start that is not a command's";
        reader = {};
    }
    rig.debugger.pause = [&patience] { return patience-- == 0; };
    for (int i = 0; i < 60 && !reader.lost(); ++i) {
        const std::string bytes = client.next();
        const std::size_t cut = client.below(bytes.size() + 1);
        for (const std::string_view part :
             {std::string_view(bytes).substr(0, cut), std::string_view(bytes).substr(cut)}) {
            reader.add(part);
            while (const auto command = reader.next()) {
                rig.session.carry_out(*command);
                const std::string fault = fault_in(rig.session.take_output(), *command);
                if (!fault.empty()) return fmt::format("command ${:02x}: {}", command->type, fault);
                patience = client.below(8);
                if (rig.session.running()) rig.session.work();
                (void)rig.session.take_output();
            }
        }
        if (client.below(20) == 0) rig.session.greet();
    }
    patience = SIZE_MAX;
    const auto here = std::make_unique<c64::Machine>(rig.machine());
    const std::uint64_t steps = rig.debugger.history().now().steps;
    rig.debugger.go_to_step(0);
    rig.debugger.go_to_step(steps);
    return rig.machine() == *here ? "" : "the machine came back as another one";
}
