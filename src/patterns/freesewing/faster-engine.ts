/**
 * The parts of FreeSewing and of its library for curves that take most of the time of a draft, in a faster form. The
 * arithmetic and its order are those of the originals, so that every number stays the same to the last bit. A value
 * that is not expected here goes to the original.
 */

/** The exports of `@freesewing/core` that are changed. */
export interface EngineModule {
  readonly Attributes: new () => Attributes;
  readonly Part: { readonly prototype: { __inject(orig: Part): Part } };
  readonly Bezier: new (...points: Place[]) => Bezier;
  readonly Path: { readonly prototype: Path };
  readonly Point: new (x: number, y: number) => EnginePoint;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface EnginePoint extends Place {
  dist(that: Place): number;
  shiftTowards(that: Place, distance: number): EnginePoint;
}

interface Path {
  readonly ops: readonly {
    readonly type: string;
    readonly to?: EnginePoint;
    readonly cp1?: EnginePoint;
    readonly cp2?: EnginePoint;
  }[];
  shiftAlong(distance: number, stepsPerMm?: number): EnginePoint | undefined;
}

interface Attributes {
  list: Record<string, unknown[]>;
  clone(): Attributes;
}

interface Cloneable {
  clone(): this;
}

interface Operation {
  readonly type: string;
  to: Place;
  cp1: Place;
  cp2: Place;
}

interface Part {
  readonly name: string;
  freeId: number;
  readonly points: Record<string, Place & Cloneable>;
  readonly paths: Record<string, { ops: Operation[] } & Cloneable>;
  readonly snippets: Record<string, Cloneable>;
  readonly context: { readonly store: { parts?: Record<string, unknown> } };
}

interface CurvePoint {
  x: number;
  y: number;
  z?: number;
  t?: number;
}

interface Extent {
  readonly min: number;
  readonly mid: number;
  readonly max: number;
  readonly size: number;
}

interface Box {
  readonly x: Extent;
  readonly y: Extent;
}

interface Bezier {
  points: CurvePoint[];
  order: number;
  _3d: boolean;
  ratios?: unknown;
  _linear: boolean;
  _lut: CurvePoint[];
  _t1: number;
  _t2: number;
  dims: string[];
  dimlen: number;
  dpoints: CurvePoint[][];
  clockwise: boolean;
  length(): number;
  split(t1: number, t2?: number): unknown;
  bbox(): Box;
}

interface CurveUtils {
  readonly Tvalues: readonly number[];
  readonly Cvalues: readonly number[];
  copy(point: CurvePoint): CurvePoint;
  derive(points: readonly CurvePoint[], is3d: boolean): CurvePoint[][];
  droots(values: readonly number[]): number[];
  align(points: readonly CurvePoint[], line: { p1: CurvePoint; p2: CurvePoint }): CurvePoint[];
}

const quickened = new WeakSet<EngineModule>();

/** Changes the engine of this thread, once. */
export function quicken(engine: EngineModule): void {
  if (quickened.has(engine)) return;
  quickened.add(engine);
  quickenAttributes(engine.Attributes);
  quickenInheritance(engine.Part);
  quickenWalks(engine);
  // FreeSewing extends the class of its library
  quickenCurves(Object.getPrototypeOf(engine.Bezier) as BezierClass);
}

/** Whether JSON would give the value back as it is. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0));

/** Almost all points have no attributes, and the others have lists of words. */
function quickenAttributes(Own: EngineModule['Attributes']): void {
  const prototype = Own.prototype as Attributes;
  const original = prototype.clone;
  prototype.clone = function (this: Attributes): Attributes {
    const list: Record<string, unknown[]> = {};
    for (const name in this.list) {
      const values = this.list[name];
      if (!Array.isArray(values) || !values.every(isPlain)) return original.call(this);
      list[name] = values.slice();
    }
    const copy = new Own();
    copy.list = list;
    return copy;
  };
}

/** A part that begins as a copy of another one: each point of a path is found by its object, and not in a search. */
function quickenInheritance({ prototype }: EngineModule['Part']): void {
  prototype.__inject = function (this: Part, orig: Part): Part {
    const nameOf = new Map<Place, string>();
    this.freeId = orig.freeId;
    for (const i in orig.points) {
      const point = orig.points[i]!;
      if (!nameOf.has(point)) nameOf.set(point, i);
      this.points[i] = point.clone();
    }
    for (const i in orig.paths) {
      const path = orig.paths[i]!;
      const copy = path.clone();
      this.paths[i] = copy;
      // keeps the link between points and the operations of paths where possible
      for (let j = 0; j < path.ops.length; j++) {
        const from = path.ops[j]!;
        const to = copy.ops[j]!;
        if (from.type !== 'close') {
          const name = nameOf.get(from.to);
          if (name) to.to = this.points[name]!;
        }
        if (from.type === 'curve') {
          const [first, second] = [nameOf.get(from.cp1), nameOf.get(from.cp2)];
          if (first) to.cp1 = this.points[first]!;
          if (second) to.cp2 = this.points[second]!;
        }
      }
    }
    for (const i in orig.snippets) this.snippets[i] = orig.snippets[i]!.clone();
    const { parts } = orig.context.store;
    if (parts?.[orig.name]) {
      this.context.store.parts![this.name] = JSON.parse(JSON.stringify(parts[orig.name]));
    }
    return this;
  };
}

/** A walk along a curve in tenths of a millimetre, which makes a point of the last step alone. */
function quickenWalks({ Path: { prototype }, Point, Bezier }: EngineModule): void {
  const original = prototype.shiftAlong;

  const along = (distance: number, { points }: Bezier, steps: number): EnginePoint | undefined => {
    const [p0, p1, p2, p3] = points as [CurvePoint, CurvePoint, CurvePoint, CurvePoint];
    let lastX = p0.x;
    let lastY = p0.y;
    let length = 0;
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      let [x, y] = [p3.x, p3.y];
      if (t !== 1) {
        const mt = 1 - t;
        const mt2 = mt * mt;
        const t2 = t * t;
        const a = mt2 * mt;
        const b = mt2 * t * 3;
        const c = mt * t2 * 3;
        const d = t * t2;
        x = a * p0.x + b * p1.x + c * p2.x + d * p3.x;
        y = a * p0.y + b * p1.y + c * p2.y + d * p3.y;
      }
      const step = Math.hypot(x - lastX, y - lastY);
      if (length + step > distance) return new Point(x, y);
      length += step;
      lastX = x;
      lastY = y;
    }
    return undefined;
  };

  prototype.shiftAlong = function (this: Path, distance: number, stepsPerMm = 10): EnginePoint | undefined {
    if (typeof distance !== 'number') return original.call(this, distance, stepsPerMm);
    let length = 0;
    let current: EnginePoint | undefined;
    for (const { type, to, cp1, cp2 } of this.ops) {
      if (type === 'line') {
        const step = to!.dist(current!);
        if (Math.abs(length + step - distance) < 0.1) return to;
        if (length + step > distance) return current!.shiftTowards(to!, distance - length);
        length += step;
      } else if (type === 'curve') {
        const curve = new Bezier(
          { x: current!.x, y: current!.y },
          { x: cp1!.x, y: cp1!.y },
          { x: cp2!.x, y: cp2!.y },
          { x: to!.x, y: to!.y },
        );
        const step = curve.length();
        if (Math.abs(length + step - distance) < 0.1) return to;
        if (length + step > distance) return along(distance - length, curve, step * stepsPerMm);
        length += step;
      }
      current = to;
    }
    // the original tells that the path is too short
    return original.call(this, distance, stepsPerMm);
  };
}

interface BezierClass {
  readonly prototype: Bezier;
  getUtils(): CurveUtils;
}

const isFlatCubic = ({ order, _3d, ratios }: Bezier): boolean => order === 3 && !_3d && ratios === undefined;

function quickenCurves(Own: BezierClass): void {
  const { prototype } = Own;
  const utils = Own.getUtils();
  const { Tvalues, Cvalues } = utils;
  const { length, split, bbox } = prototype;
  const { copy, derive } = utils;

  utils.align = (points, line) => {
    const [tx, ty] = [line.p1.x, line.p1.y];
    const a = -Math.atan2(line.p2.y - ty, line.p2.x - tx);
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    return points.map(({ x, y }) => ({
      x: (x - tx) * cos - (y - ty) * sin,
      y: (x - tx) * sin + (y - ty) * cos,
    }));
  };

  prototype.length = function (this: Bezier): number {
    if (!isFlatCubic(this)) return length.call(this);
    const [p, q, r] = this.dpoints[0]!;
    let sum = 0;
    for (let i = 0; i < Tvalues.length; i++) {
      const t = 0.5 * Tvalues[i]! + 0.5;
      const mt = 1 - t;
      const a = mt * mt;
      const b = mt * t * 2;
      const c = t * t;
      const x = a * p!.x + b * q!.x + c * r!.x;
      const y = a * p!.y + b * q!.y + c * r!.y;
      sum += Cvalues[i]! * Math.sqrt(x * x + y * y);
    }
    return 0.5 * sum;
  };

  const lerp = (r: number, a: CurvePoint, b: CurvePoint): CurvePoint => ({
    x: a.x + r * (b.x - a.x),
    y: a.y + r * (b.y - a.y),
  });

  /** A cubic as its constructor makes it. */
  const cubic = (p0: CurvePoint, p1: CurvePoint, p2: CurvePoint, p3: CurvePoint): Bezier => {
    const curve = Object.create(prototype) as Bezier;
    const points = [
      { x: p0.x, y: p0.y },
      { x: p1.x, y: p1.y },
      { x: p2.x, y: p2.y },
      { x: p3.x, y: p3.y },
    ];
    curve._3d = false;
    curve.points = points;
    curve.order = 3;
    curve.dims = ['x', 'y'];
    curve.dimlen = 2;
    const [dx, dy] = [p3.x - p0.x, p3.y - p0.y];
    const a = -Math.atan2(dy, dx);
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    let away = 0;
    for (const { x, y } of points) away += Math.abs((x - p0.x) * sin + (y - p0.y) * cos);
    const [bx, by] = [p0.x - p3.x, p0.y - p3.y];
    curve._linear = away < Math.sqrt(bx * bx + by * by) / 50;
    curve._lut = [];
    curve._t1 = 0;
    curve._t2 = 1;
    (curve as unknown as { update(): void }).update();
    return curve;
  };

  const map = (v: number, ts: number, te: number): number => {
    const d2 = te - ts;
    return ts + d2 * v;
  };

  prototype.split = function (this: Bezier, t1: number, t2?: number): unknown {
    if (!isFlatCubic(this) || !(t1 > 0 && t1 < 1) || !Number.isFinite(t1)) return split.call(this, t1, t2);
    if (t2 !== undefined) return split.call(this, t1, t2);
    const [p0, p1, p2, p3] = this.points as [CurvePoint, CurvePoint, CurvePoint, CurvePoint];
    const a = lerp(t1, p0, p1);
    const b = lerp(t1, p1, p2);
    const c = lerp(t1, p2, p3);
    const d = lerp(t1, a, b);
    const e = lerp(t1, b, c);
    const f = lerp(t1, d, e);
    const left = cubic(p0, a, d, f);
    const right = cubic(f, e, c, p3);
    left._t1 = map(0, this._t1, this._t2);
    left._t2 = map(t1, this._t1, this._t2);
    right._t1 = map(t1, this._t1, this._t2);
    right._t2 = map(1, this._t1, this._t2);
    return { left, right, span: [p0, p1, p2, p3, a, b, c, d, e, f] };
  };

  const between = (t: number): boolean => t >= 0 && t <= 1;

  /** The course of a cubic along one axis: at both ends, and where its first or second derivative is 0. */
  const extent = ({ points, dpoints }: Bezier, axis: 'x' | 'y'): Extent => {
    const [p0, p1, p2, p3] = [points[0]![axis], points[1]![axis], points[2]![axis], points[3]![axis]];
    let [min, max] = [Math.min(smallest, p0, p3), Math.max(largest, p0, p3)];
    const roots = [
      ...utils.droots(dpoints[0]!.map((point) => point[axis])),
      ...utils.droots(dpoints[1]!.map((point) => point[axis])),
    ];
    for (const t of roots) {
      if (!between(t)) continue;
      const mt = 1 - t;
      const [mt2, t2] = [mt * mt, t * t];
      const at = t === 0 ? p0 : t === 1 ? p3 : mt2 * mt * p0 + mt2 * t * 3 * p1 + mt * t2 * 3 * p2 + t * t2 * p3;
      if (at < min) min = at;
      if (at > max) max = at;
    }
    return { min, mid: (min + max) / 2, max, size: max - min };
  };

  prototype.bbox = function (this: Bezier): Box {
    if (!isFlatCubic(this) || !this.points.every(isFinite2)) return bbox.call(this);
    return { x: extent(this, 'x'), y: extent(this, 'y') };
  };

  utils.copy = (value) => {
    const { x, y, z, t } = value;
    if (z !== undefined || !isFinite2(value)) return copy(value);
    return t === undefined ? { x: x + 0, y: y + 0 } : { x: x + 0, y: y + 0, t };
  };

  utils.derive = (points, is3d) => {
    if (points.length !== 4 || is3d) return derive(points, is3d);
    const [p0, p1, p2, p3] = points as [CurvePoint, CurvePoint, CurvePoint, CurvePoint];
    const a = { x: 3 * (p1.x - p0.x), y: 3 * (p1.y - p0.y) };
    const b = { x: 3 * (p2.x - p1.x), y: 3 * (p2.y - p1.y) };
    const c = { x: 3 * (p3.x - p2.x), y: 3 * (p3.y - p2.y) };
    const d = { x: 2 * (b.x - a.x), y: 2 * (b.y - a.y) };
    const e = { x: 2 * (c.x - b.x), y: 2 * (c.y - b.y) };
    return [[a, b, c], [d, e], [{ x: e.x - d.x, y: e.y - d.y }]];
  };
}

/** The first bounds of a box in the library. */
const [smallest, largest] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

const isFinite2 = ({ x, y }: CurvePoint): boolean => Number.isFinite(x) && Number.isFinite(y);
