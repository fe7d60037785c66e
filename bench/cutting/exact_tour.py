"""The shortest open tour through given points, from a home: a circuit constraint of CP-SAT (OR-tools).

Reads {"home": [x, y], "ends": [[enter, leave], ...], "upper": length} on standard input and prints
{"length": ..., "proven": ...}. The length is the best bound where the time was too short for a proof.
"""

import json
import math
import sys

from ortools.sat.python import cp_model

SCALE = 1000


def main() -> None:
    job = json.load(sys.stdin)
    ends = job["ends"]
    home = job["home"]
    count = len(ends)
    model = cp_model.CpModel()
    arcs = []
    cost = []
    for j in range(count):
        start = model.new_bool_var("")
        arcs.append((count, j, start))
        cost.append(round(SCALE * math.dist(home, ends[j][0])) * start)
        arcs.append((j, count, model.new_bool_var("")))
        for i in range(count):
            if i != j:
                arc = model.new_bool_var("")
                arcs.append((i, j, arc))
                cost.append(round(SCALE * math.dist(ends[i][1], ends[j][0])) * arc)
    model.add_circuit(arcs)
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = float(sys.argv[1])
    status = solver.solve(model)
    proven = status == cp_model.OPTIMAL
    length = (solver.objective_value if proven else solver.best_objective_bound) / SCALE
    print(json.dumps({"length": length, "proven": proven}))


main()
