// Board diagrams, with a move upon them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "draw/svg.h"
#include "fusilier/session.h"

namespace fusilier::draw {

struct BoardOptions {
    Theme theme = lightTheme;
    double size = 45;      ///< width of a square in pixels
    bool flipped = false;  ///< Black below
};

/// The session's position.
std::string boardDiagram(const Session& session, const BoardOptions& options);

/// The session's position before and after a legal move, given in coordinate text, with what it does below. The session
/// is as before when this returns. Throws as Session::play does.
std::string moveDiagram(Session& session, std::string_view move, const BoardOptions& options);

}  // namespace fusilier::draw
