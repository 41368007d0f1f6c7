#!/usr/bin/env python3
"""Sends many random commands, good and bad, to the program in both protocols and checks that it stays alive, answers,
is in the state that it should be in, and does not grow.

usage: endurance.py FUSILIER SOURCE_FOLDER [--commands N] [--seed S] [--protocol uci|xboard] [--no-memory]

A second process, the witness, only ever sets up positions and shows them: what it shows is the state expected. The
seed decides every command; only the moment at which a search is interrupted differs from run to run.
"""
import argparse
import os
import random
import re
import signal
import subprocess
import sys

PATIENCE = 120  # seconds; only a hang reaches it
WARM_UP = 0.3  # share of the commands after which memory may no longer grow
MAY_GROW = 4 * 1024  # KiB
# The allocator gives back what is freed, so that what is left is the program's own.
ALLOCATOR = "glibc.malloc.mmap_threshold=65536:glibc.malloc.arena_max=1"
GAMES = ["chess", "sentai", "sentinel", "fourkings", "thunder"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Failure(Exception):
    pass


def hang(*_):
    raise Failure(f"no answer for {PATIENCE} seconds")


class Program:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, "GLIBC_TUNABLES": ALLOCATOR})
        self.last = []

    def send(self, line):
        self.last = (self.last + [line])[-30:]
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure(f"it no longer reads: {self.process.stderr.read().decode()}")

    def until(self, last):
        """The lines before the line `last`."""
        lines = []
        while True:
            signal.alarm(PATIENCE)
            line = self.process.stdout.readline()
            signal.alarm(0)
            if not line.endswith(b"\n"):
                raise Failure(f"it ended with {self.process.wait()}: {self.process.stderr.read().decode()}")
            line = line[:-1].decode("ascii")
            if line == last:
                return lines
            lines.append(line)

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s*(\d+)", status.read())[1])

    def quit(self):
        self.send(b"quit")
        code = self.process.wait(PATIENCE)
        if code != 0:
            raise Failure(f"quit ended it with {code}")


class Witness(Program):
    def ask(self, line):
        self.send(line)
        self.send(b"isready")
        return self.until("readyok")

    def state(self):
        return [line for line in self.ask(b"d") if line.startswith(("Fen: ", "Key: ", "Over: "))]

    def moves(self):
        self.send(b"go perft 1")
        moves = []
        while True:
            line = self.process.stdout.readline().decode().strip()
            if line.startswith("Nodes searched: "):
                return moves
            if ": " in line and not line.startswith("info"):
                moves.append(line.split(":")[0])

    def after(self, fen, move):
        answer = self.ask(f"position fen {fen} moves {move}".encode())
        return None if answer else self.state()[0][5:]


class Random(random.Random):
    def mutated(self, line):
        """The line with bytes or words changed, doubled, dropped or swapped."""
        line = bytearray(line)
        for _ in range(self.randint(1, 3)):
            at = self.randrange(len(line) + 1)
            kind = self.randrange(7)
            if kind == 0:
                line.insert(at, self.choice(b"\x00\x01\t\r\xff\xc3\xa4 -+0123456789abcdefgh/?"))
            elif kind == 1 and at < len(line):
                del line[at]
            elif kind == 2 and at < len(line):
                line[at] = self.randrange(256)
            elif kind == 3:
                line[at:at] = str(self.choice([0, -1, 1, 2**31, 2**63, 2**64, 10**30])).encode()
            else:
                words = line.split(b" ")
                i, j = self.randrange(len(words)), self.randrange(len(words))
                if kind == 4:
                    words[i], words[j] = words[j], words[i]
                elif kind == 5:
                    del words[i]
                else:
                    words.insert(i, words[j])
                line = bytearray(b" ".join(words))
        return bytes(line).replace(b"\n", b" ")


def costly(line):
    """What would take more time or memory than this test has."""
    low = line.lower()
    return (b"perft" in low or b"bench" in low or b"hint" in low or b"quit" in low or b"xboard" in low or
            (re.search(rb"hash|threads|memory|cores|overhead", low) and re.search(rb"[0-9][0-9]", low)))


def positions(source, game):
    with open(f"{source}/variants/{game}/{game}.perft") as table:
        return [line.split(" ;")[0].strip() for line in table if line.strip() and line[0] != "#"]


class Uci:
    def __init__(self, binary, source, chance):
        self.chance = chance
        self.positions = {game: positions(source, game) for game in GAMES}
        self.program, self.witness = Program(binary), Witness(binary)
        self.started = self.finished = 0
        self.game = "chess"

    def position(self):
        c = self.chance
        setup = "startpos" if c.random() < 0.3 else "fen " + c.choice(self.positions[c.choice(GAMES) if c.random() < 0.1 else self.game])
        moves = []
        for _ in range(c.choice([0, 0, 1, 2, 5])):
            if self.witness.ask(f"position {setup} moves {' '.join(moves)}".encode()):
                break
            legal = self.witness.moves()
            if not legal:
                break
            moves.append(c.choice(legal))
        return f"position {setup}" + (f" moves {' '.join(moves)}" if moves else "")

    def go(self):
        c = self.chance
        limits = [f"depth {c.choice([1, 2, 3, 10**9])}", f"nodes {c.choice([1, 2, 100, 3000])}",
                  f"movetime {c.choice([0, 1, 5])}", f"wtime {c.choice([-100, 0, 1, 50])} btime {c.choice([-5, 0, 20])}",
                  "winc 0 binc 1", f"movestogo {c.choice([0, 1, 40])}", "infinite", "ponder", f"mate {c.choice([1, 3])}",
                  "searchmoves e2e4 d2d4 a1a1"]
        return " ".join(["go"] + c.sample(limits, c.randint(0, 3)))

    def option(self):
        c = self.chance
        name, values = c.choice([("Hash", [1, 2, 8, 0, -1, "x"]), ("Threads", [1, 2, 3, 0]), ("MultiPV", [1, 2, 500, 10**6, 0]),
                                 ("Clear Hash", [""]), ("UCI_Variant", GAMES + ["ludo"]), ("Skill Level", [0, 20, 99]),
                                 ("Ponder", ["true", "maybe"]), ("UCI_ShowWDL", ["true", "false"]), ("Move Overhead", [0, 5]),
                                 ("UCI_LimitStrength", ["true", "false"]), ("UCI_Elo", [1, 1500]), ("Nonsense", [1])])
        return f"setoption name {name} value {c.choice(values)}"

    def command(self):
        c = self.chance
        make = c.choices([self.position, self.go, self.option, lambda: c.choice(
            ["stop", "stop", "ponderhit", "isready", "ucinewgame", "d", "eval", "uci", "debug on", "register later", ""])],
            [3, 4, 1, 3])[0]
        line = make().encode()
        if c.random() < 0.25:
            line = c.mutated(line)
        if c.random() < 0.02:
            line = bytes(c.choice([x for x in range(256) if x != 10]) for _ in range(c.choice([1, 10, 5000])))
        return line

    def tell_witness(self, line):
        """What sets the state, the witness is told too."""
        words = line.split()
        if words and (words[0] == b"position" or (words[0] == b"setoption" and b"uci_variant" in line.lower())):
            answers = self.witness.ask(line)
            if words[0] == b"position" and not answers:
                self.now = line
            for answer in answers:
                if answer.startswith("info string variant "):
                    self.game = answer.split()[3]
                    self.now = b"position startpos"

    def round(self, batch):
        lines = [line for line in (self.command() for _ in range(batch)) if not costly(line)]
        # position() sets up positions at the witness, so tell it the state first.
        self.witness.ask(f"setoption name UCI_Variant value {self.game}".encode())
        self.witness.ask(self.now)
        for line in lines:
            self.program.send(line)
            self.tell_witness(line)
            if batch == 1:
                self.program.send(b"isready")
                said = self.program.until("readyok")
                if line.split()[:1] == [b"isready"]:
                    said += self.program.until("readyok")
                going = line.split()[:1] == [b"go"]
                refused = any(s.startswith("info string ") for s in said)
                self.count(said)
                if going and not refused:
                    self.started += 1
                    self.check_search()
        self.program.send(b"stop")
        self.settle()
        if batch > 1:
            self.started = self.finished = 0
        elif self.started != self.finished:
            raise Failure(f"{self.started} searches, {self.finished} best moves")

    def count(self, said):
        self.finished += sum(line.startswith("bestmove ") for line in said)

    def check_search(self):
        legal = self.witness.moves() or ["(none)"]
        self.program.send(b"stop")
        for line in self.settle():
            if line.startswith("bestmove ") and line.split()[1] not in legal:
                raise Failure(f"{line}: not legal")

    def settle(self):
        """Ends a search and compares the state."""
        self.program.send(b"d")
        self.program.send(b"go perft 0")  # ends with a line that nothing else says
        said = self.program.until("Nodes searched: 1")
        self.count(said)
        last = max(i for i, line in enumerate(said) if line.startswith("Fen: "))
        state = [line for line in said[last:] if line.startswith(("Fen: ", "Key: ", "Over: "))]
        expected = self.witness.state()
        if state != expected:
            raise Failure(f"its state is {state}, not {expected}")
        return said

    def rest(self):
        for line in [b"setoption name Hash value 4", b"setoption name Threads value 1", b"setoption name UCI_Variant value chess",
                     b"setoption name MultiPV value 1", b"position startpos"]:
            self.program.send(line)
            self.tell_witness(line)
        self.settle()
        self.started = self.finished = 0

    now = b"position startpos"


class Xboard:
    def __init__(self, binary, source, chance):
        self.chance = chance
        self.positions = positions(source, "chess")
        self.program, self.witness = Program(binary), Witness(binary)
        self.program.send(b"xboard")
        self.program.send(b"protover 2")
        self.pings = 0
        self.rest()

    def ask(self, *lines):
        for line in lines:
            self.program.send(line)
        self.pings += 1
        self.program.send(b"ping %d" % self.pings)
        return self.program.until(f"pong {self.pings}")

    def move(self):
        self.witness.ask(f"position fen {self.fen}".encode())
        legal = self.witness.moves()
        return self.chance.choice(legal) if legal else "e2e4"

    def command(self):
        c = self.chance
        kind = c.choices(["move", "board", "other"], [4, 1, 4])[0]
        if kind == "move":
            line = ("usermove " if c.random() < 0.8 else "") + self.move()
        elif kind == "board":
            line = "setboard " + c.choice(self.positions)
        else:
            line = c.choice(["new", "variant normal", "variant thunder", "variant ludo", "go", "playother", "force", "?", "level 40 5 0",
                             "level 0 0:01 0.1", "level x y z", "st 1", "sd 1", "sd 0", "sd x", "nps 0", "nps 1000", "time 0", "time -5",
                             "time 100", "otim 100", "draw", "result 1-0 {x}", "bk", "undo", "remove", "hard", "easy", "post",
                             "nopost", "analyze", "exit", ".", "exclude e2e4", "exclude all", "include all", "memory 2",
                             "cores 2", "cores 1", "option Resign=1", "option MultiPV=3", "option Multi-PV Margin=0",
                             "option Nonsense=1", "lift e2", "put e4", "hover e3", "edit", ".", "CHOICE q", "LEGALITY",
                             "accepted highlight", "rejected san", "computer", "name x", "rating 1 2", "ics -", "random", ""])
        data = line.encode()
        if c.random() < 0.2:
            return kind + "?", c.mutated(data)
        return kind, data

    def round(self, batch):
        if batch > 1:
            for _ in range(batch):
                _, line = self.command()
                if not costly(line):
                    self.program.send(line)
            return self.resume()
        kind, line = self.command()
        if costly(line):
            return
        said = self.ask(line, b"?")
        comments = [s[2:] for s in said if s.startswith("# ")]
        # A board of the game so far is a way back to it: the counters are then those that it had.
        if kind == "board" and [c.split()[:2] for c in comments[:1]] != [line.decode().split()[1:3]]:
            raise Failure(f"the board is {comments}")
        if kind == "move":
            move = line.split()[-1].decode()
            refused = any(s.startswith("Illegal move") for s in said)
            expected = self.witness.after(self.fen, move)
            if refused != (expected is None) or (not refused and comments[:1] != [expected]):
                raise Failure(f"{move} in {self.fen} leads to {comments}, not {expected}: {said}")
        if kind == "move" and any(s.startswith("move ") for s in said):
            raise Failure("it moves in force mode")
        if comments:
            self.fen = comments[-1]
        if kind not in ("move", "board"):
            self.resume()

    def resume(self):
        """Back to a known state: force mode, chess, a position that the witness shows as well."""
        self.ask(b".", b"exit", b"?")  # out of edit mode and analysis, and any move is made
        said = self.ask(b"force", b"new", b"force", b"option MultiPV=1", b"setboard " + self.chance.choice(self.positions).encode())
        self.fen = [s[2:] for s in said if s.startswith("# ")][-1]
        if self.witness.ask(f"position fen {self.fen}".encode()) or self.witness.state()[0] != f"Fen: {self.fen}":
            raise Failure(f"its position is {self.fen}")

    def rest(self):
        self.ask(b"force", b"memory 4", b"cores 1")
        self.resume()


def run(protocol, arguments):
    chance = Random(f"{arguments.seed} {protocol.__name__}")
    talk = protocol(arguments.fusilier, arguments.source, chance)
    sent, warm, most = 0, None, 0
    step = max(arguments.commands // 40, 50)
    try:
        while sent < arguments.commands:
            batch = 1 if chance.random() < 0.9 else chance.randint(2, 20)
            before = sent
            talk.round(batch)
            sent += batch
            if before // step != sent // step:
                talk.rest()
                memory = talk.program.memory()
                if sent <= arguments.commands * WARM_UP:
                    warm = max(warm or 0, memory)
                most = max(most, memory)
                if not arguments.no_memory and warm and memory > warm + MAY_GROW:
                    raise Failure(f"it grew from {warm} to {memory} KiB")
        talk.program.quit()
        talk.witness.quit()
    except Failure as failure:
        print(f"{protocol.__name__}, seed {arguments.seed}, after {sent} commands: {failure}", file=sys.stderr)
        print("the last lines sent were:", *talk.program.last, sep="\n  ", file=sys.stderr)
        return False
    finally:
        for program in (talk.program, talk.witness):
            program.process.kill()
    print(f"{protocol.__name__}: {sent} commands, {warm} KiB after warming up, {most} KiB at most")
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fusilier")
    parser.add_argument("source")
    parser.add_argument("--commands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--protocol", choices=["uci", "xboard"])
    parser.add_argument("--no-memory", action="store_true")
    arguments = parser.parse_args()
    signal.signal(signal.SIGALRM, hang)
    chosen = [p for p in (Uci, Xboard) if arguments.protocol in (None, p.__name__.lower())]
    return 0 if all([run(protocol, arguments) for protocol in chosen]) else 1


if __name__ == "__main__":
    sys.exit(main())
