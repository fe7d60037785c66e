/** Reads a nest request from a file: the JSON that `POST /api/v1/nest` takes. */
import type { Json } from '../../gateway/json/json.js';
import { nestRequest } from '../../gateway/json/nest.js';
import { JsonSyntaxError, parseJson } from '../../gateway/json/parse.js';
import type { NestRequest } from '../../gen/selvage/nest/v1/nest_pb.js';
import { decode } from './decode.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';

/** @param path `-` is standard input */
export function readNestFile(path: string): NestRequest {
  return decode(nestRequest, parse(path, readInput(path)));
}

function parse(path: string, text: Buffer): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CommandError(`${path}: ${error.message}`, { cause: error });
  }
}
