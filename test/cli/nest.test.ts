import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { type Served, selvage, serve, start, temporaryFolder, untilStderr } from './run-selvage.js';

const folder = temporaryFolder();
const square = (side: number) => rectangle(side, side);
const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const request = {
  polygons: Array.from({ length: 6 }, (_, i) => ({ id: `part-${i}`, points: square(30) })),
  bins: [{ boundary: { points: square(100) } }],
  maximumExecutionTime: 1,
};

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '1']);
});
test.after(async () => {
  await service.stop();
});

test('nest without a server draws the best layout and prints it as JSON', async () => {
  const { code, stdout, stderr } = await selvage(['nest', file('parts.json', request), '--json'], { cwd: folder });
  assert.is(code, 0, stderr);
  const answer = JSON.parse(stdout) as { placements: unknown[]; unplaced: string[]; files: string[] };
  assert.is(answer.placements.length, 6);
  assert.equal(answer.unplaced, []);
  assert.equal(answer.files, ['parts-layout.svg', 'parts-layout.png']);
  const svg = readFileSync(join(folder, 'parts-layout.svg'), 'utf8');
  for (const { id } of request.polygons) assert.match(svg, id);
  assert.equal([...readFileSync(join(folder, 'parts-layout.png')).subarray(1, 4)], [...Buffer.from('PNG')]);
});

test('nest --remnants draws the rests of the sheets and writes them as bins of a next job', async () => {
  const flaw = { points: rectangle(4, 4, 85, 85) };
  const dear = { ...request, bins: [{ ...request.bins[0], holes: [flaw], cost: 7 }] };
  const args = ['nest', file('cut.json', dear), '--remnants', '8', '-o', 'cut'];
  const { code, stdout, stderr } = await selvage(args, { cwd: folder });
  assert.is(code, 0, stderr);
  assert.match(stdout, /cost +7 for bin 0/);
  assert.match(readFileSync(join(folder, 'cut.svg'), 'utf8'), /remnants/);
  const { bins } = JSON.parse(readFileSync(join(folder, 'cut-remnants.json'), 'utf8')) as Pick<typeof request, 'bins'>;
  assert.is(bins.length, 1);
  assert.is((bins[0] as { holes?: object[] }).holes?.length, 1, 'the flaw');
  const next = { ...request, polygons: [{ id: 'small', points: square(18) }], bins };
  const again = await selvage(['nest', file('next.json', next), '--json'], { cwd: folder });
  assert.is((JSON.parse(again.stdout) as { placements: unknown[] }).placements.length, 1);
});

test('nest through a server reports its progress and the parts without a place in plain lines', async () => {
  const crowded = { ...request, polygons: [...request.polygons, { id: 'too-large', points: square(120) }] };
  const output = join(folder, 'out', 'crowded');
  const args = ['nest', file('crowded.json', crowded), '-o', output, '--server', service.url, '--key', service.apiKey];
  const { code, stdout, stderr } = await selvage(args);
  assert.is(code, 0, stderr);
  assert.match(stderr, /utilisation \d/);
  assert.match(stderr, /^warning: polygons\[6\] \("too-large"\) measures 120 x 120/m);
  assert.match(stdout, /6 of 7 parts/);
  assert.match(stdout, /too-large/);
  assert.ok(existsSync(`${output}.svg`) && existsSync(`${output}.png`));
});

test('the faults of a request are named before and after it is sent', async () => {
  const wrong = async (content: unknown, sentence: RegExp, exitCode = 2): Promise<void> => {
    const args = ['nest', file('wrong.json', content), '--server', service.url, '--key', service.apiKey];
    const { code, stderr } = await selvage(args);
    assert.is(code, exitCode, stderr);
    assert.match(stderr, sentence);
  };
  await wrong('{"polygons": [}', /wrong\.json.*line 1, column 15/);
  await wrong({ ...request, minDistanse: 2 }, /minDistanse.*did you mean "minDistance"/);
  const bowTie = [
    [0, 0],
    [9, 9],
    [9, 0],
    [0, 9],
  ];
  await wrong({ ...request, polygons: [{ id: 'bow-tie', points: bowTie }] }, /polygons\[0\].*bow-tie/);
  const { code, stderr } = await selvage(['nest', join(folder, 'absent.json')]);
  assert.is(code, 2);
  assert.match(stderr, /absent\.json cannot be read/);
});

test('Ctrl-C ends the search and keeps the best layout so far', async () => {
  const triangles = Array.from({ length: 24 }, (_, i) => ({
    id: `t${i}`,
    points: [
      [0, 0],
      [10 + i, 0],
      [i, 15 + (i % 7)],
    ],
  }));
  const strip = [
    [0, 0],
    [1000, 0],
    [1000, 60],
    [0, 60],
  ];
  const long = { polygons: triangles, bins: [{ boundary: { points: strip } }], gravityDirection: 'left' };
  const args = [file('long.json', long), '--time', '30', '-o', join(folder, 'kept')];
  const child = start(['nest', ...args]);
  await untilStderr(child, /utilisation/);
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  assert.is(code, 130);
  assert.ok(existsSync(join(folder, 'kept.svg')) && existsSync(join(folder, 'kept.png')));
});

test.run();
