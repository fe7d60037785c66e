/** Drafts with outlines unlike those of their design's trials report it; drafts for ordinary people do not. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import type { BodyValues, DraftProblem } from '../../src/patterns/draft.js';
import { outlineMeasures } from '../../src/patterns/freesewing/outline-measures.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';
import type { VariableValue } from '../../src/patterns/variable.js';
import { someBodies } from './some-bodies.js';

const designs = libraryVersions().filter(({ kind }) => kind === 'freesewing');
const model = await loadBodyModel();
const code = 'outside_tested_range';

function bodyOf(gender: 'female' | 'male', height: number, weight: number): BodyValues {
  const [completed] = model.completeMany([{ gender, unit: 'metric', measurements: { height, weight } }]);
  const measurements = Object.entries(completed!.fields).flatMap(([name, { value, source }]) =>
    value === null ? [] : [[name, { value, source: source === 'input' ? 'body' : 'predicted' }] as const],
  );
  return { gender, measurements: Object.fromEntries(measurements) };
}

async function told(
  design: string,
  body: BodyValues | undefined,
  variables: Record<string, VariableValue> = {},
): Promise<DraftProblem[]> {
  const version = designs.find(({ name }) => name.startsWith(design))!;
  const { errors, pieces } = await draft(version, { variables, unfold: true, ...(body ? { body } : {}) });
  const problems = errors.filter((problem) => problem.code === code);
  for (const { path } of problems)
    assert.ok(/^(pieces|variables)$/.test(path) || pieces.some((_, i) => path === `pieces[${i}]`), path);
  return problems;
}

test('chinos for a man of 200 cm and 140 kg are beyond the tested range, and say by how much', async () => {
  const [problem, ...more] = await told('Charlie', bodyOf('male', 200, 140));
  assert.is(more.length, 0, 'once a draft');
  assert.match(
    problem!.message,
    /^".+" (is \d+ mm (wide|high)|has (\d+ cm²|a corner of \d+ degrees)) \(\d+ to \d+ on the people that the design was tried on\), and \d+ more of its 12 parts are beyond: sew a trial/,
  );
  for (const design of ['Simon', 'Jaeger', 'Carlton', 'Wahid', 'Titan']) {
    assert.is((await told(design, bodyOf('male', 200, 140))).length, 1, design);
  }
  for (const design of ['Bella', 'Penelope', 'Simone']) {
    assert.is((await told(design, bodyOf('female', 170, 125))).length, 1, design);
  }
});

test('people of ordinary build get no such warning, in any design', async () => {
  const ordinary = (await someBodies()).filter(({ measurements: { height, weight } }) => {
    const index = weight!.value / (height!.value / 100) ** 2;
    return index >= 18.5 && index <= 30;
  });
  assert.ok(ordinary.length > 20);
  const bodies = [
    ...ordinary.filter((_, i) => i % 3 === 0),
    bodyOf('female', 150, 45),
    bodyOf('female', 165, 62),
    bodyOf('male', 180, 80),
  ];
  for (const { name } of designs) {
    for (const body of bodies) {
      const problems = await told(name, body);
      assert.equal(problems, [], `${name} ${body.gender} ${JSON.stringify(body.measurements.height)}`);
    }
  }
});

test('options change outlines on purpose: the comparison is of the body', async () => {
  const long = { lengthBonus: 10, seamAllowance: 15 };
  assert.equal(await told('Titan', bodyOf('male', 180, 80), long), []);
  assert.equal(await told('Titan', undefined, long), []);
  const [problem] = await told('Titan', bodyOf('male', 200, 140), long);
  assert.match(problem!.message, /^at the default options "/);
});

test('measurements that do not go together are reported even without a body', async () => {
  assert.equal(await told('Charlie', undefined), []);
  assert.is((await told('Charlie', undefined, { waistGirth: 130 })).length, 1);
});

test('a corner is as sharp as drawn, for any division of its sides', () => {
  const triangle = [
    [0, 0],
    [100, 0],
    [200, 0],
    [0, 200],
    [0, 150],
  ] as const;
  const { width, height, area, corner } = outlineMeasures(triangle);
  assert.equal([width, height, area, Math.round(corner)], [200, 200, 200, 45]);
});

test.run();
