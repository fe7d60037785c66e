/**
 * Reads the lines of an SVG file in millimetres: paths, polygons, polylines, lines, rectangles, circles and ellipses,
 * through groups and their transforms. Texts, pictures, styles and what is only defined (`defs`) are left out.
 */
import { arcCurve } from '../geometry/curve.js';
import type { Point } from './plane.js';
import { type PathLine, readPathData } from './svg-path.js';

/** An element of the file, as any XML reader tells it. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgElement[];
  readonly text: string;
}

export interface SvgLine {
  /** Of the element, its title or label; empty where it has none. */
  readonly id: string;
  /** Ids and labels of the groups around it, outermost first. */
  readonly groups: readonly string[];
  /** mm, y down. */
  readonly points: readonly Point[];
  readonly closed: boolean;
}

export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/** Flattened curves are nowhere farther than this from the true ones, mm. */
const toleranceMm = 0.05;
const mostLines = 100_000;
/** A pixel of CSS, which a number without a unit is. */
const pixelMm = 25.4 / 96;
const unitsMm: Readonly<Record<string, number>> = {
  '': pixelMm,
  px: pixelMm,
  mm: 1,
  cm: 10,
  q: 0.25,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
};
const undrawn = new Set(['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'metadata', 'style', 'script']);

/** a c e / b d f: (x, y) -> (a x + c y + e, b x + d y + f). */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** @throws SvgError where the root is no SVG, or a shape cannot be read; it names the element */
export function readSvgLines(root: SvgElement): SvgLine[] {
  if (localName(root) !== 'svg') throw new SvgError(`the file is <${root.name}>, not <svg>`);
  const lines: SvgLine[] = [];
  collect(root, viewMatrix(root), [], lines, true);
  return lines;
}

function collect(
  element: SvgElement,
  matrix: Matrix,
  groups: readonly string[],
  into: SvgLine[],
  isRoot: boolean,
): void {
  const name = localName(element);
  if (undrawn.has(name) || element.attributes.get('display') === 'none') return;
  const own = isRoot ? matrix : times(matrix, transformOf(element));
  const label = labelOf(element);
  const scale = Math.sqrt(Math.abs(own[0] * own[3] - own[1] * own[2])) || 1;
  for (const { points, closed } of linesOf(element, name, toleranceMm / scale)) {
    if (into.length >= mostLines) throw new SvgError(`the file has more than ${mostLines} lines`);
    const placed = points.map(([x, y]): Point => {
      const [a, b, c, d, e, f] = own;
      return [a * x + c * y + e, b * x + d * y + f];
    });
    if (placed.some(([x, y]) => !Number.isFinite(x + y)))
      throw new SvgError(`${describe(element)} has no finite place`);
    into.push({ id: label, groups, points: placed, closed });
  }
  const inner = isRoot || label === '' ? groups : [...groups, label];
  for (const child of element.children) collect(child, own, inner, into, false);
}

/** `svg:path` is a path. */
const localName = ({ name }: SvgElement): string => name.slice(name.indexOf(':') + 1);

const labelOf = (element: SvgElement): string =>
  element.attributes.get('inkscape:label') ??
  element.children.find((child) => localName(child) === 'title')?.text.trim() ??
  element.attributes.get('id') ??
  '';

const describe = (element: SvgElement): string => `<${element.name}> ${JSON.stringify(labelOf(element))}`;

function linesOf(element: SvgElement, name: string, tolerance: number): PathLine[] {
  const number = (key: string): number => lengthOf(element, key);
  switch (name) {
    case 'path':
      try {
        return readPathData(element.attributes.get('d') ?? '', tolerance);
      } catch (error) {
        throw new SvgError(`${describe(element)}: ${(error as Error).message}`, { cause: error });
      }
    case 'polygon':
    case 'polyline':
      return pointsLine(element, name === 'polygon');
    case 'line':
      return [
        {
          points: [
            [number('x1'), number('y1')],
            [number('x2'), number('y2')],
          ],
          closed: false,
        },
      ];
    case 'rect':
      return rectangle(
        number('x'),
        number('y'),
        number('width'),
        number('height'),
        [number('rx'), number('ry')],
        tolerance,
      );
    case 'circle':
      return ellipse([number('cx'), number('cy')], [number('r'), number('r')], tolerance);
    case 'ellipse':
      return ellipse([number('cx'), number('cy')], [number('rx'), number('ry')], tolerance);
    default:
      return [];
  }
}

function pointsLine(element: SvgElement, closed: boolean): PathLine[] {
  const numbers = numbersOf(element.attributes.get('points') ?? '');
  if (numbers.length % 2 === 1) throw new SvgError(`${describe(element)} has an odd number of coordinates`);
  const points = Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
  return points.length > 1 ? [{ points, closed }] : [];
}

function rectangle(x: number, y: number, width: number, height: number, radii: Point, tolerance: number): PathLine[] {
  if (!(width > 0 && height > 0)) return [];
  const rx = Math.min(radii[0] || radii[1], width / 2);
  const ry = Math.min(radii[1] || radii[0], height / 2);
  const corners: [Point, number][] = [
    [[x + width - rx, y + ry], -90],
    [[x + width - rx, y + height - ry], 0],
    [[x + rx, y + height - ry], 90],
    [[x + rx, y + ry], 180],
  ];
  const points =
    rx > 0
      ? corners.flatMap(([center, from]) => arcCurve(center, [rx, ry], from, from + 90).flatten(tolerance))
      : ([
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ] satisfies Point[]);
  return [{ points: [...points], closed: true }];
}

function ellipse(center: Point, radii: Point, tolerance: number): PathLine[] {
  if (!(radii[0] > 0 && radii[1] > 0)) return [];
  return [{ points: arcCurve(center, radii, 0, 360).flatten(tolerance).slice(0, -1), closed: true }];
}

/** In user units; a length with a unit is turned into them as CSS pixels. */
function lengthOf(element: SvgElement, key: string): number {
  const text = element.attributes.get(key);
  if (text === undefined) return 0;
  const mm = millimetres(text);
  if (mm === null) throw new SvgError(`${describe(element)}: ${key} is ${JSON.stringify(text)}, which is no length`);
  return mm / pixelMm;
}

/** Null: no length, or a share of something. */
function millimetres(text: string): number | null {
  const [, value, unit] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const factor = unitsMm[unit?.toLowerCase() ?? '-'];
  return value === undefined || factor === undefined ? null : Number(value) * factor;
}

const numbersOf = (text: string): number[] =>
  (text.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number);

/** From user units to mm: by `viewBox` and the size of the page, which say how long a unit is. */
function viewMatrix(root: SvgElement): Matrix {
  const [x = 0, y = 0, width = 0, height = 0] = numbersOf(root.attributes.get('viewBox') ?? '');
  const pageWidth = millimetres(root.attributes.get('width') ?? '');
  const pageHeight = millimetres(root.attributes.get('height') ?? '');
  const ratios = [
    ...(pageWidth !== null && width > 0 ? [pageWidth / width] : []),
    ...(pageHeight !== null && height > 0 ? [pageHeight / height] : []),
  ];
  const scale = ratios.length > 0 ? Math.min(...ratios) : pixelMm;
  return [scale, 0, 0, scale, -x * scale, -y * scale];
}

function transformOf(element: SvgElement): Matrix {
  const text = element.attributes.get('transform');
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, name, list] of text?.matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g) ?? []) {
    const step = transformStep(name!, numbersOf(list!));
    if (!step) throw new SvgError(`${describe(element)}: ${name}(${list}) is no transform`);
    matrix = times(matrix, step);
  }
  return matrix;
}

function transformStep(name: string, values: readonly number[]): Matrix | null {
  const [a = 0, b, c = 0] = values;
  const angle = (a * Math.PI) / 180;
  switch (name) {
    case 'matrix':
      return values.length === 6 ? (values as unknown as Matrix) : null;
    case 'translate':
      return [1, 0, 0, 1, a, b ?? 0];
    case 'scale':
      return [a, 0, 0, b ?? a, 0, 0];
    case 'rotate': {
      const turn: Matrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
      return b === undefined ? turn : times(times([1, 0, 0, 1, b, c], turn), [1, 0, 0, 1, -b, -c]);
    }
    case 'skewX':
      return [1, 0, Math.tan(angle), 1, 0, 0];
    case 'skewY':
      return [1, Math.tan(angle), 0, 1, 0, 0];
    default:
      return null;
  }
}

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
