"""Drafts every pattern that the running service lists as DXF, in both dialects, and has ezdxf audit the file."""
import io
import json
import os
import sys
import urllib.request

import ezdxf
from ezdxf.lldxf.const import DXFError


def call(path, body=None):
    request = urllib.request.Request(
        os.environ["SELVAGE_SERVER"] + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {os.environ['SELVAGE_KEY']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def all_patterns():
    token = ""
    while True:
        page = call(f"/api/v1/patterns?pageSize=200&pageToken={token}" if token else "/api/v1/patterns?pageSize=200")
        yield from page["patterns"]
        token = page["nextPageToken"]
        if not token:
            return


def faults(text):
    """What is wrong with a DXF: problems of the file, then of what it holds."""
    try:
        document = ezdxf.read(io.StringIO(text, newline=None))
    except DXFError as error:
        return [str(error)]
    audit = document.audit()
    found = [str(entry.message) for entry in [*audit.errors, *audit.fixes]]
    if document.dxfversion != "AC1009":
        found.append(f"is {document.dxfversion}, not R12")
    outlines = [entity for block in document.blocks for entity in block.query("POLYLINE") if entity.dxf.layer == "1"]
    if not outlines:
        found.append("has no outline on layer 1")
    return found


passed = failed = 0
for pattern in all_patterns():
    for dialect in ("astm", "aama"):
        answer = call(f"/api/v1/patterns/{pattern['patternId']}", {"format": "dxf", "dxf": {"dialect": dialect}})
        found = faults(answer["data"])
        passed, failed = passed + (not found), failed + bool(found)
        print("FAIL" if found else "ok  ", pattern["name"], dialect, *found)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
