/** Records that a request changes or ends: each call gets one of its own. */
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { CreateProjectRequestSchema } from '../../gen/selvage/project/v1/project_pb.js';
import { CreateWebhookRequestSchema } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import type { Call } from '../../src/services/services.js';
import type { Stage } from './ask.js';
import type { BothProtocols } from './both-protocols.js';

/** A user with a key, which makes the call. */
async function newUser({ parts: { accounts } }: BothProtocols) {
  const user = await accounts.createUser({ name: `own ${randomUUID()}` });
  const { key, text } = await accounts.createKey({ userId: user.id, name: 'a key', expiresAt: Date.UTC(2090, 0, 1) });
  return { user, keyId: key.id, headers: { authorization: `Bearer ${text}` } };
}

async function callOf(service: BothProtocols, headers: { authorization: string }): Promise<Call> {
  const credentials = { ...headers, organization: undefined, organizationSynonym: undefined };
  return { ...(await service.call()), caller: await service.parts.services.authenticate(credentials) };
}

/** As finely as the time of the call itself decides nothing: half an hour more lies on the edge of a whole one. */
const hundredthsOfHoursUntil = (time: number): number => Math.round((time - Date.now()) / 36_000);

const minuteMs = 60_000;

/**
 * The end of a key: one of the next days counts from the call, and a time far ahead was given by itself. A successor has the life of
 * its key and begins some milliseconds later, so it counts to the minute.
 */
const endOf = (time: number): number =>
  time - Date.now() > 365 * 86_400_000 ? Math.round(time / minuteMs) * minuteMs : hundredthsOfHoursUntil(time);

export async function keyToRotate(service: BothProtocols): Promise<Stage> {
  const { user, keyId, headers } = await newUser(service);
  return {
    params: { keyId },
    headers,
    after: async () =>
      (await service.parts.accounts.listKeys(user.id)).map(({ name, expiresAt }) => [name, endOf(expiresAt!)]),
  };
}

export async function leavingUser(service: BothProtocols): Promise<Stage> {
  const { user, headers } = await newUser(service);
  return {
    json: { name: user.name },
    headers,
    after: async () => (await service.parts.accounts.listUsers()).some(({ id }) => id === user.id),
  };
}

/** A project of a new user in its first version, which REST names in a header. */
export async function projectToChange(service: BothProtocols): Promise<Stage> {
  const { headers } = await newUser(service);
  const document = JSON.stringify({ format: 'selvage-project', version: 1, name: 'bags' });
  const call = await callOf(service, headers);
  const { project } = await service.parts.services.createProject(
    create(CreateProjectRequestSchema, { document }),
    call,
  );
  return {
    params: { projectId: project!.projectId! },
    fields: { versionNumber: 1 },
    headers: { ...headers, 'if-match': '"1"' },
  };
}

/** A webhook of a new user, since a user may have few. */
export async function webhookToChange(service: BothProtocols): Promise<Stage> {
  const { user, headers } = await newUser(service);
  const { services, store } = service.parts;
  const call = await callOf(service, headers);
  const made = { url: 'https://example.com/hook', events: ['job.ended'], description: 'old' };
  const { webhook } = await services.createWebhook(create(CreateWebhookRequestSchema, made), call);
  return {
    params: { webhookId: webhook!.webhookId! },
    headers,
    async after() {
      const [kept] = await store.listWebhooks(user.id);
      const { url, events, description, disabledReason, oldSecretUntil } = kept!;
      const overlap = oldSecretUntil === null ? null : hundredthsOfHoursUntil(oldSecretUntil);
      return { url, events, description, disabledReason, overlap };
    },
  };
}
