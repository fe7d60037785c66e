/** The JSON of patterns: requests, drafted patterns, and listings. */
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  DraftPatternRequestSchema,
  type DraftPatternResponse,
  DraftPatternResponseSchema,
  DraftSizeSchema,
  DraftSizesRequestSchema,
  DraftSizesResponseSchema,
  DrillHoleSchema,
  type DxfDialect,
  DxfDialectSchema,
  DxfOptionsSchema,
  type DxfUnits,
  DxfUnitsSchema,
  FastenerSchema,
  FinishedMeasurementSchema,
  ListPatternsRequestSchema,
  ListPatternsResponseSchema,
  NotchPairSchema,
  NotchPlaceSchema,
  NotchSchema,
  PatternDataSchema,
  type PatternFormat,
  PatternFormatSchema,
  type PatternLengths,
  PatternLengthsSchema,
  type PatternLine,
  PatternLineSchema,
  PatternPieceSchema,
  type PatternPoint,
  PatternProblemSchema,
  PatternSchema,
  PatternTextSchema,
  PdfOptionsSchema,
  type PdfPage,
  PdfPageSchema,
  PieceEdgeSchema,
  PieceGradeSchema,
  SeamEdgeSchema,
  SeamSchema,
  SizeDifferenceSchema,
  SizedLengthsSchema,
  SizedMeasurementSchema,
  SizedPiecesSchema,
  SizedSeamSchema,
  SizedValueSchema,
  type SizesFormat,
  SizesFormatSchema,
  type SizesPage,
  SizesPageSchema,
  VariableSchema,
  type VariableSource,
  VariableSourceSchema,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Json } from '../../src/json/json.js';
import { body } from './body.js';
import {
  type Codec,
  choice,
  dictionary,
  flag,
  inPath,
  integer,
  type ListCodec,
  list,
  message,
  number,
  orNull,
  required,
  text,
  uuid,
} from './codec.js';
import { point, points } from './point.js';
import { scalar } from './scalar.js';

const pointName = 'selvage.pattern.v1.PatternPoint';

export const lengths = choice<PatternLengths>(PatternLengthsSchema);

export const draftPatternRequest = message(DraftPatternRequestSchema, {
  patternId: inPath,
  versionId: uuid,
  versionNumber: integer,
  // The other formats are files. A client asks for them in the Accept header.
  format: choice<PatternFormat>(PatternFormatSchema, ['json', 'dxf']),
  variables: dictionary(scalar),
  body,
  unfold: flag,
  dxf: message(DxfOptionsSchema, {
    dialect: choice<DxfDialect>(DxfDialectSchema),
    units: choice<DxfUnits>(DxfUnitsSchema),
    size: text,
  }),
  pdf: message(PdfOptionsSchema, { page: choice<PdfPage>(PdfPageSchema), lengths }),
});

/** A line that a piece may lack: null without points. */
const lineOrNull: ListCodec<PatternPoint> = {
  ...points(pointName),
  emptyIsNull: true,
  encode: (line) => (line.length === 0 ? null : points(pointName).encode(line)),
};

/** A hole is written as its outline. */
const hole: Codec<PatternLine> = {
  kind: 'outline',
  decode(json, path, reading) {
    const outline = points(pointName).decode(json, path, reading);
    return outline && { $typeName: PatternLineSchema.typeName, points: outline, kind: '' };
  },
  encode: (line) => points(pointName).encode(line.points),
};

const seamEdge = message(SeamEdgeSchema, { piece: text, edge: text, reversed: flag });
const notchPlace = message(NotchPlaceSchema, { piece: text, at: point(pointName), along: number });

const seams = list(
  message(SeamSchema, {
    name: text,
    first: list(seamEdge),
    second: list(seamEdge),
    firstLength: number,
    secondLength: number,
    ease: number,
    difference: number,
    notches: list(message(NotchPairSchema, { first: notchPlace, second: notchPlace })),
  }),
);

const finished = list(
  message(FinishedMeasurementSchema, { name: text, unit: text, value: number, body: text, ease: orNull(number) }),
);

const piece = message(PatternPieceSchema, {
  id: text,
  name: text,
  boundary: points(pointName),
  seamLine: lineOrNull,
  seamAllowance: number,
  edges: list(message(PieceEdgeSchema, { name: text, lines: list(hole), length: number })),
  grainline: lineOrNull,
  grainlineReason: text,
  notches: list(message(NotchSchema, { at: point(pointName), type: text, angle: number, depth: number })),
  drillHoles: list(message(DrillHoleSchema, { at: point(pointName), diameter: number })),
  holes: list(hole),
  internalLines: list(message(PatternLineSchema, { points: points(pointName), kind: text })),
  texts: list(message(PatternTextSchema, { at: point(pointName), text, angle: number })),
  fasteners: list(message(FastenerSchema, { kind: text, at: point(pointName), angle: number, size: number })),
  foldLine: lineOrNull,
  quantity: integer,
  mirrored: flag,
  material: text,
});

export const patternData = message(PatternDataSchema, {
  name: text,
  description: text,
  unit: text,
  pieces: list(piece),
  hints: list(text),
});

export const problems = list(message(PatternProblemSchema, { code: text, message: text, path: text }));
const variables = dictionary(scalar);
const sources = dictionary(choice<VariableSource>(VariableSourceSchema));

/** The members of a draft's answer beside `data`, as `encodeDraft` writes them. */
export const draftFields = {
  patternVersionId: uuid,
  patternVersionNumber: integer,
  errors: problems,
  variables,
  variableSources: sources,
  seams,
  finished,
};

/** The answer to a draft in JSON: `data` is an object, or the text of a DXF. */
export function encodeDraft(draft: DraftPatternResponse): Json {
  return { ...draftHead(draft), data: encodeData(draft.data) };
}

/** The JSON text of `data`, kept as long as its draft. The service gives the same object to equal requests. */
const dataTexts = new WeakMap<object, string>();

/** The text of `encodeDraft`. */
export function draftText(answer: MessageInitShape<typeof DraftPatternResponseSchema>): string {
  const { data } = answer;
  let text = data && dataTexts.get(data);
  if (text === undefined) {
    text = JSON.stringify(encodeData(create(DraftPatternResponseSchema, answer).data));
    if (data) dataTexts.set(data, text);
  }
  const head = draftHead(create(DraftPatternResponseSchema, { ...answer, data: { case: undefined } }));
  return `${JSON.stringify(head).slice(0, -1)},"data":${text}}`;
}

/** The answer to a draft without the pattern itself. */
export const draftHead = (draft: DraftPatternResponse) => ({
  patternVersionId: draft.patternVersionId,
  patternVersionNumber: draft.patternVersionNumber,
  errors: problems.encode(draft.errors),
  variables: variables.encode(draft.variables),
  variableSources: sources.encode(draft.variableSources),
  seams: seams.encode(draft.seams),
  finished: finished.encode(draft.finished),
});

const encodeData = (data: DraftPatternResponse['data']): Json =>
  data.case === 'pattern' ? patternData.encode(data.value) : textOf(data);

function textOf(data: DraftPatternResponse['data']): string {
  if (data.case === 'dxf' || data.case === 'svg') return data.value;
  throw new TypeError(`a draft of the kind ${data.case} does not fit into JSON`);
}

export const pattern = message(PatternSchema, {
  patternId: text,
  name: text,
  description: text,
  latestVersionNumber: integer,
  variables: list(
    message(VariableSchema, {
      key: text,
      label: text,
      group: text,
      unit: text,
      type: text,
      default: orNull(scalar),
      min: orNull(number),
      max: orNull(number),
      step: orNull(number),
      choices: list(text),
      editable: flag,
    }),
  ),
  picture: text,
});

export const listPatternsResponse = message(ListPatternsResponseSchema, {
  patterns: list(pattern),
  nextPageToken: text,
});

/** The query of a listing. */
export const listPatternsQuery = message(ListPatternsRequestSchema, { pageSize: integer, pageToken: text });

/** The version and the sizes. */
export const sizesOrder = {
  versionId: uuid,
  versionNumber: integer,
  variables: dictionary(scalar),
  sizes: list(message(DraftSizeSchema, { name: required(text), body, variables: dictionary(scalar) }), 60),
  table: uuid,
  tableVersion: integer,
  from: text,
  to: text,
  base: text,
};

export const draftSizesRequest = message(DraftSizesRequestSchema, {
  patternId: inPath,
  ...sizesOrder,
  format: choice<SizesFormat>(SizesFormatSchema),
  page: choice<SizesPage>(SizesPageSchema),
  lengths,
});

const sizedValue = message(SizedValueSchema, { size: text, value: number });

export const draftSizesResponse = message(DraftSizesResponseSchema, {
  patternVersionId: uuid,
  patternVersionNumber: integer,
  base: text,
  sizes: list(message(SizedPiecesSchema, { name: text, pieces: list(piece) })),
  grade: list(
    message(PieceGradeSchema, {
      piece: text,
      nodes: list(integer),
      differences: list(message(SizeDifferenceSchema, { size: text, points: points(pointName) })),
    }),
  ),
  warnings: problems,
  seams: list(
    message(SizedSeamSchema, {
      name: text,
      first: list(seamEdge),
      second: list(seamEdge),
      lengths: list(message(SizedLengthsSchema, { size: text, first: number, second: number })),
      ease: list(sizedValue),
      difference: list(sizedValue),
    }),
  ),
  finished: list(
    message(SizedMeasurementSchema, {
      name: text,
      unit: text,
      body: text,
      values: list(sizedValue),
      ease: list(sizedValue),
    }),
  ),
  // a file is sent as itself
  file: inPath,
});
