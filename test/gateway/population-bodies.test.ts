/** Bodies that name a population of the account, through the whole service: drafts, sizes, markers and proposals. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measurementNames } from '../../src/body/fields.js';
import { Random } from '../../src/random.js';
import { drawPeople } from '../body/survey.js';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem } from './open.js';
import { sheetOf } from './square.js';

/** Women have so much larger hips than those of the model. */
const larger = 1.12;
const woman = { gender: 'female', unit: 'metric', height: 168, weight: 62 };
const team = { ...woman, population: 'team' };
const martian = { ...woman, population: 'martian' };

let service: Embedded;
let skirt: string;

test.before(async () => {
  service = await openEmbedded();
  const { patterns } = (await service.request('GET', '/api/v1/patterns')).json;
  skirt = patterns.find(({ name }: { name: string }) => name === 'A-line skirt').patternId;
  const people = drawPeople(120, new Random(5))
    .filter(({ gender }) => gender === 'female')
    .map(({ logs }) => {
      const size = (name: string): number => Math.exp(logs[measurementNames.indexOf(name)]!);
      const { gender, unit } = woman;
      return { gender, unit, height: size('height'), weight: size('weight'), hipGirth: larger * size('hipGirth') };
    });
  const { status, text } = await post('/api/v1/populations', { name: 'team', people });
  assert.is(status, 200, text);
});
test.after(() => service.close());

const post = (path: string, body: object) => service.request('POST', path, JSON.stringify(body));
const draft = async (body: object) => (await post(`/api/v1/patterns/${skirt}`, { body })).json;

interface DraftedPiece {
  readonly boundary: readonly (readonly [number, number])[];
}

/** Of all pieces together, mm. */
const width = (pieces: readonly DraftedPiece[]): number =>
  pieces.reduce((sum, { boundary }) => {
    const xs = boundary.map(([x]) => x);
    return sum + Math.max(...xs) - Math.min(...xs);
  }, 0);

test('a draft for a body of an own population has its level; anybody is drafted like an American', async () => {
  const [us, anybody, own] = [
    await draft(woman),
    await draft({ ...woman, population: 'unspecified' }),
    await draft(team),
  ];
  assert.equal(anybody.data, us.data);
  const [wide, plain] = [width(own.data.pieces), width(us.data.pieces)];
  assert.ok(wide > plain + 10, `${wide} and ${plain} mm`);
  const { fields } = (await post('/api/v1/bodydbl', team)).json;
  const { hipGirth } = own.variables;
  assert.is(hipGirth, fields.hipGirth.value, 'the draft and the answer of the model agree');
  const sheet = await service.request('POST', `/api/v1/patterns/${skirt}`, JSON.stringify({ body: team }), {
    accept: 'image/svg+xml',
  });
  assert.match(sheet.text, /female \(team\)/);
});

test('what contradicts a body of the model may fit a body of the population', async () => {
  const { fields } = (await post('/api/v1/bodydbl', team)).json;
  const hipGirth = fields.hipGirth.value * 1.06;
  const codes = async (body: object): Promise<string[]> =>
    (await draft({ ...body, hipGirth })).errors.map(
      ({ code, path }: { code: string; path: string }) => `${code} ${path}`,
    );
  assert.ok((await codes(woman)).some((one) => one.startsWith('contradiction body.')));
  assert.equal(await codes(team), []);
});

test('sizes and a marker follow the population of each body', async () => {
  const sizes = [
    { name: 'us', body: woman },
    { name: 'team', body: team },
  ];
  const graded = (await post(`/api/v1/patterns/${skirt}/sizes`, { sizes })).json;
  const [us, own] = graded.sizes.map(({ pieces }: { pieces: DraftedPiece[] }) => width(pieces));
  assert.ok(own > us + 10, `${own} and ${us} mm`);
  const marker = async (body: object): Promise<number> => {
    const { text } = await post('/api/v1/markers', {
      patterns: [{ patternId: skirt, body }],
      bins: [sheetOf(3000)],
      maximumExecutionTime: 0.1,
    });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const parts = lines.find((line) => line.parts)?.parts ?? [];
    return width(parts.map(({ points }: { points: (readonly [number, number])[] }) => ({ boundary: points })));
  };
  assert.ok((await marker(team)) > (await marker(woman)) + 10);
});

test('documents of many sizes name the population of each body as the sheet of a draft does', async () => {
  const documents = (sizes: readonly object[]) =>
    Promise.all([
      post(`/api/v1/patterns/${skirt}/sizes`, { sizes, format: 'html' }),
      post(`/api/v1/patterns/${skirt}/sizes`, { sizes, format: 'svg' }),
      post(`/api/v1/patterns/${skirt}/techpack`, { sizes, seconds: 0, format: 'html' }),
    ]);
  const us = { name: 'us', body: woman };
  const own = { name: 'team', body: team };
  for (const { text } of await documents([us, own, { ...own, name: 'tall' }])) {
    assert.match(text, 'Made to: female in us; female (team) in team, tall');
  }
  for (const { text } of await documents([own])) assert.match(text, /Made to: female \(team\)(?! in)/);
  for (const { text } of await documents([{ name: 'long', variables: { skirtLength: 70 } }])) {
    assert.not.match(text, 'Made to');
  }
});

test('a lay plan follows the population of each body', async () => {
  const order = { cloths: [{ colour: 'navy', width: 1500 }], table: { length: 3000, plies: 10 }, material: 'fabric' };
  const area = async (body: object): Promise<number> => {
    const lines = [{ patternId: skirt, body, quantity: 1, colour: 'navy' }];
    const { status, text } = await post('/api/v1/lays', { ...order, lines, maximumExecutionTime: 1 });
    assert.is(status, 200, text);
    const plans = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'plan');
    const [{ jobId }] = plans.at(-1).markers;
    return (await service.request('GET', `/api/v1/nest/${jobId}/status`)).json.best.usage.partArea;
  };
  const [own, us] = [await area(team), await area(woman)];
  assert.ok(own > 1.05 * us, `${own} and ${us} mm2`);
});

test('the interval of a proposal is that of the population, wherever it is named', async () => {
  const next = async (request: object) => (await post('/api/v1/bodydbl/next', request)).json;
  const american = { ...woman, population: 'us' };
  const [wide, us] = [await next({ body: woman }), await next({ body: american })];
  assert.ok(wide.halfWidth > us.halfWidth * 1.05);
  assert.equal(await next({ body: woman, population: 'us' }), us);
  assertProblem(await post('/api/v1/bodydbl/next', { body: american, population: 'unspecified' }), 422, 'population');
  const man = { ...team, gender: 'male' };
  assertProblem(await post('/api/v1/bodydbl/next', { body: man }), 422, 'body.population');
});

test('an unknown population is told with its place; a table and the people of a population name none', async () => {
  const room = { bins: [sheetOf(3000)], maximumExecutionTime: 0.1 };
  const line = { patternId: skirt, body: martian, quantity: 1, colour: 'navy' };
  const table = { length: 6000, plies: 10 };
  const answers: [path: string, body: object, place: string][] = [
    [`patterns/${skirt}`, { body: martian }, 'body.population'],
    [`patterns/${skirt}`, { body: { ...team, gender: 'male' } }, 'body.population'],
    [`patterns/${skirt}/sizes`, { sizes: [{ name: 's', body: martian }] }, 'sizes[0].body.population'],
    ['markers', { patterns: [{ patternId: skirt, body: martian }], ...room }, 'patterns[0].body.population'],
    ['lays', { lines: [line], cloths: [{ colour: 'navy', width: 1500 }], table }, 'lines[0].body.population'],
    ['bodydbl/next', { body: martian }, 'body.population'],
    ['size-tables', { name: 't', sizes: [{ name: 's', body: team }] }, 'sizes[0].body.population'],
    ['populations', { name: 'p', people: Array.from({ length: 12 }, () => team) }, 'people[0].population'],
  ];
  for (const [path, body, place] of answers) assertProblem(await post(`/api/v1/${path}`, body), 422, place);
});

test.run();
