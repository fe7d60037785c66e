/**
 * gRPC and REST treat every field of every request alike. Both accept a value with the same result, or both refuse it with the
 * same path and code. Every accepted field has an effect.
 */
import { create, type DescMessage, type DescMethod, type MessageShape } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CodecKind, MessageCodec } from '../../gateway/json/codec.js';
import { Reading } from '../../gateway/json/reading.js';
import { type RestOperation, restOperations } from '../../gateway/openapi/operations.js';
import { ListOwnAuditEntriesRequestSchema } from '../../gen/selvage/account/v1/account_pb.js';
import { CreatePopulationRequestSchema, Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { CancelLaysRequestSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { CancelNestRequestSchema, JobState, ListNestJobsRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternFormat, type TechPackFormat } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { CreateProjectRequestSchema } from '../../gen/selvage/project/v1/project_pb.js';
import {
  CreateWebhookRequestSchema,
  ListWebhookDeliveriesRequestSchema,
  SendTestEventRequestSchema,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { parseJson } from '../../src/json/parse.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { pageToken } from '../../src/services/page-token.js';
import { type BothProtocols, type Outcome, openBothProtocols } from './both-protocols.js';
import { given, half, polygon, search, square, striped } from './nest-requests.js';
import { none, type Probe, type Site, sitesOf } from './probes.js';

const both = await openBothProtocols();
/** A service with four jobs that nobody touches: three in the queue, one cancelled. */
const quiet = await openBothProtocols();
test.after(async () => {
  await Promise.all([both.close(), quiet.close()]);
});

const tote = libraryVersions().find(({ name }) => name === 'Tote bag')!;
const skirt = libraryVersions().find(({ name }) => name === 'A-line skirt')!;

const person = { gender: 'female', unit: 'metric', height: 168, weight: 62 };
/** Of a population of the account, and measured in other ways than the fields say. */
const taped = {
  ...person,
  waistGirth: 74,
  neckGirth: 36,
  bicepGirth: 29,
  population: 'team',
  taken: { waistGirth: 'navel', neckGirth: 'base', bicepGirth: 'flexed' },
};
for (const { parts, call } of [both, quiet]) {
  const people = Array.from({ length: 26 }, (_, i) => ({
    gender: i % 2 === 0 ? Gender.FEMALE : Gender.MALE,
    unit: UnitSystem.METRIC,
    height: 168,
    weight: 62,
    hipGirth: 108,
  }));
  await parts.services.createPopulation(create(CreatePopulationRequestSchema, { name: 'team', people }), await call());
}
const garment = { patternId: skirt.patternId, variables: { skirtLength: 62 }, body: taped, quantity: 3 };
const fold = { variables: { skirtLength: 62 }, body: taped, unfold: false };

const [cancelled] = await Promise.all(Array.from({ length: 4 }, () => quiet.keptJob(square)));
await quiet.parts.services.cancelNest(create(CancelNestRequestSchema, { jobId: cancelled }), await quiet.call());
const { nextPageToken: secondJob } = await quiet.parts.services.listNestJobs(
  create(ListNestJobsRequestSchema, { pageSize: 1, state: JobState.QUEUED }),
  await quiet.call(),
);

const room = {
  cloths: [
    { colour: 'navy', width: 800, rolls: [{ id: 'r', length: 5000, shade: 'A' }], price: 2, endLoss: 3 },
    { colour: 'sand', width: 800 },
  ],
  table: { length: 3000, plies: 10 },
};
const laid = { colour: 'navy', quantity: 3 };
/** Lays know neither qualities nor zones. */
const { quality: _quality, zones: _zones, ...part } = polygon;
const planned = await quiet.keptJob({ ...room, lines: [{ ...laid, parts: [part] }] }, '/api/v1/lays');
await quiet.parts.services.cancelLays(create(CancelLaysRequestSchema, { jobId: planned }), await quiet.call());

const inTable = { table: both.tableId, tableVersion: 1, from: 'S', to: 'L', base: 'S' };

const ordered = [
  { size: 'S', quantity: 2 },
  { size: 'L', quantity: 1 },
];

const ours = await both.parts.services
  .createWebhook(
    create(CreateWebhookRequestSchema, { url: 'https://example.com/hook', events: ['job.ended'] }),
    await both.call(),
  )
  .then(({ webhook }) => ({ webhookId: webhook!.webhookId! }));
for (let i = 0; i < 3; i++)
  await both.parts.services.sendTestEvent(create(SendTestEventRequestSchema, ours), await both.call());
const secondDelivery = (
  await both.parts.services.listWebhookDeliveries(
    create(ListWebhookDeliveriesRequestSchema, { ...ours, pageSize: 1 }),
    await both.call(),
  )
).nextPageToken!;
const projectText = JSON.stringify({ format: 'selvage-project', version: 1, name: 'bags', people: [] });
for (const name of ['A', 'B', 'C']) {
  const document = JSON.stringify({ format: 'selvage-project', version: 1, name });
  await quiet.parts.services.createProject(create(CreateProjectRequestSchema, { document }), await quiet.call());
}

const { nextPageToken: secondEntry } = await quiet.parts.services.listOwnAuditEntries(
  create(ListOwnAuditEntriesRequestSchema, { pageSize: 1 }),
  await quiet.call(),
);

interface Base {
  readonly params?: Readonly<Record<string, string>>;
  /** The body or the query. */
  readonly json: unknown;
  readonly accept?: string;
  /** Leaves out the fields that the base does not send: the measurements of a body, which DraftPattern tests. */
  readonly onlySent?: true;
  /** The format that REST takes from the Accept header. */
  readonly format?: PatternFormat | TechPackFormat;
  /** Default: `both`. */
  readonly service?: BothProtocols;
}

/** By method: requests that together have every field. */
const bases: Readonly<Record<string, readonly Base[]>> = {
  Nest: [
    {
      json: {
        polygons: [half, polygon, polygon],
        ...search,
        locked: [{ ...given, index: 1 }],
        warmStart: [{ ...given, index: 1 }],
      },
    },
    { json: striped, onlySent: true },
  ],
  NestPatterns: [
    { json: { patterns: [{ patternId: tote.patternId }], material: 'fabric', direction: 'one_way', ...search } },
    { json: { patterns: [{ ...garment, versionId: skirt.versionId }], ...search } },
    {
      json: {
        patterns: [{ ...garment, versionNumber: 1 }],
        ...search,
        fabric: { form: 'open' },
        locked: [given],
        warmStart: [given],
      },
    },
    {
      json: {
        patterns: [{ patternId: skirt.patternId, table: both.tableId, tableVersion: 1, sizes: ordered }],
        ...search,
      },
    },
    {
      json: {
        patterns: [{ patternId: skirt.patternId, phaseX: 3, phaseY: 4 }],
        bins: striped.bins,
        fabric: striped.fabric,
      },
      onlySent: true,
    },
  ],
  DraftPattern: [
    { params: { patternId: skirt.patternId }, json: { ...fold, versionId: skirt.versionId, format: 'json' } },
    {
      params: { patternId: skirt.patternId },
      json: { ...fold, versionNumber: 1, format: 'dxf', dxf: { dialect: 'aama', units: 'english', size: 'M' } },
    },
    {
      params: { patternId: skirt.patternId },
      json: { ...fold, pdf: { page: 'a4' } },
      accept: 'application/pdf',
      format: PatternFormat.PDF,
    },
  ],
  DraftSizes: [
    {
      params: { patternId: skirt.patternId },
      json: {
        versionId: skirt.versionId,
        variables: { skirtLength: 62 },
        sizes: [
          { name: 'S', body: person, variables: { skirtLength: 60 } },
          { name: 'M', body: person },
        ],
        base: 'S',
        format: 'svg',
      },
      onlySent: true,
    },
    {
      params: { patternId: skirt.patternId },
      json: { ...inTable, versionNumber: 1, format: 'json' },
    },
    {
      params: { patternId: skirt.patternId },
      json: { ...inTable, format: 'pdf', page: 'a4' },
    },
  ],
  MakeTechPack: [
    {
      params: { patternId: skirt.patternId },
      json: {
        versionId: skirt.versionId,
        variables: { skirtLength: 62 },
        sizes: [
          { name: 'S', body: person, variables: { skirtLength: 60 } },
          { name: 'M', body: person },
        ],
        base: 'S',
        format: 'html',
        seconds: 0,
      },
      accept: 'application/x-ndjson',
      onlySent: true,
    },
    // the first of its nests stays in the queue: its job shows the request
    {
      params: { patternId: skirt.patternId },
      json: { ...inTable, versionNumber: 1, seconds: 2, fabricWidth: 1400, minDistance: 5 },
      accept: 'application/x-ndjson',
      onlySent: true,
    },
  ],
  PlanLays: [
    {
      json: {
        ...room,
        lines: [{ ...laid, name: 'box', over: 1, under: 1, parts: [part] }],
        costs: { marker: 1, lay: 1, ply: 1, cutting: 1 },
        minDistance: 2,
        allowedRotations: [90],
        serverId: 'slow',
        maximumExecutionTime: 7,
        keepSeconds: 7,
      },
      onlySent: true,
    },
    {
      json: {
        ...room,
        lines: [
          {
            ...laid,
            patternId: skirt.patternId,
            versionId: skirt.versionId,
            variables: { skirtLength: 62 },
            body: person,
          },
        ],
      },
      onlySent: true,
    },
    {
      json: {
        ...room,
        lines: [
          { ...laid, patternId: skirt.patternId, versionNumber: 1, table: both.tableId, tableVersion: 1, size: 'S' },
        ],
      },
      onlySent: true,
    },
    {
      json: { ...room, lines: [{ ...laid, patternId: tote.patternId }], material: 'fabric' },
      onlySent: true,
    },
  ],
  ResumeLays: [{ params: { jobId: planned }, json: { after: 1 }, service: quiet }],
  ListNestJobs: [{ json: { pageSize: 1, pageToken: secondJob, state: 'queued' }, service: quiet }],
  ResumeNest: [{ params: { jobId: cancelled }, json: { after: 1 }, service: quiet }],
  ListSizeTables: [{ json: { pageSize: 3, pageToken: pageToken({ name: 'FreeSewing m', id: '' }) } }],
  CreateSizeTable: [
    {
      json: {
        tableId: both.tableId,
        name: 'Ours',
        description: 'to test',
        source: 'a tape',
        sizes: [{ name: 'S', body: person }],
      },
      onlySent: true,
    },
    { json: { name: 'Ours', csv: 'size,waist_girth\nS,55\n', gender: 'female', unit: 'imperial' } },
  ],
  ListOwnAuditEntries: [
    { json: { startTime: '2020-01-01T00:00:00Z', pageSize: 1, pageToken: secondEntry }, service: quiet },
  ],
  ListProjects: [{ json: { pageSize: 1, pageToken: pageToken({ name: 'B', id: '' }) }, service: quiet }],
  CreateProject: [{ json: { document: projectText, keepPeople: true } }],
  CreateOwnKey: [{ json: { name: 'ours', scopes: ['read', 'nest'], expireTime: '2090-01-01T00:00:00Z' } }],
  CreatePopulation: [{ json: { name: 'ours', people: Array.from({ length: 13 }, () => person) }, onlySent: true }],
  CreateWebhook: [
    { json: { url: 'https://example.com/hook', events: ['job.ended', 'plan.ended'], description: 'ours' } },
  ],
  ListWebhookDeliveries: [
    { params: { webhookId: ours.webhookId }, json: { pageSize: 1, pageToken: secondDelivery, state: 'pending' } },
  ],
  InferMeasurements: [{ json: { ...taped, measurementKey: 3 } }],
  ProposeMeasurements: [
    { json: { body: taped, wanted: ['waistGirth', 'hipGirth'] }, onlySent: true },
    { json: { body: person, population: 'unspecified' }, onlySent: true },
    { json: { body: person, pattern: { patternId: skirt.patternId, versionId: skirt.versionId } }, onlySent: true },
    { json: { body: person, pattern: { patternId: skirt.patternId, versionNumber: 1 } }, onlySent: true },
  ],
  ListPatterns: [{ json: { pageSize: 3, pageToken: pageToken({ name: 'H', id: '' }) } }],
};

/** Accepted fields without any effect, each with the reason. */
const withoutEffect: Readonly<Record<string, string>> = {
  'Nest locked.id': 'so that a client can send the placements of an answer',
  'Nest warmStart.id': 'so that a client can send the placements of an answer',
  'CreateProject keepPeople': 'without it, a document with people is refused; it changes nothing else',
  'NestPatterns locked.id': 'so that a client can send the placements of an answer',
  'NestPatterns warmStart.id': 'so that a client can send the placements of an answer',
};

/** Every path that a refusal named, with its operation. */
const toldPaths: [MessageCodec<DescMessage>, string][] = [];

for (const operation of restOperations) {
  const { method, body, query } = operation;
  const codec = body?.codec ?? query;
  const requests = bases[method.name];
  if (codec === undefined || requests === undefined) continue;
  test(`${method.name}: every field over REST and over gRPC`, async () => {
    const differences: string[] = [];
    const effective = new Map<string, boolean>();
    for (const base of requests) {
      const unchanged = await ask(operation, codec, base);
      assert.equal(unchanged.grpc, unchanged.rest, 'the unchanged base request');
      assert.ok('seen' in unchanged.rest, JSON.stringify(unchanged.rest));
      // Skips the fields whose effect an earlier request has shown.
      const sites = sitesOf(codec, base.json)
        .filter(({ name }) => !effective.get(name))
        .filter(({ steps }) => !base.onlySent || isSent(base.json, steps));
      for (const site of sites) {
        const answers = await Promise.all(site.probes.map((probe) => ask(operation, codec, base, site, probe)));
        answers.forEach(({ rest, grpc }, i) => {
          const told = JSON.stringify([rest, grpc]).slice(0, 400);
          for (const { refused = [] } of [rest, grpc] as { refused?: readonly string[] }[]) {
            for (const problem of refused.slice(2)) toldPaths.push([codec, problem.split(' ')[0]!]);
          }
          if (!alike(rest, grpc)) differences.push(`${site.name} = ${site.probes[i]!.what}: ${told}`);
        });
        const accepted = answers.filter(({ grpc }) => 'seen' in grpc);
        // A required field with a single accepted value: every other value is refused.
        const changes = accepted.length === 0 || accepted.some(({ grpc }) => !alike(grpc, unchanged.grpc));
        effective.set(site.name, changes);
      }
    }
    assert.equal(differences, []);
    const idle = [...effective].filter(([, changes]) => !changes).map(([name]) => `${method.name} ${name}`);
    assert.equal(
      idle,
      Object.keys(withoutEffect).filter((name) => name.startsWith(`${method.name} `)),
    );
  });
}

test('DraftPattern: options of another format are refused alike', async () => {
  const operation = restOperations.find(({ method }) => method.name === 'DraftPattern')!;
  const codec = operation.body!.codec as MessageCodec<DescMessage>;
  const params = { patternId: skirt.patternId };
  const [dxf, pdf] = [{ size: 'M' }, { page: 'a4' }];
  const files = { accept: 'application/pdf', format: PatternFormat.PDF };
  const wrong: [base: Omit<Base, 'params'>, problems: readonly string[]][] = [
    [{ json: { dxf } }, ['dxf other_format']],
    [{ json: { format: 'json', dxf, pdf } }, ['dxf other_format', 'pdf other_format']],
    [{ json: { format: 'dxf', dxf, pdf } }, ['pdf other_format']],
    [{ json: { dxf, pdf }, ...files }, ['dxf other_format']],
    [{ json: { dxf }, accept: 'image/svg+xml', format: PatternFormat.SVG }, ['dxf other_format']],
    // together with all other problems, and nothing twice
    [{ json: { pdf, variables: { nosuch: 1 } } }, ['pdf other_format', 'variables.nosuch unknown_variable']],
    [{ json: { dxf: { size: '?' } } }, ['dxf.size dxf_size']],
    [{ json: { dxf: { size: '?' }, pdf } }, ['dxf.size dxf_size', 'pdf other_format']],
  ];
  for (const [base, problems] of wrong) {
    const { rest, grpc } = await ask(operation, codec, { params, ...base });
    const [code] = problems.map((problem) => problem.split(' ')[1]!);
    assert.equal(rest, { refused: ['InvalidArgument', code, ...problems] }, JSON.stringify(base));
    assert.equal(grpc, rest, JSON.stringify(base));
  }
  // Options without a field ask for nothing.
  const plain = await ask(operation, codec, { params, json: {} });
  for (const json of [{ dxf: {} }, { pdf: {} }, { dxf: {}, pdf: {}, format: 'json' }]) {
    const { rest, grpc } = await ask(operation, codec, { params, json });
    assert.equal([rest, grpc], [plain.rest, plain.rest], JSON.stringify(json));
  }
  const unknown = await both.rest(operation.method, { params, body: { format: 'nosuch', dxf } });
  assert.equal(unknown, { refused: ['InvalidArgument', 'unknown_value', 'format unknown_value'] });
});

test('a path follows the body: keys after dots, places of lists in brackets', () => {
  assert.ok(toldPaths.length > 1_000, `${toldPaths.length}`);
  const astray = toldPaths.filter(([codec, path]) => path !== '' && !leadsSomewhere(codec, path));
  assert.equal([...new Set(astray.map(([, path]) => path))], []);
});

/** Whether each step of a path is a member of the value before it. */
function leadsSomewhere(codec: MessageCodec<DescMessage>, path: string): boolean {
  let here: CodecKind | undefined = codec;
  for (const [, key, place] of `.${path}`.matchAll(/\.([A-Za-z]\w*)|\[(\d+)\]|./g)) {
    if (key === undefined && place === undefined) return false;
    // The document of a project is a text that holds JSON itself: the path goes on within it.
    if (here?.kind === 'string' && path.startsWith('document.')) return true;
    if (here?.kind === 'message' && key) here = here.fields.get(key)?.codec;
    else if (here?.kind === 'dictionary' && key) here = here.item;
    else if (here?.kind === 'list' && place) here = here.item;
    else return false;
    if (here === undefined) return false;
  }
  return true;
}

/** Each protocol limits the size of messages by itself. A message above it is refused without other problems. */
const isTooLarge = (outcome: Outcome): boolean => 'refused' in outcome && outcome.refused[0] === 'ResourceExhausted';

const alike = (a: Outcome, b: Outcome): boolean =>
  isTooLarge(a) || isTooLarge(b) ? 'refused' in a && 'refused' in b : JSON.stringify(a) === JSON.stringify(b);

const isSent = (json: unknown, steps: Site['steps']): boolean =>
  steps.reduce((here, step) => (here as Record<string | number, unknown> | undefined)?.[step], json) !== undefined;

/** The base request with one field changed. */
async function ask(
  { method, query }: RestOperation,
  codec: MessageCodec<DescMessage>,
  { params = {}, json, accept, format, service = both }: Base,
  site?: Site,
  probe?: Probe,
): Promise<{ rest: Outcome; grpc: Outcome }> {
  const changed = JSON.parse(JSON.stringify(json));
  if (site && probe) put(changed, site.steps, probe.as ?? probe, 'rest');
  const message = decoded(codec, probe?.grpc === none ? changed : json);
  Object.assign(message, params, format === undefined ? {} : { format });
  if (site && probe && probe.grpc !== none) put(message, site.steps, probe, 'grpc');
  const sent = query ? { query: changed as Readonly<Record<string, unknown>> } : { body: changed };
  const [rest, grpc] = await Promise.all([
    service.rest(method, { params, ...sent, ...(accept && { accept }) }),
    service.grpc(method as DescMethod & { input: DescMessage }, message),
  ]);
  return { rest, grpc };
}

/** The message of a request in JSON, from which a field may be missing. */
function decoded(codec: MessageCodec<DescMessage>, json: unknown): MessageShape<DescMessage> {
  return codec.decode(parseJson(Buffer.from(JSON.stringify(json))), '', new Reading({ nullMeansAbsent: true }))!;
}

/** Sets the value of a probe at the place of its steps. */
function put(target: unknown, steps: Site['steps'], { repeat, ...values }: Probe, protocol: 'rest' | 'grpc'): void {
  let here = target as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) here = here[step] as Record<string | number, unknown>;
  const last = steps.at(-1)!;
  const value = values[protocol];
  if (repeat !== undefined) here[last] = Array.from({ length: repeat }, () => (here[last] as unknown[])[0]);
  else if (value !== none) here[last] = value;
  else if (Array.isArray(here)) here.splice(last as number, 1);
  else delete here[last];
}

test.run();
