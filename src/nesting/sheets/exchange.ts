/** The exchange between the two threads of a search on sheets: layouts, ranked by their scores. */
import type { Codec, Exchange } from '../overlap/exchange/exchange.js';
import type { SheetArrangement } from './arrangement.js';
import type { Score } from './score.js';

/** One sheet outweighs every goal, and an item on no sheet outweighs every sheet. */
const sheetWeight = 1e8;
const leftWeight = 1e12;

export class SheetExchange {
  readonly #exchange: Exchange<SheetArrangement>;
  /** Value of all items. */
  readonly #value: number;

  constructor(exchange: Exchange<SheetArrangement>, value: number) {
    this.#exchange = exchange;
    this.#value = value;
  }

  offer(layout: SheetArrangement, score: Score): void {
    this.#exchange.offer(layout, this.#rank(score));
  }

  /** The best known layout of the other thread, if it is new and better by its rank. */
  better(score: Score): SheetArrangement | null {
    return this.#exchange.betterThan(this.#rank(score));
  }

  #rank({ left, sheets, goal }: Score): number {
    return (left / this.#value) * leftWeight + sheets * sheetWeight + goal;
  }
}

/** x and y, then the orientation and the sheet of each item. */
export function sheetCodec(items: number): Codec<SheetArrangement> {
  const views = (memory: SharedArrayBuffer, at: number): SheetArrangement => ({
    x: new Float64Array(memory, at, items),
    y: new Float64Array(memory, at + 8 * items, items),
    orientation: new Int32Array(memory, at + 16 * items, items),
    sheet: new Int32Array(memory, at + 20 * items, items),
  });
  return {
    bytes: 24 * items,
    write(memory, at, layout) {
      const { x, y, orientation, sheet } = views(memory, at);
      x.set(layout.x);
      y.set(layout.y);
      orientation.set(layout.orientation);
      sheet.set(layout.sheet);
    },
    read(memory, at) {
      const { x, y, orientation, sheet } = views(memory, at);
      return { x: x.slice(), y: y.slice(), orientation: orientation.slice(), sheet: sheet.slice() };
    },
  };
}
