#!/usr/bin/env python3
"""Builds of one source must think alike: on one thread the same commands give the same output, times aside, whichever
compiler and options made the program, and each time. A difference between a release and a sanitizer build, or between
GCC and Clang, is a sign of undefined behaviour.

usage: determinism.py FUSILIER [FUSILIER...]

A single program is compared with itself.
"""
import re
import subprocess
import sys


def transcript(binary):
    process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    lines = []

    def ask(command, last):
        process.stdin.write(command + "\n")
        process.stdin.flush()
        lines.append("> " + command)
        for line in process.stdout:
            # Of a time and what follows from it nothing can be said.
            lines.append(re.sub(r"\b(nps|time) \d+| \d+ nps$|(Total time|Nodes/second).*", "", line.rstrip()))
            if line.startswith(last):
                return
        raise SystemExit(f"{binary} ended at: {command}")

    games = subprocess.run([binary, "games"], capture_output=True, text=True, check=True).stdout
    for game in re.findall(r"^\S+", games, re.MULTILINE):
        for command in [f"setoption name UCI_Variant value {game}", "setoption name MultiPV value 1", "d", "eval"]:
            ask(command + "\nisready", "readyok")
        for command in ["go depth 7", "go nodes 5000", "position startpos\nsetoption name MultiPV value 3\ngo depth 4",
                        "ucinewgame\ngo mate 2 nodes 3000"]:
            ask(command, "bestmove ")
        ask("go perft 3", "Nodes searched")
        ask(f"bench {game} 4\nisready", "readyok")
    process.stdin.close()
    if process.wait() != 0:
        raise SystemExit(f"{binary} ended with {process.returncode}")
    return lines


def main():
    binaries = sys.argv[1:]
    if not binaries:
        raise SystemExit(__doc__)
    expected = transcript(binaries[0])
    same = True
    for binary in binaries[1:] or binaries:
        got = transcript(binary)
        for number, (a, b) in enumerate(zip(expected, got)):
            if a != b:
                print(f"{binary} differs from {binaries[0]} in line {number + 1}:\n  {a}\n  {b}")
                break
        same = same and got == expected
    nodes = sum(int(n) for line in expected for n in re.findall(r"^Nodes searched  : (\d+)", line))
    print(f"{len(binaries)} programs, {len(expected)} lines, bench nodes {nodes}:", "the same" if same else "DIFFERENT")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
