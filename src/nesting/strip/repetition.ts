/**
 * Repetition for orders of many equal parts: a cell with an equal share of every type is packed on a closed strip, and
 * repeated. A closed cell has no ends, so only the whole strip loses room there.
 */
import type { Arrangement } from '../overlap/arrangement.js';
import type { ShapeSet } from '../overlap/shapes.js';

/** Items of a cell: enough to mix, and few enough to pack well in seconds. */
const fewest = 40;
const most = 160;
const wanted = 100;
/** Most items outside all cells, as a share of all items. */
const mostLeft = 0.15;

export interface CellPlan {
  readonly copies: number;
  /** For each cell item, the items for which it stands, one a copy. */
  readonly members: readonly Int32Array[];
  readonly leftOver: readonly number[];
}

/** Divides the items into equal cells; null where too few are alike. */
export function planCells(shapes: ShapeSet): CellPlan | null {
  const byType = new Map<number, number[]>();
  shapes.itemTypes.forEach((type, item) => {
    const list = byType.get(type);
    if (list) list.push(item);
    else byType.set(type, [item]);
  });
  const n = shapes.itemTypes.length;
  let best = 0;
  let bestCost = Infinity;
  for (let copies = 2; copies <= n / fewest; copies++) {
    let size = 0;
    for (const items of byType.values()) size += Math.floor(items.length / copies);
    const left = (n - size * copies) / n;
    if (size < fewest || size > most || left > mostLeft) continue;
    const cost = left * 10 + Math.abs(Math.log(size / wanted));
    if (cost < bestCost) {
      bestCost = cost;
      best = copies;
    }
  }
  if (best === 0) return null;
  const members: Int32Array[] = [];
  const leftOver: number[] = [];
  for (const items of byType.values()) {
    const share = Math.floor(items.length / best);
    for (let k = 0; k < share; k++) members.push(Int32Array.from(items.slice(k * best, (k + 1) * best)));
    leftOver.push(...items.slice(share * best));
  }
  return { copies: best, members, leftOver };
}

/** The shape set with the items of one cell only. */
export function cellShapes(shapes: ShapeSet, plan: CellPlan): ShapeSet {
  return { ...shapes, itemTypes: Int32Array.from(plan.members, (items) => shapes.itemTypes[items[0]!]!) };
}

/** Opens the closed cell where its ends are least ragged, and repeats it. Positions of left-over items are not set. */
export function unroll(shapes: ShapeSet, plan: CellPlan, cell: Arrangement, period: number): Arrangement {
  const n = shapes.itemTypes.length;
  const boxes = plan.members.map(
    (items, k) => shapes.types[shapes.itemTypes[items[0]!]!]!.extents[cell.orientation[k]!]!,
  );
  const positions = Array.from(cell.x, (x) => ((x % period) + period) % period);
  let cut = 0;
  let leastExtent = Infinity;
  for (const candidate of positions) {
    let low = Infinity;
    let high = -Infinity;
    positions.forEach((x, k) => {
      const along = x < candidate ? x + period : x;
      low = Math.min(low, along + boxes[k]!.minX);
      high = Math.max(high, along + boxes[k]!.maxX);
    });
    if (high - low >= leastExtent) continue;
    leastExtent = high - low;
    cut = candidate;
  }
  const along = positions.map((x) => (x < cut ? x + period : x));
  const start = Math.min(...along.map((x, k) => x + boxes[k]!.minX));
  const at: Arrangement = { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
  plan.members.forEach((items, k) => {
    items.forEach((item, copy) => {
      at.x[item] = along[k]! - start + copy * period;
      at.y[item] = cell.y[k]!;
      at.orientation[item] = cell.orientation[k]!;
    });
  });
  return at;
}
