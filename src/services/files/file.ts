/** FileService: turns drawings into parts and layouts into files, each in a thread of its own. */

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type Cutter,
  DrawingFormat,
  LayoutFormat,
  LayoutLengths,
  LayoutPage,
  type ReadPartsRequest,
  ReadPartsRequestSchema,
  type ReadPartsResponseSchema,
  type WriteLayoutRequest,
  WriteLayoutRequestSchema,
  type WriteLayoutResponseSchema,
} from '../../../gen/selvage/file/v1/file_pb.js';
import type { CuttingSettings } from '../../drawing/marker/cutting/cut-line.js';
import type { MarkerInput } from '../../drawing/marker/marker.js';
import { type MarkerFormat, markerFormats } from '../../drawing/marker/marker-file.js';
import type { FieldProblem } from '../../errors.js';
import type { Point } from '../../geometry/point.js';
import { binOf, clothFormOf, fabricOf, gravityOf, placementOf, polygonOf } from '../nest/request.js';
import { requireValid } from '../validate.js';
import type { FileThreads } from './file-threads.js';
import type { DrawingFormat as DrawingName } from './read-parts.js';

/** The caller. Its signal is aborted when it goes. */
type Asker = { readonly signal: AbortSignal };

export interface FileOperations {
  readParts(request: ReadPartsRequest, asker: Asker): Promise<MessageInitShape<typeof ReadPartsResponseSchema>>;
  writeLayout(request: WriteLayoutRequest, asker: Asker): Promise<MessageInitShape<typeof WriteLayoutResponseSchema>>;
}

const drawingFormats: Record<number, DrawingName> = { [DrawingFormat.SVG]: 'svg', [DrawingFormat.DXF]: 'dxf' };
const pages = {
  [LayoutPage.UNSPECIFIED]: 'full',
  [LayoutPage.FULL]: 'full',
  [LayoutPage.A4]: 'a4',
  [LayoutPage.LETTER]: 'letter',
} as const;

/** @param now the date on a report */
export function fileOperations(threads: Pick<FileThreads, 'run'>, now: () => number): FileOperations {
  return {
    async readParts(request, { signal }) {
      requireValid(ReadPartsRequestSchema, request);
      const { file: source, unitMm, size } = request;
      const options = {
        format: drawingFormats[request.format]!,
        ...(unitMm !== undefined && { unitMm }),
        ...(size !== undefined && { size }),
      };
      const { parts, sheets, notes } = await threads.run({ kind: 'read', source, options }, signal);
      return {
        polygons: parts.map(({ id, points, holes }) => ({ id, ...outline(points), holes: holes.map(outline) })),
        bins: sheets.map(({ points, holes }) => ({
          boundary: outline(points),
          holes: holes.map(outline),
        })),
        notes: [...notes],
      };
    },

    async writeLayout(request, { signal }) {
      requireValid(WriteLayoutRequestSchema, request, {
        further: [...optionsOfOtherFormats(request), ...misplaced(request)],
      });
      const format = LayoutFormat[request.format]!.toLowerCase() as MarkerFormat;
      const { title = 'Layout', page = LayoutPage.FULL, scale = 1, cutter, lengths } = request;
      const task = {
        kind: 'write',
        input: markerInput(request),
        format,
        options: {
          title,
          page: pages[page],
          scale,
          createdAt: new Date(now()).toISOString(),
          cutting: cutter && cuttingOf(cutter),
          lengths: lengths === LayoutLengths.INCHES ? 'inches' : 'metric',
        },
      } as const;
      const { file, notes } = await threads.run(task, signal);
      return { file, mediaType: markerFormats[format], notes: [...notes] };
    },
  };
}

const cuttingOf = ({
  kerfMm: kerf,
  commonLines,
  feedMmPerSecond: feed,
  travelMmPerSecond: travel,
  startSeconds,
}: Cutter): CuttingSettings => ({ kerf, commonLines, feed, travel, startSeconds });

const outline = (points: readonly Point[]) => ({
  points: points.map(([x, y]) => ({ x, y })),
});

function markerInput({
  polygons,
  bins,
  placements,
  unplaced,
  gravityDirection,
  unitMm,
  roll,
  fabric,
  matches,
  sheets,
  plainUtilisation,
}: WriteLayoutRequest): MarkerInput {
  return {
    polygons: polygons.map(polygonOf),
    bins: bins.map(binOf),
    placements: placements.map(placementOf),
    unplaced,
    gravityDirection: gravityOf(gravityDirection),
    unitMm,
    roll,
    clothForm: clothFormOf(fabric),
    ...(fabric && { fabric: fabricOf(fabric) }),
    matches: matches.map(({ name, x, y }) => ({ name, x, y })),
    remnants: new Map(sheets.map(({ bin, remnants }) => [bin, remnants.map(binOf)])),
    plainUtilisation,
  };
}

/** Options that the format does not have. */
function optionsOfOtherFormats({ format, title, page, scale, cutter, lengths }: WriteLayoutRequest): FieldProblem[] {
  const name = LayoutFormat[format]?.toLowerCase() ?? '';
  const given = Object.entries({ title, page, scale, cutter, lengths }).filter(([, value]) => value !== undefined);
  return given
    .map(([path]) => ({ path, formats: formatsWith[path] ?? ['pdf'] }))
    .filter(({ formats }) => Object.hasOwn(markerFormats, name) && !formats.includes(name))
    .map(({ path, formats }) => ({
      path,
      code: 'other_format',
      message: `${path} applies to the format ${formats.join(', ')}; the request asks for ${name}`,
    }));
}

/** The formats that an option applies to. */
const formatsWith: Readonly<Record<string, readonly string[]>> = {
  title: ['svg', 'png', 'pdf', 'html'],
  cutter: ['svg', 'png', 'dxf', 'plt', 'html', 'json'],
  lengths: ['pdf', 'dxf', 'html'],
};

/** As in a nest request. */
const isCoordinate = (value: number): boolean => Math.abs(value) <= 1e15;

/** Placements that name an unknown part or sheet, and outlines without a point. */
function misplaced({ polygons, bins, placements, sheets }: WriteLayoutRequest): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const note = (path: string, message: string): void => {
    problems.push({ path, code: 'out_of_range', message: `${path}: ${message}` });
  };
  for (const [i, { index, bin }] of placements.entries()) {
    const among = (name: string, at: number | undefined, count: number): void => {
      // the rules of the contract report a missing field
      if (at === undefined || (at >= 0 && at < count)) return;
      note(`placements[${i}].${name}`, `${at} is out of range: there are ${count}, counted from 0`);
    };
    among('index', index, polygons.length);
    among('bin', bin, bins.length);
  }
  for (const [i, { bin, remnants }] of sheets.entries()) {
    if (bin < 0 || bin >= bins.length)
      note(`sheets[${i}].bin`, `${bin} is out of range: there are ${bins.length}, counted from 0`);
    for (const [j, { boundary }] of remnants.entries()) {
      if ((boundary?.points.length ?? 0) < 3)
        note(`sheets[${i}].remnants[${j}].boundary.points`, 'at least 3 are needed');
    }
  }
  for (const [i, { points }] of polygons.entries())
    if (points.length < 3) note(`polygons[${i}].points`, 'at least 3 are needed');
  for (const [i, { boundary }] of bins.entries()) {
    if ((boundary?.points.length ?? 0) < 3) note(`bins[${i}].boundary.points`, 'at least 3 are needed');
  }
  const within = (path: string, points: readonly { readonly x: number; readonly y: number }[]): void => {
    for (const [i, { x, y }] of points.entries()) {
      if (!isCoordinate(x) || !isCoordinate(y)) note(`${path}[${i}]`, 'must be two numbers from -1e15 to 1e15');
    }
  };
  for (const [i, { position }] of placements.entries()) {
    const isFar = position && !(isCoordinate(position.x) && isCoordinate(position.y));
    if (isFar) note(`placements[${i}].position`, 'must be two numbers from -1e15 to 1e15');
  }
  for (const [i, { points, holes, origin, zones }] of polygons.entries()) {
    within(`polygons[${i}].points`, points);
    for (const [j, zone] of zones.entries())
      within(`polygons[${i}].zones[${j}].boundary.points`, zone.boundary?.points ?? []);
    for (const [j, hole] of holes.entries()) within(`polygons[${i}].holes[${j}].points`, hole.points);
    if (origin && !(isCoordinate(origin.x) && isCoordinate(origin.y)))
      note(`polygons[${i}].origin`, 'must be two numbers from -1e15 to 1e15');
  }
  for (const [i, { remnants }] of sheets.entries()) {
    for (const [j, { boundary, holes }] of remnants.entries()) {
      within(`sheets[${i}].remnants[${j}].boundary.points`, boundary?.points ?? []);
      for (const [k, hole] of holes.entries()) within(`sheets[${i}].remnants[${j}].holes[${k}].points`, hole.points);
    }
  }
  for (const [i, { boundary, holes, zones }] of bins.entries()) {
    within(`bins[${i}].boundary.points`, boundary?.points ?? []);
    for (const [j, hole] of holes.entries()) within(`bins[${i}].holes[${j}].points`, hole.points);
    for (const [j, zone] of zones.entries())
      within(`bins[${i}].zones[${j}].boundary.points`, zone.boundary?.points ?? []);
  }
  return problems.slice(0, 100);
}
