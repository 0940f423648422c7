// What a search of RYG must leave in memory, what else of the programs is compared (games,
// conversations, answers, verdicts), and what the verbs say of them.
#include "engine/common/perft.hpp"
#include "engine/common/solution.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/typist.hpp"
#include "engine/harness/make.hpp"

namespace ryg::engine {
namespace ryg1 {
namespace {

using emu::Cycle;
using harness::Expected;
using harness::Host;
using harness::Setting;
using harness::Spot;
using Trial = harness::Trial<Root>;

constexpr std::string_view the_board = "tableroActual";

Version version_of(const Setting& setting) { return static_cast<Version>(setting.version); }
bool chooses(const Setting& setting) { return version_of(setting) >= Version::v14; }
bool draws_lots(const Setting& setting) { return setting.program.ends_with("_desempate"); }

SearchOptions options_of(const Host& host, const Root& root, const Setting& setting) {
    SearchOptions options{.version = version_of(setting),
                          .depth = setting.depth,
                          .tree_base = host.labels().at("raizArbol")};
    if (draws_lots(setting)) options.tie_byte = 0;
    return with_root(options, root);
}

/// A search leaves one in memory.
const harness::TreeInMemory tree{
    .first = {"baseArbolLo", "baseArbolHi"},
    .free = {"libreLo", "libreHi"},
    .end = {"finArbolLo", "finArbolHi"},
    .node_size = NodeLayout::size,
    .level = {"nivel", NodeLayout::level},
    .turn = {"turno", NodeLayout::turn},
    .value = {"valor", NodeLayout::value},
    .parent = {"padre", NodeLayout::parent},
    .children = {"hijos", NodeLayout::children},
    .most_children = NodeLayout::most_children,
    .cells = NodeLayout::cells,
    .pieces = {mouse_cell, cat_cell},
    .sides = {"RATON", "GATOS"},
    .read = [](std::span<const Byte> node) { return position_in(node.first<NodeLayout::size>()); },
    .field = field_name,
    .root = "plantaRaiz",
    .made = "pensando",
    .chosen = "djmHijo",
    .depth = "dajProfReal",
    .board = the_board};

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

class RygTwin final : public harness::Twin<Root> {
  public:
    RygTwin(const Host& host, const Setting& setting)
        : setting_(setting), labels_(host.labels()), own_(options_of(host, {}, setting)) {}

    work::Outcome outcome(const Root& root) override {
        options_ = with_root(own_, root);
        found_ = ryg1::search(root.position, options_);
        const Move move = found_.move.value_or(Move{0xff, 0xff});
        return {.value = found_.value,
                .from = move.from,
                .to = move.to,
                .fell_back = found_.depth_used != setting_.depth,
                .nodes = found_.nodes};
    }

    void search(const Root& root, Expected& expected) override {
        expected.outcome = outcome(root);
        const auto base = options_.tree_base;
        const std::vector<Byte> image = write_image(found_.tree, base);
        const unsigned end = tree_end_of(options_);
        const auto free = static_cast<Address>(base + image.size());
        const auto add = [&](std::string_view label, unsigned byte) {
            expected.add_number(label, labels_.at(label), byte & 0xff);
        };
        add("baseArbolLo", base), add("baseArbolHi", unsigned{base} >> 8);
        add("finArbolLo", end), add("finArbolHi", end >> 8);
        add("dajProfReal", static_cast<unsigned>(found_.depth_used));
        expected.add(tree.field_label, base, image);
        add("libreLo", free), add("libreHi", unsigned{free} >> 8);
        if (chooses(setting_)) {
            expected.made_by(2);
            const auto& all = found_.children;
            const auto child = std::ranges::find(all, found_.move, &ChildResult::move);
            const bool moves = child != all.end();
            const unsigned node = moves ? child->address : 0;
            add("djmHijo", moves ? static_cast<unsigned>(child - all.begin()) : 0xff);
            add("djmDirLo", node), add("djmDirHi", node >> 8);
        }
        // With the memory full, the given-up deeper tree lies after the one that was kept.
        const bool fell_back = expected.outcome.fell_back;
        expected.scratch = {base, fell_back ? static_cast<Address>(end) : free};
        expected.limit = 10 * expected_cycles(found_, options_);
    }

    [[nodiscard]] std::vector<Spot> order(const Expected& expected,
                                          std::size_t stage) const override {
        return tree.order(expected, stage);
    }
    [[nodiscard]] harness::Place place(const Expected& expected, const Spot& spot) const override {
        const bool is_node = expected.fields()[spot.field].label == tree.field_label;
        return is_node ? tree.named(expected, spot) : Twin::place(expected, spot);
    }

  private:
    const Setting setting_;
    const c64::Labels& labels_;
    const SearchOptions own_;
    SearchOptions options_;
    SearchResult found_;
};

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

/// Calls a routine that changes the board; its cycles do not count.
void change_board(Trial& trial, std::string_view routine, const NodeBytes& node) {
    const Cycle before = trial.outcome.cycles;
    trial.call(routine);
    trial.outcome.cycles = before;
    trial.expect(the_board, node, routine, field_name);
}

/// What the program's referee, from version 15, is asked about a board.
struct Verdict {
    std::string_view routine, label, low, high;
    bool (*is_so)(const Position& position);
};
constexpr std::array<Verdict, 3> verdicts{
    {{"verificaRatonFila0", "vrf0", "vrf0TableroLo", "vrf0TableroHi", mouse_on_goal},
     {"verificaGatos0Jugs", "vg0j", "vg0jTableroLo", "vg0jTableroHi", cats_stuck},
     {"verificaRaton0Jugs", "vr0j", "vr0jTableroLo", "vr0jTableroHi", mouse_stuck}}};

void judge(Trial& trial, const Position& position) {
    if (version_of(trial.setting) < Version::v15) return;
    for (const auto& [routine, label, low, high, is_so] : verdicts) {
        trial.host.set_word(low, high, trial.host.labels().at(the_board));
        trial.call(routine);
        trial.expect(label, std::array{static_cast<Byte>(is_so(position) ? 0x00 : 0xff)}, routine);
    }
    trial.count(judged);
}

/// Whether the program says that the game on its board is over.
bool is_over_for_it(Host& host, const Root& root) {
    const std::size_t stuck = root.position.side == Side::cats ? 1 : 2;
    return referee_says(host, verdicts[stuck].routine) || referee_says(host, verdicts[0].routine);
}

/// The program's answer on its board; a board without one keeps its value.
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
        if (native.wants() != depth) trial.expect(the_board, native.board(), "a key", field_name);
        const auto key = typist.key_for(native);
        if (!key) return;
        trial.type({&*key, 1});
        text = native.type(*key);
    }
}

}  // namespace

bool referee_says(Host& host, std::string_view routine) {
    const auto& verdict = *std::ranges::find(verdicts, routine, &Verdict::routine);
    host.set_word(verdict.low, verdict.high, host.labels().at(the_board));
    host.call(routine);
    return host.byte_at(verdict.label) == 0;
}

c64::Image program(Version version) {
    const std::string name = fmt::format("ryg{}", number_of(version));
    return c64::from_embedded(*harness::find_program(ryg1_programs(), name));
}

// --- what the verbs say and ask for -----------------------------------------------------------------

namespace {

void seat(harness::Player& player, const c64::Labels&, const work::Values& values) {
    player.geometry = harness::geometry_of(values);
    player.keys_of = [](Move move) {
        return fmt::format("{}{}", row_of(move.to), column_of(move.to));
    };
    if (values.has("depth")) player.answer({"PROFUNDIDAD (1-5):", values.text("depth")});
}

harness::BoardGame<Root> board_game() {
    harness::BoardGame<Root> game;
    game.examples = {
        {},
        {{"", "ryg16"}, {"depth", "3"}, {"asm-sample", "5000"}},
        {{"", "ryg14"}, {"depth", "4"}, {"positions", "20000"}, {"games", "50"}, {"json", ""}}};
    game.programs = {"ryg14", "ryg15", "ryg16"};
    game.sides = {Side::cats};
    game.begin = [](const Position& position) { return Root{position}; };
    game.board = [](const Root& root) { return root.position; };
    game.after = [](const Root& root, Move move) {
        Root next = root;
        next.position = apply(root.position, move);
        return next;
    };
    return game;
}

harness::Door<Root> make_door() {
    const std::string example = "c1c1c1c1/8/8/8/8/8/2M5/8 b";
    harness::Door<Root> door{
        .name = "ryg",
        .programs = {},
        .depths = {least_depth, greatest_depth, 3, greatest_depth, 3, 2},
        .start = {},
        .position_help =
            "FEN as geometry A draws it: cats' home row first, M mouse, c cat; w = mouse to move, "
            "b = cats (default: the start)",
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
                return tree.outcome(host.machine().ram(), host.labels(), setting.depth);
            },
        .owners = {{"marca", "copiaTablero < creaHijo"},
                   {"nivel", "creaHijo, copiaTableroRaiz"},
                   {"turno", "creaHijo, copiaTableroRaiz"},
                   {"padre", "fijaPadre < creaHijo"},
                   {"hijos", "fijaHijo < creaHijo"},
                   {"matriz", "fijaContenido < generaHijosRaton, generaHijosGatos"},
                   {"valor",
                    "evaluaTablero, minValorHijos, maxValorHijos < minHijos, maxHijos < miniMax"}},
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
        .about =
            R"(Plays complete games, the C64 program answering mice of three kinds (at random, straight for
the goal, and one that searches deeper than the C64 can), some of them from RUN on by typing
and reading, and searches random reachable positions, with the 6502 program in the machine
and with the native engine. Compares the depth used, every byte of every tree, the chosen
moves, every byte of the board after each move, the referee's verdicts, what is printed, and
memory that is to stay as it is.)",
        .tree_in_memory = tree,
        .is_over = is_over_for_it,
        .contest = board_game(),
        .contracts = suite,
        .search =
            harness::Task{
                {.about =
                     R"(Builds the tree of a position as the chosen version does, values it and chooses a move.
Shows the move, the root's value (0 to 255, 128 is neutral, higher is better for the mouse)
and every child with its value and the address of its node.)",
                 .examples = {{{"position", example}, {"depth", "2"}},
                              {{"", "ryg13"}, {"engine", "native"}, {"depth", "3"}}}}},
        .perft =
            harness::Perft{
                {.about =
                     R"(Counts the ways to play exactly N plies. A finished game has no continuation. With the
assembly engine every position is expanded and judged by the program's own routines.)",
                 .examples = {{{"", "8"}}, {{"", "4"}, {"divide", ""}, {"engine", "asm"}}}},
                60},  // no game is longer than 57
        .play =
            harness::Play{
                {.about =
                     R"(You are the mouse (R), the C64 plays the cats (G). The program asks for the depth of its
search and then for your moves: two digits, row and column of the square to go to. You
win in row 0, the cats by shutting you in. (6,2), as the texts write it, is 62, too. q,
Ctrl-C or Ctrl-D leaves.
Where there is no terminal, keys come from the input (blanks and line ends mean
nothing) and the screen is printed as it is when they have been used up.)",
                 .options =
                     {work::number_option("depth", "1 to 5: answer the program's question so", "",
                                          1, 5),
                      work::choice_option(
                          "squares",
                          "show the moves of the game, too: names, d1e2, or rc, (row,column) "
                          "as the texts write them",
                          "", {"names", "rc"})},
                 .examples = {{}, {{"depth", "3"}, {"squares", "rc"}}},
                 .programs = {"ryg14", "ryg15", "ryg16", "ryg16_desempate"}},
                "pintaTableroActual",
                [](const c64::Machine& machine, const c64::Labels& labels) {
                    return tree.position(machine.ram(), labels.at(the_board));
                },
                seat},
        .debug =
            harness::Debug{
                {.about =
                     R"(Debugs FILE, or without it a search of --position by a RYG program, with commands that
know the tree.
)",
                 .examples = {{{"", "hello.prg"}}, {{"position", example}, {"depth", "2"}}}}}};
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

}  // namespace ryg1

const harness::Game& ryg1_game() {
    static const harness::Game made = harness::make(ryg1::door());
    return made;
}

}  // namespace ryg::engine
