// Plans and names work items.
#include "engine/claims/plan.hpp"

#include <fmt/format.h>
#include <unordered_set>

#include "c64/board/state.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"

namespace ryg::claims {

void refuse(std::string_view game, std::string_view why) {
    throw std::invalid_argument(fmt::format("the game {}: {}", game, why));
}

namespace {

/// The lines of a file of positions by line number, except empty ones and those that begin with
/// `#`. Throws std::invalid_argument.
std::map<unsigned, std::string> positions_in(const std::string& path) {
    std::map<unsigned, std::string> lines;
    unsigned number = 0;
    for (const std::string& line : c64::lines_of(c64::read_file(path).value_or(""))) {
        ++number;
        if (!line.empty() && line[0] != '#') lines.emplace(number, line);
    }
    if (lines.empty()) {
        throw std::invalid_argument(path + ": cannot be read, or has no position in it");
    }
    return lines;
}

/// A random unfinished position of a random game.
AnyPosition random_position(const AnyDoor& door, engine::Random& random) {
    constexpr std::size_t longest_game = 100'000;  // plies
    std::vector<AnyPosition> met;
    AnyPosition position = door.start;
    for (auto moves = door.moves(position); !moves.empty(); moves = door.moves(position)) {
        met.push_back(position);
        position = random.pick(moves).second;
        if (met.size() > longest_game) refuse(door.name, "random games have to end");
    }
    if (met.empty()) refuse(door.name, "there is no move in `start`");
    const std::size_t first = std::min<std::size_t>(door.opening, met.size() - 1);
    return random.pick(std::span<const AnyPosition>(met).subspan(first));
}

/// The positions reachable from `start`, each once, late ones first: their trees are the smallest,
/// and their differences the easiest to understand.
/// Memory: keeps all positions and their texts, so a few million at most.
Numbered<AnyPosition> reachable_from(const AnyDoor& door) {
    std::vector<AnyPosition> all{door.start};
    std::unordered_set<std::string> met{door.write(door.start)};
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (auto& [move, next] : door.moves(all[at])) {
            if (met.insert(door.write(next)).second) all.push_back(std::move(next));
        }
    }
    std::ranges::reverse(all);
    return listed(std::move(all));
}

/// The positions of a set of the door, or of a file.
Numbered<AnyPosition> positions_of(const AnyDoor& door, const std::string& set) {
    if (std::ranges::find(door.sets, set) != door.sets.end()) {
        return door.all ? door.all(set) : reachable_from(door);
    }
    std::vector<AnyPosition> positions;
    for (const auto& [number, line] : positions_in(set)) {
        try {
            positions.push_back(door.read(line));
        } catch (const std::exception& error) {
            throw std::invalid_argument(fmt::format("{}:{}: {}", set, number, error.what()));
        }
    }
    return listed(std::move(positions));
}

std::vector<const Subject*> programs_of(const AnyDoor& door, const WorkOrder& order) {
    std::vector<const Subject*> chosen;
    for (const Subject* asked : order.programs) {
        chosen.push_back(find_program(door.programs, asked->name()));
        if (chosen.back() == nullptr)
            refuse(door.name, "there is no program " + std::string(asked->name()));
    }
    if (chosen.empty() && !door.usual_program.empty()) {
        chosen.push_back(find_program(door.programs, door.usual_program));
    }
    if (!chosen.empty()) return chosen;
    for (const Subject& program : door.programs) chosen.push_back(&program);
    return chosen;
}

/// The depths of an order, after 0 for the kinds that are not done by depth.
std::vector<int> depths_of(const AnyDoor& door, const WorkOrder& order) {
    const DepthRange& range = door.depths;
    std::vector<int> depths{0};
    for (const int depth : order.depths) {
        if (depth < range.least || depth > range.greatest) {
            refuse(door.name, fmt::format("depth {} is out of range: use {} to {}", depth,
                                          range.least, range.greatest));
        }
        depths.push_back(depth);
    }
    if (!order.depths.empty() || range.greatest == 0) return depths;
    // For a set, deeper searches are done only on request.
    const int last = order.set.empty() && order.position.empty() ? range.fewer : range.usual;
    for (int depth = range.least; depth <= last; ++depth) depths.push_back(depth);
    return depths;
}

/// Number of work items of each kind in a part, in the order in which they are done.
std::vector<PlannedPart::Kind> kinds_of(const AnyDoor& door, const Setting& setting,
                                        const WorkOrder& order) {
    std::vector<PlannedPart::Kind> chosen;
    for (std::size_t i = 0; i < door.kinds.size(); ++i) {
        const WorkKind& kind = door.kinds[i];
        if (door.depths.greatest != 0 && kind.by_depth != (setting.depth != 0)) continue;
        if (kind.fits && !kind.fits(setting)) continue;
        const auto asked = order.counts.find(kind.name);
        std::uint64_t count = asked != order.counts.end() ? asked->second
                              : order.counts.empty()      ? kind.usual
                                                          : 0;
        const bool is_few = order.depths.empty() && setting.depth > door.depths.usual;
        if (is_few) count = (count + kind.fewer - 1) / kind.fewer;
        const bool is_last = i + 1 == door.kinds.size();
        if (count > 0) chosen.push_back({is_last ? -1 : static_cast<int>(i), count});
    }
    std::ranges::sort(chosen, {}, [&](const PlannedPart::Kind& kind) {
        const bool is_late =
            kind.number >= 0 && door.kinds[static_cast<std::size_t>(kind.number)].late;
        return std::pair(is_late ? 2 : kind.number < 0 ? 1 : 0, kind.number);
    });
    return chosen;
}

/// A text that identifies the work; a database with another text is refused.
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

/// Limits the set to the requested number of positions, `together` of them per work item.
void take_usual(SharedPlan& plan) {
    std::uint64_t asked = 0;
    for (PlannedPart& part : plan.parts) {
        for (auto& [number, count] : part.kinds) {
            if (number >= 0) continue;
            asked = std::max(asked, count);
            count = (std::min(count, plan.set_count) + plan.together - 1) / plan.together;
        }
    }
    plan.set_count = std::min(plan.set_count, asked);
}

}  // namespace

AnyPosition drawn_position(const AnyDoor& door, const Host& host, std::uint64_t index,
                           engine::Random& random) {
    return door.draw ? door.draw(host, index, random) : random_position(door, random);
}

SharedPlan::SharedPlan(SharedDoor of, WorkOrder asked)
    : door(std::move(of)),
      order(std::move(asked)),
      is_usual(order.set.empty() && order.position.empty() && !door->usual_set.empty()),
      set(is_usual ? std::string(door->usual_set) : order.set) {
    if (order.order.instead != nullptr) replace(*order.order.instead);
    if (!order.position.empty()) only = door->read(order.position);
    if (!set.empty()) positions = positions_of(*door, set);
    set_count = positions.count;
}

std::shared_ptr<const c64::Image> SharedPlan::loaded(const Subject& program) const {
    if (instead_ != nullptr) return instead_;
    return std::make_shared<const c64::Image>(c64::from_embedded(*program.image));
}

std::pair<int, std::uint64_t> SharedPlan::at(std::size_t part, std::uint64_t piece) const {
    for (const auto& [number, count] : parts[part].kinds) {
        if (piece < count) return {number, piece};
        piece -= count;
    }
    return {-1, piece};
}

std::optional<std::uint64_t> SharedPlan::noise(std::size_t part, std::uint64_t piece) const {
    constexpr std::uint64_t one_in = 61;
    if (is_one()) return order.noise;
    const std::uint64_t index = at(part, piece).second;
    if (!order.noise && index % one_in != one_in - 1) return {};
    return work::mix(order.noise.value_or(order.seed), index);
}

bool SharedPlan::judges(std::size_t part, std::uint64_t piece) const {
    constexpr int deepest = 1;
    const auto [kind, index] = at(part, piece);
    if (is_one()) return true;
    if (kind >= 0 || parts[part].depth > deepest) return false;
    const std::uint64_t first = index * together;
    const std::uint64_t to_next = (judges_one_in - first % judges_one_in) % judges_one_in;
    return to_next < together;
}

void SharedPlan::draw_others(std::size_t part, std::pair<Address, Byte> instead) {
    constexpr std::uint64_t others = 24;
    c64::Image changed = image(part);
    changed.bytes[instead.first - changed.load_address] = instead.second;
    replace(std::move(changed));
    only.reset();
    auto& kinds = parts[part].kinds;
    if (kinds.back().number < 0) kinds = {{-1, others}};
}

std::string SharedPlan::name(std::size_t part, std::uint64_t piece) const {
    const auto [kind, index] = at(part, piece);
    if (kind >= 0)
        return fmt::format("{} {}", door->kinds[static_cast<std::size_t>(kind)].name, index + 1);
    if (is_one()) return door->write(*only);
    if (set_count > 0) return door->write(positions.position(index * together));
    return fmt::format("position {}", index + 1);
}

work::Request SharedPlan::again(std::size_t part, std::uint64_t piece, const std::string& position,
                                std::optional<std::uint64_t> noise) const {
    const Setting one = setting(part);
    const auto [kind, index] = at(part, piece);
    work::Values values = order.order.values;
    if (one.depth != 0) values.set("depth", one.depth);
    if (kind < 0 && !position.empty()) {
        values.set("position", position);
        if (noise) values.set("noise", *noise);
    } else {
        values.set(kind < 0 ? "positions" : door->kinds[static_cast<std::size_t>(kind)].name,
                   index + 1);
        values.set("seed", order.seed);
        if (order.noise) values.set("noise", *order.noise);
    }
    return {std::string(one.program), values};
}

work::Work work_of(const SharedDoor& shared, const WorkOrder& asked) {
    const AnyDoor& door = *shared;
    const auto plan = std::make_shared<SharedPlan>(shared, asked);
    const std::uint64_t count = plan->set_count;
    if (!plan->set.empty() && count == 0) {
        refuse(door.name, "there is no position in " + plan->set);
    }
    WorkOrder order = plan->order;
    if (plan->is_one()) order.counts = {{"positions", 1}};
    if (!order.set.empty()) order.counts = {{"positions", count}};
    work::Work work{.game = std::string(door.name),
                    .what = work_text(order, std::ranges::count(door.sets, order.set) != 0),
                    .columns = door.columns};
    for (const Subject* program : programs_of(door, order)) {
        const std::size_t before = plan->parts.size();
        const auto image = plan->loaded(*program);
        for (const int depth : depths_of(door, order)) {
            const Setting setting{program->image->name, program->version, depth,
                                  &order.order.values};
            PlannedPart part{program, image, depth, kinds_of(door, setting, order)};
            if (!part.kinds.empty()) plan->parts.push_back(std::move(part));
        }
        if (plan->parts.size() == before) work.left_out.emplace_back(program->name());
    }
    if (count > 0 && plan->parts.empty()) refuse(door.name, "none of the programs searches");
    if (plan->is_usual) {
        plan->together = door.restores ? 1 : positions_a_piece;
        take_usual(*plan);
    }
    for (std::size_t i = 0; i < plan->parts.size(); ++i) {
        const PlannedPart& planned = plan->parts[i];
        work::Part part{.program = std::string(planned.program->name()),
                        .crc = c64::crc_32(plan->image(i).bytes),
                        .version = planned.program->version,
                        .depth = planned.depth};
        part.name = work::part_name(part.program, part.depth);
        for (const auto& kind : planned.kinds) part.pieces += kind.count;
        work.parts.push_back(std::move(part));
    }
    work.name = [plan](std::size_t part, std::uint64_t piece) { return plan->name(part, piece); };
    work.again = [plan](std::size_t part, std::uint64_t piece) {
        const bool is_drawn = !plan->is_one() && plan->set_count == 0;
        return plan->again(part, piece, is_drawn ? "" : plan->name(part, piece));
    };
    work.hire = [plan] { return worker_of(plan); };
    return work;
}

}  // namespace ryg::claims
