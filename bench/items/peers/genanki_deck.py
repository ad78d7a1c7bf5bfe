"""Times genanki writing a deck: items as JSON lines on standard input, seconds as JSON on standard output.

From the parsed items to the finished file. Images are left out, which is in genanki's favour.
"""

import html
import json
import os
import sys
import tempfile
import time

import genanki

items = [json.loads(line) for line in sys.stdin if line.strip()]


def back(item):
    body = item["body"]
    solution = item.get("solution", {})
    lines = [option["label"] + ". " + option["text"] + " " + option.get("rationale", "")
             for option in body.get("options", [])]
    lines += [str(body[name]) for name in ("key", "keys", "answer", "value", "accepts", "gaps", "back") if name in body]
    lines += [step["text"] for step in solution.get("steps", [])]
    return "<br>".join(html.escape(line) for line in lines)


started = time.perf_counter()
deck = genanki.Deck(2059400110, "Bench")
for number, item in enumerate(items):
    deck.add_note(genanki.Note(
        model=genanki.BASIC_MODEL,
        fields=[html.escape(item["stem"]), back(item)],
        tags=[tag.replace(" ", "_") for tag in item.get("tags", [])],
        guid=f"bench-{number}"))
with tempfile.TemporaryDirectory() as folder:
    genanki.Package(deck).write_to_file(os.path.join(folder, "bench.apkg"), timestamp=1763200000)
print(json.dumps(time.perf_counter() - started))
