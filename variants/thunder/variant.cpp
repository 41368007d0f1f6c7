// The one file that sees both the rules of thunder and the search: it instantiates them.
#include "search/game_session.h"
#include "thunder/rules.h"

namespace fusilier::thunder {

static_assert(Rules<Thunder>);

Game game();
Game game() {
    return gameOf<Thunder>();
}

}  // namespace fusilier::thunder
