"""Has LibreCAD print a graded DXF, and finds the cut lines in its PDF.

usage: python3 librecad_picture.py FILE.zip [--stacked]
--stacked: first puts every piece where the first one lies.
Prints one JSON object: inserts of the file, outlines in the picture, and the pairs of outlines whose boxes overlap.
"""

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections import defaultdict
from pathlib import Path

import ezdxf
from ezdxf.colors import aci2rgb

# the cut lines again, without the words and turn points of layer 1
CUT_LINES = "84"


def main():
    archive = zipfile.ZipFile(sys.argv[1])
    [name] = [each for each in archive.namelist() if each.endswith(".dxf")]
    document = ezdxf.read(io.StringIO(archive.read(name).decode("ascii").replace("\r\n", "\n")))
    inserts = document.modelspace().query("INSERT")
    if "--stacked" in sys.argv:
        for insert in inserts:
            insert.dxf.insert = inserts[0].dxf.insert
    color = tuple(aci2rgb(document.layers.get(CUT_LINES).color))
    with tempfile.TemporaryDirectory() as folder:
        drawing = Path(folder, "drawing.dxf")
        document.saveas(drawing)
        boxes = boxes_of(lines_of(printed(drawing), color))
    overlaps = [
        [a, b]
        for i, a in enumerate(boxes)
        for b in boxes[:i]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    print(json.dumps({"inserts": len(inserts), "outlines": len(boxes), "overlaps": overlaps}))


def printed(drawing):
    """The PDF of LibreCAD, without a screen and without settings of anybody."""
    picture = drawing.with_suffix(".pdf")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(drawing.parent)}
    run = subprocess.run(
        ["librecad", "dxf2pdf", "-a", "-o", str(picture), str(drawing)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    if not picture.exists():
        sys.exit(f"LibreCAD printed nothing: {run.stdout}{run.stderr}")
    return picture.read_bytes()


def lines_of(pdf, color):
    """The lines of one colour in the page of a PDF, as lists of places."""
    lines = []
    for stream in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            content = zlib.decompress(stream.group(1)).decode("latin1")
        except zlib.error:
            continue
        if " SCN" not in content:
            continue
        is_wanted = False
        for operation in content.splitlines():
            *numbers, operator = operation.split() or [""]
            if operator == "SCN":
                is_wanted = tuple(round(255 * float(each)) for each in numbers) == color
            elif operator == "m":
                line = [tuple(map(float, numbers))]
            elif operator == "l":
                line.append(tuple(map(float, numbers)))
            elif operator == "S" and is_wanted:
                lines.append(line)
    return lines


def boxes_of(lines):
    """The box of each group of lines that hang together by their ends."""
    group_of = {}

    def group(place):
        group_of.setdefault(place, place)
        while group_of[place] != place:
            group_of[place] = group_of[group_of[place]]
            place = group_of[place]
        return place

    for first, *others in lines:
        for place in others:
            group_of[group(first)] = group(place)
    groups = defaultdict(list)
    for place in list(group_of):
        groups[group(place)].append(place)
    return [
        (min(x for x, _ in places), min(y for _, y in places), max(x for x, _ in places), max(y for _, y in places))
        for places in groups.values()
    ]


main()
