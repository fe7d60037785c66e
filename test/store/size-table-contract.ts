/** The part of the store's contract about size tables. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { Test } from './contract.js';
import { organizationRecord, someTime, userRecord } from './records.js';

export function sizeTableContract(test: Test): void {
  const version = (tableId: string, ownerUserId: string, name = 'ours', content = '{"a":1}') => ({
    tableId,
    ownerUserId,
    ownerOrganizationId: null,
    name,
    content,
    createdAt: someTime,
  });

  test('versions of a size table are numbered, keep their content to the byte, and carry its hash', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const tableId = randomUUID();
    const first = await store.addSizeTableVersion(version(tableId, user.id, 'ours', '{ "ä": 1.50 }\n'));
    const second = await store.addSizeTableVersion(version(tableId, user.id));
    assert.equal([first.number, second.number, first.content], [1, 2, '{ "ä": 1.50 }\n']);
    assert.is(second.sha256, '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862');
    assert.equal(await store.findSizeTableVersion(tableId, 'latest'), second);
    assert.equal(await store.findSizeTableVersion(tableId, 1), first);
    assert.is(await store.findSizeTableVersion(tableId, 3), null);
    assert.is(await store.findSizeTableVersion(randomUUID(), 'latest'), null);
  });

  test('versions that arrive together get different numbers', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const tableId = randomUUID();
    const added = await Promise.all([1, 2, 3].map(() => store.addSizeTableVersion(version(tableId, user.id))));
    assert.equal(added.map(({ number }) => number).sort(), [1, 2, 3]);
  });

  test('an owner lists the latest version of each of its tables, page by page, and counts all', async (store) => {
    const [user, stranger, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(stranger);
    await store.createOrganization(organization);
    const [b, a] = [randomUUID(), randomUUID()];
    await store.addSizeTableVersion(version(b, user.id, 'b'));
    await store.addSizeTableVersion(version(a, user.id, 'was z'));
    await store.addSizeTableVersion(version(a, user.id, 'a'));
    await store.addSizeTableVersion(version(randomUUID(), stranger.id, 'c'));
    const team = { ownerUserId: null, ownerOrganizationId: organization.id };
    await store.addSizeTableVersion({ ...version(randomUUID(), user.id, 'd'), ...team });
    const own = { ownerUserId: user.id, ownerOrganizationId: null };
    const listed = async (after: { name: string; id: string } | null, limit: number) =>
      (await store.listSizeTables({ owner: own, after, limit })).map(({ name, number }) => `${name} ${number}`);
    assert.equal(await listed(null, 10), ['a 2', 'b 1']);
    assert.equal(await listed(null, 1), ['a 2']);
    assert.equal(await listed({ name: 'a', id: a }, 10), ['b 1']);
    assert.is(await store.countSizeTableVersions(own), 3);
    assert.equal((await store.listSizeTables({ owner: team, after: null, limit: 9 })).length, 1);
  });
}
