/** The ends of a first request that no caller can cause at will: an interrupted one, and one whose key has grown old. */
import { create } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CreateProjectRequestSchema } from '../../gen/selvage/project/v1/project_pb.js';
import { Accounts } from '../../src/accounts/accounts.js';
import { ServiceError } from '../../src/errors.js';
import { repeatable } from '../../src/services/repeated/repeatable.js';
import type { Call, ProjectOperations } from '../../src/services/services.js';
import { temporaryStore } from '../store/temporary-store.js';

const { store, close } = await temporaryStore();
test.after(close);
const accounts = new Accounts(store);
let time = 1_000;

async function callOf(name: string): Promise<Call> {
  const { id } = await accounts.createUser({ name });
  const { text } = await accounts.createKey({ userId: id, name: '' });
  const credentials = { authorization: `Bearer ${text}`, organization: undefined, organizationSynonym: undefined };
  const caller = await accounts.authenticate(credentials);
  return { caller, signal: new AbortController().signal, requestId: 'test', idempotencyKey: 'order-1' };
}

/** The codes or names that the calls end with. The operation ends with the next of `ends`. */
async function ending(call: Call, ends: (Error | string)[], waits: readonly number[]): Promise<string[]> {
  const { createProject } = repeatable(
    {
      createProject: async () => {
        const end = ends.shift()!;
        if (typeof end !== 'string') throw end;
        return { project: { name: end } };
      },
    },
    store,
    () => time,
  );
  const request = create(CreateProjectRequestSchema, { document: '{}' });
  const seen = [];
  for (const wait of waits) {
    time += wait;
    seen.push(
      await (createProject as ProjectOperations['createProject'])(request, call).then(
        ({ project }) => project!.name!,
        (error: Error) => (error instanceof ServiceError ? error.code : error.message),
      ),
    );
  }
  return seen;
}

const day = 24 * 3_600_000;

test('an answer is repeated for a day', async () => {
  assert.equal(await ending(await callOf('a'), ['first', 'second'], [0, day, 1]), ['first', 'first', 'second']);
});

test('a failure after which the change may be there keeps the key', async () => {
  const fault = (code: string) => new ServiceError('unavailable', 'no', { code });
  for (const [i, end] of [fault('store_unavailable'), fault('audit_unavailable'), new Error('defect')].entries()) {
    const call = await callOf(`b${i}`);
    assert.equal((await ending(call, [end, 'again'], [0, 1_000, 120_000, day])).slice(1), [
      'idempotency_key_in_progress',
      'idempotency_outcome_unknown',
      'again',
    ]);
  }
});

test('a failure before any change frees the key', async () => {
  const shutting = new ServiceError('unavailable', 'no', { code: 'shutting_down' });
  const invalid = new ServiceError('invalid', 'no');
  const gone = new ServiceError('cancelled', 'no');
  const seen = await ending(await callOf('c'), [shutting, invalid, gone, 'made', 'twice'], [0, 0, 0, 0, 0]);
  assert.equal(seen, ['shutting_down', 'invalid', 'cancelled', 'made', 'made']);
});

test.run();
