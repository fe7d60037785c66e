/**
 * The operations without a route treat every field alike over gRPC and over Connect in JSON. Both accept a value with the
 * same result, or both refuse it with the same path and code. Every accepted field has an effect.
 */
import { create, type DescMessage, type DescMethodUnary, getOption, type MessageShape } from '@bufbuild/protobuf';
import { ConnectError, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { http } from '../../gen/google/api/annotations_pb.js';
import { AccountService } from '../../gen/selvage/account/v1/account_pb.js';
import { AdminService } from '../../gen/selvage/admin/v1/admin_pb.js';
import { BodyService } from '../../gen/selvage/body/v1/body_pb.js';
import { FileService } from '../../gen/selvage/file/v1/file_pb.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { SizeService } from '../../gen/selvage/size/v1/size_pb.js';
import { WebhookService } from '../../gen/selvage/webhook/v1/webhook_pb.js';
import { type BothProtocols, type Outcome, openBothProtocols, refusedWith } from './both-protocols.js';
import { messageSites } from './message-sites.js';
import { type Scene, type Stage, stages } from './scenes.js';

/** A protocol with a service of its own: the calls of one change nothing for the other. */
interface Side {
  readonly service: BothProtocols;
  readonly transport: Transport;
}

const [first, second] = [await openBothProtocols(), await openBothProtocols()];
const sides: readonly Side[] = [
  { service: first, transport: createGrpcTransport({ baseUrl: first.url }) },
  {
    service: second,
    transport: createConnectTransport({ baseUrl: second.url, httpVersion: '2', useBinaryFormat: false }),
  },
];
test.after(async () => {
  await Promise.all(sides.map(({ service }) => service.close()));
});

/** Accepted fields without any effect: a client sends parts, sheets and placements as they are in a nest request and its answer. */
const withoutEffect: readonly string[] = [
  ...['id', 'origin', 'origin.x', 'origin.y'].map((name) => `WriteLayout polygons.holes.${name}`),
  'WriteLayout polygons.allowed_rotations',
  'WriteLayout polygons.allowed_rotations[]',
  ...['quantity', 'mirror', 'priority', 'spacing', 'direction_group', 'rotation_tolerance'].map(
    (name) => `WriteLayout polygons.${name}`,
  ),
  'WriteLayout polygons.match_points.name',
  'WriteLayout polygons.open',
  ...['id', 'origin', 'origin.x', 'origin.y'].map((name) => `WriteLayout bins.boundary.${name}`),
  ...['id', 'origin', 'origin.x', 'origin.y'].map((name) => `WriteLayout bins.holes.${name}`),
  'WriteLayout bins.cell_width',
  'WriteLayout bins.cell_height',
  'WriteLayout bins.cost',
  'WriteLayout bins.cost_per_length',
  'WriteLayout bins.zones.boundary.id',
  'WriteLayout bins.quality',
  'WriteLayout placements.id',
  'WriteLayout fabric.match_tolerance',
  // an answer goes back whole, and a picture shows its remnants alone
  ...['width', 'length', 'area', 'parts', 'part_area', 'cost', 'pieces'].map((name) => `WriteLayout sheets.${name}`),
  ...['boundary.id', 'cell_width', 'cell_height', 'cost', 'cost_per_length', 'quality', 'open'].map(
    (name) => `WriteLayout sheets.remnants.${name}`,
  ),
];

const routed = [BodyService, NestService, PatternService, SizeService, WebhookService];
const unrouted = [FileService, AccountService, AdminService, ...routed]
  .flatMap<DescMethodUnary | { methodKind: string }>(({ methods }) => methods)
  .filter((method): method is DescMethodUnary => method.methodKind === 'unary')
  .filter((method) => !getOption(method, http).pattern.case);

test('every operation without a route has requests here', () => {
  assert.equal(unrouted.map(({ name }) => name).sort(), Object.keys(stages).sort());
});

for (const method of unrouted) {
  test(`${method.parent.name}.${method.name}: every field over gRPC and over Connect in JSON`, async () => {
    const differences: string[] = [];
    const effective = new Map<string, boolean>();
    for (const stage of stages[method.name] ?? []) {
      const [{ request }] = await setScene(stage);
      const [unchanged, overJson] = await ask(method, stage, () => undefined);
      assert.equal(overJson, unchanged, 'the unchanged request');
      assert.ok('seen' in unchanged, JSON.stringify(unchanged));
      const sites = messageSites(method.input, create(method.input, request as never));
      // Skips the fields whose effect an earlier request has shown.
      for (const { name, changes } of sites.filter((site) => !effective.get(site.name))) {
        const accepted: Outcome[] = [];
        for (const [value, change] of changes) {
          const [grpc, json] = await ask(method, stage, change);
          const told = JSON.stringify([grpc, json]);
          if (JSON.stringify(grpc) !== JSON.stringify(json))
            differences.push(`${name} = ${value}: ${told.slice(0, 400)}`);
          if ('seen' in grpc) accepted.push(grpc);
        }
        const idle = accepted.length > 0 && accepted.every((one) => JSON.stringify(one) === JSON.stringify(unchanged));
        effective.set(name, !idle);
      }
    }
    assert.equal(differences, []);
    const idle = [...effective].filter(([, changes]) => !changes).map(([name]) => `${method.name} ${name}`);
    assert.equal(
      idle,
      withoutEffect.filter((name) => name.startsWith(`${method.name} `)),
    );
  });
}

let scenes = 10_000;

/** The scene in each service. */
async function setScene(stage: Stage): Promise<[Scene, Scene]> {
  const number = ++scenes;
  return [await stage(first, number), await stage(second, number)];
}

/** The outcome of the changed request over each protocol, in a new scene. */
async function ask(
  method: DescMethodUnary,
  stage: Stage,
  change: (message: MessageShape<DescMessage>) => void,
): Promise<[grpc: Outcome, json: Outcome]> {
  const ready = await setScene(stage);
  const outcomes = sides.map(async ({ service, transport }, i): Promise<Outcome> => {
    const { request, names = {}, after } = ready[i]!;
    const message = create(method.input, structuredClone(request) as never);
    change(message);
    try {
      const answer = await transport.unary(method, undefined, undefined, service.headers, message as never);
      return { seen: named(JSON.stringify([answer.message, await after?.()], plainly), names) };
    } catch (error) {
      return refusedWith(ConnectError.from(error));
    }
  });
  return (await Promise.all(outcomes)) as [Outcome, Outcome];
}

/** Files as text, and numbers of 64 bits. */
function plainly(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  const own = this[name];
  return own instanceof Uint8Array ? Buffer.from(own).toString('latin1') : value;
}

/** A text without the differences between one scene and the next: ids, secrets, times and counts. */
function named(text: string, names: Readonly<Record<string, string>>): string {
  let plain = text;
  for (const [id, name] of Object.entries(names)) plain = plain.replaceAll(id, name);
  return plain
    .replaceAll(/selvage_\w+/g, 'SECRET')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/"keyId":"\w+"/g, '"keyId":"ID"')
    .replaceAll(/"kind":"key","id":"\w+"/g, '"kind":"key","id":"ID"')
    .replaceAll(/"(nextPageToken|contentHash)":"[^"]+"/g, '"$1":"TOKEN"')
    .replaceAll(/"seconds":"\d+","nanos":\d+/g, 'TIME')
    .replaceAll(/"(createdAt|lastUsedAt)":\d+/g, '"$1":TIME')
    .replaceAll(/\b(made|user|organization|other|pattern) \d+/g, '$1 N');
}

test.run();
