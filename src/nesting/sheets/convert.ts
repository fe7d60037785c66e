/**
 * Converts layouts between a problem's own units and the search, which has search units and positions of reference
 * points.
 */
import { choiceOf, indexOfOrientation } from '../overlap/orientations.js';
import { referenceAt } from '../overlap/shapes.js';
import type { SheetArrangement } from './arrangement.js';
import type { SheetLayout, SheetProblem } from './problem.js';
import type { SheetShapes } from './shapes.js';

export function intoSearch(problem: SheetProblem, shapes: SheetShapes, layout: SheetLayout): SheetArrangement {
  const n = layout.sheet.length;
  const to = {
    sheet: layout.sheet.slice(),
    x: new Float64Array(n),
    y: new Float64Array(n),
    orientation: new Int32Array(n),
  };
  for (let i = 0; i < n; i++) {
    const part = problem.items[i]!;
    const orientation = problem.parts[part]!.orientations[layout.choice[i]!]!;
    const [dx, dy] = referenceAt(shapes, part, orientation);
    to.orientation[i] = indexOfOrientation(shapes.orientations, orientation);
    to.x[i] = (layout.x[i]! + dx) * shapes.scale;
    to.y[i] = (layout.y[i]! + dy) * shapes.scale;
  }
  return to;
}

export function fromSearch(problem: SheetProblem, shapes: SheetShapes, layout: SheetArrangement): SheetLayout {
  const n = layout.sheet.length;
  const to = { sheet: layout.sheet.slice(), x: new Float64Array(n), y: new Float64Array(n), choice: new Int32Array(n) };
  for (let i = 0; i < n; i++) {
    const part = problem.items[i]!;
    const orientation = shapes.orientations[layout.orientation[i]!]!;
    const [dx, dy] = referenceAt(shapes, part, orientation);
    to.choice[i] = choiceOf(problem.parts[part]!.orientations, orientation);
    to.x[i] = layout.x[i]! / shapes.scale - dx;
    to.y[i] = layout.y[i]! / shapes.scale - dy;
  }
  return to;
}
