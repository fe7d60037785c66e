/** The basic shapes of SVG and its paths as lines of points, in user units. */

import { ellipseArcPoints } from '../geometry/ellipse-arc.js';
import type { Point } from '../geometry/point.js';
import { describe, type SvgElement, SvgError } from './svg-element.js';
import { numbersOf, userLength } from './svg-length.js';
import { type PathLine, readPathData } from './svg-path.js';
import type { Viewport } from './svg-transform.js';

/** The element's value of a property; undefined: none. */
export type StyleOf = (property: string) => string | undefined;

export const shapes: ReadonlySet<string> = new Set([
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
]);

/**
 * @param tolerance how far a chord may be from its curve, user units
 * @throws SvgError that names the element
 */
export function shapeLines(
  element: SvgElement,
  name: string,
  style: StyleOf,
  { width, height }: Viewport,
  tolerance: number,
): PathLine[] {
  const length = (property: string, whole: number): number | null => {
    const text = style(property);
    if (text === undefined || text === 'auto') return null;
    const value = userLength(text, whole);
    if (value === null) {
      throw new SvgError(`${describe(element)}: ${property} is ${JSON.stringify(text)}, which is not a length`);
    }
    return value;
  };
  const across = (property: string): number => length(property, width) ?? 0;
  const down = (property: string): number => length(property, height) ?? 0;
  /** A missing radius equals the other one. */
  const radii = (): Point => {
    const [rx, ry] = [length('rx', width), length('ry', height)];
    return [Math.max(0, rx ?? ry ?? 0), Math.max(0, ry ?? rx ?? 0)];
  };
  switch (name) {
    case 'path':
      try {
        return readPathData(pathOf(style('d') ?? ''), tolerance);
      } catch (error) {
        throw new SvgError(`${describe(element)}: ${(error as Error).message}`, { cause: error });
      }
    case 'polygon':
    case 'polyline':
      return pointsLine(element, name === 'polygon');
    case 'line': {
      const attribute = (key: string, whole: number): number => {
        const value = userLength(element.attributes.get(key) ?? '0', whole);
        if (value === null) throw new SvgError(`${describe(element)}: ${key} is not a length`);
        return value;
      };
      const [from, to]: [Point, Point] = [
        [attribute('x1', width), attribute('y1', height)],
        [attribute('x2', width), attribute('y2', height)],
      ];
      return [{ points: [from, to], closed: false }];
    }
    case 'rect':
      return rectangle([across('x'), down('y')], [across('width'), down('height')], radii(), tolerance);
    case 'circle': {
      const radius = length('r', Math.hypot(width, height) / Math.SQRT2) ?? 0;
      return ellipse([across('cx'), down('cy')], [radius, radius], tolerance);
    }
    default:
      return ellipse([across('cx'), down('cy')], radii(), tolerance);
  }
}

/** As a CSS property the data are in `path("...")`. */
function pathOf(text: string): string {
  const [, , data] = /^path\(\s*(["'])([^"']*)\1\s*\)$/.exec(text) ?? [];
  return data ?? (text === 'none' ? '' : text);
}

function pointsLine(element: SvgElement, closed: boolean): PathLine[] {
  const text = element.attributes.get('points') ?? '';
  const numbers = numbersOf(text);
  if (text.replace(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[\s,]/gi, '') !== '')
    throw new SvgError(`${describe(element)}: points has more than numbers`);
  if (numbers.length % 2 === 1) throw new SvgError(`${describe(element)} has an odd number of coordinates`);
  const points = Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
  return points.length > 1 ? [{ points, closed }] : [];
}

function rectangle([x, y]: Point, [width, height]: Point, radii: Point, tolerance: number): PathLine[] {
  if (!(width > 0 && height > 0)) return [];
  const [rx, ry] = [Math.min(radii[0], width / 2), Math.min(radii[1], height / 2)];
  const [right, bottom] = [x + width, y + height];
  if (!(rx > 0 && ry > 0)) {
    return [
      {
        points: [
          [x, y],
          [right, y],
          [right, bottom],
          [x, bottom],
        ],
        closed: true,
      },
    ];
  }
  const corners: [Point, quarter: number][] = [
    [[right - rx, y + ry], -1],
    [[right - rx, bottom - ry], 0],
    [[x + rx, bottom - ry], 1],
    [[x + rx, y + ry], 2],
  ];
  const points = corners.flatMap(([center, quarter]) => {
    const arc = { center, major: [rx, 0], minor: [0, ry], start: (quarter * Math.PI) / 2, sweep: Math.PI / 2 } as const;
    return ellipseArcPoints(arc, tolerance);
  });
  return [{ points, closed: true }];
}

function ellipse(center: Point, [rx, ry]: Point, tolerance: number): PathLine[] {
  if (!(rx > 0 && ry > 0)) return [];
  const arc = { center, major: [rx, 0], minor: [0, ry], start: 0, sweep: 2 * Math.PI } as const;
  return [{ points: ellipseArcPoints(arc, tolerance).slice(0, -1), closed: true }];
}
