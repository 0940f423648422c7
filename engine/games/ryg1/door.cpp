// What a search of RYG must leave in memory, and what else of the programs is compared: games,
// conversations, answers, verdicts.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/common/notation.hpp"
#include "engine/common/solution.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/typist.hpp"
#include "engine/games/ryg1/programs.hpp"
#include "engine/games/ryg1/tree_view.hpp"

namespace ryg::engine::ryg1 {
namespace {

using harness::Expected;
using harness::Host;
using harness::Setting;
using harness::Spot;
using Trial = harness::Trial<Root>;

constexpr std::string_view the_board = "tableroActual";

bool chooses(const Setting& setting) { return version_of(setting) >= Version::v14; }
bool draws_lots(const Setting& setting) { return setting.program.ends_with("_desempate"); }

// --- the program ----------------------------------------------------------------------------------

/// The limits that the program has by itself stay unless others are wanted, so that wrong ones are
/// seen.
void put(Host& host, const Root& root, const Setting& setting) {
    const SearchOptions options = options_of(host, root, setting);
    const Address start = host.labels().at("raizArbol");
    const unsigned end = tree_end_of(options);
    if (options.tree_base < start || options.tree_base + NodeLayout::size > end) {
        throw std::invalid_argument(fmt::format(
            "the tree cannot lie from ${:04x} to ${:04x}: a node takes {} bytes, and the program "
            "ends at ${:04x}",
            options.tree_base, end, std::size_t{NodeLayout::size}, start));
    }
    host.put(the_board, board_bytes(root.position));
    if (root.tree_base) host.set_word("baseArbolLo", "baseArbolHi", *root.tree_base);
    if (root.tree_end) host.set_word("finArbolLo", "finArbolHi", *root.tree_end);
    host.set("dajProf", static_cast<Byte>(setting.depth));
    if (draws_lots(setting)) host.machine().ram()[jiffy_clock] = root.clock;
}

/// BASIC out of the way, from version 16.
void prepare(Host& host, const Setting& setting) {
    if (version_of(setting) < Version::v16) return;
    constexpr Address port = 1;
    constexpr Byte LORAM = 1;
    const auto expected = static_cast<Byte>(host.machine().ram()[port] & ~LORAM);
    const auto result = host.machine().call(host.labels().at("ampliaRam"), {}, 1'000);
    const Byte found = host.machine().ram()[port];
    if (result.returned() && found == expected) return;
    throw harness::EngineFault(
        fmt::format("${:02x} in the processor port, not ${:02x}", found, expected), "ampliaRam",
        port);
}

std::vector<std::string_view> routines(const Setting& setting) {
    std::vector<std::string_view> all{"desarrollaArbolJugadas", "evaluaArbolJugadas"};
    if (chooses(setting)) all.emplace_back("decideJugadaGatos");
    return all;
}

// --- what a search leaves -------------------------------------------------------------------------

SearchOptions own_options(const Host& host, const Setting& setting) {
    SearchOptions options{.version = version_of(setting),
                          .depth = setting.depth,
                          .tree_base = host.labels().at("raizArbol")};
    if (draws_lots(setting)) options.tie_byte = 0;
    return options;
}

work::Outcome outcome_of(const SearchOutcome& found, const Setting& setting) {
    const Move move = found.move.value_or(Move{0xff, 0xff});
    return {.value = found.value,
            .from = move.from,
            .to = move.to,
            .fell_back = found.depth_used != setting.depth,
            .nodes = found.nodes};
}

class RygTwin final : public harness::Twin<Root> {
  public:
    RygTwin(const Host& host, const Setting& setting)
        : setting_(setting), own_(own_options(host, setting)) {
        const std::size_t count = chooses(setting) ? bytes.size() : chosen;
        for (std::size_t i = 0; i < count; ++i) at_.push_back(host.labels().at(bytes.at(i)));
    }

    work::Outcome outcome(const Root& root) override {
        found_ = ryg1::search(root.position, with_root(own_, root));
        return outcome_of(found_, setting_);
    }

    void search(const Root& root, Expected& expected) override {
        const SearchOptions options = with_root(own_, root);
        expected.outcome = outcome(root);
        const std::vector<Byte> image = write_image(found_.tree, options.tree_base);
        const auto base = options.tree_base;
        const auto end = static_cast<Address>(tree_end_of(options));
        const auto free = static_cast<Address>(base + image.size());
        const auto child = std::ranges::find(found_.children, found_.move, &ChildResult::move);
        const bool moves = child != found_.children.end();
        const Address node = moves ? child->address : Address{0};
        const auto number = moves ? child - found_.children.begin() : 0xff;
        const std::array<Byte, bytes.size()> left{emu::low(base),
                                                  emu::high(base),
                                                  emu::low(end),
                                                  emu::high(end),
                                                  static_cast<Byte>(found_.depth_used),
                                                  emu::low(free),
                                                  emu::high(free),
                                                  static_cast<Byte>(number),
                                                  emu::low(node),
                                                  emu::high(node)};
        for (std::size_t i = 0; i < at_.size(); ++i)
            expected.add_number(bytes.at(i), at_[i], left.at(i));
        expected.add("tree", base, image);

        // With the memory full, the given-up deeper tree lies after the one that was kept.
        expected.scratch = {base, expected.outcome.fell_back ? end : free};
        expected.limit = 10 * expected_cycles(found_, options);
    }

    /// Limits and depth, the shape of the tree node by node, its end; values, children before their
    /// parents; the choice.
    [[nodiscard]] std::vector<Spot> order(const Expected& expected, std::size_t) const override {
        enum Routine : std::uint32_t { building, valuing, choosing };
        const auto tree = static_cast<std::uint32_t>(at_.size());
        std::vector<Spot> spots;
        const auto add = [&spots](std::uint32_t from, std::uint32_t to, Routine routine) {
            for (std::uint32_t i = from; i < to; ++i) spots.push_back({i, 0, routine});
        };
        add(0, free_end, building);
        for (std::uint32_t offset = 0; offset < expected.fields()[tree].size; ++offset) {
            if (offset % NodeLayout::size != NodeLayout::value) {
                spots.push_back({tree, offset, building});
            }
        }
        add(free_end, chosen, building);
        const auto add_values = [&](auto&& self, std::uint32_t node) -> void {
            const Node& parent = found_.tree[node];
            for (std::uint32_t i = 0; i < parent.child_count; ++i) {
                self(self, parent.first_child + i);
            }
            constexpr std::uint32_t size = NodeLayout::size, offset = NodeLayout::value;
            spots.push_back({tree, node * size + offset, valuing});
        };
        add_values(add_values, 0);
        add(chosen, tree, choosing);
        return spots;
    }

    [[nodiscard]] harness::Place place(const Expected& expected, const Spot& spot) const override {
        if (spot.field < at_.size()) return Twin::place(expected, spot);
        const ImagePlace place = place_in_image(spot.offset);
        std::string path;
        for (const Move move : found_.tree.path_to(place.node)) {
            path += (path.empty() ? "" : " ") + to_string(move);
        }
        return {place.field, "path", path.empty() ? "-" : path};
    }

  private:
    static constexpr std::array<std::string_view, 10> bytes{
        "baseArbolLo", "baseArbolHi", "finArbolLo", "finArbolHi", "dajProfReal",
        "libreLo",     "libreHi",     "djmHijo",    "djmDirLo",   "djmDirHi"};
    static constexpr std::uint32_t free_end = 5, chosen = 7;  // of these

    Setting setting_;
    SearchOptions own_;
    std::vector<Address> at_;  // of those that the version has
    SearchResult found_;
};

/// Whose work a field of a node is, and who has it done: by the beginning of the field's name.
std::string_view owner(std::string_view field) {
    static constexpr std::array<std::array<std::string_view, 2>, 7> owners{
        {{"marca", "copiaTablero < creaHijo"},
         {"nivel", "creaHijo, copiaTableroRaiz"},
         {"turno", "creaHijo, copiaTableroRaiz"},
         {"padre", "fijaPadre < creaHijo"},
         {"hijos", "fijaHijo < creaHijo"},
         {"matriz", "fijaContenido < generaHijosRaton, generaHijosGatos"},
         {"valor", "evaluaTablero, minValorHijos, maxValorHijos < minHijos, maxHijos < miniMax"}}};
    const auto found = std::ranges::find_if(
        owners, [&](const auto& each) { return field.starts_with(each.front()); });
    return found == owners.end() ? std::string_view() : found->back();
}

// --- positions --------------------------------------------------------------------------------------

/// One position in four has its tree elsewhere, half of those where nodes can have a low byte of 0,
/// and one in four has less memory for it, not up to the beginning of a page. Every eighth is
/// finished: the side that lost has no move, or has one and no use for it.
Root draw(const Host& host, std::uint64_t index, Random& random) {
    constexpr std::uint32_t most_bytes = 0x1fff;
    const auto odd = [&] { return static_cast<Address>(1 | random.below(most_bytes)); };
    const Address start = host.labels().at("raizArbol");
    Root root;
    if (index % 4 == 1) root.tree_base = static_cast<Address>(start + odd());
    if (index % 8 == 5) root.tree_base = static_cast<Address>((*root.tree_base | 7) + 1);
    if (index % 4 == 2) root.tree_end = static_cast<Address>(start + NodeLayout::size + odd());
    root.position = random_position(random);
    while (index % 8 == 7 && !is_over(root.position)) {
        root.position = apply(root.position, random_move(root.position, random));
    }
    if (host.labels().find("djmReloj")) root.clock = static_cast<Byte>(random.next());
    return root;
}

/// "all", or those that are "reachable" and asked for: the cats to move, the mouse not yet home.
harness::Numbered<Root> all(std::string_view set) {
    const auto reachable = reachable_positions();
    const auto positions = std::make_shared<std::vector<Position>>();
    for (indexing::PositionIndex index = 0; index < indexing::position_count; ++index) {
        const Position position = indexing::position_at(index);
        const bool asked =
            reachable[index] && position.side == Side::cats && !mouse_on_goal(position);
        if (asked || set == "all") positions->push_back(position);
    }
    return {positions->size(),
            [positions](std::uint64_t number) { return Root{positions->at(number)}; }};
}

// --- what is done besides searching -----------------------------------------------------------------

enum Column : std::uint8_t { games, judged };

void expect_board(Trial& trial, const NodeBytes& node, std::string_view after) {
    Expected expected;
    expected.add(the_board, trial.host.labels().at(the_board), node, 0xff, field_name);
    trial.expect(expected, after);
}

/// Calls a routine that changes the board; its cycles do not count.
void change_board(Trial& trial, std::string_view routine, const NodeBytes& node) {
    const Cycle before = trial.outcome.cycles;
    trial.call(routine);
    trial.outcome.cycles = before;
    expect_board(trial, node, routine);
}

/// To a routine of the referee.
void show_board_to(Host& host, std::string_view initials) {
    host.set_word(fmt::format("{}TableroLo", initials), fmt::format("{}TableroHi", initials),
                  host.labels().at(the_board));
}

/// Asks the program's referee, from version 15, about its board.
void judge(Trial& trial, const Position& position) {
    if (version_of(trial.setting) < Version::v15) return;
    Host& host = trial.host;
    const auto ask = [&](std::string_view routine, std::string_view label, bool is_so) {
        show_board_to(host, label);
        trial.call(routine);
        Expected verdict;
        verdict.add_number(label, host.labels().at(label), is_so ? 0x00 : 0xff);
        trial.expect(verdict, routine);
    };
    ask("verificaRatonFila0", "vrf0", mouse_on_goal(position));
    ask("verificaGatos0Jugs", "vg0j", cats_stuck(position));
    ask("verificaRaton0Jugs", "vr0j", mouse_stuck(position));
    trial.count(judged);
}

/// The program's answer on its board; where there is none the board keeps its value.
Position answer(Trial& trial, const Position& position, const work::Outcome& found, Byte value) {
    const bool moves = found.from != 0xff;
    const Position answered = moves ? apply(position, {found.from, found.to}) : position;
    change_board(trial, "aplicaJugadaDecidida",
                 board_bytes(answered, 0, moves ? found.value : value));
    return answered;
}

void answer_and_judge(Trial& trial, const Root& root) {
    if (chooses(trial.setting)) answer(trial, root.position, trial.outcome, neutral_value);
    trial.host.put(the_board, board_bytes(root.position));
    judge(trial, root.position);
}

MousePlayer mouse_of(Trial& trial) {
    return MousePlayer(all_mouse_kinds.at(trial.index % all_mouse_kinds.size()),
                       trial.random.next());
}

/// A game on one machine: what each move leaves is there at the next.
void play(Trial& trial) {
    Host& host = trial.host;
    MousePlayer mouse = mouse_of(trial);
    Position position = start_position();
    Byte value = neutral_value;
    trial.count(games);
    trial.begin();
    host.set_word("itTableroLo", "itTableroHi", host.labels().at(the_board));
    change_board(trial, "inicializaTablero", board_bytes(position));
    host.set("dajProf", static_cast<Byte>(trial.setting.depth));
    while (true) {
        trial.at({position});
        const Position moved = apply(position, mouse.choose(position));
        host.set("sjFila", static_cast<Byte>(row_of(moved.mouse)));
        host.set("sjColumna", static_cast<Byte>(column_of(moved.mouse)));
        change_board(trial, "aplicaJugadaSolicitada", board_bytes(moved, 0, value));
        trial.at({moved});
        judge(trial, moved);
        if (is_over(moved)) return;
        Root root{moved};
        if (draws_lots(trial.setting)) root.clock = host.machine().ram()[jiffy_clock];
        const work::Outcome found = trial.search_as_it_is(root);
        if (found.from == 0xff) return;
        position = answer(trial, moved, found, value);
        value = found.value;
        trial.at({position});
        judge(trial, position);
        if (is_over(position)) return;
    }
}

/// A game from RUN on, read on the screen and typed, up to the question for the next one.
void converse(Trial& trial) {
    using enum Dialogue::Wants;
    constexpr Cycle a_letter = 40'000, at_least = 1'000'000;  // scrolling costs most
    Typist typist(mouse_of(trial), trial.setting.depth, trial.random);
    Dialogue native(options_of(trial.host, {}, trial.setting));
    trial.count(games);
    trial.start();
    std::string text = native.begin();
    int searched = 0;
    while (true) {
        const bool has_searched = std::exchange(searched, native.searches()) != searched;
        Cycle limit = at_least + a_letter * text.size();
        if (has_searched) limit += 10 * expected_cycles(*native.searched(), native.options());
        trial.at({native.position()});
        trial.expect_text(text, limit, native.wants() == nothing);
        if (has_searched) trial.expect_search({native.searched_position()});
        if (native.wants() != depth) expect_board(trial, native.board(), "a key");
        const auto key = typist.key_for(native);
        if (!key) return;
        trial.type({&*key, 1});
        text = native.type(*key);
    }
}

}  // namespace

SearchOptions options_of(const Host& host, const Root& root, const Setting& setting) {
    return with_root(own_options(host, setting), root);
}

bool referee_says(Host& host, std::string_view routine, std::string_view initials) {
    show_board_to(host, initials);
    host.call(routine);
    return host.byte_at(initials) == 0;
}

c64::Image program(Version version) {
    const std::string name = fmt::format("ryg{}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg1_programs(), name));
}

harness::Searcher<Root> searcher(const harness::Program& program, int depth,
                                 const c64::Setup& setup, const c64::Image* instead) {
    return {door(),
            {program.name(), program.version, depth},
            instead != nullptr ? *instead : c64::from_embedded(*program.image),
            setup};
}

harness::Searcher<Root> searcher(Version version, int depth) {
    const std::string name = fmt::format("ryg{}", number_of(version));
    return searcher(*harness::find_program(door().programs, name), depth);
}

namespace {

harness::BoardGame<Root> board_game() {
    harness::BoardGame<Root> game;
    game.examples = {
        {},
        {{"", "ryg16"}, {"depth", "3"}, {"asm-sample", "5000"}},
        {{"", "ryg14"}, {"depth", "4"}, {"positions", "20000"}, {"games", "50"}, {"json", ""}}};
    game.programs = {"ryg14", "ryg15", "ryg16"};
    game.sides = {Side::cats};
    game.begin = [](const Position& position) { return Root{position}; };
    game.after = [](const Root& root, Move move) {
        Root next = root;
        next.position = apply(root.position, move);
        return next;
    };
    return game;
}

harness::Door<Root> make_door() {
    harness::Door<Root> door{
        .name = "ryg",
        .programs = {},
        .depths = {least_depth, greatest_depth, 3, greatest_depth},
        .start = {},
        .read = root_from,
        .write = [](const Root& root) { return to_text(root); },
        .put = put,
        .routines = routines,
        .twin = [](const Host& host, const Setting& setting) -> harness::TwinOf<Root> {
            return std::make_unique<RygTwin>(host, setting);
        },
        .draw = draw,
        .usual_positions = 8000,
        .fewer_positions = 200,
        .also = answer_and_judge,
        .sets = {"reachable", "all"},
        .all = all,
        .prepare = prepare,
        .answer =
            [](const Host& host, const Root&, const Setting& setting) {
                return outcome_of(outcome_in(host.machine(), host.labels()), setting);
            },
        .owner = owner,
        .usual_program = "ryg16",
        .kinds = {{.name = "games",
                   .help = "whole games, the mouse played by one of three kinds",
                   .usual = 360,
                   .fewer = 180,
                   .run = play,
                   .fits = chooses},
                  {.name = "sessions",
                   .help = "games from RUN on, typed and read",
                   .usual = 3,
                   .run = converse,
                   .fits = [](const Setting& one) { return chooses(one) && !draws_lots(one); }},
                  {.name = "sessions",
                   .help = {},
                   .usual = 2,
                   .run = converse,
                   .fits = [](const Setting& one) { return !chooses(one); }}},
        .columns = {{"games", "games", 7}, {"referee_calls", "judged", 8}},
        .bench_set = bench_roots,
        .node_bytes = NodeLayout::size,
        .about =
            R"(Plays complete games, the C64 program answering mice of three kinds (at random, straight for
the goal, and one that searches deeper than the C64 can), some of them from RUN on by typing
and reading, and searches random reachable positions, with the 6502 program in the machine
and with the native engine. Compares the depth used, every byte of every tree, the chosen
moves, every byte of the board after each move, the referee's verdicts, what is printed, and
memory that is to stay as it is.)",
        .tree_in_memory = tree_in_memory(),
        .contest = board_game(),
        .contracts = suite};
    for (const c64::EmbeddedImage* image : ryg1_programs()) {
        const int version = std::stoi(std::string(image->name.substr(3)));
        door.programs.push_back({image, version, image->name == "ryg16" ? "ryg" : ""});
    }
    return door;
}

}  // namespace

const harness::Door<Root>& door() {
    static const harness::Door<Root> made = make_door();
    return made;
}

}  // namespace ryg::engine::ryg1
