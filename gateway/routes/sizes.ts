/** GET and POST /api/v1/size-tables */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance } from 'fastify';
import { CreateSizeTableResponseSchema, ListSizeTablesResponseSchema } from '../../gen/selvage/size/v1/size_pb.js';
import type { Services } from '../../src/services/services.js';
import {
  createSizeTableRequest,
  createSizeTableResponse,
  listSizeTablesQuery,
  listSizeTablesResponse,
} from '../json/size.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: false };

export function sizeRoutes(instance: FastifyInstance, services: Services): void {
  instance.get('/api/v1/size-tables', async (request) => {
    const page = await services.listSizeTables(receiveQuery(request, listSizeTablesQuery), callOf(request));
    return listSizeTablesResponse.encode(create(ListSizeTablesResponseSchema, page));
  });

  instance.post('/api/v1/size-tables', async (request) => {
    const { message, unread } = await receivePartly(request, createSizeTableRequest, reception);
    const answer = await services.createSizeTable(message, callWith(request, unread));
    return createSizeTableResponse.encode(create(CreateSizeTableResponseSchema, answer));
  });
}
