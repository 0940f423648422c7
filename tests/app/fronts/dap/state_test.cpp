// `ryg debug --dap`: the stack, variables, what the user types, and changes by hand.
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

TEST(DapState, TheStackHasEveryCallWithItsLine) {
    Launched().plays(R"(
        functions [{name: "deep"}]; go continue
        stackTrace = {totalFrames: 3, stackFrames: [
            {id: 1, name: "deep", source: {name: "small.s", path: SOURCE}, line: 15, column: 1,
            "instructionPointerReference": "0x0822"},
            {id: 2, name: "work", source: {name: "small.s", path: SOURCE}, line: 13, column: 1,
            "instructionPointerReference": "0x081e"},
            {id: 3, name: "start", source: {name: "small.s", path: SOURCE}, line: 6, column: 1,
            "instructionPointerReference": "0x080f"}]}
        stackTrace {startFrame: 1, levels: 1} = {totalFrames: 3, stackFrames: [
            {id: 2, name: "work", source: {name: "small.s", path: SOURCE}, line: 13, column: 1,
            "instructionPointerReference": "0x081e"}]}
        stackTrace {startFrame: 9} = {totalFrames: 3, stackFrames: []})");
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

TEST(DapState, WhatIsTypedIsACommandAndWhatIsWatchedAnExpression) {
    Launched().plays(R"(
        type registers ~ 080d; type nonsense !
        type step; event stopped ~ {reason: "step"}; line 6
        watch counter = $0828: $00 (0); watch counter + 1 = $0829 (2089); watch x = $03 (3)
        hover work = $081b: $ee (238); hover .work = $081b: $ee (238); hover x = $03 (3)
        hover adc !; watch 1 + !)");
}

TEST(DapState, TheConsoleTakesExpressionsThatAreNoCommands) {
    Launched().plays(R"(
        type counter + 1 = $0829 (2089)
        type frobnicate ! there is no command 'frobnicate': see help
        value counter + 1 = $0829 (2089); value x = $00 (0); watch x = $00 (0); value bt ~ #0
        value nobody ! unknown label 'nobody': did you mean 'code'?)");
}

TEST(DapState, BeginningsAreCompleted) {
    Launched().plays(R"(
        completions {text: "break .co", column: 10} = {targets: [
            {label: ".code", start: 6, length: 3}, {label: ".counter", start: 6, length: 3}]}
        completions {text: "bre", column: 4} ~ {targets: [{label: "break"}]})");
}

}  // namespace
}  // namespace ryg
