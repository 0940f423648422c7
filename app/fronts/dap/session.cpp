// The loop: requests while the machine stands, and between the pieces of a run.
#include "app/fronts/dap/session.hpp"

#include <fmt/format.h>

#include "app/fronts/dap/running.hpp"

namespace ryg::app::dap {
namespace {

/// Throws why a request cannot be answered now.
void check(Needs needs, const Context& context) {
    if (needs == Needs::nothing) return;
    if (!context.terms.initialized) throw Trouble("the first request is 'initialize'");
    if (needs == Needs::initialize) return;
    if (!context.program) throw Trouble("there is no program yet: 'launch' it");
    if (needs == Needs::program) return;
    if (context.run) throw Trouble("the program is running: 'pause' it");
    if (!context.configured)
        throw Trouble("the program has not begun: 'configurationDone' lets it");
}

}  // namespace

Exit Session::serve() {
    constexpr Wait while_nothing_moves(200);
    while (!context_.over && !wire_.ended() && !interrupted) {
        wire_.listen(context_.run ? Wait(0) : while_nothing_moves);
        while (const auto request = context_.over ? std::nullopt : wire_.next()) handle(*request);
        if (!context_.run || context_.over) continue;
        run_on(context_);
        send_events();
    }
    if (!wire_.fault().empty()) throw Trouble(wire_.fault());
    return interrupted ? exit_interrupted : exit_done;
}

void Session::handle(const Request& request) {
    const Entry* const entry = find_entry(request.command);
    if (entry == nullptr) {
        return wire_.refuse(request, fmt::format("there is no request '{}'", request.command));
    }
    wire_.begin(request);
    if (wire_.is_cancelled()) return wire_.refuse(request, "cancelled");
    try {
        check(entry->needs, context_);
        wire_.respond(request, entry->answer(context_, Fields(request.arguments)));
    } catch (const std::exception& trouble) {
        wire_.refuse(request, trouble.what());
    }
    send_events();
}

void Session::send_events() {
    for (Event& event : std::exchange(context_.events, {})) {
        wire_.event(event.name, std::move(event.body));
    }
}

}  // namespace ryg::app::dap
