// The program `oxo`: all verbs, for one game.
#include <ryg/app/run.hpp>

namespace oxo {
const ryg::claims::Game& game();
}

int main(int count, char** words) { return ryg::run(count, words, {&oxo::game()}); }
