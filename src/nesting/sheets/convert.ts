/** Layouts of a problem in its own units, and of the search: search units, and positions of reference points. */
import { cosSin } from '../overlap/shapes.js';
import type { SheetLayout, SheetProblem, Turn } from './problem.js';
import { indexOfTurn, type SheetShapes } from './shapes.js';

export function intoSearch(problem: SheetProblem, shapes: SheetShapes, layout: SheetLayout): SheetLayout {
  return converted(layout, (i) => {
    const part = problem.items[i]!;
    const turn = problem.parts[part]!.turns[layout.turn[i]!]!;
    const [dx, dy] = reference(shapes, part, turn);
    return {
      turn: indexOfTurn(shapes.turns, turn),
      x: (layout.x[i]! + dx) * shapes.scale,
      y: (layout.y[i]! + dy) * shapes.scale,
    };
  });
}

export function fromSearch(problem: SheetProblem, shapes: SheetShapes, layout: SheetLayout): SheetLayout {
  return converted(layout, (i) => {
    const part = problem.items[i]!;
    const turn = shapes.turns[layout.turn[i]!]!;
    const [dx, dy] = reference(shapes, part, turn);
    return {
      turn: problem.parts[part]!.turns.findIndex((own) => indexOfTurn([turn], own) === 0),
      x: layout.x[i]! / shapes.scale - dx,
      y: layout.y[i]! / shapes.scale - dy,
    };
  });
}

function converted(layout: SheetLayout, of: (item: number) => { turn: number; x: number; y: number }): SheetLayout {
  const n = layout.sheet.length;
  const to = { sheet: layout.sheet.slice(), x: new Float64Array(n), y: new Float64Array(n), turn: new Int32Array(n) };
  for (let i = 0; i < n; i++) {
    const { turn, x, y } = of(i);
    to.turn[i] = turn;
    to.x[i] = x;
    to.y[i] = y;
  }
  return to;
}

/** Where a turn takes the reference point of a part, in the problem's unit. */
export function reference(shapes: SheetShapes, part: number, { degrees, flipped }: Turn): readonly [number, number] {
  const [c, s] = cosSin(degrees);
  const [x, y] = shapes.references[part]!;
  const over = flipped ? -x : x;
  return [over * c - y * s, over * s + y * c];
}
