/** One answer lists all problems of a request: keys, types, rules, outlines, and the values of patterns. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { type Answer, assertProblem } from './open.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

const pathsOf = ({ json }: Answer): string[] => json.errors.map(({ path }: { path: string }) => path).sort();

const points = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const crossed = [points[0], points[2], points[1], points[3]];
const skirt = libraryVersions().find(({ name }) => name === 'A-line skirt')!.patternId;

test('nest: an unknown key, a wrong type, a value out of range and an outline that crosses itself', async () => {
  const answer = await service.request('POST', '/api/v1/nest', {
    polygons: [{ points }, { points: crossed }],
    bins: [{ boundary: { points: crossed } }],
    gravity: 'top',
    mutationRate: '0.1',
    populationSize: 0,
  });
  assertProblem(answer, 422);
  assert.equal(pathsOf(answer), ['bins[0].boundary', 'gravity', 'mutationRate', 'polygons[1]', 'populationSize']);
});

test('markers: the settings, and the values and bodies of all garments', async () => {
  const order = {
    patterns: [
      { patternId: skirt, variables: { flare: 1e300 } },
      { patternId: skirt, variables: { skirtLenght: 3 }, quantity: 0 },
      { patternId: skirt, body: { gender: 'female', unit: 'metric', height: -1 } },
    ],
    bins: [{ boundary: { points: crossed } }],
    populationSize: 0,
  };
  const wrong = [
    'bins[0].boundary',
    'patterns[0].variables.flare',
    'patterns[1].quantity',
    'patterns[1].variables.skirtLenght',
    'patterns[2].body.height',
    'populationSize',
  ];
  const answer = await service.request('POST', '/api/v1/markers', order);
  assertProblem(answer, 422);
  assert.equal(pathsOf(answer), wrong);
  const further = await service.request('POST', '/api/v1/markers', { ...order, gravity: 'top', mutationRate: '0.1' });
  assertProblem(further, 422);
  assert.equal(pathsOf(further), [...wrong, 'gravity', 'mutationRate'].sort());
});

test('markers: an unreadable pattern is 404, unless the request has faults', async () => {
  const patterns = [{ patternId: '00000000-0000-4000-8000-000000000000' }];
  const bins = [{ boundary: { points } }];
  assertProblem(await service.request('POST', '/api/v1/markers', { patterns, bins }), 404);
  const answer = await service.request('POST', '/api/v1/markers', { patterns, bins, populationSize: 0 });
  assertProblem(answer, 422);
  assert.equal(pathsOf(answer), ['populationSize']);
});

test.run();
