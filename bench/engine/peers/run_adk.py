"""Google ADK: ten agents in a row whose events go to one of its two SQLite session services.

`SqliteSessionService` talks to SQLite directly, `DatabaseSessionService` through SQLAlchemy.
"""

import os

os.environ.update(OTEL_SDK_DISABLED="true", ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS="false")

import asyncio
import logging
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

from google.adk.agents import BaseAgent, SequentialAgent
from google.adk.events import Event, EventActions
from google.adk.runners import Runner
from google.adk.sessions import DatabaseSessionService
from google.adk.sessions.sqlite_session_service import SqliteSessionService
from google.genai import types

import measure

# The message that starts a run is an event too; it is the user's.
COUNT_STEPS = "SELECT count(*) FROM events WHERE json_extract(event_data, '$.author') <> 'user'"


class Advance(BaseAgent):
    async def _run_async_impl(self, context):
        step = context.session.state.get("step", 0) + 1
        yield Event(
            author=self.name,
            invocation_id=context.invocation_id,
            actions=EventActions(state_delta={"step": step, "text": measure.payload(step)}),
        )


def session_service(mode, database):
    if mode == "SqliteSessionService":
        return SqliteSessionService(database)
    return DatabaseSessionService(db_url=f"sqlite+aiosqlite:///{database}")


async def timings(database, arguments):
    sessions = session_service(arguments.mode, database)
    agents = [Advance(name=f"step_{number}") for number in range(measure.STEPS)]
    runner = Runner(app_name="bench", agent=SequentialAgent(name="row", sub_agents=agents), session_service=sessions)
    message = types.Content(role="user", parts=[types.Part(text="go")])

    async def one_run(name):
        await sessions.create_session(app_name="bench", user_id="bench", session_id=name)
        steps = 0
        async for _ in runner.run_async(user_id="bench", session_id=name, new_message=message):
            steps += 1
        assert steps == measure.STEPS

    result = await measure.time_tasks(one_run, arguments.runs, arguments.concurrency)
    await runner.close()
    return result


def main():
    arguments = measure.arguments(["SqliteSessionService", "DatabaseSessionService"])
    with measure.fresh_directory(arguments.directory) as directory:
        database = os.path.join(os.path.abspath(directory), "sessions.db")
        result = asyncio.run(timings(database, arguments))
        measure.prove_on_disk(database, COUNT_STEPS, arguments.runs)
    measure.report("google-adk", arguments, result)


main()
