#!/usr/bin/env python3
"""Installs a build under a prefix of its own: everything is in place, and XBoard's list of engines offers Fusilier.

usage: install.py CMAKE BUILD FOLDER

XBoard looks for engines in fixed folders only, so its part is done where the machine has XBoard and lets a process see a
folder in another's place.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "xboard"))
import gui


def check_files(prefix):
    for name in ("bin/fusilier", "share/games/plugins/xboard/fusilier.eng", "share/games/plugins/logos/fusilier.png",
                 "share/man/man6/fusilier.6", "share/doc/fusilier/README.md", "share/doc/fusilier/LICENSE",
                 "share/doc/fusilier/docs/xboard.md", "share/doc/fusilier/docs/xboard-fusion.png",
                 "share/doc/fusilier/variants/thunder/README.md", "share/bash-completion/completions/fusilier",
                 "share/zsh/site-functions/_fusilier"):
        if not os.path.getsize(os.path.join(prefix, name)):
            raise AssertionError(f"{name} is empty")


def check_registration(prefix):
    """The registration names a program that is there, and games that it offers to XBoard."""
    with open(os.path.join(prefix, "share/games/plugins/xboard/fusilier.eng")) as file:
        spec, command, games = file.read().splitlines()
    if spec != "plugin spec 0.0":
        raise AssertionError(f"{spec!r} begins the registration")
    said = subprocess.run([os.path.join(prefix, "bin", command)], input="xboard\nprotover 2\nquit\n", text=True,
                          capture_output=True, check=True, timeout=60).stdout
    offered = said.split('variants="')[1].split('"')[0].replace("normal", "chess").split(",")
    if "feature done=1" not in said or sorted(games.split(",")) != sorted(offered):
        raise AssertionError(f"registered are {games}, offered {offered}")


def check_list(prefix, folder):
    """XBoard adds the engines it finds to the list in its settings, which it saves as it ends."""
    place = "/usr/local/share"
    private = ["unshare", "--map-root-user", "--mount"]
    mount = ["mount", "--bind", os.path.join(prefix, "share"), place]
    path = os.environ.get("PATH", "") + ":/usr/games"
    missing = [p for p in ("xboard", "Xvfb", "openbox", "xdotool", "unshare") if not shutil.which(p, path=path)]
    if missing or not os.path.isdir(place) or subprocess.run(private + mount, capture_output=True).returncode:
        print("XBoard's list was not looked at")
        return
    settings = os.path.join(folder, "settings")
    display = gui.Display(folder)
    try:
        script = 'mount --bind "$0" "$1" && exec xboard -ncp -saveSettingsOnExit true -saveSettingsFile "$2"'
        process = subprocess.Popen(private + ["sh", "-c", script, mount[2], place, settings], env=display.env,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        gui.wait_for("XBoard's window", lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "XBoard|xboard"], env=display.env, capture_output=True).stdout)
        process.terminate()
        process.wait(30)
    finally:
        display.close()
    with open(settings) as file:
        engines = file.read().split("-firstChessProgramNames {")[1].split("\n}")[0].splitlines()
    if "fusilier" not in engines:
        raise AssertionError(f"XBoard lists {engines}")


def main():
    cmake, build, folder = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    prefix = os.path.join(folder, "prefix")
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    check_files(prefix)
    check_registration(prefix)
    check_list(prefix, folder)
    print("installed and found")


main()
