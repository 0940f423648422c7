// Reads the cases of a JSON file: values of registers and memory, and all other keys.
#include "app/case_file.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/verb.hpp"
#include "c64/program/files.hpp"
#include "c64/program/numbers.hpp"

namespace ryg::app {
namespace {

using claims::Call;
using Pointer = LocatedJson::Pointer;

/// The part of a case in which a value is given.
enum class CasePart { before, after, in_place };

/// Defaults shared by the cases of a file.
struct Shared {
    CaseValues in{};
    std::vector<CaseInputs> inputs{};
    std::map<Address, std::vector<CaseValues>> instead{};
    std::optional<Byte> rest{};
};

class CaseReader {
  public:
    CaseReader(LocatedJson::Shared file, const claims::Program& program, unsigned depth = 0)
        : program_(program), depth_(depth), json_(std::move(file)), file_(*json_) {}

    void read(Shared& shared, std::vector<Case>& cases);

  private:
    /// Runs `action` for a value, and adds file and line to its errors.
    template <class Action>
    auto at_place(const Pointer& place, Action action) const {
        try {
            return action();
        } catch (const Trouble&) {
            throw;
        } catch (const std::runtime_error& error) {
            file_.fail(place, error.what());
        }
    }
    [[nodiscard]] std::string text(const Pointer& place) const {
        if (!file_.at(place).is_string()) file_.fail(place, "not a text");
        return file_.at(place).get<std::string>();
    }
    /// The places of a list's elements.
    [[nodiscard]] std::vector<Pointer> elements(const Pointer& place, std::string_view of) const;
    [[nodiscard]] std::vector<std::string> texts(const Pointer& place) const;
    [[nodiscard]] std::uint64_t number(const Pointer& place, std::uint64_t most,
                                       bool is_signed) const;
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> range(const Pointer& place) const;
    [[nodiscard]] Address address(const Pointer& place, const std::string& symbol) const {
        return at_place(place, [&] { return program_.image.labels.address(symbol); });
    }
    [[nodiscard]] std::vector<Address> bytes_at(const Pointer& place,
                                                const std::string& key) const {
        return at_place(place, [&] { return program_.bytes_at(key); });
    }
    [[nodiscard]] std::vector<Byte> characters(const Pointer& place, std::string_view text) const;
    [[nodiscard]] std::vector<Byte> bytes_or_text(const Pointer& place) const;

    // Values.
    void note_words(const Pointer& place, bool are_rows = false);
    void one(CaseValues& made, CaseValue value, CasePart side) const;
    void add(CaseValues& made, const CaseValue& value, const Pointer& place) const;
    void list(std::vector<Address> bytes, bool is_open, const Pointer& place, std::size_t count,
              const std::function<void(CaseValue&, std::size_t)>& fill) const;
    void value(CaseValues& made, const std::string& key, const Pointer& place, CasePart side) const;
    [[nodiscard]] CaseValues values(const Pointer& place, CasePart side) const;

    // Keys.
    [[nodiscard]] std::vector<CaseInputs> inputs(const Pointer& place) const;
    [[nodiscard]] std::map<Address, std::vector<CaseValues>> stand_ins(const Pointer& place) const;
    [[nodiscard]] std::vector<CaseCount> counts(const Pointer& place) const;
    [[nodiscard]] std::optional<Byte> rest(const Pointer& place) const;
    [[nodiscard]] std::vector<CaseCall> calls(const Pointer& place) const;
    [[nodiscard]] std::vector<CaseInterrupt> interrupts(const Pointer& place) const;
    [[nodiscard]] CaseValues names(const Pointer& place) const;
    [[nodiscard]] CaseValues outputs(const Pointer& place) const {
        return file_.at(place).is_array() ? names(place) : values(place, CasePart::after);
    }
    [[nodiscard]] CaseEnd end(const Pointer& place) const;
    void include(const Pointer& place, Shared& shared, std::vector<Case>& cases) const;
    void read_key(Case& made, const std::string& key, const Pointer& place) const;
    [[nodiscard]] Case one_case(const Pointer& place, const Shared& shared);
    void add_rows(const Case& made, const Pointer& place, const Shared& shared,
                  std::vector<Case>& cases) const;

    const claims::Program& program_;
    unsigned depth_;
    LocatedJson::Shared json_;
    const LocatedJson& file_;
    std::set<unsigned> word_sizes_;  // sizes of labels that are numbers in this case
};

// --- numbers and places -------------------------------------------------------------------------

std::vector<Pointer> CaseReader::elements(const Pointer& place, std::string_view of) const {
    const Json& list = file_.at(place);
    if (!list.is_array()) file_.fail(place, fmt::format("not a list [ ... ] of {}", of));
    if (list.empty()) file_.fail(place, "an empty list");
    std::vector<Pointer> all;
    for (std::size_t i = 0; i < list.size(); ++i) all.push_back(place / i);
    return all;
}

std::vector<std::string> CaseReader::texts(const Pointer& place) const {
    std::vector<std::string> all;
    if (file_.at(place).is_array() && file_.at(place).empty()) return all;
    for (const Pointer& each : elements(place, "texts")) all.push_back(text(each));
    return all;
}

/// A number; a negative one is a two's complement in the width of `most`.
std::uint64_t CaseReader::number(const Pointer& place, std::uint64_t most, bool is_signed) const {
    const Json& value = file_.at(place);
    std::string digits = value.is_string() ? value.get<std::string>() : "";
    if (value.is_number_integer()) digits = value.dump();
    const bool is_negative = is_signed && digits.starts_with('-');
    const auto found = c64::to_number(std::string_view(digits).substr(is_negative ? 1 : 0));
    if (!found) {
        file_.fail(place, fmt::format("{} is not a number: 42, \"$2a\", \"%101\"", value.dump()));
    }
    if (is_negative && *found != 0) {
        if (*found <= most / 2 + 1) return most - *found + 1;
        file_.fail(place, fmt::format("{} is less than -{}", value.dump(), most / 2 + 1));
    }
    if (*found > most) file_.fail(place, fmt::format("{} is more than {}", value.dump(), most));
    return *found;
}

/// A number, or [least, most].
std::pair<std::uint64_t, std::uint64_t> CaseReader::range(const Pointer& place) const {
    const Json& value = file_.at(place);
    if (!value.is_array()) {
        const std::uint64_t only = number(place, emu::never, false);
        return {only, only};
    }
    if (value.size() != 2) file_.fail(place, "not a number or [least, most]");
    const std::uint64_t least = number(place / 0, emu::never, false);
    const std::uint64_t most = number(place / 1, emu::never, false);
    if (least > most) file_.fail(place, "the minimum is greater than the maximum");
    return {least, most};
}

std::vector<Byte> CaseReader::characters(const Pointer& place, std::string_view text) const {
    std::vector<Byte> all;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto byte = static_cast<Byte>(text[i]);
        if (byte >= 0x80) {  // UTF-8 of U+0080 to U+00FF
            if ((byte & 0xfcU) != 0xc0 || i + 1 == text.size()) {
                file_.fail(place, "a character above \\u00ff does not fit into a byte");
            }
            byte = static_cast<Byte>(unsigned{byte} << 6 | (static_cast<Byte>(text[++i]) & 0x3fU));
        }
        all.push_back(byte);
    }
    return all;
}

/// `"'AB\r"`, or a list of numbers.
std::vector<Byte> CaseReader::bytes_or_text(const Pointer& place) const {
    if (file_.at(place).is_string()) {
        const std::string written = text(place);
        return characters(place,
                          std::string_view(written).substr(written.starts_with('\'') ? 1 : 0));
    }
    std::vector<Byte> all;
    for (const Pointer& each : elements(place, "numbers")) {
        all.push_back(static_cast<Byte>(number(each, 0xff, true)));
    }
    return all;
}

// --- values -------------------------------------------------------------------------------------

/// A number of more than a byte makes all labels of that many bytes in its case numbers, low byte
/// first.
void CaseReader::note_words(const Pointer& place, bool are_rows) {
    if (!file_.root.contains(place) || !file_.at(place).is_object()) return;
    const auto is_word = [](const Json& value) {
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        const bool is_negative = text.starts_with('-');
        const auto number = c64::to_number(std::string_view(text).substr(is_negative ? 1 : 0));
        return number && *number > (is_negative ? 0x80 : 0xff);
    };
    for (const auto& [key, value] : file_.at(place).items()) {
        const auto known = program_.variables.find(key);
        if (known == program_.variables.end()) continue;
        const unsigned size = known->second.size();
        if (size < 2 || size > sizeof(CaseValue::number)) continue;
        const bool has_word =
            are_rows && value.is_array() ? std::ranges::any_of(value, is_word) : is_word(value);
        if (has_word) word_sizes_.insert(size);
    }
}

/// Reads the value at `value.place`.
void CaseReader::one(CaseValues& made, CaseValue value, CasePart side) const {
    const Pointer place = value.place;
    const bool is_flag = value.name != 0 && claims::is_flag(value.name);
    const std::size_t bytes = value.name != 0 ? 1 : value.bytes.size();
    const std::uint64_t most = is_flag ? 1 : ~0ULL >> (64 - 8 * bytes);
    const Json& json = file_.at(place);
    const std::string written = json.is_string() ? json.get<std::string>() : "";
    if (written.starts_with('=')) {
        const auto begin = std::min(written.find_first_not_of(' ', 1), written.size());
        value.formula = at_place(place, [&] {
            return claims::formula_of(std::string_view(written).substr(begin), program_);
        });
    } else if (written.starts_with('(') && written.ends_with(')')) {
        const auto ranges = claims::ranges_in(written.substr(1, written.size() - 2), most);
        if (!ranges) {
            file_.fail(place, fmt::format("{} has no ranges of 0 to {}, such as ($00..$07|$ff)",
                                          written, most));
        }
        if (side != CasePart::after) file_.fail(place, "ranges are for \"out\"");
        value.allowed = *ranges;
    } else if (is_flag && json.is_boolean()) {
        value.number = json.get<bool>() ? 1 : 0;
    } else {
        value.number = number(place, most, !is_flag);
    }
    add(made, value, place);
}

void CaseReader::add(CaseValues& made, const CaseValue& value, const Pointer& place) const {
    if (made.add(value)) return;
    file_.fail(place, value.name != 0
                          ? fmt::format("{} has a value already", value.name)
                          : fmt::format("${:04x} has a value already", value.bytes.front()));
}

/// Reads a list of bytes; `is_open`: they continue after the only address that is named.
void CaseReader::list(std::vector<Address> bytes, bool is_open, const Pointer& place,
                      std::size_t count,
                      const std::function<void(CaseValue&, std::size_t)>& fill) const {
    if (count == 0) file_.fail(place, "an empty list");
    for (unsigned next = bytes.front() + 1U; is_open && bytes.size() < count; ++next) {
        if (next > 0xffff) file_.fail(place, "goes past $ffff");
        bytes.push_back(static_cast<Address>(next));
    }
    if (bytes.size() != count) {
        file_.fail(place, fmt::format("{} values for {} bytes", count, bytes.size()));
    }
    for (std::size_t i = 0; i < count; ++i) {
        CaseValue value{.place = place, .bytes = {bytes[i]}};
        fill(value, i);
    }
}

void CaseReader::value(CaseValues& made, const std::string& key, const Pointer& place,
                       CasePart side) const {
    if (claims::is_register(key)) return one(made, {.place = place, .name = key[0]}, side);
    const std::vector<Address> bytes = bytes_at(place, key);
    const bool is_range = key.find("..") != key.npos, is_pair = key.find('/') != key.npos;
    const bool is_open = !is_range && !is_pair;
    const Json& json = file_.at(place);
    const std::string written = json.is_string() ? json.get<std::string>() : "";
    if (json.is_array()) {
        list(bytes, is_open, place, json.size(), [&](CaseValue& value, std::size_t i) {
            value.place = place / i;
            one(made, value, side);
        });
    } else if (written.starts_with('\'')) {
        const auto text = characters(place, std::string_view(written).substr(1));
        list(bytes, is_open, place, text.size(), [&](CaseValue& value, std::size_t i) {
            value.number = text[i];
            add(made, value, place);
        });
    } else if (written.starts_with('=') && written.find("..") != written.npos) {
        const auto begin = std::min(written.find_first_not_of(' ', 1), written.size());
        const std::vector<Address> from = bytes_at(place, written.substr(begin));
        list(bytes, is_open, place, from.size(), [&](CaseValue& value, std::size_t i) {
            value.copied = from[i];
            add(made, value, place);
        });
    } else if (is_range) {
        for (const Address at : bytes) one(made, {.place = place, .bytes = {at}}, side);
    } else {
        CaseValue number{.place = place, .bytes = bytes};
        const auto known = program_.variables.find(key);
        const unsigned size = known == program_.variables.end() ? 1 : known->second.size();
        for (unsigned i = 1; word_sizes_.contains(size) && i < size; ++i) {
            number.bytes.push_back(static_cast<Address>(bytes.front() + i));
        }
        one(made, number, side);
    }
}

CaseValues CaseReader::values(const Pointer& place, CasePart side) const {
    CaseValues made;
    file_.members(place, {}, [&](const std::string& key, const Pointer& member) {
        const std::size_t known = made.all.size();
        value(made, key, member, side);
        for (std::size_t i = known; i < made.all.size(); ++i) made.all[i].key = key;
    });
    return made;
}

// --- keys ---------------------------------------------------------------------------------------

std::vector<CaseInputs> CaseReader::inputs(const Pointer& place) const {
    std::vector<CaseInputs> made;
    file_.members(place, {}, [&](const std::string& key, const Pointer& member) {
        made.push_back({address(member, key), {}});
        for (const Pointer& each : elements(member, "numbers")) {
            made.back().values.push_back(static_cast<Byte>(number(each, 0xff, true)));
        }
    });
    return made;
}

std::map<Address, std::vector<CaseValues>> CaseReader::stand_ins(const Pointer& place) const {
    std::map<Address, std::vector<CaseValues>> made;
    file_.members(place, {}, [&](const std::string& key, const Pointer& member) {
        std::vector<CaseValues>& calls = made[address(member, key)];
        if (!file_.at(member).is_array())
            return calls.push_back(values(member, CasePart::in_place));
        for (const Pointer& each : elements(member, "objects, one for each call")) {
            calls.push_back(values(each, CasePart::in_place));
        }
    });
    return made;
}

/// `["key"]`, `{"key": 2}`, `{"key": [1, 3]}`.
std::vector<CaseCount> CaseReader::counts(const Pointer& place) const {
    std::vector<CaseCount> made;
    if (file_.at(place).is_array()) {
        for (const std::string& name : texts(place)) made.push_back({name, bytes_at(place, name)});
        return made;
    }
    file_.members(place, {}, [&](const std::string& key, const Pointer& member) {
        const auto [least, most] = range(member);
        made.push_back({key, bytes_at(member, key), least, most});
    });
    return made;
}

std::optional<Byte> CaseReader::rest(const Pointer& place) const {
    if (file_.at(place) == "noise") return {};
    return static_cast<Byte>(number(place, 0xff, true));
}

/// The calls before the case: `["init", {"call": "put", "in": {"A": 3}}]`.
std::vector<CaseCall> CaseReader::calls(const Pointer& place) const {
    std::vector<CaseCall> made;
    for (const Pointer& each : elements(place, "routines")) {
        CaseCall& call = made.emplace_back();
        if (file_.at(each).is_string()) {
            call.routine = address(each, text(each));
            continue;
        }
        file_.members(each, {"call", "in", "out"},
                      [&](const std::string& key, const Pointer& member) {
                          if (key == "call") call.routine = address(member, text(member));
                          if (key == "in") call.in = values(member, CasePart::before);
                          if (key == "out") call.out = outputs(member);
                      });
        if (!file_.at(each).contains("call")) file_.fail(each, "no key 'call'");
    }
    return made;
}

std::vector<CaseInterrupt> CaseReader::interrupts(const Pointer& place) const {
    std::vector<CaseInterrupt> made;
    const bool is_list = file_.at(place).is_array();
    for (const Pointer& each :
         is_list ? elements(place, "interrupts") : std::vector<Pointer>{place}) {
        CaseInterrupt& one = made.emplace_back();
        file_.members(each, {"at", "call"}, [&](const std::string& key, const Pointer& member) {
            if (key == "call") {
                one.routine = address(member, text(member));
            } else if (file_.at(member).is_string()) {
                one.at = address(member, text(member));
            } else {
                one.cycle = number(member, emu::never, false);
            }
        });
        for (const char* const key : {"at", "call"}) {
            if (!file_.at(each).contains(key)) file_.fail(each, fmt::format("no key '{}'", key));
        }
    }
    return made;
}

/// Registers and bytes by name only: those of `uses`, or what a reference is asked.
CaseValues CaseReader::names(const Pointer& place) const {
    CaseValues made;
    if (file_.at(place).is_array() && file_.at(place).empty()) return made;
    for (const Pointer& each : elements(place, "registers and places")) {
        const std::string symbol = text(each);
        CaseValue value{.place = each, .key = symbol, .is_asked = true};
        if (claims::is_register(symbol)) {
            value.name = symbol[0];
            made.add(value);
            continue;
        }
        for (const Address at : bytes_at(each, symbol)) {
            value.bytes = {at};
            made.add(value);
        }
    }
    return made;
}

CaseEnd CaseReader::end(const Pointer& place) const {
    constexpr std::array<std::pair<std::string_view, CaseEnd>, 5> ends{{{"rts", CaseEnd::rts},
                                                                        {"rti", CaseEnd::rti},
                                                                        {"never", CaseEnd::never},
                                                                        {"brk", CaseEnd::brk},
                                                                        {"jam", CaseEnd::jam}}};
    const std::string word = text(place);
    for (const auto& [name, value] : ends) {
        if (name == word) return value;
    }
    file_.fail(place, fmt::format("'{}' is not rts, rti, never, brk or jam", word));
}

void CaseReader::read_key(Case& made, const std::string& key, const Pointer& place) const {
    if (key == "name") made.name = text(place);
    if (key == "call") made.call.routine = address(place, text(place));
    if (key == "in") made.call.in = values(place, CasePart::before);
    if (key == "out") made.call.out = outputs(place);
    if (key == "inputs") made.inputs = inputs(place);
    if (key == "instead") made.instead = stand_ins(place);
    if (key == "to") made.to = address(place, text(place));
    if (key == "cycles") made.cycles = range(place);
    if (key == "ends") made.ends = end(place);
    if (key == "first") made.first = calls(place);
    if (key == "interrupt") made.interrupts = interrupts(place);
    if (key == "reads") made.reads = counts(place);
    if (key == "writes") made.writes = counts(place);
    if (key == "uses") made.uses = names(place);
    if (key == "keys") made.keys = bytes_or_text(place);
    if (key == "rest") made.rest = rest(place);
    if (key == "skip") made.skip = text(place);
    if (key == "prints") {
        const std::vector<Byte> bytes = bytes_or_text(place);
        made.prints = std::string(bytes.begin(), bytes.end());
    }
    if (key == "tags") {
        for (const std::string& tag : texts(place)) made.tags.insert(tag);
    }
    if (key == "calls" || key == "never") {
        for (CaseCount& count : counts(place)) {
            if (key == "never") count.least = count.most = 0;
            made.calls.push_back(count);
        }
    }
}

Case CaseReader::one_case(const Pointer& place, const Shared& shared) {
    Case made{json_, place};
    word_sizes_.clear();
    for (const char* const part : {"in", "out"}) {
        note_words(place / part);
        note_words(place / "rows" / part, true);
    }
    made.rest = shared.rest;
    made.inputs = shared.inputs;
    file_.members(
        place, {"name",   "call", "in",   "out",    "cycles", "calls",   "never",    "instead",
                "inputs", "to",   "ends", "first",  "reads",  "writes",  "uses",     "keys",
                "rest",   "skip", "tags", "prints", "rows",   "comment", "interrupt"},
        [&](const std::string& key, const Pointer& member) { read_key(made, key, member); });
    if (!file_.at(place).contains("call")) {
        file_.fail(place, "no key 'call', which names the routine");
    }
    if (made.name.empty()) made.name = text(place / "call");
    made.instead.insert(shared.instead.begin(), shared.instead.end());
    if (made.skip.empty() && file_.at(place).contains("skip")) {
        file_.fail(place / "skip", "say why");
    }
    if (made.to && file_.at(place).contains("ends")) {
        file_.fail(place / "ends", "there is \"to\" already");
    }
    return made;
}

/// Adds a case for each column of values; without rows the case itself.
void CaseReader::add_rows(const Case& made, const Pointer& place, const Shared& shared,
                          std::vector<Case>& cases) const {
    std::optional<std::size_t> rows;
    const Pointer table = place / "rows";
    const auto each_list = [&](auto use) {
        file_.members(table, {"in", "out"}, [&](const std::string& part, const Pointer& side) {
            file_.members(side, {}, [&](const std::string& key, const Pointer& member) {
                use(part, key, member);
            });
        });
    };
    if (file_.at(place).contains("rows")) {
        each_list([&](const auto&, const auto&, const Pointer& member) {
            const std::size_t count = elements(member, "values, one for each row").size();
            if (count != rows.value_or(count)) {
                file_.fail(member, fmt::format("{} values, and {} before", count, *rows));
            }
            rows = count;
        });
        if (!rows) file_.fail(table, "no rows");
    }
    for (std::size_t i = 0; i < rows.value_or(1); ++i) {
        Case& one = cases.emplace_back(made);
        if (rows) {
            one.name += fmt::format(", row {}", i + 1);
            each_list([&](const std::string& part, const std::string& key, const Pointer& member) {
                const bool is_in = part == "in";
                value(is_in ? one.call.in : one.call.out, key, member / i,
                      is_in ? CasePart::before : CasePart::after);
            });
        }
        one.call.in.add_defaults(shared.in);
    }
}

/// Includes files beside this one: their cases and their defaults.
void CaseReader::include(const Pointer& place, Shared& shared, std::vector<Case>& cases) const {
    constexpr unsigned deepest = 8;
    for (const Pointer& each : elements(place, "files")) {
        if (depth_ == deepest) file_.fail(each, "more than 8 files include each other");
        const c64::Path path = c64::Path(file_.file).parent_path() / text(each);
        CaseReader(LocatedJson::read(path.string()), program_, depth_ + 1).read(shared, cases);
    }
}

void CaseReader::read(Shared& shared, std::vector<Case>& cases) {
    const Pointer root;
    if (file_.root.is_object() && file_.root.contains("include")) {
        include(root / "include", shared, cases);
    }
    const auto read_shared = [&](const std::string& key, const Pointer& place) {
        const Json& json = file_.at(place);
        if (key == "rest") shared.rest = rest(place);
        if (key == "inputs") shared.inputs = inputs(place);
        if (key == "instead") {
            for (const auto& [at, calls] : stand_ins(place)) {
                shared.instead.insert_or_assign(at, calls);
            }
        }
        if (key == "in") {
            word_sizes_.clear();
            note_words(place);
            CaseValues own = values(place, CasePart::before);
            own.add_defaults(shared.in);
            shared.in = own;
        }
        if (key == "cpu" && json != "6502" && json != "6510") {
            file_.fail(place,
                       fmt::format("CPU {} is not supported: \"6502\" or \"6510\"", json.dump()));
        }
        if (key == "machine" && json != "c64" && json != "ram") {
            file_.fail(place, fmt::format("{} is not \"c64\" or \"ram\"", json.dump()));
        }
    };
    file_.members(root,
                  {"cpu", "machine", "include", "rest", "in", "inputs", "instead", "cases",
                   "comment", "$schema"},
                  read_shared);
    if (!file_.root.contains("cases")) {
        if (depth_ == 0 && cases.empty()) {
            file_.fail(root, "there are no \"cases\": [ ... ]");
        }
        return;
    }
    for (const Pointer& each : elements(root / "cases", "cases")) {
        add_rows(one_case(each, shared), each, shared, cases);
    }
}

}  // namespace

bool CaseValues::add(CaseValue value) {
    const auto is_taken = [&](Address at) { return bytes.contains(at); };
    if (value.name != 0 ? registers.find(value.name) != registers.npos
                        : std::ranges::any_of(value.bytes, is_taken)) {
        return false;
    }
    if (value.name != 0) registers += value.name;
    bytes.insert(value.bytes.begin(), value.bytes.end());
    all.push_back(std::move(value));
    return true;
}

void CaseValues::add_defaults(const CaseValues& others) {
    for (const CaseValue& each : others.all) static_cast<void>(add(each));
}

bool wants_ram(const LocatedJson& file) {
    return file.root.is_object() && file.root.contains("machine") && file.root["machine"] == "ram";
}

std::vector<Case> read_cases(const LocatedJson::Shared& file, const claims::Program& program) {
    Shared shared;
    std::vector<Case> cases;
    CaseReader(file, program).read(shared, cases);
    std::set<std::string> names;
    for (const Case& each : cases) {
        if (names.insert(each.name).second) continue;
        each.file->fail(each.place,
                        fmt::format("a second case '{}': give it a \"name\"", each.name));
    }
    return cases;
}

}  // namespace ryg::app
