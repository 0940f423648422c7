// The page for browsers: its folder, and `ryg run --live`, which serves it with a machine.
#pragma once

#include <filesystem>
#include <string>

#include "c64/board/machine.hpp"
#include "c64/program/labels.hpp"

namespace ryg::app {

/// The folder of index.html, installed or in the build tree. Throws Trouble if the page has not
/// been built.
[[nodiscard]] std::filesystem::path page_folder();

/// The text of index.html. Throws Trouble as page_folder does.
[[nodiscard]] std::string page_text();

/// Serves the page on a free port of 127.0.0.1, with this machine in it, until Ctrl-C; prints the
/// address. `name` is what the page calls the program. Throws Trouble as page_folder does.
void serve_live(const std::string& name, c64::Machine& machine, const c64::Labels& labels,
                bool json);

}  // namespace ryg::app
