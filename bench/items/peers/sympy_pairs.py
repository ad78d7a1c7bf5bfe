"""Microseconds that SymPy needs to decide each pair of pairs.tsv (standard input), as JSON.

Reading is not counted. Two ways are measured, `simplify(a - b) == 0` and `a.equals(b)`, each with an empty cache as
a fresh question has it; of those that give the right answer the faster counts. Where neither does, simplify counts.
"""

import json
import sys
import time

from sympy import simplify, sympify
from sympy.core.cache import clear_cache


def timed(decide):
    clear_cache()
    started = time.perf_counter()
    found = decide()
    return bool(found) if found is not None else None, (time.perf_counter() - started) * 1e6


sympify("sin(x)**2 + cos(x)**2 - sqrt(2)").simplify()  # the first call loads modules
times = []
for line in sys.stdin.read().splitlines()[1:]:
    verdict, _, _, left, right = line.split("\t")
    a, b = sympify(left), sympify(right)
    ways = [timed(lambda: simplify(a - b) == 0), timed(lambda: a.equals(b))]
    right_ones = [cost for found, cost in ways if found == (verdict == "equal")]
    times.append(min(right_ones) if right_ones else ways[0][1])
json.dump(times, sys.stdout)
