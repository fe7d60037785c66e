/** Tools for measurements, patterns and sizes. */
import { create } from '@bufbuild/protobuf';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import {
  DraftPatternResponseSchema,
  DraftSizesResponseSchema,
  GetPatternResponseSchema,
  ListPatternsResponseSchema,
  type Pattern,
  PatternFormat,
  PatternFormatSchema,
  PatternSchema,
  PatternService,
  SizesFormat,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { SizeService } from '../../gen/selvage/size/v1/size_pb.js';
import type { Json } from '../../src/json/json.js';
import {
  inferMeasurementsRequest,
  inferMeasurementsResponse,
  proposeMeasurementsRequest,
  proposeMeasurementsResponse,
} from '../json/body.js';
import { choice, message, required, uuid, withFields } from '../json/codec.js';
import {
  draftHead,
  draftPatternRequest,
  draftSizesRequest,
  draftSizesResponse,
  listPatternsQuery,
  pattern,
  patternData,
} from '../json/pattern.js';
import {
  createSizeTableRequest,
  createSizeTableResponse,
  listSizeTablesQuery,
  listSizeTablesResponse,
} from '../json/size.js';
import { fileContent, uris } from './files.js';
import { adds, type Content, jsonTool, reads, type Tool, tool } from './tool.js';

const body = BodyService.method;
const { draftPattern, draftSizes, getPattern, listPatterns } = PatternService.method;
const { listSizeTables, createSizeTable } = SizeService.method;

export const patternTools: readonly Tool[] = [
  jsonTool(body.inferMeasurements, {
    effects: reads,
    input: inferMeasurementsRequest,
    answer: inferMeasurementsResponse,
    ask: (services, request, call) => services.inferMeasurements(request, call),
  }),
  jsonTool(body.proposeMeasurements, {
    effects: reads,
    input: proposeMeasurementsRequest,
    answer: proposeMeasurementsResponse,
    ask: (services, request, call) => services.proposeMeasurements(request, call),
  }),

  tool(listPatterns, {
    effects: reads,
    hint: 'The variables of each pattern and its picture come from get_pattern.',
    input: listPatternsQuery,
    async run(services, request, call) {
      const page = create(ListPatternsResponseSchema, await services.listPatterns(request, call));
      const patterns = page.patterns.map(({ patternId, name, description, latestVersionNumber }) => ({
        patternId,
        name,
        description,
        latestVersionNumber,
      }));
      return { json: { patterns, nextPageToken: page.nextPageToken } };
    },
  }),
  tool(getPattern, {
    effects: reads,
    input: message(getPattern.input, { patternId: required(uuid) }),
    async run(services, request, call) {
      const { pattern: found } = create(GetPatternResponseSchema, await services.getPattern(request, call));
      return patternAnswer(found ?? create(PatternSchema));
    },
  }),
  tool(draftPattern, {
    effects: reads,
    hint: 'The pieces come as a file in the format, by default svg; the format json has their geometry.',
    input: withFields(draftPatternRequest, {
      patternId: required(uuid),
      format: choice<PatternFormat>(PatternFormatSchema),
    }),
    async run(services, request, call) {
      request.format ??= PatternFormat.SVG;
      const draft = create(DraftPatternResponseSchema, await services.draftPattern(request, call));
      const { data } = draft;
      const file = data.case === 'pattern' ? JSON.stringify(patternData.encode(data.value)) : (data.value ?? '');
      const { extension, mimeType } = formats[request.format]!;
      const uri = uris.draft(draft.patternVersionId, extension);
      return { json: draftHead(draft), content: [fileContent(uri, mimeType, file)] };
    },
  }),

  jsonTool(listSizeTables, {
    effects: reads,
    input: listSizeTablesQuery,
    answer: listSizeTablesResponse,
    ask: (services, request, call) => services.listSizeTables(request, call),
  }),
  jsonTool(createSizeTable, {
    effects: adds,
    input: createSizeTableRequest,
    answer: createSizeTableResponse,
    ask: (services, request, call) => services.createSizeTable(request, call),
  }),
  tool(draftSizes, {
    effects: reads,
    hint: 'The pieces come as a file in the format, by default svg; the format json has their geometry and grade.',
    input: withFields(draftSizesRequest, { patternId: required(uuid) }),
    async run(services, request, call) {
      request.format ??= SizesFormat.SVG;
      const answer = create(DraftSizesResponseSchema, await services.draftSizes(request, call));
      const { sizes = [], grade = [], ...head } = draftSizesResponse.encode(answer);
      const file = answer.file.value ?? JSON.stringify({ sizes, grade });
      const { extension, mimeType } = sizesFormats[request.format]!;
      const uri = uris.sizes(answer.patternVersionId, extension);
      return { json: head, content: [fileContent(uri, mimeType, file)] };
    },
  }),
];

interface FileKind {
  readonly extension: string;
  readonly mimeType: string;
}

const json: FileKind = { extension: 'json', mimeType: 'application/json' };
const svg: FileKind = { extension: 'svg', mimeType: 'image/svg+xml' };
const pdf: FileKind = { extension: 'pdf', mimeType: 'application/pdf' };

const formats: Readonly<Record<number, FileKind>> = {
  [PatternFormat.JSON]: json,
  [PatternFormat.SVG]: svg,
  [PatternFormat.PDF]: pdf,
  // a drawing of lines of ASCII
  [PatternFormat.DXF]: { extension: 'dxf', mimeType: 'application/dxf' },
};

const sizesFormats: Readonly<Record<number, FileKind>> = {
  [SizesFormat.JSON]: json,
  [SizesFormat.SVG]: svg,
  [SizesFormat.PDF]: pdf,
  [SizesFormat.DXF]: { extension: 'zip', mimeType: 'application/zip' },
  [SizesFormat.CSV]: { extension: 'csv', mimeType: 'text/csv' },
  [SizesFormat.HTML]: { extension: 'html', mimeType: 'text/html' },
};

/** A pattern, with its picture as a link. */
function patternAnswer(found: Pattern): { json: { [key: string]: Json }; content: Content[] } {
  const { picture: _, ...rest } = pattern.encode(found);
  const uri = uris.patternPicture(found.patternId);
  return { json: rest, content: [{ type: 'resource_link', uri, name: found.name, mimeType: 'image/svg+xml' }] };
}
