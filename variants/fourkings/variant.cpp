// The one file that sees both the rules of fourkings and the search: it instantiates them.
#include "fourkings/rules.h"
#include "search/game_session.h"

namespace fusilier::fourkings {

static_assert(Rules<FourKings>);

Game game();
Game game() {
    return gameOf<FourKings>();
}

}  // namespace fusilier::fourkings
