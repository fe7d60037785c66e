/** Lengths of edges sewn together, measured on the drafted pieces at the definition's named points. */

import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { compileFormula, type Names, type Scope } from '../../src/patterns/definition/compile-formula.js';
import type { FormulaText, PointReference } from '../../src/patterns/definition/definition.js';
import { draftDefinition } from '../../src/patterns/definition/draft-definition.js';
import { compute, type Program } from '../../src/patterns/definition/program.js';
import type { BodyValues, Draft, Outline } from '../../src/patterns/draft.js';
import type { SeamSide } from './library-seams.js';

/** A definition drafted for one body, as halves, with its points and formulas at hand. The unit is cm. */
export class SewnDraft {
  readonly draft: Draft;
  readonly #scope: Scope;
  readonly #names: Names;

  constructor(program: Program, variables: Readonly<Record<string, unknown>>, body?: BodyValues) {
    assert.is(program.definition.unit, 'cm');
    this.draft = draftDefinition(program, { variables, unfold: false, ...(body && { body }) });
    this.#scope = { variables: new Map(Object.entries(this.draft.variables)), points: new Map(), curves: new Map() };
    compute(program, this.#scope);
    this.#names = {
      variables: new Map(
        [...this.#scope.variables].map(([name, value]) => [
          name,
          typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text',
        ]),
      ),
      points: new Set(this.#scope.points.keys()),
      curves: new Set(this.#scope.curves.keys()),
    };
  }

  /** A formula of lengths, mm. */
  length(formula: FormulaText): number {
    return 10 * (compileFormula(formula, this.#names).evaluate(this.#scope) as number);
  }

  number(formula: FormulaText): number {
    return compileFormula(formula, this.#names).evaluate(this.#scope) as number;
  }

  point(reference: PointReference): Point {
    if (typeof reference !== 'string') return [this.length(reference.x), this.length(reference.y)];
    const point = this.#scope.points.get(reference);
    if (!point) throw new Error(`no point "${reference}"`);
    return [point[0] * 10, point[1] * 10];
  }

  outline(pieceId: string): Outline {
    const piece = this.draft.pieces.find(({ id }) => id === pieceId);
    if (!piece) throw new Error(`no piece "${pieceId}"`);
    return piece.seamLine ?? piece.boundary;
  }

  /** Length along the drafted seam line, mm. */
  side({ piece, along }: SeamSide): number {
    const outline = this.outline(piece);
    const whole = lengthOf(outline);
    return along.reduce((sum, [from, to]) => {
      const way = Math.abs(placeOn(outline, this.point(from)) - placeOn(outline, this.point(to)));
      return sum + Math.min(way, whole - way);
    }, 0);
  }

  /** Width of an outline at a height, mm: from its first crossing with the horizontal to its last. */
  widthAt(pieceId: string, y: number): number {
    const outline = this.outline(pieceId);
    const crossings = outline.slice(1).flatMap(([bx, by], i) => {
      const [ax, ay] = outline[i]!;
      return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
    });
    return Math.max(...crossings) - Math.min(...crossings);
  }
}

const lengthOf = (outline: Outline): number =>
  outline.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - outline[i]![0], y - outline[i]![1]), 0);

/** Length from the start of an outline to the place of a point on it. */
function placeOn(outline: Outline, [x, y]: Point): number {
  let best = { distance: Infinity, at: 0 };
  let before = 0;
  for (let i = 0; i + 1 < outline.length; i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[i + 1]!;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    const distance = Math.hypot(ax + t * dx - x, ay + t * dy - y);
    const size = Math.hypot(dx, dy);
    if (distance < best.distance) best = { distance, at: before + t * size };
    before += size;
  }
  assert.ok(best.distance < 0.12, `a point lies ${best.distance.toFixed(2)} mm off the seam line`);
  return best.at;
}
