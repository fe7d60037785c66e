/**
 * Translates the tools of Seamly2D and Valentina that make points into constructions of a definition. Angles run
 * counterclockwise in the source and clockwise here, so every angle changes its sign.
 */

import type { XmlElement } from '../../../drawing/xml.js';
import { type Construction, type Getter, getter, idOf, labelOf, type Tool, type ToolContext } from './tool-context.js';
import { TranslationError } from './translate-formula.js';

/** The source keeps the cut of a curve this far from both ends, mm. */
const cutMarginMm = 1;

/** Every tool by `element:type`. @param mm in one unit of the pattern */
export const pointTools = (mm: number): Readonly<Record<string, Tool>> => ({
  'point:single': point((get) => ({ op: 'xy', x: get.formula('x'), y: get.formula('y') })),
  'point:endLine': point((get) => ({
    op: 'polar',
    from: get.point('basePoint'),
    angle: get.angle('angle'),
    length: get.formula('length'),
  })),
  // By an angle, since two coincident points still have an angle (0), but no direction.
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
  // The bisector halves the smaller angle. For a straight angle it lies counterclockwise of the first point.
  'point:bisector': point((get) => {
    const [a, corner, b] = [get.point('firstPoint'), get.point('secondPoint'), get.point('thirdPoint')];
    const between = `mod(angle(${corner}, ${a}) - angle(${corner}, ${b}), 360)`;
    return {
      op: 'polar',
      from: corner,
      angle: `angle(${corner}, ${a}) - ${between} / 2 + (${between} > 180 ? 180 : 0)`,
      length: get.formula('length'),
    };
  }),
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
      op: 'curveAhead',
      curve: get.curve('curve'),
      from: get.point('basePoint'),
      angle: get.angle('angle'),
    });
  },
  'point:pointOfIntersection': point(crossed),
  'point:intersectXY': point(crossed),
  'point:height': point((get) => ({
    op: 'foot',
    from: get.point('basePoint'),
    a: get.point('p1Line'),
    b: get.point('p2Line'),
  })),
  'point:pointOfContact': point((get) => ({
    op: 'circleSegment',
    center: get.point('center'),
    radius: get.formula('radius'),
    a: get.point('firstPoint'),
    b: get.point('secondPoint'),
  })),
  'point:shoulder': point((get) => ({
    op: 'circleBeyond',
    center: get.point('pShoulder'),
    radius: get.formula('length'),
    a: get.point('p1Line'),
    b: get.point('p2Line'),
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
    side: sideOf(get),
  })),
  'point:pointOfIntersectionArcs': point((get, context) => {
    const [a, b] = [circleOf(context, get.text('firstArc')), circleOf(context, get.text('secondArc'))];
    return {
      op: 'arcsMeet',
      a: a.center,
      radiusA: a.radius,
      arcA: a.arc,
      b: b.center,
      radiusB: b.radius,
      arcB: b.arc,
      side: sideOf(get),
    };
  }),
  'point:pointOfIntersectionCurves': point((get) => ({
    op: 'curvesMeet',
    a: get.curve('curve1'),
    b: get.curve('curve2'),
    height: get.has('vCrossPoint') && get.text('vCrossPoint') === '2' ? 'lowest' : 'highest',
    side: get.has('hCrossPoint') && get.text('hCrossPoint') === '2' ? 'rightmost' : 'leftmost',
  })),
  'point:pointFromCircleAndTangent': point((get) => ({
    op: 'tangent',
    from: get.point('tangent'),
    center: get.point('cCenter'),
    radius: get.formula('cRadius'),
    side: sideOf(get),
  })),
  'point:pointFromArcAndTangent': point((get, context) => {
    const { center, radius, arc } = circleOf(context, get.text('arc'));
    return { op: 'arcTangent', from: get.point('tangent'), center, radius, arc, side: sideOf(get) };
  }),
  'point:trueDarts': trueDarts,
  'point:cutSpline': cut('spline', cutMarginMm / mm),
  'point:cutSplinePath': cut('splinePath', cutMarginMm / mm),
  'point:cutArc': cut('arc', cutMarginMm / mm),
});

function point(construct: (get: Getter, context: ToolContext) => Construction): Tool {
  return (element, context) => {
    const construction = construct(getter(element, context), context);
    context.addPoint(idOf(element), labelOf(element), construction);
  };
}

function crossed(get: Getter): Construction {
  return { op: 'xyOf', x: get.point('firstPoint'), y: get.point('secondPoint') };
}

/** The first of two crossings lies to the right of the way from the first centre (or the point) to the second. */
const sideOf = (get: Getter): string => (get.text('crossPoint') === '1' ? 'right' : 'left');

function circleOf(context: ToolContext, id: string): { center: string; radius: string; arc: string } {
  const { circle, name, labels } = context.curve(id);
  if (!circle) throw new TranslationError(`${labels[0] ?? id} is not an arc of a circle`);
  return { ...circle, arc: name };
}

/** Moves the ends of a dart onto a line that is straight once the dart is closed. */
function trueDarts(element: XmlElement, context: ToolContext): void {
  const get = getter(element, context);
  const [lineA, lineB] = [get.point('baseLineP1'), get.point('baseLineP2')];
  const [first, tip, last] = [get.point('dartP1'), get.point('dartP2'), get.point('dartP3')];
  const closing = `angle(${tip}, ${first}) - angle(${tip}, ${last})`;
  const rotated = context.helper({ op: 'rotate', point: lineB, center: tip, angle: closing });
  context.addPoint(get.text('point1'), get.text('name1'), {
    op: 'intersectLines',
    a: lineA,
    b: rotated,
    c: tip,
    d: first,
  });
  const opened = { op: 'rotate', point: context.point(get.text('point1')), center: tip, angle: `-(${closing})` };
  context.addPoint(get.text('point2'), get.text('name2'), opened);
}

/** A point at a length on a curve, kept inside the curve as in the source. */
function cut(attribute: string, margin: number): Tool {
  return (element, context) => {
    const get = getter(element, context);
    const curve = get.curve(attribute);
    const whole = `length(${curve})`;
    const length = context.formula(get.text('length'), whole);
    divide(element, context, attribute, {
      op: 'onCurve',
      curve,
      length: `max(min(${length}, ${whole} - ${margin}), min(${margin}, ${whole} / 2))`,
    });
    const label = labelOf(element);
    const { part, values, nodes } = context.curve(get.text(attribute));
    // The first part starts where the whole curve does, so only `CurrentLength` makes a difference there.
    if (part === 2 || (part === 1 && /\bCurrentLength\b/.test(get.text('length')))) {
      const reason = `${label} cuts a part of a divided curve; Valentina since 0.3 measures along the whole curve`;
      context.doubt(idOf(element), reason, null);
    }
    // Up to Valentina 0.7.52, the search for the length takes one more step even if its first guess is right.
    if (values?.C1Length !== undefined && nodes === undefined) {
      const isHalf = `abs((${length}) - ${whole} / 2) < ${whole} / 1000000`;
      const isEven = `abs((${values.C1Length}) - (${values.C2Length})) < ${whole} / 1000000`;
      const reason = `${label} halves a curve with equal handles; Valentina 0.7 cuts it in another place`;
      context.doubt(idOf(element), reason, `${isHalf} && ${isEven}`);
    }
    const beyond = `(${length}) < 0 || (${length}) > ${whole}`;
    context.doubt(idOf(element), `${label} lies beyond the end of its curve and was moved onto it`, beyond);
  };
}

/** A point that divides a curve. Formulas know both parts by name, and old files give them the next two ids. */
function divide(element: XmlElement, context: ToolContext, attribute: string, construction: Construction): void {
  const get = getter(element, context);
  const id = idOf(element);
  const label = labelOf(element);
  const { name: curve, labels, ends, circle } = context.curve(get.text(attribute));
  context.addPoint(id, label, construction);
  const at = context.point(id);
  const prefix = labels[0]?.split('_')[0] ?? 'Spl';
  const [start, end] = [0, 1].map((t) => context.helper({ op: 'onCurve', curve, t }));
  const part = (next: 1 | 2, a: string, b: string, from: string, to: string): void =>
    context.addCurve(
      `${id}+${next}`,
      { labels: [`${prefix}_${a}_${b}`], ends: [a, b], part: next, ...(circle ? { circle } : {}) },
      { op: 'part', curve, from, to },
    );
  part(1, ends?.[0] ?? '', label, start!, at);
  part(2, label, ends?.[1] ?? '', at, end!);
}
