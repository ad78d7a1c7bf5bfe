"""A conventional server: it checks an answer, stores it once and confirms it."""

import os
import sqlite3
import threading

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field

app = FastAPI()
local = threading.local()


def database() -> sqlite3.Connection:
    if not hasattr(local, "database"):
        database = sqlite3.connect(os.environ["ANSWERS_DB"], timeout=30, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute(
            "CREATE TABLE IF NOT EXISTS answers (attempt TEXT, item TEXT, option INTEGER, latency REAL,"
            " PRIMARY KEY (attempt, item))"
        )
        local.database = database
    return local.database


class Answer(BaseModel):
    item_id: str
    option: int = Field(ge=0, le=9)
    latency_sec: float = Field(ge=0)


@app.get("/health")
def health():
    database()
    return {"state": "ready"}


@app.post("/attempts/{attempt}/answers")
def answer(attempt: str, answer: Answer):
    try:
        database().execute(
            "INSERT INTO answers VALUES (?, ?, ?, ?)", (attempt, answer.item_id, answer.option, answer.latency_sec)
        )
    except sqlite3.IntegrityError:
        raise HTTPException(409, "answered already")
    return {"item_id": answer.item_id, "option": answer.option, "is_correct": answer.option == 1, "correct": 1}
