// Drawings of the pieces, and diagrams of how they move.
//
// A type whose name is that of a known figure is drawn as that figure; a compound of such figures as the figures
// together; every other type as a map of its moves on five by five squares, as the inventor of the Rangers did.
#pragma once

#include <set>
#include <span>
#include <string>

#include "draw/svg.h"
#include "fusilier/session.h"

namespace fusilier::draw {

/// Defines the pieces for later use by addPiece.
void addDefinitions(Svg& svg, std::span<const UnitFacts> units, const std::set<Piece>& pieces);
/// Draws a defined piece into the square with its upper left corner at x, y.
void addPiece(Svg& svg, Piece piece, double x, double y, double size);

/// The squares a type reaches from the middle of five by five, dots for leaps and arrows for slides. `size` is the
/// width of a square.
std::string moveDiagram(const GameInfo& game, PieceType type, const Theme& theme, double size);

/// File name for a type: "modern-elephant".
std::string fileName(std::string_view name);

}  // namespace fusilier::draw
