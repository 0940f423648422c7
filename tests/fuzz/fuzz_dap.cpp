// Random and mutated messages into the debug adapter.
//
// A fault is output that is no message, or a request without its one answer.
#include <array>
#include <random>
#include <set>

#include "app/debug_session.hpp"
#include "app/fronts/dap/session.hpp"
#include "engine/games/games.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace ryg {
namespace {

using app::dap::Json;
using Random = std::mt19937_64;

/// Gives its bytes in pieces of random length, then is closed.
class Script : public app::ClientStream {
  public:
    Script(std::string bytes, Random& random) : bytes_(std::move(bytes)), random_(random) {}

    bool has_input(app::Wait) override { return open_; }
    std::string read() override {
        if (bytes_.empty()) open_ = false;
        const std::string piece = bytes_.substr(0, 1 + random_() % 2000);
        bytes_.erase(0, piece.size());
        return piece;
    }
    [[nodiscard]] bool open() const override { return open_; }
    void write(std::string_view written) override { output += written; }

    std::string output;

  private:
    std::string bytes_;
    Random& random_;
    bool open_ = true;
};

template <class List>
const auto& any(const List& list, Random& random) {
    return list[random() % std::size(list)];
}

Json any_scalar(Random& random) {
    static const std::array<Json, 22> scalars{
        0,           1,
        2,           3,
        -1,          0x10000,
        1.5,         1e300,
        true,        nullptr,
        "",          "0x1000",
        "$fb",       "miniMax",
        "x == 1",    "{a} {",
        "$0828",     ">= 3",
        "1b4f-1b50", "reg\xc3",
        1u << 31,    std::numeric_limits<std::int64_t>::min()};
    return any(scalars, random);
}

/// Arguments that the requests know, with values that they may or may not like.
Json any_arguments(Random& random, int depth = 0) {
    static const auto names = fuzz::divided(
        "threadId|granularity|memoryReference|offset|count|data|instructionCount|"
        "instructionOffset|frameId|variablesReference|name|value|expression|context|source|"
        "path|line|breakpoints|dataId|accessType|condition|hitCondition|logMessage|targetId|"
        "sourceReference|column|text|requestId|start|levels|startFrame|asAddress|bytes|"
        "position|instructionReference|depth|stopOnEntry|linesStartAt1|arguments");
    Json arguments = Json::object();
    for (auto count = random() % 6; count-- > 0;) {
        const std::string& name = any(names, random);
        const auto kind = random() % 8;
        if (kind == 0 && depth < 3) {
            arguments[name] = any_arguments(random, depth + 1);
        } else if (kind == 1 && depth < 3) {
            arguments[name] = Json::array({any_arguments(random, depth + 1)});
        } else {
            arguments[name] = any_scalar(random);
        }
    }
    return arguments;
}

/// Requests that do something.
const std::vector<std::pair<std::string, Json>>& good_requests() {
    static const std::vector<std::pair<std::string, Json>> all = [] {
        std::vector<std::pair<std::string, Json>> made{
            {"restart", Json::object()},
            {"scopes", {{"frameId", 1}}},
            {"variables", {{"variablesReference", 6}}},
            {"variables", {{"variablesReference", 0x14000}}},
            {"setVariable", {{"variablesReference", 1}, {"name", "PC"}, {"value", "$1000"}}},
            {"setFunctionBreakpoints", {{"breakpoints", {{{"name", "miniMax"}}}}}},
            {"setDataBreakpoints", {{"breakpoints", {{{"dataId", "0000-ffff"}}}}}},
            {"writeMemory", {{"memoryReference", "0x1000"}, {"data", "AgICAg=="}}},
            {"disassemble",
             {{"memoryReference", "0x1000"}, {"instructionOffset", -9}, {"instructionCount", 20}}},
        };
        for (const auto& command : fuzz::divided(
                 "continue|next|stepIn|stepOut|stepBack|reverseContinue|pause|stackTrace")) {
            made.emplace_back(command, Json{{"threadId", 1}});
        }
        for (const auto& line :
             fuzz::divided("step 100|back 7|break .miniMax if a == 1|delete|continue")) {
            made.emplace_back("evaluate", Json{{"expression", line}, {"context", "repl"}});
        }
        return made;
    }();
    return all;
}

struct Conversation {
    std::string bytes;
    std::set<std::int64_t> requests;  ///< that are well-formed
};

Conversation converse(Random& random) {
    static const auto commands = fuzz::divided(
        "initialize|launch|configurationDone|setBreakpoints|threads|stackTrace|scopes|"
        "variables|setVariable|setExpression|setInstructionBreakpoints|setDataBreakpoints|"
        "readMemory|writeMemory|disassemble|evaluate|completions|goto|gotoTargets|"
        "dataBreakpointInfo|cancel|source|loadedSources|terminate|continue|stepBack|"
        "setFunctionBreakpoints|nothing");
    Conversation made;
    std::int64_t seq = 0;
    const auto add = [&](const std::string& command, Json arguments) {
        // Only what is written here is typed: a command may write files.
        if (command == "evaluate" && arguments.value("context", Json()) != "repl") {
            arguments["context"] = "watch";
        }
        const Json message{
            {"seq", ++seq}, {"type", "request"}, {"command", command}, {"arguments", arguments}};
        std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
        const bool mutated = random() % 16 == 0;
        for (auto i = mutated ? 1 + random() % 4 : 0; i-- > 0;) {
            text[random() % text.size()] = static_cast<char>(random());
        }
        if (!mutated) made.requests.insert(seq);
        made.bytes += app::dap::framed(text);
    };
    add("initialize", Json::object());
    add("launch", {{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"},
                   {"depth", 1},
                   {"memory", 1},
                   {"stopOnEntry", true}});
    add("configurationDone", Json::object());
    for (auto count = random() % 30; count-- > 0;) {
        if (random() % 2 == 0) {
            const auto& [command, arguments] = any(good_requests(), random);
            add(command, arguments);
        } else {
            add(any(commands, random), any_arguments(random));
        }
    }
    if (random() % 4 == 0) {
        made.bytes[random() % made.bytes.size()] = static_cast<char>(random());
        made.requests.clear();  // whatever was hit
    }
    return made;
}

/// What is wrong with what the adapter has sent, or nothing. Every request has one answer, unless
/// the connection ended before.
std::string fault_in(const std::string& output, std::set<std::int64_t> requests, bool ended_well) {
    app::dap::Framer framer;
    framer.add(output);
    std::int64_t seq = 0;
    const bool checks_answers = !requests.empty();
    while (const auto text = framer.next()) {
        const Json message = Json::parse(*text);
        if (message.at("seq") != ++seq) return "a wrong sequence number: " + *text;
        if (message.at("type") != "response" || !checks_answers) continue;
        const auto answered = message.at("request_seq").get<std::int64_t>();
        const bool known = requests.erase(answered) == 1;
        if (!known && message.at("success") == true && message.at("command") == "") {
            return "an answer to nothing: " + *text;
        }
    }
    if (framer.unfinished()) return "an unfinished message";
    if (ended_well && !requests.empty()) {
        return fmt::format("no answer to request {}", *requests.begin());
    }
    return "";
}

}  // namespace
}  // namespace ryg

std::string ryg::fuzz::fault_of(std::uint64_t seed) {
    Random random(seed);
    const Conversation made = converse(random);
    Script script(made.bytes, random);
    try {
        static const app::Services services = app::debug_services({}, emu::Core::interpreter);
        app::program().games.assign(engine::games().begin(), engine::games().end());
        app::dap::Session(script, services).serve();
        return fault_in(script.output, made.requests, true);
    } catch (const app::dap::BrokenStream&) {
        return fault_in(script.output, made.requests, false);
    } catch (const std::exception& error) {
        return fmt::format("an exception: {}", error.what());
    }
}
