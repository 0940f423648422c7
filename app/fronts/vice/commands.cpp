// Executes the commands: reads the fields, does the work, answers.  [BINMON]
#include <memory>

#include "app/fronts/vice/session.hpp"
#include "app/fronts/vice/view.hpp"
#include "c64/board/state.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::app::vice {
namespace {

using c64::Machine;
using c64::debug::AccessKind;
using c64::debug::Checkpoint;

/// Only the computer's memory space exists, no drives.
void check_memspace(unsigned memspace) {
    constexpr unsigned main_memory = 0;
    if (memspace != main_memory) throw Refused{Error::invalid_memspace};
}

/// The protocol's bits and ours for the kinds of access; each way by the same exchange of bits.
Byte kinds_to_operations(unsigned kinds) {
    return static_cast<Byte>(((kinds & AccessKind::load) != 0 ? 1 : 0) |
                             ((kinds & AccessKind::store) != 0 ? 2 : 0) |
                             ((kinds & AccessKind::exec) != 0 ? 4 : 0));
}
Byte operations_to_kinds(unsigned operations) {
    return static_cast<Byte>(((operations & 1) != 0 ? AccessKind::load : 0) |
                             ((operations & 2) != 0 ? AccessKind::store : 0) |
                             ((operations & 4) != 0 ? AccessKind::exec : 0));
}

// ---------------------------------------------------------------------------------------- memory

void memory_get(MonitorSession& session, BodyReader& fields) {
    const bool side_effects = fields.truth();
    const Address first = fields.word(), last = fields.word();
    check_memspace(fields.byte());
    const unsigned bank = fields.word();
    // The edit outlives this function: replays of the history repeat it.
    const auto bytes = std::make_shared<std::vector<Byte>>();
    *bytes = peek_memory(session.machine(), first, last, bank);
    if (side_effects) {
        session.debugger.edit(
            [bytes, first, last, bank](Machine& machine) {
                *bytes = read_memory(machine, first, last, bank);
            },
            bytes->size());
    }
    session.answer(Type::memory_get, Body().word(bytes->size() & 0xFFFF).bytes(*bytes));
}

void memory_set(MonitorSession& session, BodyReader& fields) {
    (void)fields.truth();  // a write always has its effects
    const Address first = fields.word(), last = fields.word();
    check_memspace(fields.byte());
    const unsigned bank = fields.word();
    (void)peek_memory(session.machine(), first, last, bank);  // throws for an invalid range
    const std::string values(fields.bytes(last - first + 1U));
    session.debugger.edit(
        [values, first, bank](Machine& machine) { write_memory(machine, first, values, bank); },
        values.size());
    session.answer(Type::memory_set);
}

// ----------------------------------------------------------------------------------- checkpoints

Checkpoint& checkpoint(MonitorSession& session, std::uint32_t number) {
    Checkpoint* const found = session.debugger.checkpoints.find(number);
    if (found == nullptr) throw Refused{Error::no_such_object};
    return *found;
}

void checkpoint_get(MonitorSession& session, BodyReader& fields) {
    session.answer(Type::checkpoint_get,
                   checkpoint_body(checkpoint(session, fields.long_word()), false));
}

void checkpoint_set(MonitorSession& session, BodyReader& fields) {
    Checkpoint wanted;
    wanted.first = fields.word();
    wanted.last = fields.word();
    wanted.stops = fields.truth();
    wanted.enabled = fields.truth();
    const unsigned operations = fields.byte();
    wanted.kinds = operations_to_kinds(operations);
    wanted.temporary = fields.truth();
    if (!fields.empty()) check_memspace(fields.byte());
    if (wanted.last < wanted.first || operations == 0 || operations > 7) {
        throw Refused{Error::invalid_parameter};
    }
    if (session.debugger.checkpoints.all().size() >= MonitorSession::most_checkpoints)
        throw Refused{Error::failure};
    const unsigned number = session.debugger.checkpoints.add(std::move(wanted));
    session.answer(Type::checkpoint_get, checkpoint_body(checkpoint(session, number), false));
}

void checkpoint_delete(MonitorSession& session, BodyReader& fields) {
    if (!session.debugger.checkpoints.remove(fields.long_word()))
        throw Refused{Error::no_such_object};
    session.answer(Type::checkpoint_delete);
}

void checkpoint_list(MonitorSession& session, BodyReader&) {
    const auto& all = session.debugger.checkpoints.all();
    for (const Checkpoint& each : all) {
        session.answer(Type::checkpoint_get, checkpoint_body(each, false));
    }
    session.answer(Type::checkpoint_list, Body().long_word(static_cast<std::uint32_t>(all.size())));
}

void checkpoint_toggle(MonitorSession& session, BodyReader& fields) {
    Checkpoint& toggled = checkpoint(session, fields.long_word());
    toggled.enabled = fields.truth();
    session.answer(Type::checkpoint_toggle);
}

void condition_set(MonitorSession& session, BodyReader& fields) {
    Checkpoint& conditional = checkpoint(session, fields.long_word());
    try {
        conditional.condition = c64::debug::Expression::parse(fields.text(), session.labels);
    } catch (const std::runtime_error&) {
        throw Refused{Error::invalid_parameter};
    }
    session.answer(Type::condition_set);
}

// ------------------------------------------------------------------------------------- registers

void registers_get(MonitorSession& session, BodyReader& fields) {
    check_memspace(fields.byte());
    session.answer(Type::registers_get, registers_body(session.machine()));
}

void registers_set(MonitorSession& session, BodyReader& fields) {
    check_memspace(fields.byte());
    std::vector<std::pair<Byte, unsigned>> values;
    for (unsigned left = fields.word(); left > 0; --left) {
        BodyReader item(fields.text());
        const Byte id = item.byte();
        values.emplace_back(id, item.word());
        check_register(id, values.back().second);
    }
    session.debugger.edit([values](Machine& machine) {
        for (const auto& [id, value] : values) set_register(machine, id, value);
    });
    session.answer(Type::registers_get, registers_body(session.machine()));
}

// ----------------------------------------------------------------------------------------- states

/// States always contain the ROMs, and there are no disks.
void dump(MonitorSession& session, BodyReader& fields) {
    (void)fields.bytes(2);
    const std::string name(fields.text());
    const auto copy = std::make_unique<Machine>(session.machine());
    session.services.write(name, c64::save_state(*copy));
    session.answer(Type::dump);
}

void undump(MonitorSession& session, BodyReader& fields) {
    const auto loaded = session.services.read_state(std::string(fields.text()));
    loaded->cpu.core = session.machine().cpu.core;
    session.debugger.replace(*loaded);
    session.answer(Type::undump, Body().word(session.machine().cpu.registers.pc));
    session.tell_stopped();
}

// ------------------------------------------------------------------------------------------- runs

void advance(MonitorSession& session, BodyReader& fields) {
    const MonitorSession::Goal goal =
        fields.truth() ? MonitorSession::Goal::steps_over_calls : MonitorSession::Goal::steps;
    const unsigned count = fields.word();
    if (count == 0) throw Refused{Error::invalid_parameter};
    session.steps = count;
    session.answer(Type::advance);
    session.resume(goal);
}

void until_return(MonitorSession& session, BodyReader&) {
    session.answer(Type::until_return);
    session.resume(MonitorSession::Goal::the_return);
}

void exit(MonitorSession& session, BodyReader&) {
    session.answer(Type::exit);
    session.resume(MonitorSession::Goal::nothing);
}

void quit(MonitorSession& session, BodyReader&) {
    session.answer(Type::quit);
    session.over = true;
}

void reset(MonitorSession& session, BodyReader& fields) {
    constexpr unsigned by_line = 0, by_power = 1, first_drive = 8, last_drive = 11;
    const unsigned how = fields.byte();
    if (how >= first_drive && how <= last_drive)
        return session.answer(Type::reset);  // there are no drives
    if (how != by_line && how != by_power) throw Refused{Error::invalid_parameter};
    session.debugger.reset(how == by_power);
    session.answer(Type::reset);
    session.tell_stopped();
}

void autostart(MonitorSession& session, BodyReader& fields) {
    const bool runs = fields.truth();
    const unsigned index = fields.word();
    const std::string name(fields.text());
    if (index != 0) throw Refused{Error::invalid_parameter};
    const auto image = std::make_shared<const c64::Image>(session.services.read_program(name));
    const auto first = c64::sys_address(*image);
    if (runs && !first) throw Refused{Error::failure};
    session.debugger.edit(
        [image, first, runs](Machine& machine) {
            machine.boot();
            if (!runs) return machine.load(*image);
            machine.start(*image, {.masked = machine.timing() != c64::Timing::stock});
            machine.enter(*first);
        },
        image->bytes.size());
    session.labels = image->labels;
    session.answer(Type::autostart);
    session.tell_stopped();
}

void keyboard_feed(MonitorSession& session, BodyReader& fields) {
    const std::string text(fields.text());
    const std::vector<Byte> keys(text.begin(), text.end());
    if (session.machine().keys_waiting() + keys.size() > MonitorSession::most_keys)
        throw Refused{Error::failure};
    session.debugger.edit([keys](Machine& machine) { machine.type_petscii(keys); }, keys.size());
    session.answer(Type::keyboard_feed);
}

// -------------------------------------------------------------------------------------- questions

void ping(MonitorSession& session, BodyReader&) { session.answer(Type::ping); }

void banks_available(MonitorSession& session, BodyReader&) {
    session.answer(Type::banks_available, banks_body());
}

void registers_available(MonitorSession& session, BodyReader& fields) {
    check_memspace(fields.byte());
    session.answer(Type::registers_available, register_names_body());
}

void display_get(MonitorSession& session, BodyReader& fields) {
    (void)fields.truth();  // there is one video chip
    constexpr unsigned indexed = 0;
    if (fields.byte() != indexed) throw Refused{Error::invalid_parameter};
    session.answer(Type::display_get, display_body(session.machine()));
}

void palette_get(MonitorSession& session, BodyReader& fields) {
    (void)fields.truth();  // as above
    session.answer(Type::palette_get, palette_body());
}

/// The VICE whose manual this follows, and no revision of its sources.
void info(MonitorSession& session, BodyReader&) {
    constexpr std::string_view version("\x03\x09\x00\x00", 4), revision("\0\0\0\0", 4);
    session.answer(Type::info, Body().text(version).text(revision));
}

std::uint32_t number_of(const MonitorSession& session, std::string_view resource) {
    constexpr std::uint32_t pal = 1, ntsc = 2;
    if (resource == "MonitorServer") return session.services.text_monitor.empty() ? 0 : 1;
    if (resource == "BinaryMonitorServer") return 1;
    if (resource == "WarpMode") return session.warps ? 1 : 0;
    if (resource == "MachineVideoStandard") {
        return c64::is_pal(session.machine().board.vic.model()) ? pal : ntsc;
    }
    throw Refused{Error::no_such_object};
}

/// The resources that debugger clients read or set: the text monitor and its address, warp mode,
/// and the video standard.
void resource_get(MonitorSession& session, BodyReader& fields) {
    constexpr unsigned text = 0, integer = 1;
    const std::string_view name = fields.text();
    if (name == "MonitorServerAddress") {
        const std::string address = session.services.text_monitor.empty()
                                        ? "ip4://127.0.0.1:6510"
                                        : session.services.text_monitor;
        return session.answer(Type::resource_get, Body().byte(text).text(address));
    }
    session.answer(Type::resource_get,
                   Body().byte(integer).byte(4).long_word(number_of(session, name)));
}

/// WarpMode is stored and has no effect, as there is no screen to wait for. All other resources are
/// constant.
void resource_set(MonitorSession& session, BodyReader& fields) {
    constexpr unsigned text = 0, integer = 1;
    const unsigned kind = fields.byte();
    const std::string_view name = fields.text(), value = fields.text();
    const std::uint32_t old = number_of(session, name);
    std::uint64_t wanted = 0;
    if (kind == integer && !value.empty() && value.size() <= 4) {
        BodyReader bytes(value);
        for (unsigned shift = 0; !bytes.empty(); shift += 8)
            wanted |= unsigned{bytes.byte()} << shift;
    } else if (const auto number = c64::digits_of(value, 10); kind == text && number) {
        wanted = *number;
    } else {
        throw Refused{Error::invalid_parameter};
    }
    if (name == "WarpMode") {
        session.warps = wanted != 0;
    } else if (wanted != old) {
        throw Refused{Error::failure};
    }
    session.answer(Type::resource_set);
}

/// The last instructions, the oldest first, each with the registers before it.
void cpu_history(MonitorSession& session, BodyReader& fields) {
    check_memspace(fields.byte());
    constexpr std::uint64_t most = 10'000;
    const std::uint64_t now = session.debugger.history().now().steps;
    const std::uint64_t count = std::min({std::uint64_t{fields.long_word()}, now, most});
    Body items;
    session.debugger.replay(now - count, now,
                            [&](const c64::debug::Executed& done, const auto& moment) {
                                items.item(history_item(moment.machine, done));
                            });
    session.answer(Type::cpu_history,
                   Body().long_word(static_cast<std::uint32_t>(count)).append(items));
}

/// The levels of a control port's lines, as the CIA reads them: low where a switch is closed. The
/// bits are up, down, left, right, fire.
void joyport_set(MonitorSession& session, BodyReader& fields) {
    constexpr unsigned ports = 2, joystick = 0x1F;
    const unsigned port = fields.word(), levels = fields.word();
    if (port >= ports) throw Refused{Error::no_such_object};
    session.debugger.edit([port, closed = static_cast<Byte>(~levels & joystick)](Machine& machine) {
        machine.board.keyboard.move_joystick(port + 1, closed);
    });
    session.answer(Type::joyport_set);
}

void userport_set(MonitorSession& session, BodyReader& fields) {
    const unsigned levels = fields.word();
    if (levels > 0xFF) throw Refused{Error::invalid_parameter};
    session.debugger.edit(
        [levels](Machine& machine) { machine.board.user_port = static_cast<Byte>(levels); });
    session.answer(Type::userport_set);
}

// clang-format off
constexpr CommandRow table[]{
    {Type::memory_get,          memory_get},
    {Type::memory_set,          memory_set},
    {Type::checkpoint_get,      checkpoint_get},
    {Type::checkpoint_set,      checkpoint_set},
    {Type::checkpoint_delete,   checkpoint_delete},
    {Type::checkpoint_list,     checkpoint_list},
    {Type::checkpoint_toggle,   checkpoint_toggle},
    {Type::condition_set,       condition_set},
    {Type::registers_get,       registers_get},
    {Type::registers_set,       registers_set},
    {Type::dump,                dump},
    {Type::undump,              undump},
    {Type::advance,             advance},
    {Type::keyboard_feed,       keyboard_feed, 2},
    {Type::until_return,        until_return},
    {Type::ping,                ping},
    {Type::banks_available,     banks_available},
    {Type::registers_available, registers_available},
    {Type::display_get,         display_get, 2},
    {Type::info,                info},
    {Type::palette_get,         palette_get},
    {Type::resource_get,        resource_get},
    {Type::resource_set,        resource_set},
    {Type::cpu_history,         cpu_history, 2},
    {Type::joyport_set,         joyport_set, 2},
    {Type::userport_set,        userport_set, 2},
    {Type::exit,                exit},
    {Type::quit,                quit},
    {Type::reset,               reset},
    {Type::autostart,           autostart},
};
// clang-format on

}  // namespace

std::span<const CommandRow> rows() { return table; }

Body checkpoint_body(const Checkpoint& checkpoint, bool hit) {
    Body body;
    body.long_word(checkpoint.number).truth(hit).word(checkpoint.first).word(checkpoint.last);
    body.truth(checkpoint.stops).truth(checkpoint.enabled);
    body.byte(kinds_to_operations(checkpoint.kinds)).truth(checkpoint.temporary);
    body.long_word(static_cast<std::uint32_t>(checkpoint.hits));
    body.long_word(static_cast<std::uint32_t>(checkpoint.ignore));
    return body.truth(checkpoint.condition.has_value()).byte(0);
}

}  // namespace ryg::app::vice
