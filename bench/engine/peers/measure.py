"""Shared by the measurements of all peers: arguments, timing, the check on disk, and the line of JSON.

A measurement is one process: it makes a fresh database in the directory it was given, does a few runs that are
not counted, then times `runs` runs with `concurrency` of them under way at any time. A peer that did not write
every step to its database fails instead of printing a figure.
"""

import argparse
import asyncio
import contextlib
import json
import os
import resource
import shutil
import sqlite3
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

STEPS = 10
WARM_UP_RUNS = 3


def payload(step):
    """Half a KiB that differs between steps, so that every step has something to write."""
    return f"{step:04}".ljust(512, "abcdefgh"[step % 8])


def arguments(modes):
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", help="where the database is made; on a disk, not in memory")
    parser.add_argument("--mode", choices=modes, default=modes[0])
    parser.add_argument("--runs", type=int, default=640)
    parser.add_argument("--concurrency", type=int, default=1)
    return parser.parse_args()


@contextlib.contextmanager
def fresh_directory(parent):
    os.makedirs(parent, exist_ok=True)
    directory = tempfile.mkdtemp(dir=parent, prefix="peer-")
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def time_threads(one_run, runs, concurrency):
    """`one_run(name)` is a function. Returns the seconds of each run and of all together."""

    def timed(name):
        start = time.perf_counter()
        one_run(name)
        return time.perf_counter() - start

    with ThreadPoolExecutor(concurrency) as pool:
        list(pool.map(one_run, [f"warm-up-{number}" for number in range(WARM_UP_RUNS)]))
        start = time.perf_counter()
        each = list(pool.map(timed, [f"run-{number}" for number in range(runs)]))
        return each, time.perf_counter() - start


async def time_tasks(one_run, runs, concurrency):
    """`one_run(name)` is a coroutine function. Returns the seconds of each run and of all together."""
    for number in range(WARM_UP_RUNS):
        await one_run(f"warm-up-{number}")
    waiting = iter(range(runs))
    each = []

    async def worker():
        for number in waiting:
            start = time.perf_counter()
            await one_run(f"run-{number}")
            each.append(time.perf_counter() - start)

    start = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(concurrency)))
    return each, time.perf_counter() - start


def prove_on_disk(database, count_steps, runs):
    """`count_steps` is the query that counts steps in the peer's own tables."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute(count_steps).fetchone()
    expected = (runs + WARM_UP_RUNS) * STEPS
    if found < expected:
        sys.exit(f"{database} holds {found} steps, not {expected}: this was no durable run")


def report(peer, arguments, timings):
    each, seconds = timings
    each = sorted(each)

    def quantile(share):
        return round(each[min(len(each) - 1, int(len(each) * share))] * 1000, 2)

    steps = arguments.runs * STEPS
    line = {
        "peer": peer,
        "mode": arguments.mode,
        "concurrency": arguments.concurrency,
        "runs": arguments.runs,
        "steps": steps,
        "seconds": round(seconds, 3),
        "steps_per_s": round(steps / seconds, 1),
        "run_p50_ms": quantile(0.50),
        "run_p99_ms": quantile(0.99),
        "rss_mb": round(peak_rss_bytes() / 1e6, 1),
    }
    print(json.dumps(line), flush=True)


def peak_rss_bytes():
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
