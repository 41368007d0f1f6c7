// The one file that sees both the rules of sentinel and the search: it instantiates them.
#include "search/game_session.h"
#include "sentinel/rules.h"

namespace fusilier::sentinel {

static_assert(Rules<Sentinel>);

Game game();
Game game() {
    return gameOf<Sentinel>();
}

}  // namespace fusilier::sentinel
