// Command lines in pieces, and what a report must hold compared with what it holds.
#include "tests/app/verbs.hpp"

#include <ctime>
#include <iomanip>
#include <regex>
#include <sstream>

namespace ryg::program {

std::vector<std::string> words_of(const std::string& command) {
    std::istringstream in(command);
    std::vector<std::string> words;
    for (std::string word; in >> std::quoted(word, '\'', '\0');) words.push_back(word);
    return words;
}

Finished ryg(const std::string& command, std::string_view input,
             const std::vector<std::string>& environment) {
    std::vector<std::string> words = words_of(command);
    words.insert(words.begin(), RYG_PROGRAM);
    return run(words, input, environment);
}

nlohmann::json ryg_json(const std::string& command, int status) {
    const Finished finished = ryg(command + " --json");
    EXPECT_EQ(finished.status, status) << command << "\n" << finished.err;
    return nlohmann::json::parse(finished.out, nullptr, false);
}

bool is_range(std::string_view text) {
    static const std::regex range(R"(<\d+\.\.\d+>)");
    return std::regex_match(text.begin(), text.end(), range);
}

bool is_in_range(std::string_view number, std::string_view range) {
    const auto value_of = [](std::string_view digits) { return std::stoull(std::string(digits)); };
    return !number.empty() && value_of(number) >= value_of(range.substr(1)) &&
           value_of(number) <= value_of(range.substr(range.rfind('.') + 1));
}

bool holds(const nlohmann::json& found, const nlohmann::json& wanted) {
    if (wanted.is_string() && is_range(wanted.get<std::string>())) {
        return found.is_number_unsigned() && is_in_range(found.dump(), wanted.get<std::string>());
    }
    if (wanted.is_string() && wanted.get<std::string>().starts_with('~')) {
        return found.is_string() && found != "" &&
               contains(found.get<std::string>(), wanted.get<std::string>().substr(1));
    }
    if (wanted.is_object() && found.is_object()) {
        return std::ranges::all_of(wanted.items(), [&](const auto& member) {
            return found.contains(member.key()) && holds(found[member.key()], member.value());
        });
    }
    if (!wanted.is_array() || !found.is_array()) return found == wanted;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i >= found.size() || !holds(found[i], wanted[i])) return false;
    }
    return true;
}

nlohmann::json json_of(const std::string& text) {
    static const std::regex name(R"re(([{,]\s*)([A-Za-z]\w*):)re");
    return nlohmann::json::parse(std::regex_replace(text, name, "$1\"$2\":"));
}

nlohmann::json expect_report(const std::string& command, const std::string& wanted, int status) {
    nlohmann::json report = ryg_json(command, status);
    EXPECT_TRUE(holds(report, json_of(wanted))) << command << "\n" << report.dump(1);
    return report;
}

Finished expect_prints(const Finished& finished, std::initializer_list<std::string_view> parts,
                       int status) {
    EXPECT_EQ(finished.status, status) << finished.out << finished.err;
    for (const std::string_view part : parts) {
        EXPECT_TRUE(contains(finished.out, part)) << part << "\nis not in\n" << finished.out;
    }
    return finished;
}

Finished expect_prints(const std::string& command, std::initializer_list<std::string_view> parts,
                       int status) {
    SCOPED_TRACE("ryg " + command);
    return expect_prints(ryg(command), parts, status);
}

std::string without_progress(const std::string& errors) {
    static const std::regex progress(R"(ryg: [^\n]*%\)[^\n]*\n)");  // of what takes long
    return std::regex_replace(errors, progress, "");
}

void expect_trouble(Finished finished, std::string_view words) {
    finished.err = without_progress(finished.err);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(std::ranges::count(finished.err, '\n'), 1) << finished.err;
    EXPECT_TRUE(finished.err.starts_with("ryg ")) << finished.err;
    EXPECT_TRUE(contains(finished.err, words)) << finished.err << "does not say: " << words;
}

void expect_refused(const std::string& verb, const std::vector<Refusal>& refusals) {
    for (const auto& [words, why] : refusals) {
        SCOPED_TRACE("ryg " + verb + ' ' + words);
        expect_trouble(ryg(verb + ' ' + words), why);
    }
}

void press_ctrl_c_late(pid_t child) {
    clockid_t clock{};
    timespec used{};
    while (clock_getcpuclockid(child, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
           used.tv_sec < 1) {
        usleep(1000);
    }
    press_ctrl_c(child);
}

void press_ctrl_c(pid_t child) {
    const std::string path = "/proc/" + std::to_string(child) + "/status";
    for (int i = 0; i < 30'000; ++i) {
        std::ifstream lines(path);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("SigCgt:")) continue;
            const auto caught =
                std::stoull(line.substr(line.find_first_of("0123456789abcdef", 7)), nullptr, 16);
            if ((caught >> (SIGINT - 1) & 1) == 0) continue;
            kill(child, SIGINT);
            return;
        }
        usleep(1000);
    }
    ADD_FAILURE() << "the program does not listen for Ctrl-C";
    kill(child, SIGKILL);
}

}  // namespace ryg::program
