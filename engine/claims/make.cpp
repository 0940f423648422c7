// Builds the verbs' jobs from a door, and the options of `verify`.
#include "engine/claims/make.hpp"

#include <charconv>
#include <fmt/ranges.h>

#include "c64/program/files.hpp"
#include "emu/threads.hpp"
#include "engine/claims/inputs.hpp"
#include "engine/claims/plan.hpp"

namespace ryg::claims {

namespace {

/// `--against`.
std::shared_ptr<const c64::Image> good_version(const std::string& path) {
    auto image = std::make_shared<const c64::Image>(c64::read_prg(path));
    if (image->labels.empty()) {
        throw std::invalid_argument(fmt::format(
            "--against: {} has no labels: put its debug file (.dbg) or labels (.lbl) beside it",
            path));
    }
    return image;
}

/// `--positions`: a number of random ones, a set, or a file.
void read_positions(const AnyDoor& door, const std::string& text, WorkOrder& order) {
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    constexpr std::uint64_t most = 1'000'000'000;
    if (error == std::errc() && end == text.data() + text.size() && count <= most) {
        order.counts.emplace("positions", count);
    } else if (std::ranges::count(door.sets, text) != 0 || c64::path_exists(text)) {
        order.set = text;
    } else {
        throw std::invalid_argument(
            fmt::format("--positions: '{}' is not a number up to {}, nor a file{}{}", text, most,
                        door.sets.empty() ? "" : ", nor ", fmt::join(door.sets, " or ")));
    }
}

WorkOrder order_of(const AnyDoor& door, const Order& asked) {
    const work::Values& values = asked.values;
    WorkOrder order{.programs = asked.programs, .position = values.text("position")};
    order.order = asked;
    order.order.values = {};
    order.order.programs = {};
    if (values.has("depth")) {
        order.depths = depths_in(values.text("depth"), door.depths.least, door.depths.greatest);
    }
    for (const WorkKind& kind : door.kinds) {
        if (!values.has(kind.name)) continue;
        if (kind.name == "positions") {
            read_positions(door, values.text(kind.name), order);
        } else {
            order.counts.emplace(kind.name, values.number(kind.name));
        }
    }
    if (values.has("seed")) order.seed = values.number("seed");
    if (values.has("noise")) order.noise = values.number("noise");
    if (values.has("against")) order.against = good_version(values.text("against"));
    for (const work::Option& option : door.options) {
        if (values.has(option.name)) order.order.values.set(option.name, values.text(option.name));
    }
    return order;
}

Verify verify_of(const SharedDoor& door) {
    Verify job;
    job.several = true;
    job.about = door->about;
    if (job.about.empty()) {
        job.about =
            "Searches positions of random games with the 6502 program and with its twin in C++, "
            "and\n"
            "compares all results.";
    }
    if (door->depths.greatest != 0) {
        job.options.push_back({"depth", fmt::format("depth of the searches, {} to {}, such as 1-3",
                                                    door->depths.least, door->depths.greatest)});
    }
    work::Option position{"position", "compare this position only"};
    for (std::size_t i = 0; i < door->kinds.size(); ++i) {
        const std::string_view name = door->kinds[i].name;
        const bool again = i > 0 && name == door->kinds[i - 1].name;
        if (again) continue;
        if (name == "positions") {
            job.options.push_back(
                {"positions",
                 fmt::format("number of random positions, {}{}or a file of them",
                             fmt::join(door->sets, ", "), door->sets.empty() ? "" : ", ")});
        } else {
            job.options.push_back(
                work::number_option(name, std::string(door->kinds[i].help), "", 0, 1'000'000'000));
        }
        position.excludes.push_back(name);
        job.kinds.push_back(name);
    }
    if (!door->sets.empty()) job.set = door->sets.front();
    job.options.push_back(work::number_option("seed", "seed for all random choices", "1"));
    job.options.push_back(
        work::number_option("noise",
                            "repeat all searches in memory randomised by this seed (default: "
                            "repeat one in 61)",
                            ""));
    job.options.push_back({"against",
                           "show where the program first diverges from this PRG, a version "
                           "without the fault, with its labels beside it (.dbg, .lbl)"});
    position.excludes.push_back("seed");
    job.options.push_back(position);
    job.options.insert(job.options.end(), door->options.begin(), door->options.end());
    job.examples = {{}, {{"positions", "1000"}, {"seed", "7"}}};
    job.work = [door](const Order& asked) { return work_of(door, order_of(*door, asked)); };
    return job;
}

/// States the search of the position in a host's memory by the reference of its routine. Throws
/// std::invalid_argument if the suite has none.
std::function<void(const Host&, Native position, Expected&)> reference_search(
    const Suite& suite, const Setting& setting, std::string_view routine) {
    const Reference* const reference = suite.reference(routine);
    if (reference == nullptr) {
        refuse(setting.program, fmt::format("neither `twin` nor a reference of {}", routine));
    }
    const auto subject = std::ranges::find(suite.subjects, setting.program, &Subject::name);
    if (subject == suite.subjects.end()) refuse(setting.program, "not among its `subjects`");
    Subject alone = *subject;
    alone.stubs.clear();
    const auto program = std::make_shared<const Program>(make_program(alone, {}));
    const auto call = std::make_shared<Call>();
    call->program = program.get();
    return
        [&suite, reference, program, call](const Host& host, Native position, Expected& expected) {
            const auto ram = host.machine().ram();
            call->ram.assign(ram.begin(), ram.end());
            call->declared.assign(1, std::move(position));
            expected.begin(*call);
            suite.state_result(*reference, *call, expected);
            expected.name_fields(program->image.labels);
            for (const auto& [label, number] : expected.numbers()) {
                if (label == "value") expected.outcome.value = static_cast<Byte>(number);
                if (label == "nodes") expected.outcome.nodes = number;
            }
        };
}

Play play_of(const AnyDoor& door) {
    Play job = door.play.value_or(Play{});
    if (job.about.empty()) {
        job.about = "Play against the program in the machine, with its own keys; q leaves.";
        job.examples = {{}};
    }
    if (job.begin) return job;
    job.begin = [shows = job.shows, see = job.see, seat = job.seat, winner = door.winner,
                 get = door.get](const Order& order) {
        const c64::Image image = c64::from_embedded(*order.program().image);
        Player player(image, order.setup());
        if (see != nullptr) {
            player.follow(image.labels.at(shows),
                          [see, labels = image.labels](const c64::Machine& machine) {
                              return see(machine, labels);
                          });
        }
        if (seat != nullptr) seat(player, image.labels, order.values);
        if (winner && get) {
            player.decide_by([winner, get, labels = image.labels](const c64::Machine& machine) {
                const auto position = get(machine, labels);
                return position ? winner(*position) : std::string();
            });
        }
        return player;
    };
    return job;
}

void check(const AnyDoor& door) {
    if (!door.moves && !door.draw && !door.all) {
        refuse(door.name, "`moves`, `draw` or `all` is needed");
    }
    if (door.programs.empty()) refuse(door.name, "`programs` is empty");
    if (!door.read || !door.write || !door.put || door.routines == nullptr || !door.twin) {
        refuse(door.name, "`read`, `write`, `put`, `routines` and `twin` are needed");
    }
    if (!door.until.empty() && (door.stage != nullptr || door.programs.size() > 1)) {
        refuse(door.name, "`until` needs a single program, and no `stage`");
    }
    if (door.contest && (!door.answer || !door.contest->begin || !door.contest->after)) {
        refuse(door.name, "`contest` needs `answer`, `begin` and `after`");
    }
}

/// The kind whose values are positions of the door's type, or nullptr.
const InputKind* position_kind(const AnyDoor& door) {
    if (door.contracts == nullptr) return nullptr;
    for (const Kind& kind : door.contracts().kinds) {
        if (kind.is_only_declared() && kind.input.start.type() == door.start.type()) {
            return &kind.input;
        }
    }
    return nullptr;
}

/// Fills in members that follow from the door's suite, and the work on positions; the door must
/// outlive them.
void complete(AnyDoor& door) {
    const bool lacks = !door.put || (door.winner && !door.get);
    if (const InputKind* const kind = lacks ? position_kind(door) : nullptr) {
        if (!door.put) {
            door.put = [kind](Host& host, const AnyPosition& position, const Setting&) {
                put_input(host, *kind, position);
            };
        }
        if (!door.get) {
            door.get = [kind](const c64::Machine& machine,
                              const c64::Labels& labels) -> std::optional<AnyPosition> {
                Native found = input_in(machine, labels, *kind);
                if (!found.has_value()) return std::nullopt;
                return found;
            };
        }
    }
    if (!door.twin && door.contracts != nullptr && door.put && door.routines != nullptr) {
        door.twin = [&door](const Host& host, const Setting& setting) -> Twin<AnyPosition> {
            const std::string_view routine = door.routines(setting).at(0);
            return [&door, setting, machine = host,
                    state = reference_search(door.contracts(), setting, routine)](
                       const AnyPosition& position, Expected& expected) mutable {
                door.put(machine, position, setting);
                state(machine, position, expected);
            };
        };
    }
    if (door.single_threaded && door.twin) {
        door.twin = [make = door.twin, mutex = std::make_shared<emu::Mutex>()](
                        const Host& host, const Setting& setting) -> Twin<AnyPosition> {
            const emu::Guard lock(*mutex);
            return [twin = make(host, setting), mutex](const AnyPosition& position,
                                                       Expected& expected) {
                const emu::Guard one_at_a_time(*mutex);
                twin(position, expected);
            };
        };
    }
    door.kinds.push_back(
        {"positions", "random positions", door.usual_positions, door.fewer_positions, nullptr,
         [&door](const Setting& setting) { return !door.routines(setting).empty(); }});
}

}  // namespace

Game game_of(AnyDoor described) {
    const auto whole = std::make_shared<AnyDoor>(std::move(described));
    complete(*whole);
    check(*whole);
    const SharedDoor door = whole;
    Game game{.name = door->name, .programs = door->programs};
    game.verify = verify_of(door);
    game.search = search_of(door);
    game.bench = door->bench ? door->bench : bench_of(door);
    if (door->moves || is_on_board(*door)) game.perft = perft_of(door);
    // A game without moves cannot be played.
    if (door->play || door->moves) game.play = play_of(*door);
    const bool has_tree = !door->tree.enter.empty() || door->tree_in_memory.node_size != 0;
    if (has_tree || door->path != nullptr) game.debug = debug_of(door);
    if (door->contest) game.contest = contest_of(door);
    game.contracts = door->contracts;
    const auto fill_in = [&](auto& job) {
        if (!job || !job->usual.empty()) return;
        job->usual =
            !door->usual_program.empty() ? door->usual_program : door->programs.back().name();
    };
    fill_in(game.verify), fill_in(game.search), fill_in(game.bench), fill_in(game.perft);
    fill_in(game.play), fill_in(game.contest), fill_in(game.debug);
    return game;
}

}  // namespace ryg::claims
