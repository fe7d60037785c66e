/** Bodies that are small to send and large to process: each within the limit of 32 MiB, with its allowed answers. */

const mebibyte = 2 ** 20;
const size = 31 * mebibyte;

export interface Bomb {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly answers: readonly number[];
}

const many = (unit: string): string => unit.repeat(Math.floor(size / unit.length));

const listed = (count: number, each: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => each(i)).join(',');

function names(): string {
  let text = '"a":1';
  for (let i = 0; text.length < size; i++) text += `,"k${i}":1`;
  return text;
}

const triangle = '"points":[[0,0],[1,1],[1,0]]';
const sheet = '{"boundary":{"points":[[0,0],[9,0],[9,9],[0,9]]}}';
const nest = (polygons: string, bins = sheet): string =>
  `{"maximumExecutionTime":0.1,"bins":[${bins}],"polygons":[${polygons}]}`;
const part = (points: string): string => `{"id":"a","points":[${points}]}`;

/** Two edges of the star begin at every point, and every edge crosses nearly all others. */
const star = (points: number): string =>
  listed(points, (i) => {
    const angle = (2 * Math.PI * i * Math.floor(points / 2)) / points;
    return `[${Math.cos(angle)},${Math.sin(angle)}]`;
  });

const comb = (teeth: number): string => `[0,-1],${listed(teeth, (i) => `[${i},${i % 2 ? 1000 : 0}]`)},[${teeth},-1]`;

const [toNest, toPattern] = ['/api/v1/nest', '/api/v1/patterns/00000000-0000-4000-8000-000000000000'];

/** Made one after the other, since all together take half a gigabyte. */
export function* bombs(): Generator<Bomb> {
  const bomb = (name: string, path: string, body: string, ...answers: number[]): Bomb => ({
    name,
    path,
    body,
    answers,
  });
  yield bomb('white space', toNest, many(' '), 400);
  yield bomb('depth', toNest, many('['), 400);
  yield bomb('numbers', toNest, `{"polygons":[${many('1,')}1]}`, 413);
  yield bomb('points', toNest, nest(part(`${many('[1.5,2.5],')}[1,1]`)), 413);
  yield bomb('empty arrays', toNest, nest(`${many('[],')}[]`), 413);
  yield bomb('empty objects', toNest, nest(`${many('{},')}{}`), 413);
  yield bomb('strings', toNest, nest(`${many('"a",')}""`), 413);
  yield bomb('one string', toNest, `{"serverId":"${many('a')}"}`, 422);
  yield bomb('one string of escapes', toNest, `{"serverId":"${many('\\n')}"}`, 422);
  yield bomb('one string of long escapes', toNest, `{"serverId":"${many('\\u00e9')}"}`, 422);
  yield bomb('one number', toNest, `{"minDistance":${many('1')}}`, 422);
  yield bomb('keys', '/api/v1/bodydbl', `{${names()}}`, 413);
  yield bomb('keys of a nest request', toNest, `{${names()}}`, 413);
  yield bomb('variables', toPattern, `{"variables":{${names()}}}`, 413);
  yield bomb('an outline of 98,000 points', toNest, nest(part(comb(98_000))), 200);
  yield bomb('a star of 98,001 points', toNest, nest(part(star(98_001))), 422);
  const outline = '[0,0],[1,0],[2,0.5],[3,0],[4,1],[3,3],[2,2],[1,3],[0,1]';
  yield bomb('10,000 parts', toNest, nest(listed(10_000, () => part(outline))), 200);
  const hole = (i: number): string => `{"points":[[${i},1],[${i + 2},1],[${i + 1},3]]}`;
  const holed = `{"boundary":{"points":[[0,0],[90,0],[90,90],[0,90]]},"holes":[${listed(30, hole)}]}`;
  yield bomb(
    '1,000 sheets with 30 holes',
    toNest,
    nest(
      `{${triangle}}`,
      listed(1_000, () => holed),
    ),
    200,
  );
  const grid = (i: number): string => {
    const [x, y] = [1 + 3 * (i % 182), 1 + 3 * Math.floor(i / 182)];
    return `{"points":[[${x},${y}],[${x + 2},${y}],[${x + 1},${y + 2}]]}`;
  };
  const wide = (holes: number): string =>
    `{"points":[[0,0],[600,0],[600,600],[0,600]]${holes > 0 ? `,"holes":[${listed(holes, grid)}]` : ''}}`;
  yield bomb('100 parts with 300 holes', toNest, nest(listed(100, () => wide(300))), 200);
  const manyHoles = `{"boundary":${wide(0)},"holes":[${listed(33_000, grid)}]}`;
  yield bomb('a sheet with 33,000 holes', toNest, nest(`{${triangle}}`, manyHoles), 200);
}
