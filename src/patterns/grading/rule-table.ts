/**
 * The rule table of a graded DXF (ASTM D6673 and ANSI/AAMA-292, `.rul`): for each rule how far a point of the sample size
 * moves to be that of each size. Points that move alike have one rule.
 */
import { type ApparelUnits, unitsIn } from '../../drawing/apparel-dxf.js';
import { lettered } from '../../drawing/dxf-tags.js';
import type { Point } from '../../geometry/point.js';

export class RuleTable {
  readonly #sizes: readonly string[];
  readonly #units: ApparelUnits;
  readonly #numbers = new Map<string, number>();

  /**
   * @param sizes in the order of the table
   * @param units of the moves in the file, those of its DXF
   */
  constructor(sizes: readonly string[], units: ApparelUnits) {
    this.#sizes = sizes;
    this.#units = units;
    // what does not move at all has the first rule
    this.rule(sizes.map(() => [0, 0]));
  }

  /** The number of the rule by which a point moves so, mm, y down, one move for each size. */
  rule(moves: readonly Point[]): number {
    const written = (move: number): string => number(move, this.#units);
    const text = moves.map(([x, y]) => `${written(x)}, ${written(-y)}`).join('  ');
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const next = this.#numbers.size + 1;
    this.#numbers.set(text, next);
    return next;
  }

  /** The text of the file, y up as in the DXF. */
  text(name: string, sample: string, createdAt: string): string {
    const [date, time] = [createdAt.slice(0, 10).split('-').reverse().join('-'), createdAt.slice(11, 16)];
    const head = [
      'ASTM/D13Proposal 1 Version: D 6673-04',
      `CREATION DATE: ${date}`,
      `CREATION TIME: ${time}`,
      'AUTHOR: Selvage',
      `UNITS: ${this.#units.toUpperCase()}`,
      `GRADE RULE TABLE: ${lettered(name)}`,
      `NUMBER OF SIZES: ${this.#sizes.length}`,
      `SIZE LIST: ${this.#sizes.map(lettered).join(' ')}`,
      `SAMPLE SIZE: ${lettered(sample)}`,
    ];
    const rules = [...this.#numbers].flatMap(([moves, rule]) => [`RULE: DELTA ${rule}`, moves]);
    return [...head, ...rules, 'END', ''].join('\r\n');
  }
}

/** Decimals of a move: no unit rounds by more than a thousandth of a millimetre. */
const decimals: Readonly<Record<ApparelUnits, number>> = { metric: 3, english: 5 };

function number(mm: number, units: ApparelUnits): string {
  const digits = decimals[units];
  return (Math.round(mm * unitsIn[units] * 10 ** digits) / 10 ** digits + 0).toFixed(digits);
}
