// `ryg web`: puts the page for browsers, which is installed beside the program, into a folder.
#include <filesystem>
#include <fmt/format.h>

#include "app/files.hpp"
#include "app/live.hpp"
#include "app/verb.hpp"

namespace ryg::app {

namespace fs = std::filesystem;

namespace {

/// The value of an option, as an attribute of HTML. Throws Trouble unless it is a web address.
std::string address(const Parsed& parsed, const char* option) {
    std::string text = parsed.text(option);
    const auto host = text.find("//") + 2;
    const bool is_address = (text.starts_with("https://") || text.starts_with("http://")) &&
                            text.find_first_not_of('/', host) != text.npos;
    if (!is_address || text.find_first_of("\"<> ") != text.npos) {
        throw Trouble(fmt::format("--{}: '{}': give an address, such as https://example.org/ryg",
                                  option, text));
    }
    while (text.ends_with('/')) text.pop_back();
    return text;
}

void replace(std::string& page, std::string_view old, const std::string& text) {
    const auto at = page.find(old);
    if (at != page.npos) page.replace(at, old.size(), text);
}

}  // namespace

Exit web(Arguments arguments) {
    static const Help of_web{
        .usage = "web --out FOLDER",
        .about =
            "Puts the page for browsers into a folder: index.html, which also\n"
            "works from file://; ryg-board.js, the script of <ryg-board>, with the C64 in\n"
            "ryg-machine.js, which it loads when a board is used; and example.html, which\n"
            "uses it. Any server of static files will do.",
        .examples =
            "web --out public\n"
            "web --out public --address https://example.org/ryg\n"};
    const Parsed parsed =
        parse(arguments, of_web,
              {{"out", "the folder"},
               {"address", "where the page will be: for the picture that sent links show"},
               {"source", "where the source and its documents are: the page links to it"}});
    if (parsed.helped) return exit_done;
    parsed.need("out");
    const fs::path out = parsed.text("out");
    const fs::path page = page_folder();
    std::string text = page_text();
    if (parsed.has("address")) {
        replace(text, "\"preview.jpg\"",
                fmt::format("\"{}/preview.jpg\"", address(parsed, "address")));
    }
    if (parsed.has("source")) {
        replace(text, "<!--SOURCE-->",
                fmt::format("<p><a href=\"{}\" data-text=\"sources\"></a></p>",
                            address(parsed, "source")));
    }
    fs::create_directories(out);
    fs::copy(page, out, fs::copy_options::overwrite_existing | fs::copy_options::recursive);
    const std::string file = out / "index.html";
    write_output(file, text);
    if (parsed.json()) {
        print(Json{{"page", file}});
    } else {
        fmt::print("the page is {}\n", file);
    }
    return exit_done;
}

}  // namespace ryg::app
