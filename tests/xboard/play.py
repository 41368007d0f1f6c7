#!/usr/bin/env python3
"""Plays every special move of every game in a real XBoard: the engine's by its reply, the user's by mouse.

usage: play.py FUSILIER FOLDER [SCENARIO...]

After each step XBoard's own FEN must be the engine's. FOLDER keeps a log and pictures of each scenario. The exit code
is 77 where a program that this needs is missing.
"""
import os
import re
import shutil
import sys
import time
import traceback

import gui

# A step is what the user does, and the move that must reach the engine.
#   move A B        click on A, click on B
#   drag A B        pull A to B
#   choose A B N    click on A, press on B, pull N times towards one's own side, let go
#   ask A B TEXT    click on A, click on B, answer the question
#   place A         click on A twice
#   blocked A B     click on A, click on B, and be told to switch off the test of legality
#   type TEXT       type a move
#   again TEXT      the same, of a move that has been stepped back over; the plies that belong to it come with the next move
#   expected        make the move that the engine ponders on; unexpected: another
#   machine         let the engine play the side to move
#   doubt STEP      a step that the engine answers by asking whether legality is tested; yes, where that is off
#   retract, back N, forward N, edit, analyze, draw, resign   the menu's commands
#   status          wait for XBoard to ask how the analysis stands
#   ends RESULT     the game must be over, for XBoard too
SCENARIOS = {
    "thunder-white": dict(
        variant="thunder", fen="4k3/8/8/3p3b/8/2M5/4N3/RB2K2R w - - 0 1",
        steps=[("move a1 b1", "a1b1q"), ("choose e2 g3 1", "e2g3q"), ("move h1 h5", "h1h5q"), ("move h5 d5", "h5d5r"),
               ("choose c3 c7 1", "c3c7r"), ("move c7 h7", "c7h7")],
        replies=["e8f8", "f8e8", "e8d7", "d7e8", "e8f8", "f8e8"], pictures=[0, 4]),
    "thunder-king": dict(
        variant="thunder", fen="3k4/8/8/8/8/8/4R3/4K3 w - - 0 1",
        steps=[("move e1 e2", "e1e2d"), ("ask e2 e3 r", "e2e3r"), ("retract", None), ("ask e2 e3 k", "e2e3k"),
               ("retract", None), ("ask e2 e3 =", "e2e3d"), ("back 2", None), ("forward 2", None)],
        replies=["d8c8", "c8b8", "c8c7", "c8b7"]),
    "thunder-analysis": dict(
        variant="thunder", fen="1mbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1MBQKBNR w - - 0 1",
        steps=[("analyze", None), ("ask b1 c3 n", "b1c3n"), ("status", None), ("choose b8 c6 1", "b8c6n"), ("back 6", None),
               ("forward 6", None), ("move h1 g1", "h1g1m")], replies=[]),
    "thunder-edit": dict(
        variant="thunder", fen="4k3/8/2m5/3p3b/8/2M5/8/RB2K2R w - - 0 1",
        steps=[("edit", None), ("move a1 b1", "a1b1q"), ("choose c6 c4 1", "c6c4r"), ("choose c3 f3 1", "c3f3r"),
               ("back 6", None), ("forward 6", None), ("machine", None), ("move h1 f1", "h1f1")],
        replies=["e8d8", "d8e8"]),
    "thunder-black": dict(
        variant="thunder", fen="rb2k2r/8/2m5/8/8/8/3R4/3BK3 w - - 0 1",
        steps=[("doubt machine", None), ("move a8 b8", "a8b8q"), ("move b8 d8", "b8d8r"), ("choose c6 c3 1", "c6c3r"),
               ("retract", None), ("choose c6 a6 0", "c6a6")],
        replies=["e1d2", "d2d8r", "d2e2", "e2f2", "e2f2"]),
    "thunder-engine": dict(
        variant="thunder", fen="6d1/8/2n5/7b/3Bp1P1/8/1P1P3P/7K w - - 0 1",
        steps=[("move h2 h3", "h2h3p"), ("move h1 g2", "h1g2"), ("move g2 g3", "g2g3"), ("move d2 d4", "d2d4"),
               ("move g3 f4", "g3f4"), ("move f4 g3", "f4g3")],
        replies=["c6d4", "h5f7a", "d4b2", "e4d3", "g8e8r", "f7g5n"]),
    "thunder-again": dict(
        variant="thunder", fen="4k3/8/8/3p4/8/2M5/8/RB2K2R w - - 0 1",
        steps=[("edit", None), ("ask c3 c7 r", "c3c7r"), ("back 3", None), ("again c3c7r", "c3c7r"), ("move e8 d8", "e8d8")],
        replies=[]),
    "sentai-engine": dict(
        variant="sentai", fen="4k3/8/8/8/3p4/8/2P1p3/K7 w - - 0 1",
        steps=[("move c2 c4", "c2c4"), ("move a1 b1", "a1b1k")], replies=["d4c3", "e2e1n"]),
    "sentai-mate": dict(
        variant="sentai", fen="7k/8/8/8/6+P1/8/8/K7 w - - 0 1",
        steps=[("ask g4 h6 =", "g4h6p"), ("ends 1-0", None)], replies=[], last=1),
    "sentai-analysis": dict(
        variant="sentai", fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        steps=[("analyze", None), ("move a1 b1", "a1b1c"), ("status", None), ("move a8 b8", "a8b8c"), ("ask b1 c3 n", "b1c3n"),
               ("back 9", None), ("forward 9", None)], replies=[]),
    "sentinel-engine": dict(
        variant="sentinel", fen="3sk3/8/2s5/8/7K/8/s5s1/8 w - - 0 1",
        steps=[("move h4 g4", "h4g4k"), ("move g4 h4", "g4h4"), ("move h4 g4", "h4g4"), ("move g4 h4", "g4h4")],
        replies=["c6c5p", "d8e8p", "a2a1g", "g2h1n"]),
    "sentinel-far": dict(
        variant="sentinel", fen="8/1S4S1/8/3k4/8/8/8/4K3 w - - 0 1",
        steps=[("ask b7 b8 p", "b7b8p"), ("ask g7 g8 q", "g7g8q")], replies=["d5e5", "e5e4"]),
    "sentinel-castling": dict(
        variant="sentinel", fen="r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
        steps=[("move e1 g1", "e1g1k"), ("retract", None), ("move e1 c1", "e1c1")], replies=["e8c8", "e8g8"]),
    "sentinel-mate": dict(
        variant="sentinel", fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        steps=[("move a1 a8", "a1a8r"), ("ends 1-0", None)], replies=[], last=1),
    "sentinel-analysis": dict(
        variant="sentinel", fen="4k3/8/8/8/3n4/2S5/8/3SK3 w - - 0 1",
        steps=[("analyze", None), ("move d1 e1", "d1e1p"), ("status", None), ("move e8 e7", "e8e7"),
               ("back 10", None), ("forward 10", None)], replies=[]),
    "fourkings-engine": dict(
        variant="fourkings", ranks=10, fen="k9/10/10/10/10/10/10/8K1/7p2/10 w - - 0 1",
        steps=[("move i2 i1", "i2i1"), ("move i1 h0", "i1h0"), ("ends 1/2-1/2", None)], replies=["h1h0f"], last=1),
    "fourkings-analysis": dict(
        variant="fourkings", ranks=10,
        steps=[("analyze", None), ("move e2 e4", "e2e4"), ("status", None), ("move e7 e5", "e7e5"), ("back 2", None),
               ("forward 2", None)], replies=[]),
    "chess-engine": dict(
        variant="normal", legality=True, position="r3k2r/8/8/8/3p4/8/2P1p3/6K1 w kq - 0 1",
        steps=[("drag c2 c4", "c2c4"), ("drag g1 f2", "g1f2"), ("drag f2 e1", "f2e1")],
        replies=["d4c3", "e2e1q", "e8g8"]),
    "chess-ponder": dict(
        variant="normal", legality=True, options=("-ponderNextMove", "true", "-searchTime", "0:01"),
        steps=[("drag e2 e4", "e2e4"), ("expected", None), ("unexpected", None)], replies=[]),
    "legality-on-sentai": dict(
        variant="sentai", legality=True, warning=True, steps=[("move a1 b1", None)], replies=[]),
    "legality-on-sentinel": dict(
        variant="sentinel", legality=True, warning=True, steps=[("move b1 c3", None)], replies=[]),
    "sentai-white": dict(
        variant="sentai", fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        steps=[("move a1 b1", "a1b1c"), ("ask b1 c3 n", "b1c3n"), ("choose b1 a1 1", "b1a1w"), ("move h1 g1", "h1g1c"),
               ("ask g1 f3 =", "g1f3c")],
        replies=["a8b8", "b8c6n", "b8a8w", "h8g8", "g8f6"], pictures=[0, 1]),
    "sentai-pawn": dict(
        variant="sentai", fen="7k/4P3/8/8/8/8/3+F4/K7 w - - 0 1",
        steps=[("ask e7 e8 f", "e7e8f"), ("ask d2 d4 d", "d2d4d"), ("choose d2 f4 0", "d2f4")],
        replies=["h8g8", "g8h8", "h8g8"]),
    "sentai-black": dict(
        variant="sentai", fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        steps=[("doubt machine", None), ("move a8 b8", "a8b8c"), ("ask b8 c6 n", "b8c6n"), ("move h8 g8", "h8g8c")],
        replies=["a1b1", "b1c3n", "b1a1w", "h1g1"]),
    "sentinel-white": dict(
        variant="sentinel", fen="4k3/1S6/8/8/3n4/2S5/3p1n2/3SK3 w - - 0 1",
        steps=[("move d1 e1", "d1e1p"), ("choose c3 d4 1", "c3d4p"), ("retract", None), ("choose c3 d4 0", "c3d4"),
               ("ask b7 b8 g", "b7b8g")],
        replies=["e8f8", "f8g8", "f8g8", "g8h7"]),
    "sentinel-place": dict(
        variant="sentinel", fen="rnbqk1r1/pp1pppp1/2p5/3Sn3/2p5/7p/PPPPPPPP/RNBQK1SR w - - 0 1",
        steps=[("place d5", "d5d5p"), ("move c6 b7", "c6b7")],
        replies=["a7a6", "c8b7"], pictures=[0]),
    "sentinel-black": dict(
        variant="sentinel", fen="3sk3/8/2s5/8/8/3S4/8/4K1S1 w - - 0 1",
        steps=[("doubt machine", None), ("move d8 e8", "d8e8p"), ("choose c6 c5 1", "c6c5p"), ("retract", None),
               ("place c6", "c6c6p")],
        replies=["d3d3p", "g1g1p", "e1f1", "e1f1"]),
    "fourkings": dict(
        variant="fourkings", ranks=10,
        steps=[("move e2 e4", "e2e4"), ("drag c1 e3", "c1e3"), ("retract", None), ("move i1 h3", "i1h3")],
        replies=["e7e5", "c8e6", "b8c6"]),
    "fourkings-black": dict(
        variant="fourkings", ranks=10,
        steps=[("machine", None), ("move e7 e5", "e7e5"), ("drag c8 e6", "c8e6"), ("retract", None), ("move i8 h6", "i8h6")],
        replies=["e2e4", "c1e3", "b1c3", "b1c3"]),
    "fourkings-promotion": dict(
        variant="fourkings", ranks=10, fen="k9/4P5/10/10/10/10/10/10/10/K8K w - - 0 1",
        steps=[("choose e8 e9 0", "e8e9?"), ("move a0 b0", "a0b0"), ("drag j0 j1", "j0j1")],
        replies=["a9a8", "a8a7", "a7a6"]),
    "fourkings-legality-on": dict(
        variant="fourkings", ranks=10, legality=True,
        steps=[("move e2 e4", "e2e4"), ("drag f1 d3", "f1d3"), ("drag d3 f5", "d3f5"), ("move j2 j3", "j2j3")],
        replies=["e7e5", "f8d6", "d6b4", "j7j6"]),
    "chess": dict(
        variant="normal", legality=True,
        steps=[("drag e2 e4", "e2e4"), ("drag g1 f3", "g1f3"), ("drag f1 c4", "f1c4"), ("drag e1 g1", "e1g1"),
               ("back 3", None), ("forward 3", None)],
        replies=["e7e5", "b8c6", "f8c5", "g8f6"]),
    "chess-black": dict(
        variant="normal", legality=True,
        steps=[("machine", None), ("drag e7 e5", "e7e5"), ("drag g8 f6", "g8f6"), ("retract", None), ("drag d7 d6", "d7d6"),
               ("edit", None), ("drag c8 g4", "c8g4"), ("drag f1 c4", "f1c4"), ("back 1", None), ("machine", None),
               ("resign", None), ("ends 1-0", None)],
        replies=["e2e4", "g1f3", "b1c3", "b1c3", "f1b5"]),
    "chess-repetition": dict(
        variant="normal", legality=True,
        steps=[("drag g1 f3", "g1f3"), ("drag f3 g1", "f3g1"), ("drag g1 f3", "g1f3"), ("drag f3 g1", "f3g1"),
               ("ends 1/2-1/2", None)],
        replies=["g8f6", "f6g8", "g8f6", "f6g8"]),
    "chess-fifty-moves": dict(
        variant="normal", legality=True, position="4k3/8/8/8/8/8/R7/4K3 w - - 98 80",
        steps=[("drag a2 a3", "a2a3"), ("ends 1/2-1/2", None)], replies=["e8e7"]),
    "chess-draw-accepted": dict(
        variant="normal", legality=True, position="4k3/8/8/8/8/8/R7/4K3 w - - 0 1",
        steps=[("drag a2 a3", "a2a3"), ("draw", None), ("ends 1/2-1/2", None)], replies=["e8e7"]),
    "thunder-draw-refused": dict(
        variant="thunder", fen="3qk2q/8/8/8/8/8/8/RB2K3 w - - 0 1",
        steps=[("move a1 b1", "a1b1q"), ("draw", None), ("move b1 b2", "b1b2"), ("resign", None), ("ends 0-1", None)],
        replies=["e8f8", "f8g8"]),
    "chess-engine-resigns": dict(
        variant="normal", legality=True, position="6k1/8/8/8/8/8/8/QR2K3 w - - 0 1", engine="Resign=1,Resign Score=500",
        steps=[("drag a1 a4", "a1a4"), ("drag a4 a5", "a4a5"), ("drag a5 a4", "a5a4"), ("ends 1-0", None)],
        replies=["g8f7", "f7g7", "g7f7"], last=1),
    "thunder-mate": dict(
        variant="thunder", fen="7k/8/6K1/8/8/8/8/RN6 w - - 0 1",
        steps=[("move a1 a8", "a1a8r"), ("ends 1-0", None)], replies=[], last=1),
    "legality-on-black": dict(
        variant="thunder", legality=True, options=("-searchDepth", "4"),
        steps=[("machine", None), ("move a8 b8", None)], replies=[], warning=True),
    "legality-on-typed": dict(
        variant="thunder", legality=True, fen="rb2k2r/8/2m5/8/8/8/3R4/3BK3 w - - 0 1",
        steps=[("doubt type e1f1", "e1f1")], replies=["a8b8"]),
    "legality-on-choice": dict(
        variant="thunder", legality=True, fen="4k3/8/8/3p3b/8/2M5/4N3/RB2K2R w - - 0 1", warning=True,
        steps=[("ask c3 c7 r", None)], replies=[]),
    "legality-on": dict(
        variant="thunder", legality=True, fen="4k3/8/8/3p4/8/8/8/RB2K3 w - - 0 1", warning=True,
        steps=[("move a1 b1", None)], replies=[]),
    "legality-off-again": dict(
        variant="thunder", fen="4k3/8/8/3p4/8/8/8/RB2K3 w - - 0 1", lose=1,
        steps=[("blocked a1 b1", "a1b1q"), ("choose b1 b7 0", "b1b7")], replies=["e8d8", "d8e8"]),
}


def options_of(scenario, folder):
    """What else XBoard is started with."""
    options = list(scenario.get("options", ()))
    if "engine" in scenario:
        options += ["-firstOptions", scenario["engine"]]
    if "position" in scenario:
        os.makedirs(folder, exist_ok=True)
        file = os.path.join(folder, "position.fen")
        with open(file, "w") as out:
            out.write(scenario["position"] + "\n")
        options += ["-loadPositionFile", file]
    return options


class Player:
    def __init__(self, window, scenario, folder):
        self.gui, self.scenario, self.folder = window, scenario, folder
        self.marks = scenario["variant"] != "normal"
        self.picture = None
        self.analysis = self.edit = False

    def lift(self, square):
        if self.marks:
            self.gui.lift(square)
        else:
            self.gui.click(square)
        if self.picture:
            self.gui.shot(self.picture)

    def pull(self, square, times):
        """Pulls the pressed unit towards the side of the user."""
        x, y = self.gui.point(square)
        white = " w " in self.gui.fen()
        for _ in range(times):
            y += 30 if white else -30
            self.gui.xdo("sleep", "0.1", "mousemove", x, y, "sleep", "0.1")

    def answer(self, text):
        gui.wait_for("the question", lambda: self.gui.windows("query"))
        window = self.gui.windows("query")[0]
        self.gui.xdo("windowactivate", "--sync", window)
        self.gui.xdo("type", text)
        self.gui.xdo("key", "Return")

    def act(self, words):
        g = self.gui
        verb = words[0]
        if verb == "move":
            self.lift(words[1])
            g.click(words[2])
        elif verb == "blocked":
            self.lift(words[1])
            g.click(words[2])
            gui.wait_for("the message about legality", lambda: g.said("tellusererror"))
            gui.wait_for("its window", lambda: g.windows("^Error$"))
            g.xdo("windowactivate", "--sync", g.windows("^Error$")[0])
            g.xdo("key", "Return")
        elif verb == "place":
            self.lift(words[1])
            time.sleep(0.4)
            g.click(words[1])
        elif verb == "drag":
            before = len(g.said("highlight"))
            g.press(words[1])
            if self.marks:
                gui.wait_for("marks", lambda: len(g.said("highlight")) > before)
            x0, y0 = g.point(words[1])
            x1, y1 = g.point(words[2])
            for i in range(1, 5):
                g.xdo("mousemove", x0 + (x1 - x0) * i // 4, y0 + (y1 - y0) * i // 4, "sleep", "0.05")
            g.release()
        elif verb == "choose":
            self.lift(words[1])
            before = len(g.said("choice"))
            g.press(words[2])
            gui.wait_for("the choice", lambda: len(g.said("choice")) > before)
            time.sleep(0.2)
            self.pull(words[2], int(words[3]))
            g.release()
        elif verb == "ask":
            self.lift(words[1])
            g.click(words[2])
            self.answer(words[3])
        elif verb in ("expected", "unexpected"):
            self.reply(verb == "expected")
        elif verb in ("type", "again"):
            g.key(*words[1])
            g.xdo("sleep", "0.3", "key", "Return")
        elif verb == "machine":
            g.key("ctrl+w" if " w " in g.fen() or not g.fen() else "ctrl+b")
        elif verb == "doubt":
            self.act(words[1:])
            gui.wait_for("the question", lambda: g.said("askuser LEGALITY"))
            gui.wait_for("its window", lambda: g.windows("query"))
            questions = len(g.said("askuser LEGALITY"))
            self.answer("no" if self.scenario.get("legality") else "yes")
            if self.scenario.get("legality"):
                gui.wait_for("the question again", lambda: len(g.said("askuser LEGALITY")) > questions)
                g.xdo("windowactivate", "--sync", gui.wait_for("its window", lambda: g.windows("query"))[0])
                g.xdo("key", "Escape")
        elif verb == "edit":
            forced = len(g.said("force", "<"))
            g.key("ctrl+e")
            gui.wait_for("force", lambda: len(g.said("force", "<")) > forced)
            self.edit = True
        elif verb == "status":
            gui.wait_for("the state of the analysis", lambda: g.said(".", "<") and g.said("stat01: "))
        elif verb == "draw":
            g.key("F6")
            gui.wait_for("the offer", lambda: g.said("draw", "<"))
        elif verb == "resign":
            g.key("F9")
        elif verb == "ends":
            gui.wait_for("the result", lambda: g.said("result " + words[1], "<"))
            gui.wait_for("the saved game", lambda: f'[Result "{words[1]}"]' in g.games())
        elif verb == "analyze":
            self.analysis = True
            g.key("ctrl+e", "sleep", "0.5", "key", "ctrl+a")
            gui.wait_for("analysis", lambda: g.said("analyze", "<"))
            gui.wait_for("its window", lambda: g.windows("Engine"))
        elif verb == "retract":
            g.key("ctrl+x")
        elif verb in ("back", "forward"):
            if verb == "back" and not self.analysis:
                g.key("ctrl+e")
                gui.wait_for("force", lambda: g.said("force", "<"))
            for _ in range(int(words[1])):
                g.key("alt+Left" if verb == "back" else "alt+Right")
                time.sleep(0.2)

    def reply(self, expected):
        """Pulls a unit while the engine ponders, which then goes on with its search, or begins another."""
        g = self.gui
        thinking = re.compile(r"> (\d+) -?\d+ \d+ \d+ ([a-h]\d)([a-h]\d)")

        def lines():
            log = g.log()
            last = max(i for i, line in enumerate(log) if line.startswith("> move"))
            return [found for found in map(thinking.match, log[last:]) if found]

        deep = gui.wait_for("pondering", lambda: [line for line in lines() if int(line[1]) >= 8])[-1]
        start, end = deep.groups()[1:]
        if not expected:
            start, end = ("h2", "h3") if start == "a2" else ("a2", "a3")
        moves = len(g.said("move"))
        g.click(start)
        g.click(end)
        gui.wait_for("the engine's move", lambda: len(g.said("move")) > moves)
        log = g.log()
        since = max(i for i, line in enumerate(log) if line.startswith("< usermove"))
        until = max(i for i, line in enumerate(log) if line.startswith("> move"))
        depths = [int(found[1]) for found in map(thinking.match, log[since:until]) if found]
        if expected != (min(depths, default=99) >= 8):
            raise AssertionError(f"the search after {start}{end} began at depth {min(depths, default=0)}")

    def run(self):
        g = self.gui
        for number, (step, expected) in enumerate(self.scenario["steps"]):
            seen = len(g.said("# "))
            sent = len(g.said("usermove", "<"))
            words = step.split()
            self.picture = f"{number + 1}-marks" if number in self.scenario.get("pictures", []) else None
            self.act(words)
            if self.scenario.get("warning") and number + 1 == len(self.scenario["steps"]):
                gui.wait_for("the message about legality", lambda: g.said("tellusererror"))
                g.shot(f"{number + 1}-warning")
                return
            alone = self.analysis or self.edit
            more = {"machine": 1, "retract": 1, "back": 1, "forward": 1}.get(words[0], 1 if alone else 2)
            if words[0] in ("analyze", "edit", "status", "draw", "resign", "ends"):
                more = 0
            if words[0] == "doubt":
                more = 1 if words[1] == "machine" or self.scenario.get("legality") else 2
            if words[0] == "again":
                gui.wait_for("the move", lambda: len(g.said("usermove", "<")) > sent)
                continue
            if words[0] == "machine":
                self.edit = False
            if number + 1 == len(self.scenario["steps"]) - 1 and "last" in self.scenario:
                more = self.scenario["last"]
            try:
                g.settle(seen + more)
            except AssertionError:
                g.shot(f"{number + 1}-wrong")
                raise
            g.shot(f"{number + 1}-" + "-".join(words).replace("/", ""))
            if expected:
                got = [line.split()[2] for line in g.said("usermove", "<")[sent:]]
                # "?" is the piece that the engine offers first; which one depends on what it thinks them worth.
                expected = expected.replace("?", g.said("choice")[-1].split()[2][0].lower() if "?" in expected else "")
                if expected not in got:
                    raise AssertionError(f"{step}: the engine was told {got}, not {expected}")
            for bad in ("Illegal move", "Error"):
                if g.said(bad):
                    raise AssertionError(g.said(bad)[-1])


def main():
    fusilier, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    path = os.environ.get("PATH", "") + ":/usr/games"
    missing = [p for p in ("xboard", "Xvfb", "openbox", "xdotool", "import", "xclip") if not shutil.which(p, path=path)]
    if missing:
        print("not run, these programs are missing: " + " ".join(missing))
        return 77
    names = sys.argv[3:] or list(SCENARIOS)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    display = gui.Display(folder)
    failed = []
    try:
        for name in names:
            scenario = SCENARIOS[name]
            began = time.monotonic()
            window = None
            try:
                window = gui.Gui(display, os.path.join(folder, name), fusilier, scenario["variant"], scenario.get("fen"),
                                 scenario["replies"], scenario.get("ranks", 8), scenario.get("legality", False),
                                 scenario.get("lose", 0), options_of(scenario, os.path.join(folder, name)))
                Player(window, scenario, folder).run()
                verdict = "ok"
            except Exception as error:
                failed.append(name)
                verdict = f"FAILED: {error}"
                if os.environ.get("FUSILIER_GUI_TRACE"):
                    traceback.print_exc()
                gui.subprocess.run(["import", "-window", "root", os.path.join(folder, name, "screen.png")], env=display.env)
            finally:
                if window:
                    window.close()
            print(f"{name:24} {time.monotonic() - began:5.1f} s  {verdict}", flush=True)
    finally:
        display.close()
    return 1 if failed else 0


sys.exit(main())
