/**
 * Runs every command of docs/: the `sh` blocks of a page one after another in a folder of their own, against a service
 * whose address and key are in URL and KEY, and the id of a pattern in ID. A block that cannot be run here says why: ```sh skip=REASON. Blocks of JSON
 * must be JSON.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../cli/readme.js';
import { type Served, serve, temporaryFolder } from '../cli/run-selvage.js';

interface Block {
  readonly language: string;
  readonly skip: string | null;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(packageRoot, page), 'utf8');
  return [...text.matchAll(/^```(\w+)?([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', info, code]) => ({
    language,
    skip: /\bskip=(.+)/.exec(info!)?.[1] ?? null,
    code: code!,
  }));
}

const pages = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/node_modules|\.vitepress/.test(name))
  .map((name) => join('docs', name))
  .sort();

/** A block that starts a service runs until somebody ends it, a bench for minutes; `serve` has tests of its own. */
const isEndless = (code: string): boolean => /\bselvage (serve|worker)\b|\bnpm run bench/.test(code);

/** A folder as a reader has it: people in a table, the examples, and `npx selvage` that means the program of this build. */
function workplace(): { cwd: string; path: string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'team.csv'), 'name,gender,height,weight\nAda,female,168,62\nBen,male,183,80\n');
  writeFileSync(join(cwd, 'women.csv'), 'name,height\nAda,168\n');
  const bin = join(cwd, '.bin');
  mkdirSync(bin);
  symlinkSync(join(packageRoot, 'examples'), join(cwd, 'examples'));
  // and an example that its reader has changed
  const apron = JSON.parse(readFileSync(join(packageRoot, 'examples/apron.json'), 'utf8')) as object;
  writeFileSync(join(cwd, 'apron.json'), JSON.stringify({ ...apron, description: 'With a change' }));
  const program = join(packageRoot, 'dist/src/cli/main.js');
  for (const [name, lines] of [
    ['npx', '[ "$1" = selvage ] && shift || { echo "npx $1 is not selvage" >&2; exit 1; }'],
    ['selvage', ''],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { cwd, path: `${bin}:${process.env.PATH}` };
}

let service: Served;
let pattern = '';
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '1']);
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const listed = await fetch(`${service.url}/api/v1/patterns`, { headers });
  const { patterns } = (await listed.json()) as { patterns: { patternId: string; name: string }[] };
  pattern = patterns.find(({ name }) => name === 'A-line skirt')!.patternId;
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
      const script = commands.map(({ code }) => code).join('\n');
      const env = { ...process.env, BASH_ENV: '', PATH: path, URL: service.url, KEY: service.apiKey, ID: pattern };
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

/** TypeScript's and Python's are cut out of the README and run as they are, by the step `sdks` of CI. */
const partOfProgram = [
  ['go', 'clients/go/example/main.go'],
  ['java', 'clients/java/src/test/java/selvage/client/ReadmeExampleTest.java'],
] as const;
for (const [language, program] of partOfProgram) {
  test(`the ${language} example of its README is part of a program that CI runs`, () => {
    const lines = (text: string): string => text.replace(/^\s+/gm, '').trim();
    const [block, ...more] = blocksOf(`clients/${language}/README.md`).filter((each) => each.language === language);
    assert.equal(more, []);
    assert.ok(lines(readFileSync(join(packageRoot, program), 'utf8')).includes(lines(block!.code)));
  });
}

test('a block that is not run says why', () => {
  const skipped = pages.flatMap((page) => blocksOf(page).flatMap(({ skip }) => (skip === null ? [] : [skip])));
  assert.ok(skipped.every((reason) => reason.trim().length > 5));
  assert.ok(pages.some((page) => page.endsWith('start.md')));
});

test.run();
