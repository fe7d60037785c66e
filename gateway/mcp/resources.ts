/** The pictures of patterns as resources. */
import { create } from '@bufbuild/protobuf';
import {
  GetPatternRequestSchema,
  GetPatternResponseSchema,
  ListPatternsRequestSchema,
  ListPatternsResponseSchema,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ServiceError } from '../../src/errors.js';
import type { Call, Services } from '../../src/services/services.js';
import { uris } from './files.js';

const mimeType = 'image/svg+xml';

export const resourceTemplates = [
  { uriTemplate: uris.patternPicture('{patternId}'), name: 'Picture of a pattern', mimeType },
];

/** A page of pictures. The cursor is the token of a page of patterns. */
export async function listResources(services: Services, call: Call, cursor = '') {
  const request = create(ListPatternsRequestSchema, { pageToken: cursor });
  const page = create(ListPatternsResponseSchema, await services.listPatterns(request, call));
  const resources = page.patterns.map(({ patternId, name, description }) => ({
    uri: uris.patternPicture(patternId),
    name,
    description,
    mimeType,
  }));
  return { resources, ...(page.nextPageToken === '' ? {} : { nextCursor: page.nextPageToken }) };
}

/** ServiceError `not_found`: the address of a file in the answer of a tool, or of nothing. */
export async function readResource(services: Services, call: Call, uri: string) {
  const [, patternId] = /^selvage:\/\/patterns\/([^/]+)\/picture\.svg$/.exec(uri) ?? [];
  if (patternId === undefined) {
    const shown = JSON.stringify(uri.slice(0, 100));
    throw new ServiceError('not_found', `No resource ${shown}; the file of an answer is in the answer alone`);
  }
  const request = create(GetPatternRequestSchema, { patternId });
  const { pattern } = create(GetPatternResponseSchema, await services.getPattern(request, call));
  return { contents: [{ uri, mimeType, text: pattern?.picture ?? '' }] };
}
