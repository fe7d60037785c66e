/** The part of the store's contract about patterns, their versions and their readers. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { rejects, type Test } from './contract.js';
import { organizationRecord, patternRecord, someTime, userRecord } from './records.js';

export function patternContract(test: Test): void {
  const version = (patternId: string, content = '{"a":1}') => ({
    id: randomUUID(),
    patternId,
    kind: 'definition',
    content,
    createdAt: someTime,
  });

  test('versions are numbered, keep their content to the byte, and carry its hash', async (store) => {
    const pattern = patternRecord();
    await store.createPattern(pattern);
    assert.equal(await store.findPattern(pattern.id), pattern);
    const first = await store.addPatternVersion(version(pattern.id, '{ "ä": 1.50 }\n'));
    const second = await store.addPatternVersion(version(pattern.id));
    assert.equal([first.number, second.number, first.state], [1, 2, 'draft']);
    assert.is(first.content, '{ "ä": 1.50 }\n');
    assert.is(second.sha256, '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862');
    assert.equal(
      await store.listPatternVersions(pattern.id),
      [first, second].map(({ content: _, ...summary }) => summary),
    );
  });

  test('the latest version is the highest published one', async (store) => {
    const pattern = patternRecord();
    await store.createPattern(pattern);
    const [first, second, third] = [version(pattern.id), version(pattern.id), version(pattern.id)];
    for (const each of [first, second, third]) await store.addPatternVersion(each);
    assert.is(await store.findPatternVersion(pattern.id, 'latest'), null);
    await store.publishPatternVersion(second.id, someTime);
    await store.publishPatternVersion(first.id, someTime + 1);
    assert.is((await store.findPatternVersion(pattern.id, 'latest'))?.id, second.id);
    assert.is((await store.findPatternVersion(pattern.id, { number: 3 }))?.id, third.id);
    assert.is((await store.findPatternVersion(pattern.id, { id: first.id }))?.publishedAt, someTime + 1);
    assert.is(await store.findPatternVersion(randomUUID(), { id: first.id }), null);
    assert.is(await store.findPatternVersion(pattern.id, { number: 4 }), null);
  });

  test('a draft can be changed, a published version never', async (store) => {
    const pattern = patternRecord();
    await store.createPattern(pattern);
    const { id } = await store.addPatternVersion(version(pattern.id));
    assert.is(await store.updatePatternDraft(id, { kind: 'static', content: '{}' }), true);
    assert.is(await store.publishPatternVersion(id, someTime), true);
    assert.is(await store.publishPatternVersion(id, someTime + 9), true);
    await rejects(store.updatePatternDraft(id, { kind: 'static', content: '[]' }), 'conflict');
    const kept = await store.findPatternVersion(pattern.id, { id });
    assert.equal([kept!.content, kept!.kind, kept!.publishedAt], ['{}', 'static', someTime]);
    assert.is(await store.updatePatternDraft(randomUUID(), { kind: 'static', content: '[]' }), false);
    assert.is(await store.publishPatternVersion(randomUUID(), someTime), false);
  });

  test('versions are published together, all or none, by several processes at once', async (store) => {
    const pattern = patternRecord({ public: true });
    const [first, second] = [version(pattern.id), { ...version(pattern.id), createdAt: someTime + 5 }];
    const [both, other] = [[first.id, second.id], patternRecord({ public: true })];
    assert.equal(await store.missingPatternVersions(both), both);
    const publications = [
      { pattern: { ...pattern, name: 'first name' }, version: first },
      { pattern, version: second },
    ];
    await rejects(
      store.publishTogether([...publications, { pattern: other, version: version(randomUUID()) }]),
      'not_found',
    );
    assert.is(await store.findPattern(pattern.id), null, 'nothing of a faulty list');
    await Promise.all([store.publishTogether(publications), store.publishTogether(publications)]);
    assert.equal(await store.missingPatternVersions([...both, other.id]), [other.id]);
    assert.equal(await store.findPattern(pattern.id), pattern);
    const kept = await store.listPatternVersions(pattern.id);
    const told = kept.map(({ id, number, state, publishedAt }) => [id, number, state, publishedAt]);
    assert.equal(told, [
      [first.id, 1, 'published', someTime],
      [second.id, 2, 'published', someTime + 5],
    ]);
    await store.publishTogether([{ pattern: { ...pattern, name: 'again' }, version: second }]);
    assert.is((await store.findPattern(pattern.id))!.name, pattern.name, 'a version that is there changes nothing');
  });

  test('a reader lists public patterns and those of the context, page by page', async (store) => {
    const [user, stranger, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(stranger);
    await store.createOrganization(organization);
    const owned = {
      'b public': patternRecord({ name: 'b public', public: true, ownerUserId: stranger.id }),
      'a own': patternRecord({ name: 'a own', ownerUserId: user.id }),
      'c team': patternRecord({ name: 'c team', ownerOrganizationId: organization.id }),
      'd foreign': patternRecord({ name: 'd foreign', ownerUserId: stranger.id }),
    };
    for (const pattern of Object.values(owned)) {
      await store.createPattern(pattern);
      const { id } = await store.addPatternVersion(version(pattern.id));
      await store.publishPatternVersion(id, someTime);
    }
    const draftOnly = patternRecord({ name: 'e draft', public: true });
    await store.createPattern(draftOnly);
    await store.addPatternVersion(version(draftOnly.id));

    const names = async (organizationId: string | null, after: { name: string; id: string } | null, limit = 10) =>
      (await store.listPatterns({ reader: { userId: user.id, organizationId }, after, limit })).map(({ name }) => name);
    assert.equal(await names(null, null), ['a own', 'b public']);
    assert.equal(await names(organization.id, null), ['b public', 'c team']);
    assert.equal(await names(null, null, 1), ['a own']);
    assert.equal(await names(null, owned['a own'], 1), ['b public']);
    assert.is(await store.updatePattern(owned['b public'].id, { public: false }), true);
    assert.equal(await names(null, null), ['a own']);
  });

  test("an owner's patterns are listed page by page, also those with drafts only, and nobody else's", async (store) => {
    const [user, stranger, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(stranger);
    await store.createOrganization(organization);
    const [second, first] = [
      patternRecord({ name: 'b', ownerUserId: user.id }),
      patternRecord({ name: 'a', ownerUserId: user.id }),
    ];
    const team = patternRecord({ name: 'team', ownerOrganizationId: organization.id });
    const foreign = patternRecord({ name: 'foreign', public: true, ownerUserId: stranger.id });
    for (const pattern of [second, first, team, foreign, patternRecord()]) await store.createPattern(pattern);
    for (const { id } of [first, second, second, foreign]) await store.addPatternVersion(version(id));

    const personal = { ownerUserId: user.id, ownerOrganizationId: null };
    assert.equal(await store.listOwnedPatterns({ owner: personal, after: null, limit: 10 }), [first, second]);
    assert.equal(await store.listOwnedPatterns({ owner: personal, after: null, limit: 1 }), [first]);
    assert.equal(await store.listOwnedPatterns({ owner: personal, after: first, limit: 10 }), [second]);
    const owner = { ownerUserId: null, ownerOrganizationId: organization.id };
    assert.equal(await store.listOwnedPatterns({ owner, after: null, limit: 10 }), [team]);
    assert.equal([await store.countPatternVersions(personal), await store.countPatternVersions(owner)], [3, 0]);
  });
}
