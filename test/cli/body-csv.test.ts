/** `selvage body --csv`: takes a table of people and returns a completed one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadBodyModel } from '../../src/body/complete.js';
import { parseCsv } from '../../src/body/csv.js';
import { measurementNames } from '../../src/body/fields.js';
import { completedHeader, completedLine, readPeopleTable } from '../../src/cli/body-csv.js';
import { CommandError } from '../../src/cli/exit.js';
import { selvage, serve, temporaryFolder } from './run-selvage.js';

const model = await loadBodyModel();
const folder = temporaryFolder();
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const team = file('team.csv', 'id,Player,sex,Height,waist girth,WEIGHT\n7,"Ann, A.",F,168,74,62.5\n\n9,Bob,m,181,,\n');

test('other columns are carried over, and unknown measurements are filled in', async () => {
  const out = join(folder, 'out.csv');
  const { code, stderr } = await selvage(['body', '--csv', team, '-o', out, '--intervals']);
  assert.is(code, 0, stderr);
  assert.match(stderr, /2 of 2 people/);
  const [header, ann, bob, ...more] = parseCsv(readFileSync(out, 'utf8'));
  assert.equal(more, []);
  const cell = (row: typeof header, name: string): string => row!.cells[header!.cells.indexOf(name)]!;
  assert.equal(ann!.cells.slice(0, 4), ['7', 'Ann, A.', 'female', 'metric']);
  assert.is(header!.cells.length, 4 + 3 * measurementNames.length + 1);
  assert.is(cell(ann, 'weight'), '62.5');
  assert.is(cell(ann, 'weight_low'), '');
  assert.is(cell(bob, 'height'), '181');
  for (const name of ['weight', 'waistGirth', 'hipGirth']) {
    const [low, value, high] = ['_low', '', '_high'].map((end) => Number(cell(bob, name + end)));
    assert.ok(0 < low! && low! < value! && value! < high!, name);
  }
  const americans = join(folder, 'americans.csv');
  await selvage(['body', '--csv', team, '-o', americans, '--intervals', '--population', 'us']);
  const [, , american] = parseCsv(readFileSync(americans, 'utf8'));
  assert.is(cell(american, 'hipGirth'), cell(bob, 'hipGirth'));
  assert.ok(Number(cell(american, 'hipGirth_high')) < Number(cell(bob, 'hipGirth_high')));
  const navel = join(folder, 'navel.csv');
  await selvage(['body', '--csv', team, '-o', navel, '--intervals', '--taken', 'waistGirth=navel']);
  const [, converted, unmeasured] = parseCsv(readFileSync(navel, 'utf8'));
  assert.ok(Number(cell(converted, 'waistGirth_high')) < 76 && Number(cell(converted, 'waistGirth')) < 73);
  assert.equal(unmeasured, bob, 'a person without a waist has nothing to convert');
});

test('with --json every person is a line: their other columns and their measurements', async () => {
  const { code, stdout, stderr } = await selvage(['body', '--csv', team, '--json']);
  assert.is(code, 0, stderr);
  const lines = stdout.trim().split('\n');
  assert.is(lines.length, 2);
  const ann = JSON.parse(lines[0]!) as { others: object; gender: string; fields: Record<string, { source: string }> };
  assert.equal([ann.others, ann.gender], [{ id: '7', Player: 'Ann, A.' }, 'female']);
  assert.equal([ann.fields.height!.source, ann.fields.hipGirth!.source], ['input', 'predicted']);
});

test('a service gives the same table', async () => {
  const service = await serve(['--data', temporaryFolder(), '--solvers', '0']);
  const args = ['body', '--csv', team, '--unit', 'imperial'];
  const here = await selvage(args);
  const account = ['--server', service.url, '--key', service.apiKey];
  const there = await selvage([...args, ...account]);
  const women = file('women.csv', `sex,height,weight\n${'f,165,60\nf,170,62\n'.repeat(7)}`);
  await selvage(['body', 'adapt', women, '--name', 'women', ...account]);
  const men = await selvage(['body', '--csv', team, '--population', 'women', ...account]);
  await service.stop();
  assert.is(men.stdout, '');
  assert.match(men.stderr, /row 4: the population women has nobody who is male/);
  assert.is(there.code, 0, there.stderr);
  assert.is(there.stdout, here.stdout);
  // a height of 168 in and a waist of 74 in: the warnings stand in the last column
  assert.match(here.stdout, /centimetres/);
});

test('a wrong table is refused before anything is written', async () => {
  const out = join(folder, 'none.csv');
  const wrong = file('wrong.csv', 'gender,height\nf,tall\n');
  const { code, stderr } = await selvage(['body', '--csv', wrong, '-o', out]);
  assert.is(code, 2);
  assert.match(stderr, /row 2, column height: "tall" is not a number/);
  assert.throws(() => readFileSync(out), /ENOENT/);
});

test('people without an answer are named by row before anything is written', async () => {
  const out = join(folder, 'nobody.csv');
  const women = join(folder, 'women.json');
  const measured = Array.from({ length: 14 }, (_, i) => `f,${158 + i},${60 + i}\n`).join('');
  const adapted = await selvage(['body', 'adapt', file('measured.csv', `sex,height,weight\n${measured}`), '-o', women]);
  assert.is(adapted.code, 0, adapted.stderr);
  const mixed = file('mixed.csv', `sex,height\n${'f,165\n'.repeat(300)}m,180\n`);
  const refused = await selvage(['body', '--csv', mixed, '-o', out, '--population', women]);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, /row 302: population was adapted to women alone/);
  const necks = file('necks.csv', 'sex,neckGirth,neckMidGirth\nm,40,\nm,40,38\n');
  const twice = await selvage(['body', '--csv', necks, '-o', out, '--taken', 'neckGirth=middle']);
  assert.is(twice.code, 2);
  assert.match(twice.stderr, /row 3: taken\.neckGirth must not be middle beside neckMidGirth/);
  assert.throws(() => readFileSync(out), /ENOENT/);
});

test('the tables of countries with a decimal comma keep their signs', () => {
  const table = readPeopleTable('\uFEFFname;height;weight\r\nx;168,5;62\r\n', 'metric', 'female');
  const [person] = table.people;
  assert.equal(person!.request.measurements, { height: 168.5, weight: 62 });
  const cells = completedLine(table, person!, model.complete(person!.request), false).trim().split(';');
  assert.is(cells[completedHeader(table, false).split(';').indexOf('height')], '168,5');
  assert.is(cells.length, 1 + 2 + measurementNames.length + 1);
  const markOf = (text: string): string => readPeopleTable(text, 'metric', 'female').decimalMark;
  assert.is(markOf('name;height;weight\nx;168.5;62\n'), '.');
  assert.is(markOf('name;height\n1.5;168\n'), ',');
  assert.is(markOf('name\theight\nx\t168,5\n'), ',');
  assert.is(markOf('name,height\nx,168\n'), '.');
});

test('a column unit gives the units of each row, and a completed table reads back', async () => {
  const table = readPeopleTable('gender,Unit,weight\nf,imperial,140\nf,,62\nm,METRIC,80\n', 'metric');
  assert.equal(
    table.people.map(({ request }) => request.unit),
    ['imperial', 'metric', 'metric'],
  );
  const [header, first] = [completedHeader(table, true), table.people[0]!];
  const line = completedLine(table, first, model.complete(first.request), true);
  const again = readPeopleTable(header + line, 'metric');
  assert.equal(again.people[0]!.request.unit, 'imperial');
  assert.equal(again.others, []);
  assert.throws(
    () => readPeopleTable('gender,unit,weight\nf,stone,9\n', 'metric'),
    (error: Error) => error.message === 'row 2, column unit: "stone" must be metric or imperial',
  );
});

test('everything wrong is named by row and column', () => {
  const said = (text: string, gender?: 'female' | 'male'): string => {
    try {
      readPeopleTable(text, 'metric', gender);
    } catch (error) {
      assert.instance(error, CommandError);
      return [(error as CommandError).message, ...(error as CommandError).details].join('\n');
    }
    throw new Error('read');
  };
  assert.is(
    said('gender,height,weight\nf,tall,60\nq,170,-5\n'),
    [
      'row 2, column height: "tall" is not a number',
      'row 3, column gender: "q" must be female or male',
      'row 3, column weight: "-5" must be above 0',
    ].join('\n'),
  );
  assert.match(said('gender,hieght\nf,160\n'), /hieght.*did you mean height/);
  assert.match(said('gender,height,Height\nf,160,161\n'), /Height.*twice/);
  assert.match(said('height\n160\n'), /no column gender/);
  assert.match(said('gender,name\nf,Ann\n'), /no measurement/);
  assert.match(said('gender,height\nf,160,170\n'), /row 2 has 3 cells/);
  assert.match(
    said('name,gender,height\nBob,m,180\n"Ann,f,160\nEve,f,161\n'),
    /row 3 has a cell that begins with a quot/,
  );
  assert.match(said('', 'female'), /no people/);
  assert.match(said(`height\n${'x\n'.repeat(50)}`, 'male'), /and 30 more/);
});

test.run();
