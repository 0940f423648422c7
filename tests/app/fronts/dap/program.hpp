// A client that has launched a small program, or a search, and goes on by a script.
#pragma once

#include <regex>
#include <sstream>

#include "tests/app/fronts/dap/client.hpp"

namespace ryg::dap_test {

constexpr const char* small_program =
    "start:  ldx #3\n"       // $080d  line 5: Folder::prg puts four in front
    "@loop:  jsr work\n"     // $080f       6
    "        dex\n"          // $0812       7
    "        bne @loop\n"    // $0813       8
    "        lda #$2a\n"     // $0815       9
    "        sta result\n"   // $0817      10
    "        rts\n"          // $081a      11
    "work:   inc counter\n"  // $081b      12
    "        jsr deep\n"     // $081e      13
    "        rts\n"          // $0821      14
    "deep:   pha\n"          // $0822      15
    "        inc $d020\n"    // $0823      16
    "        pla\n"          // $0826      17
    "        rts\n"          // $0827      18
    "counter: .byte 0\n"     // $0828      19
    "result: .byte 0\n";     // $0829      20

/// The launch of RYG about to search a position.
inline Json search_arguments() {
    return {{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}, {"depth", 1}, {"stopOnEntry", true}};
}

class Launched : public Client {
  public:
    /// Stands at `start`; nothing has been configured if `configure` is false.
    explicit Launched(const char* source = small_program, bool configure = true) {
        const std::string prg = folder_.prg("small", source);
        begin({{"program", prg}, {"timing", "cpu"}, {"stopOnEntry", true}}, configure);
    }
    /// With another launch request.
    explicit Launched(const Json& arguments, bool configure = true) { begin(arguments, configure); }

    [[nodiscard]] std::string source() const { return folder_.file("small.s"); }

    /// Plays a session. Steps are divided by ';' or the ends of lines; lines that begin with one of
    /// { [ " = ~ ! belong to the step before them. JSON may have bare names, and SOURCE for the path
    /// of the program's text.
    ///
    ///     REQUEST ARGUMENTS     a request that is expected to succeed
    ///     ... = JSON            and to have this body
    ///     ... ~ JSON            and to have a body that holds this
    ///     ... ! WORDS           a request that is expected to be refused with these words; words
    ///                           after '~' are part of the message, no words are any
    ///     go REQUEST ...        lets the program go somewhere; the body is that of `stopped`
    ///     event NAME ...        the next event of that name
    ///     lines ARRAY ...       sets breakpoints in the program's text; the body is their array;
    ///                           also functions, instructions, data
    ///     watch TEXT = RESULT   what an expression is worth, or ~ a part of it; also hover, type on
    ///                           the console, and value with no context
    ///     line NUMBER, at ADDRESS    where the program stands
    void plays(std::string script) {
        std::ranges::replace(script, ';', '\n');
        std::istringstream lines(script + "\nend");
        std::string step;
        for (std::string line; std::getline(lines, line);) {
            line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
            if (line.empty()) continue;
            if (std::string_view("{[\"=~!").find(line[0]) != std::string_view::npos) {
                step += ' ' + line;
                continue;
            }
            if (!step.empty()) play(step);
            step = line;
        }
    }

    Json frame() { return ask("stackTrace", {{"threadId", 1}})["stackFrames"][0]; }

  private:
    void begin(const Json& arguments, bool configure) {
        ask("initialize", {{"adapterID", "ryg"},
                           {"supportsMemoryEvent", true},
                           {"supportsInvalidatedEvent", true}});
        ask("launch", arguments);
        event("initialized");
        if (!configure) return;
        ask("configurationDone");
        event("stopped");
    }

    [[nodiscard]] Json json(const std::string& text) const {
        static const std::regex path(R"re(\bSOURCE\b)re");
        return program::json_of(std::regex_replace(text, path, Json(source()).dump()));
    }

    void play(const std::string& step) {
        SCOPED_TRACE(step);
        std::smatch parts;
        static const std::regex form(R"re((\S+)(?: (.*?))??(?: ([=~!])(?: (.*))?)?)re");
        ASSERT_TRUE(std::regex_match(step, parts, form));
        const std::string verb = parts[1], rest = parts[2], expected = parts[4];
        const char relation = parts[3].length() == 0 ? ' ' : *parts[3].first;
        static const std::map<std::string, Json> contexts{
            {"watch", "watch"}, {"hover", "hover"}, {"type", "repl"}, {"value", nullptr}};
        if (verb == "line") {
            EXPECT_EQ(frame().value("line", 0), std::stoi(rest));
        } else if (verb == "at") {
            EXPECT_EQ(frame().value("instructionPointerReference", ""), rest);
        } else if (const auto context = contexts.find(verb); context != contexts.end()) {
            Json arguments{{"expression", rest}, {"context", context->second}};
            if (context->second.is_null()) arguments.erase("context");
            if (relation == '!') return expect_refusal("evaluate", arguments, expected);
            const std::string result = ask("evaluate", arguments)["result"];
            if (relation == '=') {
                EXPECT_EQ(result, expected);
            } else if (relation == '~') {
                EXPECT_TRUE(program::contains(result, expected)) << result;
            }
        } else if (relation == '!') {
            expect_refusal(verb, arguments_of(rest), expected);
        } else {
            const Json body = body_of(verb, rest);
            if (relation == '=') {
                EXPECT_EQ(body, json(expected));
            } else if (relation == '~') {
                EXPECT_TRUE(program::holds(body, json(expected))) << body;
            }
        }
    }

    void expect_refusal(const std::string& verb, const Json& arguments, const std::string& words) {
        const std::string why = refusal(verb, arguments);
        if (words.starts_with('~')) {
            EXPECT_TRUE(program::contains(why, words.substr(1))) << why;
        } else if (!words.empty()) {
            EXPECT_EQ(why, words);
        }
    }

    /// Every request names the thread, unless its arguments are {}.
    [[nodiscard]] Json arguments_of(const std::string& text) const {
        if (text == "{}") return Json::object();
        Json arguments = text.empty() ? Json::object() : json(text);
        if (!arguments.contains("threadId")) arguments["threadId"] = 1;
        return arguments;
    }

    Json body_of(const std::string& verb, const std::string& rest) {
        if (verb == "event") return event(rest);
        if (verb == "go") {
            const auto space = std::min(rest.find(' '), rest.size());
            ask(rest.substr(0, space), arguments_of(rest.substr(std::min(space + 1, rest.size()))));
            return event("stopped");
        }
        static const std::map<std::string, std::string> setters{
            {"lines", "setBreakpoints"},
            {"functions", "setFunctionBreakpoints"},
            {"instructions", "setInstructionBreakpoints"},
            {"data", "setDataBreakpoints"}};
        const auto setter = setters.find(verb);
        if (setter == setters.end()) return ask(verb, arguments_of(rest));
        return ask(setter->second,
                   {{"source", {{"path", source()}}}, {"breakpoints", json(rest)}})["breakpoints"];
    }

    program::Folder folder_;
};

}  // namespace ryg::dap_test
