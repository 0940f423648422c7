// `ryg debug --dap`: the stack, variables, what the user types, changes by hand; memory as bytes, as
// instructions, and as a listing where there is no source.
#include <sstream>

#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

Json scope(Launched& client, const std::string& name) {
    const Json scopes = client.ask("scopes", {{"frameId", 1}})["scopes"];
    for (const Json& each : scopes) {
        if (each["name"] == name) return each;
    }
    ADD_FAILURE() << "no scope " << name;
    return Json::object();
}
Json variables(Launched& client, const Json& reference) {
    return client.ask("variables", {{"variablesReference", reference}})["variables"];
}
Json scope_variables(Launched& client, const std::string& name) {
    return variables(client, scope(client, name)["variablesReference"]);
}

TEST(DapState, RegistersFlagsAndZeroPageAreVariables) {
    Launched client;
    client.plays("go next");
    const Json registers = scope_variables(client, "Registers");
    EXPECT_EQ(registers[2], Json::parse(R"({"name": "X", "value": "$03", "variablesReference": 0,
                                           "evaluateName": "x"})"));
    EXPECT_EQ(registers[0]["memoryReference"], "0x080f");
    EXPECT_EQ(scope_variables(client, "Flags").size(), 6U);
    EXPECT_EQ(scope_variables(client, "Screen").size(), 25U);
    const Json zero_page = scope(client, "Zero page");
    EXPECT_EQ(zero_page["indexedVariables"], 256);
    const Json part =
        client.ask("variables", {{"variablesReference", zero_page["variablesReference"]},
                                 {"start", 2},
                                 {"count", 3}})["variables"];
    ASSERT_EQ(part.size(), 3U);
    EXPECT_EQ(part[0]["name"], "$02");
    EXPECT_EQ(part[0]["memoryReference"], "0x0002");
    client.plays("variables {variablesReference: 99} !\nscopes {frameId: 7} !");
}

TEST(DapState, TheDebugFilesDataAndEquatesAreVariables) {
    Launched client(
        "limit = 88\nstart:  rts\nbyte:   .byte 5\nword:   .word $1234\nrow:    .byte 1, 2, 3\n");
    const Json data = scope_variables(client, "Program data");
    ASSERT_EQ(data.size(), 4U) << data;  // the first is the BASIC line
    EXPECT_EQ(data[1],
              program::json_of("{name: \"byte\", value: \"$05 (5)\", variablesReference: 0,"
                               "evaluateName: \"@.byte\", memoryReference: \"0x080e\"}"));
    EXPECT_EQ(data[2]["value"], "$1234 (4660)");
    EXPECT_EQ(data[3]["value"], "3 bytes: 01 02 03");
    EXPECT_EQ(variables(client, data[3]["variablesReference"])[1]["value"], "$02 (2)");
    const Json reference = scope(client, "Program data")["variablesReference"];
    client.ask("setVariable",
               {{"variablesReference", reference}, {"name", "word"}, {"value", "$abcd"}});
    client.plays("watch @word:.word = $abcd (43981)");
    const Json equates = scope_variables(client, "Equates");
    ASSERT_EQ(equates.size(), 1U) << equates;
    EXPECT_EQ(equates[0]["value"], "$58 (88)");
}

TEST(DapState, ASearchHasItsBoardAndItsTree) {
    Launched client(dap_test::search_arguments());
    client.plays("functions [{name: \"decideJugadaGatos\"}]\ngo continue");
    const Json board = scope_variables(client, "Board");
    ASSERT_EQ(board.size(), 8U);
    EXPECT_EQ(board[0]["value"], "c . c . c . c .");
    EXPECT_EQ(board[6]["value"], ". . M . . . . .");
    const Json root = scope_variables(client, "Tree")[0];
    EXPECT_EQ(root["name"], "-");
    const Json fields = variables(client, root["variablesReference"]);
    EXPECT_EQ(fields[0]["name"], "nivel");
    const auto child = std::ranges::find_if(
        fields, [](const Json& each) { return each["variablesReference"] != 0; });
    ASSERT_NE(child, fields.end());
    EXPECT_EQ((*child)["name"].get<std::string>().size(), 4U) << "a move: " << *child;
    const Json value =
        client.ask("dataBreakpointInfo",
                   {{"variablesReference", (*child)["variablesReference"]}, {"name", "valor"}});
    EXPECT_FALSE(value["dataId"].is_null());
}

/// What the tree view of the extension is made of.
TEST(DapState, OurOwnRequestShowsTheTreeAndTheScreen) {
    Launched client(dap_test::search_arguments());
    client.plays(
        "rygLook {what: \"rom\"} ! what: 'tree' or 'screen'\n"
        "functions [{name: \"decideJugadaGatos\"}]\ngo continue");
    const Json root = client.ask("rygLook", {{"what", "tree"}})["nodes"][0];
    EXPECT_EQ(root["fields"][0]["name"], "nivel");
    EXPECT_GT(root["children"], 1);
    const Json arguments{{"what", "tree"}, {"node", root["memoryReference"]}};
    const Json children = client.ask("rygLook", arguments)["nodes"];
    EXPECT_EQ(children.size(), root["children"]);
    EXPECT_FALSE(children[0]["chosen"]) << "not yet";
    const Json screen = client.ask("rygLook", {{"what", "screen"}});
    EXPECT_EQ(screen["data"].get<std::string>().size(), (384U * 272 + 2) / 3 * 4);
    client.plays("lines []\nfunctions [{name: \"searchDone\"}]\ngo continue");
    const Json after = client.ask("rygLook", arguments)["nodes"];
    EXPECT_EQ(
        std::ranges::count_if(after, [](const Json& each) { return each["chosen"].get<bool>(); }),
        1);
    EXPECT_TRUE(client.response(client.send(
                    "rygLook", {{"what", "tree"}, {"node", "0x0001"}}))["success"] == false);
}

TEST(DapState, ValuesCanBeChanged) {
    Launched client;
    const auto set = [&](const char* where, const char* name, const char* value) {
        const Json reference = scope(client, where)["variablesReference"];
        return client.send("setVariable",
                           {{"variablesReference", reference}, {"name", name}, {"value", value}});
    };
    EXPECT_EQ(client.response(set("Registers", "X", "$7f"))["body"]["value"], "$7f");
    client.plays("watch x = $7f (127)\nevent invalidated ~ {areas: [\"all\"]}");
    EXPECT_EQ(client.response(set("Flags", "C", "1"))["body"]["value"], "1");
    EXPECT_TRUE(client.response(set("Zero page", "$fb", "$12"))["success"]);
    client.plays("watch @$fb = $12 (18)");
    EXPECT_FALSE(client.response(set("Registers", "A", "$100"))["success"]);
    EXPECT_FALSE(client.response(set("Registers", "cycle", "0"))["success"]);
    client.plays(R"(
        setExpression {expression: "y", value: "5"} ~ {value: "$05"}
        setExpression {expression: "counter", value: "$99"} ~ {value: "$99"}
        event memory ~ {memoryReference: "0x0828"}
        go stepBack; watch y = $05 (5))");  // the beginning is after the change
}

// --- memory -------------------------------------------------------------------------------------

TEST(DapMemory, IsReadAsAWhole) {
    Launched client;
    for (const int count : {65536, 131072}) {
        const Json all = client.ask("readMemory", {{"memoryReference", "0"}, {"count", count}});
        EXPECT_EQ(all["data"].get<std::string>().size(), 87384U);
    }
}

TEST(DapMemory, IsDisassembledInExactlyAsManyRowsAsAskedForAnywhere) {
    const auto address_of = [](const Json& row) {
        return std::stol(row["address"].get<std::string>(), nullptr, 0);
    };
    Launched client;
    for (const std::string at : {"0x0000", "0x0001", "0x0810", "0xe000", "0xffff", "0x10002"}) {
        for (const int first : {-300, -50, -1, 0, 7}) {
            const Json all = client.ask("disassemble", {{"memoryReference", at},
                                                        {"instructionOffset", first},
                                                        {"instructionCount", 60}})["instructions"];
            ASSERT_EQ(all.size(), 60U) << at << " " << first;
            long before = -1'000'000;
            for (const Json& row : all) {
                const long address = address_of(row);
                EXPECT_GT(address, before) << at << " " << first << " " << row;
                before = address;
                EXPECT_EQ(address < 0 || address > 0xffff,
                          row.value("presentationHint", "") == "invalid")
                    << row;
            }
            if (first > 0 || first <= -60) continue;
            EXPECT_EQ(address_of(all[static_cast<std::size_t>(-first)]), std::stol(at, nullptr, 0));
        }
    }
}

TEST(DapMemory, IsAListingWhereThereIsNoSource) {
    Launched client;
    client.plays(R"(
        instructions [{instructionReference: "0xffd2"}]; type > 080d 20 d2 ff; go continue
        source {sourceReference: 300} !)");
    const Json frame = client.frame(), source = frame["source"];
    EXPECT_EQ(source["name"], "$ff00-$ffff");
    std::istringstream lines(
        client
            .ask("source",
                 {{"source", source}, {"sourceReference", source["sourceReference"]}})["content"]
            .get<std::string>());
    std::string line;
    for (int i = 0; i < frame["line"].get<int>(); ++i) std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("ffd2  ")) << line;
    const Json placed = client.ask(
        "setBreakpoints",
        {{"source", source}, {"breakpoints", {{{"line", frame["line"]}}}}})["breakpoints"][0];
    EXPECT_EQ(placed["instructionReference"], "0xffd2");
}

}  // namespace
}  // namespace ryg
