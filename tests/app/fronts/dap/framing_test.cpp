// `ryg debug --dap` and the bytes it is sent: frames, requests that are none, the end of input.
#include "tests/app/fronts/dap/client.hpp"

namespace ryg {
namespace {

using dap_test::Client;
using dap_test::framed;
using dap_test::Json;

std::string initialize_request(int seq) {
    return framed(Json{{"seq", seq}, {"type", "request"}, {"command", "initialize"}}.dump());
}

TEST(DapFrames, MayComeByteByByte) {
    Client client;
    for (const char byte : initialize_request(1)) client.send_raw(std::string_view(&byte, 1));
    EXPECT_TRUE(client.response(1)["success"]);
}

TEST(DapFrames, MayComeSeveralAtOnce) {
    Client client;
    std::string all = initialize_request(1);
    for (int seq = 2; seq <= 1000; ++seq) {
        all += framed(Json{{"seq", seq}, {"type", "request"}, {"command", "threads"}}.dump());
    }
    client.send_raw(all);
    for (const int seq : {1, 2, 999, 1000}) EXPECT_EQ(client.response(seq)["request_seq"], seq);
}

TEST(DapFrames, MayHaveOtherHeaderLinesAndNamesInAnyCase) {
    Client client;
    const std::string body = R"({"seq":7,"type":"request","command":"initialize"})";
    client.send_raw("Content-Type: application/json\r\ncontent-length:" +
                    std::to_string(body.size()) + "\r\n\r\n" + body);
    EXPECT_TRUE(client.response(7)["success"]);
}

TEST(DapFrames, WithABrokenHeaderEndTheConnection) {
    for (const std::string& header : {
             std::string("Content-Length: -1\r\n\r\n"),
             std::string("Content-Length: twelve\r\n\r\n"),
             std::string("Content-Length: 12 34\r\n\r\n"),
             std::string("Content-Length: \r\n\r\n"),
             std::string("Content-Length: 1048577\r\n\r\n"),
             std::string("Content-Length: 99999999999999999999\r\n\r\n"),
             std::string("Content-Length: 5\r\nContent-Length: 5\r\n\r\nabcde"),
             std::string("Content-Type: x\r\n\r\n"),
             std::string("no colon\r\n\r\n"),
             std::string("POST /: HTTP/1.1\r\nContent-Length: 5\r\n\r\nabcde"),
             std::string("Content-Length: 5\r\nHost: 127.0.0.1\r\n\r\nabcde"),
             std::string("\r\n\r\n"),
             std::string(5000, 'x'),
         }) {
        Client client;
        client.send_raw(initialize_request(1) + header);
        EXPECT_TRUE(client.response(1)["success"]);
        const Json answer = client.response(0);
        EXPECT_FALSE(answer["success"]) << header;
        EXPECT_NE(answer["message"].get<std::string>().find("the connection ends here"),
                  std::string::npos)
            << answer;
        EXPECT_EQ(client.wait(), 2) << header;
        const std::string errors = client.errors();
        EXPECT_TRUE(errors.starts_with("ryg debug: ")) << errors;
        EXPECT_EQ(std::ranges::count(errors, '\n'), 1) << errors;
    }
}

TEST(DapFrames, TakeNoMemoryForWhatAHeaderPromises) {
    Client client;
    std::string flood = "Content-Length: 4000000000\r\n\r\n";
    flood.resize(1 << 16, ' ');
    for (int i = 0; i < 1000 && client.send_raw(flood); ++i) {
    }
    EXPECT_EQ(client.wait(), 2);
}

TEST(DapFrames, ThatHoldNoRequestAreAnsweredAndTheSessionGoesOn) {
    Client client;
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "no JSON"},
        {"{", "no JSON"},
        {"{\"seq\":1e9999}", "no JSON"},
        {"\"\xff\xfe\"", "no JSON"},
        {std::string(500'000, '['), "nested deeper"},
        {"[]", "a message is a JSON object"},
        {"7", "a message is a JSON object"},
        {R"({"seq":1})", "'type'"},
        {R"({"seq":1,"type":"event","event":"x"})", "'type'"},
        {R"({"seq":1,"type":"request"})", "'command'"},
        {R"({"seq":1,"type":"request","command":7})", "'command'"},
        {R"({"seq":1,"type":"request","command":"initialize","arguments":[1]})", "'arguments'"},
    };
    for (const auto& [body, words] : cases) {
        client.send_raw(framed(body));
        const auto answer = client.receive();
        ASSERT_TRUE(answer.has_value()) << body.substr(0, 80);
        EXPECT_EQ((*answer)["type"], "response");
        EXPECT_FALSE((*answer)["success"]) << body.substr(0, 80);
        EXPECT_NE((*answer)["message"].get<std::string>().find(words), std::string::npos)
            << *answer;
    }
    client.send_raw(initialize_request(50));
    EXPECT_TRUE(client.response(50)["success"]);
}

TEST(DapFrames, MayEndTheSessionAnywhere) {
    const std::string whole = initialize_request(1);
    for (const std::size_t length : {std::size_t{0}, whole.size()}) {
        Client client;
        client.send_raw(whole.substr(0, length));
        client.close_input();
        EXPECT_EQ(client.wait(), 0) << "after " << length << " bytes: " << client.errors();
    }
    for (const std::size_t length : {std::size_t{1}, std::size_t{20}, whole.size() - 1}) {
        Client client;
        client.send_raw(whole.substr(0, length));
        client.close_input();
        EXPECT_EQ(client.wait(), 2) << "after " << length << " bytes";
        EXPECT_NE(client.errors().find("the input ends within a message"), std::string::npos);
    }
}

}  // namespace
}  // namespace ryg
