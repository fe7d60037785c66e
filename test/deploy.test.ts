/** The files of deploy/ start programs that understand their flags and variables. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveCommand } from '../src/cli/serve.js';
import { workerCommand } from '../src/cli/worker.js';
import { environmentName, options, readConfig } from '../src/config.js';

const commands = { serve: serveCommand(), worker: workerCommand() };
const compose = readFileSync('deploy/compose.yaml', 'utf8');
const unit = readFileSync('deploy/selvage.service', 'utf8');

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

test('the unit keeps the log, and not the greeting with its key', () => {
  assert.match(unit, /^StandardOutput=null$/m);
  // Without a setting of its own it goes where standard output goes.
  assert.match(unit, /^StandardError=journal$/m);
});

test('the program reads the variables that they name', () => {
  const known = new Set(['DATABASE_URL', ...options.map(({ flag }) => environmentName(flag))]);
  const named = [...`${compose}${unit}`.matchAll(/\b(SELVAGE_[A-Z_]+|DATABASE_URL)\b/g)].map(([, name]) => name!);
  assert.ok(named.length >= 3);
  for (const name of named) assert.ok(known.has(name), name);
});

test.run();
