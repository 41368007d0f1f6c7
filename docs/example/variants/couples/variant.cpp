// The one file that sees both the rules of couples and the search: it instantiates them.
#include "couples/rules.h"
#include "search/game_session.h"

namespace fusilier::couples {

static_assert(Rules<Couples>);

Game game();
Game game() {
    return gameOf<Couples>();
}

}  // namespace fusilier::couples
