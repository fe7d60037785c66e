/**
 * Runs every command of docs/: the `sh` blocks of a page, one after another, in a folder of their own. The service's address
 * and key are in URL and KEY, the id of a pattern in ID, and that of a size table in TABLE. A block that cannot run here
 * gives the reason: ```sh skip=REASON. Blocks of JSON must be JSON. A block that the commands read names its file: ```json file=NAME.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { program } from '../../src/cli/program.js';
import { packageRoot } from '../cli/readme.js';
import { type Served, selvage, serve, temporaryFolder } from '../cli/run-selvage.js';
import { measurements as seamlyMeasurements, pattern as seamlyPattern } from '../patterns/seamly-files.js';

interface Block {
  readonly language: string;
  readonly skip: string | null;
  readonly file: string | null;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(packageRoot, page), 'utf8');
  return [...text.matchAll(/^```(\w+)?([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', info, code]) => ({
    language,
    skip: /\bskip=(.+)/.exec(info!)?.[1] ?? null,
    file: /\bfile=(\S+)/.exec(info!)?.[1] ?? null,
    code: code!,
  }));
}

const pages = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/node_modules|\.vitepress/.test(name))
  .map((name) => join('docs', name))
  .sort();

/** A block that starts a service runs until it is ended, and a bench runs for minutes. `serve` has tests of its own. */
const isEndless = (code: string): boolean => /\bselvage (serve|worker)\b|\bnpm run bench/.test(code);

/** Measured customers, women and men, in a table with columns of its own. */
const customers = [
  'customer,sex,stature_in,collar,weight_kg',
  ...Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0
      ? `${i},F,${62 + (i % 7)},${31 + (i % 5)},${55 + (i % 11)}`
      : `${i},M,${67 + (i % 7)},,${70 + (i % 13)}`,
  ),
].join('\n');

/** Measured runners under the names of the fields. */
const runners = [
  'gender,height,weight,calfGirth',
  ...Array.from({ length: 40 }, (_, i) => `f,${158 + (i % 13)},${48 + (i % 11)},${34 + (i % 7) / 2}`),
].join('\n');

/**
 * A reader's folder: people in tables, files of other programs, the examples, and `npx selvage` and `npm run` that mean this
 * build.
 */
function workplace(): { cwd: string; path: string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'team.csv'), 'name,gender,height,weight\nAda,female,168,62\nBen,male,183,80\n');
  writeFileSync(join(cwd, 'women.csv'), 'name,height\nAda,168\n');
  writeFileSync(join(cwd, 'customers.csv'), customers);
  writeFileSync(join(cwd, 'people.csv'), runners);
  writeFileSync(join(cwd, 'trousers.sm2d'), seamlyPattern());
  writeFileSync(join(cwd, 'me.smis'), seamlyMeasurements);
  writeFileSync(join(cwd, 'shirt.dxf'), shirt);
  const bin = join(cwd, '.bin');
  mkdirSync(bin);
  symlinkSync(join(packageRoot, 'examples'), join(cwd, 'examples'));
  // and an example that its reader has changed
  const apron = JSON.parse(readFileSync(join(packageRoot, 'examples/apron.json'), 'utf8')) as object;
  writeFileSync(join(cwd, 'apron.json'), JSON.stringify({ ...apron, description: 'With a change' }));
  const main = join(packageRoot, 'dist/src/cli/main.js');
  const training = join(packageRoot, 'dist/src/body/train/main.js');
  const run = (file: string): string => `exec "${process.execPath}" "${file}" "$@"`;
  for (const [name, lines] of [
    ['npx', `[ "$1" = selvage ] && shift || { echo "npx $1 is not selvage" >&2; exit 1; }; ${run(main)}`],
    ['selvage', run(main)],
    ['npm', `[ "$2" = train:body ] && shift 3 || { echo "npm $* is not here" >&2; exit 1; }; ${run(training)}`],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { cwd, path: `${bin}:${process.env.PATH}` };
}

let service: Served;
let pattern = '';
let table = '';
/** A draft as another program might have written it. */
let shirt = '';
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '1']);
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const listed = await fetch(`${service.url}/api/v1/patterns`, { headers });
  const { patterns } = (await listed.json()) as { patterns: { patternId: string; name: string }[] };
  pattern = patterns.find(({ name }) => name === 'A-line skirt')!.patternId;
  const answer = await fetch(`${service.url}/api/v1/size-tables`, { headers });
  const { tables } = (await answer.json()) as { tables: { tableId: string; name: string }[] };
  table = tables.find(({ name }) => name === 'EN 13402-3 women')!.tableId;
  shirt = (await selvage(['pattern', 'draft', 'Simon shirt', '--format', 'dxf'])).stdout;
});
test.after(async () => {
  await service.stop();
});

for (const page of pages) {
  const blocks = blocksOf(page);
  const commands = blocks.filter(
    ({ language, skip, code }) => (language === 'sh' || language === 'bash') && skip === null && !isEndless(code),
  );
  if (commands.length > 0) {
    test(`the commands of ${page} run`, async () => {
      const { cwd, path } = workplace();
      for (const { file, code } of blocks) if (file !== null) writeFileSync(join(cwd, file), code);
      const script = commands.map(({ code }) => code).join('\n');
      const env = {
        ...process.env,
        BASH_ENV: '',
        PATH: path,
        URL: service.url,
        KEY: service.apiKey,
        ID: pattern,
        TABLE: table,
      };
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd,
        env,
        timeout: 300_000,
        maxBuffer: 64 * 1024 * 1024,
      });
      assert.ok(stdout.length > 0);
    });
  }
  const json = blocks.filter(({ language, skip }) => language === 'json' && skip === null);
  if (json.length > 0) {
    test(`the JSON of ${page} is JSON`, () => {
      for (const { code } of json) assert.not.throws(() => JSON.parse(code), code);
    });
  }
}

test('commands that run until they are ended use only existing flags', async () => {
  const commands = new Map((await program()).commands.map((command) => [command.name(), command]));
  let flags = 0;
  for (const page of ['README.md', ...pages]) {
    for (const { code } of blocksOf(page)) {
      for (const [, name, line] of code.replaceAll('\\\n', ' ').matchAll(/\bselvage (serve|worker)\b([^\n#&|]*)/g)) {
        for (const [flag] of line!.matchAll(/--[a-z-]+/g)) {
          flags += 1;
          assert.ok(
            commands.get(name!)!.options.some(({ long }) => long === flag),
            `${page}: selvage ${name} ${flag}`,
          );
        }
      }
    }
  }
  assert.ok(flags > 3);
});

/** The step `sdks` of CI cuts the other languages' out of the README and runs them unchanged. */
test('the go example of its README is part of a program that CI runs', () => {
  const lines = (text: string): string => text.replace(/^\s+/gm, '').trim();
  const [block, ...more] = blocksOf('clients/go/README.md').filter(({ language }) => language === 'go');
  assert.equal(more, []);
  assert.ok(lines(readFileSync(join(packageRoot, 'clients/go/example/main.go'), 'utf8')).includes(lines(block!.code)));
});

test('a skipped block gives the reason', () => {
  const skipped = pages.flatMap((page) => blocksOf(page).flatMap(({ skip }) => (skip === null ? [] : [skip])));
  assert.ok(skipped.every((reason) => reason.trim().length > 5));
  assert.ok(pages.some((page) => page.endsWith('start.md')));
});

test.run();
