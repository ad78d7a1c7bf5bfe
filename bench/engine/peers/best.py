"""Reads lines of JSON from run.sh on stdin and prints, for each peer and concurrency, its best durable mode.

A mode counts with the median of its rounds, so that one lucky or disturbed round decides nothing. LangGraph's
`-async` modes are left out: there a step may be lost in a crash.
"""

import json
import sys
from collections import defaultdict

rounds = defaultdict(list)
for line in map(json.loads, sys.stdin):
    if not line["mode"].endswith("-async"):
        rounds[line["peer"], line["concurrency"], line["mode"]].append(line)

best = {}
for (peer, concurrency, _), lines in rounds.items():
    lines.sort(key=lambda line: line["steps_per_s"])
    median = lines[(len(lines) - 1) // 2]
    if median["steps_per_s"] > best.get((peer, concurrency), {"steps_per_s": 0})["steps_per_s"]:
        best[peer, concurrency] = median

for line in best.values():
    print(json.dumps(line))
