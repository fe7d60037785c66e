/**
 * How often a FreeSewing part is cut, from which cloth and on which fold, by the part's own words.
 *
 * FreeSewing keeps a cut list of its own, but a part begins with its parent's list, in the same object. So a child's
 * additions reach the parent, too, and folds outlive their outlines. This reader therefore listens to the calls
 * themselves. A part without calls has its parent's lines.
 */
import type { Point } from '../../geometry/point.js';
import type { FreesewingPoint, Plugin } from './design.js';
import { pointOf } from './part-lines.js';

/** Copies to cut of a part. */
export interface CutLine {
  /** Null where the design names none. */
  readonly material: string | null;
  readonly count: number;
  /** False: half of the copies are mirror images. */
  readonly identical: boolean;
  /** Whether the line speaks of cloth folded in two. */
  readonly onFold: boolean;
}

export interface PartCutting {
  readonly lines: readonly CutLine[];
  /** The part that the lines come from, where the part has none of its own. */
  readonly linesOf: string | null;
  /** The lines on which the drawn part folds. */
  readonly folds: readonly (readonly [Point, Point])[];
  /** True: the fold was drawn for the parent of this part. */
  readonly inheritsFolds: boolean;
}

interface Said {
  lines?: CutLine[];
  folds?: (readonly [Point, Point])[];
}

/** An instruction of a design. Some write `material` instead of `from`, and FreeSewing silently drops it. */
interface Instruction {
  readonly cut?: number | false;
  readonly from?: string | false;
  readonly material?: string;
  readonly identical?: unknown;
  readonly onFold?: unknown;
}

/** Listens to one draft. */
export class CutListReader {
  readonly #said = new Map<string, Said>();
  readonly #parents = new Map<string, string>();

  /** Plugin for the draft to listen to. */
  readonly plugin: Plugin = {
    name: 'selvage-cut-list',
    version: '1.0.0',
    hooks: {
      prePartDraft: [
        ({ activePart, config }) => {
          const parent = config.inject[activePart];
          if (parent !== undefined) this.#parents.set(activePart, parent);
        },
      ],
    },
    store: [
      ['cutlist.addCut', (store, ...instructions) => this.#add(partOf(store), instructions)],
      [
        'cutlist.setCut',
        (store, ...instructions) => {
          this.#remove(partOf(store), false);
          this.#add(partOf(store), instructions);
        },
      ],
      ['cutlist.removeCut', (store, from) => this.#remove(partOf(store), (from ?? false) as string | false)],
      [
        'cutlist.setCutOnFold',
        (store, from, to) => {
          const said = this.#of(partOf(store));
          said.folds ??= [];
          said.folds.push([pointOf(from as FreesewingPoint), pointOf(to as FreesewingPoint)]);
        },
      ],
      [
        'cutlist.removeCutOnFold',
        (store) => {
          this.#of(partOf(store)).folds = [];
        },
      ],
    ],
  };

  cutting(part: string): PartCutting {
    const { lines, folds } = this.#said.get(part) ?? {};
    const parent = this.#parents.get(part);
    const inherited = parent === undefined ? nothing : this.cutting(parent);
    return {
      lines: lines ?? inherited.lines,
      linesOf: lines ? null : (parent ?? null),
      folds: folds ?? inherited.folds,
      inheritsFolds: folds === undefined,
    };
  }

  #of(part: string): Said {
    const said = this.#said.get(part) ?? {};
    this.#said.set(part, said);
    return said;
  }

  /** The first line of a part replaces all inherited ones. */
  #add(part: string, instructions: readonly unknown[]): void {
    const said = this.#of(part);
    const given = instructions.length === 0 ? [{}] : instructions.flat();
    for (const { cut = 2, from, material, identical, onFold } of given as Instruction[]) {
      if (cut === false) this.#remove(part, from ?? false);
      else {
        said.lines ??= [];
        said.lines.push({
          material: from || material || null,
          count: cut,
          identical: Boolean(identical),
          onFold: Boolean(onFold),
        });
      }
    }
  }

  #remove(part: string, material: string | false): void {
    const { lines } = this.cutting(part);
    this.#of(part).lines = lines.filter((line) => material !== false && line.material !== material);
  }
}

const nothing: PartCutting = { lines: [], linesOf: null, folds: [], inheritsFolds: true };

const partOf = (store: { get(path: readonly string[]): unknown }): string => store.get(['activePart']) as string;
