/** The part of the store's contract about projects. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { ProjectRecord } from '../../src/store/store.js';
import type { Test } from './contract.js';
import { organizationRecord, someTime, userRecord } from './records.js';

const projectRecord = (ownerUserId: string | null, change: Partial<ProjectRecord> = {}): ProjectRecord => ({
  id: randomUUID(),
  ownerUserId,
  ownerOrganizationId: null,
  name: 'bags',
  versionNumber: 1,
  bytes: 15,
  holdsPeople: false,
  createdAt: someTime,
  updatedAt: someTime,
  ...change,
});

export function projectContract(test: Test): void {
  test('a project keeps its document to the byte, and changes and goes from its version alone', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const project = projectRecord(user.id);
    const { id } = project;
    await store.createProject(project, '{ "ä": 1.50 }\n');
    assert.equal(await store.findProject(id), project);
    assert.is(await store.projectDocument(id, 1), '{ "ä": 1.50 }\n');
    assert.is(await store.projectDocument(id, 2), null);
    const change = { name: 'more bags', bytes: 2, holdsPeople: true, updatedAt: someTime + 5 };
    assert.is(await store.updateProject(id, 2, { ...change, document: '{}' }), false);
    assert.equal(await store.findProject(id), project);
    assert.is(await store.updateProject(id, 1, { ...change, document: '{}' }), true);
    assert.equal(await store.findProject(id), { ...project, ...change, versionNumber: 2 });
    assert.is(await store.projectDocument(id, 2), '{}');
    assert.is(await store.deleteProject(id, 1), false);
    assert.is(await store.deleteProject(id, 2), true);
    assert.is(await store.findProject(id), null);
    assert.is(await store.updateProject(id, 2, { ...change, document: '{}' }), false);
  });

  test('of changes that arrive together, one is made', async (store) => {
    const user = userRecord();
    await store.createUser(user);
    const project = projectRecord(user.id);
    await store.createProject(project, '{}');
    const change = { ...projectRecord(user.id), document: '[]' };
    const made = await Promise.all([1, 2, 3].map(() => store.updateProject(project.id, 1, change)));
    assert.equal(made.filter(Boolean), [true]);
  });

  test('an owner lists its projects by name, page by page, and counts them', async (store) => {
    const [user, stranger, organization] = [userRecord(), userRecord(), organizationRecord()];
    await store.createUser(user);
    await store.createUser(stranger);
    await store.createOrganization(organization);
    const a = projectRecord(user.id, { name: 'a' });
    await store.createProject(projectRecord(user.id, { name: 'b' }), '{}');
    await store.createProject(a, '{}');
    await store.createProject(projectRecord(user.id, { name: 'Z' }), '{}');
    await store.createProject(projectRecord(stranger.id), '{}');
    await store.createProject(projectRecord(null, { ownerOrganizationId: organization.id, name: 'c' }), '{}');
    const own = { ownerUserId: user.id, ownerOrganizationId: null };
    const listed = async (after: { name: string; id: string } | null, limit: number) =>
      (await store.listProjects({ owner: own, after, limit })).map(({ name }) => name);
    assert.equal(await listed(null, 10), ['Z', 'a', 'b']);
    assert.equal(await listed(null, 2), ['Z', 'a']);
    assert.equal(await listed({ name: 'a', id: a.id }, 10), ['b']);
    assert.is(await store.countProjects(own), 3);
    const team = { ownerUserId: null, ownerOrganizationId: organization.id };
    assert.is(await store.countProjects(team), 1);
  });
}
