/** An operator's work on the embedded store: copies, restored copies, and jobs forgotten early. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/store/open-store.js';
import { type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

const parts = [{ points: [[0, 0], [9, 0], [0, 9]] }]; // biome-ignore format: three points
const bins = [{ boundary: { points: [[0, 0], [50, 0], [50, 50], [0, 50]] } }]; // biome-ignore format: four points

/** Nests something small, and returns the job's id. */
async function nest({ url, apiKey }: Served): Promise<string> {
  const answer = await fetch(`${url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ polygons: parts, bins, maximumExecutionTime: 0.1 }),
  });
  return (JSON.parse((await answer.text()).split('\n')[0]!) as { jobId: string }).jobId;
}

test('a backup is taken under a running service and restores all of it, keys included', async () => {
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  const service = await serve(['--data', data, '--solvers', '1']);
  const jobId = await nest(service);
  const file = join(folder, 'copy.db');
  const taken = await selvage(['backup', file, '--data', data]);
  assert.is(taken.code, 0, taken.stderr);
  assert.match(taken.stdout, / users?, 1 job$/m);
  assert.is(statSync(file).mode & 0o077, 0);
  await nest(service);
  assert.is(await service.stop(), 0);

  const second = await selvage(['backup', file, '--data', data]);
  assert.is(second.code, 2);
  assert.match(second.stderr, /overwrites nothing/);
  assert.is((await selvage(['restore', file, '--data', data])).code, 2, 'a store stays untouched');

  const fresh = join(folder, 'restored');
  const put = await selvage(['restore', file, '--data', fresh, '--json']);
  const { data: where, jobs } = JSON.parse(put.stdout) as { data: string; jobs: number };
  assert.equal([put.code, where, jobs], [0, fresh, 1]);
  const restored = await serve(['--data', fresh, '--solvers', '0']);
  const answer = await fetch(`${restored.url}/api/v1/nest/${jobId}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  assert.is(answer.status, 200);
  assert.match(await answer.text(), /"type":"done"/);
  assert.is(await restored.stop(), 0);
});

test('a backup is not put beside the log of a killed service, which would be replayed over it', async () => {
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  const service = await serve(['--data', data, '--solvers', '0']);
  const file = join(folder, 'copy.db');
  assert.is((await selvage(['backup', file, '--data', data])).code, 0);
  await selvage(['user', 'create', 'late', '--data', data]);
  await service.stop('SIGKILL');
  renameSync(join(data, 'selvage.db'), join(folder, 'old.db'));
  const refused = await selvage(['restore', file, '--data', data]);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, /selvage\.db-wal/);
  for (const end of ['-wal', '-shm']) rmSync(join(data, `selvage.db${end}`));
  assert.is((await selvage(['restore', file, '--data', data])).code, 0);
  assert.equal(readdirSync(data), ['selvage.db']);
  assert.is(statSync(join(data, 'selvage.db')).mode & 0o077, 0);
  const users = await selvage(['user', 'list', '--data', data]);
  assert.not.match(users.stdout, 'late');
});

test('a file that is not a backup is refused before anything is written', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'text');
  writeFileSync(file, 'not a database');
  const refused = await selvage(['restore', file, '--data', join(folder, 'store')]);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, /not a sound backup/);
  assert.is(existsSync(join(folder, 'store')), false);
  assert.is((await selvage(['restore', join(folder, 'absent'), '--data', folder])).code, 4);
  assert.is((await selvage(['backup', join(folder, 'b'), '--data', join(folder, 'none')])).code, 4);
});

test('either variable of a database holds for the commands of an operator, and none reads the data folder beside it', async () => {
  const folder = temporaryFolder();
  assert.is((await selvage(['user', 'create', 'ada', '--data', folder])).code, 0);
  for (const name of ['DATABASE_URL', 'SELVAGE_DATABASE_URL']) {
    const env = { [name]: 'postgres://nobody@127.0.0.1:1/none' };
    const copied = await selvage(['backup', join(folder, 'b'), '--data', folder], { env });
    assert.is(copied.code, 2);
    assert.match(copied.stderr, new RegExp(`: ${name} is set: .*pg_dump`));
    for (const args of [
      ['user', 'list'],
      ['job', 'purge'],
      ['pattern', 'list'],
      ['project', 'list'],
    ]) {
      const { code, stderr } = await selvage([...args, '--data', folder], { env });
      assert.is.not(code, 0, `${name}: ${args.join(' ')}`);
      assert.match(stderr, 'Cannot open the store');
    }
  }
});

test('the reason is told if no folder can be made', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'backup.db');
  assert.is((await selvage(['user', 'create', 'ada', '--data', join(folder, 'store')])).code, 0);
  assert.is((await selvage(['backup', file, '--data', join(folder, 'store')])).code, 0);
  // below /proc if there is one, and below a file anywhere
  for (const data of ['/proc/none/store', join(file, 'store')]) {
    const refused = await selvage(['restore', file, '--data', data]);
    assert.is(refused.code, 5, data);
    assert.match(refused.stderr, `Cannot make a store in ${data}`);
    assert.is((await selvage(['user', 'create', 'bob', '--data', data])).code, 5);
  }
});

test('job purge forgets ended jobs, of everyone or of one owner, and nothing else', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '1']);
  const jobId = await nest(service);
  assert.match((await selvage(['job', 'purge', '--data', data])).stdout, /^forgot 0 jobs/);
  await selvage(['user', 'create', 'ada', '--data', data]);
  const others = await selvage(['job', 'purge', '--older-than', '0', '--user', 'ada', '--data', data]);
  assert.match(others.stdout, /^forgot 0 jobs/);
  const own = await selvage(['job', 'purge', '--older-than', '0', '--user', 'demo', '--data', data, '--json']);
  assert.equal(JSON.parse(own.stdout), { jobs: 1 });
  const answer = await fetch(`${service.url}/api/v1/nest/${jobId}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  assert.is(answer.status, 404);
  assert.is(await service.stop(), 0);
  const store = await openStore({ dataDir: data });
  assert.is(await store.jobRequest(jobId), null);
  await store.close();
  assert.is((await selvage(['job', 'purge', '--older-than', 'week', '--data', data])).code, 2);
  assert.is((await selvage(['job', 'purge', '--user', 'nobody', '--data', data])).code, 4);
});

test('no measurement of a body is in any log, nor in any file of the store', async () => {
  const data = temporaryFolder();
  const service = await serve(['--data', data, '--solvers', '1', '--log-level', 'trace']);
  const measured = { height: 168.735191, bustArcFront: 46.481267, waistArcBack: 37.926183 };
  const post = (path: string, body: object) =>
    fetch(`${service.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const body = { gender: 'female', unit: 'metric', ...measured };
  assert.is((await post('bodydbl', body)).status, 200);
  assert.is((await post('bodydbl', { ...body, hipGirth: -98.317264 })).status, 400);
  const listed = await fetch(`${service.url}/api/v1/patterns`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  const { patterns } = (await listed.json()) as { patterns: { patternId: string }[] };
  const { patternId } = patterns[0]!;
  const drafted = await post(`patterns/${patternId}`, { body });
  assert.is(drafted.status, 200, await drafted.text());
  await (await post('markers', { patterns: [{ patternId, body }], bins, maximumExecutionTime: 0.1 })).text();
  assert.is(await service.stop(), 0);
  const texts = readdirSync(data).map((name) => readFileSync(join(data, name), 'latin1'));
  for (const digits of ['168.735', '46.4812', '37.9261', '98.3172']) {
    assert.is(service.stderr().includes(digits), false, `${digits} is in the log`);
    for (const text of texts) assert.is(text.includes(digits), false, `${digits} is in the store`);
  }
  assert.ok(service.stderr().length > 0);
});

test.run();
