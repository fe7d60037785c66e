/** Reads a nest request from a file: the JSON that `POST /api/v1/nest` takes, or a drawing of the parts, SVG or DXF. */
import { extname } from 'node:path';
import { nestRequest } from '../../gateway/json/nest.js';
import type { NestRequest } from '../../gen/selvage/nest/v1/nest_pb.js';
import { decodeText } from '../drawing/decode-text.js';
import type { Json } from '../json/json.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { type DrawingFormat, readParts } from '../services/files/read-parts.js';
import { decode } from './decode.js';
import { drawnRequest } from './drawn-request.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';
import type { NestSettings } from './nest-settings.js';

/**
 * @param path `-` is standard input, which is JSON unless `settings.from` says what else
 * @param settings what the command line says beside the file; a drawing needs its sheet, JSON may have its own
 */
export function readNestFile(path: string, settings: NestSettings = {}): NestRequest {
  const format = settings.from ?? formatOf(path);
  const content = readInput(path);
  if (settings.size !== undefined && format !== 'dxf') throw new CommandError('--size is of an apparel DXF');
  if (settings.svgUnitMm !== undefined && format !== 'svg') throw new CommandError('--dpi is of an SVG');
  if (format === 'json') {
    if (settings.sheet) {
      const flag = settings.sheet.kind === 'roll' ? '--width' : '--sheet';
      throw new CommandError(`${flag} goes with a drawing; ${path} is a request, which has bins of its own`);
    }
    return decode(nestRequest, withKeys(parse(path, content), settings));
  }
  const { size } = settings;
  // millimetres are the default, of which a drawing that does not say its unit has to tell
  const unitMm = format === 'svg' ? settings.svgUnitMm : settings.unitMm === 1 ? undefined : settings.unitMm;
  const drawing = readParts(decodeText(content), {
    format,
    ...(unitMm !== undefined && { unitMm }),
    ...(size !== undefined && { size }),
  });
  for (const note of drawing.notes) console.error(`${path}: ${note}`);
  const { length } = drawing.sheets;
  if (settings.sheet && length > 0) {
    const flag = settings.sheet.kind === 'roll' ? '--width' : '--sheet';
    console.error(`${path}: left out: ${length} ${length === 1 ? 'sheet' : 'sheets'}, for ${flag}`);
  }
  return decode(nestRequest, withKeys(drawnRequest(drawing, settings.sheet), inMillimetres(settings)));
}

/** A drawing is in millimetres once it is read; so are the distances beside it. */
function inMillimetres({ keys = new Map(), unitMm = 1 }: NestSettings): NestSettings {
  const lengths = ['minDistance', 'edgeDistance'];
  const scaled = [...keys].map(([key, value]): [string, Json] =>
    lengths.includes(key) && typeof value === 'number' ? [key, value * unitMm] : [key, value],
  );
  return { keys: new Map(scaled) };
}

/** By the end of a file's name. */
export function formatOf(path: string): DrawingFormat | 'json' {
  const ending = extname(path).slice(1).toLowerCase();
  return ending === 'svg' || ending === 'dxf' ? ending : 'json';
}

function parse(path: string, text: Buffer): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CommandError(`${path}: ${error.message}`, { cause: error });
  }
}

/** The request with what the command line says in place of its own; one that is no object stays for the codec to refuse. */
const withKeys = (request: Json, { keys }: NestSettings): Json =>
  request instanceof Map && keys ? new Map([...request, ...keys]) : request;
