#!/usr/bin/env python3
"""Two engines play four games in XBoard's match mode, in a game that XBoard tests the legality of.

usage: match.py FUSILIER FOLDER VARIANT
"""
import os
import shutil
import subprocess
import sys

import gui


def main():
    fusilier, folder, variant = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    path = os.environ.get("PATH", "") + ":/usr/games"
    missing = [program for program in ("xboard", "Xvfb", "openbox") if not shutil.which(program, path=path)]
    if missing:
        print("not run, these programs are missing: " + " ".join(missing))
        return 77
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    games = os.path.join(folder, "games.pgn")
    display = gui.Display(folder)
    try:
        with open(os.path.join(folder, "xboard.out"), "w") as out:
            subprocess.run(
                ["xboard", "-fcp", fusilier, "-scp", fusilier, "-fd", folder, "-sd", folder, "-variant", variant, "-mg", "4",
                 "-searchDepth", "2", "-tc", "5", "-sgf", games, "-testLegality", "true", "-matchPause", "300",
                 "-animateMoving", "false", "-popupExitMessage", "false", "-saveSettingsOnExit", "false", "-debug",
                 "-debugfile", os.path.join(folder, "xboard.debug")],
                env=display.env, stdout=out, stderr=subprocess.STDOUT, timeout=600, check=False)
    finally:
        display.close()
    with open(games) as file:
        text = file.read()
    print(text)
    results = [line for line in text.splitlines() if line.startswith("[Result ")]
    bad = [word for word in ("orfeit", "llegal", "exits", "False") if word in text]
    return 0 if len(results) == 4 and '"*"' not in "".join(results) and not bad else 1


sys.exit(main())
