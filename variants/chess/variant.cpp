// The one file that sees both the rules of chess and the search: it instantiates them.
#include "chess/rules.h"
#include "search/game_session.h"

namespace fusilier::chess {

static_assert(Rules<Chess>);

Game game();
Game game() {
    return gameOf<Chess>();
}

}  // namespace fusilier::chess
