/**
 * The taken cells of a sheet. Each cell knows the end of its run, so that a search passes a run in one step. (Raster methods
 * for nesting: Bennell and Oliveira 2008, doi:10.1016/j.ejor.2006.11.038, section 3.1.)
 */

import type { Spans } from '../../geometry/raster.js';

/** The beginning of the next run behind the last one. */
const none = 2 ** 30;

export class CellGrid {
  /** Of a free cell: where the next run begins. Of a taken one: minus the column after its run. Rows without runs are missing. */
  readonly #rows: (Int32Array | undefined)[];
  /** The spans and rows that were looked at. */
  looks = 0;

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.#rows = new Array<Int32Array | undefined>(rows).fill(undefined);
  }

  /** Takes the cells of spans that begin at a column and a row. Those outside of the grid are left out. */
  put(spans: Spans, column: number, row: number): void {
    for (let k = 0; k < spans.length; k += 3) {
      const own = spans[k]! + row;
      if (own < 0 || own >= this.rows) continue;
      const from = Math.max(0, spans[k + 1]! + column);
      const to = Math.min(this.columns, spans[k + 2]! + column);
      if (from < to) this.#take(own, from, to);
    }
  }

  #take(row: number, from: number, to: number): void {
    let cells = this.#rows[row];
    if (!cells) {
      cells = new Int32Array(this.columns).fill(none);
      this.#rows[row] = cells;
    }
    const behind = to < this.columns ? cells[to]! : none;
    const end = behind < 0 ? -behind : to;
    let at = to - 1;
    for (; at >= from; at--) cells[at] = -end;
    for (; at >= 0 && cells[at]! < 0; at--) cells[at] = -end;
    const start = at + 1;
    for (; at >= 0 && cells[at]! >= 0; at--) cells[at] = start;
  }

  /** The least column from one on at which spans lie on free cells in a row. The search ends at `before`, so a higher result is a lower bound. */
  firstFree(spans: Spans, row: number, from: number, before: number): number {
    let column = from;
    let agreed = 0;
    for (let k = 0; agreed < spans.length && column < before; this.looks++) {
      const cells = this.#rows[spans[k]! + row];
      const first = spans[k + 1]! + column;
      const next = cells ? cells[first]! : none;
      const end = next < 0 ? -next : next < spans[k + 2]! + column ? -cells![next]! : first;
      if (end > first) {
        column += end - first;
        agreed = 0;
        continue;
      }
      agreed += 3;
      k = k + 3 < spans.length ? k + 3 : 0;
    }
    return column;
  }
}
