/**
 * The rule table of a graded DXF (ASTM D6673 and ANSI/AAMA-292, `.rul`): for each rule how far a point of the sample size
 * moves to be that of each size. Points that move alike have one rule.
 */
import { ascii } from '../../drawing/dxf-tags.js';
import type { Point } from '../../geometry/point.js';

export class RuleTable {
  readonly #sizes: readonly string[];
  readonly #numbers = new Map<string, number>();

  /** @param sizes in the order of the table */
  constructor(sizes: readonly string[]) {
    this.#sizes = sizes;
    // what does not move at all has the first rule
    this.rule(sizes.map(() => [0, 0]));
  }

  /** The number of the rule by which a point moves so, mm, y down, one move for each size. */
  rule(moves: readonly Point[]): number {
    const text = moves.map(([x, y]) => `${number(x)}, ${number(-y)}`).join('  ');
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const next = this.#numbers.size + 1;
    this.#numbers.set(text, next);
    return next;
  }

  /** The text of the file: metric, y up as in the DXF. */
  text(name: string, sample: string, createdAt: string): string {
    const [date, time] = [createdAt.slice(0, 10).split('-').reverse().join('-'), createdAt.slice(11, 16)];
    const head = [
      'ASTM/D13Proposal 1 Version: D 6673-04',
      `CREATION DATE: ${date}`,
      `CREATION TIME: ${time}`,
      'AUTHOR: Selvage',
      'UNITS: METRIC',
      `GRADE RULE TABLE: ${ascii(name)}`,
      `NUMBER OF SIZES: ${this.#sizes.length}`,
      `SIZE LIST: ${this.#sizes.join(' ')}`,
      `SAMPLE SIZE: ${sample}`,
    ];
    const rules = [...this.#numbers].flatMap(([moves, rule]) => [`RULE: DELTA ${rule}`, moves]);
    return [...head, ...rules, 'END', ''].join('\r\n');
  }
}

const number = (value: number): string => (Math.round(value * 1000) / 1000 + 0).toFixed(3);
