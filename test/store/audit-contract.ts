/** The part of the store's contract about the audit log: entries are added, read and purged by age, and nobody changes one. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { AuditRecord, Store } from '../../src/store/store.js';
import type { Test } from './contract.js';
import { someTime } from './records.js';

export const auditRecord = (change: Partial<AuditRecord> = {}): AuditRecord => ({
  id: randomUUID(),
  createdAt: someTime,
  userId: randomUUID(),
  keyId: 'aKeyOf88',
  organizationId: null,
  operation: 'RotateKey',
  targets: [
    { kind: 'key', id: 'aKeyOf88' },
    { kind: 'user', id: randomUUID() },
  ],
  failure: null,
  ...change,
});

const first = { reader: null, since: 0, before: null, limit: 99 };
const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

export function auditContract(test: Test): void {
  test('an entry comes back as it was added, newest first, in the logs of its readers and of all', async (store) => {
    const [ada, bo] = [randomUUID(), randomUUID()];
    const one = auditRecord({ organizationId: randomUUID(), failure: 'not_found' });
    const two = auditRecord({ userId: '', keyId: '', targets: [] });
    await store.addAuditEntry(one, [ada, bo]);
    await store.addAuditEntry(two, [bo]);
    await store.addAuditEntry(auditRecord(), []);
    const all = await store.listAuditEntries(first);
    assert.is(all.length, 3);
    const plain = all.map(({ number: _, ...record }) => record);
    assert.equal(plain.slice(1), [two, one]);
    assert.equal(idsOf(await store.listAuditEntries({ ...first, reader: bo })), [two.id, one.id]);
    assert.equal(idsOf(await store.listAuditEntries({ ...first, reader: ada })), [one.id]);
    assert.equal(await store.listAuditEntries({ ...first, reader: randomUUID() }), []);
  });

  test('a page begins below a number, ends at a time, and has at most its limit', async (store) => {
    const reader = randomUUID();
    const added = [0, 1, 2, 3].map((i) => auditRecord({ createdAt: someTime + i }));
    for (const record of added) await store.addAuditEntry(record, [reader]);
    const newest = idsOf(added).reverse();
    for (const asked of [first, { ...first, reader }]) {
      const page = await store.listAuditEntries({ ...asked, limit: 2 });
      assert.equal(idsOf(page), newest.slice(0, 2));
      assert.equal(idsOf(await store.listAuditEntries({ ...asked, before: page[1]!.number })), newest.slice(2));
      assert.equal(idsOf(await store.listAuditEntries({ ...asked, since: someTime + 2 })), newest.slice(0, 2));
    }
  });

  test('a purge takes entries before a time, and leaves the rest', async (store) => {
    const reader = randomUUID();
    const [old, kept] = [auditRecord(), auditRecord({ createdAt: someTime + 1 })];
    for (const record of [old, kept]) await store.addAuditEntry(record, [reader]);
    assert.is(await store.purgeAuditEntries(someTime), 0);
    assert.is(await store.purgeAuditEntries(someTime + 1), 1);
    for (const asked of [first, { ...first, reader }]) {
      assert.equal(idsOf(await store.listAuditEntries(asked)), [kept.id]);
    }
  });

  test('the database itself refuses to change or to delete an entry or a reader of one', async (store, tables) => {
    const record = auditRecord();
    await store.addAuditEntry(record, ['someone']);
    const before = await contentsOf(store, tables.rows);
    const attempts = [
      "UPDATE audit_entry SET operation = 'Nothing'",
      'DELETE FROM audit_entry',
      "UPDATE audit_reader SET reader = 'nobody'",
      'DELETE FROM audit_reader',
      ...tables.otherDeletions('audit_entry', record.id),
    ];
    for (const statement of attempts) {
      const refusal = await tables.change(statement).then(
        () => 'no refusal',
        (error: Error) => error.message,
      );
      assert.match(refusal, /an entry of the audit log is immutable/, statement);
    }
    assert.equal(await contentsOf(store, tables.rows), before);
    await store.purgeAuditEntries(someTime + 1);
    assert.equal(await tables.rows('audit_purge'), [], 'the purge leaves no way open');
    assert.equal(await tables.rows('audit_reader'), []);
  });
}

const contentsOf = async (store: Store, rows: (table: string) => Promise<unknown>) => [
  await store.listAuditEntries(first),
  await rows('audit_reader'),
];
