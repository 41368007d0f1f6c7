"""A real XBoard on a display of its own, to be looked at and clicked on. Polls for what it waits for; nothing sleeps long."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

PATIENCE = float(os.environ.get("FUSILIER_GUI_PATIENCE", "60"))
LIGHT, DARK = (0xC8, 0xC3, 0x65), (0x77, 0xA2, 0x6D)
HERE = os.path.dirname(os.path.abspath(__file__))


def wait_for(what, condition, patience=None):
    deadline = time.monotonic() + (patience or PATIENCE)
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > deadline:
            raise TimeoutError("waited in vain for " + what)
        time.sleep(0.05)


class Display:
    """An X server and a window manager."""

    def __init__(self, folder):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x900x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=open(os.path.join(folder, "xvfb.log"), "w"))
        os.close(write)
        with os.fdopen(read) as numbers:
            self.name = ":" + numbers.readline().strip()
        if self.name == ":":
            raise RuntimeError("Xvfb does not start")
        self.env = dict(os.environ, DISPLAY=self.name, HOME=folder, LC_ALL="C.UTF-8")
        self.env["PATH"] += ":/usr/games"
        self.manager = subprocess.Popen(["openbox"], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        for process in (self.manager, self.server):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


class Gui:
    """One XBoard with Fusilier as its engine."""

    def __init__(self, display, folder, fusilier, variant, fen=None, replies=(), ranks=8, legality=False, lose=0,
                 options=()):
        self.display, self.folder, self.ranks, self.files = display, folder, ranks, ranks
        self.ten = ranks == 10
        os.makedirs(folder, exist_ok=True)
        self.log_file = os.path.join(folder, "protocol.log")
        open(self.log_file, "w").close()
        plan = os.path.join(folder, "plan.json")
        with open(plan, "w") as file:
            json.dump({"fen": fen, "variant": variant, "replies": list(replies), "lose": lose}, file)
        engine = f"python3 {HERE}/proxy.py {fusilier} {plan} {self.log_file}"
        legal = "true" if legality else "false"
        self.process = subprocess.Popen(
            ["xboard", "-fcp", engine, "-fd", folder, "-variant", variant, "-testLegality", legal,
             "-saveSettingsOnExit", "false", "-debug", "-debugfile", os.path.join(folder, "xboard.debug"),
             "-size", "49", "-animateMoving", "false", "-animateDragging", "false", "-flashCount", "0",
             "-useBoardTexture", "false", "-lightSquareColor", "#C8C365", "-darkSquareColor", "#77A26D",
             "-showTargetSquares", "true", "-highlightDragging", "true", "-highlightLastMove", "false",
             "-popupExitMessage", "false", "-popupMoveErrors", "true", "-autoFlipView", "false", "-tc", "60",
             "-ponderNextMove", "false", "-sweepPromotions", "true", "-sgf", os.path.join(folder, "games.pgn"), *options],
            env=display.env, stdout=open(os.path.join(folder, "xboard.out"), "w"), stderr=subprocess.STDOUT)
        self.origin = None
        try:
            self.come_up(variant)
        except Exception:
            self.close()
            raise

    def come_up(self, variant):
        wait_for("the engine's introduction", lambda: self.alive() and self.said("feature done=1"))
        if variant != "normal":
            wait_for("the answer to variant", lambda: self.said("# "))
        self.find_board()
        self.main = wait_for("the main window", lambda: self.windows("Fusilier|position"))[0]
        # XBoard's first message on the board takes one click to go away; the margin takes it without effect.
        left, top, size = self.origin
        self.click_at(int(left + size * self.files + 9), int(top + size * self.ranks / 2))

    def alive(self):
        if self.process.poll() is not None:
            raise RuntimeError("XBoard has ended, see " + os.path.join(self.folder, "xboard.out"))
        return True

    # --- What is said ---

    def log(self):
        with open(self.log_file) as file:
            return file.read().splitlines()

    def said(self, start, mark=">"):
        return [line for line in self.log() if line.startswith(f"{mark} {start}")]

    def games(self):
        """The games that XBoard has saved."""
        file = os.path.join(self.folder, "games.pgn")
        return open(file).read() if os.path.exists(file) else ""

    def fen(self):
        """The engine's position, as its last comment has it."""
        comments = self.said("# ")
        return comments[-1][4:] if comments else ""

    # --- Mouse and keys ---

    def xdo(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.display.env, check=True, stdout=subprocess.DEVNULL)

    def pixels(self):
        raw = subprocess.run(["import", "-window", "root", "-depth", "8", "rgb:-"], env=self.display.env,
                             capture_output=True, check=True).stdout
        return raw

    def find_board(self):
        """Where the squares are: the colours of light and dark ones show it."""

        def corners():
            raw, width = self.pixels(), 1000
            wanted = {bytes(LIGHT), bytes(DARK)}
            xs, ys = [], []
            for y in range(0, 900, 4):
                row = raw[y * width * 3:(y + 1) * width * 3]
                hits = [x for x in range(0, width) if row[3 * x:3 * x + 3] in wanted]
                if len(hits) > 40:
                    xs += [hits[0], hits[-1]]
                    ys.append(y)
            if not xs:
                return None
            left, right = min(xs), max(xs)
            # The square's size follows from the width; the top from a scan of the leftmost columns.
            size = (right - left + 1 + 1) / self.files
            column = [y for y in range(900) if raw[(y * width + left + 2) * 3:(y * width + left + 2) * 3 + 3] in wanted]
            if size < 30 or not column or abs(max(column) - min(column) + 2 - size * self.ranks) > 6:
                return None
            return left, min(column), size

        wait_for("the board on the screen", corners)
        last = None
        for _ in range(100):
            now = corners()
            if now and now == last:
                self.origin = now
                return
            last = now
            time.sleep(0.1)
        raise TimeoutError("the board does not come to rest")

    def point(self, square):
        left, top, size = self.origin
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - (0 if self.ten else 1)
        return int(left + size * (file + 0.5)), int(top + size * (self.ranks - 1 - rank + 0.5))

    def press(self, square):
        self.xdo("mousemove", *self.point(square), "sleep", "0.05", "mousedown", 1)

    def release(self):
        self.xdo("sleep", "0.05", "mouseup", 1)

    def click(self, square):
        self.click_at(*self.point(square))

    def click_at(self, x, y):
        self.xdo("mousemove", x, y, "sleep", "0.05", "mousedown", 1, "sleep", "0.05", "mouseup", 1)

    def lift(self, square):
        """Clicks on a unit and waits until the engine has marked where it may go."""
        before, lifts = len(self.said("highlight")), len(self.said("lift", "<"))
        self.click(square)
        try:
            wait_for("marks for " + square, lambda: len(self.said("highlight")) > before, 5)
        except TimeoutError:
            # XBoard's first message on the board takes one click to go away.
            if len(self.said("lift", "<")) == lifts:
                self.click(square)
            wait_for("marks for " + square, lambda: len(self.said("highlight")) > before)
        time.sleep(0.15)

    def key(self, *keys):
        self.xdo("windowfocus", self.main, "key", *keys)

    def windows(self, name):
        """The windows whose title has `name`."""
        return subprocess.run(["xdotool", "search", "--onlyvisible", "--name", name], env=self.display.env,
                              capture_output=True, text=True).stdout.split()

    # --- Looking ---

    def own_fen(self):
        """The position that XBoard itself copies to the clipboard."""
        self.key("ctrl+shift+c")
        time.sleep(0.1)
        for selection in ("clipboard", "primary"):
            got = subprocess.run(["timeout", "3", "xclip", "-o", "-selection", selection], env=self.display.env,
                                 capture_output=True, text=True).stdout.strip()
            if got.count("/") == self.ranks - 1:
                return got
        return ""

    def settle(self, moves):
        """Waits until the engine has played so many moves and XBoard's own FEN is the engine's."""

        def equal():
            return len(self.said("# ")) >= moves and self.own_fen().split(" ")[:2] == self.fen().split(" ")[:2]

        try:
            wait_for("equal boards", equal)
        except TimeoutError:
            raise AssertionError(f"XBoard has {self.own_fen()!r}, the engine {self.fen()!r}") from None

    def shot(self, name):
        path = os.path.join(self.folder, name + ".png")
        left, top, size = self.origin
        subprocess.run(["import", "-window", "root", "-crop",
                        f"{int(size * self.files) + 20}x{int(size * self.ranks) + 20}+{int(left) - 10}+{int(top) - 10}", "+repage", path],
                       env=self.display.env, check=True)
        return path

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
