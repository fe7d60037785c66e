/** Translates the tools of Seamly2D and Valentina that make curves into constructions of a definition. */

import type { XmlElement } from '../../../drawing/xml.js';
import {
  type Construction,
  type Getter,
  getter,
  idOf,
  type SourceCurve,
  type Tool,
  type ToolContext,
} from './tool-context.js';
import { TranslationError } from './translate-formula.js';

/** Every tool by `element:type`. */
export const curveTools: Readonly<Record<string, Tool>> = {
  'spline:simple': simpleSpline,
  'spline:simpleInteractive': simpleSpline,
  'spline:cubicBezier': (element, context) => {
    const get = getter(element, context);
    const [from, c1, c2, to] = ['point1', 'point2', 'point3', 'point4'].map(get.point);
    const ends: Pair = [get.text('point1'), get.text('point4')];
    addSpline(
      element,
      context,
      'Spl',
      ends,
      { op: 'cubic', from, c1, c2, to },
      {
        values: {
          Angle1: `mod(-angle(${from}, ${c1}), 360)`,
          Angle2: `mod(-angle(${to}, ${c2}), 360)`,
          C1Length: `dist(${from}, ${c1})`,
          C2Length: `dist(${to}, ${c2})`,
        },
      },
    );
  },
  'spline:cubicBezierPath': (element, context) => {
    const ids = pathPoints(element).map((child) => getter(child, context).text('pSpline'));
    // Points after the last complete cubic are not used.
    const used = ids.slice(0, ids.length - ((ids.length - 1) % 3));
    const through = used.map(context.point);
    const nodes = through.filter((_, i) => i % 3 === 0);
    const ends: Pair = [used[0] ?? '', used.at(-1) ?? ''];
    addSpline(element, context, 'SplPath', ends, { op: 'cubics', through }, { nodes });
  },
  'spline:path': splinePath,
  'spline:pathInteractive': splinePath,
  'arc:simple': (element, context) => {
    const get = getter(element, context);
    const [start, end] = [get.formula('angle1'), get.formula('angle2')];
    addArc(element, context, get, [start, end], {
      op: 'arc',
      center: get.point('center'),
      radius: get.formula('radius'),
      start: `-(${start})`,
      end: `-(${start}) - ${onceRound(start, end)}`,
    });
  },
  'arc:arcWithLength': (element, context) => {
    const get = getter(element, context);
    const [start, radius] = [get.formula('angle1'), get.formula('radius')];
    const sweep = `min((${get.formula('length')}) / (${radius}) * 180 / pi, 360)`;
    addArc(element, context, get, [start, `mod((${start}) + ${sweep}, 360)`], {
      op: 'arc',
      center: get.point('center'),
      radius,
      start: `-(${start})`,
      end: `-(${start}) - ${sweep}`,
    });
  },
  'elArc:simple': (element, context) => {
    const get = getter(element, context);
    const [center, radiusX, radiusY] = [get.point('center'), get.formula('radius1'), get.formula('radius2')];
    // The source gives angles of rays from the centre; a definition gives angles on the circle before it is flattened.
    const onCircle = (angle: string): string => `atan2((${radiusX}) * sin(${angle}), (${radiusY}) * cos(${angle}))`;
    const [start, end] = [onCircle(get.formula('angle1')), onCircle(get.formula('angle2'))];
    const straight = context.helperCurve({
      op: 'ellipse',
      center,
      radiusX,
      radiusY,
      start: `-(${start})`,
      end: `-(${start}) - ${onceRound(start, end)}`,
    });
    const label = `ElArc_${context.label(get.text('center'))}`;
    const rotation = get.has('rotationAngle') ? get.angle('rotationAngle') : '0';
    context.addCurve(
      idOf(element),
      { labels: [`${label}_${idOf(element)}`, label] },
      { op: 'rotate', curve: straight, center, angle: rotation },
    );
  },
};

type Pair = readonly [first: string, last: string];

/** The counterclockwise sweep from one angle to another; a full circle if they are equal. */
const onceRound = (start: string, end: string): string =>
  `(mod((${end}) - (${start}), 360) == 0 ? 360 : mod((${end}) - (${start}), 360))`;

const pathPoints = (element: XmlElement): XmlElement[] => element.children.filter(({ name }) => name === 'pathPoint');

/** @param ends ids of the first and the last point */
function addSpline(
  element: XmlElement,
  context: ToolContext,
  prefix: string,
  ends: Pair,
  construction: Construction,
  about: Pick<SourceCurve, 'values' | 'nodes'>,
): void {
  const labels: Pair = [context.label(ends[0]), context.label(ends[1])];
  const label = `${prefix}_${labels[0]}_${labels[1]}`;
  const duplicate = Number(element.attributes.get('duplicate') ?? 0);
  context.addCurve(
    idOf(element),
    {
      ...about,
      isFine: Number(element.attributes.get('aScale') ?? 0) > 0,
      labels: [duplicate > 0 ? `${label}_${duplicate}` : label],
      ends: labels,
    },
    construction,
  );
}

function addArc(
  element: XmlElement,
  context: ToolContext,
  get: Getter,
  [angle1, angle2]: Pair,
  construction: Construction,
): void {
  const label = `Arc_${context.label(get.text('center'))}`;
  const id = idOf(element);
  const circle = { center: get.point('center'), radius: get.formula('radius') };
  context.addCurve(
    id,
    {
      labels: [`${label}_${id}`, label, `${label}_${element.attributes.get('duplicate') ?? ''}`],
      circle,
      values: { Radius: circle.radius, Angle1: angle1, Angle2: angle2 },
    },
    construction,
  );
}

/** The length of a handle in old files: factors times the share of the distance that makes a quarter circle. */
const oldHandle = (from: string, to: string, curve: string, share: string): string =>
  `dist(${from}, ${to}) / sqrt(2) * 4 / 3 * tan(22.5) * (${curve}) * (${share})`;

function simpleSpline(element: XmlElement, context: ToolContext): void {
  const get = getter(element, context);
  const [from, to] = [get.point('point1'), get.point('point4')];
  const factor = (key: string): string => context.formula(element.attributes.get(key) ?? '1');
  const [length1, length2] = get.has('length1')
    ? [get.formula('length1'), get.formula('length2')]
    : [oldHandle(from, to, factor('kCurve'), factor('kAsm1')), oldHandle(from, to, factor('kCurve'), factor('kAsm2'))];
  addSpline(
    element,
    context,
    'Spl',
    [get.text('point1'), get.text('point4')],
    { op: 'handles', from, angle1: get.angle('angle1'), length1, to, angle2: get.angle('angle2'), length2 },
    {
      values: {
        Angle1: get.formula('angle1'),
        Angle2: get.formula('angle2'),
        C1Length: length1,
        C2Length: length2,
      },
    },
  );
}

/** A node of a path: angles and lengths of the handles before it (1) and after it (2), in the source's terms. */
interface PathNode {
  readonly at: string;
  readonly angle1: string;
  readonly length1: string;
  readonly angle2: string;
  readonly length2: string;
}

function splinePath(element: XmlElement, context: ToolContext): void {
  const children = pathPoints(element);
  if (children.length < 2) throw new TranslationError('the path has fewer than two points');
  const ids = children.map((child) => getter(child, context).text('pSpline'));
  const places = ids.map(context.point);
  const kCurve = context.formula(element.attributes.get('kCurve') ?? '1');
  const nodes = children.map((child, i): PathNode => {
    const get = getter(child, context);
    const factor = (key: string): string => context.formula(child.attributes.get(key) ?? '1');
    const [before, at, after] = [places[i - 1], places[i]!, places[i + 1]];
    const angle2 = get.formula(get.has('angle2') ? 'angle2' : 'angle');
    const angle1 = get.has('angle1') ? get.formula('angle1') : `(${angle2}) + 180`;
    const length = (key: string, other: string | undefined, share: string): string => {
      if (other === undefined) return '0';
      return get.has(key) ? get.formula(key) : oldHandle(at, other, kCurve, factor(share));
    };
    return {
      at,
      angle1,
      length1: length('length1', before, 'kAsm1'),
      angle2,
      length2: length('length2', after, 'kAsm2'),
    };
  });
  const [first, last] = [nodes[0]!, nodes.at(-1)!];
  const values = valuesOf(first, last);
  nodes.slice(1).forEach((node, i) => {
    for (const [word, value] of Object.entries(valuesOf(nodes[i]!, node))) values[`${word} Seg_${i + 1}`] = value;
  });
  addSpline(
    element,
    context,
    'SplPath',
    [ids[0]!, ids.at(-1)!],
    nodes.every(isSmooth) ? smooth(nodes) : bent(nodes, context),
    { values, nodes: places },
  );
}

const valuesOf = (from: PathNode, to: PathNode): Record<string, string> => ({
  Angle1: from.angle2,
  C1Length: from.length2,
  Angle2: to.angle1,
  C2Length: to.length1,
});

/** Whether both handles certainly lie on one line: the file gives one angle, or two numbers that agree. */
function isSmooth({ angle1, angle2 }: PathNode, i: number, { length }: readonly PathNode[]): boolean {
  if (i === 0 || i === length - 1 || angle1 === `(${angle2}) + 180`) return true;
  const bend = Number(angle1) - Number(angle2);
  return Math.abs((((bend % 360) + 360) % 360) - 180) < 1e-3;
}

function smooth(nodes: readonly PathNode[]): Construction {
  const last = nodes.length - 1;
  return {
    op: 'path',
    nodes: nodes.map(({ at, angle1, length1, angle2, length2 }, i) => ({
      at,
      // The last node has only a handle before it.
      angle: i === last ? `180 - (${angle1})` : `-(${angle2})`,
      before: i === 0 ? 0 : length1,
      after: i === last ? 0 : length2,
    })),
  };
}

function bent(nodes: readonly PathNode[], context: ToolContext): Construction {
  const handle = (from: string, angle: string, length: string): string =>
    context.helper({ op: 'polar', from, angle: `-(${angle})`, length });
  const through = nodes.flatMap(({ at, angle1, length1, angle2, length2 }, i) => [
    ...(i === 0 ? [] : [handle(at, angle1, length1)]),
    at,
    ...(i === nodes.length - 1 ? [] : [handle(at, angle2, length2)]),
  ]);
  return { op: 'cubics', through };
}
