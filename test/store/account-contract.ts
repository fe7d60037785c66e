/** The part of the store's contract about users, organisations, memberships and keys. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { rejects, type Test } from './contract.js';
import { keyRecord, organizationRecord, someTime, userRecord } from './records.js';

export function accountContract(test: Test): void {
  test('a user comes back as it was created, by id and by name', async (store) => {
    const user = userRecord({ name: 'Ünal 裁縫', plan: 'paid', admin: true });
    await store.createUser(user);
    assert.equal(await store.findUser(user.id), user);
    assert.equal(await store.findUserByName(user.name), user);
    assert.is(await store.findUser(randomUUID()), null);
  });

  test('a taken name is refused, and nothing changes', async (store) => {
    const user = userRecord({ name: 'ann' });
    await store.createUser(user);
    await rejects(store.createUser(userRecord({ name: 'ann', plan: 'paid' })), 'already_exists');
    assert.equal(await store.listUsers(), [user]);
    await store.createOrganization(organizationRecord({ name: 'atelier' }));
    await rejects(store.createOrganization(organizationRecord({ name: 'atelier' })), 'already_exists');
  });

  test('an update changes the named fields, and tells whether the record exists', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    assert.is(await store.updateUser(user.id, { plan: 'paid' }), true);
    assert.is(await store.updateUser(user.id, { admin: true }), true);
    assert.equal(await store.findUser(user.id), { ...user, plan: 'paid', admin: true });
    assert.is(await store.updateUser(randomUUID(), { plan: 'paid' }), false);
  });

  test('memberships: added once, listed from both sides, removed together with the active organisation', async (store) => {
    const [user, other, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(other);
    await store.createOrganization(organization);
    await store.createOrganization(organizationRecord());
    await store.addMember(organization.id, user.id);
    await store.addMember(organization.id, user.id);
    assert.equal(await store.listOrganizations({ userId: user.id }), [organization]);
    assert.equal(await store.listOrganizations({ userId: other.id }), []);
    assert.equal(await store.listMembers(organization.id), [user]);
    await store.updateUser(user.id, { activeOrganizationId: organization.id });
    assert.is(await store.removeMember(organization.id, user.id), true);
    assert.is(await store.removeMember(organization.id, user.id), false);
    assert.equal(await store.findUser(user.id), user);
  });

  test('keys keep their hash byte for byte and list newest first', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const secretHash = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);
    const old = keyRecord(user.id, { secretHash });
    const young = keyRecord(user.id, { createdAt: someTime + 1, scopes: ['read', 'nest'], expiresAt: someTime + 100 });
    await store.createKey(old);
    await store.createKey(young);
    assert.equal(Uint8Array.from((await store.findKey(old.id))!.secretHash), secretHash);
    assert.is(await store.updateKey(old.id, { lastUsedAt: someTime + 5, revokedAt: someTime + 6 }), true);
    const [first, second] = await store.listKeys(user.id);
    assert.is(first!.id, young.id);
    assert.is(first!.expiresAt, someTime + 100);
    assert.equal([second!.lastUsedAt, second!.revokedAt], [someTime + 5, someTime + 6]);
    await rejects(store.createKey(keyRecord(user.id, { id: old.id })), 'already_exists');
    await rejects(store.createKey(keyRecord(randomUUID())), 'not_found');
  });

  test('a key comes with its user and the organisations of that user, by name', async (store) => {
    const [user, other] = [userRecord({ admin: true }), userRecord()];
    const [b, a, foreign] = ['b', 'a', 'c'].map((name) => organizationRecord({ name }));
    for (const each of [user, other]) await store.createUser(each);
    for (const each of [b!, a!, foreign!]) await store.createOrganization(each);
    for (const each of [b!, a!]) await store.addMember(each.id, user.id);
    await store.addMember(foreign!.id, other.id);
    await store.updateUser(user.id, { activeOrganizationId: b!.id });
    const [key, others] = [keyRecord(user.id), keyRecord(other.id)];
    for (const each of [key, others]) await store.createKey(each);
    const owner = (await store.findKeyOwner(key.id, key.secretHash))!;
    assert.equal(owner.user, { ...user, activeOrganizationId: b!.id });
    assert.equal(owner.organizations, [a, b]);
    assert.equal(owner.key, await store.findKey(key.id));
    await store.removeMember(foreign!.id, other.id);
    assert.equal((await store.findKeyOwner(others.id, others.secretHash))!.organizations, []);
    assert.is(await store.findKeyOwner('unknown0', key.secretHash), null);
    assert.is(await store.findKeyOwner(key.id, new Uint8Array(32)), null);
  });
}
