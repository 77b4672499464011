"""A trace of Playwright that holds a secret wherever it may."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any


def zipped(members: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def jsonl(*lines: Mapping[str, Any]) -> bytes:
    return "\n".join(map(json.dumps, lines)).encode()


SECRET = "s3cr3t"  # noqa: S105  # that is what it plays


HEADERS = [{"name": "Cookie", "value": SECRET}]


TRACE = zipped({
    "trace.trace": jsonl(
        {"type": "context-options", "version": 8, "options": {"viewport": {"width": 9}, "storageState": SECRET}},
        {"type": "event", "method": "page", "params": {"pageId": "other"}},
        {"type": "before", "callId": "0", "class": "BrowserContext", "method": "newPage"},
        {"type": "event", "method": "page", "params": {"pageId": "ours", "url": f"/?{SECRET}"}},
        {"type": "event", "method": "page", "params": {"pageId": "popup"}},
        {"type": "before", "callId": "1", "class": "Frame", "method": "goto", "title": SECRET,
         "params": {"url": f"https://a.example/b?{SECRET}", "arg": SECRET, "expression": SECRET}},
        {"type": "after", "callId": "1", "endTime": 2, "result": SECRET, "error": {"message": SECRET}},
        {"type": "log", "callId": "1", "message": SECRET},
        {"type": "console", "text": SECRET},
        {"type": "screencast-frame", "pageId": "ours", "file": "screencast/1.jpeg"},
        {"type": "screencast-frame", "pageId": "other", "file": "screencast/2.jpeg"},
    ),
    "trace.network": jsonl({"type": "resource-snapshot", "snapshot": {
        "time": 3,
        "request": {"method": "POST", "url": f"https://a.example/b?{SECRET}", "headers": HEADERS, "cookies": HEADERS,
                    "queryString": HEADERS, "postData": {"text": SECRET}},
        "response": {"status": 200, "headers": HEADERS, "cookies": HEADERS, "redirectURL": SECRET,
                     "content": {"size": 1, "mimeType": f"text/html; {SECRET}", "_sha1": "body.html"}},
    }}),
    "trace.stacks": SECRET.encode(),
    "screencast/1.jpeg": b"ours",
    "screencast/2.jpeg": b"other",
    "resources/body.html": SECRET.encode(),
})  # fmt: skip
