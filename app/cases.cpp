// Reads cases with the line of each key, looks up their labels, and runs them on the contracts' rig.
#include "app/cases.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "app/verb.hpp"
#include "c64/program/nearest_name.hpp"
#include "c64/program/numbers.hpp"
#include "engine/contracts/rig.hpp"

namespace ryg::app {
namespace {

using contracts::Call;
using emu::Address;
using emu::Byte;

// --- the file -----------------------------------------------------------------------------------

/// A character of a text, which counts the lines that it has come past.
class CountingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, unsigned* line) : at_(at), line_(line) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        if (*at_++ == '\n') ++*line_;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

  private:
    const char* at_;
    unsigned* line_;
};

/// JSON with the line of each key and each element, by its pointer: "/cases/0/in/A".
struct Located {
    std::string file;
    Json root{};
    std::map<std::string, unsigned> lines{};

    [[noreturn]] void fail(const Json::json_pointer& at, const std::string& what) const {
        const auto line = lines.find(at.to_string());
        const std::string key = at.empty() ? "" : fmt::format("{}: ", at.back());
        throw Trouble(
            fmt::format("{}:{}: {}{}", file, line == lines.end() ? 1 : line->second, key, what));
    }
};

/// Notes where the keys are, and refuses one that is there twice.
class Lines : public nlohmann::json_sax<Json> {
  public:
    Lines(Located& into, const unsigned& line) : into_(into), line_(line) {}

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return value(); }
    bool start_object(std::size_t) override { return start(false); }
    bool start_array(std::size_t) override { return start(true); }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool key(string_t& name) override {
        at_.back() = name;
        const auto [known, is_new] = into_.lines.emplace(pointer().to_string(), line_);
        if (!is_new) {
            known->second = line_;
            into_.fail(pointer(), "this name is there twice");
        }
        return true;
    }
    bool parse_error(std::size_t, const std::string& token, const Json::exception&) override {
        throw Trouble(fmt::format("{}:{}: not JSON at '{}'", into_.file, line_, token));
    }

  private:
    [[nodiscard]] Json::json_pointer pointer() const {
        Json::json_pointer all;
        for (const std::string& each : at_) all /= each;
        return all;
    }
    bool start(bool is_array) {
        value();
        at_.emplace_back();
        counts_.push_back(is_array ? 0 : -1);
        return true;
    }
    bool end() {
        at_.pop_back();
        counts_.pop_back();
        return true;
    }
    bool value() {
        if (counts_.empty() || counts_.back() < 0) return true;
        at_.back() = std::to_string(counts_.back()++);
        into_.lines.emplace(pointer().to_string(), line_);
        return true;
    }

    Located& into_;
    const unsigned& line_;
    std::vector<std::string> at_;
    std::vector<int> counts_;  // elements so far; -1 in an object
};

Located located(const std::string& path) {
    Located made{path};
    const auto bytes = c64::read_bytes(path, 1 << 24);
    const std::string text(bytes.begin(), bytes.end());
    unsigned line = 1;
    Lines lines(made, line);
    Json::sax_parse(CountingIterator(text.data(), &line),
                    CountingIterator(text.data() + text.size(), &line), &lines);
    made.root = Json::parse(text);
    return made;
}

// --- cases --------------------------------------------------------------------------------------

/// Registers and bytes of memory, by name and by address.
struct Values {
    std::map<char, Byte> registers{};
    std::map<Address, Byte> memory{};
};

struct Case {
    std::string name;
    unsigned line = 0;
    Address routine = 0;
    Values in{}, out{};
    std::optional<std::pair<emu::Cycle, emu::Cycle>> cycles{};
    std::vector<Address> calls{}, never{};
    std::map<Address, Values> instead{};
};

class Reader {
  public:
    Reader(const Located& file, const c64::Labels& labels) : file_(file), labels_(labels) {}

    [[nodiscard]] std::vector<Case> cases() const;

  private:
    using Pointer = Json::json_pointer;

    [[nodiscard]] const Json& at(const Pointer& place) const { return file_.root.at(place); }
    /// Calls `use(key, place)` for the members, each of which must be among `known`, if that is not
    /// empty.
    template <class Use>
    void members(const Pointer& place, std::initializer_list<std::string_view> known,
                 Use use) const {
        if (!at(place).is_object()) file_.fail(place, "not an object { ... }");
        for (const auto& [key, value] : at(place).items()) {
            const std::vector<std::string_view> names(known);
            if (!names.empty() && std::ranges::find(names, key) == names.end()) {
                file_.fail(place / key, "unknown key" + c64::did_you_mean(key, names));
            }
            use(key, place / key);
        }
    }
    [[nodiscard]] std::uint64_t number(const Pointer& place, const Json& value,
                                       std::uint64_t most) const;
    /// `label`, `label+3`, `$fb`.
    [[nodiscard]] Address address(const Pointer& place, const std::string& text) const;
    [[nodiscard]] std::vector<Address> addresses(const Pointer& place) const;
    [[nodiscard]] Values values(const Pointer& place) const;
    [[nodiscard]] std::map<Address, Values> stand_ins(const Pointer& place) const;
    [[nodiscard]] Case one(const Pointer& place) const;

    const Located& file_;
    const c64::Labels& labels_;
};

std::uint64_t Reader::number(const Pointer& place, const Json& value, std::uint64_t most) const {
    std::optional<std::uint64_t> found;
    if (value.is_number_unsigned()) found = value.get<std::uint64_t>();
    if (value.is_string()) found = c64::to_number(value.get<std::string>());
    if (!found) file_.fail(place, fmt::format("{} is not a number: 42, \"$2a\"", value.dump()));
    if (*found > most) file_.fail(place, fmt::format("{} is more than {}", value.dump(), most));
    return *found;
}

Address Reader::address(const Pointer& place, const std::string& text) const {
    const auto plus = text.find('+');
    const std::string base = text.substr(0, plus);
    const auto offset =
        plus == text.npos ? std::optional<std::uint64_t>(0) : c64::to_number(text.substr(plus + 1));
    std::uint64_t found = 0;
    try {
        const auto plain = base.starts_with('$') ? c64::to_number(base) : std::nullopt;
        found = plain ? *plain : labels_.at(base);
    } catch (const c64::UnknownLabel& error) {
        file_.fail(place, error.what());
    }
    if (!offset || *offset > 0xffff || found + *offset > 0xffff) {
        file_.fail(place, fmt::format("'{}' is no address: label, label+3 or $fb", text));
    }
    return static_cast<Address>(found + *offset);
}

std::vector<Address> Reader::addresses(const Pointer& place) const {
    std::vector<Address> all;
    if (!at(place).is_array()) file_.fail(place, "not a list [ ... ] of labels");
    for (std::size_t i = 0; i < at(place).size(); ++i) {
        const Json& label = at(place)[i];
        if (!label.is_string()) file_.fail(place / i, "not a label");
        all.push_back(address(place / i, label.get<std::string>()));
    }
    return all;
}

Values Reader::values(const Pointer& place) const {
    Values made;
    members(place, {}, [&](const std::string& key, const Pointer& member) {
        const Json& value = at(member);
        if (contracts::is_register(key)) {
            const bool is_flag = std::string_view("AXY").find(key) == std::string_view::npos;
            made.registers[key[0]] = static_cast<Byte>(number(member, value, is_flag ? 1 : 0xff));
            return;
        }
        std::uint64_t to = address(member, key);
        const auto put = [&](const Json& byte) {
            if (to > 0xffff) file_.fail(member, "goes past $ffff");
            const auto where = static_cast<Address>(to++);
            const auto what = static_cast<Byte>(number(member, byte, 0xff));
            if (!made.memory.emplace(where, what).second) {
                file_.fail(member, fmt::format("${:04x} has a value already", where));
            }
        };
        if (!value.is_array()) return put(value);
        if (value.empty()) file_.fail(member, "an empty list");
        for (const Json& byte : value) put(byte);
    });
    return made;
}

std::map<Address, Values> Reader::stand_ins(const Pointer& place) const {
    std::map<Address, Values> made;
    members(place, {}, [&](const std::string& key, const Pointer& member) {
        made[address(member, key)] = values(member);
    });
    return made;
}

Case Reader::one(const Pointer& place) const {
    Case made;
    const auto line = file_.lines.find(place.to_string());
    made.line = line == file_.lines.end() ? 1 : line->second;
    bool has_routine = false;
    members(place, {"name", "call", "in", "out", "cycles", "calls", "never", "instead"},
            [&](const std::string& key, const Pointer& member) {
                const Json& value = at(member);
                if (key == "name" || key == "call") {
                    if (!value.is_string()) file_.fail(member, "not a text");
                    const auto text = value.get<std::string>();
                    if (key == "name") return void(made.name = text);
                    made.routine = address(member, text);
                    has_routine = true;
                } else if (key == "in" || key == "out") {
                    (key == "in" ? made.in : made.out) = values(member);
                } else if (key == "instead") {
                    made.instead = stand_ins(member);
                } else if (key == "cycles") {
                    const Json range = value.is_array() ? value : Json::array({value, value});
                    if (range.size() != 2) file_.fail(member, "not a number or [least, most]");
                    made.cycles = {number(member, range[0], emu::never),
                                   number(member, range[1], emu::never)};
                    if (made.cycles->first > made.cycles->second) {
                        file_.fail(member, "the least is more than the most");
                    }
                } else {
                    (key == "calls" ? made.calls : made.never) = addresses(member);
                }
            });
    if (!has_routine) file_.fail(place, "no key 'call', which names the routine");
    if (made.name.empty()) made.name = at(place / "call").get<std::string>();
    return made;
}

std::vector<Case> Reader::cases() const {
    std::vector<Case> all;
    std::set<std::string> names;
    std::map<Address, Values> for_all;
    members(Pointer(), {"cpu", "instead", "cases"},
            [&](const std::string& key, const Pointer& member) {
                if (key == "instead") for_all = stand_ins(member);
                if (key == "cpu" && at(member) != "6502" && at(member) != "6510") {
                    file_.fail(member, fmt::format("there is no core for {}: \"6502\" or \"6510\"",
                                                   at(member).dump()));
                }
                if (key != "cases") return;
                if (!at(member).is_array()) file_.fail(member, "not a list [ ... ] of cases");
                for (std::size_t i = 0; i < at(member).size(); ++i) {
                    all.push_back(one(member / i));
                    if (names.insert(all.back().name).second) continue;
                    file_.fail(member / i, fmt::format("a second case '{}'", all.back().name));
                }
            });
    if (all.empty()) file_.fail(Pointer(), "there are no \"cases\": [ ... ]");
    for (Case& each : all) each.instead.insert(for_all.begin(), for_all.end());
    return all;
}

// --- the runs -----------------------------------------------------------------------------------

void put(const Values& values, c64::Machine& machine) {
    for (const auto& [name, value] : values.registers) {
        contracts::set_register(machine.cpu.registers, name, value);
    }
    for (const auto& [at, value] : values.memory) machine.poke(at, value);
}

/// One case on a rig; everything that it does not state is noise.
class Runner {
  public:
    Runner(const contracts::Suite& suite, const contracts::Subject& subject)
        : suite_(suite), program_(make_program(subject, {})), rig_(program_, suite.longest) {}

    contracts::RigEnd run(const Case& from, contracts::Addresses* reached) {
        engine::Choices choices(2006);
        Call call = draw_call(suite_, program_, nothing_, rig_.background(), choices);
        for (const auto& [name, value] : from.in.registers) {
            contracts::set_register(call.registers, name, value);
        }
        for (const auto& [at, value] : from.in.memory) call.set(at, value);
        for (const auto& [at, values] : from.instead) {
            call.stand_ins.emplace(at, [&values](c64::Machine& machine) { put(values, machine); });
        }
        rig_.prepare(call, from.routine);
        return rig_.run(call, reached);
    }
    [[nodiscard]] std::span<const Byte> ram() const { return rig_.ram(); }
    [[nodiscard]] std::string locate(Address at) const { return program_.image.labels.locate(at); }
    [[nodiscard]] std::string describe(Address at) const {
        return program_.image.labels.describe(at);
    }
    [[nodiscard]] const c64::Labels& labels() const { return program_.image.labels; }

  private:
    const contracts::Suite& suite_;
    const contracts::Program program_;
    const contracts::Block nothing_{};
    contracts::Rig rig_;
};

CaseResult judged(const Case& from, Runner& runner) {
    CaseResult result{from.name, from.line};
    contracts::Addresses reached;
    const contracts::RigEnd end = runner.run(from, &reached);
    const auto add = [&](std::string what) { result.faults.push_back(std::move(what)); };
    result.cycles = end.cycles;
    if (end.ending == contracts::Ending::strayed) {
        add(fmt::format("enters {}, where there is nothing to run: give it under \"instead\"",
                        runner.describe(end.strayed_to)));
    } else if (end.ending != contracts::Ending::returned) {
        add(fmt::format("does not return within {} cycles", end.cycles));
    }
    if (!result.faults.empty()) return result;
    for (const auto& [name, value] : from.out.registers) {
        const Byte is = contracts::register_value(end.registers, name);
        if (is != value) add(fmt::format("{} is ${:02x}, not ${:02x}", name, is, value));
    }
    for (const auto& [at, value] : from.out.memory) {
        const Byte is = runner.ram()[at];
        if (is == value) continue;
        add(fmt::format("{} is ${:02x}, not ${:02x}", runner.locate(at), is, value));
    }
    if (from.cycles && (end.cycles < from.cycles->first || end.cycles > from.cycles->second)) {
        add(fmt::format("takes {} cycles, not {}..{}", end.cycles, from.cycles->first,
                        from.cycles->second));
    }
    for (const Address at : from.calls) {
        if (!reached[at]) add(fmt::format("never calls {}", runner.describe(at)));
    }
    for (const Address at : from.never) {
        if (reached[at]) add(fmt::format("calls {}", runner.describe(at)));
    }
    return result;
}

}  // namespace

std::vector<CaseResult> run_cases(const std::string& path, const contracts::Suite& suite) {
    contracts::Subject subject = suite.subjects.at(0);
    const bool is_recorded = subject.setup.recording != nullptr;
    std::optional<Runner> recorded;
    if (is_recorded) recorded.emplace(suite, subject);
    subject.setup.recording = nullptr;  // which would add up what all cases have reached
    Runner runner(suite, subject);
    const Located file = located(path);
    std::vector<CaseResult> results;
    for (const Case& each : Reader(file, runner.labels()).cases()) {
        results.push_back(judged(each, runner));
        if (recorded) recorded->run(each, nullptr);
    }
    return results;
}

}  // namespace ryg::app
