"""Audits DXF files with ezdxf, a reader that shares nothing with the writer.

usage: python3 audit_dxf.py FOLDER
Prints one JSON object: file name -> version, errors, fixes, and for every block the area inside layer 1.
"""

import json
import sys
from pathlib import Path

import ezdxf


def area(points):
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
        total += ax * by - bx * ay
    return total / 2


def block_areas(document):
    areas = {}
    for insert in document.modelspace().query("INSERT"):
        block = document.blocks.get(insert.dxf.name)
        for line in block.query('POLYLINE[layer=="1"]'):
            assert line.is_closed, f"{insert.dxf.name}: open boundary"
            areas[insert.dxf.name] = area([(v.dxf.location.x, v.dxf.location.y) for v in line.vertices])
    return areas


report = {}
for path in sorted(Path(sys.argv[1]).glob("*.dxf")):
    document = ezdxf.readfile(path)
    auditor = document.audit()
    report[path.name] = {
        "version": document.dxfversion,
        "errors": [error.message for error in auditor.errors],
        "fixes": [fix.message for fix in auditor.fixes],
        "areas": block_areas(document),
    }
print(json.dumps(report))
