// What the answers to requests are made from, and what they leave for the session to do.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/fronts/dap/breakpoints.hpp"
#include "app/fronts/dap/goals.hpp"
#include "app/fronts/dap/listing.hpp"
#include "app/fronts/dap/program.hpp"
#include "app/fronts/dap/wire.hpp"

namespace ryg::app::dap {

/// How the client counts and what it understands, as it said in `initialize`.
struct Terms {
    bool initialized = false;
    int first_line = 1, first_column = 1;
    bool memory_events = false, invalidated_events = false;
};

/// A movement that the session makes in pieces, with an ear for the client in between.
struct Run {
    Goal goal{};           ///< none: until something else stops it
    std::string reason{};  ///< of the `stopped` event when it has come to its goal
    bool backward = false;
};

struct Event {
    std::string name;
    Json body{};
};

struct Context {
    explicit Context(Wire& its_wire) : wire(its_wire) {}

    Wire& wire;
    Terms terms;
    std::unique_ptr<Program> program;
    Json launch_arguments{};  ///< for a restart
    bool configured = false;  ///< `configurationDone` has come
    Breakpoints breakpoints;
    std::optional<Run> run;
    std::vector<Event> events;  ///< to send behind the response
    bool over = false;          ///< the client has said goodbye

    // --- what follows needs a program -----------------------------------------------------------
    [[nodiscard]] Debugger& debugger() const { return *program->session.debugger; }
    [[nodiscard]] const c64::Machine& machine() const { return debugger().machine(); }
    [[nodiscard]] const c64::Labels& labels() const { return program->symbols().labels; }
    [[nodiscard]] c64::debug::Commands& commands() const { return *program->session.commands; }
    [[nodiscard]] const Sources& sources() const { return program->sources; }

    /// Memory for list_rows.
    [[nodiscard]] Code code() const;

    /// Changes memory by hand and adds the events that say so.
    void poke(emu::Address address, std::span<const emu::Byte> bytes);
    /// Adds the event that says that something has been changed by hand.
    void report_change();
};

constexpr int thread_id = 1;

}  // namespace ryg::app::dap
