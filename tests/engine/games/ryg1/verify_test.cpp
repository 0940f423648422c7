// Comparisons of the first game: faults planted in the assembly are found, placed, and named; the
// signature kept in the tree, and a profile that loses no cycle.
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

#include "c64/debug/profile.hpp"
#include "engine/claims/bench.hpp"
#include "engine/games/ryg1/game.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using engine::ryg1::Version;
using tests::until_one_differs;
using tests::verify;
using work::Values;

/// Every program, at every depth, with nothing poked, up to the end of a game.
TEST(Sessions, RunFromRunToTheEndOfTheGameInEveryVersionAtEveryDepth) {
    const auto result = verify("ryg:all", {{"sessions", "1"}}, nullptr, {{.jobs = 2}});
    EXPECT_FALSE(result.first) << describe(*result.first, "");
    EXPECT_EQ(tests::own(result, "games"), 5u * 5u);
    EXPECT_GT(result.sum().searches, 3u * 5u * 3u);
}

const Values sixty{{"depth", "2"}, {"positions", "60"}};

TEST(Verify, FindsNoDifferenceInTheSoundProgram) {
    const auto result = verify("ryg16", sixty);
    EXPECT_EQ(result.sum().differing, 0u);
    EXPECT_EQ(result.sum().searches, 60u);
    EXPECT_FALSE(result.first);
}

struct Planted {
    std::string_view name;
    int fault;
    std::vector<std::string_view> fields;  // that may differ first
    std::string_view written_by;
};
class PlantedFault : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsFoundPlacedAndShownAgainByItsPosition) {
    const auto& [name, fault, fields, written_by] = GetParam();
    const c64::Image program = tests::faulty_ryg16(fault);
    const auto result = verify("ryg16", sixty, &program, until_one_differs);
    EXPECT_GT(result.sum().differing, 0u);
    ASSERT_TRUE(result.first);
    const work::Difference& first = *result.first;
    EXPECT_TRUE(std::ranges::any_of(fields, [&](auto each) {
        return first.field.starts_with(each);
    })) << first.field;
    EXPECT_NE(first.written_by.find(written_by), std::string::npos) << first.written_by;
    if (fault == 2) {
        EXPECT_NE(first.place, "-") << "a leaf";
    }

    EXPECT_EQ(first.again.values.text("position"), first.position);
    const auto again = verify("ryg16", first.again.values, &program);
    ASSERT_TRUE(again.first);
    EXPECT_EQ(again.first->place, first.place);
    EXPECT_EQ(again.first->written_by, first.written_by);
}

const Planted planted[]{
    {"TwoCatsOnOneSquareInTheShapeOfTheTree", 1, {"hijos", "matriz"}, "desarrollaArbolJugadas"},
    {"AWrongTableEntryInTheValueOfALeaf", 2, {"valor"}, "evaluaTablero"},
    {"AWrongBranchInAValueOfTheCats", 3, {"valor"}, "minValorHijos"}};
INSTANTIATE_TEST_SUITE_P(Ryg, PlantedFault, testing::ValuesIn(planted), tests::name_of_row);

using tests::Bytes;

using tests::Hole;
class OldHole : public testing::TestWithParam<Hole> {};

TEST_P(OldHole, IsClosed) { tests::expect_closed(GetParam()); }

void add_to(c64::Image& image, std::string_view label, int number) {
    image.bytes[image.labels.at(label) - image.load_address] += static_cast<emu::Byte>(number);
}
Bytes call_of(const c64::Image& image, std::string_view routine) {
    return tests::absolute(0x20, image, routine);
}
void drop_call(c64::Image& image, std::string_view in, std::string_view routine) {
    tests::patch(image, in, call_of(image, routine), Bytes(3, tests::nop), 200);
}
/// Puts `now`, which ends with a jump, in the place of the call and RTS that end a routine.
void end_with(c64::Image& image, std::string_view in, std::string_view routine, Bytes now) {
    Bytes last = call_of(image, routine), jump = tests::absolute(0x4c, image, routine);
    last.push_back(0x60);
    now.insert(now.end(), jump.begin(), jump.end());
    tests::patch(image, in, last, now);
}

/// evaluaArbolJugadas with something more; the base is known, so that there is room for it.
void evaluate_and(c64::Image& image, Bytes more) {
    const emu::Address base = image.labels.at("raizArbol");
    Bytes code{0xa9, emu::low(base)};
    const auto add = [&code](const Bytes& bytes) {
        code.insert(code.end(), bytes.begin(), bytes.end());
    };
    add(tests::absolute(0x8d, image, "mmTableroLo"));
    add({0xa9, emu::high(base)});
    add(tests::absolute(0x8d, image, "mmTableroHi"));
    add(more);
    add(tests::absolute(0x4c, image, "miniMax"));
    std::ranges::copy(
        code, image.bytes.begin() + image.labels.at("evaluaArbolJugadas") - image.load_address);
}
void jam(c64::Image& image, std::string_view label) {
    image.bytes[image.labels.at(label) - image.load_address] = 0x02;
}
void forget_new_game(c64::Image& image) {
    Bytes end = call_of(image, "gananGatos2"), fault = end;
    const Bytes jump = tests::absolute(0x4c, image, "nuevaPartida");
    end.insert(end.end(), jump.begin(), jump.end());
    fault.insert(fault.end(), 3, tests::nop);
    tests::patch(image, "pideJugada", end, fault, 200);
}

const Values one_search{{"depth", "1"}, {"positions", "1"}};
const Values positions{{"depth", "1"}, {"positions", "100"}};
const Values deep{{"depth", "5"}, {"positions", "4"}};
const Values deeper{{"depth", "2"}, {"positions", "400"}};
const Values games{{"depth", "1"}, {"games", "3"}};
const Values sessions{{"depth", "1"}, {"sessions", "3"}};
const Values deeper_sessions{{"depth", "3"}, {"sessions", "9"}};

// clang-format off
const Hole holes[]{
    {"LimitOfTheTreeOnePageHigher", [](auto& i) { add_to(i, "finArbolHi", 1); }, "ryg16", one_search, "finArbolHi"},
    {"LimitOfTheTreeSixteenPagesHigher", [](auto& i) { add_to(i, "finArbolHi", 16); }, "ryg16", sessions, "finArbolHi"},
    {"BaseOfTheTree", [](auto& i) { add_to(i, "baseArbolHi", 1); }, "ryg16", one_search, "baseArbolHi"},
    {"InterruptsLeftMasked", [](auto& i) { end_with(i, "evaluaArbolJugadas", "miniMax", {0x78}); }, "ryg16", one_search, "interrupts masked"},
    {"DecimalFlagLeftSet", [](auto& i) { end_with(i, "decideJugadaGatos", "decideJugadaMin", {0xf8}); }, "ryg16", one_search, "decimal flag"},
    {"PortLeftChanged", [](auto& i) { evaluate_and(i, {0xe6, 0x01}); }, "ryg16", one_search, "processor port"},
    {"ProgramThatChangesItself", [](auto& i) { evaluate_and(i, tests::absolute(0x8d, i, "evaluaArbolJugadas")); }, "ryg16", one_search, "by  evaluaArbolJugadas"},
    {"MemoryUnderTheKernal", [](auto& i) { evaluate_and(i, {0x8d, 0x00, 0xf0}); }, "ryg16", one_search, "$f000"},
    {"BasicThatStays", [](auto& i) { tests::patch(i, "ampliaRam", {0x29, 0xfe}, {tests::nop, tests::nop}); }, "ryg16", one_search, "ampliaRam"},
    {"MemoryThatIsNeverFull", [](auto& i) { tests::patch(i, "hayMemoria", tests::absolute(0xad, i, "finArbolHi"), {0xa9, 0xff, tests::nop}); }, "ryg16", deep, ""},
    {"BoardThatIsNotShown", [](auto& i) { drop_call(i, "actualiza", "pintaTableroActual"); }, "ryg16", sessions, "prints J"},
    {"NewGameThatIsForgotten", forget_new_game, "ryg16", deeper_sessions, "ganaRaton2"},
    {"EndOfTheTitle", [](auto& i) { tests::patch(i, "txtTitulo", {0x0d, 0x0d, 0x00}, {0x0d, 0x0d, 0x20}, 64); }, "ryg16", sessions, "pintaCadena"},
    {"ValueOfANewGame", [](auto& i) { tests::patch(i, "inicializaTablero", {0xa9, 0x80}, {0xa9, 0x81}); }, "ryg16", games, "inicializaTablero"},
    {"AnswerWithoutAMove", [](auto& i) { tests::patch(i, "aplicaJugadaDecidida", {0xc9, 0xff}, {0xc9, 0xfe}); }, "ryg16", positions, "aplicaJugadaDecidida"},
    {"ChildThatIsNoneIfItsLowByteIsZero", [](auto& i) { tests::patch(i, "maxValorHijos", tests::absolute(0xad, i, "dhHijoHi"), tests::absolute(0xad, i, "dhHijoLo")); }, "ryg16", deeper, "valor"},
    {"JamInTheReferee", [](auto& i) { jam(i, "verificaRaton0Jugs"); }, "ryg16", positions, "jammed at verificaRaton0Jugs"},
    {"JamInAMove", [](auto& i) { jam(i, "aplicaJugadaSolicitada"); }, "ryg16", games, "jammed at aplicaJugadaSolicitada"},
    {"JamInTheDialogue", [](auto& i) { jam(i, "leeCifra"); }, "ryg16", sessions, "leeCifra"},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Ryg, OldHole, testing::ValuesIn(holes), tests::name_of_row);

TEST(Verify, HasTheChecksumOfWhatAWrongProgramHasLeft) {
    const auto sound = verify("ryg16", sixty);
    const c64::Image program = tests::faulty_ryg16(3);
    const auto wrong = verify("ryg16", sixty, &program);
    EXPECT_EQ(sound.checksum(), sound.native_checksum());
    EXPECT_NE(wrong.checksum(), wrong.native_checksum());
}

// --- noise ------------------------------------------------------------------------------------------

/// The search, with code before it that jams where the program relies on what it may not.
void begin_with(c64::Image& image, Bytes code) {
    constexpr std::string_view search = "desarrollaArbolJugadas", unused_here = "txtTitulo";
    const Bytes jump = tests::absolute(0x4c, image, search);
    code.insert(code.end(), jump.begin(), jump.end());
    const emu::Address place = image.labels.at(unused_here);
    std::ranges::copy(code, image.bytes.begin() + (place - image.load_address));
    image.labels.remove(search);
    image.labels.add(search, place);
}
/// The same; the code leaves Z set where all is as in a machine that has done nothing else.
void jam_unless_equal(c64::Image& image, Bytes code) {
    code.insert(code.end(), {0xf0, 0x01, 0x02});
    begin_with(image, code);
}
void jam_unless_clean(c64::Image& image, emu::Address address) {
    const claims::Host clean(tests::image_of("ryg16"));
    jam_unless_equal(
        image, {0xad, emu::low(address), emu::high(address), 0xc9, clean.machine().ram()[address]});
}
/// The tree's next address is the one in the file, which only the first search finds there.
void keep_next_address(c64::Image& image) {
    for (const char* const half : {"libreLo", "libreHi"}) {
        tests::patch(image, "plantaRaiz", tests::absolute(0x8d, image, half), Bytes(3, tests::nop));
    }
}

struct Reliance {
    std::string_view name;
    void (*plant)(c64::Image&);
};
class Uninitialised : public testing::TestWithParam<Reliance> {};

TEST_P(Uninitialised, IsFoundInNoiseAlone) {
    c64::Image program = tests::image_of("ryg16");
    GetParam().plant(program);
    const Values one{{"depth", "1"}, {"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}};
    EXPECT_FALSE(verify("ryg16", one, &program).first);
    std::optional<work::Difference> found;
    for (int seed = 1; seed <= 8 && !found; ++seed) {  // a flag is the right one by chance
        found = verify("ryg16", Values(one).set("noise", seed), &program).first;
    }
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->noise);
    EXPECT_NE(describe(*found, "").find("noise       seed"), std::string::npos);
    EXPECT_TRUE(verify("ryg16", found->again.values, &program).first) << "shown again";
}

// clang-format off
const Reliance reliances[]{
    {"OnA", [](auto& i) { jam_unless_equal(i, {0xc9, 0x00}); }},
    {"OnX", [](auto& i) { jam_unless_equal(i, {0xe0, 0x00}); }},
    {"OnY", [](auto& i) { jam_unless_equal(i, {0xc0, 0x00}); }},
    {"OnN", [](auto& i) { begin_with(i, {0x10, 0x01, 0x02}); }},
    {"OnV", [](auto& i) { begin_with(i, {0x50, 0x01, 0x02}); }},
    {"OnZ", [](auto& i) { begin_with(i, {0xd0, 0x01, 0x02}); }},
    {"OnC", [](auto& i) { begin_with(i, {0x90, 0x01, 0x02}); }},
    {"OnTheZeroPage", [](auto& i) { jam_unless_clean(i, 0xfb); }},
    {"OnTheStack", [](auto& i) { jam_unless_clean(i, 0x180); }},
    {"OnFreeMemory", [](auto& i) { jam_unless_clean(i, 0xcfff); }},
    {"OnAVariableOfTheFileAfterTheFirstSearch", keep_next_address},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Ryg, Uninitialised, testing::ValuesIn(reliances), tests::name_of_row);

TEST(Verify, DoesAPartInNoiseByItself) {
    c64::Image program = tests::image_of("ryg16");
    jam_unless_clean(program, 0xcfff);
    const auto found = verify("ryg16", {{"depth", "1"}, {"positions", "130"}}, &program);
    EXPECT_TRUE(found.first && found.first->noise);
    EXPECT_EQ(found.sum().differing, 2u);
}

TEST(Verify, CountsWhatIsDoneInNoiseByItself) {
    const Values values{{"depth", "2"}, {"positions", "122"}};
    const auto usual = verify("ryg16", values),
               all = verify("ryg16", Values(values).set("noise", 3));
    EXPECT_EQ(usual.sum().noisy, 2u);
    EXPECT_EQ(all.sum().noisy, 122u);
    EXPECT_FALSE(all.first);
    EXPECT_EQ(usual.sum().searches, 122u);
    EXPECT_EQ(usual.checksum(), all.checksum());
}

TEST(Verify, FindsTheSameWhateverTheNumberOfThreads) {
    for (const std::string_view program : {"ryg14", "ryg16"}) {
        Values values{{"games", "2"}, {"positions", "6"}, {"seed", "1"}, {"sessions", "1"}};
        const auto one = verify(program, values);
        const auto three = verify(program, values, nullptr, {{.jobs = 3}});
        ASSERT_EQ(one.parts.size(), 5u);
        for (std::size_t part = 0; part < one.parts.size(); ++part) {
            const work::Sums& sums = one.parts[part].sums;
            EXPECT_EQ(sums.checksum, three.parts[part].sums.checksum);
            EXPECT_EQ(sums.cycles, three.parts[part].sums.cycles);
            EXPECT_EQ(one.parts[part].histogram, three.parts[part].histogram);
            EXPECT_EQ(sums.own[0], part < 3 ? 2u + 1u : 1u + 1u) << "games";
            EXPECT_EQ(sums.differing, 0u);
        }
        EXPECT_EQ(one.checksum(), three.checksum());
        EXPECT_EQ(one.sum().own[1] > 0, program == "ryg16") << "the referee was asked";
        EXPECT_NE(verify(program, values.set("seed", 2)).sum().cycles, one.sum().cycles);
    }
}

TEST(Verify, StopsAfterAsManyDifferencesAsAreWantedWithTheSameFirstOne) {
    const c64::Image program = tests::faulty_ryg16(2);
    const Values many{{"depth", "2"}, {"positions", "80"}};
    const auto all = verify("ryg16", many, &program, {{.jobs = 2}}),
               few = verify("ryg16", many, &program, {{.jobs = 2}, 3});
    EXPECT_FALSE(all.enough);
    EXPECT_TRUE(few.enough);
    EXPECT_FALSE(few.stopped);
    EXPECT_GE(few.sum().differing, 3u);
    EXPECT_LT(few.sum().searches, all.sum().searches);
    EXPECT_EQ(few.first->position, all.first->position);
}

TEST(Verify, FindsAnEndlessSearchWithinTenTimesTheCyclesThatItShouldTake) {
    c64::Image program = tests::image_of("ryg16");
    const Bytes again = tests::absolute(0x4c, program, "evaluaTablero");
    std::ranges::copy(
        again, program.bytes.begin() + program.labels.at("evaluaTablero") - program.load_address);
    const auto result = verify("ryg16", sixty, &program, until_one_differs);
    ASSERT_TRUE(result.first);
    const std::string& fault = result.first->assembly;
    const auto position = engine::ryg1::door().read(result.first->position).position;
    const engine::ryg1::SearchOptions options{.depth = 2};
    const auto limit =
        10 * engine::ryg1::expected_cycles(engine::ryg1::search(position, options), options);
    EXPECT_LE(std::stoul(fault.substr(fault.find("after ") + 6)), limit + 10) << fault;
    EXPECT_NE(result.first->written_by.find("miniMax"), std::string::npos);
}

TEST(Verify, NamesTheProgramsOfWhichNothingIsCompared) {
    const work::Work work = tests::work_of("ryg:all", {{"games", "1"}});
    EXPECT_EQ(work.left_out, (std::vector<std::string>{"ryg12", "ryg13"}));
    EXPECT_EQ(work.parts.size(), 4u * 5u);
}

TEST(Difference, NamesTheFirstRoutineWithAWrongResultWhereTheLastWriterIsInnocent) {
    c64::Image program = tests::image_of("ryg16");
    drop_call(program, "creaHijo", "fijaHijo");
    const auto result = verify("ryg16", sixty, &program, until_one_differs);
    ASSERT_TRUE(result.first);
    EXPECT_TRUE(result.first->field.starts_with("hijos")) << result.first->field;
    EXPECT_TRUE(result.first->first_wrong.starts_with("creaHijo < ")) << result.first->first_wrong;
    EXPECT_NE(result.first->because.find("chPadre->hijos[0].lo is $00"), std::string::npos)
        << result.first->because;
}

TEST(Difference, SaysWhereTheProgramLeavesTheWayOfAVersionWithoutTheFault) {
    constexpr emu::Byte bcs = 0xb0, bcc = 0x90;
    const c64::Image sound = tests::image_of("ryg16");
    const tests::Folder folder;
    std::string file{static_cast<char>(emu::low(sound.load_address)),
                     static_cast<char>(emu::high(sound.load_address))};
    file.append(sound.bytes.begin(), sound.bytes.end());
    Values values{sixty};
    values.set("against", folder.write("old.prg", file));
    EXPECT_THROW(static_cast<void>(tests::work_of("ryg16", values)), std::invalid_argument);
    std::string labels;
    for (const auto& label : sound.labels.all()) {
        labels += fmt::format("al C:{:04x} .{}\n", label.address, label.name);
    }
    folder.write("old.lbl", labels);
    EXPECT_FALSE(verify("ryg16", values, nullptr).first);

    c64::Image program = sound;
    tests::patch(program, "minValorHijos", {bcs}, {bcc});
    const auto result = verify("ryg16", values, &program, until_one_differs);
    ASSERT_TRUE(result.first);
    EXPECT_TRUE(result.first->against.starts_with("after minValorHijos")) << result.first->against;

    drop_call(program, "creaHijo", "fijaHijo");
    const auto dropped = verify("ryg16", values, &program, until_one_differs);
    ASSERT_TRUE(dropped.first);
    EXPECT_TRUE(dropped.first->against.starts_with("after ")) << dropped.first->against;
}

TEST(Difference, IsACallThatABlockExcludesEvenIfItsResultIsNeverUsed) {
    const Values one{{"depth", "1"}, {"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}};
    for (const emu::Byte row : Bytes{7, 8}) {
        c64::Image program = tests::image_of("ryg16");
        Bytes code{0xa9, row};
        for (const Bytes& next : {tests::absolute(0x8d, program, "doFila"), Bytes{0xa9, 0},
                                  tests::absolute(0x8d, program, "doColumna"),
                                  tests::absolute(0x20, program, "dameOffset")}) {
            code.insert(code.end(), next.begin(), next.end());
        }
        begin_with(program, code);
        const auto found = verify("ryg16", one, &program).first;
        EXPECT_EQ(found ? found->because : "",
                  row == 8 ? "calls dameOffset: In doFila is not (in its range)" : "");
    }
}

TEST(Difference, NamesTheRoutineThatGoesRoundTheChildrenOnceTooFew) {
    constexpr emu::Byte ldy = 0xa0;
    for (const std::string routine : {"minHijos", "maxHijos"}) {
        c64::Image program = tests::image_of("ryg16");
        tests::patch(program, routine, {ldy, 0}, {ldy, 1});
        const auto result = verify("ryg16", sixty, &program, until_one_differs);
        ASSERT_TRUE(result.first);
        EXPECT_TRUE(result.first->first_wrong.starts_with(routine + " < "))
            << result.first->because;
    }
}

TEST(Verify, KeepsWhatWasDoneWhenItIsStopped) {
    std::atomic<bool> stop = true;
    const auto result = verify("ryg16", {{"positions", "1000"}}, nullptr, {{.stop = &stop}});
    EXPECT_TRUE(result.stopped);
    EXPECT_LT(result.sum().searches, 1000u);
}

/// Half of a game is no difference.
TEST(Verify, DropsThePieceInWhichItIsStopped) {
    std::atomic<bool> stop = false;
    const work::Work work =
        tests::work_of("ryg16", {{"depth", "5"}, {"games", "1"}}, nullptr, &stop);
    const auto worker = work.hire();
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        stop = true;
    });
    const work::Outcome outcome = worker->run(0, 0);
    stopper.join();
    EXPECT_TRUE(outcome.stopped);
    EXPECT_FALSE(outcome.differs);
    stop = true;
    const work::Outcome none = worker->run(0, 0);
    EXPECT_TRUE(none.stopped);
    EXPECT_FALSE(none.differs);
}

TEST(Verify, OfAMillionPiecesIsPlannedWithoutARecordOfEach) {
    constexpr std::uint64_t many = 1'000'000'000;
    const std::string number = std::to_string(many);
    const work::Work work = tests::work_of("ryg:all", {{"games", number}, {"positions", number}});
    EXPECT_EQ(work.pieces(), 6 * 3 * many + 4 * 3 * many +  // depths 1 to 3
                                 6 * 2 * (many / 200) + 4 * 2 * ((many + 179) / 180));
}

TEST(Bench, HasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/games/ryg1/signature.txt");
    std::string kept;
    std::getline(file, kept);
    auto program = engine::ryg1::searcher(Version::v16);
    const auto set = engine::ryg1::door().bench_set();
    work::Signature signature;
    for (const int depth : claims::bench_depths(engine::ryg1::door().depths)) {
        claims::search_all(program, std::span(std::as_const(set)), depth, signature);
    }
    EXPECT_EQ(to_string(signature), kept)
        << "behaviour or cost of ryg16 have changed: if that is meant, put the new line into "
           "tests/engine/games/ryg1/signature.txt and say it in the commit";
}

TEST(Profile, SelfCyclesAddUpToAllCycles) {
    auto program = engine::ryg1::searcher(Version::v16, 2);
    const engine::ryg1::Root root = engine::ryg1::door().bench_set()[5];
    const emu::Cycle plain = program.search(root);

    program.prepare(root);
    emu::Cycle self = 0, inclusive = 0;
    for (const auto routine : program.routines()) {
        const auto address = program.host.labels().at(routine);
        c64::debug::Profile profile(address);
        c64::debug::watched_call(program.host.machine(), address, 1'000'000'000,
                                 [&](const c64::debug::Step& step) { profile.note(step); });
        const auto rows = profile.finish();
        EXPECT_EQ(rows.front().routine, address);  // nothing costs more than all
        inclusive += rows.front().inclusive;
        for (const auto& row : rows) {
            self += row.self;
            EXPECT_LE(row.self, row.inclusive);
            EXPECT_LE(row.inclusive, rows.front().inclusive);
        }
    }
    EXPECT_EQ(self, plain);
    EXPECT_EQ(inclusive, plain);
}

TEST(Profile, CountsARecursiveRoutineOnceForEachStack) {
    auto program = engine::ryg1::searcher(Version::v16);
    const auto set = engine::ryg1::door().bench_set();
    const auto shares = claims::profile_searches(program, std::span(std::as_const(set)), 2);
    emu::Cycle total = 0;
    std::uint64_t mini_max_calls = 0;
    for (const auto& share : shares) {
        total += share.self;
        if (share.routine == "miniMax") mini_max_calls = share.calls;
    }
    std::uint64_t nodes = 0;
    for (const auto& root : set) {
        nodes += engine::ryg1::search(root.position, {.depth = 2}).nodes;
    }
    EXPECT_EQ(mini_max_calls, nodes);
    for (const auto& share : shares) EXPECT_LE(share.inclusive, total) << share.routine;
}

TEST(CallStack, FollowsARoutineThatThrowsItsReturnAddressAway) {
    using emu::Registers;
    c64::debug::CallStack calls;
    const auto at = [](emu::Address pc, emu::Byte s) { return Registers{.pc = pc, .s = s}; };
    calls.note({at(0x1000, 0xff), at(0x2000, 0xfd), 0x20});  // jsr a
    calls.note({at(0x2000, 0xfd), at(0x3000, 0xfb), 0x20});  // a: jsr b
    ASSERT_EQ(calls.frames().size(), 2u);
    calls.note({at(0x3000, 0xfb), at(0x3001, 0xfc), 0x68});                 // b: pla
    calls.note({at(0x3001, 0xfc), at(0x3002, 0xfd), 0x68});                 // b: pla
    EXPECT_EQ(calls.frames().size(), 2u);                                   // no transfer yet
    EXPECT_EQ(calls.note({at(0x3002, 0xfd), at(0x1003, 0xff), 0x60}), 2u);  // b: rts, for a as well
    EXPECT_TRUE(calls.frames().empty());
}

}  // namespace
}  // namespace ryg
