#!/usr/bin/env python3
"""Plays in a pseudo-terminal: play.py FUSILIER DIRECTORY EDITING (1 if the program was built with libedit).

What a person sees and types: colour, figures, narrow terminals, editing, history, Ctrl-C and Ctrl-D.
"""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

program, directory, editing = sys.argv[1], sys.argv[2], sys.argv[3] == "1"
patience = 120
FILES = r"(?s).* a +b +c +d +e +f +g +h[^\n]*\n"  # all up to the line below the board


class Terminal:
    def __init__(self, *words, columns=100, **environment):
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LC_ALL", "LC_CTYPE")}
        env.update(TERM="xterm", LANG="C.UTF-8")
        env.update(environment)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            time.sleep(0.2)  # until the size is set
            os.execve(program, [program, "play", *words], env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.seen = ""

    def expect(self, pattern):
        """Reads until `pattern` has come, and returns everything up to its end."""
        deadline = time.time() + patience
        while not (found := re.search(pattern, self.seen)):
            ready, _, _ = select.select([self.fd], [], [], max(0, deadline - time.time()))
            try:
                data = os.read(self.fd, 65536) if ready else b""
            except OSError:
                data = b""
            if not data:
                sys.exit(f"{pattern!r} did not come; there was: {self.seen!r}")
            self.seen += data.decode("utf-8", "replace")
        text, self.seen = self.seen[: found.end()], self.seen[found.end():]
        return text

    def type(self, text):
        os.write(self.fd, text.encode())

    def control(self, key):
        """Types a key that means something else to libedit than to the terminal, which has it for a moment after a prompt."""
        deadline = time.time() + patience
        while editing and termios.tcgetattr(self.fd)[3] & termios.ICANON and time.time() < deadline:
            time.sleep(0.01)
        self.type(key)

    def say(self, line, answer):
        """Types a line at the prompt and returns what came up to the end of `answer`."""
        self.expect(r"(White|Black|game over)> ")
        self.type(line + "\n")
        return self.expect(answer)

    def finish(self):
        deadline = time.time() + patience
        while time.time() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    pass
        os.kill(self.pid, signal.SIGKILL)
        sys.exit("the program does not end")


def check(condition, what):
    if not condition:
        sys.exit("failed: " + what)


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def colours_and_figures():
    t = Terminal("thunder", "--both")
    board = t.expect(FILES)
    check("\x1b[1;38;5;231;48;5;" in board, "White's units have their colour")
    check("♚" in board and "outline" not in board and "♔" not in board, "filled figures where there is colour")
    t.say("quit", "quit")
    check(t.finish() == 0, "quit ends with 0")

    t = Terminal("thunder", "--both", NO_COLOR="1")
    board = t.expect(FILES)
    check("\x1b[1;38" not in board and "♔" in board and "♚" in board, "NO_COLOR: outlines are White's")
    t.say("quit", "quit")
    t.finish()

    t = Terminal("thunder", "--both", NO_COLOR="1", LANG="C")
    board = t.expect(FILES)
    check(re.search(r"8 +r +n +b +q +k +b +n +r", board), "letters where the locale has nothing else")
    check(board.isascii(), "ASCII only")
    t.say("quit", "quit")
    t.finish()


def narrow():
    for columns in (30, 100):
        t = Terminal("fourkings", "--both", columns=columns, NO_COLOR="1", LANG="C")
        board = plain(t.expect(FILES)).splitlines()
        ranks = [line for line in board if re.match(r" *(10|[1-9])  ", line)]
        check(len(ranks) == 10, f"ten ranks in {columns} columns")
        beside = any("Alibaba" in line for line in ranks)
        check(beside == (columns == 100), f"the names beside the board only where there is room: {columns}")
        if columns == 100:
            check(all(len(line) <= columns for line in board), "no line is too long")
        t.say("quit", "quit")
        t.finish()


def moves_and_reasons():
    fen = "4k3/8/2n5/3S4/8/8/8/4K3 w - - 0 1"
    t = Terminal("sentinel", "--both", "--fen", fen)
    text = plain(t.say("moves d5", "d5e6p.*\n"))
    check(re.search(r"d5d5p +S d5\* +deploy: 8 Pawns, captures Knight c6", text), "a deployment is explained: " + text)
    check("e1-e3 is not legal: King moves one square" in plain(t.say("e1-e3", "legal: .*\n")), "a king's two squares")
    check("e1 attacked" not in plain(t.say("d5-e5", "Black is|move\\)")), "a move with a hyphen")
    t.say("quit", "quit")
    t.finish()

    # A split by the inventor's notation, and the list of moves in it.
    t = Terminal("thunder", "--both", "--fen", "4k3/8/8/8/8/2M5/8/4K3 w - - 0 1")
    text = plain(t.say("moves c3", "c3e4n.*\n"))
    check(re.search(r"c3c7r +R c3-c7; c3=N +split Rook, Knight stays", text), "a split is explained: " + text)
    t.say("R c3-c7; c3=N", r"c3c7r .*split Rook, Knight stays")
    check("R c3-c7; c3=N" in t.say("list", r"1\.  .*\n"), "the list has the inventor's notation")
    t.say("e8d6", "e8d6 is not legal: King moves one square in any direction")
    t.say("e8d7", "e8d7 is not legal: it would leave the King on d7 attacked by the Rook on c7")
    t.say("undo", FILES)
    t.say("undo", "nothing to take back")
    t.say("redo", FILES)
    t.say("fen", re.escape("4k3/2R5/8/8/8/2N5/8/4K3 b - - 1 1"))
    t.say("flip", r" h +g +f +e +d +c +b +a")
    t.say("resign", "1-0, Black resigns")
    t.say("quit", "quit")
    t.finish()


def editing_and_history():
    t = Terminal("sentai", "--both")
    t.expect("White> ")
    t.type("e2e4x\x7f\x01\x05\n")  # a letter erased, to the start and the end of the line
    t.expect("e2-e4: move")
    t.expect("Black> ")
    t.type("fen\n")
    first = t.expect("[^\n]* b - - 0 1")
    t.expect("Black> ")
    t.type("\x1b[A\n")
    again = t.expect("[^\n]* b - - 0 1")
    check(plain(first).split()[-6:] == plain(again).split()[-6:], "the arrow up recalls a line")
    t.expect("Black> ")
    t.control("\x04")
    check(t.finish() == 0, "Ctrl-D leaves")


def against_the_engine():
    saved, kept = os.path.join(directory, "saved.pgn"), os.path.join(directory, "kept.pgn")
    t = Terminal("thunder", "--black", "--movetime", "600000", "--pgn", kept)
    t.expect("thinking")
    time.sleep(1)
    t.type("\x03")  # the engine moves at once
    t.expect("Black> ")
    t.type("resign\n")
    t.expect("1-0, Black resigns")
    t.say("save " + saved, "saved in")
    t.say("quit", "The game is in")
    check(t.finish() == 0, "the end of a game")

    cut = os.path.join(directory, "cut.pgn")
    t = Terminal("thunder", "--both", "--pgn", cut)
    t.say("e2e4", FILES)
    t.expect("Black> ")
    t.control("e7e\x03")  # in the middle of a line
    check("The game is in" in t.expect(r"The game is in [^\n]*\n"), "Ctrl-C at the prompt leaves")
    check(t.finish() == 130, "Ctrl-C's exit code")
    check("1. e2e4 *" in open(cut).read(), "Ctrl-C keeps the game")

    for path in (saved, kept):
        result = subprocess.run([program, "pgn", "check", path], capture_output=True, text=True)
        check("1 games, 1 plies, 0 with faults" in result.stdout, result.stdout)

    t = Terminal("thunder", "--level", "0")
    t.say("load " + saved, FILES)
    t.say("undo", FILES)  # the reply of this engine, and White's move
    t.say("load /nonexistent", "cannot read '/nonexistent'")
    t.say("hint", r"[a-h]\d[a-h]\d[a-z]?: .*depth")
    t.say("quit", "quit")
    t.finish()

    t = Terminal("sentai", "--both")
    t.say("load " + saved, "the game is of thunder")
    t.say("quit", "quit")
    t.finish()


shutil.rmtree(directory, ignore_errors=True)
os.makedirs(directory)
colours_and_figures()
narrow()
moves_and_reasons()
if editing:
    editing_and_history()
against_the_engine()
print("ok")
