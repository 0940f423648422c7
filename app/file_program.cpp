// Runs assemblers in a folder of their own, and finds the sources that a debug file names.
#include "app/file_program.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "app/child.hpp"
#include "app/files.hpp"
#include "app/program_file.hpp"
#include "app/verb.hpp"
#include "c64/program/files.hpp"
#include "c64/program/image.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view usual_config = R"(
MEMORY {
    ZP:   start = $0002, size = $00f9;
    HEAD: start = $0ffe, size = $0002, file = %O;
    MAIN: start = $1000, size = $8000, file = %O;
}
SEGMENTS {
    LOADADDR: load = HEAD, type = ro;
    CODE:     load = MAIN, type = ro;
    RODATA:   load = MAIN, type = ro, optional = yes;
    DATA:     load = MAIN, type = rw, optional = yes;
    BSS:      load = MAIN, type = bss, optional = yes;
    ZEROPAGE: load = ZP, type = zp, optional = yes;
}
)";
constexpr std::string_view load_address = ".segment \"LOADADDR\"\n.word $1000\n";

/// A message without its leading "ld65: Error: " or the like.
std::string without_tag(std::string text) {
    constexpr std::string_view error = "Error: ", fatal = "Fatal error: ";
    auto begin = std::min(text.find(error), text.find(fatal));
    if (begin == text.npos) return text;
    const auto end = begin + (text[begin] == 'E' ? error : fatal).size();
    const std::string_view before = std::string_view(text).substr(0, begin);
    if (before.ends_with("ld65: ") || before.ends_with("ca65: ")) begin -= 6;
    return text.erase(begin, end - begin);
}

/// `mul.s(7): Error` as `mul.s:7: Error`, and ACME's `Error - File mul.s, line 7 (Zone ...`
/// likewise.
std::string with_colons(std::string text) {
    for (auto open = text.find('('); open != text.npos; open = text.find('(', open + 1)) {
        const auto close = text.find_first_not_of("0123456789", open + 1);
        if (close == text.npos || close == open + 1 || text[close] != ')') continue;
        text.erase(close, 1);
        text[open] = ':';
        if (open > 0 && text[open - 1] == ' ') text.erase(open - 1, 1);
    }
    constexpr std::string_view file = "File ", line = ", line ";
    const auto begin = text.find(file), number = text.find(line, std::min(begin, text.size()));
    if (number != text.npos) {
        text.replace(number, line.size(), ":");
        text.erase(0, begin + file.size());
    }
    return text;
}

/// Kick Assembler's line after an error, `at line 3, column 1 in mul.asm`, as `mul.asm:3: `.
/// [KICK]
std::string kick_place(const std::string& line) {
    unsigned number = 0, column = 0;
    int end = 0;
    const int fields =
        std::sscanf(line.c_str(), " at line %u, column %u in %n", &number, &column, &end);
    return fields == 2 && end != 0
               ? fmt::format("{}:{}: ", line.substr(static_cast<std::size_t>(end)), number)
               : "";
}

/// Runs a tool. Throws Trouble with the first line that reports an error.
void run_tool(const std::vector<std::string>& words) {
    std::optional<Child> child;
    try {
        child.emplace(words, true);
    } catch (const Trouble& trouble) {
        throw Trouble(
            fmt::format("{}: install it, or give its path with --assembler", trouble.what()));
    }
    Child& tool = *child;
    std::vector<std::string> said, errors;
    std::string place;
    while (auto line = tool.read_line()) {
        if (place.empty() && !errors.empty()) place = kick_place(*line);
        if (line->empty() || line->find("Warning") != line->npos) continue;
        said.push_back(*line);
        if (line->find("rror") != line->npos) errors.push_back(*line);
    }
    if (tool.end() == 0) return;
    const bool is_cc65 = words.front() == "ca65" || words.front() == "ld65";
    if (!is_cc65 && !errors.empty()) said = errors;
    std::string text = said.empty() ? words.front() + " has failed" : said.front();
    if (text.ends_with(':') && said.size() > 1) text += said[1];
    text = place + with_colons(std::move(text));
    throw Trouble(is_cc65 ? without_tag(std::move(text)) : text);
}

/// The path of a configuration that comes with cc65, such as "c64-asm.cfg"; empty for a user's
/// file.
fs::path shared_config(const std::string& config) {
    const char* const home = std::getenv("CC65_HOME");
    const fs::path shared = fs::path(home != nullptr ? home : "/usr/share/cc65") / "cfg" / config;
    return config.empty() || fs::exists(config) || !fs::exists(shared) ? fs::path() : shared;
}

/// The text of cc65's configuration with code marked read-only, since `rw` means variables here.
std::string with_code_read_only(const fs::path& config) {
    const auto bytes = c64::read_bytes(config.string(), 1 << 16);
    std::string text(bytes.begin(), bytes.end());
    for (auto at = text.find("CODE:"); at != text.npos; at = text.find("CODE:", at + 1)) {
        const auto end = text.find(';', at);
        const auto type = text.rfind("type", end);
        if (type == text.npos || type < at) continue;
        auto value = text.find_first_not_of(' ', type + 4);
        if (value == text.npos || text[value] != '=') continue;
        value = text.find_first_not_of(' ', value + 1);
        if (value != text.npos && text.compare(value, 2, "rw") == 0) text[value + 1] = 'o';
    }
    return text;
}

/// Throws Trouble for a source that selects an unsupported CPU.
void refuse_other_processors(const std::string& source) {
    constexpr std::array directives{".setcpu", "!cpu", ".cpu", "processor"};
    constexpr std::string_view known =
        " 6502 6502x 6502i 6510 nmos6502 nmos6502x default none _6502 _6502noillegals ";
    std::ifstream in(source);
    unsigned number = 1;
    for (std::string line; std::getline(in, line); ++number) {
        std::ranges::transform(line, line.begin(), [](unsigned char letter) {
            return letter == '"' ? ' ' : static_cast<char>(std::tolower(letter));
        });
        std::istringstream words(line);
        std::string word, cpu;
        if (!(words >> word >> cpu) || std::ranges::find(directives, word) == directives.end()) {
            continue;
        }
        if (known.find(fmt::format(" {} ", cpu)) != known.npos) continue;
        throw Trouble(fmt::format("{}:{}: {}: CPU '{}' is not supported: only the 6502 is", source,
                                  number, word, cpu));
    }
}

/// The path from here of a source that a debug file names; empty if it does not exist.
std::string found(const std::string& source, const fs::path& prg) {
    std::string name = source.substr(source.find_last_of("/\\") + 1);
    for (const fs::path& path :
         {fs::path(source), prg.parent_path() / source, prg.parent_path() / name}) {
        if (fs::is_regular_file(path)) return path.string();
    }
    return {};
}

std::unique_ptr<FileProgram> read(const std::string& prg, const std::string& name,
                                  const Assembly& assembly = {}) {
    auto made = std::make_unique<FileProgram>();
    const std::vector<std::string> beside = c64::debug_files_beside(prg);
    const auto load = assembly.load;
    made->name = name;
    made->prg = c64::read_bytes(prg, 0x10002);
    if (load) made->prg.insert(made->prg.begin(), {emu::low(*load), emu::high(*load)});
    if (beside.empty() && !load) {
        throw Trouble(fmt::format(
            "{}: its debug file {} is missing: assemble with ca65 -g and link with ld65 "
            "--dbgfile, or put labels (.lbl) and listing (.lst) beside it",
            prg, fs::path(prg).replace_extension(".dbg").string()));
    }
    const std::string text =
        !beside.empty() ? c64::joined_debug_files(beside)
                        : fmt::format("al C:{:04x} .start\n", assembly.start.value_or(*load));
    made->debug.assign(text.begin(), text.end());
    made->image = {made->name, made->prg, made->debug};
    const c64::Image image = c64::from_embedded(made->image);
    for (const std::string& warning : image.warnings) {
        say(fmt::format("ryg: warning: {}\n", warning));
    }
    if (!image.info->segments().empty() && !has_segment(image)) {
        throw Trouble(
            fmt::format("{}: loads at ${:04x}, where its debug file has no segment: give "
                        "ld65 a segment there instead of .org",
                        name, image.load_address));
    }
    if (!labels_fit(image)) {
        throw Trouble(fmt::format(
            "{}: loads at ${:04x}, but none of its labels is there: does it begin with a "
            "load address? For ca65, leave .org out, or give ld65 a segment at that "
            "address by --config",
            name, image.load_address));
    }
    return made;
}

constexpr std::string_view kick = "KickAss.jar";

/// The assembler that these words start, independent of its folder or wrapper; adds `java -jar` for
/// a jar.
std::string tool_of(std::vector<std::string>& words) {
    const std::string name = fs::path(words.at(0)).filename().string();
    const bool is_jar = has_ending(name, ".jar");
    if (is_jar) words.insert(words.begin(), {"java", "-jar"});
    return is_jar || name == "java" || name == "kickass" ? std::string(kick) : name;
}

/// The arguments of an assembler without a linker: its output files, and the form of its defines.
std::vector<std::string> words_of(const std::string& tool, const std::string& base) {
    if (tool == "acme") {
        return {"-f",           "cbm",         "-o", base + ".prg",
                "--vicelabels", base + ".lbl", "-r", base + ".rep"};
    }
    if (tool == "64tass") {
        return {"-q", "-o",          base + ".prg",    "--dump-labels",
                "-l", base + ".sym", "--line-numbers", "--list=" + base + ".lst"};
    }
    if (tool == "dasm") {
        return {"-f1", "-o" + base + ".prg", "-s" + base + ".sym", "-l" + base + ".lst"};
    }
    if (tool == "xa") return {"-o", base + ".prg", "-l", base + ".lbl"};
    if (tool == kick) {
        return {"-odir", fs::path(base).parent_path(), "-o", base + ".prg", "-debugdump"};
    }
    throw Trouble(
        fmt::format("--assembler: unknown assembler '{}': ca65, acme, 64tass, dasm, xa or the path "
                    "of KickAss.jar",
                    tool));
}

/// Renames Kick Assembler's debug dump, which has the name of the source or of the program.
void take_dump(const TemporaryFolder& folder) {
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        if (entry.path().extension() != ".dbg") continue;
        return fs::rename(entry.path(), folder.file("it.dbg"));
    }
}

/// Assembles all sources in one run of an assembler other than ca65.
std::unique_ptr<FileProgram> assembled(const std::vector<std::string>& files,
                                       std::vector<std::string> words, const Assembly& assembly) {
    const TemporaryFolder folder;
    const std::string tool = tool_of(words);
    if (!assembly.config.empty())
        throw Trouble(fmt::format("--config is for ld65: not for {}", tool));
    const bool is_dasm = tool == "dasm", is_64tass = tool == "64tass", is_kick = tool == kick;
    if ((is_dasm || is_kick) && files.size() > 1) {
        throw Trouble(fmt::format("{} takes one source: {}", tool, files[1]));
    }
    if (is_dasm) words.insert(words.begin() + 1, files[0]);  // options follow its source
    for (std::string& word : words_of(tool, folder.file("it"))) words.push_back(std::move(word));
    for (const std::string& define : assembly.defines) {
        if (is_64tass) words.emplace_back("-D");
        words.push_back(is_64tass ? define : (is_kick ? ":" : "-D") + define);
    }
    if (is_64tass) words.emplace_back("/dev/null");  // lines of its first file have no numbers
    if (!is_dasm) words.insert(words.end(), files.begin(), files.end());
    run_tool(words);
    if (is_kick) take_dump(folder);
    auto made = read(folder.file("it.prg"), fs::path(files[0]).stem().string());
    const auto info = c64::from_embedded(made->image).info;
    for (const std::string& source : info->files().empty() ? files : info->files()) {
        if (fs::is_regular_file(source)) made->sources.push_back(source);
    }
    return made;
}

}  // namespace

bool is_assembly_source(const std::string& file) {
    constexpr std::array endings{".s", ".asm", ".a65", ".a", ".src", ".tas", ".xa"};
    return std::ranges::any_of(endings, [&](auto ending) { return has_ending(file, ending); });
}

Option assembler_option() {
    return {"assembler",
            "ca65, acme, 64tass, dasm, xa, kickass or the path of KickAss.jar; its options may "
            "follow in the same word; default: guessed from the source"};
}

std::string guessed_assembler(const std::string& file) {
    const fs::path source(file);
    const fs::path ending = source.extension();
    if (ending == ".tas") return "64tass";
    if (ending == ".xa") return "xa";
    std::ifstream in(source);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string word, next;
        words >> word >> next;
        if (word == "processor") return "dasm";
        const bool is_acme = word.size() > 1 && word[0] == '!' && std::isalpha(word[1]) != 0;
        const bool sets_counter = word.starts_with("*=") || (word == "*" && next.starts_with('='));
        constexpr std::array of_kick{".pc",       ".const",  ".label",
                                     ".encoding", "#import", ".filenamespace"};
        if (word.starts_with("BasicUpstart") || std::ranges::count(of_kick, word) != 0 ||
            (sets_counter && line.find('"') != line.npos)) {
            return "kickass";
        }
        if (is_acme || (sets_counter && ending == ".a")) return "acme";
        if (sets_counter) return ending == ".a65" ? "xa" : "64tass";
    }
    return "ca65";
}

namespace {

/// Reads a program, and finds its existing sources.
std::unique_ptr<FileProgram> read_whole(const fs::path& first, const Assembly& assembly) {
    auto made = read(first, first.stem().string(), assembly);
    const c64::Image image = c64::from_embedded(made->image);
    for (const std::string& source : image.info->files()) {
        if (std::string path = found(source, first); !path.empty()) {
            made->sources.push_back(std::move(path));
        }
    }
    return made;
}

bool has_text(const std::vector<std::string>& files, std::string_view text) {
    return std::ranges::any_of(files, [&](const std::string& file) {
        return c64::read_file(file, std::size_t{1} << 24).value_or("").find(text) !=
               std::string::npos;
    });
}

/// Assembles with ca65 and links with ld65.
std::unique_ptr<FileProgram> linked(const std::vector<std::string>& files,
                                    const std::vector<std::string>& tool,
                                    const Assembly& assembly) {
    const TemporaryFolder folder;
    std::vector<std::string> objects, sources = files;
    std::string config = assembly.config;
    if (config.empty() && assembly.starts) config = "c64-asm.cfg";
    const fs::path shared = shared_config(config);
    const std::string stem = shared.stem().string(), target = stem.substr(0, stem.find('-'));
    if (config.empty()) sources.push_back(folder.write("load.s", load_address));
    for (const std::string& source : sources) {
        objects.push_back(folder.file(fmt::format("{}.o", objects.size())));
        std::vector<std::string> words = tool;
        words.insert(words.end(), {"-g", "-o", objects.back(), source});
        for (const std::string& define : assembly.defines) {
            words.insert(words.end() - 3, {"-D", define});
        }
        const bool has_target = std::ranges::count(tool, "-t") != 0;
        if (!target.empty() && !has_target) words.insert(words.end() - 3, {"-t", target});
        run_tool(words);
    }
    if (config.empty()) config = folder.write("usual.cfg", usual_config);
    if (!shared.empty()) config = folder.write("shared.cfg", with_code_read_only(shared));
    std::vector<std::string> words{
        "ld65", "-C", config, "-o", folder.file("it.prg"), "--dbgfile", folder.file("it.dbg")};
    // The SYS line of cc65's library, unless the source has one.
    if (assembly.starts && !has_text(files, "EXEHDR"))
        words.insert(words.end(), {"-u", "__EXEHDR__"});
    words.insert(words.end(), objects.begin(), objects.end());
    if (!target.empty()) words.push_back(target + ".lib");
    run_tool(words);
    auto made = read(folder.file("it.prg"), fs::path(files.at(0)).stem().string());
    const auto info = c64::from_embedded(made->image).info;
    for (const std::string& source : info->files()) {
        const bool is_there = fs::is_regular_file(source);  // cc65's library has no sources
        if (is_there && !source.starts_with(folder.path().string())) {
            made->sources.push_back(source);
        }
    }
    return made;
}

}  // namespace

std::unique_ptr<FileProgram> file_program(const std::vector<std::string>& files,
                                          const Assembly& assembly) {
    const fs::path first = files.at(0);
    if (first.extension() == ".prg" || assembly.load) {
        if (files.size() > 1) throw Trouble("one PRG or raw binary, or sources: not both");
        return read_whole(first, assembly);
    }
    if (!is_assembly_source(first)) {
        throw Trouble(fmt::format(
            "{}: neither assembly source (.s) nor a .prg: give --load ADDRESS for a raw binary",
            first.string()));
    }
    for (const std::string& file : files) {
        if (!fs::is_regular_file(file)) throw Trouble(file + ": there is no such file");
        refuse_other_processors(file);
    }
    std::istringstream given(assembly.assembler.empty() ? guessed_assembler(first)
                                                        : assembly.assembler);
    std::vector<std::string> tool;  // "a folder" is one word
    const auto quote = [&] { return (given >> std::ws).peek() == '\'' ? '\'' : '"'; };
    for (std::string word; given >> std::quoted(word, quote());) tool.push_back(word);
    const bool is_ca65 = !tool.empty() && fs::path(tool[0]).filename() == "ca65";
    return is_ca65 ? linked(files, tool, assembly) : assembled(files, tool, assembly);
}

}  // namespace ryg::app
