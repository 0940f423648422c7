// The page for browsers: its folder, and `ryg run --live`, which serves it with a machine.
#include "app/live.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <span>
#include <string_view>

#include "app/files.hpp"
#include "app/fronts/stream.hpp"
#include "app/verb.hpp"
#include "c64/board/state.hpp"
#include "c64/program/image.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;

/// The path of a request's first line, without its query; empty unless it is a GET.
std::string path_asked(Listener& browser) {
    constexpr Wait patience(500);  // browsers open connections that they may not use
    constexpr std::size_t longest = 1U << 16;
    std::string request;
    while (request.find("\r\n\r\n") == request.npos && request.size() < longest) {
        if (!browser.has_input(patience)) return "";
        request += browser.read();
    }
    constexpr std::string_view get = "GET ";
    if (!request.starts_with(get)) return "";
    return request.substr(get.size(), request.find_first_of(" ?", get.size()) - get.size());
}

void answer(Listener& browser, std::string_view status, std::string_view type,
            std::string_view body) {
    browser.write(
        fmt::format("HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
                    "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
                    status, type, body.size()));
    browser.write(body);
}

/// As a value in a link.
std::string percent_encoded(std::string_view text) {
    std::string encoded;
    for (const char c : text) {
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                              (c >= 'a' && c <= 'z') || c == '.' || c == '-' || c == '_';
        encoded +=
            is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return encoded;
}

constexpr std::size_t most_bytes = 1U << 26;

std::string text_of(std::span<const emu::Byte> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

fs::path page_folder() {
    const fs::path installed = data_folder() / "web";
    const fs::path build = data_folder().parent_path().parent_path();
    for (const fs::path& page : {installed, build.parent_path() / "web/web", build / "web/web"}) {
        if (fs::exists(page / "index.html")) return page;
    }
    throw Trouble(
        fmt::format("the page is not in {}: ./ryg web, the script in the source tree, builds it",
                    installed.string()));
}

std::string page_text() {
    return text_of(c64::read_bytes(page_folder() / "index.html", most_bytes));
}

void serve_live(const std::string& name, c64::Machine& machine, const c64::Labels& labels,
                bool json) {
    const std::string page = page_text();
    const std::string state = text_of(c64::save_state(machine));
    const std::string disk = machine.disk() == nullptr ? "" : text_of(machine.disk()->bytes());
    Listener browser(0, interrupted);
    const std::string address =
        fmt::format("http://127.0.0.1:{}/#live={}", browser.port(), percent_encoded(name));
    if (json) {
        print(Json{{"address", address}});
    } else {
        fmt::print("{} is at {}   (Ctrl-C ends it)\n", name, address);
    }
    std::fflush(stdout);
    while (!interrupted) {
        if (!browser.accept(Wait(200))) continue;
        const std::string path = path_asked(browser);
        if (path == "/" || path == "/index.html") {
            answer(browser, "200 OK", "text/html; charset=utf-8", page);
        } else if (path == "/live.state") {
            answer(browser, "200 OK", "application/octet-stream", state);
        } else if (path == "/live.lbl") {
            answer(browser, "200 OK", "text/plain", labels.text());
        } else if (path == "/live.d64") {  // an empty file: no diskette
            answer(browser, "200 OK", "application/octet-stream", disk);
        } else if (!path.empty()) {
            answer(browser, "404 Not Found", "text/plain", "not here\n");
        }
        browser.hang_up();
    }
}

}  // namespace ryg::app
