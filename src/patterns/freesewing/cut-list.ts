/**
 * How often a FreeSewing part is cut, from which cloth and on which fold: as said in the very part.
 *
 * FreeSewing keeps a cut list of its own, but a part begins with that of the part it is made from, in the same object:
 * what a child adds is the parent's, too, and folds outlive the outline that they were drawn for. So the calls are read
 * where they are made. A part that says nothing has what its parent said.
 */
import type { Point } from '../../geometry/point.js';
import type { FreesewingPoint, Plugin } from './design.js';
import { pointOf } from './part-lines.js';

/** Copies to cut of a part. */
export interface CutLine {
  /** Null where the design does not say. */
  readonly material: string | null;
  readonly count: number;
  /** False: half of the copies are mirror images. */
  readonly identical: boolean;
  /** Whether the line speaks of cloth folded in two. */
  readonly onFold: boolean;
}

export interface PartCutting {
  readonly lines: readonly CutLine[];
  /** The part whose lines they are, where the part says none itself. */
  readonly linesOf: string | null;
  /** Lines on which the part is drawn to be folded. */
  readonly folds: readonly (readonly [Point, Point])[];
  /** True: the fold was drawn for the part that this one is made from. */
  readonly inheritsFolds: boolean;
}

interface Said {
  lines?: CutLine[];
  folds?: (readonly [Point, Point])[];
}

/** What designs write. Some say `material` instead of `from`, which FreeSewing drops without a word. */
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

  /** To be used by the draft that is read. */
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

  /** The first line of a part takes the place of all that it inherits. */
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
