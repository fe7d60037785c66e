"""Writes DXF files with ezdxf, and what ezdxf sees in them: area and box of each outline in mm, y down.

usage: foreign_dxf.py FOLDER SEED COUNT
"""

import json
import math
import random
import sys

import ezdxf
from ezdxf import path
from ezdxf.math import Vec3, area

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rnd = random.Random(seed)
UNITS = {1: 25.4, 2: 304.8, 4: 1, 5: 10, 6: 1000}
KINDS = ["circle", "ellipse", "lwpolyline", "polyline", "clamped spline", "rational spline"]


def extrusion():
    return rnd.choice([(0, 0, 1), (0, 0, -1)])


def draw(space, kind, size):
    x, y = rnd.uniform(-size, size), rnd.uniform(-size, size)
    turned = {"extrusion": extrusion()}
    corners = rnd.randint(5, 8)
    ring = [
        (x + size * math.cos(math.tau * i / corners), y + size * math.sin(math.tau * i / corners))
        for i in range(corners)
    ]
    if kind == "circle":
        space.add_circle((x, y), size, dxfattribs=turned)
    elif kind == "ellipse":
        axis = Vec3.from_deg_angle(rnd.uniform(0, 360), size)
        space.add_ellipse((x, y), axis, rnd.uniform(0.2, 1), dxfattribs=turned)
    elif kind == "lwpolyline":
        points = [(*point, rnd.choice([0, 0.2, 0.4])) for point in ring]
        space.add_lwpolyline(points, format="xyb", close=True, dxfattribs=turned)
    elif kind == "polyline":
        points = [(*point, rnd.choice([0, 0.3])) for point in ring]
        space.add_polyline2d(points, format="xyb", close=True, dxfattribs=turned)
    elif kind == "clamped spline":
        space.add_open_spline([Vec3(point) for point in ring + ring[:1]], degree=rnd.randint(2, 4))
    else:
        points = [Vec3(point) for point in ring + ring[:1]]
        weights = [rnd.uniform(0.5, 3) for _ in points]
        space.add_rational_spline(points, weights, degree=rnd.randint(2, 4))


def placed(document, kind, size):
    """The shape in a block, alone, in a grid, or in a block of its own that is scaled evenly."""
    block = document.blocks.new("Part", base_point=(rnd.uniform(-5, 5) * size, 3 * size))
    draw(block, kind, size)
    host = document.modelspace()
    inside = rnd.random() < 0.5
    if inside:
        host = document.blocks.new("OUTER", base_point=(size, size))
        outer = {"xscale": -0.7, "yscale": 0.7, "rotation": 33, "extrusion": extrusion()}
        document.modelspace().add_blockref("OUTER", (size, 0), dxfattribs=outer)
    scale = rnd.choice([0.5, 1, 2])
    # ezdxf takes polylines apart where a circle would become an ellipse
    wide = scale if "polyline" in kind else scale * rnd.choice([1, 1.5])
    insert = {
        "xscale": wide * rnd.choice([1, -1]),
        "yscale": scale * rnd.choice([1, -1]),
        "rotation": rnd.uniform(0, 360),
        "extrusion": extrusion(),
    }
    reference = host.add_blockref("part", (rnd.uniform(-9, 9) * size, 2 * size), dxfattribs=insert)
    if not inside and rnd.random() < 0.5:
        reference.grid((rnd.randint(1, 3), rnd.randint(1, 3)), (9 * size, 8 * size))


def shown(entities):
    for entity in entities:
        if entity.dxftype() == "INSERT":
            copies = entity.multi_insert() if entity.mcount > 1 else [entity]
            for copy in copies:
                yield from shown(copy.virtual_entities())
        else:
            yield entity


def outline(entity, mm, size):
    flattening = entity if entity.dxftype() == "SPLINE" else path.make_path(entity)
    points = [Vec3(point) * mm for point in flattening.flattening(0.0005 * size)]
    xs, ys = [point.x for point in points], [-point.y for point in points]
    return [abs(area(points)), min(xs), min(ys), max(xs), max(ys)]


seen = {}
for i in range(count):
    document = ezdxf.new(rnd.choice(["R2000", "R2010", "R2018"]))
    document.units = rnd.choice(list(UNITS))
    mm = UNITS[document.units]
    size, kind = 50 / mm, KINDS[i % len(KINDS)]
    if rnd.random() < 0.3:
        draw(document.modelspace(), kind, size)
    else:
        placed(document, kind, size)
    document.saveas(f"{folder}/{i}.dxf")
    seen[f"{i}.dxf"] = [outline(entity, mm, size) for entity in shown(document.modelspace())]
print(json.dumps(seen))
