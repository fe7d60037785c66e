/** Turns a drawing of parts into a nest request, with the sheet of the drawing or of the command line. */

import type { Point } from '../geometry/point.js';
import type { ParsedJson } from '../json/json.js';
import type { DrawnParts } from '../services/files/read-parts.js';
import { CommandError } from './exit.js';
import type { Sheet } from './nest-settings.js';

/** @returns the request in the form of the REST route */
export function drawnRequest({ parts, sheets }: DrawnParts, sheet: Sheet | undefined): ParsedJson {
  const bins = sheet ? binsOf(sheet, longEnough(parts)) : sheets.map(({ points, holes }) => binOf(points, holes));
  if (bins.length === 0) {
    throw new CommandError('The drawing has no sheet: give --width LENGTH for a roll, or --sheet AxB', {
      details: ['A closed line on a layer or in a group named "sheet" is also a sheet.'],
    });
  }
  const request: [string, ParsedJson][] = [
    ['polygons', parts.map(polygonOf)],
    ['bins', bins],
  ];
  // pieces cut from a roll are pushed to its beginning
  if (sheet?.kind === 'roll') request.push(['gravityDirection', 'left']);
  return new Map(request);
}

const polygonOf = ({ id, points, holes }: DrawnParts['parts'][number]): ParsedJson =>
  new Map<string, ParsedJson>([['id', id], ...outline(points), ['holes', holes.map((hole) => new Map(outline(hole)))]]);

const outline = (points: readonly Point[]): [string, ParsedJson][] => [['points', points]];

const binOf = (points: readonly Point[], holes: readonly (readonly Point[])[] = []): ParsedJson =>
  new Map<string, ParsedJson>([
    ['boundary', new Map(outline(points))],
    ['holes', holes.map((hole) => new Map(outline(hole)))],
  ]);

/** The bins of a request. @param rollLength the length of a roll, mm */
export function binsOf(sheet: Sheet, rollLength: number): ParsedJson[] {
  if (sheet.kind === 'sheets') {
    return Array.from({ length: sheet.count }, () => binOf(rectangle(sheet.width, sheet.height)));
  }
  return [binOf(rectangle(rollLength, sheet.width))];
}

/** The length of a roll on which all parts fit one behind the other, at any rotation. */
const longEnough = (parts: DrawnParts['parts']): number =>
  parts.reduce((sum, { points }) => {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    return sum + 1.05 * Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 20;
  }, 0);

const rectangle = (width: number, height: number): Point[] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];
