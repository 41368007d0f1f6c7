#include "fusilier/session.h"

namespace fusilier {

std::string_view toString(Ending ending) {
    switch (ending) {
        case Ending::Checkmate:
            return "checkmate";
        case Ending::Stalemate:
            return "stalemate";
        case Ending::Repetition:
            return "threefold repetition";
        case Ending::FiftyMoves:
            return "fifty-move rule";
        case Ending::BareKings:
            return "bare kings";
        case Ending::None:
            break;
    }
    return "";
}

}  // namespace fusilier
