/** `selvage job`: lists, shows and follows jobs, on a server and on a data folder. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sheetOf, square } from '../gateway/square.js';
import { type Run, type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

const data = temporaryFolder();
let service: Served;
let jobId: string;

async function nest(maximumExecutionTime: number): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ polygons: [square, square], bins: [sheetOf(100)], maximumExecutionTime }),
  });
  return (JSON.parse((await answer.text()).split('\n')[0]!) as { jobId: string }).jobId;
}

test.before(async () => {
  service = await serve(['--data', data, '--solvers', '1']);
  jobId = await nest(1);
});
test.after(async () => {
  await service.stop();
});

async function ok(...args: string[]): Promise<Run> {
  const run = await selvage(['job', ...args]);
  assert.is(run.code, 0, run.stderr);
  return run;
}

const places = (): [string, string[]][] => [
  ['a server', ['--server', service.url, '--key', service.apiKey]],
  ['its data folder', ['--data', data]],
];

test('a job is listed, shown and followed, on a server and on its data folder', async () => {
  for (const [place, where] of places()) {
    const { stdout: table } = await ok('list', ...where);
    assert.match(table, new RegExp(`^${jobId} +ended +finished +slow`, 'm'), place);
    const [listed] = JSON.parse((await ok('list', '--json', ...where)).stdout) as { jobId: string; state: string }[];
    assert.equal([listed!.jobId, listed!.state], [jobId, 'ended']);
    assert.is((await ok('list', '--state', 'running', ...where)).stdout, 'none\n');
    assert.match((await ok('show', jobId, ...where)).stdout, /placed +2 of 2 parts\nutilisation +/);
    const shown = JSON.parse((await ok('show', jobId, '--json', ...where)).stdout) as { best: { fitness: number } };
    assert.type(shown.best.fitness, 'number');
    const watched = await ok('watch', jobId, ...where);
    assert.match(watched.stderr, /utilisation .* 2 parts/);
    assert.match(watched.stdout, /placed +2 of 2 parts/);
    const lines = (await ok('watch', jobId, '--json', '--after', '1', ...where)).stdout.trim().split('\n');
    assert.is((JSON.parse(lines[0]!) as { seq: number }).seq, 2);
    assert.is((JSON.parse(lines.at(-1)!) as { type: string }).type, 'done');
  }
});

/** Submits a lay plan that goes on without a listener. */
async function plan(maximumExecutionTime: number): Promise<string> {
  const points = [
    [0, 0],
    [500, 0],
    [500, 400],
    [0, 400],
  ];
  const order = { lines: [{ quantity: 6, parts: [{ points }] }], cloths: [{ width: 850 }] };
  const client = new AbortController();
  const answer = await fetch(`${service.url}/api/v1/lays`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, table: { length: 3000, plies: 10 }, maximumExecutionTime, keepSeconds: 600 }),
    signal: client.signal,
  });
  const { value } = await answer.body!.getReader().read();
  client.abort();
  return (JSON.parse(Buffer.from(value!).toString().split('\n')[0]!) as { jobId: string }).jobId;
}

test('a lay plan is followed and cancelled as a nest is', async () => {
  const [short, long] = [await plan(1), await plan(600)];
  for (const [place, where] of places()) {
    const lines = (await ok('watch', short, '--json', ...where)).stdout.trim().split('\n');
    assert.is((JSON.parse(lines.at(-1)!) as { type: string }).type, 'done', place);
    const watched = await ok('watch', short, '--after', '1', ...where);
    assert.match(watched.stderr, /cost \d/);
    assert.match(watched.stdout, /^6 garments, 0 over, 0 under/m);
    assert.match((await ok('list', '--lays', ...where)).stdout, new RegExp(`^${short} +ended +finished`, 'm'));
    const listed = JSON.parse((await ok('list', '--lays', '--json', ...where)).stdout) as { jobId: string }[];
    assert.equal(
      listed.map(({ jobId: of }) => of),
      [long, short],
    );
    assert.match((await ok('show', short, ...where)).stdout, /^ordered +6 x/m);
    assert.match((await ok('show', short, '--json', ...where)).stdout, /"quantity": 6/);
    assert.not.match((await ok('list', '--submitted', ...where)).stdout, new RegExp(`${short}|${long}`));
  }
  await ok('cancel', long, ...places()[0]![1]);
  const ended = await selvage(['job', 'watch', long, ...places()[0]![1]]);
  assert.match(ended.stderr, /cancelled/);
});

test('an unknown job ends with 4', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const [, where] of places()) {
    for (const command of ['show', 'watch']) {
      const { code, stderr } = await selvage(['job', command, unknown, ...where]);
      assert.is(code, 4, stderr);
      assert.match(stderr, /^selvage: No job "00000000/m);
    }
  }
});

test.run();
