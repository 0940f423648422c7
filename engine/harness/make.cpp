// What all games' jobs share: which pieces of work there are, the older names of jobs, trees to watch.
#include "engine/harness/make.hpp"

#include "c64/debug/commands.hpp"

namespace ryg::harness {
namespace {

using Machine = c64::Machine;

constexpr emu::Address tape_buffer = 0x033c;

/// A search that has not begun, under the labels `search` and `searchDone`.
struct Watching {
    TreeLabels tree;
    c64::debug::Symbols symbols;
    Machine start;
};

/// The nodes entered by now, in that order: what a machine passes that starts again.
std::string tree_until(const Watching& watching, Cycle now, std::uint64_t deepest) {
    struct Node {
        std::size_t depth;
        std::string move, value{"?"};
    };
    const TreeLabels& tree = watching.tree;
    const c64::Labels& labels = watching.symbols.labels;
    const emu::Address enter = labels.at(tree.enter), leave = labels.at(tree.leave),
                       moves = labels.at(tree.moves), values = labels.at(tree.values);
    Machine machine = watching.start;
    std::vector<Node> nodes;
    std::vector<std::size_t> open;
    while (machine.cpu.cycle < now) {
        const auto run = machine.run({.cycles = now - machine.cpu.cycle, .at = {enter, leave}});
        if (run.ended != c64::Ended::address) break;
        const unsigned ply = machine.ram()[labels.at(tree.ply)];
        if (machine.cpu.registers.pc == enter) {
            const unsigned move = ply == 0 ? 0 : machine.ram()[moves + ply - 1];
            open.push_back(nodes.size());
            nodes.push_back({open.size() - 1, ply == 0 ? "root" : std::to_string(move)});
        } else if (!open.empty()) {
            nodes[open.back()].value = std::to_string(machine.ram()[values + ply]);
            open.pop_back();
        }
    }
    std::string text;
    for (const Node& node : nodes) {
        if (node.depth > deepest) continue;
        text += fmt::format("{:{}}{} = {}\n", "", 2 * node.depth, node.move, node.value);
    }
    return text + fmt::format("{} nodes\n", nodes.size());
}

}  // namespace

void refuse(std::string_view game, std::string_view why) {
    throw std::invalid_argument(fmt::format("the game {}: {}", game, why));
}

const Program* find_program(std::span<const Program> programs, std::string_view name) {
    const auto found = std::ranges::find_if(programs, [&](const Program& program) {
        return program.image->name == name || (!name.empty() && program.second_name == name);
    });
    return found == programs.end() ? nullptr : &*found;
}

// --- which pieces there are -----------------------------------------------------------------------

namespace {

std::vector<const Program*> programs_of(std::string_view game, std::span<const Program> programs,
                                        std::string_view usual, const WorkOrder& order) {
    std::vector<const Program*> chosen;
    for (const std::string& name : order.programs) {
        const Program* program = find_program(programs, name);
        if (program == nullptr) refuse(game, fmt::format("there is no program '{}'", name));
        chosen.push_back(program);
    }
    if (chosen.empty() && !usual.empty()) chosen.push_back(find_program(programs, usual));
    if (!chosen.empty()) return chosen;
    for (const Program& program : programs) chosen.push_back(&program);
    return chosen;
}

/// 0 first, for the kinds that are not done by depth.
std::vector<int> depths_of(std::string_view game, const DepthRange& range, const WorkOrder& order) {
    std::vector<int> depths{0};
    for (const int depth : order.depths) {
        if (depth < range.least || depth > range.greatest) {
            refuse(game, fmt::format("depth {} is out of range: use {} to {}", depth, range.least,
                                     range.greatest));
        }
        depths.push_back(depth);
    }
    if (!order.depths.empty() || range.greatest == 0) return depths;
    // Of a set, deeper searches of each position are done where they are asked for.
    const int last = order.set.empty() && order.position.empty() ? range.fewer : range.usual;
    for (int depth = range.least; depth <= last; ++depth) depths.push_back(depth);
    return depths;
}

}  // namespace

WorkPlan plan_of(std::string_view game, std::span<const Program> programs,
                 std::string_view usual_program, const DepthRange& depths,
                 std::span<const KindCount> kinds, const WorkOrder& order) {
    WorkPlan plan;
    for (const Program* program : programs_of(game, programs, usual_program, order)) {
        const std::size_t before = plan.parts.size();
        for (const int depth : depths_of(game, depths, order)) {
            PlannedPart part{.program = program, .depth = depth};
            const Setting setting{program->image->name, program->version, depth,
                                  &order.order.values};
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                const KindCount& kind = kinds[i];
                if (depths.greatest != 0 && kind.by_depth != (depth != 0)) continue;
                if (kind.fits && !kind.fits(setting)) continue;
                const auto asked = order.counts.find(kind.name);
                std::uint64_t count = asked != order.counts.end() ? asked->second
                                      : order.counts.empty()      ? kind.usual
                                                                  : 0;
                const bool is_few = order.depths.empty() && depth > depths.usual;
                if (is_few) count = (count + kind.fewer - 1) / kind.fewer;
                const bool is_last = i + 1 == kinds.size();
                if (count > 0) part.kinds.push_back({is_last ? -1 : static_cast<int>(i), count});
            }
            std::ranges::sort(part.kinds, {}, [&](const PlannedPart::Kind& kind) {
                const bool is_late =
                    kind.number >= 0 && kinds[static_cast<std::size_t>(kind.number)].late;
                return std::pair(is_late ? 2 : kind.number < 0 ? 1 : 0, kind.number);
            });
            if (!part.kinds.empty()) plan.parts.push_back(std::move(part));
        }
        if (plan.parts.size() == before) plan.left_out.emplace_back(program->image->name);
    }
    return plan;
}

// --- the older names of jobs ----------------------------------------------------------------------

namespace {

constexpr std::array<work::Column, 4> first_columns{{{"searches", "searches", 9},
                                                     {"nodes", "nodes", 10},
                                                     {"cycles", "6502 cycles", 15},
                                                     {"differences", "differences", 12}}};

WorkOrder order_of(const WorkMaker& maker, const Order& asked) {
    const work::Values& values = asked.values;
    WorkOrder order;
    order.order = asked;
    order.order.values = {};
    const bool has_versions = maker.programs.front().version != 0;
    if (has_versions && values.has("version") && !values.has("all")) {
        for (const Program& program : maker.programs) {
            if (program.version == values.number<int>("version")) {
                order.programs.emplace_back(program.image->name);
                break;
            }
        }
        if (order.programs.empty()) {
            refuse(maker.game, fmt::format("there is no version {}", values.text("version")));
        }
    }
    if (values.has("all")) {
        for (const Program& program : maker.programs)
            order.programs.emplace_back(program.image->name);
    }
    if (values.has("depth")) order.depths = {values.number<int>("depth")};
    for (const KindCount& kind : maker.kinds) {
        if (values.has(kind.name)) {
            order.counts.emplace(kind.name, values.number(kind.name));
        }
    }
    order.position = values.text("position");
    if (values.has("seed")) order.seed = values.number("seed");
    for (const work::Option& option : maker.options) {
        if (values.has(option.name)) order.order.values.set(option.name, values.text(option.name));
    }
    return order;
}

work::Counts counts_of(const work::Outcome& outcome, std::size_t columns) {
    work::Counts counts{outcome.searches, outcome.nodes, outcome.cycles, outcome.differs ? 1U : 0U};
    counts.insert(counts.end(), outcome.own.begin(),
                  outcome.own.begin() + static_cast<std::ptrdiff_t>(columns));
    return counts;
}

/// `columns` must outlive it, and what it comes to.
work::Campaign campaign_of(work::Work made, std::span<const work::Column> columns) {
    const auto work = std::make_shared<const work::Work>(std::move(made));
    work::Campaign campaign{.columns = columns, .rows = {}, .make_worker = {}};
    const auto firsts = std::make_shared<std::vector<std::uint64_t>>();
    for (const work::Part& part : work->parts) {
        firsts->push_back(campaign.pieces);
        campaign.pieces += part.pieces;
        work::Data::Fields about{{"program", part.program}};
        if (part.version != 0) about.push_back({"version", part.version});
        if (part.depth != 0) about.push_back({"depth", part.depth});
        campaign.rows.push_back({.name = part.name, .about = std::move(about)});
    }
    campaign.left_out = work->left_out;
    campaign.make_worker = [work, firsts] {
        return [work, firsts, worker = std::shared_ptr(work->hire())](std::uint64_t piece) {
            const auto next = std::ranges::upper_bound(*firsts, piece);
            const auto part = static_cast<std::size_t>(next - firsts->begin()) - 1;
            const std::uint64_t number = piece - (*firsts)[part];
            const work::Outcome outcome = worker->run(part, number);
            work::RowOutcome row{.row = part,
                                 .counts = counts_of(outcome, work->columns.size()),
                                 .stopped = outcome.stopped};
            if (outcome.differs) row.first = worker->explain(part, number);
            return row;
        };
    };
    return campaign;
}

}  // namespace

Verify verify_of(std::shared_ptr<const WorkMaker> maker) {
    Verify job;
    job.about = maker->about;
    if (job.about.empty()) {
        job.about =
            "Searches positions of random games by the 6502 program and by its native twin, and "
            "compares\nall that both leave. Reports the first difference and exits with 1 if "
            "there is one.";
    }
    if (maker->programs.front().version != 0) {
        const Program* const usual = find_program(maker->programs, maker->usual_program);
        job.options.push_back(work::number_option(
            "version", "of the program", usual == nullptr ? "" : std::to_string(usual->version)));
        job.options.push_back(work::flag_option("all", "all versions"));
        job.options.back().excludes = {"version"};
    }
    if (maker->depths.greatest != 0) {
        job.options.push_back(work::number_option(
            "depth", "of the searches", "", static_cast<std::uint64_t>(maker->depths.least),
            static_cast<std::uint64_t>(maker->depths.greatest)));
    }
    work::Option position{"position", "compare this position only"};
    for (std::size_t i = 0; i < maker->kinds.size(); ++i) {
        const bool again = i > 0 && maker->kinds[i].name == maker->kinds[i - 1].name;
        if (again) continue;
        job.options.push_back(
            work::number_option(maker->kinds[i].name, maker->kind_helps[i], "", 0, 1'000'000'000));
        position.excludes.push_back(maker->kinds[i].name);
    }
    job.options.push_back(work::number_option("seed", "of all that is drawn", "1"));
    position.excludes.push_back("seed");
    job.options.push_back(position);
    job.options.insert(job.options.end(), maker->options.begin(), maker->options.end());
    job.examples = {{}, {{"positions", "10000"}, {"seed", "7"}}};
    if (maker->programs.size() > 1) {
        const int version = maker->programs[1].version;
        job.examples.push_back({{"version", std::to_string(version)}, {"depth", "2"}});
    }
    job.agree = "Program and twin agree.";
    job.differ = "Program and twin differ.";
    job.nothing = "positions";
    std::vector<work::Column> all(first_columns.begin(), first_columns.end());
    all.insert(all.end(), maker->columns.begin(), maker->columns.end());
    const auto columns = std::make_shared<const std::vector<work::Column>>(std::move(all));
    job.plan = [maker, columns](const Order& asked) {
        WorkOrder order = order_of(*maker, asked);
        return campaign_of(maker->work(order), *columns);
    };
    return job;
}

Proof proof_of(std::shared_ptr<const WorkMaker> maker) {
    Proof job;
    job.about =
        "Searches every position of a set, by the 6502 program and by its native twin, and\n"
        "compares all that both leave.";
    const std::string usual(maker->sets.front());
    if (maker->programs.front().version != 0) {
        job.options.push_back({.name = "versions", .help = "such as 13-16", .fallback = ""});
    }
    if (maker->depths.greatest != 0) {
        job.options.push_back({.name = "depths", .help = "such as 1-3", .fallback = ""});
    }
    job.options.push_back(
        {.name = "positions",
         .help = fmt::format("{}, or a file of positions", fmt::join(maker->sets, ", ")),
         .fallback = usual});
    job.options.insert(job.options.end(), maker->options.begin(), maker->options.end());
    job.examples = {{{"into", std::string(maker->game) + ".sqlite"}}};
    job.plan = [maker](const Order& asked) {
        const work::Values& values = asked.values;
        WorkOrder order = order_of(*maker, asked);
        order.position.clear();
        order.set = values.text("positions");
        if (values.has("depths")) {
            order.depths = work::numbers_in(values.text("depths"), "depths", maker->depths.least,
                                            maker->depths.greatest);
        }
        if (values.has("versions")) {
            const int last = maker->programs.back().version;
            for (const int version : work::numbers_in(values.text("versions"), "versions",
                                                      maker->programs.front().version, last)) {
                for (const Program& program : maker->programs) {
                    if (program.version == version) {
                        order.programs.emplace_back(program.image->name);
                        break;
                    }
                }
            }
        }
        const auto work = std::make_shared<const work::Work>(maker->work(order));
        work::Survey survey;
        survey.pieces_are = work::pieces_named("positions", order.set);
        survey.pieces = work->parts.front().pieces;
        for (const work::Part& part : work->parts) {
            survey.series.push_back({part.version, part.depth, part.program, part.crc});
        }
        survey.make_worker = [work] {
            return [worker = std::shared_ptr(work->hire())](std::size_t part, std::uint64_t piece) {
                const work::Outcome found = worker->run(part, piece);
                return work::Answer{found.value,   found.from,
                                    found.to,      found.fell_back,
                                    found.differs, static_cast<std::uint32_t>(found.nodes),
                                    found.cycles};
            };
        };
        survey.name = [work](std::uint64_t piece) { return work->name(0, piece); };
        survey.explain = [work](std::size_t part, std::uint64_t piece) {
            return work->hire()->explain(part, piece);
        };
        return survey;
    };
    job.again = [](int version, int depth, const std::string& piece) {
        work::Values values;
        if (version != 0) values.set("version", version);
        if (depth != 0) values.set("depth", depth);
        return values.set("position", piece);
    };
    return job;
}

// --- the tree of a search -------------------------------------------------------------------------

Watched watch_by_labels(const c64::EmbeddedImage& program, const TreeLabels& tree,
                        std::string_view routine, const Host& host) {
    const auto watching = std::make_shared<Watching>(
        Watching{tree, c64::debug::Symbols(c64::from_embedded(program)), host.machine()});
    Machine& machine = watching->start;
    const emu::Address begin = host.labels().at(routine), done = tape_buffer + 3;
    const Byte code[]{0x20, emu::low(begin), emu::high(begin),
                      0x4c, emu::low(done),  emu::high(done)};
    std::ranges::copy(code, machine.ram().begin() + tape_buffer);
    watching->symbols.labels.add("searchDone", done);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.board.connect_irq(false, machine.cpu.cycle);
    machine.cpu.jump(tape_buffer);
    return {.program = std::string(program.name),
            .machine = &watching->start,
            .symbols = &watching->symbols,
            .done = done,
            .add_commands =
                [watching](c64::debug::Commands& commands) {
                    commands.add({{"tree"},
                                  "[depth]",
                                  "the tree of the search so far, down to a depth (default: 2)",
                                  "game tree",
                                  [watching](auto& all, auto& arguments) -> c64::debug::Reply {
                                      const auto deepest = arguments.last_count("the depth", 2);
                                      return {tree_until(
                                          *watching, all.debugger.machine().cpu.cycle, deepest)};
                                  }});
                },
            .kept = watching};
}

Play play_of(const c64::EmbeddedImage& program) {
    Play job;
    job.about = "Play against the program in the machine, with its own keys; q leaves.";
    job.examples = {{}};
    job.begin = [&program](const Order& order) {
        return Player(c64::from_embedded(program), order.setup());
    };
    return job;
}

}  // namespace ryg::harness
