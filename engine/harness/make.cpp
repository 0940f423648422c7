// What all games' jobs share: which pieces of work there are, and the options of `verify`.
#include "engine/harness/make.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>

namespace ryg::harness {

void refuse(std::string_view game, std::string_view why) {
    throw std::invalid_argument(fmt::format("the game {}: {}", game, why));
}

// --- which pieces there are -----------------------------------------------------------------------

namespace {

std::vector<const Program*> programs_of(std::string_view game, std::span<const Program> programs,
                                        std::string_view usual, const WorkOrder& order) {
    std::vector<const Program*> chosen;
    for (const Program* asked : order.programs) {
        chosen.push_back(find_program(programs, asked->name()));
        if (chosen.back() == nullptr)
            refuse(game, "there is no program " + std::string(asked->name()));
    }
    if (chosen.empty() && !usual.empty()) chosen.push_back(find_program(programs, usual));
    if (!chosen.empty()) return chosen;
    for (const Program& program : programs) chosen.push_back(&program);
    return chosen;
}

/// 0 first, for the kinds that are not done by depth.
std::vector<int> depths_of(std::string_view game, const Program& program, const DepthRange& range,
                           const WorkOrder& order) {
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
    int last = order.set.empty() && order.position.empty() ? range.fewer : range.usual;
    if (program.greatest_depth != 0) last = std::min(last, program.greatest_depth);
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
        for (const int depth : depths_of(game, *program, depths, order)) {
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
        if (plan.parts.size() == before) plan.left_out.emplace_back(program->name());
    }
    return plan;
}

// --- verify ---------------------------------------------------------------------------------------

std::map<unsigned, std::string> positions_in(const std::string& path) {
    std::ifstream file(path);
    std::map<unsigned, std::string> lines;
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (!line.empty() && line[0] != '#') lines.emplace(number, line);
    }
    if (lines.empty()) {
        throw std::invalid_argument(path + ": cannot be read, or has no position in it");
    }
    return lines;
}

std::string work_text(const WorkOrder& order, bool is_set) {
    std::string text = fmt::format("drawn pieces, seed {}", order.seed);
    if (!order.position.empty()) {
        text = "position " + order.position;
    } else if (is_set) {
        text = order.set + " positions";
    } else if (!order.set.empty()) {
        std::string lines;
        for (const auto& [number, line] : positions_in(order.set)) {
            lines += (lines.empty() ? "" : "\n") + line;
        }
        const std::vector<Byte> bytes(lines.begin(), lines.end());
        text = fmt::format("positions of a file, CRC-32 {:08x}", c64::crc_32(bytes));
    }
    for (const auto& [name, value] : order.order.values.all()) {
        text += fmt::format(", {} {}", name, value);
    }
    return text;
}

namespace {

/// `--positions`: a number of drawn ones, a set, or a file.
void read_positions(const WorkMaker& maker, const std::string& text, WorkOrder& order) {
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    constexpr std::uint64_t most = 1'000'000'000;
    if (error == std::errc() && end == text.data() + text.size() && count <= most) {
        order.counts.emplace("positions", count);
    } else if (std::ranges::count(maker.sets, text) != 0 || std::filesystem::exists(text)) {
        order.set = text;
    } else {
        throw std::invalid_argument(
            fmt::format("--positions: '{}' is not a number up to {}, nor a file{}{}", text, most,
                        maker.sets.empty() ? "" : ", nor ", fmt::join(maker.sets, " or ")));
    }
}

WorkOrder order_of(const WorkMaker& maker, const Order& asked) {
    const work::Values& values = asked.values;
    WorkOrder order{.programs = asked.programs, .position = values.text("position")};
    order.order = asked;
    order.order.values = {};
    order.order.programs = {};
    if (values.has("depth")) {
        order.depths = depths_in(values.text("depth"), maker.depths.least, maker.depths.greatest);
    }
    for (const KindCount& kind : maker.kinds) {
        if (!values.has(kind.name)) continue;
        if (kind.name == "positions") {
            read_positions(maker, values.text(kind.name), order);
        } else {
            order.counts.emplace(kind.name, values.number(kind.name));
        }
    }
    if (values.has("seed")) order.seed = values.number("seed");
    if (values.has("noise")) order.noise = values.number("noise");
    for (const work::Option& option : maker.options) {
        if (values.has(option.name)) order.order.values.set(option.name, values.text(option.name));
    }
    return order;
}

}  // namespace

Verify verify_of(std::shared_ptr<const WorkMaker> maker) {
    Verify job;
    job.several = true;
    job.about = maker->about;
    if (job.about.empty()) {
        job.about =
            "Searches positions of random games by the 6502 program and by its native twin, and\n"
            "compares all that both leave.";
    }
    if (maker->depths.greatest != 0) {
        job.options.push_back({"depth", fmt::format("of the searches, {} to {}, such as 1-3",
                                                    maker->depths.least, maker->depths.greatest)});
    }
    work::Option position{"position", "compare this position only"};
    for (std::size_t i = 0; i < maker->kinds.size(); ++i) {
        const std::string_view name = maker->kinds[i].name;
        const bool again = i > 0 && name == maker->kinds[i - 1].name;
        if (again) continue;
        if (name == "positions") {
            job.options.push_back(
                {"positions",
                 fmt::format("how many random ones, {}{}or a file of them",
                             fmt::join(maker->sets, ", "), maker->sets.empty() ? "" : ", ")});
        } else {
            job.options.push_back(
                work::number_option(name, std::string(maker->kind_helps[i]), "", 0, 1'000'000'000));
        }
        position.excludes.push_back(name);
        job.kinds.push_back(name);
    }
    if (!maker->sets.empty()) job.set = maker->sets.front();
    job.options.push_back(work::number_option("seed", "of all that is drawn", "1"));
    job.options.push_back(
        work::number_option("noise",
                            "do all of it once more in memory full of noise, drawn by this seed "
                            "(default: one item in 61)",
                            ""));
    position.excludes.push_back("seed");
    job.options.push_back(position);
    job.options.insert(job.options.end(), maker->options.begin(), maker->options.end());
    job.examples = {{}, {{"positions", "1000"}, {"seed", "7"}}};
    job.work = [maker](const Order& asked) { return maker->work(order_of(*maker, asked)); };
    return job;
}

Play play_of(Play job) {
    if (job.about.empty()) {
        job.about = "Play against the program in the machine, with its own keys; q leaves.";
        job.examples = {{}};
    }
    if (job.begin) return job;
    job.begin = [shows = job.shows, see = job.see, seat = job.seat](const Order& order) {
        const c64::Image image = c64::from_embedded(*order.program().image);
        Player player(image, order.setup());
        if (see != nullptr) {
            player.follow(image.labels.at(shows),
                          [see, labels = image.labels](const c64::Machine& machine) {
                              return see(machine, labels);
                          });
        }
        if (seat != nullptr) seat(player, image.labels, order.values);
        return player;
    };
    return job;
}

}  // namespace ryg::harness
