/** Requests of the operations with a route, and the services that they are sent to. */
import { create } from '@bufbuild/protobuf';
import { ListOwnAuditEntriesRequestSchema } from '../../gen/selvage/account/v1/account_pb.js';
import { CreatePopulationRequestSchema, Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { CancelLaysRequestSchema, ListLaysRequestSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { CancelNestRequestSchema, JobState, ListNestJobsRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternFormat } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { CreateProjectRequestSchema } from '../../gen/selvage/project/v1/project_pb.js';
import {
  CreateWebhookRequestSchema,
  ListWebhookDeliveriesRequestSchema,
  SendTestEventRequestSchema,
} from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { pageToken } from '../../src/services/page-token.js';
import { newJob } from '../store/records.js';
import type { Base } from './ask.js';
import { openBothProtocols } from './both-protocols.js';
import { given, half, polygon, search, square, striped } from './nest-requests.js';
import { keyToRotate, leavingUser, projectToChange, webhookToChange } from './stages.js';

export const both = await openBothProtocols();
/** A service with four jobs that nobody touches: three in the queue, one cancelled. */
export const quiet = await openBothProtocols();

const tote = libraryVersions().find(({ name }) => name === 'Tote bag')!;
export const skirt = libraryVersions().find(({ name }) => name === 'A-line skirt')!;

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

{
  // a nest that another request made for itself
  const { caller } = await quiet.call();
  const [userId, organizationId, until] = [caller.userId, caller.organizationId, Date.now() + 3_600_000];
  const inner = {
    opening: JSON.stringify({ inner: true }),
    keepMs: 3_600_000,
    watchedUntil: until,
    createdAt: Date.now(),
  };
  await quiet.parts.store.createJob(newJob(userId, { organizationId, owner: organizationId ?? userId, ...inner }));
}

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
const planned = await cancelledPlan();
for (let i = 0; i < 2; i += 1) await cancelledPlan();
const { nextPageToken: secondPlan } = await quiet.parts.services.listLays(
  create(ListLaysRequestSchema, { pageSize: 1 }),
  await quiet.call(),
);

async function cancelledPlan(): Promise<string> {
  const jobId = await quiet.keptJob({ ...room, lines: [{ ...laid, parts: [part] }] }, '/api/v1/lays');
  await quiet.parts.services.cancelLays(create(CancelLaysRequestSchema, { jobId }), await quiet.call());
  return jobId;
}

const twoSizes = {
  versionId: skirt.versionId,
  variables: { skirtLength: 62 },
  sizes: [
    { name: 'S', body: person, variables: { skirtLength: 60 } },
    { name: 'M', body: person },
  ],
  base: 'S',
};
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

export async function closeServices(): Promise<void> {
  await Promise.all([both.close(), quiet.close()]);
}

/** By method: requests that together have every field. */
export const bases: Readonly<Record<string, readonly Base[]>> = {
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
        patterns: [{ patternId: skirt.patternId, phaseX: 3, phaseY: 4, rules: [{ piece: 'front', quality: 1 }] }],
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
        ...twoSizes,
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
        ...twoSizes,
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
        direction: 'one_way_per_garment',
        rotationTolerance: 1,
        fabric: { repeatX: 40, repeatY: 30, offsetX: 5, offsetY: 6, matchTolerance: 0.5, form: 'open' },
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
  ListNestJobs: [
    { json: { pageSize: 1, pageToken: secondJob, state: 'queued' }, service: quiet },
    { json: { pageSize: 1, submitted: true }, service: quiet },
  ],
  GetNestJob: [{ params: { jobId: cancelled }, json: { withRequest: true }, service: quiet }],
  ListLays: [{ json: { pageSize: 1, pageToken: secondPlan, state: 'ended' }, service: quiet }],
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
  UpdateProject: [
    { json: { name: 'bags of ours' }, stage: projectToChange, onlySent: true },
    { json: { document: projectText, keepPeople: true }, stage: projectToChange, onlySent: true },
  ],
  CreateOwnKey: [{ json: { name: 'ours', scopes: ['read', 'nest'], expireTime: '2090-01-01T00:00:00Z' } }],
  RotateOwnKey: [{ json: { overlapHours: 5 }, stage: keyToRotate }],
  ForgetAccount: [{ json: { name: '' }, stage: leavingUser }],
  CreatePopulation: [{ json: { name: 'ours', people: Array.from({ length: 13 }, () => person) }, onlySent: true }],
  CreateWebhook: [
    { json: { url: 'https://example.com/hook', events: ['job.ended', 'plan.ended'], description: 'ours' } },
  ],
  UpdateWebhook: [
    {
      json: { url: 'https://example.org/new', events: ['plan.ended', 'job.ended'], description: 'new', enabled: false },
      stage: webhookToChange,
    },
  ],
  RotateWebhookSecret: [{ json: { overlapHours: 5 }, stage: webhookToChange }],
  ListWebhookDeliveries: [
    { params: { webhookId: ours.webhookId }, json: { pageSize: 1, pageToken: secondDelivery, state: 'pending' } },
  ],
  InferMeasurements: [{ json: { ...taped, measurementKey: 3 } }],
  ProposeMeasurements: [
    { json: { body: taped, wanted: ['waistGirth', 'hipGirth'] }, onlySent: true },
    { json: { body: person, population: 'us' }, onlySent: true },
    { json: { body: person, pattern: { patternId: skirt.patternId, versionId: skirt.versionId } }, onlySent: true },
    { json: { body: person, pattern: { patternId: skirt.patternId, versionNumber: 1 } }, onlySent: true },
  ],
  ListPatterns: [{ json: { pageSize: 3, pageToken: pageToken({ name: 'H', id: '' }) } }],
};

/** Accepted fields without any effect, each with the reason. */
export const withoutEffect: Readonly<Record<string, string>> = {
  'Nest locked.id': 'so that a client can send the placements of an answer',
  'Nest warmStart.id': 'so that a client can send the placements of an answer',
  'PlanLays fabric.form': 'the plies of lays lie open, and every other form is refused',
  'UpdateProject keepPeople': 'without it, a document with people is refused; it changes nothing else',
  'CreateProject keepPeople': 'without it, a document with people is refused; it changes nothing else',
  'NestPatterns locked.id': 'so that a client can send the placements of an answer',
  'NestPatterns warmStart.id': 'so that a client can send the placements of an answer',
};
