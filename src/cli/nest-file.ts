/** Reads a nest request from a file: the JSON of `POST /api/v1/nest`, or a drawing of the parts, SVG or DXF. */
import { extname } from 'node:path';
import { nestRequest } from '../../gateway/json/nest.js';
import type { NestRequest } from '../../gen/selvage/nest/v1/nest_pb.js';
import { decodeText } from '../drawing/decode-text.js';
import type { ParsedJson } from '../json/json.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { type DrawingFormat, readParts } from '../services/files/read-parts.js';
import { decode } from './decode.js';
import { drawnRequest } from './drawn-request.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';
import { type NestSettings, withSettings } from './nest-settings.js';

/**
 * @param path `-` is standard input, read as JSON unless `settings.from` names another format
 * @param settings the settings of the command line; a drawing needs a sheet, JSON may bring its own
 */
export function readNestFile(path: string, settings: NestSettings = {}): NestRequest {
  const format = settings.from ?? formatOf(path);
  const content = readInput(path);
  if (settings.size !== undefined && format !== 'dxf') throw new CommandError('--size goes with an apparel DXF');
  if (settings.svgUnitMm !== undefined && format !== 'svg') throw new CommandError('--dpi goes with an SVG');
  if (format === 'json') {
    if (settings.sheet) {
      const flag = settings.sheet.kind === 'roll' ? '--width' : '--sheet';
      throw new CommandError(`${flag} goes with a drawing; ${path} is a request with bins of its own`);
    }
    return decode(nestRequest, withKeys(parse(path, content), settings));
  }
  const { size } = settings;
  // millimetres are the default, so a drawing without a unit has to report it
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
    console.error(`${path}: left out ${length} ${length === 1 ? 'sheet' : 'sheets'}, because of ${flag}`);
  }
  return decode(nestRequest, withKeys(drawnRequest(drawing, settings.sheet), inMillimetres(settings)));
}

/** A drawing is in millimetres once it is read. The distances beside it become millimetres, too. */
function inMillimetres({ keys = new Map(), unitMm = 1 }: NestSettings): NestSettings {
  const lengths = ['minDistance', 'edgeDistance', 'leastWidth'];
  const scaled = (json: ReadonlyMap<string, ParsedJson>): Map<string, ParsedJson> =>
    new Map(
      [...json].map(([key, value]) => {
        if (value instanceof Map) return [key, scaled(value)];
        return lengths.includes(key) && typeof value === 'number' ? [key, value * unitMm] : [key, value];
      }),
    );
  return { keys: scaled(keys) };
}

/** Chosen by the extension of the file. */
export function formatOf(path: string): DrawingFormat | 'json' {
  const ending = extname(path).slice(1).toLowerCase();
  return ending === 'svg' || ending === 'dxf' ? ending : 'json';
}

function parse(path: string, text: Buffer): ParsedJson {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CommandError(`${path}: ${error.message}`, { cause: error });
  }
}

/**
 * The request with the settings of the command line in place of its own. A request that is not an object is left for the codec
 * to refuse.
 */
const withKeys = (request: ParsedJson, { keys }: NestSettings): ParsedJson =>
  request instanceof Map ? withSettings(request, keys) : request;
