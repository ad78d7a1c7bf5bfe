"""Uses Tutti as an assistant would, with the official MCP client for Python, and prints the results as JSON.

    client.py SAMPLE legacy|auto stdio PROGRAM ARGUMENT…
    client.py SAMPLE legacy|auto http URL [TOKEN]

`legacy` shakes hands as clients before 2026-07-28 do; `auto` asks every request anew, as later ones do.
"""

import json
import sys
from pathlib import Path

import anyio
import httpx2 as httpx
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError


def place(kind, words):
    if kind == "stdio":
        return StdioServerParameters(command=words[0], args=words[1:])
    if len(words) > 1:
        headers = {"Authorization": f"Bearer {words[1]}"}
        return streamable_http_client(words[0], http_client=httpx.AsyncClient(headers=headers, timeout=60))
    return words[0]


async def seen(sample, mode, kind, words):
    told = []

    async def progress(done, total, message):
        told.append([done, message])

    async with Client(place(kind, words), mode=mode, read_timeout_seconds=60) as client:
        tools = (await client.list_tools()).tools
        fields = {tool.name: sorted(tool.input_schema["properties"]) for tool in tools}
        text = Path(sample).read_text()
        arguments = {"text": text, "name": "sample.md", "questions": 3, "flashcards": 2}
        studied = await client.call_tool("study_document", arguments, progress_callback=progress)
        assert not studied.is_error, studied.content
        session = studied.structured_content
        listed = (await client.call_tool("list_items", {"tag": "study"})).structured_content
        uri = listed["items"][0]["uri"]
        item = (await client.read_resource(uri)).contents[0]
        added = (await client.call_tool("add_to_library", {"text": text, "name": "sample.md"})).structured_content
        found = (await client.call_tool("search_library", {"words": session["concepts"][0]["term"]})).structured_content
        shelved = (await client.read_resource(added["uri"])).contents[0]
        resources = (await client.list_resources()).resources
        refused = await client.call_tool("study_document", {"url": "volcanoes"})
        path = await client.call_tool("read_document", {"path": str(Path(sample).resolve())})
        try:
            await client.read_resource("tutti://items/none")
            missing = "found"
        except MCPError as error:
            missing = error.message
        return {
            "version": client.protocol_version,
            "server": client.server_info.name if client.server_info else None,
            "tools": fields,
            "session": {
                "status": session["status"],
                "title": session["title"],
                "cards": len(session["flashcards"]),
                "questions": len(session["quiz"]),
                "quotes_are_in_the_text": all(card["quote"] in text for card in session["flashcards"]),
            },
            "text": studied.content[0].text.splitlines()[0],
            "progress_grows": len(told) > 1 and all(a[0] < b[0] for a, b in zip(told, told[1:])),
            "items": listed["total"],
            "item": [item.mime_type, "study" in item.text],
            "library": [len(found["hits"]) > 0, shelved.text.splitlines()[0]],
            "resources": sorted({resource.uri.split("/")[2] for resource in resources}),
            "refused": [refused.is_error, refused.structured_content["pointer"], refused.content[0].text],
            "path": [path.is_error, (path.structured_content or {}).get("code")],
            "missing": missing,
        }


print(json.dumps(anyio.run(seen, sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])))
