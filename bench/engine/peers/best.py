"""Reads lines of JSON from run.sh on stdin and prints the best durable round for each peer and concurrency.

The best, because a disturbance only ever slows a round down; Tutti is held to the same rule. `slowest` and `rounds` are
added so that a disturbed session shows. LangGraph's `-async` modes are left out: there a crash may lose a step.
"""

import json
import sys
from collections import defaultdict

modes = defaultdict(list)
for line in map(json.loads, sys.stdin):
    if not line["mode"].endswith("-async"):
        modes[line["peer"], line["concurrency"], line["mode"]].append(line)

best = {}
for (peer, concurrency, _), rounds in modes.items():
    speeds = [line["steps_per_s"] for line in rounds]
    fastest = max(rounds, key=lambda line: line["steps_per_s"]) | {"slowest": min(speeds), "rounds": len(rounds)}
    if (peer, concurrency) not in best or fastest["steps_per_s"] > best[peer, concurrency]["steps_per_s"]:
        best[peer, concurrency] = fastest

for line in best.values():
    print(json.dumps(line))
