// The conversation: which function answers a command, what stops the machine, and which events say so.
#include "app/fronts/vice/session.hpp"

#include <algorithm>
#include <array>

#include "app/fronts/vice/view.hpp"

namespace ryg::app::vice {

using c64::debug::Checkpoint;
using c64::debug::Hit;
using c64::debug::Reason;
using c64::debug::Stop;

Session::Session(c64::debug::Debugger& debugger, c64::Labels labels, const Services& services)
    : debugger_(debugger), labels_(std::move(labels)), services_(services) {
    debugger_.on_trace = [this](const Checkpoint& met, const Hit&) { tell(met); };
}

// clang-format off
const Session::Row& Session::row_of(const Command& command) {
    static constexpr std::array rows{
        Row{Type::memory_get,          &Session::memory_get},
        Row{Type::memory_set,          &Session::memory_set},
        Row{Type::checkpoint_get,      &Session::checkpoint_get},
        Row{Type::checkpoint_set,      &Session::checkpoint_set},
        Row{Type::checkpoint_delete,   &Session::checkpoint_delete},
        Row{Type::checkpoint_list,     &Session::checkpoint_list},
        Row{Type::checkpoint_toggle,   &Session::checkpoint_toggle},
        Row{Type::condition_set,       &Session::condition_set},
        Row{Type::registers_get,       &Session::registers_get},
        Row{Type::registers_set,       &Session::registers_set},
        Row{Type::dump,                &Session::dump},
        Row{Type::undump,              &Session::undump},
        Row{Type::advance,             &Session::advance},
        Row{Type::keyboard_feed,       &Session::keyboard_feed, 2},
        Row{Type::until_return,        &Session::until_return},
        Row{Type::ping,                &Session::ping},
        Row{Type::banks_available,     &Session::banks_available},
        Row{Type::registers_available, &Session::registers_available},
        Row{Type::display_get,         &Session::display_get, 2},
        Row{Type::info,                &Session::info},
        Row{Type::palette_get,         &Session::palette_get},
        Row{Type::resource_get,        &Session::resource_get},
        Row{Type::resource_set,        &Session::resource_set},
        Row{Type::cpu_history,         &Session::cpu_history, 2},
        Row{Type::joyport_set,         &Session::joyport_set, 2},
        Row{Type::userport_set,        &Session::userport_set, 2},
        Row{Type::exit,                &Session::exit},
        Row{Type::quit,                &Session::quit},
        Row{Type::reset,               &Session::reset},
        Row{Type::autostart,           &Session::autostart},
    };
    // clang-format on
    const auto row = std::ranges::find(rows, static_cast<Type>(command.type), &Row::type);
    if (row == rows.end()) throw Refused{Error::unknown_command};
    if (command.version < row->since) throw Refused{Error::wrong_version};
    return *row;
}

/// Whatever goes wrong inside is the command's failure, not the program's.
void Session::carry_out(const Command& command) {
    id_ = command.id;
    Error error = Error::failure;
    try {
        return handle(command);
    } catch (const Refused& refused) {
        error = refused.error;
    } catch (const std::exception&) {  // the file of an autostart
    }
    output_ += encode(Type::invalid, error, id_);
}

void Session::handle(const Command& command) {
    if (command.version < oldest_version || command.version > newest_version) {
        throw Refused{Error::wrong_version};
    }
    goal_ = Goal::none;
    if (!told_) tell_stopped();
    Fields fields(command.body);
    (this->*row_of(command).handler)(fields);
}

void Session::resume(Goal goal) {
    goal_ = goal;
    told_ = false;
    event(Type::resumed, Body().word(machine().cpu.registers.pc));
}

Stop Session::move() {
    switch (goal_) {
        case Goal::steps: return debugger_.step(steps_);
        case Goal::steps_over_calls: return debugger_.next(steps_);
        case Goal::the_return: return debugger_.finish();
        case Goal::nothing: return debugger_.run();
        case Goal::none: break;
    }
    return {};
}

void Session::work() {
    // A temporary one that stops the machine is no longer in the table when the client hears of it.
    std::vector<Checkpoint> temporary;
    std::ranges::copy_if(debugger_.checkpoints.all(), std::back_inserter(temporary),
                         &Checkpoint::temporary);
    const Stop stop = move();
    if (stop.reason == Reason::paused) return;
    goal_ = Goal::none;
    for (const Hit& hit : stop.hits) {
        const auto gone = std::ranges::find(temporary, hit.checkpoint, &Checkpoint::number);
        if (gone == temporary.end()) continue;
        ++gone->hits;
        tell(*gone);
    }
    report(stop);
}

void Session::report(const Stop& stop) {
    for (const Hit& hit : stop.hits) {
        const Checkpoint* const known = debugger_.checkpoints.find(hit.checkpoint);
        if (known != nullptr) tell(*known);
    }
    const Body pc = Body().word(machine().cpu.registers.pc);
    if (stop.reason == Reason::jammed) event(Type::jam, pc);
    tell_stopped();
}

void Session::tell_stopped() {
    event(Type::registers_get, registers_body(machine()));
    event(Type::stopped, Body().word(machine().cpu.registers.pc));
    told_ = true;
}

void Session::answer(Type type, const Body& body) { output_ += encode(type, Error::ok, id_, body); }

void Session::event(Type type, const Body& body) {
    output_ += encode(type, Error::ok, event_id, body);
}

}  // namespace ryg::app::vice
