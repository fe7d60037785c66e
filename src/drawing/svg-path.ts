/** Path data of SVG (`d="M0 0h10v10z"`) as lines of points: every command of SVG 1.1, curves flattened. */

import type { Cubic } from '../geometry/cubic.js';
import { Curve } from '../geometry/curve.js';
import { ellipseArcPoints } from '../geometry/ellipse-arc.js';
import type { Point } from '../geometry/point.js';

export interface PathLine {
  readonly points: Point[];
  readonly closed: boolean;
}

/** Arguments that each command takes. */
const counts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const token = /([MLHVCSQTAZ])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|([^\s,])/giy;

/** @throws SyntaxError that names the first unreadable place */
export function readPathData(data: string, tolerance: number): PathLine[] {
  const pen = new PathPen(tolerance);
  for (const [command, values] of commandsOf(data)) pen.draw(command, values);
  return pen.end();
}

/** Each command with its own arguments: `L1 2 3 4` is two commands, and the pairs after an M's first are L. */
function* commandsOf(data: string): Generator<[string, number[]]> {
  const words = wordsOf(data);
  let command = '';
  for (let i = 0; i < words.length; ) {
    const word = words[i]!;
    if (typeof word === 'string') {
      command = word;
      i++;
    } else if (command === '' || command.toUpperCase() === 'Z')
      throw new SyntaxError(`a number follows ${command || 'nothing'}`);
    const count = counts[command.toUpperCase()]!;
    const values = words.slice(i, i + count);
    if (values.length < count || values.some((value) => typeof value === 'string'))
      throw new SyntaxError(`${command} takes ${count} numbers`);
    yield [command, values as number[]];
    i += count;
    if (command === 'M') command = 'L';
    else if (command === 'm') command = 'l';
  }
}

function wordsOf(data: string): (string | number)[] {
  const words: (string | number)[] = [];
  // the flags of an arc need no space between them and the number after them: `A5 5 0 01.5.5`
  let arc = -1;
  token.lastIndex = 0;
  for (let at = 0; at < data.length; ) {
    if (/[\s,]/.test(data[at]!)) {
      at++;
      continue;
    }
    if (arc % 7 === 3 || arc % 7 === 4) {
      if (data[at] !== '0' && data[at] !== '1') throw new SyntaxError(`${data[at]} is not a flag of an arc`);
      words.push(Number(data[at]));
      at++;
      arc++;
      continue;
    }
    token.lastIndex = at;
    const [, command, number, stray] = token.exec(data) ?? [];
    if (stray !== undefined || (command === undefined && number === undefined))
      throw new SyntaxError(`${JSON.stringify(data.slice(at, at + 10))} is not path data`);
    words.push(command ?? Number(number));
    if (command !== undefined) arc = command.toUpperCase() === 'A' ? 0 : -1;
    else if (arc >= 0) arc++;
    at = token.lastIndex;
  }
  return words;
}

class PathPen {
  readonly #lines: PathLine[] = [];
  #line: Point[] = [];
  #start: Point = [0, 0];
  #at: Point = [0, 0];
  /** Second control point of the curve before, and its kind: S and T start from it. */
  #control: { readonly at: Point; readonly kind: 'C' | 'Q' } | null = null;

  readonly #tolerance: number;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  end(): PathLine[] {
    this.#finish(false);
    return this.#lines;
  }

  draw(command: string, v: readonly number[]): void {
    const kind = command.toUpperCase();
    const [ox, oy] = command === kind ? [0, 0] : this.#at;
    const point = (i: number): Point => [v[i]! + ox, v[i + 1]! + oy];
    const before = this.#control;
    this.#control = null;
    switch (kind) {
      case 'M':
        this.#finish(false);
        this.#at = this.#start = point(0);
        this.#line = [this.#at];
        break;
      case 'L':
        this.#to(point(0));
        break;
      case 'H':
        this.#to([v[0]! + ox, this.#at[1]]);
        break;
      case 'V':
        this.#to([this.#at[0], v[0]! + oy]);
        break;
      case 'C':
        this.#curve(point(0), point(2), point(4));
        break;
      case 'S':
        this.#curve(before?.kind === 'C' ? this.#mirrored(before.at) : this.#at, point(0), point(2));
        break;
      case 'Q':
        this.#quadratic(point(0), point(2));
        break;
      case 'T':
        this.#quadratic(before?.kind === 'Q' ? this.#mirrored(before.at) : this.#at, point(0));
        break;
      case 'A':
        this.#arc([Math.abs(v[0]!), Math.abs(v[1]!)], v[2]!, v[3] === 1, v[4] === 1, point(5));
        break;
      default:
        this.#finish(true);
        this.#at = this.#start;
    }
  }

  #mirrored([x, y]: Point): Point {
    return [2 * this.#at[0] - x, 2 * this.#at[1] - y];
  }

  #to(point: Point): void {
    // after a Z a line goes on from the start of the closed one
    if (this.#line.length === 0) this.#line = [this.#at];
    this.#line.push(point);
    this.#at = point;
  }

  #curve(a: Point, b: Point, end: Point): void {
    const cubic: Cubic = [...this.#at, ...a, ...b, ...end];
    for (const point of new Curve([cubic]).flatten(this.#tolerance).slice(1)) this.#to(point);
    this.#control = { at: b, kind: 'C' };
  }

  #quadratic(control: Point, end: Point): void {
    const [x, y] = this.#at;
    const towards = (from: Point): Point => [
      from[0] + (2 / 3) * (control[0] - from[0]),
      from[1] + (2 / 3) * (control[1] - from[1]),
    ];
    this.#curve(towards([x, y]), towards(end), end);
    this.#control = { at: control, kind: 'Q' };
  }

  /** The conversion of SVG 1.1, appendix F.6.5: from ends and flags to the centre of the ellipse. */
  #arc([rx, ry]: Point, degrees: number, large: boolean, sweep: boolean, end: Point): void {
    const start = this.#at;
    if (rx === 0 || ry === 0) {
      this.#to(end);
      return;
    }
    if (start[0] === end[0] && start[1] === end[1]) return;
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [dx, dy] = [(start[0] - end[0]) / 2, (start[1] - end[1]) / 2];
    const [x, y] = [cos * dx + sin * dy, cos * dy - sin * dx];
    // radii too short to reach from end to end grow until they do
    const short = Math.sqrt((x / rx) ** 2 + (y / ry) ** 2);
    const [a, b] = short > 1 ? [rx * short, ry * short] : [rx, ry];
    const rest = a * a * b * b - a * a * y * y - b * b * x * x;
    const k = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, rest) / (a * a * y * y + b * b * x * x));
    const [ux, uy] = [(k * a * y) / b, (-k * b * x) / a];
    const center: Point = [
      cos * ux - sin * uy + (start[0] + end[0]) / 2,
      sin * ux + cos * uy + (start[1] + end[1]) / 2,
    ];
    const from = Math.atan2((y - uy) / b, (x - ux) / a);
    let turn = Math.atan2((-y - uy) / b, (-x - ux) / a) - from;
    if (sweep && turn < 0) turn += 2 * Math.PI;
    if (!sweep && turn > 0) turn -= 2 * Math.PI;
    const arc = { center, major: [a * cos, a * sin], minor: [-b * sin, b * cos], start: from, sweep: turn } as const;
    for (const point of ellipseArcPoints(arc, this.#tolerance).slice(1, -1)) this.#to(point);
    this.#to(end);
  }

  #finish(closed: boolean): void {
    if (this.#line.length > 1) this.#lines.push({ points: this.#line, closed });
    this.#line = [];
  }
}
