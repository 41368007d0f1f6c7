// The one file that sees both the rules of sentai and the search: it instantiates them.
#include "search/game_session.h"
#include "sentai/rules.h"

namespace fusilier::sentai {

static_assert(Rules<Sentai>);

Game game();
Game game() {
    return gameOf<Sentai>();
}

}  // namespace fusilier::sentai
