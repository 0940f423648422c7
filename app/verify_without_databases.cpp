// Replaces `verify` with a database in builds without SQLite.
#include "app/verify_database.hpp"

namespace ryg::app {
namespace {

[[noreturn]] void refuse() {
    throw Trouble("this ryg was built without databases: install libsqlite3-dev, then build again");
}

}  // namespace

Options database_options() {
    return {{"into", "keep the results in a database (not built: needs libsqlite3-dev)"}};
}

Exit verify_into(const GameCommand&, const work::Work&) { refuse(); }

std::optional<Exit> look_at_database(Arguments arguments) {
    constexpr std::array<std::string_view, 4> verbs{"status", "report", "merge", "diff"};
    if (!arguments.empty() && std::ranges::count(verbs, arguments.front()) != 0) refuse();
    return std::nullopt;
}

}  // namespace ryg::app
