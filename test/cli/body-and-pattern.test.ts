import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '0']);
});
test.after(async () => {
  await service.stop();
});

async function ok(...args: string[]): Promise<string> {
  const run = await selvage(args);
  assert.is(run.code, 0, run.stderr);
  return run.stdout;
}
const server = (): string[] => ['--server', service.url, '--key', service.apiKey];
const post = async (path: string, body: object): Promise<unknown> => {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
};

test('pattern draft and marker follow a population: a file here, one of the account at a service', async () => {
  const folder = temporaryFolder();
  const [people, runners] = [join(folder, 'runners.csv'), join(folder, 'runners.json')];
  const rows = Array.from({ length: 13 }, (_, i) => `f,${160 + i},${55 + i},${108 + i}`);
  writeFileSync(people, ['gender,height,weight,hipGirth', ...rows, ''].join('\n'));
  await ok('body', 'adapt', people, '-o', runners);
  await ok('body', 'adapt', people, '--name', 'runners', ...server());
  const draft = ['pattern', 'draft', 'A-line skirt', '--gender', 'female', '--body', 'height=168', 'weight=62'];
  const hips = async (...args: string[]): Promise<number> =>
    JSON.parse(await ok(...draft, '--json', ...args)).variables.hipGirth;
  const data = ['--data', join(folder, 'data')];
  const [plain, own] = [await hips(...data), await hips(...data, '--population', runners)];
  assert.ok(own > plain + 3, `${own} and ${plain} cm`);
  assert.is(await hips('--population', 'runners', ...server()), own);
  const sheet = await ok(...draft, ...data, '--format', 'svg', '--population', runners);
  assert.match(sheet, /female \(runners\.json\)/);
  const cloth = ['--width', '1500', '--time', '0.1', '-o', join(folder, 'marker.svg')];
  const area = async (...args: string[]): Promise<number> =>
    JSON.parse(await ok('marker', ...draft.slice(2), ...cloth, '--json', ...data, ...args)).usage.partArea;
  const [plainArea, ownArea] = [await area(), await area('--population', runners)];
  assert.ok(ownArea > 1.03 * plainArea, `${ownArea} and ${plainArea} mm2`);
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stderr } = await selvage([...draft.slice(0, 3), ...args]);
    assert.is(code, 2, stderr);
    return stderr;
  };
  const body = draft.slice(3);
  assert.match(await refused(...body, '--population', 'joggers', ...server()), /population is "joggers".*runners/);
  assert.match(await refused(...body, '--population', runners, ...server()), /is a file/);
  assert.match(await refused('--population', 'us'), /--body/);
});

test('body --next proposes measurements, here and over a service, for all fields, for some and for a pattern', async () => {
  const woman = ['body', 'female', 'height=168', 'weight=62', '--next'];
  const all = await selvage([...woman, '--json']);
  assert.is(all.code, 0, all.stderr);
  const { halfWidth, proposals } = JSON.parse(all.stdout);
  assert.is(proposals.length, 3);
  assert.ok(proposals[2].halfWidth < halfWidth);
  const waist = await selvage([...woman, 'waistGirth']);
  assert.match(waist.stdout, /^now +\+-\d+\.\d %\nwaistGirth +\+-0\.0 %$/m);
  assert.equal(JSON.parse(await ok(...woman, '--json', ...server())), { halfWidth, proposals });
  const skirt = libraryVersions().find(({ name }) => name === 'A-line skirt')!;
  const forSkirt = JSON.parse(await ok(...woman, '--json', '--pattern', skirt.patternId, ...server()));
  const used = ['waistGirth', 'hipGirth', 'waistToHipsSide'];
  assert.equal(forSkirt.proposals.map(({ name }: { name: string }) => name).toSorted(), used.toSorted());
  assert.equal(JSON.parse(await ok(...woman, '--json', '--pattern', skirt.patternId)), forSkirt);
  const unknown = await selvage([...woman, 'wasteGirth']);
  assert.is(unknown.code, 2);
  assert.match(unknown.stderr, /wanted\[0\].*waistGirth/);
  assert.match((await selvage(['body', 'male', 'height=180', '--pattern', 'x'])).stderr, /--pattern needs --next/);
});

test('body --json is the answer of the REST route, with a server and without', async () => {
  const args = ['body', 'female', 'height=168', 'weight=62', '--json'];
  const rest = await post('/api/v1/bodydbl', { gender: 'female', unit: 'metric', height: 168, weight: 62 });
  assert.equal(JSON.parse(await ok(...args)), rest);
  assert.equal(JSON.parse(await ok(...args, ...server())), rest);
});

test('body as a table has a line for every measurement', async () => {
  const lines = (await ok('body', 'male', '--unit', 'imperial', 'height=71')).trim().split('\n');
  // two lines of heading, 69 measurements and the deprecated alias
  assert.is(lines.length, 72);
  assert.ok(lines.some((line) => /^height\s+71\s+in\s+input$/.test(line)));
});

test('the flags of a completed table are refused without a table', async () => {
  for (const flags of [['-o', 'out.csv'], ['--intervals'], ['--next', '-o', 'out.csv']]) {
    const { code, stderr } = await selvage(['body', 'female', 'height=168', ...flags]);
    assert.is(code, 2, flags.join(' '));
    assert.match(stderr, /(-o|--intervals) goes with --csv, which is missing/);
  }
});

test('a wrong measurement is named, with the nearest known one', async () => {
  const { code, stderr } = await selvage(['body', 'female', 'hieght=168']);
  assert.is(code, 2);
  assert.match(stderr, /hieght.*did you mean "height"/);
  assert.is((await selvage(['body', 'female', 'height'])).code, 2);
  assert.is((await selvage(['body', 'female', 'height=-3'])).code, 2);
});

test('pattern list and draft work with a server and without', async () => {
  const [pattern] = JSON.parse(await ok('pattern', 'list', '--json')) as { patternId: string; name: string }[];
  assert.match(await ok('pattern', 'list', ...server()), pattern!.patternId);
  const rest = await post(`/api/v1/patterns/${pattern!.patternId}`, {});
  assert.equal(JSON.parse(await ok('pattern', 'draft', pattern!.name)), rest);
  assert.equal(JSON.parse(await ok('pattern', 'draft', pattern!.patternId, ...server())), rest);
});

test('a draft is written as SVG and DXF', async () => {
  const folder = temporaryFolder();
  for (const [format, start] of [
    ['svg', /^<\?xml[\s\S]*<svg /],
    ['dxf', /^\s*(0|999)\r?\n/],
  ] as const) {
    const file = join(folder, `draft.${format}`);
    const draft = ['pattern', 'draft', 'A-line skirt', 'skirtLength=62', '--format', format, '--json'];
    assert.equal(JSON.parse(await ok(...draft, '-o', file)), { file, format, errors: [] });
    const content = readFileSync(file, 'utf8');
    assert.match(content, start);
    if (format === 'dxf') assert.is((JSON.parse(await ok(...draft)) as { data: string }).data, content);
  }
});

test('wrong variables are all told at once; an unknown pattern ends with 4', async () => {
  const { code, stderr } = await selvage(['pattern', 'draft', 'A-line skirt', 'skirtLength=9000', 'hemm=1']);
  assert.is(code, 2);
  assert.match(stderr, /skirtLength/);
  assert.match(stderr, /hemm/);
  assert.is((await selvage(['pattern', 'draft', 'toga'])).code, 4);
});

test.run();
