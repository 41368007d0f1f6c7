// Positions for the delicate rules, with what must be there worked out by hand from the rules text.
#pragma once

#include <vector>

namespace reference {

/// The legal moves whose text begins with `from` ("" for all of them), in alphabetical order.
struct MovesCase {
    const char* rule;
    const char* game;
    const char* fen;
    const char* from;
    const char* moves;
};

inline const std::vector<MovesCase> movesCases = {
    // chess
    {"en passant would open the rank to the king", "chess", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5", "e5e6"},
    {"the double step's check is met by en passant", "chess", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4", "e4d3"},
    {"only the king's own path must be safe in castling", "chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1",
     "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"no castling through an attacked square", "chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "e1e2 e1f1 e1f2"},

    // sentai
    {"the whole ranger and one power go to the same square; disengaging captures nothing, and leaps", "sentai",
     "k7/8/8/3p4/3R4/8/8/7K w - - 8 1", "d4",
     "d4b4 d4b4d d4c4 d4c4w d4d2 d4d2d d4d3 d4d3w d4d5 d4d6 d4d6d d4e4 d4e4w d4f4 d4f4d"},
    {"sharing a power forbids combining", "sentai", "k7/8/8/8/8/1N6/8/N6K w - - 0 1", "a1", "a1c2"},
    {"sharing one power of two forbids combining", "sentai", "k7/8/8/8/8/8/8/RO5K w - - 0 1", "a1",
     "a1a2 a1a2w a1a3 a1a3d a1c1 a1c1d"},
    {"combine, but not while disengaging", "sentai", "k7/8/8/8/8/8/8/RN5K w - - 3 1", "a1",
     "a1a2 a1a2w a1a3 a1a3d a1b1 a1c1 a1c1d"},
    {"combine onto a compound", "sentai", "k7/8/8/8/8/8/8/RB5K w - - 3 1", "a1",
     "a1a2 a1a2w a1a3 a1a3d a1b1 a1c1 a1c1d"},
    {"pawns are not combined with", "sentai", "k7/8/8/8/8/8/P7/W6K w - - 0 1", "a1", "a1b1"},
    {"kings are not combined with", "sentai", "k7/8/8/8/8/8/8/WK6 w - - 0 1", "", "a1a2 b1a2 b1b2 b1c1 b1c2"},
    {"a single power does not disengage", "sentai", "k7/8/8/8/4F3/8/8/7K w - - 0 1", "e4", "e4d3 e4d5 e4f3 e4f5"},
    {"nobody captures by disengaging to meet a check", "sentai", "7k/8/8/8/8/8/2n5/K1WR4 w - - 0 1", "",
     "a1a2 a1b1 a1b2 c1c2"},
    {"promotion to the singles only", "sentai", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7",
     "a7a8a a7a8d a7a8f a7a8n a7a8w a7b8a a7b8d a7b8f a7b8n a7b8w"},
    {"a check leaps over what stands between", "sentai", "k7/n7/D7/8/8/8/8/7K b - - 0 1", "", "a8b7 a8b8"},

    // sentinel
    {"every kind of move, upon the own king among them", "sentinel", "4k3/8/8/8/8/3p1p2/3S4/4K3 w - - 0 1", "d2",
     "d2c1 d2c1p d2c2 d2c2p d2c3 d2c3p d2d1 d2d1p d2d2p d2d3 d2d3p d2e1p d2e2 d2e2p d2e3 d2e3p"},
    {"upon the own king with nothing to place is illegal", "sentinel", "4k3/8/8/8/8/8/3PPP2/3SK3 w - - 0 1", "d1",
     "d1c1 d1c1p d1c2 d1c2p d1d1p"},
    {"a capture does not excuse a deployment with nothing to place", "sentinel", "rS6/PP6/8/8/8/8/8/k6K w - - 0 1",
     "b8", "b8a8b b8a8g b8a8n b8a8q b8a8r b8b8p b8c7 b8c7p b8c8b b8c8g b8c8n b8c8p b8c8q b8c8r"},
    {"the corps meets a check", "sentinel", "k3r3/8/8/8/8/8/8/3SK3 w - - 0 1", "",
     "d1d1p d1d2p d1e1p d1e2 d1e2p e1d2 e1f1 e1f2"},
    {"a pinned sentinel leaves a pawn on the line", "sentinel", "k3r3/8/8/8/8/8/4S3/4K3 w - - 0 1", "e2",
     "e2d1p e2d2p e2d3p e2e1p e2e2p e2e3 e2e3p e2f1p e2f2p e2f3p"},
    {"a sentinel attacks one step only", "sentinel", "8/8/2k5/8/2S5/8/8/7K b - - 0 1", "", "c6b6 c6b7 c6c7 c6d6 c6d7"},
    {"the choices on the far rank", "sentinel", "3n4/3S4/8/8/8/7k/8/K7 w - - 7 1", "d7d8",
     "d7d8b d7d8g d7d8n d7d8p d7d8q d7d8r"},
    {"a guard neither deploys nor promotes", "sentinel", "2Gn4/8/8/8/8/8/7k/K7 w - - 0 1", "c8",
     "c8b7 c8b8 c8c7 c8d7 c8d8"},
    {"the far rank of Black, capturing a rook", "sentinel", "4k3/8/8/8/8/8/6s1/4K2R b K - 0 1", "g2h1",
     "g2h1b g2h1g g2h1n g2h1p g2h1q g2h1r"},
    {"a pawn promotes neither to sentinel nor to guard", "sentinel", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7",
     "a7a8b a7a8n a7a8q a7a8r"},
    {"en passant beside a sentinel", "sentinel", "7k/4S3/8/2Pp4/8/8/8/7K w - d6 0 5", "c5", "c5c6 c5d6"},

    // fourkings
    {"one piece takes the knight that forks two kings", "fourkings", "k3k5/2N7/10/2a7/10/10/10/10/10/9K b - - 0 1", "",
     "c7c9"},
    {"a mate by a fork", "fourkings", "k3k5/2N7/10/10/10/10/10/10/10/9K b - - 0 1", "", ""},
    {"promotion to everything but the king", "fourkings", "k9/4P5/10/10/10/10/10/10/10/9K w - - 9 9", "e9",
     "e9e10a e9e10e e9e10f e9e10g e9e10i e9e10n e9e10z"},
    {"a pawn behind its start rank steps singly", "fourkings", "k9/10/10/10/10/10/10/10/4P5/9K w - - 0 1", "e2",
     "e2e3"},
    {"the double step from the third rank", "fourkings", "k9/10/10/10/10/10/10/4P5/10/9K w - - 0 1", "e3", "e3e4 e3e5"},
    {"en passant", "fourkings", "k9/10/10/10/10/3pP5/10/10/10/9K b - e4 0 1", "d5", "d5d4 d5e4"},
    {"each king keeps clear of attack", "fourkings", "k9/10/10/10/10/10/10/z9/10/K8K w - - 0 1", "", "a1b1 a1b2"},

    // thunder
    {"a pinned attacker counts for promotion", "thunder", "4k3/8/8/1N2r3/8/8/8/4R1K1 w - - 0 1", "b5",
     "b5a3 b5a3q b5a7 b5a7q b5c3 b5c3q b5c7 b5c7q b5d4 b5d4q b5d6 b5d6q"},
    {"no promotion with a capture; never onto the king", "thunder", "4k3/8/8/1N2r3/8/8/8/4R1K1 w - - 0 1", "e1",
     "e1a1 e1a1m e1b1 e1b1m e1c1 e1c1m e1d1 e1d1m e1e2 e1e2m e1e3 e1e3m e1e4 e1e4m e1e5 e1f1 e1f1m"},
    {"a royal attacker counts where it could not capture", "thunder", "8/8/8/8/3k4/2N5/3K4/8 w - - 0 1", "c3",
     "c3a2 c3a2q c3a4 c3a4q c3b1 c3b1q c3b5 c3b5q c3d1 c3d1q c3d5 c3d5q c3e2 c3e2q c3e4 c3e4q"},
    {"a bishop attacked by a pawn", "thunder", "4k3/8/8/8/8/8/p7/1B2K3 w - - 0 1", "b1",
     "b1a2 b1c2 b1c2a b1d3 b1d3a b1e4 b1e4a b1f5 b1f5a b1g6 b1g6a b1h7 b1h7a"},
    {"no promotion unattacked", "thunder", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1", "a1b3 a1c2"},
    {"fusing and assimilating have no suffix", "thunder", "4k3/8/8/3n4/8/8/8/N2R2K1 w - - 4 1", "d1",
     "d1a1 d1b1 d1c1 d1d2 d1d3 d1d4 d1d5 d1e1 d1f1"},
    {"no fusing with the same type", "thunder", "4k3/8/8/8/8/8/8/R1R3K1 w - - 0 1", "c1c",
     "c1c2 c1c3 c1c4 c1c5 c1c6 c1c7 c1c8"},
    {"no fusing with the same type, along the rank", "thunder", "4k3/8/8/8/8/8/8/R1R3K1 w - - 0 1", "c1a", ""},
    {"the king may not fuse into check", "thunder", "4k3/8/8/8/8/8/5pn1/4BK2 w - - 0 1", "f1", "f1e2 f1f2 f1g2"},
    {"the king fuses out of check", "thunder", "4r2k/8/8/8/8/8/8/3BK3 w - - 0 1", "", "d1e2 e1d1 e1d2 e1f1 e1f2"},
    {"three moves of a dragon king to one square", "thunder", "k7/8/8/8/8/8/3D3p/8 w - - 4 1", "d2c2",
     "d2c2 d2c2k d2c2r"},
    {"a dragon king's diagonal step", "thunder", "k7/8/8/8/8/8/3D3p/8 w - - 4 1", "d2c1", "d2c1 d2c1k"},
    {"a dragon king captures once", "thunder", "k7/8/8/8/8/8/3Dp3/8 w - - 4 1", "d2e2", "d2e2"},
    {"a dragon king in check passes over attacked squares, shields itself or interposes", "thunder",
     "3rr2k/8/8/8/3D4/8/8/8 w - - 0 1", "",
     "d4a4 d4b4 d4c3 d4c3k d4c4 d4c4k d4c5 d4c5k d4d3k d4d5r d4d6r d4d7r d4f4 d4g4 d4h4"},
    {"three moves of a pope to one square", "thunder", "k7/8/8/8/3O4/8/8/8 w - - 0 1", "d4e5", "d4e5 d4e5b d4e5k"},
    {"a pope's straight step", "thunder", "k7/8/8/8/3O4/8/8/8 w - - 0 1", "d4e4", "d4e4 d4e4k"},
    {"an eques rex leaps", "thunder", "k7/8/8/8/3E4/8/8/8 w - - 0 1", "d4e6", "d4e6 d4e6n"},
    {"compounds do not fuse", "thunder", "4k3/8/8/8/8/8/8/N2Q2K1 w - - 0 1", "d1a1", ""},
    {"a simple piece captures a compound and does not promote by it", "thunder", "4k3/8/8/8/q7/8/8/R3K3 w - - 0 1",
     "a1", "a1a2 a1a2m a1a3 a1a3m a1a4 a1b1 a1b1m a1c1 a1c1m a1d1 a1d1m"},
    {"a pawn promotes to simple pieces only", "thunder", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7", "a7a8b a7a8n a7a8r"},
};

/// The position after a move.
struct AfterCase {
    const char* rule;
    const char* game;
    const char* fen;
    const char* move;
    const char* after;
};

inline const std::vector<AfterCase> afterCases = {
    // chess
    {"en passant that can be played", "chess", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 7", "e2e4",
     "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7"},
    {"en passant that would expose the king", "chess", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4",
     "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"},
    {"a rook that captures a rook on its corner", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 5", "a1a8",
     "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 5"},
    {"castling", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 5", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 6"},

    // sentai
    {"disengaging leaves the rest and does not reset the count", "sentai", "k7/8/8/3p4/3R4/8/8/7K w - - 8 1", "d4d6d",
     "k7/8/3D4/3p4/3W4/8/8/7K b - - 9 1"},
    {"a capture by the whole ranger", "sentai", "k7/8/8/3p4/3R4/8/8/7K w - - 8 1", "d4d5",
     "k7/8/8/3R4/8/8/8/7K b - - 0 1"},
    {"combining adds the numbers and does not reset the count", "sentai", "k7/8/8/8/8/8/8/RN5K w - - 3 1", "a1b1",
     "k7/8/8/8/8/8/8/1+C5K b - - 4 1"},
    {"combining two compounds", "sentai", "k7/8/8/8/8/8/8/RB5K w - - 3 1", "a1b1", "k7/8/8/8/8/8/8/1+N5K b - - 4 1"},
    {"a unit of two characters disengages", "sentai", "k7/8/8/8/3+p4/8/8/7K b - - 3 1", "d4e6n",
     "k7/8/4n3/8/3+n4/8/8/7K w - - 4 2"},

    // sentinel
    {"upon the own king", "sentinel", "4k3/8/8/8/8/3p1p2/3S4/4K3 w - - 6 1", "d2e1p",
     "4k3/8/8/8/8/3p1p2/3PPP2/4K3 b - - 0 1"},
    {"upon the own king keeps the castling rights", "sentinel", "4k3/8/8/8/8/8/3S4/R3K2R w KQ - 5 9", "d2e1p",
     "4k3/8/8/8/8/8/3PPP2/R3K2R b KQ - 0 9"},
    {"in place, units of both sides around", "sentinel", "4k3/8/2RnB3/2PSq3/2spG3/8/8/7K w - - 9 30", "d5d5p",
     "4k3/8/2RPB3/2P1P3/2PPG3/8/8/7K b - - 0 30"},
    {"capture, then deploy", "sentinel", "4k3/8/8/8/8/3p1p2/3S4/4K3 w - - 6 1", "d2d3p",
     "4k3/8/8/8/2PPP3/2P1Pp2/2PPP3/4K3 b - - 0 1"},
    {"the enemy king is spared", "sentinel", "8/8/2k5/8/2S5/8/8/7K w - - 0 1", "c4c5p",
     "8/8/1PkP4/1P1P4/1PPP4/8/8/7K b - - 0 1"},
    {"incomplete deployment on the far rank", "sentinel", "3n4/3S4/8/8/8/7k/8/K7 w - - 7 1", "d7d8p",
     "8/2PPP3/8/8/8/7k/8/K7 b - - 0 1"},
    {"incomplete deployment beside the far rank", "sentinel", "3n4/3S4/8/8/8/7k/8/K7 w - - 7 1", "d7d7p",
     "3n4/2P1P3/2PPP3/8/8/7k/8/K7 b - - 0 1"},
    {"incomplete deployment on the own first rank", "sentinel", "4k3/8/8/8/8/8/8/S6K w - - 3 1", "a1b1p",
     "4k3/8/8/8/8/8/PPP5/7K b - - 0 1"},
    {"staying as a guard does not reset the count", "sentinel", "3n4/3S4/8/8/8/7k/8/K7 w - - 7 1", "d7c8g",
     "2Gn4/8/8/8/8/7k/8/K7 b - - 8 1"},
    {"promoting does not reset the count", "sentinel", "3n4/3S4/8/8/8/7k/8/K7 w - - 7 1", "d7e8q",
     "3nQ3/8/8/8/8/7k/8/K7 b - - 8 1"},
    {"capturing does", "sentinel", "3n4/3S4/8/8/8/7k/8/K7 w - - 7 1", "d7d8g", "3G4/8/8/8/8/7k/8/K7 b - - 0 1"},
    {"a rook captured on its corner", "sentinel", "4k3/8/8/8/8/8/6s1/4K2R b K - 0 1", "g2h1g",
     "4k3/8/8/8/8/8/8/4K2g w - - 0 2"},
    {"a rook captured on its corner, then a deployment", "sentinel", "4k3/8/8/8/8/8/6s1/4K2R b K - 0 1", "g2h1p",
     "4k3/8/8/8/8/8/6pp/4K3 w - - 0 2"},
    {"a deployment beside the corner leaves rook and right", "sentinel", "4k3/8/8/8/8/8/6s1/4K2R b K - 0 1", "g2g2p",
     "4k3/8/8/8/8/5ppp/5p1p/4K2R w K - 0 2"},
    {"a pawn placed on the square passed over captures nothing", "sentinel", "7k/4S3/8/2Pp4/8/8/8/7K w - d6 0 5",
     "e7e7p", "7k/3P1P2/3PPP2/2Pp4/8/8/8/7K b - - 0 5"},
    {"a pawn placed on the pawn itself captures it", "sentinel", "7k/4S3/8/2Pp4/8/8/8/7K w - d6 0 5", "e7e6p",
     "7k/3PPP2/3P1P2/2PPPP2/8/8/8/7K b - - 0 5"},
    {"a pawn of the corps makes the double step", "sentinel", "8/4k3/8/8/3p4/8/1PPP4/7K w - - 1 2", "c2c4",
     "8/4k3/8/8/2Pp4/8/1P1P4/7K b - c3 0 2"},

    // fourkings
    {"en passant that can be played", "fourkings", "k9/10/10/10/10/3p6/10/4P5/10/9K w - - 4 1", "e3e5",
     "k9/10/10/10/10/3pP5/10/10/10/9K b - e4 0 1"},
    {"en passant that nobody can play", "fourkings", "k9/10/10/10/10/10/10/4P5/10/9K w - - 4 1", "e3e5",
     "k9/10/10/10/10/4P5/10/10/10/9K b - - 0 1"},
    {"promotion", "fourkings", "k9/4P5/10/10/10/10/10/10/10/9K w - - 9 9", "e9e10z",
     "k3Z5/10/10/10/10/10/10/10/10/9K b - - 0 9"},

    // thunder
    {"a fusion does not reset the count", "thunder", "4k3/8/8/3n4/8/8/8/N2R2K1 w - - 4 1", "d1a1",
     "4k3/8/8/3n4/8/8/8/M5K1 b - - 5 1"},
    {"an assimilation does", "thunder", "4k3/8/8/3n4/8/8/8/N2R2K1 w - - 4 1", "d1d5",
     "4k3/8/8/3M4/8/8/8/N5K1 b - - 0 1"},
    {"a promotion does not", "thunder", "4k3/8/8/8/8/8/p7/1B2K3 w - - 4 1", "b1c2a",
     "4k3/8/8/8/8/8/p1A5/4K3 b - - 5 1"},
    {"a simple piece captures the same type plainly", "thunder", "4k3/8/8/1N2r3/8/8/8/4R1K1 w - - 4 1", "e1e5",
     "4k3/8/8/1N2R3/8/8/8/6K1 b - - 0 1"},
    {"a simple piece captures a compound plainly", "thunder", "4k3/8/8/8/q7/8/8/R3K3 w - - 4 1", "a1a4",
     "4k3/8/8/8/R7/8/8/4K3 b - - 0 1"},
    {"the king assimilates", "thunder", "4k3/8/8/8/8/8/5pn1/4BK2 w - - 4 1", "f1g2",
     "4k3/8/8/8/8/8/5pE1/4B3 b - - 0 1"},
    {"the king captures a pawn plainly", "thunder", "4k3/8/8/8/8/8/5pn1/4BK2 w - - 4 1", "f1f2",
     "4k3/8/8/8/8/8/5Kn1/4B3 b - - 0 1"},
    {"the king captures a compound plainly", "thunder", "4k3/8/8/8/8/8/6m1/5K2 w - - 4 1", "f1g2",
     "4k3/8/8/8/8/8/6K1/8 b - - 0 1"},
    {"the king fuses", "thunder", "4k3/8/8/8/8/8/8/4BK2 w - - 4 1", "f1e1", "4k3/8/8/8/8/8/8/4O3 b - - 5 1"},
    {"the king leaves the rook", "thunder", "k7/8/8/8/8/8/3D3p/8 w - - 4 1", "d2c2k", "k7/8/8/8/8/8/2KR3p/8 b - - 5 1"},
    {"the rook leaves the king", "thunder", "k7/8/8/8/8/8/3D3p/8 w - - 4 1", "d2c2r", "k7/8/8/8/8/8/2RK3p/8 b - - 5 1"},
    {"a dragon king's capture as a rook demotes it to the king", "thunder", "k7/8/8/8/8/8/3D3p/8 w - - 4 1", "d2h2",
     "k7/8/8/8/8/8/7K/8 b - - 0 1"},
    {"a queen's diagonal capture leaves a bishop", "thunder", "4k3/8/8/1p1p4/8/3Q4/8/4K3 w - - 4 1", "d3b5",
     "4k3/8/8/1B1p4/8/8/8/4K3 b - - 0 1"},
    {"a queen's straight capture leaves a rook", "thunder", "4k3/8/8/1p1p4/8/3Q4/8/4K3 w - - 4 1", "d3d5",
     "4k3/8/8/1p1R4/8/8/8/4K3 b - - 0 1"},
    {"a queen takes a simple piece and assimilates nothing", "thunder", "4k3/8/8/1n1p4/8/3Q4/8/4K3 w - - 4 1", "d3b5",
     "4k3/8/8/1B1p4/8/8/8/4K3 b - - 0 1"},
};

/// Check, and how the game stands by the position alone ("" while it goes on).
struct StateCase {
    const char* rule;
    const char* game;
    const char* fen;
    bool check;
    const char* ending;
};

inline const std::vector<StateCase> stateCases = {
    {"a mate on the hundredth ply", "chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", true, "checkmate"},
    {"the hundredth ply", "chess", "7k/8/6K1/8/8/8/8/R7 b - - 100 90", false, "fifty-move rule"},
    {"the ply before", "chess", "7k/8/6K1/8/8/8/8/R7 b - - 99 90", false, ""},
    {"stalemate", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, "stalemate"},
    {"bare kings", "chess", "7k/8/6K1/8/8/8/8/8 w - - 0 1", false, "bare kings"},
    {"a minor piece is enough", "chess", "7k/8/6K1/8/8/8/8/B7 b - - 0 1", true, ""},
    {"a leap gives check", "sentai", "k7/n7/D7/8/8/8/8/7K b - - 0 1", true, ""},
    {"R37 on the last rank is no pawn", "sentai", "k6+P/8/8/8/8/8/8/7K b - - 0 1", false, ""},
    {"no check by the threat to step and deploy", "sentinel", "8/8/2k5/8/2S5/8/8/7K b - - 0 1", false, ""},
    {"a sentinel checks one step away", "sentinel", "8/8/2k5/2S5/8/8/8/7K b - - 0 1", true, ""},
    {"the corps gives check", "sentinel", "8/8/1PkP4/1P1P4/1PPP4/8/8/7K b - - 0 1", true, ""},
    {"a fork of two kings that each could step out", "fourkings", "k3k5/2N7/10/10/10/10/10/10/10/9K b - - 0 1", true,
     "checkmate"},
    {"check on the second king", "fourkings", "k3k5/10/10/4Z5/10/10/10/10/10/9K b - - 0 1", false, ""},
    {"check on the last king", "fourkings", "k3k5/10/4Z5/10/10/10/10/10/10/9K b - - 0 1", true, ""},
    {"bare kings, several", "fourkings", "k3k5/10/10/10/10/10/10/10/10/K8K w - - 0 1", false, "bare kings"},
    {"a pope is not a bare king", "thunder", "k7/8/8/8/8/8/8/6O1 w - - 0 1", false, ""},
    {"a demoted queen gives check", "thunder", "4k3/8/8/1B1p4/8/8/8/4K3 b - - 0 1", true, ""},
};

/// A FEN as it is written after reading; "" if it is refused.
struct FenCase {
    const char* rule;
    const char* game;
    const char* fen;
    const char* written;
};

inline const std::vector<FenCase> fenCases = {
    {"the counters may be missing", "chess", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"but not one of them", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0", ""},
    {"nothing else may be missing", "chess", "4k3/8/8/8/8/8/8/4K3 w -", ""},
    {"trailing text", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", ""},
    {"a counter that is no number", "chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", ""},
    {"a leading zero in a run", "chess", "4k3/08/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"a run is one number", "chess", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"too few ranks", "chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"a foreign letter", "chess", "4k3/8/8/8/8/8/8/S3K3 w - - 0 1", ""},
    {"a pawn on the last rank", "chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},
    {"a king that can be captured", "chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", ""},
    {"castling letters out of order", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w QKkq - 0 1", ""},
    {"a castling letter twice", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KKkq - 0 1", ""},
    {"castling without the rook", "chess", "r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", ""},
    {"en passant that would expose the king", "chess", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
     "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1"},
    {"en passant on the wrong rank", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", ""},
    {"en passant without a pawn", "chess", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", ""},
    {"en passant from an occupied square", "chess", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", ""},
    {"en passant over a unit", "chess", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", ""},
    {"no castling here", "sentai", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", ""},
    {"a letter that takes no +", "sentai", "k7/8/8/8/8/8/8/+B6K w - - 0 1", ""},
    {"a + alone", "sentai", "k7/8/8/8/8/8/8/1+5K w - - 0 1", ""},
    {"R37 on the first rank", "sentai", "k7/8/8/8/8/8/8/+P6K w - - 0 1", "k7/8/8/8/8/8/8/+P6K w - - 0 1"},
    {"no castling here", "thunder", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", ""},
    {"two royals", "thunder", "k7/8/8/8/8/8/8/K6O w - - 0 1", ""},
    {"any royal does", "thunder", "d7/8/8/8/8/8/8/6E1 w - - 0 1", "d7/8/8/8/8/8/8/6E1 w - - 0 1"},
    {"no king", "fourkings", "10/10/10/10/10/10/10/10/10/9K w - - 0 1", ""},
    {"five kings", "fourkings", "k9/10/10/10/10/10/10/10/10/K1K1K1K1K1 w - - 0 1", ""},
    {"four kings", "fourkings", "k9/10/10/10/10/10/10/10/10/K1K1K1K3 w - - 0 1",
     "k9/10/10/10/10/10/10/10/10/K1K1K1K3 w - - 0 1"},
    {"a pawn behind its start rank", "fourkings", "k9/10/10/10/10/10/10/10/4P5/9K w - - 0 1",
     "k9/10/10/10/10/10/10/10/4P5/9K w - - 0 1"},
    {"en passant that leaves another king in check", "fourkings", "k9/2N7/10/10/10/3pP5/10/10/10/9K b - e4 0 1",
     "k9/2N7/10/10/10/3pP5/10/10/10/9K b - - 0 1"},
};

}  // namespace reference
