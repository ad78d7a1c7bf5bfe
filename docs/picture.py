#!/usr/bin/env python3
"""Draws docs/picture.svg: commands and what they really print, as a terminal shows it.

usage: docs/picture.py TUTTI    (a built binary; runs in a scratch folder)
"""
import os
import re
import subprocess
import sys
import tempfile
from html import escape

COLUMNS, LINE, CHAR, PAD = 118, 19, 8.4, 18


def show(tutti, folder, arguments):
    env = dict(os.environ, NO_COLOR="1", TUTTI_DATA=os.path.join(folder, "data"))
    done = subprocess.run([tutti, *arguments], cwd=folder, env=env, capture_output=True, text=True)
    return done.stderr + done.stdout


def main():
    tutti = os.path.abspath(sys.argv[1])
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        tour = show(tutti, folder, ["tour"])
        run = re.search(r"run (\w+)", tour).group(1)
        lines.append(("$ tutti tour", "command"))
        lines += [(line, "plain") for line in tour.split("\nNext:")[0].splitlines()]
        for arguments in (["review", "answer", run, "keep"], ["runs", "replay", run]):
            lines.append(("", "plain"))
            lines.append((f"$ tutti {' '.join(arguments)}", "command"))
            said = show(tutti, folder, arguments)
            lines += [(line, "plain") for line in said.splitlines() if not line.startswith(("{", "}", " "))]
    colours = {"done": "#3fb950", "pass": "#3fb950", "same": "#3fb950", "flagged": "#d29922", "parked": "#d29922",
               "blocked": "#f85149", "asks": "#58a6ff", "waits": "#58a6ff"}
    out = []
    for i, (text, kind) in enumerate(lines):
        text = text if len(text) <= COLUMNS else text[: COLUMNS - 1] + "…"
        shown = escape(text)
        if kind == "plain":
            pattern = r"\b(" + "|".join(colours) + r")\b"
            shown = re.sub(pattern, lambda m: f'<tspan fill="{colours[m.group(1)]}">{m.group(1)}</tspan>', shown)
        fill = "#f0f6fc" if kind == "command" else "#c9d1d9"
        weight = ' font-weight="bold"' if kind == "command" else ""
        y = PAD + LINE * (i + 1)
        out.append(f'<text x="{PAD}" y="{y}" fill="{fill}"{weight} xml:space="preserve">{shown}</text>')
    width, height = int(PAD * 2 + COLUMNS * CHAR), PAD * 2 + LINE * (len(lines) + 1)
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" '
           f'aria-label="A terminal: tutti tour runs three texts through an agent, a gate and a person">'
           f'<rect width="100%" height="100%" rx="8" fill="#0d1117"/>'
           f'<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, monospace" font-size="14">{"".join(out)}</g></svg>\n')
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "picture.svg"), "w") as file:
        file.write(svg)


main()
