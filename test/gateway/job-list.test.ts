/** Lists of jobs, and the state of one: over REST and gRPC alike, and only for their owners. */
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JobOutcome, JobState, NestService, ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem } from './open.js';
import { sheetOf, square } from './square.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The id of an ended job with both squares placed. */
async function ended(): Promise<string> {
  const body = { polygons: [square, square], bins: [sheetOf(100)], maximumExecutionTime: 1 };
  const { text } = await service.request('POST', '/api/v1/nest', body);
  return (JSON.parse(text.split('\n')[0]!) as { jobId: string }).jobId;
}

const get = (path: string) => service.request('GET', path);

test('jobs are listed, the newest first, page by page', async () => {
  const ids = [await ended(), await ended(), await ended()].reverse();
  const first = await get('/api/v1/nest?pageSize=2');
  assert.is(first.status, 200);
  const idsOf = (jobs: { jobId: string }[]) => jobs.map(({ jobId }) => jobId);
  assert.equal(idsOf(first.json.jobs), ids.slice(0, 2));
  const rest = await get(`/api/v1/nest?pageToken=${encodeURIComponent(first.json.nextPageToken)}`);
  assert.equal([idsOf(rest.json.jobs), rest.json.nextPageToken], [ids.slice(2), '']);
  const [job] = first.json.jobs;
  assert.equal(
    [job.state, job.outcome, job.serverId, job.instances, job.queuedPosition, job.timeLimitSeconds],
    ['ended', 'finished', 'slow', 1, null, 1],
  );
  for (const time of [job.createTime, job.startTime, job.endTime, job.expireTime]) assert.match(time, iso);
  assert.is(Date.parse(job.expireTime) - Date.parse(job.endTime), 3_600_000);
  assert.equal((await get('/api/v1/nest?state=running')).json.jobs, []);
  assert.is((await get('/api/v1/nest?state=ended')).json.jobs.length, 3);
});

test('a job tells its best layout, as its stream did', async () => {
  const jobId = await ended();
  const { status, json } = await get(`/api/v1/nest/${jobId}/status`);
  assert.is(status, 200);
  const { text } = await get(`/api/v1/nest/${jobId}`);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { type, jobId: of, seq, ...best } = lines.filter((line) => line.type === 'solution').at(-1);
  assert.equal(json.best, { ...best, matches: [] });
  assert.is(json.job.fitness, best.fitness);
  assert.is(json.job.lastSeq, lines.at(-1).seq);

  const transport = createGrpcTransport({ baseUrl: service.url });
  const nests = createClient(NestService, transport);
  const headers = { authorization: `Bearer ${service.key}` };
  const { job, best: layout } = await nests.getNestJob({ jobId }, { headers });
  assert.equal(
    [job!.state, job!.outcome, job!.serverId, layout!.fitness],
    [JobState.ENDED, JobOutcome.FINISHED, ServerId.SLOW, best.fitness],
  );
  const { jobs } = await nests.listNestJobs({ pageSize: 1 }, { headers });
  assert.equal(jobs, [job!]);
});

test('a job gives its request again, and the request gives the same job', async () => {
  const zone = { boundary: { points: square.points }, quality: 2 };
  const sent = {
    polygons: [
      {
        ...square,
        id: 'a',
        rotationTolerance: 2,
        quantity: 2,
        mirror: true,
        priority: 3,
        spacing: 2,
        allowedRotations: [0, 90],
      },
      { ...square, id: 'b', directionGroup: 'marker', matchPoints: [{ name: 'hip', at: [5, 5] }] },
    ],
    bins: [{ ...sheetOf(200), zones: [zone], costPerLength: 2 }],
    fabric: { repeatX: 20, offsetX: 3 },
    match: [{ name: 'stripe', points: [{ index: 1, point: 'hip' }], axis: 'x', phase: 4 }],
    ...{ gravityDirection: 'left', minDistance: 3, edgeDistance: 1, seed: 7, workLimit: 50 },
    ...{ matchingType: 'pattern', remnants: { leastWidth: 9 }, maximumExecutionTime: 1, targetUtilisation: 0.9 },
    locked: [{ index: 0, bin: 0, position: [100, 100], rotation: 90 }],
  };
  const { status, text } = await service.request('POST', '/api/v1/nest', sent);
  assert.is(status, 200, text);
  const { jobId } = JSON.parse(text.split('\n')[0]!) as { jobId: string };
  const plain = await get(`/api/v1/nest/${jobId}/status`);
  assert.is(plain.json.request, null);
  const { json } = await get(`/api/v1/nest/${jobId}/status?withRequest=true`);
  assert.equal(json.request.polygons[0].allowedRotations, [0, 90]);
  assert.equal(json.request.match[0].phase, 4);
  const again = await service.request('POST', '/api/v1/nest', json.request);
  assert.is(again.status, 200, again.text);
  const other = JSON.parse(again.text.split('\n')[0]!) as { jobId: string };
  const copy = (await get(`/api/v1/nest/${other.jobId}/status?withRequest=true`)).json;
  assert.equal(copy.request, json.request);
  assert.equal(copy.best.placements, json.best.placements);
});

test('wrong queries name the field', async () => {
  for (const [query, field] of [
    ['pageSize=-1', 'pageSize'],
    ['pageSize=201', 'pageSize'],
    ['pageToken=xyz', 'pageToken'],
    ['state=lost', 'state'],
    ['page=1', 'page'],
  ]) {
    const answer = await get(`/api/v1/nest?${query}`);
    assertProblem(answer, 422);
    assert.match(answer.json.message, field!);
  }
  const jobId = await ended();
  assert.match((await get(`/api/v1/nest/${jobId}?after=-1`)).json.message, 'after');
  assert.match((await get(`/api/v1/nest/${jobId}/status?withRequest=yes`)).json.message, 'withRequest');
  assertProblem(await get('/api/v1/nest/nope/status'), 404);
});

test.run();
