// Programs being played: their keys, their board, their machine.
#include "app/web/play.hpp"

#include <algorithm>

#include "c64/board/state.hpp"
#include "engine/common/solution.hpp"
#include "engine/games/games.hpp"

namespace ryg::app::web {
namespace {

using engine::Move;
using engine::Position;

c64::Image program_named(const std::string& name) {
    const auto* program = engine::find_program(name);
    if (program == nullptr) throw std::invalid_argument("there is no program '" + name + "'");
    return c64::from_embedded(*program);
}

}  // namespace

claims::Order order_of(const Json& asked) {
    const std::string name = asked.at("program");
    claims::Order order{.programs = claims::find_named(engine::games(), name).programs};
    if (order.programs.empty()) throw std::invalid_argument("there is no program '" + name + "'");
    const Json chosen = asked.value("values", Json::object());
    for (const auto& [key, value] : chosen.items()) {
        order.values.set(key, value.get<std::string>());
    }
    return order;
}

Json to_json(const Position& position) {
    std::string cells(64, ' ');
    for (const engine::Square cat : engine::cat_squares(position)) cells[cat] = 'c';
    cells[position.mouse] = 'M';
    Json moves = Json::array();
    const auto winner = engine::winner(position);
    if (!winner) {
        for (const Move move : engine::generate_moves(position)) {
            moves.push_back({{"name", to_string(move)}, {"from", move.from}, {"to", move.to}});
        }
    }
    return {{"fen", engine::to_fen(position)},
            {"cells", cells},
            {"side", name_of(position.side)},
            {"winner", winner ? Json(name_of(*winner)) : Json()},
            {"moves", moves}};
}

Move move_named(const Position& position, const std::string& name) {
    if (!engine::is_over(position)) {
        for (const Move move : engine::generate_moves(position)) {
            if (to_string(move) == name) return move;
        }
    }
    throw std::invalid_argument(name + " is not a move here");
}

const claims::TreeInMemory* tree_of(const c64::Labels& labels) {
    for (const claims::Game* game : engine::games()) {
        const auto* memory = game->debug ? game->debug->tree : nullptr;
        if (memory != nullptr && labels.find(memory->made) && labels.find(memory->first.low)) {
            return memory;
        }
    }
    return nullptr;
}

Json PagePlay::games() {
    Json all = Json::array();
    for (const claims::Game* game : engine::games()) {
        if (!game->play) continue;
        Json options = Json::object();
        for (const work::Option& option : game->play->options) {
            Json choices = Json::array();
            for (const auto choice : option.choices) choices.push_back(choice);
            if (option.kind == work::OptionKind::number) {
                for (auto value = option.least; value <= option.greatest; ++value) {
                    choices.push_back(std::to_string(value));
                }
            }
            options[std::string(option.name)] = {{"choices", choices},
                                                 {"fallback", option.fallback}};
        }
        all.push_back({{"name", game->name}, {"program", game->play->usual}, {"options", options}});
    }
    return all;
}

void PagePlay::begin(const Json& asked) {
    claims::Order order = order_of(asked);
    const std::string name(order.program().name());
    const auto& play = claims::find_named(engine::games(), name).game->play;
    if (!play) throw std::invalid_argument(name + " cannot be played");
    for (const work::Option& option : play->options) {
        if (order.values.has(option.name) || option.fallback.empty()) continue;
        order.values.set(option.name, option.fallback);
    }
    c64::Image image = program_named(name);
    *this = {};
    image_ = std::move(image);
    player_ = std::make_unique<claims::Player>(play->begin(order));
}

void PagePlay::start(const std::string& name, const Bytes& file, const std::string& labels) {
    c64::Image image;
    std::optional<c64::DiskImage> disk;
    if (file.empty()) {
        image = program_named(name);
    } else {
        if (name.ends_with(".d64") || name.ends_with(".D64")) {
            disk = c64::DiskImage::parse(file, name);
        }
        image = disk ? disk->program({}) : c64::parse_p00(file, name);
        image.labels = c64::Labels::parse(labels, "the labels of " + name);
    }
    auto machine = std::make_unique<c64::Machine>();
    machine->boot();
    machine->set_timing(c64::Timing::stock);
    if (disk) machine->insert(std::move(*disk));
    machine->start(image);
    *this = {};
    machine_ = std::move(machine);
    image_ = std::move(image);
}

void PagePlay::load(const std::string& name, const Bytes& state, const std::string* labels) {
    const c64::Machine machine = c64::load_state(state, name);
    past_.clear();
    if (player_ && player_->resume(machine)) return;
    c64::Image image;
    if (labels == nullptr) {
        image = std::move(image_);
    } else {
        image.labels = c64::Labels::parse(*labels, "the labels of " + name);
    }
    auto next = std::make_unique<c64::Machine>(machine);
    if (machine_ && machine_->disk() != nullptr) disk_ = *machine_->disk();
    if (disk_) next->insert(*disk_);
    *this = {};
    image_ = std::move(image);
    machine_ = std::move(next);
}

void PagePlay::insert(const std::string& name, const Bytes& file) {
    disk_ = c64::DiskImage::parse(file, name);
    if (machine_) machine_->insert(*disk_);
}

Bytes PagePlay::save() const {
    c64::Machine copy = machine();
    return c64::save_state(copy);
}

const c64::Machine& PagePlay::machine() const {
    if (!player_ && !machine_) throw std::invalid_argument("nothing has been started");
    return player_ ? player_->machine() : *machine_;
}

void PagePlay::run(emu::Cycle cycles) {
    const emu::Cycle until = machine().cpu.cycle + cycles;
    if (machine_) {
        if (!machine_->cpu.jammed) machine_->run(cycles);
        return;
    }
    waits_ = player_->work(cycles);
    while (waits_ && machine().cpu.cycle < until) {
        const emu::Cycle before = machine().cpu.cycle;
        player_->idle();
        if (machine().cpu.cycle == before) break;
    }
}

void PagePlay::type(const std::string& keys) {
    if (player_) {
        player_->press(keys);
    } else if (machine_) {
        machine_->type(keys);
    }
}

void PagePlay::hold(const Json& keys, unsigned joystick) {
    if (!machine_) return;
    c64::Keyboard& keyboard = machine_->board.keyboard;
    keyboard.release_all();
    for (const Json& key : keys) keyboard.press(c64::Key::number(key.get<emu::Byte>()));
    keyboard.move_joystick(2, static_cast<emu::Byte>(joystick));
}

std::optional<Position> PagePlay::position() const {
    return player_ ? player_->position() : std::nullopt;
}

void PagePlay::move(const std::string& name) {
    const auto here = position();
    if (!here) throw std::invalid_argument("no game is being played");
    const Move move = move_named(*here, name);
    past_.push_back(*player_);
    player_->press(move);
}

void PagePlay::undo() {
    if (past_.empty()) return;
    *player_ = std::move(past_.back());
    past_.pop_back();
}

Json PagePlay::state() const {
    const c64::Machine& now = machine();
    Json state{{"cycle", now.cpu.cycle},
               {"waits", waits_},
               {"jammed", now.cpu.jammed},
               {"frame", now.frame_cycles()},
               {"undo", past_.size()}};
    if (const auto* tree = tree_of(image_.labels); tree != nullptr && player_) {
        const auto [first, free, end] = tree->place(now.ram(), image_.labels);
        state["nodes"] = free < first ? 0 : (free - first) / tree->node_size;
    }
    if (const auto here = position()) state["position"] = to_json(*here);
    if (player_) {
        Json course = Json::array();
        for (const Move move : player_->course().moves) course.push_back(to_string(move));
        state["course"] = course;
        const auto winner = player_->course().winner();
        state["winner"] = winner ? Json(name_of(*winner)) : Json();
    }
    return state;
}

Json PagePlay::truth() const {
    const auto here = position();
    if (!here) return nullptr;
    const auto outcome = [](const Position& position, int moves_before) -> Json {
        const engine::GameValue found = engine::solution()[position];
        return {{"winner", name_of(found.winner)}, {"plies", found.plies + moves_before}};
    };
    Json truth = outcome(*here, 0);
    Json moves = Json::object();
    if (!engine::is_over(*here)) {
        for (const Move move : engine::generate_moves(*here)) {
            moves[to_string(move)] = outcome(engine::apply(*here, move), 1);
        }
    }
    truth["moves"] = moves;
    return truth;
}

}  // namespace ryg::app::web
