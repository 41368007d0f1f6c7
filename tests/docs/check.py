#!/usr/bin/env python3
"""Keeps the documents true: check.py FUSILIER SOURCE.

The worked example's code is the compiled files'; every link leads somewhere; the manual page has every command.
"""
import pathlib
import re
import shutil
import subprocess
import sys

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
faults = []


def example():
    text = (source / "docs/adding-a-variant.md").read_text()
    blocks = {}
    for name, code in re.findall(r"<!-- (\S+) -->\n```\w*\n(.*?)```\n", text, re.S):
        blocks[name] = blocks.get(name, "") + code
    if sorted(blocks) != ["rules.h", "test_couples.cpp", "variant.cpp"]:
        faults.append(f"adding-a-variant.md has code of {sorted(blocks)}")
    for name, code in blocks.items():
        if code != (source / "docs/example/variants/couples" / name).read_text():
            faults.append(f"adding-a-variant.md: the code of {name} is not the compiled file's")


def links():
    documents = [*source.glob("*.md"), *source.glob("docs/*.md"), *source.glob("variants/*/README.md")]
    count = 0
    for document in documents:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            if not (document.parent / link).exists():
                faults.append(f"{document.relative_to(source)}: {link} leads nowhere")
    if count < 60:
        faults.append(f"only {count} links were found")


def commands():
    overview = subprocess.run([program, "help"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^  (\w+) ", overview, re.M)
    if len(names) < 10:
        faults.append(f"only {len(names)} commands were found")
    manual = (source / "docs/fusilier.6").read_text()
    readme = (source / "README.md").read_text()
    for name in names:
        if not re.search(rf"^\.B[RI]? .*\b{name}\b", manual, re.M):
            faults.append(f"fusilier.6 does not tell of {name}")
        if f"fusilier {name}" not in readme and f"`{name}" not in readme:
            faults.append(f"README.md does not tell of {name}")
    return names


def completions(names):
    for shell in ("bash", "zsh"):
        script = subprocess.run([program, "completion", shell], capture_output=True, text=True, check=True).stdout
        for name in names:
            usage = subprocess.run([program, "help", name], capture_output=True, text=True, check=True).stdout
            if not re.search(rf"\b{name}\b", script):
                faults.append(f"the completion for {shell} lacks {name}")
            for flag in set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", usage)):
                if flag not in script:
                    faults.append(f"the completion for {shell} lacks {flag} of {name}")
    # What bash really offers.
    script = subprocess.run([program, "completion", "bash"], capture_output=True, text=True, check=True).stdout
    for words, offered in ((["fusilier", "pl"], "play"), (["fusilier", "show", "sent"], "sentai"),
                           (["fusilier", "play", "chess", "--lev"], "--level"), (["fusilier", "match", "--spr"], "--sprt")):
        ask = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _fusilier; echo ${{COMPREPLY[@]}}"
        got = subprocess.run(["bash", "-c", script + ask], capture_output=True, text=True).stdout.split()
        if offered not in got:
            faults.append(f"bash offers {got} for {words}")
    if shutil.which("zsh"):
        script = subprocess.run([program, "completion", "zsh"], capture_output=True, text=True, check=True).stdout
        if subprocess.run(["zsh", "-n", "-c", script]).returncode != 0:
            faults.append("zsh does not read its completion")


example()
links()
completions(commands())
print("\n".join(faults) or "the documents hold")
sys.exit(bool(faults))
