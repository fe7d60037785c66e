"""Drafts every pattern that the running service lists as DXF, in both dialects, has ezdxf audit the file, and holds the
areas of the outlines that it reads against those of the draft in JSON."""
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


def area(points):
    """Of a closed outline; mm²."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]))) / 2


def faults(text, pieces):
    """What is wrong with a DXF: problems of the file, then of what it holds, then how it differs from the pieces."""
    try:
        document = ezdxf.read(io.StringIO(text, newline=None))
    except DXFError as error:
        return [str(error)]
    audit = document.audit()
    found = [str(entry.message) for entry in [*audit.errors, *audit.fixes]]
    if document.dxfversion != "AC1009":
        found.append(f"is {document.dxfversion}, not R12")
    outlines = [entity for block in document.blocks for entity in block.query("POLYLINE") if entity.dxf.layer == "1"]
    if len(outlines) != len(pieces):
        found.append(f"has {len(outlines)} outlines on layer 1 of {len(pieces)} pieces")
    drawn = sorted(area([(point.x, point.y) for point in outline.points()]) for outline in outlines)
    drafted = sorted(area([tuple(point) for point in piece["boundary"]]) for piece in pieces)
    for mine, theirs in zip(drafted, drawn):
        if abs(mine - theirs) > 1e-4 * mine:
            found.append(f"has an outline of {theirs:.1f} mm² where the piece has {mine:.1f}")
    return found


passed = failed = 0
for pattern in all_patterns():
    pieces = call(f"/api/v1/patterns/{pattern['patternId']}", {})["data"]["pieces"]
    for dialect in ("astm", "aama"):
        answer = call(f"/api/v1/patterns/{pattern['patternId']}", {"format": "dxf", "dxf": {"dialect": dialect}})
        found = faults(answer["data"], pieces)
        passed, failed = passed + (not found), failed + bool(found)
        print("FAIL" if found else "ok  ", pattern["name"], dialect, *found)
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
