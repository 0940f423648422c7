// `ryg debug --dap`: memory as bytes, as instructions, and as a listing where there is no source.
#include "tests/app/fronts/dap/program.hpp"

namespace ryg {
namespace {

using dap_test::Json;
using dap_test::Launched;

TEST(DapMemory, IsReadInBase64) {
    Launched client;
    client.plays(R"(
        readMemory {memoryReference: "0x080d", count: 5} = {address: "0x080d", data: "ogMgGwg="}
        readMemory {memoryReference: "0x0800", offset: 13, count: 1} ~ {data: "og=="}
        readMemory {memoryReference: "0xffff", count: 16} ~ {unreadableBytes: 15}
        readMemory {memoryReference: "0x10000", count: 4} ~ {data: "", unreadableBytes: 4}
        readMemory {memoryReference: "0", count: 131072} ~ {unreadableBytes: 65536}
        readMemory {memoryReference: "here", count: 1} !
        readMemory {memoryReference: "0", count: -1} !)");
    for (const int count : {65536, 131072}) {
        const Json all = client.ask("readMemory", {{"memoryReference", "0"}, {"count", count}});
        EXPECT_EQ(all["data"].get<std::string>().size(), 87384U);
    }
}

TEST(DapMemory, IsWrittenInBase64) {
    Launched client;
    client.plays(R"(
        writeMemory {memoryReference: "0xc000", data: "AQIDBA=="} = {bytesWritten: 4}
        event memory = {memoryReference: "0xc000", offset: 0, count: 4}
        readMemory {memoryReference: "0xc000", count: 4} ~ {data: "AQIDBA=="}
        writeMemory {memoryReference: "0xffff", data: "AQI="} !
        writeMemory {memoryReference: "0xffff", data: "AQI=", allowPartial: true}
            ~ {bytesWritten: 1})");
    for (const std::string bad : {"AQI", "AQ=A", "A===", "*Q==", "AR=="}) {
        client.plays("writeMemory {memoryReference: \"0xc000\", data: \"" + bad +
                     "\"} ! 'data' is not base64");
    }
}

TEST(DapMemory, IsDisassembledForwardAndBackward) {
    Launched().plays(R"(
        disassemble {memoryReference: "0x0812", instructionOffset: 0, instructionCount: 1}
            = {instructions: [{address: "0x0812", instruction: "dex", instructionBytes: "ca",
            "location": {name: "small.s", path: SOURCE}, line: 7}]}
        disassemble {memoryReference: "0x0812", instructionOffset: -2, instructionCount: 5}
            ~ {instructions: [{address: "0x080d", symbol: "code"}, {address: "0x080f"},
            {address: "0x0812"}, {address: "0x0813"}, {address: "0x0815"}]}
        disassemble {memoryReference: "0x0812", instructionOffset: -2, instructionCount: 1}
            ~ {instructions: [{address: "0x080d"}]}
        disassemble {memoryReference: "0x0812", instructionOffset: 2, instructionCount: 1}
            ~ {instructions: [{address: "0x0815"}]}
        disassemble {memoryReference: "0x0812", instructionOffset: 0, instructionCount: 0}
            = {instructions: []})");
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

TEST(DapMemory, SourcesAreListed) {
    Launched().plays(R"(loadedSources = {sources: [{name: "small.s", path: SOURCE}]})");
}

}  // namespace
}  // namespace ryg
