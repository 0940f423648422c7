// What takes the place of the verbs that keep their results in a database, without SQLite.
#include "app/game_verb.hpp"

namespace ryg::app {

Exit campaign(Arguments) {
    throw Trouble("this ryg was built without databases: install libsqlite3-dev, then build again");
}

}  // namespace ryg::app
