// Reading the options of `ryg hash`, and what follows from them.
#include "app/hash_options.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

#include "app/machine_options.hpp"
#include "app/position_options.hpp"

namespace ryg::app {

using namespace ryg::crosscheck;
using engine::ryg3::RandomTables;
using Kind = HashSource::Kind;

namespace {

constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds{
    {{"sid", Kind::sid}, {"machine", Kind::machine}, {"host", Kind::host}, {"dense", Kind::dense}}};

constexpr std::uint64_t any_seed = ~std::uint64_t{0};
constexpr Cycle greatest_wait = 1'000'000'000, greatest_cadence = 100'000;
constexpr std::size_t fewest_boards = 256;  // that fill a table to more than a half
constexpr std::uint64_t most_boards = 10'000'000;
constexpr int greatest_search_depth = 13;

const PlantedFault* find_fault(const std::string& name) {
    std::string names;
    for (const PlantedFault& fault : planted_faults()) {
        if (fault.name == name) return &fault;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", fault.name);
    }
    throw Trouble(fmt::format("--plant: there is no '{}': use {}", name, names));
}

Kind kind_of(const std::string& name) {
    for (const auto& [text, kind] : kinds) {
        if (text == name) return kind;
    }
    throw Trouble(fmt::format("--tables: there is no '{}': use sid, machine, host or dense", name));
}

HashPositions search_positions(const Parsed& parsed, std::uint64_t order) {
    namespace ryg3 = engine::ryg3;
    HashPositions positions;
    positions.searched = ryg3::board_from(position_of(parsed));
    positions.depth = parsed.get<int>("depth");
    check_range(positions.depth, ryg3::least_depth, greatest_search_depth, "depth");
    std::vector<ryg3::Board> visited;
    ryg3::Thinker thinker;
    thinker.version = ryg3::Version::v09;
    thinker.think(*positions.searched, positions.depth, &visited);
    positions.boards = boards_met(std::move(visited), order);
    positions.about = fmt::format("{} interior nodes of a search {} plies deep",
                                  positions.boards.met.size(), positions.depth);
    return positions;
}

}  // namespace

std::uint64_t number_of(const Parsed& parsed, const char* option, std::uint64_t least,
                        std::uint64_t greatest) {
    const std::uint64_t value = parse_number(parsed.get<std::string>(option), option, greatest);
    if (value < least) {
        throw Trouble(
            fmt::format("--{}: {} is too small: use {} to {}", option, value, least, greatest));
    }
    return value;
}

std::string HashSource::describe() const {
    std::string text(kinds[static_cast<std::size_t>(kind)].first);
    switch (kind) {
        case Kind::host: text += fmt::format(", seed {}", *seed); break;
        case Kind::dense: text += ": the board's number modulo 251, the lock the quotient"; break;
        case Kind::machine:
            text += seed ? fmt::format(", warm, seed {}", *seed) : std::string(", cold");
            if (idle != 0) text += fmt::format(", after idling for {} cycles", idle);
            if (reader.wait != 0) text += fmt::format(", noise running for {} cycles", reader.wait);
            break;
        case Kind::sid:
            text += seed ? fmt::format(", warm, seed {}", *seed) : std::string(", cold");
            text += fmt::format(", first reading after {} cycles, then one in {}", reader.wait,
                                reader.byte);
    }
    if (plant != nullptr) text += fmt::format("; planted: {}", plant->about);
    return text;
}

RandomTables HashSource::draw(std::optional<std::uint64_t> with) const {
    engine::Random random(with.value_or(0));
    RandomTables tables;
    if (kind == Kind::host) {
        tables = host_tables(random);
    } else {
        const c64::SidSeed power_on = with ? warm_seed(random) : c64::SidSeed{};
        NoiseReader now = reader;
        now.power_on = power_on;
        tables =
            kind == Kind::sid
                ? tables_from_noise(now)
                : tables_from_machine(
                      {.power_on = power_on, .idle = idle, .wait = reader.wait, .timing = timing});
    }
    if (plant != nullptr) plant->plant(tables);
    return tables;
}

HashFigures HashSource::figures(const HashBoards& boards, std::optional<std::uint64_t> with) const {
    return kind == Kind::dense ? dense_figures(boards) : hash_figures(boards, draw(with));
}

HashSource hash_source_of(const Parsed& parsed) {
    const auto& name = parsed.get<std::string>("tables");
    HashSource source;
    source.kind = kind_of(name);
    const auto refuse = [&](const char* option) {
        if (parsed.has(option)) {
            throw Trouble(fmt::format("--{}: --tables {} has none", option, name));
        }
    };
    if (source.kind != Kind::sid) refuse("cadence");
    if (source.kind != Kind::sid && source.kind != Kind::machine) refuse("wait");
    if (source.kind != Kind::machine) refuse("idle");
    if (source.kind != Kind::machine && !parsed.values["timing"].defaulted()) refuse("timing");
    if (source.kind == Kind::dense) {
        for (const char* option : {"seed", "sets", "plant"}) refuse(option);
        if (parsed.get<std::string>("positions") != "all") {
            throw Trouble(
                "--tables: dense numbers positions, in which cats have no numbers of their own: "
                "use --positions all");
        }
    }
    if (parsed.has("seed")) source.seed = number_of(parsed, "seed", 0, any_seed);
    if (source.kind == Kind::host && !source.seed) source.seed = 1;
    if (parsed.has("wait")) source.reader.wait = number_of(parsed, "wait", 0, greatest_wait);
    if (parsed.has("cadence")) {
        const Cycle between = source.reader.table - source.reader.byte;
        source.reader.byte = number_of(parsed, "cadence", 4, greatest_cadence);
        source.reader.table = source.reader.byte + between;
    }
    source.timing = timing_of(parsed);
    if (parsed.has("idle")) source.idle = number_of(parsed, "idle", 0, greatest_wait);
    if (parsed.has("plant")) source.plant = find_fault(parsed.get<std::string>("plant"));
    return source;
}

HashPositions hash_positions_of(const Parsed& parsed) {
    const auto& kind = parsed.get<std::string>("positions");
    const auto refuse = [&](const char* option, const char* belongs_to) {
        if (kind != belongs_to && parsed.has(option) && !parsed.values[option].defaulted()) {
            throw Trouble(fmt::format("--{}: goes with --positions {} only", option, belongs_to));
        }
    };
    refuse("boards", "games");
    refuse("depth", "search");
    refuse("position", "search");
    const std::uint64_t order = number_of(parsed, "order", 0, any_seed);
    HashPositions positions;
    if (kind == "all") {
        positions.boards = all_boards(order);
        positions.independent = true;
        positions.about = "all placements, cats numbered by ascending square";
    } else if (kind == "reachable") {
        positions.boards = reachable_boards_in(order);
        positions.independent = true;
        positions.about = "all that play can reach, each cat with its number";
    } else if (kind == "games") {
        positions.boards =
            boards_of_games(number_of(parsed, "boards", fewest_boards, most_boards), order);
        positions.about = fmt::format("{} of random games", positions.boards.met.size());
    } else if (kind == "search") {
        positions = search_positions(parsed, order);
    } else {
        throw Trouble(
            fmt::format("--positions: there is no '{}': use all, reachable, games or "
                        "search",
                        kind));
    }
    const HashBoards& boards = positions.boards;
    if (boards.distinct.size() < fewest_boards) {
        throw Trouble(
            fmt::format("{}: only {} different ones, too few to judge a hash by: use {} "
                        "or more",
                        positions.about, boards.distinct.size(), fewest_boards));
    }
    positions.about += fmt::format("; {} different, {} drawn in random order (seed {})",
                                   boards.distinct.size(), boards.sample, order);
    return positions;
}

options::options_description hash_options() {
    options::options_description own;
    const auto text = [] { return options::value<std::string>(); };
    own.add_options()                                                            //
        ("tables", text()->default_value("sid"), "sid, machine, host or dense")  //
        ("seed", text(),
         "host: of the bytes (default: 1); sid, machine: of the state of a chip that has run "
         "for long (default: just switched on)")(
            "wait", text(),
            "cycles; sid: between starting the noise and the first reading; machine: between "
            "starting it and the call of randomize")(
            "idle", text(), "machine: cycles to idle first, the noise not running")(
            "cadence", text(), "sid: cycles from reading to reading (default: the program's, 26)")(
            "plant", text(),
            "spoil the tables: four-bits, equal-tables, constant, counter, lock-is-hash, no-lock");
    add_timing_option(own);
    own.add_options()                                                                   //
        ("positions", text()->default_value("all"), "all, reachable, games or search")  //
        ("boards", text()->default_value("20000"), "games: how many boards")            //
        ("depth", options::value<int>()->default_value(9), "search: plies, 1 to 13")(
            "order", text()->default_value("1"), "seed of the boards' random order and of games");
    add_position_option(own);
    own.add_options()                                                   //
        ("jury", text()->default_value("999"), "members, 999 or more")  //
        ("sets", text(), "judge so many sets, of as many seeds, and count the verdicts")(
            "cadences", "show what comes of reading the noise faster and slower, nothing else")(
            "report", text(), "write plots and an HTML page into this folder");
    add_jobs_option(own);
    return own;
}

}  // namespace ryg::app
