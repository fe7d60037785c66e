/** Tools for drawings and layouts as files. */
import { create } from '@bufbuild/protobuf';
import { FileService, LayoutFormat, WriteLayoutResponseSchema } from '../../gen/selvage/file/v1/file_pb.js';
import { readPartsRequest, readPartsResponse, writeLayoutRequest } from '../json/file.js';
import { fileContent, uris } from './files.js';
import { jsonTool, reads, type Tool, tool } from './tool.js';

export const fileTools: readonly Tool[] = [
  jsonTool(FileService.method.readParts, {
    effects: reads,
    hint: 'The polygons and bins of the answer fit into nest.',
    input: readPartsRequest,
    answer: readPartsResponse,
    ask: (services, request, call) => services.readParts(request, call),
  }),
  tool(FileService.method.writeLayout, {
    effects: reads,
    hint: 'Send the polygons and bins of nest, and the placements of its best layout.',
    input: writeLayoutRequest,
    async run(services, request, call) {
      const answer = create(WriteLayoutResponseSchema, await services.writeLayout(request, call));
      const { file, mediaType, notes } = answer;
      const uri = uris.file(LayoutFormat[request.format]!.toLowerCase());
      return { json: { mediaType, notes }, content: [fileContent(uri, mediaType, file)] };
    },
  }),
];
