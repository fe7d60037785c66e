/** A pattern of one's own on the command line: from a document or a file to versions, drafts and differences. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dxfSource, square } from '../drawing/dxf-source.js';
import { type Run, type Served, selvage, serve, temporaryFolder } from './run-selvage.js';

let service: Served;
const folder = temporaryFolder();
const data = join(folder, 'data');
const file = (name: string): string => join(folder, name);

test.before(async () => {
  service = await serve(['--data', data, '--solvers', '0']);
});
test.after(async () => {
  await service.stop();
});

const run = (...args: string[]): Promise<Run> =>
  selvage(['pattern', ...args], { env: { SELVAGE_SERVER: service.url, SELVAGE_KEY: service.apiKey } });

async function ok(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  assert.is(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function fails(exitCode: number, sentence: RegExp, ...args: string[]): Promise<string> {
  const { code, stderr } = await run(...args);
  assert.is(code, exitCode, stderr);
  assert.match(stderr, sentence);
  return stderr;
}

const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await ok(...args, '--json')) as T;

interface VersionRecord {
  readonly pattern: string;
  readonly version: number;
  readonly published: string | null;
  readonly hash: string;
}

interface Skirt {
  name: string;
  variables: { name: string; default: number }[];
  points: Record<string, Record<string, unknown>>;
}

test('a pattern of the library is exported, changed, drafted, published, compared and published again', async () => {
  await ok('export', 'A-line skirt', '-o', file('skirt.json'));
  const skirt = JSON.parse(readFileSync(file('skirt.json'), 'utf8')) as Skirt;
  skirt.name = 'Own skirt';
  writeFileSync(file('skirt.json'), JSON.stringify(skirt));
  assert.match(await ok('draft', file('skirt.json'), 'skirtLength=55', '--format', 'svg'), /^<\?xml[\s\S]*Own skirt/);
  assert.match(await ok('publish', file('skirt.json'), '--check'), /sound; nothing was stored/);

  const first = await json<VersionRecord>('publish', file('skirt.json'));
  assert.equal([first.version, first.published !== null], [1, true]);
  const same = await run('publish', file('skirt.json'), '--json');
  assert.match(same.stderr, /nothing has changed since version 1/);
  assert.equal(JSON.parse(same.stdout), first);

  skirt.variables.find(({ name }) => name === 'skirtLength')!.default = 70;
  writeFileSync(file('skirt.json'), JSON.stringify(skirt));
  const second = await json<VersionRecord>('publish', file('skirt.json'), '--draft');
  assert.equal([second.pattern, second.version, second.published], [first.pattern, 2, null]);
  const difference = await ok('diff', 'Own skirt');
  assert.match(difference, /variables\.skirtLength\.default: 60 -> 70/);
  assert.match(difference, /^front .*16\.\d\d %$/m);
  assert.equal(await json('diff', 'Own skirt', '2', file('skirt.json')), []);

  assert.equal(await json('list', '--own'), [
    { pattern: first.pattern, name: 'Own skirt', published: 1, draft: 2, public: false },
  ]);
  const drafted = JSON.parse(await ok('draft', 'Own skirt', '--pattern-version', '2')) as {
    patternVersionNumber: number;
    variables: { skirtLength: number };
  };
  assert.equal([drafted.patternVersionNumber, drafted.variables.skirtLength], [2, 70]);
  assert.is((await json<VersionRecord>('publish', 'Own skirt')).version, 2);
  assert.equal(
    (await json<VersionRecord[]>('versions', 'Own skirt')).map(({ version, published }) => [
      version,
      published !== null,
    ]),
    [
      [1, true],
      [2, true],
    ],
  );
  const old = JSON.parse(await ok('export', first.pattern, '--pattern-version', '1')) as Skirt;
  assert.is(old.variables.find(({ name }) => name === 'skirtLength')!.default, 60);
});

test('the faults of a document are reported with their places, and nothing is stored', async () => {
  const skirt = JSON.parse(await ok('export', 'A-line skirt')) as Skirt;
  skirt.name = 'Broken skirt';
  skirt.points.hem = { op: 'offset', from: 'waist', dx: 'hemm', dy: 0 };
  skirt.variables[0]!.name = 'waistGrith';
  writeFileSync(file('broken.json'), JSON.stringify(skirt));
  const told = await fails(2, /variables\[0\]\.name: .*did you mean "waistGirth"/, 'publish', file('broken.json'));
  assert.match(told, /points\.hem\.dx: unknown name "hemm"/);
  writeFileSync(file('no.json'), '{\n  "schema": "pattern-definition/1"\n  "name": "x"}');
  await fails(2, /line 3, column 3/, 'publish', file('no.json'));
  await fails(2, /cannot be read/, 'publish', file('absent.json'));
  await fails(4, /no pattern "toga"/, 'publish', 'toga');
  await fails(4, /no pattern "toga"/, 'export', 'toga');
  await fails(4, /no version 9/, 'publish', 'Own skirt', '--pattern-version', '9');
  assert.not.match(await ok('list', '--own'), /Broken skirt/);
});

test('a DXF is imported as a static pattern, drafted and published', async () => {
  await ok('draft', 'Tote bag', '--format', 'dxf', '-o', file('bag.dxf'));
  const document = JSON.parse(await ok('import', file('bag.dxf'), '--name', 'Bag')) as { pieces: object[] };
  const original = JSON.parse(await ok('draft', 'Tote bag')) as { data: { pieces: object[] } };
  assert.is(document.pieces.length, original.data.pieces.length);
  const published = await json<VersionRecord & { kind: string }>('publish', file('bag.dxf'), '--name', 'Bag');
  assert.equal([published.version, published.kind], [1, 'static']);
  const drafted = JSON.parse(await ok('draft', 'Bag')) as typeof original;
  assert.is(drafted.data.pieces.length, original.data.pieces.length);
  await fails(2, /size: the file has/, 'import', file('bag.dxf'), '--size', 'XXL');

  writeFileSync(file('frame.dxf'), dxfSource([...square(90), ...square(50, 10, 10)]));
  const holes = async (...flags: string[]): Promise<number> => {
    const { pieces } = JSON.parse(await ok('import', file('frame.dxf'), ...flags)) as { pieces: { holes: object[] }[] };
    assert.is(pieces.length, 1);
    return pieces[0]!.holes.length;
  };
  assert.equal([await holes(), await holes('--holes')], [0, 1]);
});

test('a Seamly2D pattern is imported with its measurements, and its omissions are reported', async () => {
  const point = (id: number, name: string, rest: string): string => `<point id="${id}" name="${name}" ${rest}/>`;
  const at = (id: number): string => `<node idObject="${id}" type="NodePoint"/>`;
  writeFileSync(
    file('tab.sm2d'),
    `<?xml version="1.0"?><pattern><unit>cm</unit><increments/><draftBlock name="b"><calculation>
    ${point(1, 'A', 'type="single" x="0" y="0"')}
    ${point(2, 'B', 'type="endLine" basePoint="1" angle="0" length="hip_circ/4"')}
    ${point(3, 'C', 'type="endLine" basePoint="2" angle="270" length="10"')}
    ${point(4, 'W', 'type="wormhole"')}
    </calculation><modeling>${[1, 2, 3].map((id) => `<point id="1${id}" idObject="${id}" type="modeling"/>`).join('')}
    </modeling><pieces><piece id="9" name="Tab"><nodes>${[11, 12, 13].map(at).join('')}</nodes></piece></pieces>
    </draftBlock></pattern>`,
  );
  writeFileSync(
    file('me.smis'),
    '<?xml version="1.0"?><smis><unit>cm</unit><body-measurements><m name="hip_circ" value="100"/></body-measurements></smis>',
  );
  const { code, stdout, stderr } = await run('import', file('tab.sm2d'), '--measurements', file('me.smis'));
  assert.is(code, 0, stderr);
  assert.match(stderr, /wormhole W: not converted/);
  assert.match(stderr, /1 of 1 pieces imported/);
  assert.match(stdout, /"hipGirth", "kind": "measurement"/);
});

test('the measurements of a Seamly2D pattern are found in its folder; a file without pieces lists every reason', async () => {
  const written = readFileSync(file('tab.sm2d'), 'utf8');
  const named = (name: string, text = written): string =>
    text.replace('<increments/>', `<measurements>C:\\elsewhere\\${name}</measurements><increments/>`);
  writeFileSync(file('named.sm2d'), named('Me.vit'));
  const found = await run('import', file('named.sm2d'));
  assert.is(found.code, 0, found.stderr);
  assert.match(found.stderr, /note: measurements from .*me\.smis/);
  assert.match(found.stdout, /"hipGirth", "kind": "measurement"/);

  writeFileSync(file('lost.sm2d'), named('you.vit'));
  const lost = await fails(2, /the measurement file you\.vit is not in the same folder/, 'import', file('lost.sm2d'));
  assert.match(lost, /endLine B: not converted: the name hip_circ is unknown/);
  assert.match(lost, /wormhole W: not converted/);
  assert.match(lost, /Tab: not converted: it depends on something left out \(B: the name hip_circ is unknown\)/);
});

test('without a server the patterns are those of the data folder, for the named user', async () => {
  const local = async (...args: string[]): Promise<Run> => selvage(['pattern', ...args, '--data', data]);
  assert.match((await local('list', '--own')).stdout, /Own skirt/);
  assert.is((await local('list', '--own', '--user', 'nobody')).code, 4);
});

test('a listing has pictures, and variables with everything that a form needs', async () => {
  const rows = (await ok('list', '--variables')).split('\n');
  const start = rows.findIndex((row) => row.startsWith('A-line skirt'));
  assert.match(rows[start + 1]!, /variable +group +type +unit +default +min +max +step +choices +label/);
  assert.ok(
    rows.slice(start).some((row) => /^skirtLength +style +length +cm +60 +35 +110 +1 +Skirt length$/.test(row)),
  );
  const patterns = await json<{ patternId: string; picture: string }[]>('list');
  await ok('list', '--pictures', file('pictures'));
  for (const { patternId, picture } of patterns) {
    assert.match(picture, /^<\?xml[\s\S]*<svg [\s\S]*<\/svg>\s*$/);
    assert.is(readFileSync(join(file('pictures'), `${patternId}.svg`), 'utf8'), picture);
  }
});

test('a PDF comes on one sheet or on pages of paper', async () => {
  for (const paper of ['full', 'a4', 'letter']) {
    await ok('draft', 'Tote bag', '--format', 'pdf', '--paper', paper, '-o', file(`${paper}.pdf`));
  }
  const [full, a4, letter] = ['full', 'a4', 'letter'].map((paper) => readFileSync(file(`${paper}.pdf`)));
  for (const pdf of [full!, a4!, letter!]) assert.is(pdf.subarray(0, 5).toString(), '%PDF-');
  assert.ok(!full!.equals(a4!) && !a4!.equals(letter!));
});

test.run();
