// Joins the programs of the first game and their twin in C++: what is searched, played and compared.
#include "engine/claims/make.hpp"
#include "engine/claims/suite.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/typist.hpp"
#include "engine/games/ryg1/native/variables.hpp"

namespace ryg::engine {
namespace ryg1 {

const claims::TreeInMemory tree_in_memory{
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

namespace {

using claims::Expected;
using claims::Host;
using claims::Setting;
using claims::Trial;
using emu::Cycle;

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

// --- the program ----------------------------------------------------------------------------------

/// The limits that the program has by itself stay unless others are wanted: wrong ones are seen.
void put_root(Host& host, const Root& root, const Setting& setting) {
    check_tree(options_of(host, root, setting), host.labels().at("raizArbol"));
    host.put(the_board, board_bytes(root.position));
    if (root.tree_base) host.set_word("baseArbolLo", "baseArbolHi", *root.tree_base);
    if (root.tree_end) host.set_word("finArbolLo", "finArbolHi", *root.tree_end);
    host.set("dajProf", static_cast<Byte>(setting.depth));
    if (draws_lots(setting)) host.machine().ram()[jiffy_clock] = root.clock;
}

void prepare(Host& host, const Setting& setting) {
    if (version_of(setting) >= Version::v16) host.bank_out_basic("ampliaRam", 1'000);
}

std::vector<std::string_view> routines(const Setting& setting) {
    std::vector<std::string_view> all{"desarrollaArbolJugadas", "evaluaArbolJugadas"};
    if (chooses(setting)) all.emplace_back("decideJugadaGatos");
    return all;
}

// --- what a search leaves -------------------------------------------------------------------------

claims::Twin<Root> twin(const Host& host, const Setting& setting) {
    return [setting, &labels = host.labels(), own = options_of(host, {}, setting)](
               const Root& root, Expected& expected) {
        const SearchOptions options = with_root(own, root);
        const SearchResult found = ryg1::search(root.position, options);
        const Move move = found.move.value_or(Move{0xff, 0xff});
        expected.outcome = {.value = found.value,
                            .from = move.from,
                            .to = move.to,
                            .fell_back = found.depth_used != setting.depth,
                            .nodes = found.nodes};
        if (expected.is_outcome_only) return;
        const auto base = options.tree_base;
        const std::vector<Byte> image = write_image(found.tree, base);
        const unsigned end = tree_end_of(options);
        const auto free = static_cast<unsigned>(base + image.size());
        tree_in_memory.add_to(expected, labels, {base, free, end}, found.depth_used, image);
        if (chooses(setting)) {
            expected.made_by(2);
            const auto chosen = choose_first_best(found.tree, options.tie_byte);
            expected.add(labels, memory_of_choice(chosen, base));
        }
        // With the memory full, the given-up deeper tree lies after the one that was kept.
        expected.scratch = {base, expected.outcome.fell_back ? end : free};
        expected.limit = 10 * expected_cycles(found, options);
    };
}

// --- what is searched, and other work -------------------------------------------------------------

Root draw(const Host& host, std::uint64_t index, Random& random) {
    Root root = drawn_root(index, host.labels().at("raizArbol"), random);
    if (host.labels().find("djmReloj")) root.clock = static_cast<Byte>(random.next());
    return root;
}

claims::Numbered<Root> all(std::string_view set) {
    if (set == "reachable") return claims::listed(asked_roots());
    return claims::all_positions<Root>();
}

enum Ryg1Column : std::uint8_t { games, judged };

/// Calls a routine that changes the board; its cycles do not count.
void change_board(Trial& trial, std::string_view routine, const NodeBytes& node) {
    const Cycle before = trial.outcome.cycles;
    trial.call(routine);
    trial.outcome.cycles = before;
    trial.expect(the_board, node, routine, field_name);
}

/// What the game has come to, by the program's referee, from version 15.
void judge(Trial& trial, const Root& root) {
    trial.at(root);
    if (version_of(trial.setting) < Version::v15) return;
    for (const auto& [routine, label, low, high, is_so] : verdicts) {
        trial.host.set_word(low, high, trial.host.labels().at(the_board));
        trial.call(routine);
        const Byte verdict = is_so(root.position) ? 0x00 : 0xff;
        trial.expect({{label, {verdict}}}, routine);
    }
    trial.count(judged);
}

/// Whether the program says that the game on its board is over.
bool is_over_for_it(Host& host, const Root& root) {
    const bool is_cats = root.position.side == Side::cats;
    return referee_says(host, is_cats ? "verificaGatos0Jugs" : "verificaRaton0Jugs") ||
           referee_says(host, "verificaRatonFila0");
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
    judge(trial, root);
}

/// A game on one machine: what each move leaves is there at the next.
void play(Trial& trial) {
    Host& host = trial.host;
    MousePlayer mouse = mouse_of(trial.index, trial.random.next());
    Position position = start_position();
    Byte value = neutral_value;
    trial.count(games);
    trial.begin();
    host.set_word("itTableroLo", "itTableroHi", host.labels().at(the_board));
    change_board(trial, "inicializaTablero", board_bytes(position));
    host.set("dajProf", static_cast<Byte>(trial.setting.depth));
    while (true) {
        const Position moved = apply(position, mouse.choose(position));
        host.set("sjFila", static_cast<Byte>(row_of(moved.mouse)));
        host.set("sjColumna", static_cast<Byte>(column_of(moved.mouse)));
        change_board(trial, "aplicaJugadaSolicitada", board_bytes(moved, 0, value));
        judge(trial, {moved});
        if (is_over(moved)) return;
        Root root{moved};
        if (draws_lots(trial.setting)) root.clock = host.machine().ram()[jiffy_clock];
        const work::Outcome found = trial.search_as_it_is(root);
        if (found.from == 0xff) return;
        position = answer(trial, moved, found, value);
        value = found.value;
        judge(trial, {position});
        if (is_over(position)) return;
    }
}

/// A game from RUN on, read and typed, up to the question for the next one.
void converse(Trial& trial) {
    using enum Dialogue::Wants;
    constexpr Cycle a_letter = 40'000, at_least = 1'000'000;  // scrolling costs most
    Typist typist(mouse_of(trial.index, trial.random.next()), trial.setting.depth, trial.random);
    Dialogue native(options_of(trial.host, {}, trial.setting));
    trial.count(games);
    trial.start();
    std::string text = native.begin();
    int searched = 0;
    while (true) {
        const bool has_searched = std::exchange(searched, native.searches()) != searched;
        Cycle limit = at_least + a_letter * text.size();
        if (has_searched) limit += 10 * expected_cycles(*native.searched(), native.options());
        trial.at(Root{native.position()});
        trial.expect_text(text, limit, native.wants() == nothing);
        if (has_searched) trial.expect_search(Root{native.searched_position()});
        if (native.wants() != depth) trial.expect(the_board, native.board(), "a key", field_name);
        const auto key = typist.key_for(native);
        if (!key) return;
        trial.type({&*key, 1});
        text = native.type(*key);
    }
}

}  // namespace

bool referee_says(Host& host, std::string_view routine) {
    const auto& verdict = *std::ranges::find(verdicts, routine, &RefereeQuestion::routine);
    host.set_word(verdict.low, verdict.high, host.labels().at(the_board));
    host.call(routine);
    return host.byte_at(verdict.label) == 0;
}

// --- what the verbs say and ask for -----------------------------------------------------------------

namespace {

void seat(claims::Player& player, const c64::Labels&, const work::Values& values) {
    player.geometry = claims::geometry_of(values);
    player.keys_of = [](Move move) {
        return fmt::format("{}{}", row_of(move.to), column_of(move.to));
    };
    if (values.has("depth")) player.answer({"PROFUNDIDAD (1-5):", values.text("depth")});
}

claims::BoardGame<Root> board_game() {
    claims::BoardGame<Root> game;
    game.examples = {{}, {{"", "ryg14"}, {"depth", "3"}, {"asm-sample", "5000"}}};
    game.programs = {"ryg14", "ryg15", "ryg16"};
    game.sides = {Side::cats};
    game.begin = [](const Position& position) { return Root{position}; };
    game.board = [](const Root& root) { return root.position; };
    game.after = [](const Root& root, Move move) {
        return Root{apply(root.position, move), root.tree_base, root.tree_end, root.clock};
    };
    return game;
}

std::vector<claims::Subject> programs() {
    std::vector<claims::Subject> all;
    for (const c64::EmbeddedImage* image : ryg1_programs()) {
        const int version = std::stoi(std::string(image->name.substr(3)));
        all.push_back({image, version, image->name == "ryg16" ? "ryg" : ""});
    }
    return all;
}

}  // namespace

const claims::Door<Root>& door() {
    static const claims::Door<Root> made{
        .name = "ryg",
        .programs = programs(),
        .depths = {least_depth, greatest_depth, 3, greatest_depth, 3, 2},
        .start = {},
        .position_help =
            "a FEN, geometry A: rows from the cats' home row on, M mouse, c cat; w = mouse to "
            "move, "
            "b = cats (default: the start)",
        .read = root_from,
        .write = [](const Root& root) { return to_text(root); },
        .put = put_root,
        .routines = routines,
        .twin = twin,
        .draw = draw,
        .usual_positions = 8000,
        .fewer_positions = 200,
        .also = answer_and_judge,
        .sets = {"reachable", "all"},
        .all = all,
        .prepare = prepare,
        .answer =
            [](const Host& host, const Root&, const Setting& setting) {
                return tree_in_memory.outcome(host.machine().ram(), host.labels(), setting.depth);
            },
        .usual_program = "ryg16",
        .kinds = {{"games", "whole games, the mouse played by one of three kinds", 360, 180, play,
                   chooses},
                  {"sessions", "games by keyboard and screen, from RUN on", 3, 1, converse,
                   [](const Setting& one) { return chooses(one) && !draws_lots(one); }},
                  {"sessions", "", 2, 1, converse,
                   [](const Setting& one) { return !chooses(one); }}},
        .columns = {{"games", "games"}, {"referee_calls", "judged"}},
        .bench_set = bench_roots,
        .about =
            R"(Compares searches of random reachable positions and whole games, some of them from RUN on:
the depth used, every byte of every tree and board, moves, results of games, and what is printed.
`judged` counts the boards for which the program's end-of-game routines (from version 15) were
called; their cycles are included, so `search` shows fewer.)",
        .tree_in_memory = tree_in_memory,
        .is_over = is_over_for_it,
        .contest = board_game(),
        .contracts = claims::for_checks(suite),
        .search =
            claims::Task{
                {.about =
                     R"(Builds the tree of a position, evaluates it and chooses a move. Shows the move, the root's value
(0 to 255, 128 is neutral, higher is better for the mouse) and every child, with its node.)",
                 .examples = {{{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}, {"depth", "2"}},
                              {{"", "ryg13"}, {"engine", "native"}, {"depth", "3"}}}}},
        .perft = claims::Perft{{.examples = {{{"", "8"}},
                                             {{"", "4"}, {"divide", ""}, {"engine", "asm"}}}},
                               60},  // no game is longer than 57
        .play =
            claims::Play{
                {.about =
                     R"(You are the mouse (R), the C64 plays the cats (G). The program asks for the depth of its
search and then for your moves: two digits, row and column of the target square. You win when you
reach row 0; the cats win when you cannot move. (6,2), as in the articles, is also read as 62. ryg12
and ryg13 choose no move: they show their tree and end.)",
                 .options = {work::number_option(
                                 "depth", "1 to 5, typed when the program asks for it", "", 1, 5),
                             work::choice_option("squares",
                                                 "also show the moves of the game, as names (d1e2) "
                                                 "or rc (row and column, as in the articles)",
                                                 "", {"names", "rc"})},
                 .examples = {{}, {{"depth", "3"}, {"squares", "rc"}}},
                 .programs = {"ryg12", "ryg13", "ryg14", "ryg15", "ryg16", "ryg16_desempate"}},
                "pintaTableroActual",
                [](const c64::Machine& machine, const c64::Labels& labels) {
                    return tree_in_memory.position(machine.ram(), labels.at(the_board));
                },
                seat}};
    return made;
}

}  // namespace ryg1

const claims::Game& ryg1_game() {
    static const claims::Game made = claims::make(ryg1::door());
    return made;
}

}  // namespace ryg::engine
