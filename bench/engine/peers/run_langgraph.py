"""LangGraph: a graph of ten nodes in a row with a SQLite checkpointer.

A mode is a saver and a durability. With `sync` a checkpoint is on disk before the next node starts, which is what
Tutti does; with `async`, LangGraph's default, it is written while the next node runs, so a crash may lose a step.
`exit` writes only at the end and is not measured.
"""

import os

os.environ.update(LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

import asyncio
from typing import TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph

import measure

# One row per step; the input of a run is also a checkpoint, with step -1.
COUNT_STEPS = "SELECT count(*) FROM checkpoints WHERE json_extract(metadata, '$.step') >= 1"
INPUT = {"step": 0, "text": ""}


class State(TypedDict):
    step: int
    text: str


def advance(state):
    step = state["step"] + 1
    return {"step": step, "text": measure.payload(step)}


async def advance_async(state):
    return advance(state)


def graph(node, saver):
    builder = StateGraph(State)
    names = [f"step_{number}" for number in range(measure.STEPS)]
    for name in names:
        builder.add_node(name, node)
    for before, after in zip([START, *names], [*names, END]):
        builder.add_edge(before, after)
    return builder.compile(checkpointer=saver)


def config(name):
    return {"configurable": {"thread_id": name}}


def with_threads(database, durability, arguments):
    with SqliteSaver.from_conn_string(database) as saver:
        compiled = graph(advance, saver)

        def one_run(name):
            end = compiled.invoke(INPUT, config(name), durability=durability)
            assert end["step"] == measure.STEPS

        return measure.time_threads(one_run, arguments.runs, arguments.concurrency)


async def with_tasks(database, durability, arguments):
    async with AsyncSqliteSaver.from_conn_string(database) as saver:
        compiled = graph(advance_async, saver)

        async def one_run(name):
            end = await compiled.ainvoke(INPUT, config(name), durability=durability)
            assert end["step"] == measure.STEPS

        return await measure.time_tasks(one_run, arguments.runs, arguments.concurrency)


def main():
    modes = [f"{saver}-{durability}" for saver in ("SqliteSaver", "AsyncSqliteSaver") for durability in ("sync", "async")]
    arguments = measure.arguments(modes)
    saver, durability = arguments.mode.split("-")
    with measure.fresh_directory(arguments.directory) as directory:
        database = os.path.join(directory, "checkpoints.db")
        if saver == "SqliteSaver":
            timings = with_threads(database, durability, arguments)
        else:
            timings = asyncio.run(with_tasks(database, durability, arguments))
        measure.prove_on_disk(database, COUNT_STEPS, arguments.runs)
    measure.report("langgraph", arguments, timings)


main()
