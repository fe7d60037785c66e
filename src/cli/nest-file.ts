/** Reads a nest request from a file: the JSON that `POST /api/v1/nest` takes, or a drawing of the parts, SVG or DXF. */
import { extname } from 'node:path';
import { nestRequest } from '../../gateway/json/nest.js';
import type { NestRequest } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { Json } from '../json/json.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { type DrawingFormat, readParts } from '../services/read-parts.js';
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
  if (format === 'json') return decode(nestRequest, withKeys(parse(path, content), settings));
  const drawing = readParts(content.toString('utf8'), { format, ...(settings.unitMm && { unitMm: settings.unitMm }) });
  for (const note of drawing.notes) console.error(`${path}: ${note}`);
  return decode(nestRequest, withKeys(drawnRequest(drawing, settings.sheet), settings));
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
