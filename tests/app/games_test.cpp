// The verbs of the games through the program: search, verify, perft, bench, play, hints.
#include <sstream>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;
using tests::content;

const std::string after_first_move = " --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b'";
const std::string ryg3_start = " --position '1c1c1c1c/8/8/8/8/8/8/4M3 w'";

// --- search -------------------------------------------------------------------------------------

TEST(Search, WritesSquaresByRowAndColumnAsTheTextsDo) {
    for (const std::string engine : {"asm", "native"}) {
        expect_prints("search ryg15 --depth 2 --squares rc --engine " + engine + after_first_move,
                      {"\nmove      (0,0)(1,1)\n", "\n(0,6)(1,7)   130 $82"});
    }
}

TEST(Search, AnswersTheAuthorsExampleOnBothEngines) {
    for (const std::string engine : {"asm", "native"}) {
        for (const std::string version : {"12", "13", "14", "15", "16"}) {
            const json found = ryg_json("search ryg" + version + " --depth 2 --engine " + engine +
                                        " --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b tree $4000'");
            EXPECT_TRUE(holds(found, {{"nodes", 36}, {"depth_used", 2}, {"tree_bytes", 36 * 88}}));
            ASSERT_EQ(found["children"].size(), 7u);
            for (std::size_t i = 0; i < 7; ++i) {
                EXPECT_EQ(found["children"][i]["address"], 0x4058 + 88 * i);
            }
            EXPECT_EQ(found["children"][6]["move"], "g8h7");
            EXPECT_EQ(found["move"].is_null(), version < "14");
            EXPECT_EQ(found["cycles"].is_null(), engine == "native");
            if (version == "16") continue;  // its values are others
            EXPECT_EQ(found["value"], version == "12" ? 0x81 : 0x82);
            if (version == "12") continue;
            for (const json& child : found["children"]) EXPECT_EQ(child["value"], 0x82);
        }
    }
}

TEST(Search, ReportsTheDepthThatMemoryAllowed) {
    for (const std::string engine : {"asm", "native"}) {
        expect_report("search --depth 5 --engine " + engine + after_first_move,
                      "{depth_used: 3, nodes: 208}");
    }
}

TEST(Search, RefusesWhatItCannotSearch) {
    expect_refused(
        "search",
        {{"--squares xy", "use names or rc"},
         {"--position '8/8/8 w'", "rank"},
         {"--position c1c1c1c1/8/8/8/8/8/8/3M4", "side"},
         {"--position 'c1c1c3/8/8/8/8/8/8/3M4 w'", "cats"},
         {ryg3_start, "geometry B, which is read as A here: write 'c1c1c1c1/8/8/8/8/8/8/3M4 w'"},
         {"--depth 6", "--depth"},
         {"--depth two", "two"},
         {"ryg18", "there is no program 'ryg18': did you mean 'ryg17'? There are ryg12, "},
         {"ryg16 ryg15", "one program at a time"},
         {"--depth 2 3", "one word too many"},
         {"--engine abacus", "abacus"},
         {"--position 'c1c1c1c1/8/8/8/8/8/2M5/8 b tree $0900'", "the program ends at $1b4a"},
         {"--position 'c1c1c1c1/8/8/8/8/8/2M5/8 b tree $cfff'", "to $d000"},
         {"--position 'c1c1c1c1/8/8/8/8/8/2M5/8 b tree $10000'", "hexadecimal digits"},
         {"--position 'c1c1c1c1/8/8/8/8/8/2M5/8 b tree $0900' --engine native", "the program ends"},
         {"--colour", "colour"},
         {"chess", "there is no program 'chess'"},
         {"'c1c1c1c1/8/8/8/8/8/2M5/8 b'", "is the value of an option: --position 'c1c1c1c1/8/"},
         {"ryg3-03 --help", "ryg3-03 cannot do this: use ryg3-07"},
         {"ryg3-04", "ryg3-04 cannot do this: use ryg3-07, ryg3-08, ryg3-09, ryg3-10, ryg3-11"},
         {"ryg3 --position 'c1c1c1c1/8/8/8/8/8/8/3M4 w'",
          "a board of geometry A, which is read as B here: write "
          "'1c1c1c1c/8/8/8/8/8/8/4M3 w'"}});
}

TEST(SearchRyg3, BothEnginesShowTheSameLines) {
    const auto assembly = expect_prints("search ryg3 --depth 5", {});
    const auto native = expect_prints("search ryg3 --depth 5 --engine native", {"01:"});
    std::istringstream lines(native.out.substr(native.out.find("01:")));
    for (std::string line; std::getline(lines, line);) {
        EXPECT_TRUE(contains(assembly.out, " s  " + line + "\n")) << line << assembly.out;
    }
}

TEST(SearchRyg3, TakesTheCyclesThatTheDocumentSays) {
    const std::string document = content(RYG_SOURCE_DIR "/docs/games.md");
    struct Figure {
        std::string options;
        int cycles;
        std::string said;
    };
    for (const auto& [options, cycles, said] :
         {Figure{"ryg3-11 --depth 10", 20'150'283, "20,150,283 cycles, 20.5 s"},
          {"ryg3-9 --depth 10", 96'691'534, "96,691,534, 98 s"},
          {"ryg3-10 --depth 10", 65'910'385, "ours 66.9 s"},
          {"ryg3-07 --depth 8", 8'421'390, "ours 8.4"}}) {
        const json found = ryg_json("search " + options);
        EXPECT_EQ(found["iterations"].back()["cycles"], cycles) << options;
        EXPECT_TRUE(contains(document, said)) << said;
    }
}

TEST(SearchRyg3, TakesPositionsOfItsOwnGeometry) {
    expect_prints("search ryg3 --depth 2 --json --position '8/8/8/6c1/3c1c1M/2c5/8/8 b'",
                  {"\"cycles\": "});
}

// timeout sends it twice at once, which is one Ctrl-C; another one later would end the program.
TEST(SearchRyg3, CtrlCEndsItWithTheIterationsThatWereDone) {
    const auto finished =
        expect_prints(run(words_of("timeout --preserve-status -s INT 2 '" RYG_PROGRAM
                                   "' search ryg3 --depth 20")),
                      {"move      E1F2\n", "01:00000001,11 E1F2\n"}, 130);
    EXPECT_FALSE(contains(finished.out, "14:")) << finished.out;
}

/// The fixed tables' 640 bytes: a 16-bit xorshift, its high byte.
std::string fixed_tables() {
    std::string bytes;
    for (unsigned state = 0x1980; bytes.size() < 640;) {
        state ^= state << 7 & 0xffff;
        state ^= state >> 9;
        state ^= state << 8 & 0xffff;
        bytes += static_cast<char>(state >> 8);
    }
    return bytes;
}

TEST(TablesOfRyg3, OutOfAFileTakeThePlaceOfOurs) {
    const Folder folder;
    const std::string ours = folder.write("ours", fixed_tables());
    std::string reversed = fixed_tables();
    std::ranges::reverse(reversed);
    const std::string others = folder.write("others.prg", std::string("\x00\x40", 2) + reversed);
    const std::string search = "search ryg3 --depth 6";
    EXPECT_EQ(ryg(search + " --engine asm --tables " + ours).out, ryg(search).out);
    EXPECT_NE(ryg(search + " --engine native --tables " + others).out,
              ryg(search + " --engine native --tables " + ours).out);
    const std::string strength =
        "strength ryg3-11 --depth 3 --positions 100 --games 10 --asm-sample 20";
    EXPECT_EQ(ryg(strength + " --tables " + ours).out, ryg(strength).out);
    EXPECT_TRUE(contains(ryg(strength + " --tables " + others).out, "same move in 20 searches"));
    expect_prints(
        "verify ryg3:all --routines 1 --games 1 --positions 2 --depth 3 --tables " + others, {});
    for (const std::string verb : {"bench ryg3-11", "play ryg3 --side cats --depth 6"}) {
        const std::string usual = ryg(verb).out;
        EXPECT_EQ(ryg(verb + " --tables " + ours).out, usual);
        EXPECT_NE(ryg(verb + " --tables " + others).out, usual);
    }
    const std::string hash = "hash --positions search --depth 7 --tables ";
    const auto judged = ryg(hash + ours);
    EXPECT_TRUE(contains(judged.out, "tables  ")) << judged.out << judged.err;
    EXPECT_NE(judged.out, ryg(hash + others).out);
    expect_trouble(ryg("search ryg3 --tables " + folder.write("short", "640")),
                   "3 bytes: random tables are 640, or a PRG of them");
}

// --- verify -------------------------------------------------------------------------------------

TEST(Verify, NamesTheLineOfAFileThatIsNoPosition) {
    const Folder folder;
    const std::string file =
        folder.write("fens", "# one\n" + std::string("c1c1c1c1/8/8/8/8/8/2M5/8 b\nx b\n"));
    expect_trouble(ryg("verify --depth 1 --positions " + file), file + ":3: unknown letter 'x'");
}

TEST(Verify, ComparesAndCounts) {
    const json result = expect_report("verify --games 2 --positions 5 --depth 2 -j 2",
                                      "{differences: 0, games: 2, first_difference: null}");
    EXPECT_GT(result["searches"], 5);
    EXPECT_GT(result["nodes"], result["searches"]);
    EXPECT_GT(result["cycles"], 100'000);
    const json alone = ryg_json("verify --games 2 --positions 5 --depth 2 -j 1");
    EXPECT_EQ(result["cycles"], alone["cycles"]);
    EXPECT_EQ(result["rows"], alone["rows"]);
}

TEST(Verify, TakesASinglePosition) {
    expect_report("verify --depth 2" + after_first_move, "{searches: 1, nodes: 36}");
    expect_report("verify ryg3:all --depth 4" + ryg3_start,
                  "{searches: 5, first_difference: null}");
}

TEST(Verify, AgreesOnTheSecondGameAndCountsByVersionAndDepth) {
    const auto agreed =
        expect_prints("verify ryg3:all --routines 1 --games 1 --positions 2 --depth 3",
                      {"\nryg3-03 ", "\nryg3-11 depth 3 "});
    EXPECT_TRUE(agreed.out.ends_with("Program and twin agree.\n"));
}

TEST(Verify, ComparesAllHintFinders) {
    expect_report("verify hints --boards 500 --positions 100",
                  "{searches: 100, differences: 0, boards: 600, changed: 500, comparisons: 3300, "
                  "first_difference: null}");
    expect_report("verify hints --position AABA/BCDC/CDAD",
                  "{searches: 0, boards: 1, comparisons: 1, first_difference: null}");
}

TEST(Verify, RefusesWhatItCannotCompare) {
    expect_refused(
        "verify",
        {{"chess", "there is no program 'chess'. There are ryg12"},
         {"ryg18", "there is no program 'ryg18': did you mean 'ryg17'? There are ryg12, "},
         {"ryg3-5", "did you mean 'ryg3-4'? There are "},
         {"ryg4:all", "there is no program 'ryg4:all': did you mean 'ryg3:all'?"},
         {"ryg16 ryg3", "ryg16 and ryg3: programs of one family at a time"},
         {"ryg:all ryg3:all", "ryg:all and ryg3:all: programs of one family at a time"},
         {"--depth 2 3", "one word too many"},
         {"--depth 0", "--depth: '0' is not a list of numbers from 1 to 5, such as 1-5"},
         {"--depth 3-1", "--depth"},
         {"--depth 1,", "--depth"},
         {"--games -1", "-1"},
         {"--positions many", "many"},
         {"--position M", "rank"},
         {"--positions /nowhere", "nor a file"},
         {"now", "there is no program 'now'"},
         {"--positions 1000000001", "not a number up to 1000000000"},
         {"--positions " + std::string(30, '9'), "not a number up to 1000000000"},
         {"--games 5" + after_first_move, "--position and --games: give one of them"},
         {"ryg3 --depth 21", "not a list of numbers from 1 to 20"},
         {"ryg3 --position 'c w'", "ryg verify: "},
         {"ryg3 --routines 1" + ryg3_start, "give one of them"},
         {"hints --position AB/A", "equally long"},
         {"hints --position AAB --boards 9", "--position and --boards: give one of them"}});
}

TEST(Verify, DoesNotAgreeWhereNothingIsCompared) {
    expect_refused("verify",
                   {{"--games 0 --positions 0", "nothing to compare: give more positions"},
                    {"ryg12 --positions 0", "nothing to compare"},
                    {"ryg3:all --routines 0 --games 0 --positions 0",
                     "nothing to compare: give more positions"},
                    {"ryg3-4 --positions 9", "nothing to compare"}});
}

// --- perft, bench ---------------------------------------------------------------------

TEST(Perft, CountsTheSameOnBothEngines) {
    for (const std::string engine : {"asm", "native"}) {
        const std::string counted = " --divide --engine " + engine;
        for (const auto& [plies, leaves] : {std::pair{1, 2}, {2, 14}, {3, 56}, {4, 344}}) {
            expect_report("perft " + std::to_string(plies) + counted,
                          "{leaves: " + std::to_string(leaves) + "}");
        }
        const json five = expect_report("perft 5" + counted,
                                        R"({leaves: 1032, moves: [{move: "d1c2", leaves: 516}]})");
        EXPECT_EQ(five["moves"].size(), 2u);
    }
    EXPECT_EQ(ryg_json("perft 8")["leaves"], 141427);
    EXPECT_EQ(ryg_json("perft 0")["leaves"], 1);
}

TEST(Perft, RefusesWhatIsNoNumberOfPlies) {
    expect_refused("perft", {{"", "plies"}, {"-1", "-1"}, {"61", "61"}, {"3 4", "--help"}});
    expect_refused("perft", {{"ryg99 3", "there is no program 'ryg99'"},
                             {"ryg3 3", "perft cannot be done by ryg3: programs of ryg can"},
                             {"ryg13", "no number of plies"}});
}

TEST(Bench, ReportsCostsRoutinesAndTheSignature) {
    const json result = ryg_json("bench");
    ASSERT_EQ(result["depths"].size(), 3u);
    EXPECT_LE(result["depths"][1]["least"], result["depths"][1]["median"]);
    EXPECT_LE(result["depths"][1]["median"], result["depths"][1]["most"]);
    std::uint64_t self = 0;
    for (const json& routine : result["routines"]) self += routine["self"].get<std::uint64_t>();
    EXPECT_GT(self, 1'000'000u);
    EXPECT_EQ(result["signature"]["nodes"], 3921);
}

TEST(Bench, ShowsEveryVersionOfTheSecondGameAndWhatIdeasHaveBrought) {
    expect_prints("bench ryg3:all", {"\n7            1 ", "\n11           7 ",
                                     "hash move (10 / 09)", "history (11 / 10)", "\nSignature: "});
    expect_prints("bench ryg3:all --json", {"\"hash_moves\": "});
    expect_prints("bench ryg3-9 ryg3-10",
                  {"\n9            1 ", "\n10           7 ", "x nodes", "hash move (10 / 09)"});
    EXPECT_FALSE(contains(ryg("bench ryg3-10").out, "x nodes")) << "with nothing to compare";
    expect_refused("bench", {{"chess", "there is no program 'chess'"},
                             {"ryg16 ryg15", "one program at a time"},
                             {"ryg3-04", "ryg3-04 cannot do this: use ryg3-07, "}});
}

TEST(Search, OfRyg17ShowsTheMoveByItsName) {
    const std::string search = "search ryg17 --depth 9";
    expect_prints(search, {"\nmove      ", " s  depth 9  value "});
    const json found = ryg_json(search)["iterations"][0];
    const json native = ryg_json(search + " --engine native")["iterations"][0];
    EXPECT_EQ(found["move"].get<std::string>().size(), 4u);
    EXPECT_EQ(found["move"], native["move"]);
    EXPECT_EQ(found["value"], native["value"]);
    // A cat at the end of its way has no move.
    expect_prints("search ryg17 --position '8/8/8/8/4M3/8/8/1c1c1c1c b'", {"\nmove      none\n"});
}

TEST(Bench, PutsBitsOfTheHintFindersBesideNestedLoops) {
    expect_prints("bench hints --rounds 1 --json", {"\"agree\": true", "\"times_plain\""});
}

// --- what was asked for, in reports; rows as CSV --------------------------------------------------

TEST(JsonReports, SayProgramsSeedAndPosition) {
    const std::string few = "--games 1 --positions 2 --depth 1 --seed 9";
    const json named = expect_report("verify ryg16 " + few, R"({request: {ryg: "~", verb: "verify",
        programs: ["ryg16"], depth: "1", games: 1, positions: "2", seed: 9, position: null}})");
    const json usual =
        expect_report("verify " + few, R"({request: {verb: "verify", programs: ["ryg16"]},
        rows: [{program: "ryg16", version: 16, depth: 1}]})");
    EXPECT_EQ(usual["checksum"], named["checksum"]);
    expect_report("perft 2 --cpu exact ryg15", R"({request: {verb: "perft", programs: ["ryg15"],
        cpu: "exact", engine: "native", position: "c1c1c1c1/8/8/8/8/8/8/3M4 w"}, leaves: 14})");
}

TEST(JsonReports, AreTheSameForTheRequestThatTheyName) {
    const Folder folder;
    const std::string loop = folder.write("loop.bin", {"\x4c\0\2", 3});
    for (const std::string& command : std::vector<std::string>{
             "verify --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b' --depth 1-2",
             "verify hints --boards 5 --seed 3", "search ryg3-09 --depth 4", "bench ryg14",
             "perft 3 --divide", "solve --random 3 --seed 9",
             "run ryg16 --keys 2 --until-text COLUMNA",
             "strength ryg14 --depth 1 --positions 20 --games 2",
             "search hints --random 8x8 --kinds 5", "contract hints --label turnBoard",
             "play ryg16 --depth 1", "mutate hints --count 2 --seed 4",
             "hash --tables host --positions search --depth 7",
             "prove hints --assembler ca65 --machine c64 --cycles 1000000 --label findMissing",
             "bench cpu --workload tree --board flat --cpu exact --rounds 1 --cycles 100000",
             "run '" + loop + "' --machine ram --load 0x200 --start 0x200 --success 0x200"}) {
        json first = ryg_json(command);
        const json& request = first["request"];
        std::string again = request["verb"].get<std::string>();
        for (const json& program : request.value("programs", json::array())) {
            again += ' ' + program.get<std::string>();
        }
        for (const auto& [name, value] : request.items()) {
            if (name == "ryg" || name == "verb" || name == "programs" || value.is_null()) continue;
            if (value == false) continue;
            again += " --" + name;
            const json values = value.is_array() ? value : json::array({value});
            if (value == true) continue;
            for (const json& one : values) {
                again += one.is_string() ? " '" + one.get<std::string>() + "'" : ' ' + one.dump();
            }
        }
        json second = ryg_json(again);
        for (json* const report : {&first, &second}) {
            report->erase("seconds"), report->erase("mhz");
            if (report->contains("workloads")) (*report)["workloads"][0]["boards"][0].erase("mhz");
            report->erase("results");  // of mutate, with commands that have the options as typed
        }
        EXPECT_EQ(first, second) << command << "\n" << again;
    }
}

TEST(JsonReports, HaveNoFieldsThatTheDocumentDoesNotName) {
    std::string document = content(RYG_SOURCE_DIR "/docs/api.md");
    document.erase(0, document.find("## Reports as data"));
    for (const std::string command :
         {"verify --games 1 --positions 2 --depth 1", "perft 2 --divide", "search --depth 1",
          "solve", "strength --depth 1 --positions 20 --games 1", "play --depth 1"}) {
        const json report = ryg_json(command);
        for (const auto& field : report.items()) {
            EXPECT_TRUE(contains(document, '`' + field.key() + '`')) << command << field.key();
        }
    }
}

TEST(JsonReports, AreRowsAsCsv) {
    EXPECT_EQ(ryg("perft 2 --csv").out, "move,leaves\nd1c2,7\nd1e2,7\n");
    const auto rows = expect_prints("verify --games 1 --positions 5 --csv",
                                    {"program,version,depth,searches,nodes,cycles,"
                                     "differences,games,referee_calls,pieces,least,most,",
                                     "\nryg16,16,1,"});
    EXPECT_EQ(std::ranges::count(rows.out, '\n'), 6) << "depths 1 to 5";
    expect_prints("strength --depth 1 --positions 50 --games 2 --csv",
                  {"program,version,depth,all.count,all.of,all.percent,", "\nryg14,14,1,"});
    expect_prints("solve --position 'c1c1c1c1/8/8/8/8/8/2M5/8 b' --csv",
                  {"move,winner,plies\na8b7,cats,43\n"});
    expect_refused("perft 2", {{"--csv --json", "give one of them"}});
}

// --- names of programs --------------------------------------------------------------------------

TEST(Programs, AreNamedByTheirSecondNamesToo) {
    const auto expect_same = [](const std::string& one, const std::string& other) {
        EXPECT_EQ(expect_prints(one, {}).out, expect_prints(other, {}).out) << one;
    };
    expect_same("play perfecto", "play rygp");
    expect_same("search ryg --depth 2", "search ryg16 --depth 2");
    expect_same("search --depth 2", "search ryg16 --depth 2");  // the usual one
    expect_same("search ryg3 --depth 3", "search ryg3-11 --depth 3");
    expect_same("search ryg3-9 --depth 3", "search ryg3-09 --depth 3");
    expect_same("search ryg3-9", "search ryg3-09");
}

TEST(Programs, OfAFamilyAreThoseThatCanDoIt) {
    const std::string few = "--games 1 --positions 2 --depth 1-2";
    const json all = ryg_json("verify ryg:all " + few);
    EXPECT_EQ(all["request"]["programs"][0], "ryg12");
    EXPECT_EQ(all["request"]["programs"].size() * 2, all["rows"].size() + all["left_out"].size());
    EXPECT_EQ(expect_prints("strength ryg:all --depth 1 --positions 9 --games 1 --csv", {}).out,
              expect_prints("strength --depth 1 --positions 9 --games 1 --csv", {}).out);
    EXPECT_EQ(ryg_json("verify ryg13 ryg14 ryg13 " + few)["rows"].size(), 4U) << "each once";
    expect_refused("play", {{"ryg:all", "one program at a time"}});
}

TEST(Programs, AreReadByTheOptionsOfTheirOwnFamily) {
    expect_prints("search ryg3-10 --help", {"usage: ryg search ryg3-10 "});
    expect_prints("play --help", {"--squares", "PROGRAM: ryg12, ", "; ryg16 if none is"});
    expect_prints("play ryg3 --help", {"--side", "PROGRAM: ryg3-09, ryg3-10, ryg3-11. Others"});
    expect_prints("verify ryg3:all --help", {"--tables", "PROGRAM: ryg3-03, ", "ryg3:all. Others"});
    EXPECT_FALSE(contains(ryg("verify --help").out, "--tables"));
    expect_refused("verify", {{"ryg16 --tables x", "there is no option '--tables'"},
                              {"--game ryg3", "there is no option '--game'"}});
    EXPECT_EQ(ryg("verify --version").out, ryg("--version").out);
}

// --- play ---------------------------------------------------------------------------------------

TEST(Play, TheCatsAnswerAMove) {
    for (const std::string version : {"14", "15", "16"}) {
        const auto played = expect_prints(ryg("play ryg" + version + " --depth 2", "62\n"),
                                          {"PENSANDO: ...", "  6 .   R   .   ."});
        EXPECT_TRUE(played.out.ends_with("JUGADA DEL RATON (FILA Y COLUMNA):\n")) << played.out;
    }
}

TEST(Play, TakesASquareAsTheTextsWriteItAndLeavesAtQBeforeTheKeysAfterIt) {
    const std::string played = ryg("play --depth 2", "62").out;
    EXPECT_EQ(ryg("play --depth 2", "(6, 2)\n").out, played);
    EXPECT_EQ(ryg("play --depth 2", "62q53").out, played);
}

TEST(Play, ShowsTheMovesOfTheGameAsTheTextsWriteThemOrByName) {
    const std::string play = "play ryg15 --depth 2 --squares ";
    const std::string rc = ryg(play + "rc", "(6,2) (5,1)").out;
    EXPECT_TRUE(contains(rc, "\nmoves: (7,3)(6,2) (0,0)(1,1) (6,2)(5,1) (0,")) << rc;
    EXPECT_TRUE(ryg(play + "names", "62").out.ends_with("\nmoves: d1c2 a8b7\n"));
    EXPECT_EQ(ryg_json(play + "rc")["moves"], json::array()) << "none yet";
    const std::string screen = ryg("play ryg15 --depth 2", "6251").out;
    EXPECT_EQ(rc.substr(0, rc.rfind("moves: ")), screen) << "the screen is the program's";
}

TEST(Play, AsksForTheDepthUnlessItIsGiven) {
    EXPECT_TRUE(ryg("play").out.ends_with("PROFUNDIDAD (1-5):\n"));
    EXPECT_EQ(ryg("play", "3 62").out, ryg("play --depth 3", "62").out);
}

TEST(Play, ReportsTheScreenAsJson) {
    expect_prints(ryg("play --depth 1 --json", "62"), {"\"screen\": ["});
}

TEST(Play, RefusesProgramsThatDoNotPlayAndDepthsThatDoNotExist) {
    expect_refused(
        "play",
        {{"--squares xy", "use names or rc"},
         {"--depth 6", "use 1 to 5"},
         {"--depth deep", "--depth"},
         {"ryg3-8", "ryg3-08 cannot do this: use ryg3-09, "},
         {"ryg3 --side dog", "use mouse, cats or none"},
         {"ryg3 --depth 10", "use 1 to 9"},
         {"hints", "play cannot be done by hints: programs of ryg, ryg3, perfecto or ryg17 can"},
         {"chess", "there is no program 'chess'"}});
}

TEST(PlayRyg3, CatsAnswerAMoveAtOnce) {
    for (const std::string version : {"9", "10", "11"}) {
        const auto played = expect_prints(ryg("play ryg3-" + version + " --depth 3", "E1F2\n"),
                                          {"MOUSE: .D3\nMOUSE: E1F2\nCATS: .G\n01:00000001,",
                                           "COMPUTER'S MOVE: ", "SIDE:00 PLY:00 HPLY:02"});
        EXPECT_TRUE(played.out.ends_with("\nMOUSE:\n")) << played.out;
    }
}

TEST(PlayRyg3, MouseOfTheComputerMovesFirst) {
    const auto played = expect_prints("play ryg3 --side cats --depth 3", {"COMPUTER'S MOVE: E1"});
    EXPECT_TRUE(played.out.ends_with("\nCATS:\n")) << played.out;
}

TEST(PlayRyg3, PlaysOneGameAgainstItselfWhoeverWins) {
    for (const std::string depth : {"1", "3", "5"}) {
        const auto played = expect_prints("play ryg3 --side none --depth " + depth, {" WIN"});
        const std::string rest =
            played.out.substr(played.out.find('\n', played.out.rfind(" WIN")) + 1);
        EXPECT_TRUE(rest.starts_with(
            "  ABCDEFGH\n8 .C.C.C.C\n7 X.X.X.X.\n6 .X.X.X.X\n5 X.X.X.X.\n4 .X.X.X.X\n"
            "3 X.X.X.X.\n2 .X.X.X.X\n1 X.X.M.X.\nSIDE:00 PLY:00 HPLY:00 HASH:"))
            << played.out;
        EXPECT_EQ(std::ranges::count(rest, '\n'), 10) << "the next game's board, nothing else";
    }
}

// --- hints --------------------------------------------------------------------------------------

TEST(SearchHints, ListsHintsInOrder) {
    expect_prints("search hints --position AABAA",
                  {"2 hints (bits)", "0       1  right\n     0       2  right\n"});
}

TEST(SearchHints, ReadsTheStandardInput) {
    expect_prints(ryg("search hints --position - --json", "AAB\nBBA\n"),
                  {"\"count\": 1", "\"direction\": \"down\""});
}

TEST(SearchHints, AllEnginesSayTheSame) {
    const auto hints_of = [](const std::string& engine) {
        return ryg_json(
            "search hints --position "
            "ABCDABDC/BDAACCBA/BABDCBBA/DCDBADCB/AACBDABD/CBDABCDA/DCACDBAB/BDCAADBC "
            "--engine " +
            engine)["hints"];
    };
    const json plain = hints_of("plain");
    EXPECT_FALSE(plain.empty());
    for (const char* engine : {"bits", "bytes", "asm"}) EXPECT_EQ(hints_of(engine), plain);
}

TEST(SearchHints, MakesTheSameRandomBoardFromTheSameSeed) {
    const std::string random = "search hints --random 70x64 --kinds 9 --seed ";
    const auto board = expect_prints(random + "5", {});
    EXPECT_EQ(ryg(random + "5").out, board.out);
    EXPECT_NE(ryg(random + "6").out, board.out);
}

TEST(SearchHints, RefusesMalformedBoardsInOneLine) {
    expect_refused("search hints", {{"", "no board"},
                                    {"--position ''", "the board is empty"},
                                    {"--position -", "the board is empty"},
                                    {"--position AB/A", "make all rows equally long"},
                                    {"--position A1", "row 0, column 1 is '1'"},
                                    {"--position " + std::string(65, 'A'), "use at most 64"},
                                    {"--position ABCDEFGHIJKLMNOPQ", "use at most 16"},
                                    {"--position AAB --engine asm", "8 rows and 8 columns"},
                                    {"--position AAB --engine bytes", "8 rows and 8 columns"},
                                    {"--position AAB --engine fast", "there is no 'fast'"},
                                    {"--random 8", "not a size"},
                                    {"--random 8x65", "at most 100000x64"},
                                    {"--random 8x8 --kinds 17", "use 1 to 16"},
                                    {"--random 8x8 --position AAB", "give one of them"}});
}

}  // namespace
}  // namespace ryg
