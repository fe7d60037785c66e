import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Duty, environmentName, type Flags, options, readConfig } from '../src/config.js';
import { ServiceError } from '../src/errors.js';

const folder = mkdtempSync(join(tmpdir(), 'selvage-config-'));
test.after(() => rmSync(folder, { recursive: true }));

const pem = join(folder, 'any.pem');
writeFileSync(pem, '');

let files = 0;
function fileOf(content: object | string): string {
  files += 1;
  const file = join(folder, `${files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const problemsOf = (flags: Flags, environment: NodeJS.ProcessEnv = {}, duty?: Duty): string[] => {
  try {
    readConfig(flags, environment, duty);
    return [];
  } catch (error) {
    assert.instance(error, ServiceError);
    return (error as ServiceError).problems.map(({ path }) => path);
  }
};

test('by default the service is private, embedded and solves for both queues', () => {
  const config = readConfig({}, {});
  assert.equal([config.host, config.port, config.dataDir, config.tls], ['127.0.0.1', 8080, './selvage-data', null]);
  assert.equal(config.queues, ['fast', 'slow']);
  assert.ok(config.solvers >= 1);
  assert.equal([config.retentionDays, config.bodyLimitBytes, config.json], [7, 32 * 1024 * 1024, false]);
  assert.is(config.databaseUrl, undefined);
});

test('every flag has its variable, and wins over it', () => {
  const values: Record<string, string> = {
    host: '127.0.0.2',
    port: '0',
    data: '/tmp/x',
    'database-url': 'postgres://y',
    'database-listen-url': 'postgres://z',
    'tls-cert': pem,
    'tls-key': pem,
    insecure: 'true',
    solvers: '3',
    queue: 'slow',
    'retention-days': '0.5',
    'audit-days': '30',
    'body-limit': '1',
    'body-model': '.',
    'shutdown-delay': '5',
    'shutdown-grace': '0',
    'log-level': 'warn',
    'metrics-token': 'secret',
    'metrics-port': '0',
    'otlp-endpoint': 'http://127.0.0.1:4318',
    'webhook-key': `${'A'.repeat(43)}=,${'B'.repeat(42)}A=`,
    'private-webhooks': '1',
    json: '1',
  };
  const names = options.map(({ flag }) => flag as string).filter((flag) => flag !== 'config');
  assert.equal(Object.keys(values).sort(), names.sort());
  const environment = Object.fromEntries(Object.entries(values).map(([flag, value]) => [environmentName(flag), value]));
  const switches = { insecure: true, json: true, 'private-webhooks': true };
  assert.equal(readConfig({}, environment), readConfig({ ...values, ...switches }, {}));
  assert.equal(readConfig({}, { SELVAGE_CONFIG: fileOf(values) }), readConfig({}, environment));
  assert.is(readConfig({ port: '9' }, environment).port, 9);
  assert.is(readConfig({ json: false }, environment).json, false);
  assert.is(readConfig({}, { DATABASE_URL: 'postgres://x' }).databaseUrl, 'postgres://x');
});

test('every mistake is listed, under the name that the user gave', () => {
  const flags = { port: '65536', solvers: '1.5', queue: 'slow,swift', 'log-level': 'loud', host: '0.0.0.0' };
  const environment = { SELVAGE_RETENTION_DAYS: 'week', SELVAGE_TLS_KEY: pem };
  assert.equal(problemsOf(flags, environment).sort(), [
    '--log-level',
    '--port',
    '--queue',
    '--solvers',
    '--tls-cert',
    'SELVAGE_RETENTION_DAYS',
  ]);
});

test('an unknown variable is a mistake, with the setting that it may mean', () => {
  const environment = { SELVAGE_SOLVER: '2', SELVAGE_RETENTOIN_DAYS: '3', SELVAGE_COLOUR: 'red', SELVAGE_PORT: 'x' };
  try {
    readConfig({}, environment);
    assert.unreachable();
  } catch (error) {
    const told = (error as ServiceError).problems.map(({ message }) => message);
    assert.equal(told.slice(0, 3), [
      'SELVAGE_SOLVER is not a setting; did you mean SELVAGE_SOLVERS?',
      'SELVAGE_RETENTOIN_DAYS is not a setting; did you mean SELVAGE_RETENTION_DAYS?',
      'SELVAGE_COLOUR is not a setting',
    ]);
    assert.is(told.length, 4);
  }
});

test('variables that Kubernetes sets for a service called selvage are not mistakes', () => {
  const links = ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT_8080_TCP', 'PORT_8080_TCP_ADDR'];
  assert.equal(problemsOf({}, Object.fromEntries(links.map((name) => [`SELVAGE_${name}`, '10.0.0.1']))), []);
});

test('an unreadable file and a wrong variable of other programs are mistakes like the others', () => {
  const none = join(folder, 'none');
  const environment = { DATABASE_URL: 'mysql://x:secret@y/z', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
  const flags = { 'tls-cert': none, 'body-model': none, 'log-level': 'loud' };
  assert.equal(
    problemsOf({ ...flags, config: fileOf({ 'tls-key': none, port: -1 }) }, environment).sort(),
    [
      '--body-model',
      '--log-level',
      '--tls-cert',
      ...['port', 'tls-key'].map((name) => `${join(folder, `${files}.json`)}: ${name}`),
      'DATABASE_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    ].sort(),
  );
  try {
    readConfig({}, environment);
    assert.unreachable();
  } catch (error) {
    assert.not.match(JSON.stringify((error as ServiceError).problems), 'secret');
  }
});

test('a variable of our own wins over that of other programs, and both over the file', () => {
  const environment = { DATABASE_URL: 'postgres://common', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://common' };
  const config = fileOf({ 'database-url': 'postgres://file' });
  assert.is(readConfig({ config }, environment).databaseUrl, 'postgres://common');
  assert.is(readConfig({ config }, { DATABASE_URL: '' }).databaseUrl, 'postgres://file');
  const own = { ...environment, SELVAGE_DATABASE_URL: 'postgres://own', SELVAGE_OTLP_ENDPOINT: 'http://own' };
  const { databaseUrl, otlpEndpoint } = readConfig({ config }, own);
  assert.equal([databaseUrl, otlpEndpoint], ['postgres://own', 'http://own']);
});

test('a file gives what neither flag nor variable does', () => {
  const config = fileOf({ port: 9000, solvers: 2, queue: ['slow'], insecure: true, 'retention-days': 1.5 });
  const read = readConfig({ config, port: '9001' }, { SELVAGE_SOLVERS: '3' });
  assert.equal(
    [read.port, read.solvers, read.queues, read.insecure, read.retentionDays],
    [9001, 3, ['slow'], true, 1.5],
  );
});

test('the mistakes of a file are listed with the others', () => {
  const config = fileOf({ port: 'high', prot: 1, host: null, solvers: 2 });
  const inFile = ['port', 'prot', 'host'].map((name) => `${config}: ${name}`);
  assert.equal(problemsOf({ config, solvers: 'x' }).sort(), [...inFile, '--solvers'].sort());
  const twice = fileOf('{"port": 1, "queue": "slow", "port": 2}');
  assert.equal(problemsOf({ config: twice }), ['--config']);
  for (const text of ['{', '[]', 'null']) assert.equal(problemsOf({ config: fileOf(text) }), ['--config']);
  assert.equal(problemsOf({ config: '/does/not/exist' }), ['--config']);
});

test('a rule holds for the processes that it concerns', () => {
  const [worker, migration]: Duty[] = [
    { port: 'metrics-port', leastSolvers: 1 },
    { port: null, leastSolvers: 0 },
  ];
  const open = { SELVAGE_HOST: '0.0.0.0' };
  assert.equal(problemsOf({}, open), ['SELVAGE_HOST']);
  assert.equal(problemsOf({}, open, migration), []);
  assert.equal(problemsOf({}, open, worker), []);
  assert.equal(problemsOf({ 'metrics-port': '9464' }, open, worker), ['SELVAGE_HOST']);
  assert.equal(problemsOf({ solvers: '0' }), []);
  assert.equal(problemsOf({ solvers: '0' }, {}, worker), ['--solvers']);
});

test('numbers are numbers', () => {
  for (const port of ['', ' ', '-1', '1e3', '0x10', 'NaN', '80.5', '1 2'])
    assert.equal(problemsOf({ port }), ['--port'], port);
  assert.equal(problemsOf({ 'body-limit': '0' }), ['--body-limit']);
});

test('cleartext leaves the machine only on demand', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.4', 'example.org']) {
    assert.equal(problemsOf({ host }), ['--host'], host);
    assert.equal(problemsOf({ host, insecure: true }), []);
    assert.equal(problemsOf({ host, 'tls-cert': pem, 'tls-key': pem }), []);
  }
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '::1']) assert.equal(problemsOf({ host }), []);
});

test.run();
