"""Audits a graded DXF with ezdxf, and looks for pieces that lie on each other as they are put into the drawing.

usage: python3 audit_graded.py FILE.zip
Prints one JSON object: errors, fixes, inserts, and the pairs of inserts whose boxes overlap.
"""

import io
import json
import sys
import zipfile

import ezdxf

archive = zipfile.ZipFile(sys.argv[1])
[name] = [each for each in archive.namelist() if each.endswith(".dxf")]
document = ezdxf.read(io.StringIO(archive.read(name).decode("ascii").replace("\r\n", "\n")))
audit = document.audit()
boxes = []
for insert in document.modelspace().query("INSERT"):
    dx, dy = insert.dxf.insert.x, insert.dxf.insert.y
    lines = document.blocks.get(insert.dxf.name).query('POLYLINE[layer=="1"]')
    corners = [(v.dxf.location.x + dx, v.dxf.location.y + dy) for line in lines for v in line.vertices]
    xs, ys = zip(*corners)
    boxes.append((insert.dxf.name, min(xs), min(ys), max(xs), max(ys)))
overlaps = [
    [a[0], b[0]]
    for i, a in enumerate(boxes)
    for b in boxes[:i]
    if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
]
print(
    json.dumps(
        {
            "errors": [each.message for each in audit.errors],
            "fixes": [each.message for each in audit.fixes],
            "inserts": len(boxes),
            "overlaps": overlaps,
        }
    )
)
