// `ryg debug --dap`: memory as bytes, as instructions, and as a listing where there is no source.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

TEST(DapMemory, IsReadInBase64) {
    Launched client;
    EXPECT_EQ(client.ask("readMemory", {{"memoryReference", "0x080d"}, {"count", 5}}),
              Json::parse(R"({"address": "0x080d", "data": "ogMgGwg="})"));
    EXPECT_EQ(client.ask("readMemory",
                         {{"memoryReference", "0x0800"}, {"offset", 13}, {"count", 1}})["data"],
              "og==");
    const Json edge = client.ask("readMemory", {{"memoryReference", "0xffff"}, {"count", 16}});
    EXPECT_EQ(edge["unreadableBytes"], 15);
    const Json outside = client.ask("readMemory", {{"memoryReference", "0x10000"}, {"count", 4}});
    EXPECT_EQ(outside["data"], "");
    EXPECT_EQ(outside["unreadableBytes"], 4);
    EXPECT_EQ(client.ask("readMemory", {{"memoryReference", "0"}, {"count", 65536}})["data"]
                  .get<std::string>()
                  .size(),
              87384U);
    const Json more = client.ask("readMemory", {{"memoryReference", "0"}, {"count", 131072}});
    EXPECT_EQ(more["data"].get<std::string>().size(), 87384U);
    EXPECT_EQ(more["unreadableBytes"], 65536);
    EXPECT_NE(client.refusal("readMemory", {{"memoryReference", "here"}, {"count", 1}}), "");
    EXPECT_NE(client.refusal("readMemory", {{"memoryReference", "0"}, {"count", -1}}), "");
}

TEST(DapMemory, IsWrittenInBase64) {
    Launched client;
    EXPECT_EQ(client.ask("writeMemory", {{"memoryReference", "0xc000"}, {"data", "AQIDBA=="}}),
              Json::parse(R"({"bytesWritten": 4})"));
    EXPECT_EQ(client.event("memory"),
              Json::parse(R"({"memoryReference": "0xc000", "offset": 0, "count": 4})"));
    EXPECT_EQ(client.ask("readMemory", {{"memoryReference", "0xc000"}, {"count", 4}})["data"],
              "AQIDBA==");
    for (const char* const bad : {"AQI", "AQ=A", "A===", "*Q==", "AR=="}) {
        EXPECT_EQ(client.refusal("writeMemory", {{"memoryReference", "0xc000"}, {"data", bad}}),
                  "'data' is not base64");
    }
    EXPECT_NE(client.refusal("writeMemory", {{"memoryReference", "0xffff"}, {"data", "AQI="}}), "");
    EXPECT_EQ(client.ask("writeMemory", {{"memoryReference", "0xffff"},
                                         {"data", "AQI="},
                                         {"allowPartial", true}})["bytesWritten"],
              1);
}

Json rows(Launched& client, const char* at, int first, int count) {
    return client.ask("disassemble", {{"memoryReference", at},
                                      {"instructionOffset", first},
                                      {"instructionCount", count}})["instructions"];
}

TEST(DapMemory, IsDisassembledForwardAndBackward) {
    Launched client;
    const Json first = rows(client, "0x0812", 0, 1)[0];
    const Json expected{{"address", "0x0812"},
                        {"instruction", "dex"},
                        {"instructionBytes", "ca"},
                        {"location", {{"name", "small.s"}, {"path", client.source()}}},
                        {"line", dap_test::dex_line}};
    EXPECT_EQ(first, expected);
    const Json all = rows(client, "0x0812", -2, 5);
    const std::vector<std::string> addresses{"0x080d", "0x080f", "0x0812", "0x0813", "0x0815"};
    ASSERT_EQ(all.size(), addresses.size());
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        EXPECT_EQ(all[i]["address"], addresses[i]);
    }
    EXPECT_EQ(all[0]["symbol"], "code");
    EXPECT_EQ(rows(client, "0x0812", -2, 1)[0]["address"], "0x080d");
    EXPECT_EQ(rows(client, "0x0812", 2, 1)[0]["address"], "0x0815");
    EXPECT_EQ(rows(client, "0x0812", 0, 0), Json::array());
}

TEST(DapMemory, IsDisassembledInExactlyAsManyRowsAsAskedForAnywhere) {
    Launched client;
    for (const char* const at : {"0x0000", "0x0001", "0x0810", "0xe000", "0xffff", "0x10002"}) {
        for (const int first : {-300, -50, -1, 0, 7}) {
            const Json all = rows(client, at, first, 60);
            ASSERT_EQ(all.size(), 60U) << at << " " << first;
            long before = -1'000'000;
            for (const Json& row : all) {
                const long address = std::stol(row["address"].get<std::string>(), nullptr, 0);
                EXPECT_GT(address, before) << at << " " << first << " " << row;
                before = address;
                EXPECT_EQ(address < 0 || address > 0xffff,
                          row.value("presentationHint", "") == "invalid")
                    << row;
            }
            if (first <= 0 && first > -60) {
                EXPECT_EQ(
                    std::stol(all[static_cast<std::size_t>(-first)]["address"].get<std::string>(),
                              nullptr, 0),
                    std::stol(at, nullptr, 0));
            }
        }
    }
}

TEST(DapMemory, IsAListingWhereThereIsNoSource) {
    Launched client;
    client.ask("setInstructionBreakpoints",
               {{"breakpoints", {{{"instructionReference", "0xffd2"}}}}});
    client.evaluate("> 080d 20 d2 ff", "repl");
    client.go("continue");
    const Json frame = client.frame();
    const Json reference = frame["source"]["sourceReference"];
    EXPECT_EQ(frame["source"]["name"], "$ff00-$ffff");
    const std::string text = client.ask(
        "source", {{"source", frame["source"]}, {"sourceReference", reference}})["content"];
    std::istringstream lines(text);
    std::string line;
    for (int i = 0; i < frame["line"].get<int>(); ++i) std::getline(lines, line);
    EXPECT_TRUE(line.starts_with("ffd2  ")) << line;
    const Json placed = client.ask(
        "setBreakpoints", {{"source", frame["source"]},
                           {"breakpoints", {{{"line", frame["line"]}}}}})["breakpoints"][0];
    EXPECT_EQ(placed["instructionReference"], "0xffd2");
    EXPECT_NE(client.refusal("source", {{"sourceReference", 300}}), "");
}

TEST(DapMemory, SourcesAreListed) {
    Launched client;
    EXPECT_EQ(client.ask("loadedSources")["sources"],
              Json::array({{{"name", "small.s"}, {"path", client.source()}}}));
}

}  // namespace
}  // namespace ryg
