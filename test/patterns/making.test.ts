/**
 * Patterns as their makers see them: drafts, publishing, versions, rights to read. Real store, accounts and threads.
 */
import { create, type DescMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ConvertPatternFileRequestSchema,
  GetPatternVersionRequestSchema,
  ListOwnPatternsRequestSchema,
  ListPatternVersionsRequestSchema,
  PatternKind,
  PublishPatternVersionRequestSchema,
  SavePatternDraftRequestSchema,
  SetPatternPublicRequestSchema,
} from '../../gen/selvage/admin/v1/admin_pb.js';
import { DraftPatternRequestSchema, ListPatternsRequestSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { Accounts } from '../../src/accounts/accounts.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { PatternAccess } from '../../src/patterns/access.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { PatternMaking } from '../../src/patterns/making.js';
import { documentHash } from '../../src/patterns/pattern-version.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import { patternMakingOperations } from '../../src/services/patterns/making.js';
import { patternOperations } from '../../src/services/patterns/pattern.js';
import type { Call } from '../../src/services/services.js';
import { temporaryStore } from '../store/temporary-store.js';
import { type Document, pieces, points, square } from './square-definition.js';

const { store, close } = await temporaryStore();
const accounts = new Accounts(store);
const workshop = new DraftPool({ threads: 1 });
const access = new PatternAccess(store);
const making = new PatternMaking({
  access,
  repository: store,
  check: (kind, content) => workshop.check(kind, content),
  now: Date.now,
});
const services = {
  ...patternOperations({ access, store, drafter: workshop, bodies: new PatternBodies(onFirstUse(loadBodyModel)) }),
  ...patternMakingOperations(making, workshop),
};

test.after(async () => {
  await workshop.close();
  await close();
});

async function keyOf(name: string, admin = false): Promise<{ userId: string; key: string }> {
  const { id } = await accounts.createUser({ name, plan: 'free', admin });
  return { userId: id, key: (await accounts.createKey({ userId: id, name: '' })).text };
}

async function callAs(key: string, organization?: string): Promise<Call> {
  const caller = await accounts.authenticate({
    authorization: `Bearer ${key}`,
    organization,
    organizationSynonym: undefined,
  });
  return { caller, signal: new AbortController().signal, requestId: 'test' };
}

/** An operation with a plain request, and its answer as the whole message. */
const ask =
  <I extends DescMessage, Answer>(schema: I, operation: (request: MessageShape<I>, call: Call) => Promise<Answer>) =>
  (call: Call, request: MessageInitShape<I>): Promise<Answer> =>
    operation(create(schema, request), call);

const save = ask(SavePatternDraftRequestSchema, services.savePatternDraft);
const publish = ask(PublishPatternVersionRequestSchema, services.publishPatternVersion);
const get = ask(GetPatternVersionRequestSchema, services.getPatternVersion);
const versions = ask(ListPatternVersionsRequestSchema, services.listPatternVersions);
const own = ask(ListOwnPatternsRequestSchema, services.listOwnPatterns);
const open = ask(SetPatternPublicRequestSchema, services.setPatternPublic);
const convert = ask(ConvertPatternFileRequestSchema, services.convertPatternFile);
const draft = ask(DraftPatternRequestSchema, services.draftPattern);
const list = ask(ListPatternsRequestSchema, services.listPatterns);

const text = (change?: (document: Document) => void): string => JSON.stringify(square(change));

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, ServiceError);
  return error as ServiceError;
}

const ada = await callAs((await keyOf('ada')).key);
const grace = await callAs((await keyOf('grace')).key);

test('a draft belongs to its owner alone, and can be drafted before publishing', async () => {
  const { version, stored } = await save(ada, { document: text() });
  const patternId = version!.patternId!;
  assert.is(stored, true);
  assert.equal([version!.versionNumber, version!.published, version!.kind], [1, false, PatternKind.DEFINITION]);
  assert.is(version!.contentHash, documentHash(square()));

  const { patternVersionNumber, data } = await draft(ada, { patternId, versionNumber: 1 });
  assert.is(patternVersionNumber, 1);
  assert.is(data!.case, 'pattern');
  assert.is((await failure(draft(ada, { patternId }))).kind, 'not_found');

  const absent = await failure(draft(grace, { patternId: '00000000-0000-4000-8000-000000000000' }));
  for (const foreign of [
    draft(grace, { patternId, versionNumber: 1 }),
    draft(grace, { patternId, versionId: version!.versionId! }),
    get(grace, { patternId, versionNumber: 1 }),
    versions(grace, { patternId }),
    save(grace, { patternId, document: text() }),
    publish(grace, { patternId, versionNumber: 1 }),
    open(grace, { patternId, public: true }),
  ]) {
    const error = await failure(foreign);
    assert.is(error.kind, 'not_found');
    assert.is(error.message.replace(patternId, ''), absent.message.replace(/[0-9a-f-]{36}/, ''));
  }
  assert.equal((await list(ada, {})).patterns, []);
});

test('a client may choose the id of a new pattern, so that no repeated save makes a second one', async () => {
  const barbara = await callAs((await keyOf('barbara')).key);
  const newPatternId = '5A0F7E1C-1B7C-4E53-9E0F-6F2A2E7D9C11';
  const first = await save(barbara, { newPatternId, document: text() });
  const patternId = newPatternId.toLowerCase();
  assert.equal([first.version!.patternId, first.stored], [patternId, true]);
  const again = await save(barbara, { newPatternId, document: text() });
  assert.equal([again.version!.versionId, again.stored], [first.version!.versionId, false]);
  const changed = text((document) => {
    document.name = 'Other';
  });
  const later = await save(barbara, { newPatternId, document: changed });
  assert.equal([later.version!.patternId, later.version!.versionNumber, later.stored], [patternId, 1, true]);
  assert.is((await own(barbara, {})).patterns!.length, 1);
  assert.is((await failure(save(ada, { newPatternId, document: text() }))).kind, 'not_found');
  assert.is((await failure(save(barbara, { newPatternId: 'x', document: text() }))).kind, 'invalid');
  assert.is((await failure(save(barbara, { patternId, newPatternId, document: text() }))).kind, 'invalid');

  const together = { newPatternId: '5a0f7e1c-1b7c-4e53-9e0f-6f2a2e7d9c12', document: text() };
  const both = await Promise.all([save(barbara, together), save(barbara, together)]);
  assert.equal(
    both.map(({ version }) => [version!.patternId, version!.versionNumber]),
    [1, 1].map((number) => [together.newPatternId, number]),
  );
  assert.is((await own(barbara, {})).patterns!.length, 2);
});

test('published versions are numbered and never change; a pattern has the name of its latest', async () => {
  const { version } = await save(ada, { document: text() });
  const patternId = version!.patternId!;
  await publish(ada, { patternId, versionNumber: 1 });
  const first = await get(ada, { patternId });

  const wider = text((d) => {
    d.name = 'Wide square';
    (d.variables as Document[])[0]!.default = 20;
  });
  const second = await save(ada, { patternId, document: wider });
  assert.equal([second.version!.versionNumber, second.version!.published], [2, false]);
  assert.is((await draft(ada, { patternId })).patternVersionNumber, 1);
  const { version: published } = await publish(ada, { patternId, versionNumber: 2 });
  assert.ok(published!.published && published!.publishTime);
  assert.equal((await publish(ada, { patternId, versionNumber: 2 })).version, published);

  assert.is((await draft(ada, { patternId })).patternVersionNumber, 2);
  assert.equal(await get(ada, { patternId, versionNumber: 1 }), first);
  assert.equal(JSON.parse(first.document!) as Json, square());
  assert.equal(
    (await versions(ada, { patternId })).versions!.map(({ versionNumber, published }) => [versionNumber, published]),
    [
      [1, true],
      [2, true],
    ],
  );
  const listed = (await own(ada, {})).patterns!.find((one) => one.patternId === patternId)!;
  assert.equal([listed.name, listed.publishedVersionNumber, listed.draftVersionNumber], ['Wide square', 2, 0]);
  assert.ok((await list(ada, {})).patterns!.some((one) => one.name === 'Wide square' && one.picture!.includes('<svg')));
  assert.is((await failure(publish(ada, { patternId, versionNumber: 3 }))).kind, 'not_found');
});

test('a pattern has one draft, which the next one replaces; an equal one is not stored again', async () => {
  const { version } = await save(ada, { document: text() });
  const patternId = version!.patternId!;
  assert.is((await save(ada, { patternId, document: text() })).stored, false);
  const larger = text((d) => {
    (d.variables as Document[])[0]!.max = 60;
  });
  const replaced = await save(ada, { patternId, document: larger });
  assert.equal([replaced.stored, replaced.version!.versionNumber], [true, 1]);
  assert.equal(
    (await draft(ada, { patternId, versionNumber: 1, variables: { size: number(55) } })).patternVersionNumber,
    1,
  );
  await publish(ada, { patternId, versionNumber: 1 });
  // keys in another order are the same document
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(larger) as Document).reverse()));
  const again = await save(ada, { patternId, document: reordered });
  assert.equal([again.stored, again.version!.versionNumber], [false, 1]);
});

const number = (value: number) => ({ kind: { case: 'numberValue' as const, value } });

test('the document of the latest published version is not stored again beside a draft, which stays', async () => {
  const mary = await callAs((await keyOf('mary')).key);
  const { version } = await save(mary, { document: text() });
  const { patternId, versionId } = version!;
  await publish(mary, { patternId, versionNumber: 1 });
  const changed = text((document) => {
    document.description = 'still at work';
  });
  const kept = await save(mary, { patternId, document: changed });
  const again = await save(mary, { patternId, document: text() });
  assert.equal([again.stored, again.version!.versionId], [false, versionId]);
  const listed = (await versions(mary, { patternId })).versions!;
  assert.equal(
    listed.map(({ versionNumber, contentHash }) => [versionNumber, contentHash]),
    [
      [1, again.version!.contentHash],
      [2, kept.version!.contentHash],
    ],
  );
  assert.not.equal(again.version!.contentHash, kept.version!.contentHash);
});

test('members of an organisation share its patterns, in its context only', async () => {
  const organization = await accounts.createOrganization({ name: 'atelier', plan: 'free' });
  const members = await Promise.all(['lee', 'kim'].map((name) => keyOf(name)));
  for (const { userId } of members) await accounts.addMember(organization.id, userId);
  const [lee, kim] = await Promise.all(members.map(({ key }) => callAs(key, organization.id)));
  const { version } = await save(lee!, { document: text() });
  const patternId = version!.patternId!;
  assert.is((await publish(kim!, { patternId, versionNumber: 1 })).version!.published, true);
  assert.is((await draft(kim!, { patternId })).patternVersionNumber, 1);
  const personally = await callAs(members[0]!.key, 'personal');
  assert.is((await failure(draft(personally, { patternId }))).kind, 'not_found');
  assert.is((await failure(save(personally, { patternId, document: text() }))).kind, 'not_found');
  assert.is((await failure(draft(ada, { patternId }))).kind, 'not_found');
});

test('only an administrator opens a pattern to everyone; then all may read it, and none but its owner change it', async () => {
  const { version } = await save(ada, { document: text() });
  assert.is((await failure(open(ada, { patternId: version!.patternId!, public: true }))).kind, 'permission_denied');
  const root = await callAs((await keyOf('root', true)).key);
  const { version: ours } = await save(root, { document: text() });
  const patternId = ours!.patternId!;
  await publish(root, { patternId, versionNumber: 1 });
  assert.is((await failure(get(grace, { patternId }))).kind, 'not_found');
  await open(root, { patternId, public: true });
  assert.is((await draft(grace, { patternId })).patternVersionNumber, 1);
  assert.equal(JSON.parse((await get(grace, { patternId })).document!) as Json, square());
  assert.is((await failure(save(grace, { patternId, document: text() }))).kind, 'not_found');
  await save(root, {
    patternId,
    document: text((d) => {
      d.name = 'Next';
    }),
  });
  assert.is((await failure(draft(grace, { patternId, versionNumber: 2 }))).kind, 'not_found');
  assert.is((await versions(grace, { patternId })).versions!.length, 1);
  await open(root, { patternId, public: false });
  assert.is((await failure(draft(grace, { patternId }))).kind, 'not_found');
});

test('a document is checked whole before anything is stored, with the place of each problem', async () => {
  const before = (await own(ada, {})).patterns!.length;
  const broken = text((d) => {
    points(d).a = { op: 'xy', x: 'b_x', y: 'dist(b)' };
    points(d).b = { op: 'offset', from: 'c', dx: 'size', dy: 0 };
    points(d).c = { op: 'offset', from: 'b', dx: 0, dy: 'siez' };
    pieces(d)[0]!.colour = 'red';
  });
  const { kind, problems } = await failure(save(ada, { document: broken }));
  assert.is(kind, 'invalid');
  assert.equal(problems.map(({ path, code }) => `${path} ${code}`).sort(), [
    'pieces[0].colour unknown_key',
    'points.a.x invalid_formula',
    'points.a.y invalid_formula',
    'points.c cycle',
    'points.c.dy invalid_formula',
  ]);
  assert.match(problems.find(({ path }) => path === 'points.c.dy')!.message, /did you mean "size"/);

  const flat = text((d) => {
    points(d).c = { op: 'xy', x: 'size', y: 0 };
    points(d).d = { op: 'xy', x: 0, y: 0 };
  });
  const [noArea] = (await failure(save(ada, { document: flat }))).problems;
  assert.equal([noArea!.code, noArea!.path], ['defaults_do_not_draft', 'pieces[0]']);

  const cases: [string, string, RegExp][] = [
    ['{"schema":\n  "pattern-definition/1",,}', 'malformed_json', /line 2, column 26/],
    ['[]', 'required', /pattern-definition\/1/],
    ['{"schema": "pattern-definition"}', 'unknown_value', /did you mean "pattern-definition\/1"/],
    [`{"a": ${'['.repeat(100_000)}`, 'too_deep', /deeper than 32/],
    [
      '{"schema": "pattern-definition/1", "name": "x", "unit": "cm", "pieces": [], "__proto__": {}}',
      'forbidden_key',
      /__proto__/,
    ],
    [
      `{"schema": "pattern-definition/1",\n "n\\u0061me": "x", "name": "y"}`,
      'duplicate_key',
      /"name" at line 2, column 20/,
    ],
    [text().replace('"unit"', '"name": "another", "unit"'), 'duplicate_key', /Duplicate key "name" at line /],
  ];
  for (const [document, code, message] of cases) {
    const error = await failure(save(ada, { document }));
    assert.is(error.code, code);
    assert.match(error.message, message);
  }
  const checked = await save(ada, { document: text(), validateOnly: true });
  assert.equal([checked.stored, checked.version!.contentHash], [false, documentHash(square())]);
  assert.equal(checked.pieces, undefined);
  const drawn = await save(ada, { document: text(), validateOnly: true, withPieces: true });
  assert.equal([drawn.stored, drawn.pieces!.map(({ name }) => name)], [false, ['Square']]);
  assert.ok(drawn.pieces![0]!.boundary!.length >= 4);
  assert.is((await own(ada, {})).patterns!.length, before);
});

test('files of other programs become documents that can be saved, with notes', async () => {
  const lines = [0, 'SECTION', 2, 'ENTITIES', 0, 'LWPOLYLINE', 8, 'CUT', 90, 3, 70, 1];
  const corners = [10, 0, 20, 0, 10, 100, 20, 0, 10, 0, 20, 50];
  const dxf = [...lines, ...corners, 0, 'ENDSEC', 0, 'EOF', ''].join('\n');
  const answer = await convert(ada, { name: 'Pennant', file: { case: 'dxf', value: { text: dxf } } });
  assert.equal([answer.pieces, answer.piecesInFile], [1, 1]);
  assert.equal(
    answer.notes!.map(({ code }) => code),
    ['unit_assumed'],
  );
  const { version } = await save(ada, { document: answer.document! });
  assert.is(version!.kind, PatternKind.STATIC);
  const { data } = await draft(ada, { patternId: version!.patternId!, versionNumber: 1 });
  assert.is((data!.value as { pieces: unknown[] }).pieces.length, 1);

  const error = await failure(convert(ada, { name: 'x', file: { case: 'seamly', value: { text: '<pattern' } } }));
  assert.equal([error.kind, error.code], ['invalid', 'invalid_xml']);
  assert.is((await failure(convert(ada, { name: 'x' }))).kind, 'invalid');
});

test('own patterns are listed page by page', async () => {
  const all = (await own(ada, { pageSize: 200 })).patterns!.map(({ patternId }) => patternId);
  const seen: (string | undefined)[] = [];
  let pageToken = '';
  do {
    const page = await own(ada, { pageSize: 2, pageToken });
    seen.push(...page.patterns!.map(({ patternId }) => patternId));
    pageToken = page.nextPageToken!;
  } while (pageToken !== '');
  assert.ok(all.length > 2);
  assert.equal(seen, all);
  assert.equal(
    (await own(ada, { pageSize: 0 })).patterns!.map(({ patternId }) => patternId),
    all,
  );
  assert.is((await failure(own(ada, { pageToken: 'x' }))).code, 'invalid_page_token');
});

test.run();
