/**
 * One tool of Seamly2D as constructions of a definition. Angles there run against the clock, here with it, so every angle
 * changes its sign; what a tool cannot say here is thrown as `TranslationError`.
 */

import type { XmlElement } from '../../../drawing/xml.js';
import { TranslationError } from './translate-formula.js';

export type Construction = Readonly<Record<string, unknown>>;

export type Ends = readonly [first: string, last: string];

/** What a tool may ask for while it is translated. */
export interface ToolContext {
  /** The point or curve of an id as a name; throws where there is none. */
  readonly point: (id: string) => string;
  readonly curve: (id: string) => string;
  /** A formula in an attribute; `current` is what `CurrentLength` stands for. */
  readonly formula: (text: string, current?: string) => string;
  /** Adds a helper point that has no name in the source. */
  readonly helper: (construction: Construction) => string;
  readonly addPoint: (id: string, label: string, construction: Construction) => void;
  /** `labels` are its names in formulas; `ends` the labels of its first and last point, where it has them. */
  readonly addCurve: (id: string, labels: readonly string[], construction: Construction, ends?: Ends) => void;
  readonly curveLabels: (id: string) => { readonly labels: readonly string[]; readonly ends: Ends | undefined };
  /** The label of a point of an id. */
  readonly label: (id: string) => string;
  /** What an id is, for operations that take both. */
  readonly isCurve: (id: string) => boolean;
}

/** Every tool by `element:type`. */
export const tools: Readonly<Record<string, (element: XmlElement, context: ToolContext) => void>> = {
  'point:single': point((get) => ({ op: 'xy', x: get.text('x'), y: get.text('y') })),
  'point:endLine': point((get) => ({
    op: 'polar',
    from: get.point('basePoint'),
    angle: get.angle('angle'),
    length: get.formula('length'),
  })),
  // by an angle, since two points that lie on each other give one (0) but no direction
  'point:alongLine': point((get) => {
    const [from, to] = [get.point('firstPoint'), get.point('secondPoint')];
    return {
      op: 'polar',
      from,
      angle: `angle(${from}, ${to})`,
      length: get.formulaWith('length', `dist(${from}, ${to})`),
    };
  }),
  'point:normal': point((get) => {
    const [first, second] = [get.point('firstPoint'), get.point('secondPoint')];
    return {
      op: 'polar',
      from: first,
      angle: `angle(${first}, ${second}) - 90 - (${get.formula('angle')})`,
      length: get.formula('length'),
    };
  }),
  'point:bisector': point((get) => ({
    op: 'bisector',
    a: get.point('firstPoint'),
    corner: get.point('secondPoint'),
    b: get.point('thirdPoint'),
    length: get.formula('length'),
  })),
  'point:lineIntersect': point((get) => ({
    op: 'intersectLines',
    a: get.point('p1Line1'),
    b: get.point('p2Line1'),
    c: get.point('p1Line2'),
    d: get.point('p2Line2'),
  })),
  'point:lineIntersectAxis': point((get) => ({
    op: 'intersectLineAxis',
    from: get.point('basePoint'),
    angle: get.angle('angle'),
    a: get.point('p1Line'),
    b: get.point('p2Line'),
  })),
  'point:curveIntersectAxis': (element, context) => {
    const get = getter(element, context);
    divide(element, context, 'curve', {
      op: 'curveAxis',
      curve: get.curve('curve'),
      from: get.point('basePoint'),
      angle: get.angle('angle'),
    });
  },
  'point:pointOfIntersection': point((get) => ({
    op: 'xyOf',
    x: get.point('firstPoint'),
    y: get.point('secondPoint'),
  })),
  'point:intersectXY': point((get) => ({ op: 'xyOf', x: get.point('firstPoint'), y: get.point('secondPoint') })),
  'point:height': point((get) => ({
    op: 'foot',
    from: get.point('basePoint'),
    a: get.point('p1Line'),
    b: get.point('p2Line'),
  })),
  'point:pointOfContact': point((get) => ({
    op: 'circleLine',
    center: get.point('center'),
    radius: get.formula('radius'),
    a: get.point('firstPoint'),
    b: get.point('secondPoint'),
    pick: 'last',
  })),
  'point:shoulder': point((get) => ({
    op: 'circleLine',
    center: get.point('pShoulder'),
    radius: get.formula('length'),
    a: get.point('p1Line'),
    b: get.point('p2Line'),
    pick: 'last',
  })),
  'point:triangle': point((get, context) => {
    const [first, second] = [get.point('firstPoint'), get.point('secondPoint')];
    const center = context.helper({ op: 'between', a: first, b: second, t: 0.5 });
    const radius = `dist(${first}, ${second}) / 2`;
    return { op: 'circleLine', center, radius, a: get.point('axisP1'), b: get.point('axisP2'), pick: 'last' };
  }),
  'point:pointOfIntersectionCircles': point((get) => ({
    op: 'circleCircle',
    a: get.point('c1Center'),
    radiusA: get.formula('c1Radius'),
    b: get.point('c2Center'),
    radiusB: get.formula('c2Radius'),
    side: get.text('crossPoint') === '1' ? 'left' : 'right',
  })),
  'point:pointFromCircleAndTangent': point((get) => ({
    op: 'tangent',
    from: get.point('tangent'),
    center: get.point('cCenter'),
    radius: get.formula('cRadius'),
    side: get.text('crossPoint') === '1' ? 'left' : 'right',
  })),
  'point:cutSpline': cut('spline'),
  'point:cutSplinePath': cut('splinePath'),
  'point:cutArc': cut('arc'),
  'spline:simple': simpleSpline,
  'spline:simpleInteractive': simpleSpline,
  'spline:cubicBezier': (element, context) => {
    const get = getter(element, context);
    const [from, c1, c2, to] = ['point1', 'point2', 'point3', 'point4'].map(get.point);
    addSpline(element, context, 'Spl', get.text('point1'), get.text('point4'), { op: 'cubic', from, c1, c2, to });
  },
  'spline:path': splinePath,
  'spline:pathInteractive': splinePath,
  'arc:simple': (element, context) => {
    const get = getter(element, context);
    const [start, end] = [get.formula('angle1'), get.formula('angle2')];
    // from the first angle against the clock to the second, at most once round
    const sweep = `(mod((${end}) - (${start}), 360) == 0 ? 360 : mod((${end}) - (${start}), 360))`;
    addArc(element, context, {
      op: 'arc',
      center: get.point('center'),
      radius: get.formula('radius'),
      start: `-(${start})`,
      end: `-(${start}) - ${sweep}`,
    });
  },
  'arc:arcWithLength': (element, context) => {
    const get = getter(element, context);
    const [start, radius] = [get.formula('angle1'), get.formula('radius')];
    addArc(element, context, {
      op: 'arc',
      center: get.point('center'),
      radius,
      start: `-(${start})`,
      end: `-(${start}) - (${get.formula('length')}) / (${radius}) * 180 / pi`,
    });
  },
  'operation:rotation': (element, context) => {
    const get = getter(element, context);
    copies(element, context, { op: 'rotate', center: get.point('center'), angle: get.angle('angle') });
  },
  'operation:flippingByLine': (element, context) => {
    const get = getter(element, context);
    copies(element, context, { op: 'mirror', a: get.point('p1Line'), b: get.point('p2Line') });
  },
  'operation:flippingByAxis': (element, context) => {
    const get = getter(element, context);
    const center = get.point('center');
    const [dx, dy] = get.text('axisType') === '1' ? [0, 1] : [1, 0];
    const other = context.helper({ op: 'offset', from: center, dx, dy });
    copies(element, context, { op: 'mirror', a: center, b: other });
  },
  'operation:moving': (element, context) => {
    const get = getter(element, context);
    const from = context.helper({ op: 'xy', x: 0, y: 0 });
    const to = context.helper({ op: 'polar', from, angle: get.angle('angle'), length: get.formula('length') });
    copies(element, context, { op: 'move', from, to });
  },
};

type Getter = ReturnType<typeof getter>;

function getter(element: XmlElement, context: ToolContext) {
  const text = (key: string): string => {
    const value = element.attributes.get(key);
    if (value === undefined) throw new TranslationError(`the missing attribute ${key}`);
    return value;
  };
  return {
    text,
    point: (key: string): string => context.point(text(key)),
    curve: (key: string): string => context.curve(text(key)),
    formula: (key: string): string => context.formula(text(key)),
    /** `CurrentLength` stands for `length`. */
    formulaWith: (key: string, length: string): string => context.formula(text(key), length),
    angle: (key: string): string => `-(${context.formula(text(key))})`,
  };
}

function point(construct: (get: Getter, context: ToolContext) => Construction) {
  return (element: XmlElement, context: ToolContext): void => {
    const construction = construct(getter(element, context), context);
    context.addPoint(idOf(element), element.attributes.get('name') ?? '', construction);
  };
}

const idOf = (element: XmlElement): string => element.attributes.get('id') ?? '';

/** A point at a length on a curve. */
function cut(attribute: string) {
  return (element: XmlElement, context: ToolContext): void => {
    const get = getter(element, context);
    const curve = get.curve(attribute);
    const length = context.formula(get.text('length'), `length(${curve})`);
    divide(element, context, attribute, { op: 'onCurve', curve, length });
  };
}

/** A point that divides a curve; the two parts have ids of their own, the next two, and names in formulas. */
function divide(element: XmlElement, context: ToolContext, attribute: string, construction: Construction): void {
  const get = getter(element, context);
  const curve = get.curve(attribute);
  const id = idOf(element);
  const label = element.attributes.get('name') ?? '';
  context.addPoint(id, label, construction);
  const at = context.point(id);
  const { labels, ends } = context.curveLabels(get.text(attribute));
  const prefix = labels[0]?.split('_')[0] ?? 'Spl';
  const [start, end] = [0, 1].map((t) => context.helper({ op: 'onCurve', curve, t }));
  const part = (next: number, a: string, b: string, from: string, to: string): void =>
    context.addCurve(String(Number(id) + next), [`${prefix}_${a}_${b}`], { op: 'part', curve, from, to }, [a, b]);
  part(1, ends?.[0] ?? '', label, start!, at);
  part(2, label, ends?.[1] ?? '', at, end!);
}

function addSpline(
  element: XmlElement,
  context: ToolContext,
  prefix: string,
  first: string,
  last: string,
  construction: Construction,
): void {
  const ends: Ends = [context.label(first), context.label(last)];
  const label = `${prefix}_${ends[0]}_${ends[1]}`;
  const duplicate = element.attributes.get('duplicate');
  context.addCurve(idOf(element), [duplicate ? `${label}_${duplicate}` : label], construction, ends);
}

function addArc(element: XmlElement, context: ToolContext, construction: Construction): void {
  const label = `Arc_${context.label(element.attributes.get('center') ?? '')}`;
  const id = idOf(element);
  context.addCurve(
    id,
    [label, `${label}_${id}`, `${label}_${element.attributes.get('duplicate') ?? ''}`],
    construction,
  );
}

/** Length of a handle from the old factors: the quarter circle's share of the distance. */
const oldHandle = (from: string, to: string, curve: string, share: string): string =>
  `dist(${from}, ${to}) / sqrt(2) * 4 / 3 * tan(22.5) * (${curve}) * (${share})`;

function simpleSpline(element: XmlElement, context: ToolContext): void {
  const get = getter(element, context);
  const [from, to] = [get.point('point1'), get.point('point4')];
  const old = !element.attributes.has('length1');
  const factor = (key: string): string => element.attributes.get(key) ?? '1';
  const [length1, length2] = old
    ? [oldHandle(from, to, factor('kCurve'), factor('kAsm1')), oldHandle(from, to, factor('kCurve'), factor('kAsm2'))]
    : [get.formula('length1'), get.formula('length2')];
  const construction = {
    op: 'handles',
    from,
    angle1: get.angle('angle1'),
    length1,
    to,
    angle2: get.angle('angle2'),
    length2,
  };
  addSpline(element, context, 'Spl', get.text('point1'), get.text('point4'), construction);
}

/** Nodes have the angle and length of the handle before them (1) and after them (2). */
function splinePath(element: XmlElement, context: ToolContext): void {
  const parts = element.children
    .filter(({ name }) => name === 'pathPoint')
    .map((child) => ({ child, get: getter(child, context) }));
  const kCurve = element.attributes.get('kCurve') ?? '1';
  const places = parts.map(({ get }) => get.point('pSpline'));
  const nodes = parts.map(({ child, get }, i) => {
    const has = (key: string): boolean => child.attributes.has(key);
    const factor = (key: string): string => child.attributes.get(key) ?? '1';
    const [before, here, after] = [places[i - 1], places[i]!, places[i + 1]];
    const old = !has('length1');
    return {
      at: here,
      angle: has('angle2') ? get.angle('angle2') : get.angle('angle'),
      before:
        before === undefined ? 0 : old ? oldHandle(before, here, kCurve, factor('kAsm1')) : get.formula('length1'),
      after: after === undefined ? 0 : old ? oldHandle(here, after, kCurve, factor('kAsm2')) : get.formula('length2'),
    };
  });
  const [first, last] = [parts[0]?.get.text('pSpline') ?? '', parts.at(-1)?.get.text('pSpline') ?? ''];
  addSpline(element, context, 'SplPath', first, last, { op: 'path', nodes });
}

/** Copies of points and curves; sources and destinations stand in the same order. */
function copies(element: XmlElement, context: ToolContext, transformation: Construction): void {
  const items = (name: string): string[] =>
    element.children
      .find((child) => child.name === name)
      ?.children.map((item) => item.attributes.get('idObject') ?? '') ?? [];
  const [sources, destinations] = [items('source'), items('destination')];
  const suffix = element.attributes.get('suffix') ?? '';
  sources.forEach((source, i) => {
    const id = destinations[i];
    if (id === undefined) return;
    if (context.isCurve(source)) {
      const labels = context.curveLabels(source).labels.map((label) => label + suffix);
      context.addCurve(id, labels, { ...transformation, curve: context.curve(source) });
    }
    if (!context.isCurve(source))
      context.addPoint(id, `${context.label(source)}${suffix}`, { ...transformation, point: context.point(source) });
  });
}
