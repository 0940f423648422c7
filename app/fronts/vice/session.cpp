// A session: executes commands, stops the machine, and sends events.
#include "app/fronts/vice/session.hpp"

#include <algorithm>

#include "app/fronts/vice/view.hpp"

namespace ryg::app::vice {

using c64::debug::Checkpoint;
using c64::debug::Hit;
using c64::debug::Reason;
using c64::debug::Stop;

MonitorSession::MonitorSession(c64::debug::Debugger& its_debugger, c64::Labels its_labels,
                               const Services& its_services)
    : debugger(its_debugger), labels(std::move(its_labels)), services(its_services) {
    debugger.on_trace = [this](const Checkpoint& met, const Hit&) { tell(met); };
}

/// Executes a command; any exception is an error of the command, not of the program.
void MonitorSession::carry_out(const MonitorCommand& command) {
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

void MonitorSession::handle(const MonitorCommand& command) {
    if (command.version < oldest_version || command.version > newest_version) {
        throw Refused{Error::wrong_version};
    }
    goal_ = Goal::none;
    if (!told_) tell_stopped();
    BodyReader fields(command.body);
    const auto row = std::ranges::find(rows(), static_cast<Type>(command.type), &CommandRow::type);
    if (row == rows().end()) throw Refused{Error::unknown_command};
    if (command.version < row->since) throw Refused{Error::wrong_version};
    row->handler(*this, fields);
}

void MonitorSession::resume(Goal goal) {
    goal_ = goal;
    told_ = false;
    event(Type::resumed, Body().word(machine().cpu.registers.pc));
}

Stop MonitorSession::move() {
    switch (goal_) {
        case Goal::steps: return debugger.step(steps);
        case Goal::steps_over_calls: return debugger.next(steps);
        case Goal::the_return: return debugger.finish();
        case Goal::nothing: return debugger.run();
        case Goal::none: break;
    }
    return {};
}

void MonitorSession::work() {
    // A temporary checkpoint that stops the machine is no longer in the table when it is reported.
    std::vector<Checkpoint> temporary;
    std::ranges::copy_if(debugger.checkpoints.all(), std::back_inserter(temporary),
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

void MonitorSession::tell(const Checkpoint& hit) {
    event(Type::checkpoint_get, checkpoint_body(hit, true));
}

void MonitorSession::report(const Stop& stop) {
    for (const Hit& hit : stop.hits) {
        const Checkpoint* const known = debugger.checkpoints.find(hit.checkpoint);
        if (known != nullptr) tell(*known);
    }
    const Body pc = Body().word(machine().cpu.registers.pc);
    if (stop.reason == Reason::jammed) event(Type::jam, pc);
    tell_stopped();
}

void MonitorSession::tell_stopped() {
    event(Type::registers_get, registers_body(machine()));
    event(Type::stopped, Body().word(machine().cpu.registers.pc));
    told_ = true;
}

void MonitorSession::answer(Type type, const Body& body) {
    output_ += encode(type, Error::ok, id_, body);
}

void MonitorSession::event(Type type, const Body& body) {
    output_ += encode(type, Error::ok, event_id, body);
}

}  // namespace ryg::app::vice
