"""Applies the rule table of a graded DXF to its sample size, and measures how far that is from every size in the file.

A reader of its own: plain text of both files, nothing of the writer. usage: python3 apply_rules.py FILE.zip
Prints one JSON object: sizes, sample, rules, pieces, compared outlines, the greatest distance, the units that
the DXF and the table name, and the farthest x of a point from the origin of its piece. Lengths are in those units.
"""

import json
import re
import sys
import zipfile


def groups(text):
    lines = text.splitlines()
    return [(int(lines[i]), lines[i + 1].strip()) for i in range(0, len(lines) - 1, 2)]


def entities(tags):
    found = []
    for code, value in tags:
        if code == 0:
            found.append((value, []))
        elif found:
            found[-1][1].append((code, value))
    return found


def blocks(text):
    """Name and size of each block, the vertices of its outline, and the numbers of rules by place."""
    result = []
    block = None
    in_outline = False
    for kind, tags in entities(groups(text)):
        first = dict(reversed(tags))
        at = (float(first.get(10, 0)), float(first.get(20, 0)))
        if kind == "BLOCK":
            block = {"piece": "", "size": "", "outline": [], "rules": {}}
        elif kind == "ENDBLK":
            result.append(block)
            block = None
        elif block is None:
            continue
        elif kind == "POLYLINE":
            in_outline = first.get(8) == "1"
        elif kind == "VERTEX" and in_outline:
            block["outline"].append(at)
        elif kind == "SEQEND":
            in_outline = False
        elif kind == "TEXT":
            words = first[1]
            if match := re.fullmatch(r"# (\d+)", words):
                block["rules"][at] = int(match[1])
            elif words.startswith("Piece Name:"):
                block["piece"] = words.split(":", 1)[1].strip()
            elif words.startswith("Size:"):
                block["size"] = words.split(":", 1)[1].strip()
    return result


def rule_table(text):
    head = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line and not line.startswith("RULE"))
    rules = {}
    number = None
    for line in text.splitlines():
        if line.startswith("RULE: DELTA"):
            number = int(line.split()[-1])
            rules[number] = []
        elif number is not None and line != "END":
            numbers = [float(each) for each in line.replace(",", " ").split()]
            rules[number] += list(zip(numbers[::2], numbers[1::2]))
    return head["SIZE LIST"].split(), head["SAMPLE SIZE"], head["UNITS"], rules


archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
texts = {name.rsplit(".", 1)[1]: archive.read(name).decode("ascii") for name in archive.namelist()}
sizes, sample, units, rules = rule_table(texts["rul"])
assert all(len(moves) == len(sizes) for moves in rules.values())
drawn = {}
for one in blocks(texts["dxf"]):
    drawn.setdefault(one["piece"], {})[one["size"]] = one
named = re.search(r"Units: (\w+)", texts["dxf"])[1]
reach = max(abs(x) for by_size in drawn.values() for one in by_size.values() for x, _ in one["outline"])
worst, compared = 0.0, 0
for piece, by_size in drawn.items():
    base = by_size[sample]
    for place, size in enumerate(sizes):
        if size not in by_size:
            continue
        outline = by_size[size]["outline"]
        assert len(outline) == len(base["outline"]), f"{piece} {size}: another number of points"
        for (x, y), (true_x, true_y) in zip(base["outline"], outline):
            dx, dy = rules[base["rules"][(x, y)]][place]
            worst = max(worst, ((x + dx - true_x) ** 2 + (y + dy - true_y) ** 2) ** 0.5)
        compared += 1
told = {"sizes": sizes, "sample": sample, "rules": len(rules), "pieces": len(drawn), "compared": compared}
print(json.dumps({**told, "worst": worst, "units": [named, units], "reach": reach}))
