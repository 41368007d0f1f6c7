#!/usr/bin/env python3
"""Stands between XBoard and Fusilier: sets up a position and makes the engine play given replies.

usage: proxy.py FUSILIER PLAN LOG
PLAN is a JSON file: {"fen": FEN or null, "variant": NAME, "replies": [MOVE, ...], "lose": N}. The first N `choice` lines do
not reach XBoard, as if it tested legality then. Each time the engine would think, it
may play the next reply only; when there are none left it is left alone. LOG receives what both sides say, a line each
with '<' (from XBoard) or '>' (to it).
"""
import json
import subprocess
import sys
import threading


def main():
    fusilier, plan_file, log_file = sys.argv[1:4]
    with open(plan_file) as file:
        plan = json.load(file)
    replies = list(plan["replies"])
    log = open(log_file, "a", buffering=1)
    lock = threading.Lock()
    engine = subprocess.Popen([fusilier], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def note(mark, line):
        with lock:
            log.write(f"{mark} {line}\n")

    def to_gui():
        for line in engine.stdout:
            line = line.rstrip("\n")
            if line.startswith("setup ") and plan["fen"]:
                line = line[: line.index("+0_")] + line[line.index("+0_"):].split(" ")[0] + " " + plan["fen"]
            if line.startswith("choice ") and plan.get("lose", 0) > 0:
                plan["lose"] -= 1
                continue
            note(">", line)
            print(line, flush=True)
        note(">", "END")

    def send(line):
        engine.stdin.write(line + "\n")
        engine.stdin.flush()

    threading.Thread(target=to_gui, daemon=True).start()
    forced = False
    for line in sys.stdin:
        line = line.rstrip("\n")
        words = line.split()
        note("<", line)
        if not words:
            continue
        if words[0] in ("force", "analyze"):
            forced = True
        if words[0] == "new":
            forced = False
        if words[0] == "exit":
            forced = True
        if words[0] == "go" and replies:
            forced = False
            send("exclude all")
            send("include " + replies.pop(0))
        if words[0] == "usermove" and not forced and replies:
            for command in ("force", line, "exclude all", "include " + replies.pop(0), "go"):
                send(command)
        else:
            send(line)
        if words[0] == "variant" and plan["fen"]:
            send("setboard " + plan["fen"])
        if words[0] == "quit":
            break
    engine.stdin.close()
    engine.wait()


main()
