/** A command loads the libraries that it uses, and no other: they take longer to load than most commands to run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { selvage, temporaryFolder } from './run-selvage.js';

const folder = temporaryFolder();
const told = 'loaded: ';
writeFileSync(
  join(folder, 'hooks.mjs'),
  `import { writeSync } from 'node:fs';
export function load(url, context, next) {
  writeSync(2, ${JSON.stringify(told)} + url + '\\n');
  return next(url, context);
}`,
);
writeFileSync(
  join(folder, 'register.mjs'),
  `import { register } from 'node:module';
register('./hooks.mjs', import.meta.url);`,
);

/** Runs a command, and returns its output and the addresses of the modules that it loaded. */
async function loadedBy(...args: string[]): Promise<{ stdout: string; modules: string[] }> {
  const env = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'register.mjs'))}`,
    SELVAGE_DATA: join(folder, 'data'),
  };
  const { code, stdout, stderr } = await selvage(args, { env });
  assert.is(code, 0, stderr);
  const lines = stderr.split('\n').filter((line) => line.startsWith(told));
  return { stdout, modules: lines.map((line) => line.slice(told.length)) };
}

const holds = (modules: readonly string[], part: string): boolean => modules.some((url) => url.includes(part));
const tensorFlow = '/node_modules/@tensorflow/';
const postgres = '/node_modules/pg/';

test('the version loads no command, and a named command no other', async () => {
  const { stdout, modules } = await loadedBy('--version');
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.ok(holds(modules, '/src/cli/main.js'));
  for (const command of ['nest', 'body', 'serve']) assert.not(holds(modules, `/src/cli/${command}.js`), command);
  const nest = await loadedBy('nest', '--help');
  assert.ok(holds(nest.modules, '/src/cli/nest.js'));
  assert.not(holds(nest.modules, '/src/cli/body.js'));
});

test('a command without a body does without the body model, and the embedded store without PostgreSQL', async () => {
  const patterns = await loadedBy('pattern', 'list', '--json');
  assert.ok((JSON.parse(patterns.stdout) as unknown[]).length > 0);
  assert.ok(holds(patterns.modules, '/node_modules/better-sqlite3/'));
  assert.not(holds(patterns.modules, tensorFlow));
  assert.not(holds(patterns.modules, postgres));
});

test('a command with a body loads the model', async () => {
  const { stdout, modules } = await loadedBy('body', 'female', 'height=168', '--json');
  assert.ok(holds(modules, tensorFlow));
  assert.not(holds(modules, postgres));
  const { fields } = JSON.parse(stdout) as { fields: Record<string, { source: string }> };
  assert.is(fields.waistGirth?.source, 'predicted');
});

test.run();
