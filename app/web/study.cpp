// The debugger for the page: movements by name; positions, trees and costs as JSON.
#include "app/web/study.hpp"

#include <algorithm>

#include "c64/debug/goals.hpp"
#include "c64/debug/profile.hpp"
#include "engine/games/games.hpp"

namespace ryg::app::web {

using c64::debug::Debugger;
using c64::debug::Goal;
using c64::debug::PastAccess;
using c64::debug::Reason;
using c64::debug::Stop;
using c64::debug::Symbols;
using claims::TreeNode;
using emu::Address;
using emu::Byte;
using emu::Cycle;

namespace {

constexpr std::size_t memory_for_the_past = std::size_t{48} << 20;

/// Forward movements by goals, which can be made in parts.
struct ForwardMovement {
    std::string_view name;
    Goal (*goal)(const Debugger&, const Symbols&);
};
constexpr std::array<ForwardMovement, 6> ways{{
    {"run",
     [](const Debugger&, const Symbols&) -> Goal { return [](const auto&) { return false; }; }},
    {"into", [](const Debugger&, const Symbols&) { return c64::debug::one_instruction(); }},
    {"over",
     [](const Debugger& d, const Symbols&) { return c64::debug::one_instruction_with_calls(d); }},
    {"out", [](const Debugger& d, const Symbols&) { return c64::debug::out_of_routine(d); }},
    {"line", c64::debug::line_in_call},
    {"lineOver", c64::debug::next_line},
}};

struct Movement {
    std::string_view name;
    Stop (*go)(Debugger&, const Symbols&, Cycle to);
};
constexpr std::array<Movement, 7> movements{{
    {"back", [](Debugger& d, const Symbols&, Cycle) { return d.back(); }},
    {"backOver", [](Debugger& d, const Symbols&, Cycle) { return d.next_back(); }},
    {"backOut", [](Debugger& d, const Symbols&, Cycle) { return d.finish_back(); }},
    {"backLine", [](Debugger& d, const Symbols& s, Cycle) { return c64::debug::line_back(d, s); }},
    {"backRun", [](Debugger& d, const Symbols&, Cycle) { return d.run_back(); }},
    {"cycle", [](Debugger& d, const Symbols&, Cycle to) { return d.go_to_cycle(to); }},
    {"step", [](Debugger& d, const Symbols&, Cycle to) { return d.go_to_step(to); }},
}};

/// The page's name of a source file, "engine/games/ryg1/asm/Arbol.s"; empty if the page lacks it.
std::string source_name(const std::string& path) {
    const auto asm_folder = path.rfind("/asm/");
    const auto engine = path.rfind("engine/", asm_folder);
    return asm_folder == path.npos || engine == path.npos ? "" : path.substr(engine);
}

/// The cycle of the first moment of a run.
Cycle first_cycle(const Debugger& debugger) {
    return debugger.history().start_of(0).machine.cpu.cycle;
}

Json to_json(const PastAccess& access, const Symbols& symbols) {
    return {{"by", symbols.describe(access.pc)},
            {"pc", access.pc},
            {"cycle", access.cycle},
            {"step", access.steps},
            {"before", access.before},
            {"value", access.value}};
}

}  // namespace

Study::Study(const Json& asked) {
    const auto all = engine::games();
    const auto found =
        std::ranges::find_if(all, [](const claims::Game* game) { return game->debug.has_value(); });
    const claims::Watched search = (*found)->debug->begin(order_of(asked));
    program_ = search.program;
    kept_ = search.kept;
    symbols_ = search.symbols;
    tree_ = search.tree;
    begin(*search.machine);
    debugger_->program_end = {search.done, search.machine->cpu.registers.s};
    search.add_commands(*commands_);
}

Study::Study(const PagePlay& play) : own_(play.image()) {
    program_ = play.image().name;
    tree_ = {.memory = tree_of(own_.labels), .labels = &own_.labels, .values = &no_values_};
    begin(play.machine());
    for (const claims::Game* game : engine::games()) {
        if (game->debug && claims::find_program(game->programs, program_) != nullptr) {
            game->debug->add_views(*commands_);
        }
    }
}

void Study::begin(const c64::Machine& machine) {
    for (std::size_t file = 0; file < symbols_->sources.size(); ++file) {
        symbols_->sources[file].at_hand = !source_name(symbols_->info.files()[file]).empty();
    }
    debugger_ = std::make_unique<Debugger>(
        machine, c64::debug::DebuggerOptions{.memory = memory_for_the_past});
    commands_ = std::make_unique<c64::debug::Commands>(*debugger_, *symbols_);
}

// --- movements ------------------------------------------------------------------------------------

Json Study::go(const std::string& how, Cycle to) {
    if (how == "on") return goal_ ? stopped(debugger_->run_until(goal_, to)) : place();
    goal_ = nullptr;
    if (const auto way = std::ranges::find(ways, how, &ForwardMovement::name); way != ways.end()) {
        goal_ = way->goal(*debugger_, *symbols_);
    } else if (how == "node" && tree_.memory != nullptr) {
        goal_ = [this, made = symbols_->labels.at(tree_.memory->made)](const auto& executed) {
            return executed.after.pc == made && !machine().cpu.interrupt_follows();
        };
    }
    if (goal_) return stopped(debugger_->run_until(goal_, to));
    const auto movement = std::ranges::find(movements, how, &Movement::name);
    if (movement == movements.end()) throw std::invalid_argument("unknown movement " + how);
    return stopped(movement->go(*debugger_, *symbols_, to));
}

Json Study::stopped(const Stop& stop) const {
    Json where = place();
    where["reason"] = to_string(stop.reason);
    return where;
}

Json Study::execute(const std::string& line) {
    const c64::debug::Reply reply = commands_->execute(line);
    return {{"text", reply.text}, {"failed", reply.failed}, {"moved", reply.stop.has_value()}};
}

Json Study::toggle_line(const std::string& file, unsigned line) {
    Json lines = Json::array();
    const auto& files = symbols_->info.files();
    const auto found = std::ranges::find(files, file, source_name);
    if (found == files.end()) return lines;
    const auto number = static_cast<std::size_t>(found - files.begin());
    auto& table = debugger_->checkpoints;
    const auto spans = symbols_->info.spans_of({number, line});
    if (spans.empty()) return lines;
    const auto there =
        std::ranges::find(table.all(), spans[0].first, &c64::debug::Checkpoint::first);
    if (there != table.all().end()) {
        clicked_.erase(there->number);
        table.remove(there->number);
    } else {
        clicked_[table.add({.first = spans[0].first, .last = spans[0].first})] = {number, line};
    }
    for (const auto& each : table.all()) {
        auto source = symbols_->info.line_at(each.first);
        if (const auto own = clicked_.find(each.number); own != clicked_.end()) {
            source = own->second;
        }
        if (source) lines.push_back({source_name(files[source->file]), source->line});
    }
    return lines;
}

// --- where it is ----------------------------------------------------------------------------------

/// The cycles of the JSRs that call the routines of a search, which are not part of it.
Cycle Study::calling() const {
    const auto& end = debugger_->program_end;
    const auto& beginning = debugger_->history().start_of(0).machine.cpu.registers;
    // From there to the end there are only JSRs: three bytes, six cycles.
    return end ? static_cast<Cycle>(2 * (end->pc - beginning.pc)) : 0;
}

Json Study::place() const {
    const Address pc = debugger_->pc();
    const emu::Registers& registers = machine().cpu.registers;
    Json calls = Json::array();
    for (const auto& frame : debugger_->frames()) {
        calls.push_back(symbols_->describe(frame.routine));
    }
    Json place{{"program", program_},
               {"cycle", machine().cpu.cycle},
               {"first", first_cycle(*debugger_)},
               {"last", debugger_->history().last_cycle()},
               {"step", debugger_->history().now().steps},
               {"lastStep", debugger_->history().last_step()},
               {"calling", calling()},
               {"over", debugger_->has_returned()},
               {"nodes", tree().size()},
               {"path", path()},
               {"jammed", machine().cpu.jammed},
               {"pc", pc},
               {"label", symbols_->describe(pc)},
               {"calls", calls},
               {"a", registers.a},
               {"x", registers.x},
               {"y", registers.y},
               {"s", registers.s},
               {"p", registers.p}};
    if (const auto line = symbols_->source_at(pc)) {
        place["file"] = source_name(symbols_->info.files()[line->file]);
        place["line"] = line->line;
    }
    return place;
}

Json Study::sources() const {
    std::vector<std::string> names;
    std::ranges::transform(symbols_->info.files(), std::back_inserter(names), source_name);
    std::ranges::sort(names);
    return names;
}

Json Study::listing(Address from, unsigned count) const {
    Json lines = Json::array();
    for (unsigned line = 0; line < count; ++line) {
        lines.push_back(Json{{"at", from}, {"text", commands_->instruction_line(from)}});
        const Byte opcode = machine().peek(from);
        from = static_cast<Address>(from + emu::length(emu::opcodes[opcode].mode));
    }
    return lines;
}

Bytes Study::memory() const {
    Bytes map(0x10000);
    const auto fill = [&](std::size_t begin, std::size_t end, PageArea region) {
        for (std::size_t at = begin; at < std::min<std::size_t>(end, 0x10000); ++at) {
            map[at] = static_cast<Byte>(region);
        }
    };
    for (const auto& segment : symbols_->info.segments()) {
        fill(segment.begin, segment.end, PageArea::program);
    }
    fill(0x0400, 0x07E8, PageArea::screen);
    for (const TreeNode& node : tree()) {
        fill(*node.address, *node.address + tree_.memory->node_size, PageArea::tree);
    }
    const unsigned port = machine().ram()[1];
    if ((port & 3) == 3) fill(0xA000, 0xC000, PageArea::rom);
    if ((port & 3) != 0) fill(0xD000, 0xE000, (port & 4) != 0 ? PageArea::chips : PageArea::rom);
    if ((port & 2) != 0) fill(0xE000, 0x10000, PageArea::rom);
    const auto& history = debugger_->history();
    const auto& touched = history.footprint_of(history.stretch_of(history.now().steps));
    for (std::size_t at = 0; at < map.size(); ++at) {
        const int marks =
            touched.executed[at] << 5 | touched.loaded[at] << 6 | touched.stored[at] << 7;
        map[at] = static_cast<Byte>(map[at] | marks);
    }
    return map;
}

// --- the tree -------------------------------------------------------------------------------------

claims::Tree Study::tree() const {
    return tree_.memory != nullptr ? tree_.read(machine()) : claims::Tree{};
}

/// The moves from the root to the current node of a search without a tree.
Json Study::path() const {
    Json plies = Json::array();
    const auto view = std::ranges::find(commands_->views, "Path", &c64::debug::View::name);
    if (view == commands_->views.end()) return plies;
    for (const auto& ply : view->variables(machine(), std::nullopt)) {
        plies.push_back({ply.name, ply.value});
    }
    return plies;
}

Json Study::nodes(std::size_t from) const {
    const claims::Tree now = tree();
    Json list = Json::array(), best = Json::array();
    for (const TreeNode& node : now) {
        if (node.index < from) continue;
        const bool has_parent = node.index != 0 && node.parent;
        list.push_back({node.index, *node.address, node.level, *node.value, node.first_side,
                        has_parent ? Json(*node.parent) : Json(-1), has_parent ? node.move : ""});
    }
    if (tree_.memory != nullptr && debugger_->has_returned()) {
        best = tree_.best(machine(), now);
    }
    Json depth;
    if (tree_.memory != nullptr) {
        if (const auto label = symbols_->labels.find(tree_.memory->depth)) {
            depth = machine().ram()[*label];
        }
    }
    return {{"nodes", list}, {"count", now.size()}, {"best", best}, {"depth", depth}};
}

Json Study::node(std::size_t index) const {
    const claims::Tree now = tree();
    if (index >= now.size()) return nullptr;
    const TreeNode& node = now[index];
    const Address address = *node.address;
    const std::size_t size = tree_.memory->node_size;
    Json bytes = Json::array();
    // The newest store to each byte: as many stores as a node gets in a search are asked for.
    constexpr std::size_t enough = 600;
    std::vector<const PastAccess*> newest(size);
    const auto accesses = debugger_->who(address, static_cast<Address>(address + size - 1),
                                         c64::debug::AccessKind::store, enough);
    for (const PastAccess& access : accesses) {
        const PastAccess*& slot = newest[access.address - address];
        if (slot == nullptr) slot = &access;
    }
    for (std::size_t i = 0; i < size; ++i) {
        Json byte{{"value", machine().ram()[address + i]}, {"field", tree_.memory->field(i)}};
        if (newest[i] != nullptr) byte["deed"] = to_json(*newest[i], *symbols_);
        bytes.push_back(byte);
    }
    Json found{{"index", node.index},  {"address", address},         {"level", node.level},
               {"value", *node.value}, {"path", path_of(now, node)}, {"bytes", bytes}};
    if (const auto position = tree_.memory->position(machine().ram(), address)) {
        found["position"] = to_json(*position);
    }
    return found;
}

// --- the costs ------------------------------------------------------------------------------------

Json Study::profile() const {
    const auto& history = debugger_->history();
    const auto& beginning = history.start_of(0);
    c64::debug::Profile profile(beginning.machine.cpu.registers.pc, beginning.calls,
                                {.grouped_from = 0xE000});
    debugger_->replay(beginning.steps, history.now().steps,
                      [&](const auto& done, const auto&) { profile.note(done); });
    const auto totals = profile.totals();
    Json contexts = Json::array();
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const auto& context = profile.contexts()[i];
        contexts.push_back({{"name", symbols_->describe(context.routine)},
                            {"routine", context.routine},
                            {"parent", i == 0 ? Json(-1) : Json(context.parent)},
                            {"calls", context.calls},
                            {"self", context.self},
                            {"total", totals[i]}});
    }
    return contexts;
}

}  // namespace ryg::app::web
