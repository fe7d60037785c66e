/**
 * The drill of a restore to a moment: a base backup and the archived log of a database, without the mistake that came after. All
 * acknowledged before the moment is there, and nothing of the time after it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dataFolder, runProgram, servePostgres, startPostgres } from '../store/postgres-server.js';
import { rowsOf } from '../store/tables.js';
import { figure } from './mode.js';
import { headersOf } from './nest-client.js';
import { type SelvageService, startService } from './selvage-process.js';

const archive = dataFolder();
const primary = await startPostgres({
  durable: true,
  further: ['wal_level=replica', 'archive_mode=on', `archive_command=cp %p ${archive}/%f`],
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of several routes
async function ask(service: SelvageService, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: headersOf(service),
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function project(service: SelvageService, name: string): Promise<string> {
  const document = JSON.stringify({ format: 'selvage-project', version: 1, name });
  return (await ask(service, 'POST', '/projects', { document })).project.projectId;
}

const namesOf = async (service: SelvageService): Promise<string[]> =>
  (await ask(service, 'GET', '/projects')).projects.map(({ name }: { name: string }) => name);
const operationsOf = async (service: SelvageService): Promise<string[]> =>
  (await ask(service, 'GET', '/account/audit')).entries.map(({ operation }: { operation: string }) => operation);

if (primary === null) {
  test('skipped: PostgreSQL is not installed here', () => assert.is(primary, null));
} else {
  test('a backup and the archived log give the store as it was at a moment', async () => {
    const service = await startService(['--solvers', '0'], { env: { DATABASE_URL: primary.url } });
    await project(service, 'before the backup');
    const data = dataFolder();
    const to = join(data, 'db');
    await runProgram('pg_basebackup', ['-d', primary.url, '-D', to, '-X', 'none', '-c', 'fast', '--no-sync']);
    const kept = await project(service, 'after the backup');
    const { key } = await ask(service, 'POST', '/account/keys', { name: 'of the cutting room' });

    const [{ moment } = { moment: '' }] = await rowsOf<{ moment: string }>(
      primary.url,
      "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') AS moment",
    );
    await delay(50);
    // the mistake
    await fetch(`${service.url}/api/v1/projects/${kept}`, { method: 'DELETE', headers: headersOf(service) });
    await ask(service, 'DELETE', `/account/keys/${key.keyId}`);
    await project(service, 'after the mistake');
    const [{ name } = { name: '' }] = await rowsOf<{ name: string }>(
      primary.url,
      'SELECT pg_walfile_name(pg_switch_wal()) AS name',
    );
    await until(async () => {
      const [row] = await rowsOf<{ last: string | null }>(
        primary.url,
        'SELECT last_archived_wal AS last FROM pg_stat_archiver',
      );
      return (row?.last ?? '') >= name;
    });
    await service.kill('SIGTERM');
    await primary.kill();

    const started = Date.now();
    writeFileSync(join(to, 'recovery.signal'), '');
    const restored = await servePostgres(data, [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
    ]);
    await until(async () => !(await rowsOf<{ r: boolean }>(restored.url, 'SELECT pg_is_in_recovery() AS r'))[0]!.r);
    figure('from the backup and its log to a database, seconds', ((Date.now() - started) / 1000).toFixed(1));
    const again = await startService(['--solvers', '0'], { env: { DATABASE_URL: restored.url } });
    assert.equal(await namesOf(again), ['after the backup', 'before the backup']);
    const { keys } = await ask(again, 'GET', '/account/keys');
    const found = keys.find(({ keyId }: { keyId: string }) => keyId === key.keyId);
    assert.equal([found.name, found.revokeTime], ['of the cutting room', null]);
    assert.equal(await operationsOf(again), ['CreateOwnKey']);
    await project(again, 'a new beginning');
    await again.kill('SIGTERM');
    await restored.stop();
    await primary.stop();
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error('waited for a minute');
    await delay(50);
  }
}

test.run();
