import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planLimits } from '../../src/accounts/plans.js';
import { RequestQuotas } from '../../src/accounts/request-quota.js';
import { temporaryStore } from '../store/temporary-store.js';

const start = Date.UTC(2026, 5, 1, 12, 0, 20);
const caller = (userId: string, organizationId: string | null = null) =>
  ({ userId, organizationId, plan: 'free', limits: { ...planLimits.free, requestsPerMinute: 5 } }) as const;

test('a plan limits the requests a minute; the next minute starts a new count', async () => {
  const { store, close } = await temporaryStore();
  const clock = { now: start };
  const quotas = new RequestQuotas(store, () => clock.now);
  const remaining = Array.from({ length: 5 }, () => quotas.count(caller('ann'))!.remaining);
  assert.equal(remaining, [4, 3, 2, 1, 0]);
  assert.equal(quotas.count(caller('ann')), {
    plan: 'free',
    limit: 5,
    remaining: 0,
    resetSeconds: 40,
    allowed: false,
  });
  assert.is(quotas.count(caller('bob'))!.allowed, true);
  clock.now += 40_000;
  assert.is(quotas.count(caller('ann'))!.remaining, 4);
  await close();
});

test('members of an organisation share its allowance; a caller without limits is not counted', async () => {
  const { store, close } = await temporaryStore();
  const quotas = new RequestQuotas(store, () => start);
  for (const user of ['ann', 'bob', 'ann']) quotas.count(caller(user, 'atelier'));
  assert.is(quotas.count(caller('bob', 'atelier'))!.remaining, 1);
  assert.is(quotas.count(caller('bob'))!.remaining, 4);
  assert.is(quotas.count({ ...caller('demo'), limits: null }), null);
  await close();
});

test('two gateways over one store hold one limit once they have settled', async () => {
  const { store, close } = await temporaryStore();
  const [one, two] = [new RequestQuotas(store, () => start), new RequestQuotas(store, () => start)];
  for (let i = 0; i < 3; i++) one.count(caller('ann'));
  two.count(caller('ann'));
  for (const gateway of [one, two, one]) await gateway.settle();
  assert.is(two.count(caller('ann'))!.remaining, 0);
  assert.is(one.count(caller('ann'))!.allowed, true, 'not settled yet');
  await Promise.all([one.settle(), two.settle()]);
  await one.settle();
  for (const gateway of [one, two]) assert.is(gateway.count(caller('ann'))!.allowed, false);
  await close();
});

test('a store that does not answer loses no count', async () => {
  const { store, close } = await temporaryStore();
  let down = true;
  const flaky = {
    countRequests: async (counts: Parameters<typeof store.countRequests>[0]) => {
      if (down) throw new Error('down');
      return store.countRequests(counts);
    },
  };
  const quotas = new RequestQuotas(flaky, () => start);
  for (let i = 0; i < 4; i++) quotas.count(caller('ann'));
  await quotas.settle().then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'down'),
  );
  down = false;
  await quotas.settle();
  const other = new RequestQuotas(store, () => start);
  other.count(caller('ann'));
  await other.settle();
  assert.is(other.count(caller('ann'))!.allowed, false);
  await close();
});

test.run();
