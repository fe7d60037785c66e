/** GET /api/v1/account; GET and POST /api/v1/account/keys; DELETE /api/v1/account/keys/{keyId}, and POST .../rotate; POST /api/v1/account/forget; GET /api/v1/account/audit */
import { create } from '@bufbuild/protobuf';
import type { FastifyInstance } from 'fastify';
import {
  CreateOwnKeyResponseSchema,
  ForgetAccountResponseSchema,
  GetAccountRequestSchema,
  GetAccountResponseSchema,
  ListOwnAuditEntriesResponseSchema,
  ListOwnKeysRequestSchema,
  ListOwnKeysResponseSchema,
  RevokeOwnKeyRequestSchema,
  RotateOwnKeyResponseSchema,
} from '../../gen/selvage/account/v1/account_pb.js';
import type { Services } from '../../src/services/services.js';
import {
  createOwnKeyRequest,
  createOwnKeyResponse,
  forgetAccountRequest,
  forgetAccountResponse,
  getAccountResponse,
  listOwnKeysResponse,
  rotateOwnKeyRequest,
  rotateOwnKeyResponse,
} from '../json/account.js';
import { listOwnAuditEntriesQuery, listOwnAuditEntriesResponse } from '../json/audit.js';
import { type Reception, receivePartly, receiveQuery } from '../receive.js';
import { callOf, callWith } from './call.js';

const reception: Reception = { invalid: 'invalid', nullMeansAbsent: true, optional: true };

interface KeyRoute {
  Params: { keyId: string };
}

export function accountRoutes(instance: FastifyInstance, services: Services): void {
  instance.get('/api/v1/account', async (request, reply) => {
    const account = await services.getAccount(create(GetAccountRequestSchema), callOf(request));
    reply.header('cache-control', 'no-store');
    return getAccountResponse.encode(create(GetAccountResponseSchema, account));
  });

  instance.get('/api/v1/account/keys', async (request, reply) => {
    const keys = await services.listOwnKeys(create(ListOwnKeysRequestSchema), callOf(request));
    reply.header('cache-control', 'no-store');
    return listOwnKeysResponse.encode(create(ListOwnKeysResponseSchema, keys));
  });

  instance.post('/api/v1/account/keys', async (request, reply) => {
    const { message, unread } = await receivePartly(request, createOwnKeyRequest, reception);
    const made = await services.createOwnKey(message, callWith(request, unread));
    reply.header('cache-control', 'no-store');
    return createOwnKeyResponse.encode(create(CreateOwnKeyResponseSchema, made));
  });

  instance.delete<KeyRoute>('/api/v1/account/keys/:keyId', async (request, reply) => {
    const { keyId } = request.params;
    await services.revokeOwnKey(create(RevokeOwnKeyRequestSchema, { keyId }), callOf(request));
    return reply.code(204).send();
  });

  instance.post<KeyRoute>('/api/v1/account/keys/:keyId/rotate', async (request, reply) => {
    const { message, unread } = await receivePartly(request, rotateOwnKeyRequest, reception);
    message.keyId = request.params.keyId;
    const made = await services.rotateOwnKey(message, callWith(request, unread));
    reply.header('cache-control', 'no-store');
    return rotateOwnKeyResponse.encode(create(RotateOwnKeyResponseSchema, made));
  });

  instance.post('/api/v1/account/forget', async (request) => {
    const { message, unread } = await receivePartly(request, forgetAccountRequest, { ...reception, optional: false });
    const answer = await services.forgetAccount(message, callWith(request, unread));
    return forgetAccountResponse.encode(create(ForgetAccountResponseSchema, answer));
  });

  instance.get('/api/v1/account/audit', async (request, reply) => {
    const query = receiveQuery(request, listOwnAuditEntriesQuery);
    const page = await services.listOwnAuditEntries(query, callOf(request));
    reply.header('cache-control', 'no-store');
    return listOwnAuditEntriesResponse.encode(create(ListOwnAuditEntriesResponseSchema, page));
  });
}
