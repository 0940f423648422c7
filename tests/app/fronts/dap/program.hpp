// A client that has launched a small program, or a search, and stands at its first instruction.
#pragma once

#include "tests/app/fronts/dap/client.hpp"
#include "tests/support/run_program.hpp"

namespace ryg::dap_test {

/// The lines of `small_program` as the debugger counts them: Folder::prg puts four in front.
constexpr int loop_line = 6, dex_line = 7, bne_line = 8, store_line = 10, rts_line = 11,
              work_line = 12, call_deep_line = 13, deep_line = 15, border_line = 16,
              counter_line = 19, last_line = 20;
constexpr const char* small_program =
    "start:  ldx #3\n"       // $080d
    "@loop:  jsr work\n"     // $080f
    "        dex\n"          // $0812
    "        bne @loop\n"    // $0813
    "        lda #$2a\n"     // $0815
    "        sta result\n"   // $0817
    "        rts\n"          // $081a
    "work:   inc counter\n"  // $081b
    "        jsr deep\n"     // $081e
    "        rts\n"          // $0821
    "deep:   pha\n"          // $0822
    "        inc $d020\n"    // $0823
    "        pla\n"          // $0826
    "        rts\n"          // $0827
    "counter: .byte 0\n"     // $0828
    "result: .byte 0\n";     // $0829

class Launched : public Client {
  public:
    /// Stands at `start`; nothing has been configured if `configure` is false.
    explicit Launched(const char* source = small_program, bool configure = true) {
        prg_ = folder_.prg("small", source);
        begin({{"program", prg_}, {"timing", "cpu"}, {"stopOnEntry", true}}, configure);
    }
    /// With a launch request of one's own.
    explicit Launched(const Json& arguments, bool configure = true) { begin(arguments, configure); }

    [[nodiscard]] std::string prg() const { return prg_; }
    [[nodiscard]] std::string source() const { return folder_.file("small.s"); }

    Json set_breakpoints(const Json& list) {
        return ask("setBreakpoints", {{"source", {{"path", source()}}}, {"breakpoints", list}});
    }
    Json set_breakpoint(int line) { return set_breakpoints({{{"line", line}}})["breakpoints"][0]; }

    /// A request that lets the program go somewhere; the `stopped` event.
    Json go(const std::string& command, Json arguments = Json::object()) {
        arguments["threadId"] = 1;
        ask(command, arguments);
        return event("stopped");
    }

    Json frame(std::size_t number = 0) {
        return ask("stackTrace", {{"threadId", 1}})["stackFrames"][number];
    }
    int line() { return frame().value("line", 0); }
    std::string at() { return frame().value("instructionPointerReference", ""); }

    std::string evaluate(const std::string& text, const std::string& context = "watch") {
        return ask("evaluate", {{"expression", text}, {"context", context}})["result"];
    }

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

    program::Folder folder_;
    std::string prg_;
};

/// RYG about to search a position, and the path of one of its source files.
inline Json search_arguments() {
    return {{"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}, {"depth", 1}, {"stopOnEntry", true}};
}
inline std::string ryg_source(const std::string& file) {
    return std::string(RYG_SOURCE_DIR) + "/engine/ryg/asm/" + file;
}

}  // namespace ryg::dap_test
