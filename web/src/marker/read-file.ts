/** Reads pasted or dropped content: a request as JSON, or a drawing of parts. Loaded when first needed. */
import { create } from '@bufbuild/protobuf';
import { nestRequest } from '../../../gateway/json/nest.js';
import { Reading } from '../../../gateway/json/reading.js';
import { BinSchema, PolygonSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { ServiceError } from '../../../src/errors.js';
import { format as projectFormat } from '../../../src/projects/document.js';
import { type DrawingFormat, type DrawnParts, readParts } from '../../../src/services/files/read-parts.js';
import { parsedText } from '../service/parsed-text.js';
import type { LoadedParts } from './cutting-list.js';

export { textOf } from '../shell/text-of.js';

type Pair = readonly [x: number, y: number];

/** A section or a comment. The reader of binary files reports them as such. */
const beginsAsDxf = /^(0|999)[ \t]*[\r\n]|^AutoCAD Binary DXF/;

/**
 * @param name of the file; pasted text has none
 * @param size of a drawing with several sizes; default its sample size
 * @throws ServiceError `invalid` that names the fault
 */
export function readFile(text: string, name: string, size?: string): LoadedParts {
  const title = name.replace(/\.[a-z]+$/i, '') || 'Parts';
  const start = text.trimStart();
  if (start === '') throw new ServiceError('invalid', 'The file is empty');
  if (/^[{[]/.test(start)) return readRequest(text, title);
  const format = start.startsWith('<') ? 'svg' : 'dxf';
  if (format === 'dxf' && !beginsAsDxf.test(start)) {
    throw new ServiceError('invalid', 'This is neither a JSON request nor an SVG or DXF drawing');
  }
  const drawn = readDrawing(text, format, size);
  const outline = (points: readonly Pair[]) => ({ points: points.map(([x, y]) => ({ x, y })) });
  return {
    title,
    polygons: drawn.parts.map(({ id, points, holes }) =>
      create(PolygonSchema, { id, ...outline(points), holes: holes.map(outline) }),
    ),
    bins: drawn.sheets.map(({ points, holes }) =>
      create(BinSchema, { boundary: outline(points), holes: holes.map(outline) }),
    ),
    request: null,
    notes: drawn.notes,
    isJob: false,
    graded: drawn.sizes ? { sizes: drawn.sizes, text } : null,
  };
}

/** The page offers the sizes itself, so it drops the note about the other sizes. */
function readDrawing(text: string, format: DrawingFormat, size?: string): DrawnParts {
  const drawn = readParts(text, { format, ...(size !== undefined && { size }) });
  return drawn.sizes && size === undefined ? readDrawing(text, format, drawn.sizes.taken) : drawn;
}

function readRequest(text: string, title: string): LoadedParts {
  const json = parsedText(text);
  if ((JSON.parse(text) as { format?: unknown }).format === projectFormat)
    throw new ServiceError('invalid', 'This is a project, not parts. The menu of the project opens it: Open file');
  const reading = new Reading({ nullMeansAbsent: true });
  const request = nestRequest.decode(json, '', reading);
  // A list of parts alone is enough, since the form has the sheets.
  const problems = reading.problems.filter(({ path }) => path !== 'bins');
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const { polygons, bins } = request!;
  if (polygons.length === 0) throw new ServiceError('invalid', 'The file has no parts');
  const flat = polygons.findIndex(({ points }) => points.length < 3);
  if (flat !== -1) throw new ServiceError('invalid', `polygons[${flat}] has fewer than 3 points`);
  return { title, polygons, bins, request: request!, notes: [], isJob: false, graded: null };
}
