/** The part of the store's contract about populations of accounts. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Test } from './contract.js';
import { organizationRecord, someTime, userRecord } from './records.js';

export function populationContract(test: Test): void {
  const population = (owner: { ownerUserId: string | null; ownerOrganizationId: string | null }, name: string) => ({
    id: randomUUID(),
    ...owner,
    name,
    content: '{ "ä": 1.50 }\n',
    createdAt: someTime,
  });

  test('an owner finds, lists and deletes its own populations and no others', async (store) => {
    const [user, organization] = [userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createOrganization(organization);
    const own = { ownerUserId: user.id, ownerOrganizationId: null };
    const team = { ownerUserId: null, ownerOrganizationId: organization.id };
    const [b, a, other] = [population(own, 'b'), population(own, 'a'), population(team, 'b')];
    for (const one of [b, a, other]) assert.is(await store.addPopulation(one, 9), true);
    assert.equal(await store.listPopulations(own), [a, b]);
    assert.equal(await store.findPopulation(own, 'b'), b);
    assert.equal(await store.findPopulation(team, 'b'), other);
    assert.equal(await store.findPopulation(own, a.id), a);
    assert.is(await store.findPopulation(team, a.id), null);
    assert.is(await store.deletePopulation(team, a.id), false);
    assert.is(await store.deletePopulation(own, a.id), true);
    assert.equal(await store.listPopulations(own), [b]);
  });

  test('an owner has a name once, and so many populations at most', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const own = { ownerUserId: user.id, ownerOrganizationId: null };
    await store.addPopulation(population(own, 'a'), 2);
    const again = await store.addPopulation(population(own, 'a'), 2).catch((error: unknown) => error);
    assert.is(again instanceof ServiceError && again.kind, 'already_exists');
    const added = await Promise.all(['b', 'c', 'd'].map((name) => store.addPopulation(population(own, name), 2)));
    assert.equal(added.filter(Boolean).length, 1);
    assert.is((await store.listPopulations(own)).length, 2);
  });
}
