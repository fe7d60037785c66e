/** The JSON of tech packs: the request, and the lines that tell the progress of its nests. */
import {
  FabricNeedSchema,
  MakeTechPackRequestSchema,
  type MakeTechPackResponse,
  type TechPackFormat,
  TechPackFormatSchema,
  TechPackProgressSchema,
  TechPackSchema,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Json } from '../../src/json/json.js';
import { choice, inPath, integer, list, message, number, orNull, text, uuid } from './codec.js';
import { lengths, problems, sizesOrder } from './pattern.js';

export const makeTechPackRequest = message(MakeTechPackRequestSchema, {
  patternId: inPath,
  ...sizesOrder,
  format: choice<TechPackFormat>(TechPackFormatSchema),
  seconds: number,
  fabricWidth: number,
  minDistance: number,
  lengths,
});

const need = message(FabricNeedSchema, {
  size: text,
  material: text,
  parts: integer,
  length: number,
  utilisation: number,
  jobId: uuid,
});

/** The members of the lines beside `type`, by type. */
export const techPackLines = {
  progress: message(TechPackProgressSchema, { done: integer, total: integer, need: orNull(need), jobId: orNull(uuid) }),
  techPack: message(TechPackSchema, {
    patternVersionId: uuid,
    patternVersionNumber: integer,
    base: text,
    needs: list(need),
    warnings: problems,
    // written as `html` or as `pdf`
    file: inPath,
  }),
};

/** One line of the stream. A PDF is written in base64. */
export function encodeTechPackLine({ message: line }: MakeTechPackResponse): Json {
  switch (line.case) {
    case 'progress':
      return { type: 'progress', ...techPackLines.progress.encode(line.value) };
    case 'techPack': {
      const { file } = line.value;
      const content = typeof file.value === 'string' ? file.value : Buffer.from(file.value ?? []).toString('base64');
      return { type: 'techPack', ...techPackLines.techPack.encode(line.value), [file.case ?? 'html']: content };
    }
    default:
      throw new TypeError('a message of a tech pack is empty');
  }
}
