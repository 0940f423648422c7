// A reference that is a command gets a line of JSON for each call, and answers with one.
#include "app/file_contracts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <mutex>

#include "app/child.hpp"

namespace ryg::app {
namespace {

using contracts::Entry;

constexpr unsigned most_inputs = 65536;

/// A command that says what each call should do: a line of JSON for a line of JSON.
class Oracle {
  public:
    explicit Oracle(const std::string& command)
        : command_(command), child_({"sh", "-c", command}) {}

    void expect(contracts::In in, contracts::Out out) {
        const std::scoped_lock lock(guard_);
        child_.write_line(question(in).dump());
        const auto line = child_.read_line();
        if (!line) fail(fmt::format("gives no answer for {}", in.block->name));
        const Json answer = Json::parse(*line, nullptr, false);
        if (!answer.is_object()) fail(fmt::format("answers '{}', which is no JSON object", *line));
        for (const auto& [symbol, value] : answer.items()) {
            if (value.is_number_integer() || value.is_boolean()) {
                out.value(symbol, value.is_boolean() ? value.get<bool>() ? 1 : 0
                                                     : value.get<std::uint64_t>());
            } else if (value.is_array()) {
                out.bytes(symbol, value.get<std::vector<emu::Byte>>());
            } else {
                fail(fmt::format("answers neither a number nor a list for {}", symbol));
            }
        }
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Trouble(fmt::format("--reference: '{}' {}", command_, what));
    }
    [[nodiscard]] static Json question(contracts::In in) {
        Json json{{"routine", in.block->name}, {"in", Json::object()}};
        for (const Entry& entry : in.block->in) {
            Json& value = json["in"][entry.symbol];
            if (contracts::is_register(entry.symbol)) {
                value = contracts::register_value(in.registers, entry.symbol.front());
                continue;
            }
            const auto place = in.program->extent(entry.symbol);
            auto begin = in.ram.begin() + place.begin, end = in.ram.begin() + place.end;
            if (entry.kind == "text") {
                begin = in.ram.begin() + emu::word(begin[0], begin[1]);
                end = std::find(begin, in.ram.end(), 0);
            }
            const std::vector<emu::Byte> bytes(begin, end);
            value = bytes.size() == 1 && entry.kind != "text" ? Json(bytes[0]) : Json(bytes);
        }
        return json;
    }

    std::string command_;
    Child child_;
    std::mutex guard_;
};

}  // namespace

Options contract_options() {
    return {
        {"config", "ld65's configuration (default: everything from $1000 on)"},
        {.name = "define", .help = "NAME=VALUE for ca65; may be repeated", .repeats = true},
        {.name = "stub", .help = "do what this routine's block says in its place", .repeats = true},
        {"reference", "command that answers a line of JSON for each call"},
        number_option("cycles", "that a call may take", "1000000", 1)};
}

FileContracts file_contracts(const Parsed& parsed, const std::vector<std::string>& files,
                             const c64::Setup& setup) {
    FileContracts made{
        file_program(files, {parsed.text("config"), lines_of(parsed.text("define"))})};
    contracts::Suite& suite = made.suite;
    suite.files = made.program->sources;
    suite.subjects.push_back(
        {.image = &made.program->image, .stubs = lines_of(parsed.text("stub")), .setup = setup});
    suite.must_know = false;
    suite.tries = most_inputs;
    suite.longest = parsed.number("cycles");
    if (parsed.has("reference") && !suite.files.empty()) {
        suite.expect = [oracle = std::make_shared<Oracle>(parsed.text("reference"))](
                           auto& in, auto& out) { oracle->expect(in, out); };
    }
    return made;
}

std::shared_ptr<const contracts::Checker> FileContracts::blocks() const {
    if (!suite.files.empty()) return std::make_shared<const contracts::Checker>(suite);
    throw Trouble(fmt::format("{}: none of its sources is there", program->name));
}

std::string typed_again(std::string_view verb, const Parsed& parsed, std::string_view positional,
                        std::span<const std::string_view> without) {
    std::string text = fmt::format("{} {}", program().called, verb);
    for (const auto& [name, value] : parsed.given.all()) {
        if (std::ranges::find(without, name) != without.end()) continue;
        for (const std::string& line : lines_of(value)) {
            text += (name == positional ? " " : " --" + name + " ") + shell_word(line);
        }
    }
    return text;
}

}  // namespace ryg::app
