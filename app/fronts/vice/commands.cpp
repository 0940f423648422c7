// What each command does: takes its fields, does it, answers.  [BINMON]
#include <memory>

#include "app/fronts/vice/session.hpp"
#include "app/fronts/vice/view.hpp"
#include "c64/board/state.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::app::vice {
namespace {

using c64::Machine;
using c64::debug::Checkpoint;
using c64::debug::Kind;

/// Only the computer itself is there, no drives.
void check_memspace(unsigned memspace) {
    constexpr unsigned main_memory = 0;
    if (memspace != main_memory) throw Refused{Error::invalid_memspace};
}

/// The protocol's bits and ours for the kinds of access; each way by the same exchange of bits.
Byte kinds_to_operations(unsigned kinds) {
    return static_cast<Byte>(((kinds & Kind::load) != 0 ? 1 : 0) |
                             ((kinds & Kind::store) != 0 ? 2 : 0) |
                             ((kinds & Kind::exec) != 0 ? 4 : 0));
}
Byte operations_to_kinds(unsigned operations) {
    return static_cast<Byte>(((operations & 1) != 0 ? Kind::load : 0) |
                             ((operations & 2) != 0 ? Kind::store : 0) |
                             ((operations & 4) != 0 ? Kind::exec : 0));
}

Body checkpoint_body(const Checkpoint& checkpoint, bool hit) {
    Body body;
    body.long_word(checkpoint.number).truth(hit).word(checkpoint.first).word(checkpoint.last);
    body.truth(checkpoint.stops).truth(checkpoint.enabled);
    body.byte(kinds_to_operations(checkpoint.kinds)).truth(checkpoint.temporary);
    body.long_word(static_cast<std::uint32_t>(checkpoint.hits));
    body.long_word(static_cast<std::uint32_t>(checkpoint.ignore));
    return body.truth(checkpoint.condition.has_value()).byte(0);
}

}  // namespace

// ---------------------------------------------------------------------------------------- memory

void Session::memory_get(Fields& fields) {
    const bool side_effects = fields.truth();
    const Address first = fields.word(), last = fields.word();
    check_memspace(fields.byte());
    const unsigned bank = fields.word();
    // The edit outlives us: it is done again whenever the history comes by.
    const auto bytes = std::make_shared<std::vector<Byte>>();
    *bytes = peek_memory(machine(), first, last, bank);
    if (side_effects) {
        debugger_.edit([bytes, first, last, bank](
                           Machine& machine) { *bytes = read_memory(machine, first, last, bank); },
                       bytes->size());
    }
    answer(Type::memory_get, Body().word(bytes->size() & 0xFFFF).bytes(*bytes));
}

void Session::memory_set(Fields& fields) {
    (void)fields.truth();  // a write always has its effects
    const Address first = fields.word(), last = fields.word();
    check_memspace(fields.byte());
    const unsigned bank = fields.word();
    (void)peek_memory(machine(), first, last, bank);  // refuses what is no range
    const std::string values(fields.bytes(last - first + 1U));
    debugger_.edit(
        [values, first, bank](Machine& machine) { write_memory(machine, first, values, bank); },
        values.size());
    answer(Type::memory_set);
}

// ----------------------------------------------------------------------------------- checkpoints

Checkpoint& Session::checkpoint(std::uint32_t number) {
    Checkpoint* const found = debugger_.checkpoints.find(number);
    if (found == nullptr) throw Refused{Error::no_such_object};
    return *found;
}

void Session::tell(const Checkpoint& hit) {
    event(Type::checkpoint_get, checkpoint_body(hit, true));
}

void Session::checkpoint_get(Fields& fields) {
    answer(Type::checkpoint_get, checkpoint_body(checkpoint(fields.long_word()), false));
}

void Session::checkpoint_set(Fields& fields) {
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
    if (debugger_.checkpoints.all().size() >= most_checkpoints) throw Refused{Error::failure};
    const unsigned number = debugger_.checkpoints.add(std::move(wanted));
    answer(Type::checkpoint_get, checkpoint_body(checkpoint(number), false));
}

void Session::checkpoint_delete(Fields& fields) {
    if (!debugger_.checkpoints.remove(fields.long_word())) throw Refused{Error::no_such_object};
    answer(Type::checkpoint_delete);
}

void Session::checkpoint_list(Fields&) {
    const auto& all = debugger_.checkpoints.all();
    for (const Checkpoint& each : all) {
        answer(Type::checkpoint_get, checkpoint_body(each, false));
    }
    answer(Type::checkpoint_list, Body().long_word(static_cast<std::uint32_t>(all.size())));
}

void Session::checkpoint_toggle(Fields& fields) {
    Checkpoint& toggled = checkpoint(fields.long_word());
    toggled.enabled = fields.truth();
    answer(Type::checkpoint_toggle);
}

void Session::condition_set(Fields& fields) {
    Checkpoint& conditional = checkpoint(fields.long_word());
    try {
        conditional.condition = c64::debug::Expression::parse(fields.text(), labels_);
    } catch (const std::runtime_error&) {
        throw Refused{Error::invalid_parameter};
    }
    answer(Type::condition_set);
}

// ------------------------------------------------------------------------------------- registers

void Session::registers_get(Fields& fields) {
    check_memspace(fields.byte());
    answer(Type::registers_get, registers_body(machine()));
}

void Session::registers_set(Fields& fields) {
    check_memspace(fields.byte());
    std::vector<std::pair<Byte, unsigned>> values;
    for (unsigned left = fields.word(); left > 0; --left) {
        Fields item(fields.text());
        const Byte id = item.byte();
        values.emplace_back(id, item.word());
        check_register(id, values.back().second);
    }
    debugger_.edit([values](Machine& machine) {
        for (const auto& [id, value] : values) set_register(machine, id, value);
    });
    answer(Type::registers_get, registers_body(machine()));
}

// ----------------------------------------------------------------------------------------- states

/// ROMs are in a state anyway, and there are no disks.
void Session::dump(Fields& fields) {
    (void)fields.bytes(2);
    const std::string name(fields.text());
    const auto copy = std::make_unique<Machine>(machine());
    services_.write(name, c64::save_state(*copy));
    answer(Type::dump);
}

void Session::undump(Fields& fields) {
    const auto loaded = services_.read_state(std::string(fields.text()));
    loaded->cpu.core = machine().cpu.core;
    debugger_.replace(*loaded);
    answer(Type::undump, Body().word(machine().cpu.registers.pc));
    tell_stopped();
}

// ------------------------------------------------------------------------------------------- runs

void Session::advance(Fields& fields) {
    const Goal goal = fields.truth() ? Goal::steps_over_calls : Goal::steps;
    const unsigned count = fields.word();
    if (count == 0) throw Refused{Error::invalid_parameter};
    steps_ = count;
    answer(Type::advance);
    resume(goal);
}

void Session::until_return(Fields&) {
    answer(Type::until_return);
    resume(Goal::the_return);
}

void Session::exit(Fields&) {
    answer(Type::exit);
    resume(Goal::nothing);
}

void Session::quit(Fields&) {
    answer(Type::quit);
    over_ = true;
}

void Session::reset(Fields& fields) {
    constexpr unsigned by_line = 0, by_power = 1, first_drive = 8, last_drive = 11;
    const unsigned how = fields.byte();
    if (how >= first_drive && how <= last_drive) return answer(Type::reset);  // there are no drives
    if (how != by_line && how != by_power) throw Refused{Error::invalid_parameter};
    debugger_.reset(how == by_power);
    answer(Type::reset);
    tell_stopped();
}

void Session::autostart(Fields& fields) {
    const bool runs = fields.truth();
    const unsigned index = fields.word();
    const std::string name(fields.text());
    if (index != 0) throw Refused{Error::invalid_parameter};
    const auto image = std::make_shared<const c64::Image>(services_.read_program(name));
    const auto first = c64::sys_address(*image);
    if (runs && !first) throw Refused{Error::failure};
    debugger_.edit(
        [image, first, runs](Machine& machine) {
            machine.boot();
            if (!runs) return machine.load(*image);
            machine.start(*image, {.masked = machine.timing() != c64::Timing::stock});
            machine.enter(*first);
        },
        image->bytes.size());
    labels_ = image->labels;
    answer(Type::autostart);
    tell_stopped();
}

void Session::keyboard_feed(Fields& fields) {
    const std::string text(fields.text());
    const std::vector<Byte> keys(text.begin(), text.end());
    if (machine().keys_waiting() + keys.size() > most_keys) throw Refused{Error::failure};
    debugger_.edit([keys](Machine& machine) { machine.type_petscii(keys); }, keys.size());
    answer(Type::keyboard_feed);
}

// -------------------------------------------------------------------------------------- questions

void Session::ping(Fields&) { answer(Type::ping); }

void Session::banks_available(Fields&) { answer(Type::banks_available, banks_body()); }

void Session::registers_available(Fields& fields) {
    check_memspace(fields.byte());
    answer(Type::registers_available, register_names_body());
}

void Session::display_get(Fields& fields) {
    (void)fields.truth();  // there is one video chip
    constexpr unsigned indexed = 0;
    if (fields.byte() != indexed) throw Refused{Error::invalid_parameter};
    answer(Type::display_get, display_body(machine()));
}

void Session::palette_get(Fields& fields) {
    (void)fields.truth();  // as above
    answer(Type::palette_get, palette_body());
}

/// The VICE whose manual this follows, and no revision of its sources.
void Session::info(Fields&) {
    constexpr std::string_view version("\x03\x09\x00\x00", 4), revision("\0\0\0\0", 4);
    answer(Type::info, Body().text(version).text(revision));
}

/// The resources that clients of a debugger ask for or set: where the text monitor listens and whether
/// it does, whether the machine runs as fast as it can, and its video standard.
void Session::resource_get(Fields& fields) {
    constexpr unsigned text = 0, integer = 1;
    const std::string_view name = fields.text();
    if (name == "MonitorServerAddress") {
        const std::string address =
            services_.text_monitor.empty() ? "ip4://127.0.0.1:6510" : services_.text_monitor;
        return answer(Type::resource_get, Body().byte(text).text(address));
    }
    answer(Type::resource_get, Body().byte(integer).byte(4).long_word(number_of(name)));
}

std::uint32_t Session::number_of(std::string_view resource) const {
    constexpr std::uint32_t pal = 1, ntsc = 2;
    if (resource == "MonitorServer") return services_.text_monitor.empty() ? 0 : 1;
    if (resource == "BinaryMonitorServer") return 1;
    if (resource == "WarpMode") return warps_ ? 1 : 0;
    if (resource == "MachineVideoStandard") {
        return c64::is_pal(machine().board.vic.model()) ? pal : ntsc;
    }
    throw Refused{Error::no_such_object};
}

/// WarpMode is remembered and changes nothing: there is no screen to wait for. The others stay what
/// they are.
void Session::resource_set(Fields& fields) {
    constexpr unsigned text = 0, integer = 1;
    const unsigned kind = fields.byte();
    const std::string_view name = fields.text(), value = fields.text();
    const std::uint32_t old = number_of(name);
    std::uint64_t wanted = 0;
    if (kind == integer && !value.empty() && value.size() <= 4) {
        Fields bytes(value);
        for (unsigned shift = 0; !bytes.empty(); shift += 8)
            wanted |= unsigned{bytes.byte()} << shift;
    } else if (const auto number = c64::digits_of(value, 10); kind == text && number) {
        wanted = *number;
    } else {
        throw Refused{Error::invalid_parameter};
    }
    if (name == "WarpMode") {
        warps_ = wanted != 0;
    } else if (wanted != old) {
        throw Refused{Error::failure};
    }
    answer(Type::resource_set);
}

/// The last instructions, the oldest first, each with the registers before it.
void Session::cpu_history(Fields& fields) {
    check_memspace(fields.byte());
    constexpr std::uint64_t most = 10'000;
    const std::uint64_t now = debugger_.history().now().steps;
    const std::uint64_t count = std::min({std::uint64_t{fields.long_word()}, now, most});
    Body items;
    debugger_.replay(now - count, now, [&](const c64::debug::Executed& done, const auto& moment) {
        items.item(history_item(moment.machine, done));
    });
    answer(Type::cpu_history, Body().long_word(static_cast<std::uint32_t>(count)).append(items));
}

/// The levels of a control port's lines, as the CIA reads them: low where a switch is closed. The
/// bits are up, down, left, right, fire.
void Session::joyport_set(Fields& fields) {
    constexpr unsigned ports = 2, joystick = 0x1F;
    const unsigned port = fields.word(), levels = fields.word();
    if (port >= ports) throw Refused{Error::no_such_object};
    debugger_.edit([port, closed = static_cast<Byte>(~levels & joystick)](Machine& machine) {
        machine.board.keyboard.move_joystick(port + 1, closed);
    });
    answer(Type::joyport_set);
}

void Session::userport_set(Fields& fields) {
    const unsigned levels = fields.word();
    if (levels > 0xFF) throw Refused{Error::invalid_parameter};
    debugger_.edit(
        [levels](Machine& machine) { machine.board.user_port = static_cast<Byte>(levels); });
    answer(Type::userport_set);
}

}  // namespace ryg::app::vice
