// Verbs of the games: Ctrl-C in a search, and what reports say of their request.
#include <sstream>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

// timeout sends it twice at once, which is one Ctrl-C; another one later would end the program.
TEST(SearchRyg3, CtrlCEndsItWithTheIterationsThatWereDone) {
    const auto finished =
        expect_prints(run(words_of("timeout --preserve-status -s INT 2 '" RYG_PROGRAM
                                   "' search ryg3 --depth 20")),
                      {"move      E1F2\n", "01:00000001,11 E1F2\n"}, 130);
    EXPECT_FALSE(contains(finished.out, "14:")) << finished.out;
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
            const bool is_option =
                name != "ryg" && name != "format" && name != "verb" && name != "programs";
            if (!is_option || value.is_null() || value == false) continue;
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

}  // namespace
}  // namespace ryg
