/** The files of deploy/ start programs that understand their flags and variables. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { migrateCommand } from '../src/cli/migrate.js';
import { serveCommand } from '../src/cli/serve.js';
import { workerCommand } from '../src/cli/worker.js';
import { environmentName, options, readConfig } from '../src/config.js';
import { postgresStore } from '../src/store/postgres/postgres-store.js';
import { selvage, temporaryFolder } from './cli/run-selvage.js';
import { pgliteDatabase } from './store/pglite-database.js';
import { newJob, someTime, userRecord } from './store/records.js';

const commands = { serve: serveCommand(), worker: workerCommand(), migrate: migrateCommand() };
const compose = readFileSync('deploy/compose.yaml', 'utf8');
const unit = readFileSync('deploy/selvage.service', 'utf8');
const templates = 'deploy/helm/templates';
const chart = readdirSync(templates)
  .map((name) => readFileSync(`${templates}/${name}`, 'utf8'))
  .join('\n');

/** The settings from the flags of a command line. Fails for an unknown command, flag or value. */
function settingsOf([name, ...flags]: readonly string[]): ReturnType<typeof readConfig> {
  const command = commands[name as keyof typeof commands];
  assert.ok(command, `selvage ${name}`);
  const given: Record<string, string | true> = {};
  for (let i = 0; i < flags.length; i++) {
    const option = command.options.find(({ long }) => long === flags[i]);
    assert.ok(option, `selvage ${name} ${flags[i]}`);
    given[option.long!.slice(2)] = option.required ? flags[++i]! : true;
  }
  return readConfig(given, {});
}

test('the program has every command of the Compose file, with its flags', () => {
  const lines = [...compose.matchAll(/^ +command: (\[.*\])$/gm)].map(([, list]) => JSON.parse(list!) as string[]);
  const [gateway, worker] = lines.map(settingsOf);
  assert.is(lines.length, 2);
  assert.equal([gateway!.host, gateway!.port, gateway!.solvers, gateway!.insecure], ['0.0.0.0', 8080, 0, true]);
  for (const [, published] of compose.matchAll(/"127\.0\.0\.1:\d+:(\d+)"/g))
    assert.is(Number(published), gateway!.port);
  assert.equal([worker!.queues, worker!.metricsPort], [['fast', 'slow'], 8080]);
});

test('the program has the commands of the systemd unit, too; the other one is in its comment', () => {
  const lines = [...unit.matchAll(/\/usr\/bin\/selvage (.+)$/gm)].map(([, line]) => line!.split(' '));
  assert.equal(
    lines.map(([name]) => name),
    ['worker', 'serve'],
  );
  for (const line of lines) settingsOf(line);
  const grace = readConfig({}, {}).shutdownGraceMs / 1000;
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > grace + 10);
});

test('the program has every command of the Helm chart, and listens where the chart looks', () => {
  const lines = [...chart.matchAll(/^ +args: (\[.*\])$/gm)].map(([, list]) => JSON.parse(list!) as string[]);
  assert.equal(lines.map(([name]) => name).sort(), ['migrate', 'serve', 'worker']);
  const ports = [...chart.matchAll(/containerPort: (\d+)/g)].map(([, port]) => Number(port));
  for (const line of lines) {
    const { host, port, metricsPort, insecure } = settingsOf(line);
    if (line[0] === 'migrate') continue;
    assert.equal([host, insecure], ['0.0.0.0', true]);
    assert.ok(ports.includes(metricsPort ?? port), line[0]);
  }
});

test('the chart counts the tasks of a queue that wait or run, and its schema knows each of its settings', async () => {
  const template = /query: "(.*)"/.exec(chart)![1]!;
  const countIn = (queue: string) => template.replace(/\{\{.*\}\}/, queue.replaceAll(',', "', '"));
  const database = pgliteDatabase();
  const store = await postgresStore(database);
  const user = userRecord();
  await store.createUser(user);
  await store.createJob(newJob(user.id, { queue: 'slow', seeds: [1, 2] }));
  const claim = { queues: ['slow'], worker: 'w', now: someTime, leaseUntil: someTime + 1 } as const;
  assert.ok(await store.claimTask(claim));
  const counted = async (queue: string) =>
    Number((await database.run<{ count: number }>(countIn(queue), [])).rows[0]!.count);
  assert.equal([await counted('slow,fast'), await counted('fast')], [2, 0]);
  await store.close();

  const values = readFileSync('deploy/helm/values.yaml', 'utf8');
  const { properties } = JSON.parse(readFileSync('deploy/helm/values.schema.json', 'utf8')) as { properties: object };
  const named = [...values.matchAll(/^(\w+):/gm)].map(([, name]) => name!);
  assert.equal(
    named.sort(),
    Object.keys(properties)
      .filter((name) => name !== 'global')
      .sort(),
  );
  const readme = readFileSync('deploy/helm/README.md', 'utf8');
  for (const name of named) assert.match(readme, `\`${name}`);
});

test('migrate makes the schema of a store, and does nothing to one that has it', async () => {
  const data = temporaryFolder();
  for (const _ of [1, 2]) {
    const { code, stdout, stderr } = await selvage(['migrate', '--data', data, '--json']);
    assert.is(code, 0, stderr);
    assert.equal(JSON.parse(stdout), { store: data });
  }
  const listed = await selvage(['user', 'list', '--data', data, '--json']);
  assert.equal(JSON.parse(listed.stdout), []);
});

test('the unit keeps the log, and not the greeting with its key', () => {
  assert.match(unit, /^StandardOutput=null$/m);
  // Without a setting of its own it goes where standard output goes.
  assert.match(unit, /^StandardError=journal$/m);
});

test('the program reads the variables that they name', () => {
  const known = new Set(['DATABASE_URL', ...options.map(({ flag }) => environmentName(flag))]);
  const named = [...`${compose}${unit}${chart}`.matchAll(/\b(SELVAGE_[A-Z_]+|DATABASE_URL)\b/g)].map(
    ([, name]) => name!,
  );
  assert.ok(named.length >= 3);
  for (const name of named) assert.ok(known.has(name), name);
});

test.run();
