"""Times a 2PL fit of the answers by girth (persons x items, JSON on standard input)."""

import json
import sys
import time

import girth
import numpy

answers = numpy.array(json.load(sys.stdin)).T.copy()
started = time.perf_counter()
girth.twopl_mml(answers)
json.dump(time.perf_counter() - started, sys.stdout)
