"""Runs another open nesting program on one instance and prints its progress as JSON.

usage: peers.py spyrrow|packingsolver INSTANCE.json SECONDS SEED     (pip install spyrrow pyckingsolver)
       peers.py packingsolver-sheets INSTANCE.json SECONDS SEED
       peers.py PROGRAM --try     fails with a message where the program cannot run

On a strip this is its density over time: the parts' area / (strip width x extent of the layout along the strip), by the
placed outlines. On equal sheets it is, for each better layout, the time, the number of placed parts and of used sheets,
and the share of the last sheet: the extent from its edge along x / its width.

PACKINGSOLVER in the environment names a program to run instead of the package's own.
"""

import collections
import json
import math
import os
import sys
import threading
import time


def turned(points, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x * c - y * s, x * s + y * c) for x, y in points]


def density(doc, extent):
    return doc["itemArea"] / (doc["stripWidth"] * extent)


def types_of(request):
    """Turns equal outlines into one item with a demand, as these programs expect."""
    demand = collections.OrderedDict()
    for polygon in request["polygons"]:
        key = tuple(map(tuple, polygon["points"]))
        demand[key] = demand.get(key, 0) + 1
    return list(demand.items())


def spyrrow(doc, seconds, seed):
    import spyrrow

    request = doc["request"]
    gap = request["minDistance"]
    types = types_of(request)
    # None stands for any rotation.
    rotations = None if len(request["allowedRotations"]) == 360 else list(request["allowedRotations"])
    items = [spyrrow.Item(str(i), list(points), count, rotations) for i, (points, count) in enumerate(types)]
    # It also keeps parts off the edge by the gap, unlike the request.
    height = doc["stripWidth"] + 2 * gap
    instance = spyrrow.StripPackingInstance(doc["name"], height, items)
    config = spyrrow.StripPackingConfig(early_termination=False, total_computation_time=seconds, seed=seed, min_items_separation=gap or None)

    def extents(solution):
        xs, ys = [], []
        for placed in solution.placed_items:
            for x, y in turned(types[int(placed.id)][0], placed.rotation):
                xs.append(x + placed.translation[0])
                ys.append(y + placed.translation[1])
        return max(xs) - min(xs), max(ys) - min(ys)

    queue, curve, start = spyrrow.ProgressQueue(), [], time.perf_counter()
    result = []
    thread = threading.Thread(target=lambda: result.append(instance.solve(config, progress=queue)))
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
        for kind, solution in queue.drain():
            if kind not in (spyrrow.ReportType.ExplFeas, spyrrow.ReportType.CmprFeas, spyrrow.ReportType.Final):
                continue
            curve.append([time.perf_counter() - start, density(doc, extents(solution)[0])])
    length, width = extents(result[0])
    if width > doc["stripWidth"] * (1 + 1e-6):
        raise SystemExit(f"the layout is {width} high, the strip {doc['stripWidth']}")
    curve.append([time.perf_counter() - start, density(doc, length)])
    return curve


def packingsolver(doc, seconds, seed):
    import pyckingsolver as ps
    from shapely.geometry import Polygon

    request = doc["request"]
    builder = ps.InstanceBuilder("open-dimension-x")
    rotations = request["allowedRotations"]
    ranges = [(0, 360)] if len(rotations) == 360 else [(r, r) for r in rotations]
    builder.set_item_item_minimum_spacing(request["minDistance"])
    for points, count in types_of(request):
        builder.add_item(Polygon(points), copies=count, allowed_rotations=ranges)
    boundary = request["bins"][0]["boundary"]["points"]
    length = max(x for x, _ in boundary) - min(x for x, _ in boundary)
    builder.add_bin(Polygon([(0, 0), (length, 0), (length, doc["stripWidth"]), (0, doc["stripWidth"])]))
    curve, start = [], time.perf_counter()

    def improved(solution):
        if solution.total_item_count() < len(request["polygons"]):
            return
        # Its intermediate layouts come without figures.
        bounds = [shape.bounds for item in solution.all_items() for shape in item.shapes]
        extent = max(x for _, _, x, _ in bounds) - min(x for x, _, _, _ in bounds)
        curve.append([time.perf_counter() - start, density(doc, extent)])

    ps.Solver(binary=os.environ.get("PACKINGSOLVER")).solve(builder.build(), time_limit=seconds, seed=seed, on_improvement=improved)
    return curve


def packingsolver_sheets(doc, seconds, seed):
    """Asks for few sheets and a large rest of the last one. On a lone sheet it also asks for as many parts as possible."""
    alone = len(doc["request"]["bins"]) == 1
    objectives = ["bin-packing-with-leftovers"] + (["knapsack"] if alone else [])
    runs = [on_sheets(doc, seconds, seed, objective) for objective in objectives]
    return min((run for run in runs if run), key=lambda run: (-run[-1][1], run[-1][2], run[-1][3]), default=[])


def on_sheets(doc, seconds, seed, objective):
    import pyckingsolver as ps
    from shapely.geometry import Polygon

    request = doc["request"]
    common = request["allowedRotations"]
    builder = ps.InstanceBuilder(objective)
    builder.set_leftover_mode("Left")
    builder.set_item_item_minimum_spacing(request["minDistance"])
    for polygon in request["polygons"]:
        shape = Polygon(polygon["points"], [hole["points"] for hole in polygon.get("holes", [])])
        ranges = [(r, r) for r in polygon.get("allowedRotations", common)]
        mirror = polygon.get("mirror", False)
        builder.add_item(shape, copies=polygon.get("quantity", 1), allowed_rotations=ranges, allow_mirroring=mirror)
    sheets = [sheet["boundary"]["points"] for sheet in request["bins"]]
    if any(points != sheets[0] for points in sheets) or any(sheet.get("holes") for sheet in request["bins"]):
        raise SystemExit("the sheets differ or have holes")
    xs = [x for x, _ in sheets[0]]
    builder.add_bin(Polygon(sheets[0]), copies=len(sheets), item_bin_minimum_spacing=request.get("edgeDistance", 0))
    curve, start = [], time.perf_counter()

    def improved(solution):
        used = [sheet for sheet in solution.bins for _ in range(sheet.copies) if sheet.items]
        if not used:
            return
        placed = sum(len(sheet.items) for sheet in used)
        reach = min(max(x for item in sheet.items for shape in item.shapes for x in shape.exterior.xy[0]) for sheet in used)
        share = (reach - min(xs)) / (max(xs) - min(xs))
        better = (-placed, len(used), share)
        if not curve or better < (-curve[-1][1], *curve[-1][2:]):
            curve.append([time.perf_counter() - start, placed, len(used), share])

    try:
        binary = os.environ.get("PACKINGSOLVER")
        ps.Solver(binary=binary).solve(builder.build(), time_limit=seconds, seed=seed, on_improvement=improved)
    except ps.SolverInfeasible:
        # It has proven that not all parts fit, and places none.
        pass
    return curve


def try_out(solve):
    """Solves two squares in a second: a wheel may install and still not run."""
    square = {"id": "", "points": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    boundary = {"points": [[0, 0], [9, 0], [9, 1.001], [0, 1.001]]}
    request = {"polygons": [square, square], "minDistance": 0, "allowedRotations": [0], "bins": [{"boundary": boundary}]}
    if not solve({"name": "try", "itemArea": 2, "stripWidth": 1.001, "request": request}, 1, 1):
        raise SystemExit("it could not solve two squares")


if __name__ == "__main__":
    programs = {"spyrrow": spyrrow, "packingsolver": packingsolver, "packingsolver-sheets": packingsolver_sheets}
    solve = programs[sys.argv[1]]
    if sys.argv[2:] == ["--try"]:
        try_out(solve)
    else:
        file, seconds, seed = sys.argv[2:5]
        with open(file, encoding="utf-8") as f:
            document = json.load(f)
        json.dump(solve(document, int(seconds), int(seed)), sys.stdout)
