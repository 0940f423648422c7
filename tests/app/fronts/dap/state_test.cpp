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
    Launched client;
    client.ask("setFunctionBreakpoints", {{"breakpoints", {{{"name", "deep"}}}}});
    client.go("continue");
    const Json trace = client.ask("stackTrace", {{"threadId", 1}});
    const Json source{{"name", "small.s"}, {"path", client.source()}};
    const auto frame = [&](int id, const char* name, int line, const char* at) {
        return Json{{"id", id},     {"name", name}, {"source", source},
                    {"line", line}, {"column", 1},  {"instructionPointerReference", at}};
    };
    const Json frames = Json::array({frame(1, "deep", dap_test::deep_line, "0x0822"),
                                     frame(2, "work", dap_test::call_deep_line, "0x081e"),
                                     frame(3, "start", dap_test::loop_line, "0x080f")});
    EXPECT_EQ(trace["stackFrames"], frames);
    EXPECT_EQ(trace["totalFrames"], 3);
    const Json middle =
        client.ask("stackTrace", {{"threadId", 1}, {"startFrame", 1}, {"levels", 1}});
    EXPECT_EQ(middle["stackFrames"], Json::array({frames[1]}));
    EXPECT_EQ(client.ask("stackTrace", {{"threadId", 1}, {"startFrame", 9}})["stackFrames"],
              Json::array());
}

TEST(DapState, RegistersFlagsAndZeroPageAreVariables) {
    Launched client;
    client.go("next");
    const Json x = scope_variables(client, "Registers")[2];
    EXPECT_EQ(x, Json::parse(R"({"name": "X", "value": "$03", "variablesReference": 0,
                                 "evaluateName": "x"})"));
    EXPECT_EQ(scope_variables(client, "Registers")[0]["memoryReference"], "0x080f");
    EXPECT_EQ(scope_variables(client, "Flags").size(), 6U);
    EXPECT_EQ(scope(client, "Zero page")["indexedVariables"], 256);
    const Json part = client.ask(
        "variables", {{"variablesReference", scope(client, "Zero page")["variablesReference"]},
                      {"start", 2},
                      {"count", 3}})["variables"];
    ASSERT_EQ(part.size(), 3U);
    EXPECT_EQ(part[0]["name"], "$02");
    EXPECT_EQ(part[0]["memoryReference"], "0x0002");
    EXPECT_EQ(scope_variables(client, "Screen").size(), 25U);
    EXPECT_NE(client.refusal("variables", {{"variablesReference", 99}}), "");
    EXPECT_NE(client.refusal("scopes", {{"frameId", 7}}), "");
}

TEST(DapState, ASearchHasItsBoardAndItsTree) {
    Launched client(dap_test::search_arguments());
    client.ask("setFunctionBreakpoints", {{"breakpoints", {{{"name", "decideJugadaGatos"}}}}});
    client.go("continue");
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
    const Json registers = scope(client, "Registers")["variablesReference"];
    const auto set = [&](const Json& reference, const char* name, const char* value) {
        return client.ask(
            "setVariable",
            {{"variablesReference", reference}, {"name", name}, {"value", value}})["value"];
    };
    EXPECT_EQ(set(registers, "X", "$7f"), "$7f");
    EXPECT_EQ(client.evaluate("x"), "$7f (127)");
    EXPECT_EQ(client.event("invalidated")["areas"], Json::array({"all"}));
    EXPECT_EQ(set(scope(client, "Flags")["variablesReference"], "C", "1"), "1");
    set(scope(client, "Zero page")["variablesReference"], "$fb", "$12");
    EXPECT_EQ(client.evaluate("@$fb"), "$12 (18)");
    EXPECT_NE(client.refusal("setVariable",
                             {{"variablesReference", registers}, {"name", "A"}, {"value", "$100"}}),
              "");
    EXPECT_NE(
        client.refusal("setVariable",
                       {{"variablesReference", registers}, {"name", "cycle"}, {"value", "0"}}),
        "");
    const auto assign = [&](const char* target, const char* value) {
        return client.ask("setExpression", {{"expression", target}, {"value", value}})["value"];
    };
    EXPECT_EQ(assign("y", "5"), "$05");
    EXPECT_EQ(assign("counter", "$99"), "$99");
    EXPECT_EQ(client.event("memory")["memoryReference"], "0x0828");
    client.go("stepBack");
    EXPECT_EQ(client.evaluate("y"), "$05 (5)") << "the beginning is behind the change";
}

TEST(DapState, WhatIsTypedIsACommandAndWhatIsWatchedAnExpression) {
    Launched client;
    EXPECT_NE(client.evaluate("registers", "repl").find("080d"), std::string::npos);
    EXPECT_EQ(
        client.refusal("evaluate", {{"expression", "nonsense"}, {"context", "repl"}}).find('\n'),
        std::string::npos);
    client.evaluate("step", "repl");
    EXPECT_EQ(client.event("stopped")["reason"], "step");
    EXPECT_EQ(client.line(), dap_test::loop_line);
    EXPECT_EQ(client.evaluate("counter"), "$0828: $00 (0)");
    EXPECT_EQ(client.evaluate("counter + 1"), "$0829 (2089)");
    EXPECT_EQ(client.evaluate("work", "hover"), "$081b: $ee (238)");
    EXPECT_EQ(client.evaluate(".work", "hover"), "$081b: $ee (238)");
    EXPECT_EQ(client.evaluate("x", "hover"), client.evaluate("x"));
    EXPECT_NE(client.refusal("evaluate", {{"expression", "adc"}, {"context", "hover"}}), "");
    EXPECT_NE(client.refusal("evaluate", {{"expression", "1 +"}, {"context", "watch"}}), "");
}

TEST(DapState, TheConsoleTakesExpressionsThatAreNoCommands) {
    Launched client;
    EXPECT_EQ(client.evaluate("counter + 1", "repl"), "$0829 (2089)");
    EXPECT_EQ(client.refusal("evaluate", {{"expression", "frobnicate"}, {"context", "repl"}}),
              "there is no command 'frobnicate': see help");
    const auto nowhere = [&](const char* text) {
        return client.ask("evaluate", {{"expression", text}})["result"].get<std::string>();
    };
    EXPECT_EQ(nowhere("counter + 1"), "$0829 (2089)");
    EXPECT_EQ(nowhere("x"), client.evaluate("x", "watch")) << "not the command of that name";
    EXPECT_NE(nowhere("bt").find("#0"), std::string::npos);
    EXPECT_EQ(client.refusal("evaluate", {{"expression", "nobody"}}),
              "unknown label 'nobody': did you mean 'code'?");
}

TEST(DapState, BeginningsAreCompleted) {
    Launched client;
    const Json labels =
        client.ask("completions", {{"text", "break .co"}, {"column", 10}})["targets"];
    EXPECT_EQ(labels, Json::parse(R"([{"label": ".code", "start": 6, "length": 3},
                                      {"label": ".counter", "start": 6, "length": 3}])"));
    const Json commands = client.ask("completions", {{"text", "bre"}, {"column", 4}})["targets"];
    EXPECT_EQ(commands[0]["label"], "break");
}

}  // namespace
}  // namespace ryg
