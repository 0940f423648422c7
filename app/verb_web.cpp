// `ryg web`: puts the page for browsers, which is installed beside the program, into a folder.
#include <filesystem>
#include <fmt/format.h>

#include "app/live.hpp"
#include "app/verb.hpp"

namespace ryg::app {

namespace fs = std::filesystem;

Exit web(Arguments arguments) {
    static const Help of_web{
        .usage = "web --out FOLDER",
        .about =
            "Puts the page for browsers into a folder: index.html, which also\n"
            "works from file://; ryg-board.js, the script of <ryg-board>, with the C64 in\n"
            "ryg-machine.js, which it loads when a board is used; and example.html, which\n"
            "uses it. Any server of static files will do.",
        .examples = "web --out public\n"};
    const Parsed parsed = parse(arguments, of_web, {{"out", "the folder"}});
    if (parsed.helped) return exit_done;
    parsed.need("out");
    const fs::path out = parsed.text("out");
    const fs::path page = page_folder();
    fs::create_directories(out);
    fs::copy(page, out, fs::copy_options::overwrite_existing | fs::copy_options::recursive);
    const std::string file = out / "index.html";
    if (parsed.json()) {
        print(Json{{"page", file}});
    } else {
        fmt::print("the page is {}\n", file);
    }
    return exit_done;
}

}  // namespace ryg::app
