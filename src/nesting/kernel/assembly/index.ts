/**
 * The inner loop of the overlap search: collision tables of no-fit polygons, the weighted overlap of one item against
 * all others, and one pass of guided local search over the overlapping items. It owns no policy: the lengths, the
 * number of passes and what a failure means are decided outside (src/nesting/strip).
 *
 * Lengths are in units in which the strip is 1000 high; positions are those of an item's reference point. Everything
 * lies in linear memory at addresses handed in by `bind`; there are no objects and no garbage.
 */

// Asked for when a pair of types meets for the first time; it writes the table's address into the directory.
@external("host", "requestTable")
declare function requestTable(typeA: i32, typeB: i32, turn: i32): void;

/** Depths up to this count as touching. The exact clean-up removes them. */
const TOUCHING: f32 = 1e-3;
/** Share of the larger diameter that any overlap costs, however shallow, so that shallow ones are resolved too. */
const OVERLAP_FLOOR: f32 = 0.01;
const FAR: f32 = 1e9;

// Collision table, 32 bytes: f32 minX, minY, cells per unit; i32 columns, rows; u32 cells (u16 each), records.
// Record, 32 bytes: two planes (a, b, c) of depth a x + b y + c, a least depth, and the way to join the planes.
const JOIN_MIN: i32 = 0;
const JOIN_MAX: i32 = 1;
const JOIN_EDGES: i32 = 2;

let items: i32 = 0; // all items, a multiple of four: the rest lies far away
let freeItems: i32 = 0; // the first ones; those after them stay where they are
let types: i32 = 0;
let turns: i32 = 0; // angles that an item may have
let differences: i32 = 0; // angles between two items
let length: f32 = 0;
let height: f32 = 0;
// A closed strip repeats itself after its length; an open one after a distance that nothing reaches.
const OPEN: f32 = 4e9;
let period: f32 = OPEN;
let perPeriod: f32 = 0; // 1 / period, 0 when open

// Per item.
let itemX: usize = 0; // f32
let itemY: usize = 0;
let itemHalfX: usize = 0; // f32: half extents of a box about the reference point
let itemHalfY: usize = 0;
let itemType: usize = 0; // i32
let itemTurn: usize = 0; // i32
let weights: usize = 0; // f32, items x items, symmetric
let losses: usize = 0; // f32: weighted loss of the last sweep
let order: usize = 0; // i32: the overlapping items
// What a moving item meets: for each of its turns and each other item 32 bytes: u32 table, f32 cosine and sine that turn
// the vector between the two into the table's frame, f32 weight, f32 floor of the loss.
let meetings: usize = 0;
let meetingsOf: usize = 0; // i32 per turn: the move that its meetings were made for
let moves: i32 = 0;
// Per type and turn.
let shapeBox: usize = 0; // f32 x 4: minX, minY, maxX, maxY about the reference point
let allowedTurns: usize = 0; // i32 per type and place: the allowed turns
// Per type.
let allowedCount: usize = 0; // i32
let typeSize: usize = 0; // f32: fourth root of the hull's area
let typeDiameter: usize = 0; // f32
let typeSmallSide: usize = 0; // f32
// Angles.
let turnCos: usize = 0; // f32
let turnSin: usize = 0;
let turnDifference: usize = 0; // i32, turns x turns
let directory: usize = 0; // u32 table addresses, types x types x differences
// The overlapping pairs of the last sweep.
let pairs: usize = 0; // i32 first, i32 second, f32 loss, f32 depth
let pairCapacity: i32 = 0;
let pairCount: i32 = 0;

let evaluations: f64 = 0;
let totalLoss: f32 = 0;
let greatestLoss: f32 = 0;
let greatestDepth: f32 = 0;

// How many positions a move tries.
let nearSamples: i32 = 25;
let farSamples: i32 = 50;

let state0: u32 = 1;
let state1: u32 = 2;
let state2: u32 = 3;
let state3: u32 = 4;

export function allocate(bytes: i32): usize {
  return heap.alloc(bytes);
}

export function release(address: usize): void {
  heap.free(address);
}

export function bindItems(
  all: i32, free: i32, x: usize, y: usize, halfX: usize, halfY: usize, type: usize, turn: usize,
  weight: usize, loss: usize, list: usize, pairList: usize, capacity: i32, meeting: usize, meetingOf: usize,
): void {
  items = all;
  freeItems = free;
  itemX = x;
  itemY = y;
  itemHalfX = halfX;
  itemHalfY = halfY;
  itemType = type;
  itemTurn = turn;
  weights = weight;
  losses = loss;
  order = list;
  pairs = pairList;
  pairCapacity = capacity;
  meetings = meeting;
  meetingsOf = meetingOf;
  pairCount = 0;
}

export function bindTypes(
  typeCount: i32, turnCount: i32, differenceCount: i32, box: usize, allowed: usize, count: usize, size: usize,
  diameter: usize, smallSide: usize, cosine: usize, sine: usize, difference: usize, tables: usize,
): void {
  types = typeCount;
  turns = turnCount;
  differences = differenceCount;
  shapeBox = box;
  allowedTurns = allowed;
  allowedCount = count;
  typeSize = size;
  typeDiameter = diameter;
  typeSmallSide = smallSide;
  turnCos = cosine;
  turnSin = sine;
  turnDifference = difference;
  directory = tables;
}

export function setStrip(l: f32, h: f32, closed: bool): void {
  length = l;
  height = h;
  period = closed ? l : OPEN;
  perPeriod = closed ? 1 / l : 0;
}

export function setSamples(near: i32, far: i32): void {
  nearSamples = near;
  farSamples = far;
}

export function seed(value: u32): void {
  // splitmix32 spreads a small seed over the state of xoshiro128+.
  let z = value;
  for (let i = 0; i < 4; i++) {
    z += 0x9e3779b9;
    let t = z ^ (z >> 16);
    t *= 0x21f0aaad;
    t = t ^ (t >> 15);
    t *= 0x735a2d97;
    t = t ^ (t >> 15);
    if (i == 0) state0 = t;
    else if (i == 1) state1 = t;
    else if (i == 2) state2 = t;
    else state3 = t | 1;
  }
}

@inline
function next(): u32 {
  const result = state0 + state3;
  const t = state1 << 9;
  state2 ^= state0;
  state3 ^= state1;
  state1 ^= state2;
  state0 ^= state3;
  state2 ^= t;
  state3 = rotl<u32>(state3, 11);
  return result;
}

/** Uniform in [0, 1). */
@inline
function uniform(): f32 {
  return <f32>(next() >> 8) * <f32>(1.0 / 16777216.0);
}

@inline
function below(n: i32): i32 {
  return <i32>((<u64>next() * <u64>n) >> 32);
}

/** Depth in a cell that more than two edges shape: parity of a ray to the left, distance to the nearest edge. */
function depthByEdges(record: usize, x: f64, y: f64): f32 {
  let at = <usize>load<u32>(record);
  const end = at + <usize>load<u32>(record, 4) * 32;
  let inside = load<u32>(record, 8) != 0;
  let nearest: f64 = Infinity;
  for (; at < end; at += 32) {
    const x1 = load<f64>(at);
    const y1 = load<f64>(at, 8);
    const x2 = load<f64>(at, 16);
    const y2 = load<f64>(at, 24);
    const ux = x2 - x1;
    const uy = y2 - y1;
    if (y1 > y != y2 > y && x1 + ((y - y1) * ux) / uy < x) inside = !inside;
    const qx = x - x1;
    const qy = y - y1;
    const t = min<f64>(1.0, max<f64>(0.0, (qx * ux + qy * uy) / (ux * ux + uy * uy)));
    const dx = qx - t * ux;
    const dy = qy - t * uy;
    nearest = min<f64>(nearest, dx * dx + dy * dy);
  }
  return inside ? <f32>Math.sqrt(nearest) : 0;
}

/** Penetration depth at (x, y) of a table's no-fit polygon, 0 outside. */
@inline
function depthAt(table: usize, x: f32, y: f32): f32 {
  const scale = load<f32>(table, 8);
  const column = (x - load<f32>(table)) * scale;
  const row = (y - load<f32>(table, 4)) * scale;
  const columns = load<i32>(table, 12);
  if (!(column >= 0) || !(row >= 0) || column >= <f32>columns || row >= <f32>load<i32>(table, 16)) return 0;
  const cell = <i32>row * columns + <i32>column;
  const index = <usize>load<u16>(<usize>load<u32>(table, 20) + (<usize>cell << 1));
  if (index == 0) return 0;
  const record = <usize>load<u32>(table, 24) + (index << 5);
  const join = load<i32>(record, 28);
  if (join == JOIN_EDGES) return depthByEdges(record, x, y);
  const first = load<f32>(record) * x + load<f32>(record, 4) * y + load<f32>(record, 8);
  const second = load<f32>(record, 12) * x + load<f32>(record, 16) * y + load<f32>(record, 20);
  const joined = join == JOIN_MIN ? min<f32>(first, second) : max<f32>(first, second);
  return max<f32>(joined, load<f32>(record, 24));
}

/** Penetration depth of two placed shapes. */
@inline
function pairDepth(ta: i32, ra: i32, xa: f32, ya: f32, tb: i32, rb: i32, xb: f32, yb: f32): f32 {
  let dx = xb - xa;
  let dy = yb - ya;
  dx -= nearest<f32>(dx * perPeriod) * period;
  let low = ta;
  let high = tb;
  let from = ra;
  let to = rb;
  if (ta > tb) {
    dx = -dx;
    dy = -dy;
    low = tb;
    high = ta;
    from = rb;
    to = ra;
  }
  const c = load<f32>(turnCos + (<usize>from << 2));
  const s = load<f32>(turnSin + (<usize>from << 2));
  const x = dx * c + dy * s;
  const y = dy * c - dx * s;
  const turn = load<i32>(turnDifference + (<usize>(from * turns + to) << 2));
  const slot = directory + (<usize>((low * types + high) * differences + turn) << 2);
  let table = <usize>load<u32>(slot);
  if (table == 0) {
    requestTable(low, high, turn);
    table = <usize>load<u32>(slot);
  }
  return depthAt(table, x, y);
}

/** For tests: the depth of one vector in one table. */
export function depthOf(table: usize, x: f32, y: f32): f32 {
  return depthAt(table, x, y);
}

@inline
function pairLoss(ta: i32, tb: i32, depth: f32): f32 {
  const diameter = max<f32>(load<f32>(typeDiameter + (<usize>ta << 2)), load<f32>(typeDiameter + (<usize>tb << 2)));
  return (depth + OVERLAP_FLOOR * diameter) * load<f32>(typeSize + (<usize>ta << 2)) * load<f32>(typeSize + (<usize>tb << 2));
}

/** Makes the meetings of item m at a turn with all others. Tables that are missing stay so until they are needed. */
function prepareMeetings(m: i32, turn: i32): void {
  store<i32>(meetingsOf + (<usize>turn << 2), moves);
  const type = load<i32>(itemType + (<usize>m << 2));
  const diameter = load<f32>(typeDiameter + (<usize>type << 2));
  const size = load<f32>(typeSize + (<usize>type << 2));
  const row = weights + (<usize>(m * items) << 2);
  let entry = meetings + (<usize>(turn * items) << 5);
  for (let k: usize = 0; k < <usize>items << 2; k += 4) {
    const other = load<i32>(itemType + k);
    const otherTurn = load<i32>(itemTurn + k);
    const flipped = type > other;
    const from = flipped ? otherTurn : turn;
    const to = flipped ? turn : otherTurn;
    const low = flipped ? other : type;
    const high = flipped ? type : other;
    const difference = load<i32>(turnDifference + (<usize>(from * turns + to) << 2));
    const c = load<f32>(turnCos + (<usize>from << 2));
    const s = load<f32>(turnSin + (<usize>from << 2));
    store<u32>(entry, load<u32>(directory + (<usize>((low * types + high) * differences + difference) << 2)));
    store<f32>(entry, flipped ? -c : c, 4);
    store<f32>(entry, flipped ? -s : s, 8);
    store<f32>(entry, load<f32>(row + k) * size * load<f32>(typeSize + (<usize>other << 2)), 12);
    store<f32>(entry, OVERLAP_FLOOR * max<f32>(diameter, load<f32>(typeDiameter + (<usize>other << 2))), 16);
    entry += 32;
  }
}

/** Has the table of a meeting made. */
function missingTable(m: i32, turn: i32, k: i32, entry: usize): usize {
  const type = load<i32>(itemType + (<usize>m << 2));
  const other = load<i32>(itemType + (<usize>k << 2));
  const otherTurn = load<i32>(itemTurn + (<usize>k << 2));
  const flipped = type > other;
  const from = flipped ? otherTurn : turn;
  const to = flipped ? turn : otherTurn;
  const low = flipped ? other : type;
  const high = flipped ? type : other;
  const difference = load<i32>(turnDifference + (<usize>(from * turns + to) << 2));
  const slot = directory + (<usize>((low * types + high) * differences + difference) << 2);
  if (load<u32>(slot) == 0) requestTable(low, high, difference);
  const table = load<u32>(slot);
  store<u32>(entry, table);
  return <usize>table;
}

/** Weighted loss of item m at (x, y) with a turn, against all others; stops at `limit`. m itself must be far away. */
function evaluate(m: i32, x: f32, y: f32, turn: i32, limit: f32): f32 {
  evaluations += 1;
  if (load<i32>(meetingsOf + (<usize>turn << 2)) != moves) prepareMeetings(m, turn);
  const type = load<i32>(itemType + (<usize>m << 2));
  const box = shapeBox + (<usize>(type * turns + turn) << 4);
  const halfX = max<f32>(-load<f32>(box), load<f32>(box, 8));
  const halfY = max<f32>(-load<f32>(box, 4), load<f32>(box, 12));
  const x4 = f32x4.splat(x);
  const y4 = f32x4.splat(y);
  const period4 = f32x4.splat(period);
  const halfX4 = f32x4.splat(halfX);
  const halfY4 = f32x4.splat(halfY);
  const row = meetings + (<usize>(turn * items) << 5);
  let loss: f32 = 0;
  const end = <usize>items << 2;
  for (let k: usize = 0; k < end; k += 16) {
    const apart = f32x4.abs(f32x4.sub(v128.load(itemX + k), x4));
    const around = f32x4.abs(f32x4.sub(period4, apart));
    const nearX = f32x4.lt(f32x4.pmin(apart, around), f32x4.add(v128.load(itemHalfX + k), halfX4));
    const nearY = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(itemY + k), y4)), f32x4.add(v128.load(itemHalfY + k), halfY4));
    let mask = i32x4.bitmask(v128.and(nearX, nearY));
    while (mask) {
      const at = k + (<usize>ctz(mask) << 2);
      mask &= mask - 1;
      const entry = row + (at << 3);
      let table = <usize>load<u32>(entry);
      if (table == 0) table = missingTable(m, turn, <i32>(at >> 2), entry);
      let dx = load<f32>(itemX + at) - x;
      if (perPeriod > 0) dx -= nearest<f32>(dx * perPeriod) * period;
      const dy = load<f32>(itemY + at) - y;
      const c = load<f32>(entry, 4);
      const s = load<f32>(entry, 8);
      const depth = depthAt(table, dx * c + dy * s, dy * c - dx * s);
      if (depth > TOUCHING) {
        loss += load<f32>(entry, 12) * (depth + load<f32>(entry, 16));
        if (loss >= limit) return loss;
      }
    }
  }
  return loss;
}

/** Where the reference point of a shape may be along one axis; a shape as long as the strip stays in its middle. */
@inline
function clamp(value: f32, low: f32, high: f32): f32 {
  return low > high ? (low + high) * <f32>0.5 : min<f32>(high, max<f32>(low, value));
}

/** The same along the strip: a closed one has no ends. */
@inline
function clampAlong(value: f32, low: f32, high: f32): f32 {
  return perPeriod > 0 ? value - floor<f32>(value * perPeriod) * period : clamp(value, low, high);
}

// The best three samples of a move, and the position being refined.
const BEST: i32 = 3;
let bestLoss0: f32 = 0, bestLoss1: f32 = 0, bestLoss2: f32 = 0;
let bestX0: f32 = 0, bestX1: f32 = 0, bestX2: f32 = 0;
let bestY0: f32 = 0, bestY1: f32 = 0, bestY2: f32 = 0;
let bestTurn0: i32 = 0, bestTurn1: i32 = 0, bestTurn2: i32 = 0;
let hereX: f32 = 0, hereY: f32 = 0, hereLoss: f32 = 0;
let hereTurn: i32 = 0;

@inline
function keep(loss: f32, x: f32, y: f32, turn: i32, apart: f32): void {
  // A sample beside a kept one of the same turn would be refined to the same place: keep the better of the two.
  if (turn == bestTurn0 && abs(x - bestX0) + abs(y - bestY0) < apart) {
    if (loss < bestLoss0) { bestLoss0 = loss; bestX0 = x; bestY0 = y; }
    return;
  }
  if (loss < bestLoss0) {
    bestLoss2 = bestLoss1; bestX2 = bestX1; bestY2 = bestY1; bestTurn2 = bestTurn1;
    bestLoss1 = bestLoss0; bestX1 = bestX0; bestY1 = bestY0; bestTurn1 = bestTurn0;
    bestLoss0 = loss; bestX0 = x; bestY0 = y; bestTurn0 = turn;
  } else if (loss < bestLoss1) {
    bestLoss2 = bestLoss1; bestX2 = bestX1; bestY2 = bestY1; bestTurn2 = bestTurn1;
    bestLoss1 = loss; bestX1 = x; bestY1 = y; bestTurn1 = turn;
  } else if (loss < bestLoss2) {
    bestLoss2 = loss; bestX2 = x; bestY2 = y; bestTurn2 = turn;
  }
}

/** Coordinate descent from the position being refined, along both axes and both diagonals. */
function descend(m: i32, step: f32, finest: f32): void {
  const type = load<i32>(itemType + (<usize>m << 2));
  const box = shapeBox + (<usize>(type * turns + hereTurn) << 4);
  const lowX = -load<f32>(box);
  const lowY = -load<f32>(box, 4);
  const highX = length - load<f32>(box, 8);
  const highY = height - load<f32>(box, 12);
  let stepX = step;
  let stepY = step;
  while (hereLoss > 0 && (stepX > finest || stepY > finest)) {
    const axis = next() >> 30;
    let dx: f32 = 0;
    let dy: f32 = 0;
    if (axis != 1) dx = stepX;
    if (axis != 0) dy = axis == 3 ? -stepY : stepY;
    let improved = false;
    const x1 = clampAlong(hereX + dx, lowX, highX);
    const y1 = clamp(hereY + dy, lowY, highY);
    const x2 = clampAlong(hereX - dx, lowX, highX);
    const y2 = clamp(hereY - dy, lowY, highY);
    const loss1 = evaluate(m, x1, y1, hereTurn, hereLoss);
    if (loss1 < hereLoss) {
      hereLoss = loss1;
      hereX = x1;
      hereY = y1;
      improved = true;
    }
    const loss2 = hereLoss > 0 ? evaluate(m, x2, y2, hereTurn, hereLoss) : FAR;
    if (loss2 < hereLoss) {
      hereLoss = loss2;
      hereX = x2;
      hereY = y2;
      improved = true;
    }
    const factor: f32 = improved ? 1.1 : 0.5;
    if (axis != 1) stepX *= factor;
    if (axis != 0) stepY *= factor;
  }
}

/** Moves item m to the best position found; its weighted loss never rises. */
function move(m: i32): void {
  const at = <usize>m << 2;
  const type = load<i32>(itemType + at);
  const oldX = load<f32>(itemX + at);
  const oldY = load<f32>(itemY + at);
  const oldTurn = load<i32>(itemTurn + at);
  store<f32>(itemX + at, FAR);
  moves++;
  const oldLoss = evaluate(m, oldX, oldY, oldTurn, FAR);
  if (oldLoss <= 0) {
    store<f32>(itemX + at, oldX);
    return;
  }
  bestLoss0 = oldLoss; bestX0 = oldX; bestY0 = oldY; bestTurn0 = oldTurn;
  bestLoss1 = FAR; bestLoss2 = FAR;
  const small = load<f32>(typeSmallSide + (<usize>type << 2));
  const count = load<i32>(allowedCount + (<usize>type << 2));
  const allowed = allowedTurns + (<usize>(type * turns) << 2);
  const apart = small * <f32>0.01;
  const samples = nearSamples + farSamples;
  for (let i = 0; i < samples; i++) {
    const turn = count == 1 ? load<i32>(allowed) : load<i32>(allowed + (<usize>below(count) << 2));
    const box = shapeBox + (<usize>(type * turns + turn) << 4);
    const lowX = -load<f32>(box);
    const lowY = -load<f32>(box, 4);
    const highX = length - load<f32>(box, 8);
    const highY = height - load<f32>(box, 12);
    let x: f32;
    let y: f32;
    if (i < nearSamples) {
      x = clampAlong(oldX + (uniform() - <f32>0.5) * (load<f32>(box, 8) + lowX), lowX, highX);
      y = clamp(oldY + (uniform() - <f32>0.5) * (load<f32>(box, 12) + lowY), lowY, highY);
    } else {
      x = perPeriod > 0 ? uniform() * length : clamp(lowX + uniform() * (highX - lowX), lowX, highX);
      y = clamp(lowY + uniform() * (highY - lowY), lowY, highY);
    }
    const loss = evaluate(m, x, y, turn, bestLoss2);
    if (loss < bestLoss2) keep(loss, x, y, turn, apart);
    if (bestLoss0 <= 0) break;
  }
  // Refine all three roughly, the best of them finely.
  let winLoss = FAR, winX: f32 = 0, winY: f32 = 0;
  let winTurn = 0;
  for (let k = 0; k < BEST; k++) {
    hereLoss = k == 0 ? bestLoss0 : k == 1 ? bestLoss1 : bestLoss2;
    if (hereLoss >= FAR) break;
    hereX = k == 0 ? bestX0 : k == 1 ? bestX1 : bestX2;
    hereY = k == 0 ? bestY0 : k == 1 ? bestY1 : bestY2;
    hereTurn = k == 0 ? bestTurn0 : k == 1 ? bestTurn1 : bestTurn2;
    descend(m, small * <f32>0.25, small * <f32>0.02);
    if (hereLoss < winLoss) {
      winLoss = hereLoss; winX = hereX; winY = hereY; winTurn = hereTurn;
      if (winLoss <= 0) break;
    }
  }
  hereLoss = winLoss; hereX = winX; hereY = winY; hereTurn = winTurn;
  descend(m, small * <f32>0.01, small * <f32>0.001);
  const box = shapeBox + (<usize>(type * turns + hereTurn) << 4);
  if (hereLoss <= oldLoss) {
    store<f32>(itemX + at, hereX);
    store<f32>(itemY + at, hereY);
    store<i32>(itemTurn + at, hereTurn);
    store<f32>(itemHalfX + at, max<f32>(-load<f32>(box), load<f32>(box, 8)));
    store<f32>(itemHalfY + at, max<f32>(-load<f32>(box, 4), load<f32>(box, 12)));
  } else {
    store<f32>(itemX + at, oldX);
  }
}

/** Finds all overlapping pairs with a free item; returns how many there are. */
export function sweep(): i32 {
  pairCount = 0;
  totalLoss = 0;
  greatestLoss = 0;
  greatestDepth = 0;
  memory.fill(losses, 0, <usize>items << 2);
  const end = <usize>items << 2;
  for (let i = 0; i < freeItems; i++) {
    const at = <usize>i << 2;
    const type = load<i32>(itemType + at);
    const turn = load<i32>(itemTurn + at);
    const x = load<f32>(itemX + at);
    const y = load<f32>(itemY + at);
    const x4 = f32x4.splat(x);
    const y4 = f32x4.splat(y);
    const period4 = f32x4.splat(period);
    const halfX4 = f32x4.splat(load<f32>(itemHalfX + at));
    const halfY4 = f32x4.splat(load<f32>(itemHalfY + at));
    for (let k: usize = at & ~15; k < end; k += 16) {
      const apart = f32x4.abs(f32x4.sub(v128.load(itemX + k), x4));
      const around = f32x4.abs(f32x4.sub(period4, apart));
      const nearX = f32x4.lt(f32x4.pmin(apart, around), f32x4.add(v128.load(itemHalfX + k), halfX4));
      const nearY = f32x4.lt(f32x4.abs(f32x4.sub(v128.load(itemY + k), y4)), f32x4.add(v128.load(itemHalfY + k), halfY4));
      let mask = i32x4.bitmask(v128.and(nearX, nearY));
      while (mask) {
        const to = k + (<usize>ctz(mask) << 2);
        mask &= mask - 1;
        if (to <= at) continue;
        const other = load<i32>(itemType + to);
        const depth = pairDepth(type, turn, x, y, other, load<i32>(itemTurn + to), load<f32>(itemX + to), load<f32>(itemY + to));
        if (depth <= TOUCHING) continue;
        const loss = pairLoss(type, other, depth);
        const weighted = loss * load<f32>(weights + (<usize>(i * items) << 2) + to);
        totalLoss += loss;
        greatestLoss = max<f32>(greatestLoss, loss);
        greatestDepth = max<f32>(greatestDepth, depth);
        store<f32>(losses + at, load<f32>(losses + at) + weighted);
        store<f32>(losses + to, load<f32>(losses + to) + weighted);
        if (pairCount < pairCapacity) {
          const entry = pairs + (<usize>pairCount << 4);
          store<i32>(entry, i);
          store<i32>(entry, <i32>(to >> 2), 4);
          store<f32>(entry, loss, 8);
          store<f32>(entry, depth, 12);
          pairCount++;
        }
      }
    }
  }
  return pairCount;
}

/** Guided local search: pairs that overlap after a pass weigh more in the next, the others drift back to one. */
export function reweight(): void {
  const cells = <usize>(items * items) << 2;
  const decay = f32x4.splat(0.95);
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < cells; at += 16) {
    v128.store(weights + at, f32x4.max(f32x4.mul(v128.load(weights + at), decay), one));
  }
  for (let p = 0; p < pairCount; p++) {
    const entry = pairs + (<usize>p << 4);
    const i = load<i32>(entry);
    const k = load<i32>(entry, 4);
    // The decay above is undone for pairs that overlap.
    const factor: f32 = (<f32>1.2 + <f32>0.8 * (load<f32>(entry, 8) / greatestLoss)) / <f32>0.95;
    const cell = weights + (<usize>(i * items + k) << 2);
    const weight = min<f32>(load<f32>(cell) * factor, 1e6);
    store<f32>(cell, weight);
    store<f32>(weights + (<usize>(k * items + i) << 2), weight);
  }
}

export function resetWeights(): void {
  const cells = <usize>(items * items) << 2;
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < cells; at += 16) v128.store(weights + at, one);
}

/** Moves every overlapping free item once, in random order, and sweeps again; returns the number of pairs left. */
export function pass(): i32 {
  let count = 0;
  for (let i = 0; i < freeItems; i++) {
    if (load<f32>(losses + (<usize>i << 2)) <= 0) continue;
    store<i32>(order + (<usize>count << 2), i);
    count++;
  }
  for (let i = count - 1; i > 0; i--) {
    const j = below(i + 1);
    const swap = load<i32>(order + (<usize>i << 2));
    store<i32>(order + (<usize>i << 2), load<i32>(order + (<usize>j << 2)));
    store<i32>(order + (<usize>j << 2), swap);
  }
  for (let i = 0; i < count; i++) move(load<i32>(order + (<usize>i << 2)));
  return sweep();
}

export function getTotalLoss(): f32 {
  return totalLoss;
}

export function getGreatestDepth(): f32 {
  return greatestDepth;
}

export function getEvaluations(): f64 {
  return evaluations;
}

/** Places an item; the caller keeps it inside the strip. */
export function place(item: i32, x: f32, y: f32, turn: i32): void {
  const at = <usize>item << 2;
  const box = shapeBox + (<usize>(load<i32>(itemType + at) * turns + turn) << 4);
  store<f32>(itemX + at, x);
  store<f32>(itemY + at, y);
  store<i32>(itemTurn + at, turn);
  store<f32>(itemHalfX + at, max<f32>(-load<f32>(box), load<f32>(box, 8)));
  store<f32>(itemHalfY + at, max<f32>(-load<f32>(box, 4), load<f32>(box, 12)));
}
