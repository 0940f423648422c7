// `ryg web`: puts the page for browsers, which is installed beside the program, into a folder.
#include <filesystem>
#include <fmt/format.h>

#include "app/verb.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;

/// Of an installed program; the build tree has none.
fs::path installed_page() {
    const fs::path program = fs::read_symlink("/proc/self/exe");
    return program.parent_path().parent_path() / "share/ryg/web";
}

}  // namespace

Exit web(Arguments arguments) {
    static const Help of_web{
        .usage = "web --out FOLDER",
        .about =
            "Puts the page for browsers into a folder: index.html, which also\n"
            "works from file://, ryg-board.js, the script of <ryg-board>, and\n"
            "example.html, which uses it. Any server of static files will do.",
        .examples = "web --out public\n"};
    const Parsed parsed = parse(arguments, of_web, {{"out", "the folder"}});
    if (parsed.helped) return exit_done;
    parsed.need("out");
    const fs::path page = installed_page(), out = parsed.text("out");
    if (!fs::exists(page / "index.html")) {
        throw Trouble(
            fmt::format("the page is not in {}: ./ryg web, the script in the source "
                        "tree, builds it",
                        page.string()));
    }
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
