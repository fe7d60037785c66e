/** The duties of every adapter of the Store port, whatever engine is behind it. One suite, run for each adapter. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Store } from '../../src/store/store.js';
import { accountContract } from './account-contract.js';
import { auditContract } from './audit-contract.js';
import { forgettingContract } from './forgetting-contract.js';
import { jobContract } from './job-contract.js';
import { keyedRequestContract } from './keyed-request-contract.js';
import { lifetimeContract } from './lifetime-contract.js';
import { patternContract } from './pattern-contract.js';
import { populationContract } from './population-contract.js';
import { projectContract } from './project-contract.js';
import { admissionContract, fairnessContract, usageContract } from './queue-contract.js';
import { sizeTableContract } from './size-table-contract.js';
import type { Tables } from './tables.js';
import { webhookContract } from './webhook-contract.js';

/** `open` returns an empty store for each test, with the tables behind it, and `close` removes it. */
export function storeContract(
  adapter: string,
  open: () => Promise<{ store: Store; tables: Tables; close: () => Promise<void> }>,
): void {
  const define = suite<object>(`store contract on ${adapter}`);
  const test = (name: string, body: (store: Store, tables: Tables) => Promise<void>) =>
    define(name, async () => {
      const { store, tables, close } = await open();
      try {
        await body(store, tables);
      } finally {
        await close();
      }
    });

  accountContract(test);
  patternContract(test);
  sizeTableContract(test);
  populationContract(test);
  projectContract(test);
  jobContract(test);
  fairnessContract(test);
  admissionContract(test);
  usageContract(test);
  keyedRequestContract(test);
  lifetimeContract(test);
  webhookContract(test);
  auditContract(test);
  forgettingContract(test);
  define.run();
}

export type Test = (name: string, body: (store: Store, tables: Tables) => Promise<void>) => void;

/** Asserts that the promise rejects with a ServiceError of this kind. */
export async function rejects(promise: Promise<unknown>, kind: ServiceError['kind']): Promise<void> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, ServiceError);
  assert.is((error as ServiceError).kind, kind);
}
