import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { fieldIndex, measurementNames } from '../../src/body/fields.js';
import { readArtifact, writeArtifact } from '../../src/body/model/artifact.js';
import { N } from '../../src/body/model/conditional.js';
import { fitGaussian } from '../../src/body/model/expectation.js';
import { useTrainingBackend } from '../../src/body/model/tensorflow.js';
import { drawChart } from '../../src/body/train/chart.js';
import { drawDots } from '../../src/body/train/dot-plot.js';
import { trainNetwork } from '../../src/body/train/fit-network.js';
import { type ColumnMap, readColumnMap, readPeople } from '../../src/body/train/people.js';
import { foldOf } from '../../src/body/train/questions.js';
import { withFigures } from '../../src/body/train/report.js';
import { Random } from '../../src/random.js';
import { sizeIn } from './people.js';
import { drawPeople, gaussians, withBlanks } from './survey.js';

const scratch = mkdtempSync(join(tmpdir(), 'selvage-body-'));
test.after(() => rmSync(scratch, { recursive: true }));

test('a Gaussian is recovered from people with blanks', () => {
  const random = new Random(3);
  const people = withBlanks(drawPeople(3000, random), 0.15, random).filter(({ gender }) => gender === 'female');
  const found = fitGaussian(people.map(({ logs }) => ({ logs, weight: 1 })));
  const truth = gaussians.female;
  let difference = 0;
  for (let i = 0; i < N; i++) {
    assert.ok(Math.abs(found.mean[i]! - truth.mean[i]!) < 0.2 * truth.sd[i]!, `mean of ${measurementNames[i]}`);
    assert.ok(Math.abs(found.sd[i]! / truth.sd[i]! - 1) < 0.15, `spread of ${measurementNames[i]}`);
    for (let j = 0; j < i; j++) {
      difference += Math.abs(found.correlation[i * N + j]! - truth.correlation[i * N + j]!);
    }
  }
  assert.ok(difference / ((N * (N - 1)) / 2) < 0.04, `correlations differ by ${difference}`);
});

test('rows count by their weight, and a prior fills the fields that the rows never measured', () => {
  const logs = (height: number): Float64Array => {
    const all = new Float64Array(N).fill(Number.NaN);
    all[fieldIndex('height')] = Math.log(height);
    return all;
  };
  const rows = [
    { logs: logs(160), weight: 3 },
    { logs: logs(200), weight: 1 },
  ];
  const prior = { gaussian: gaussians.male, people: 1e-6 };
  const { mean, correlation } = fitGaussian(rows, { prior });
  assert.ok(Math.abs(mean[fieldIndex('height')]! - (3 * Math.log(160) + Math.log(200)) / 4) < 1e-4);
  const pair = fieldIndex('neckGirth') * N + fieldIndex('neckMidGirth');
  assert.ok(Math.abs(correlation[pair]! - gaussians.male.correlation[pair]!) < 0.05);
});

test('a network learns the same from the same seed, and gets better', async () => {
  await useTrainingBackend();
  const random = new Random(5);
  const people = withBlanks(drawPeople(200, random), 0.2, random).map((person) => {
    // A bend that no Gaussian has: the waist grows with the square of the weight.
    const weight = (person.logs[fieldIndex('weight')]! - gaussians[person.gender].mean[fieldIndex('weight')]!) * 3;
    const logs = Float64Array.from(person.logs);
    logs[fieldIndex('waistGirth')]! += 0.4 * weight * weight;
    return { ...person, logs };
  });
  const train = () => trainNetwork(people, gaussians, gaussians, { seed: 2, steps: 200, hidden: 8 });
  const { layers, history } = await train();
  assert.ok(history.at(-1)!.validation < history[0]!.validation, JSON.stringify(history));
  assert.equal(
    (await train()).layers.map(({ kernel }) => kernel.values),
    layers.map(({ kernel }) => kernel.values),
  );
});

test('folds share out every gender of every survey evenly, and the same way each time', () => {
  const people = [...drawPeople(50, new Random(1), 'a'), ...drawPeople(30, new Random(2), 'b')];
  const folds = foldOf(people, 5, 9);
  assert.equal(folds, foldOf(people, 5, 9));
  for (const source of ['a', 'b']) {
    const counts = [0, 0, 0, 0, 0];
    people.forEach((person, i) => {
      if (person.source === source && person.gender === 'male') counts[folds[i]!]!++;
    });
    assert.is(Math.max(...counts), Math.min(...counts));
  }
});

const map: ColumnMap = {
  id: 'who',
  gender: { column: 'sex', female: ['F', 'f'], male: ['M', 'm'] },
  columns: { tall: { field: 'height', factor: 2.54 }, neck: 'neckGirth', crotch: 'crotchHeight', kg: 'weight' },
};

test('a column map reads your own survey', () => {
  const [one, two] = readPeople('who,sex,tall,neck,crotch,kg\nann,F,66,35,,\nbob,m,70,,84,80\n', map, 'mine', false);
  assert.is(one!.id, 'ann');
  assert.is(one!.gender, 'female');
  assert.ok(Math.abs(Math.exp(one!.logs[fieldIndex('height')]!) - 167.64) < 1e-9);
  assert.ok(Number.isNaN(one!.logs[fieldIndex('crotchHeight')]!));
  assert.is(two!.gender, 'male');
  assert.throws(() => readPeople('who,sex\nann,F\n', map, 'mine', false), /no column "tall"/);
  assert.throws(
    () => readPeople('who,sex,tall,neck,crotch,kg\nann,?,66,,,\n', map, 'mine', false),
    /mine, row 2: "\?"/,
  );
});

test('an error names the file and column of a wrong column map', () => {
  const read = (change: object) => () => readColumnMap(JSON.stringify({ ...map, ...change }), 'map.json');
  assert.equal(readColumnMap(JSON.stringify(map), 'map.json'), map);
  assert.throws(read({ columns: { tall: 'hieght' } }), /map\.json: column tall: "hieght" is not a measurement/);
  assert.throws(read({ columns: { tall: { field: 'height', factor: 0 } } }), /column tall: the factor/);
  assert.throws(read({ columns: {} }), /columns must be/);
  assert.throws(read({ gender: 'sex' }), /gender must be/);
  assert.throws(() => readColumnMap('{', 'map.json'), /map\.json: not valid JSON/);
});

test('the command line adapts the model to your own survey', async () => {
  // People with necks a tenth thicker than the model knows.
  const random = new Random(11);
  const rows = drawPeople(240, random).map(({ id, gender, logs }) => {
    const size = (name: string): number => Math.exp(logs[fieldIndex(name)]!);
    return [id, gender[0], size('height') / 2.54, size('neckGirth') * 1.1, size('crotchHeight'), size('weight')].join();
  });
  const csv = join(scratch, 'own.csv');
  writeFileSync(csv, ['who,sex,tall,neck,crotch,kg', ...rows].join('\n'));
  writeFileSync(join(scratch, 'map.json'), JSON.stringify(map));
  const program = fileURLToPath(new URL('../../src/body/train/main.js', import.meta.url));
  const out = join(scratch, 'own-model');
  const args = [program, '--csv', csv, '--map', join(scratch, 'map.json'), '--out', out, '--prior', '60'];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const [, before, after] = /error on those kept out: ([\d.]+) cm before, ([\d.]+) cm after/.exec(said)!;
  assert.ok(Number(after) < Number(before), said);
  const request = { gender: 'male', unit: 'metric', measurements: { height: 178, weight: 80 } } as const;
  const shipped = sizeIn((await loadBodyModel()).complete(request), 'neckGirth');
  const own = sizeIn((await loadBodyModel(out)).complete(request), 'neckGirth');
  assert.ok(own > shipped * 1.05, `${own} of ${shipped}`);
});

test('a model folder of another format or other sizes is refused by name', () => {
  const artifact = readArtifact();
  const folder = join(scratch, 'broken');
  writeArtifact(folder, artifact);
  assert.equal(readArtifact(folder), artifact);
  const weights = readFileSync(join(folder, 'weights.bin'));
  writeFileSync(join(folder, 'weights.bin'), weights.subarray(8));
  assert.throws(() => readArtifact(folder), /broken: weights\.bin has/);
  const manifest = readFileSync(join(folder, 'model.json'), 'utf8');
  writeFileSync(join(folder, 'model.json'), manifest.replace('selvage-body/4', 'selvage-body/1'));
  assert.throws(() => readArtifact(folder), /broken: format selvage-body\/1/);
});

test('a chart has a bar for every value, and text that is valid in XML', () => {
  const svg = drawChart({
    title: 'Bias',
    axis: 'cm',
    categories: ['BMI < 25', 'BMI 35+'],
    kind: 'bars',
    series: [
      { name: 'women', values: [-1.5, 0.25] },
      { name: 'men', values: [2, null] },
    ],
  });
  assert.equal(
    [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, value]) => Number(value)),
    [-1.5, 0.25, 2],
  );
  assert.match(svg, /BMI &lt; 25/);
  const heights = [...svg.matchAll(/height="([\d.]+)" fill="#(?!fff)\w+"><title>/g)].map(([, height]) =>
    Number(height),
  );
  assert.ok(Math.abs(heights[0]! / heights[2]! - 0.75) < 0.01, heights.join());
});

test('a dot plot has a line for every category and a dot for every value', () => {
  const svg = drawDots({
    title: 'Errors',
    axis: 'cm',
    categories: ['neck <base>', 'waist'],
    series: [
      { name: 'little known', values: [0.5, 2] },
      { name: 'much', values: [null, 1] },
    ],
  });
  assert.equal(
    [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, value]) => Number(value)),
    [0.5, 2, 1],
  );
  const at = [...svg.matchAll(/cx="([\d.]+)" cy="[\d.]+" r="4"/g)].map(([, x]) => Number(x));
  assert.ok(at[0]! < at[2]! && at[2]! < at[1]!, at.join());
  assert.match(svg, /neck &lt;base>/);
});

test('the figures of a training go between the marks of the model card', () => {
  const card = '# Card\n\nWritten by hand.\n\n## Limits\n\nMany.\n';
  const once = withFigures(card, '## Figures\n\n1.00');
  const twice = withFigures(once.replace('## Figures', '## Old figures'), '## Figures\n\n0.99');
  assert.is(twice, once.replace('1.00', '0.99'));
  assert.ok(once.startsWith(card.trimEnd()));
  assert.match(withFigures(undefined, '## Figures'), /## Figures/);
});

test('the shipped weights are under 5 MB', () => {
  let values = 0;
  for (const tensor of readArtifact().tensors.values()) values += tensor.values.length;
  assert.ok(values * 4 < 5e6);
});

test.run();
