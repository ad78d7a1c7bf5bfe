"""CrewAI: a flow of ten methods in a row, persisted to SQLite after each of them.

Flows can be driven by threads or by asyncio; both are modes.
"""

import os

os.environ.update(
    CREWAI_DISABLE_TELEMETRY="true",
    CREWAI_DISABLE_TRACKING="true",
    CREWAI_TRACING_ENABLED="false",
    OTEL_SDK_DISABLED="true",
)

import asyncio
import contextlib
import logging
import sys
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

from crewai.flow.flow import Flow, listen, start
from crewai.flow.persistence import SQLiteFlowPersistence, persist

import measure

COUNT_STEPS = "SELECT count(*) FROM flow_states"


def step_method(number):
    def advance(self):
        step = self.state.get("step", 0) + 1
        self.state["step"] = step
        self.state["text"] = measure.payload(step)
        return step

    advance.__name__ = f"step_{number}"
    return advance


def persisted_flow(database):
    methods = {}
    last = None
    for number in range(measure.STEPS):
        method = step_method(number)
        last = (start() if last is None else listen(last))(method)
        methods[method.__name__] = last
    flow = type("Row", (Flow,), methods)
    return persist(SQLiteFlowPersistence(database))(flow)


def timings(flow, arguments):
    if arguments.mode == "threads":

        def one_run(_):
            assert flow(suppress_flow_events=True).kickoff() == measure.STEPS

        return measure.time_threads(one_run, arguments.runs, arguments.concurrency)

    async def one_run(_):
        assert await flow(suppress_flow_events=True).kickoff_async() == measure.STEPS

    return asyncio.run(measure.time_tasks(one_run, arguments.runs, arguments.concurrency))


def main():
    arguments = measure.arguments(["asyncio", "threads"])
    with measure.fresh_directory(arguments.directory) as directory:
        # Its other files go to the same folder, not to the user's home.
        os.environ["CREWAI_STORAGE_DIR"] = directory
        database = os.path.join(directory, "flows.db")
        # Its own output on stdout would mix with the line of JSON.
        with contextlib.redirect_stdout(sys.stderr):
            result = timings(persisted_flow(database), arguments)
        measure.prove_on_disk(database, COUNT_STEPS, arguments.runs)
    measure.report("crewai", arguments, result)


main()
