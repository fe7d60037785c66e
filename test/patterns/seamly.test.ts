import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readXml } from '../../src/drawing/xml.js';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { importSeamly } from '../../src/patterns/import/seamly/import-seamly.js';
import { measurementsNamed } from '../../src/patterns/import/seamly/measurements.js';
import { translateFormula } from '../../src/patterns/import/seamly/translate-formula.js';
import { checkContent, draft, variablesOf } from '../../src/patterns/patterns.js';
import { areaOf, checkPiece } from './piece-checks.js';
import { measurements, pattern, triangle } from './seamly-files.js';

const draftOf = (content: Json, variables: Record<string, number> = {}) =>
  draft({ kind: 'definition', sha256: JSON.stringify(content), content }, { variables, unfold: true });

test('tools, measurements and increments become points, variables and pieces of the same size', async () => {
  const { content, notes, pieceCount } = importSeamly(pattern(), measurements, 'Test');
  assert.equal([notes, pieceCount], [[], 1]);
  await checkContent('definition', content);
  const { pieces, description } = await draftOf(content);
  assert.is(description, 'A <test>');
  const [piece] = pieces;
  checkPiece(piece!, 'imported');
  const corner = 100 * 100 * (1 - Math.PI / 4);
  assert.ok(Math.abs(areaOf(piece!.seamLine!) - (260 * 200 - corner)) < 30);
  assert.is(piece!.quantity, 2);
  assert.is(piece!.seamAllowance, 15);
});

test('a known measurement is one of ours and fills from a body; others can be set; formulas are read-only', async () => {
  const { content } = importSeamly(pattern(), measurements, 'Test');
  const variables = new Map(
    variablesOf({ kind: 'definition', sha256: 'vars', content }).map((variable) => [variable.key, variable]),
  );
  assert.equal([...variables.keys()], ['hipGirth', 'own_depth', 'half_hip', 'Ease', 'Quarter']);
  assert.is(variables.get('hipGirth')!.measurement, true);
  assert.is(variables.get('Ease')!.editable, true);
  assert.is(variables.get('Quarter')!.editable, false);
  const { pieces, variables: values } = await draftOf(content, { hipGirth: 120, Ease: 0 });
  assert.is(values.Quarter, 30);
  const xs = pieces[0]!.seamLine!.map(([x]) => x);
  assert.ok(Math.abs(Math.max(...xs) - Math.min(...xs) - 300) < 0.01);
});

test('measurements in another unit than the pattern are converted', async () => {
  const inMm = measurements.replace('<unit>cm', '<unit>mm').replace('"100"', '"1000"').replace('"20"', '"200"');
  const [a, b] = await Promise.all(
    [measurements, inMm].map((file) => draftOf(importSeamly(pattern(), file, 'Test').content)),
  );
  assert.equal(a!.pieces, b!.pieces);
});

test('unknown parts are left out with their dependants, and reported; the rest is converted', async () => {
  const extra = `<point id="40" type="wormhole" name="W"/><point id="41" type="endLine" name="W1" basePoint="40" angle="0" length="1"/>
    <point id="42" type="endLine" name="Z" basePoint="1" angle="0" length="sqrt(0-1)"/>`;
  const { content, notes } = importSeamly(pattern(extra), measurements, 'Test');
  assert.is((await draftOf(content)).pieces.length, 1);
  const text = notes.map(({ message }) => message).join('\n');
  assert.match(text, /the tool point:wormhole/);
  assert.match(text, /W1: not converted: it depends on something left out \(W: the tool point:wormhole is unknown\)/);
  assert.match(text, /Z: sqrt has no finite result here; everything that depends on it was left out too/);
});

test('formulas: radians become degrees, angles turn round, lengths of lines and curves are found by name', () => {
  const names = {
    variable: (label: string) => ({ '#Ease': 'Ease', талия: 'waist' })[label],
    pair: (a: string, b: string) => (['A', 'A_1'].includes(a) && b === 'B' ? ([a, b] as const) : undefined),
    curve: (label: string) => ({ Spl_A_B: 'C7' })[label],
    current: 'length(C1)',
  };
  const cases: [string, string][] = [
    ['#Ease*2+талия/4', 'Ease * 2 + waist / 4'],
    ['Line_A_B', 'dist(A, B)'],
    ['Line_A_1_B', 'dist(A_1, B)'],
    ['AngleLine_A_B', 'mod(-angle(A, B), 360)'],
    ['Spl_A_B-CurrentLength/2', 'length(C7) - length(C1) / 2'],
    ['sin(1)', 'sin((1) * 180 / pi)'],
    ['atan(1)', '(atan(1) * pi / 180)'],
    ['sinD(30)', 'sin(30)'],
    ['max(1;rint(2,5))', 'max(1,floor((2.5) + 0.5))'],
    ['#Ease>3?1:2', 'Ease > 3 ? 1 : 2'],
  ];
  for (const [source, expected] of cases) assert.is(translateFormula(source, names), expected);
  for (const wrong of ['', 'nope', 'eval(1)', 'fmod(1)', 'log(1;2)', '(1', '1)', '1 $ 2'])
    assert.throws(() => translateFormula(wrong, names), /./, wrong);
});

test('functions keep their values', async () => {
  const values: [formula: string, value: number][] = [
    ['log(1000)', 3],
    ['log10(100)', 2],
    ['log2(8)', 3],
    ['ln(_e)', 1],
    ['r2cm(2.347)', 2.3],
    ['r2cm(-2.35)', -2.3],
    ['rint(-2.5)', -2],
    ['fmod(-7;3)', -1],
    ['fmod(7;-3)', 1],
    ['sum(1;2;3)*2', 12],
    ['avg(1;2;6)', 3],
    ['radTodeg(atan2(1;1))', 45],
  ];
  const list = values.map(([formula], i) => `<increment name="#v${i}" formula="${formula}+0*#zero"/>`).join('');
  const file = triangle('').replace(
    '<draftBlock',
    `<increments><increment name="#zero" formula="0"/>${list}</increments><draftBlock`,
  );
  const { content, notes } = importSeamly(file, null, 'Test');
  assert.equal(notes, []);
  const { variables } = await draftOf(content);
  for (const [i, [formula, value]] of values.entries())
    assert.ok(Math.abs((variables[`v${i}`] as number) - value) < 1e-9, `${formula}: ${variables[`v${i}`]}`);
  const nested = `${'fmod('.repeat(30)}1${';1)'.repeat(30)}`;
  const none = { variable: () => undefined, pair: () => undefined, curve: () => undefined };
  assert.throws(() => translateFormula(nested, none), /the formula is longer than 5000 characters/);
});

test('a formula may give names to values before its last part', () => {
  const names = {
    variable: (label: string) => ({ '#w': 'w' })[label],
    pair: () => undefined,
    curve: () => undefined,
  };
  const translated = (source: string): string => translateFormula(source, names);
  assert.is(translated('#half = #w/2;\n #more=max(#half; 1) + #half;\n #more - 1'), '(max((w / 2),1) + (w / 2)) - 1');
  assert.is(translated('#w == 2 ? 1 : 0'), 'w == 2 ? 1 : 0');
  assert.throws(() => translated('#w = 3; #w'), /the formula assigns a value to the variable #w/);
  assert.throws(() => translated('3; 4'), /"3; 4" has several results/);
  const doubled = Array.from({ length: 30 }, (_, i) => `#a${i + 1} = #a${i} + #a${i};`).join(' ');
  assert.throws(() => translated(`#a0 = 1; ${doubled} #a30`), /the formula is longer than 5000 characters/);
});

test('a file without a convertible piece lists every reason', () => {
  const needs = (id: number, name: string): string =>
    `<detail id="9${id}" name="${name}" version="2" seamAllowance="false" width="0"><nodes>
      <node type="NodePoint" idObject="${id}"/><node type="NodePoint" idObject="2"/><node type="NodePoint" idObject="3"/></nodes></detail>`;
  const united = '<tools type="unionDetails"><children><child>60</child></children></tools>';
  const text = triangle(
    '<point id="40" type="wormhole" name="W"/><point id="41" type="endLine" name="Z" basePoint="1" angle="0" length="1/0"/>',
    `${needs(40, 'Sleeve')}${needs(41, 'Cuff')}${needs(60, 'Collar')}${united}`,
  ).replace('<node type="NodePoint" idObject="1"/>', '<node type="NodePoint" idObject="77"/>');
  try {
    importSeamly(text, null, 'x');
    assert.unreachable();
  } catch (error) {
    const messages = (error as ServiceError).problems.map(({ message }) => message);
    assert.ok(messages.every((message) => message.startsWith('file: no piece could be converted: ')));
    for (const reason of [
      /the tool point:wormhole/,
      /Triangle: not converted: the point 77 is missing/,
      /Sleeve: not converted: it depends on something left out \(W: the tool point:wormhole is unknown\)/,
      /Cuff: not converted: it depends on something left out \(Z: .*no finite result/,
      /Collar: not converted: it depends on something left out \(two pieces cannot be united: the union is incomplete/,
    ])
      assert.ok(
        messages.some((message) => reason.test(message)),
        `${reason} in ${messages.join('\n')}`,
      );
  }
});

test('a measurement with a formula calculates in the unit of its own file', async () => {
  const inMm = `<smis><unit>mm</unit><body-measurements><m name="a" value="100"/>
    <m name="b" value="a/2+30"/></body-measurements></smis>`;
  const file = triangle('<point id="10" type="endLine" name="E" basePoint="1" angle="0" length="b"/>');
  const { variables } = await draftOf(importSeamly(file, inMm, 'Test').content);
  assert.is(variables.a, 10);
  assert.is(variables.b, 8);
});

test('a measurement of special units, such as degrees, keeps its number in every unit', async () => {
  const inMm = `<vit><unit>mm</unit><body-measurements><m name="slope" value="21.5" specialUnits="true"/>
    <m name="steeper" value="slope+half/100" specialUnits="true"/><m name="half" value="100"/>
    <m name="long" value="slope*10+half"/></body-measurements></vit>`;
  const { content, notes } = importSeamly(triangle(''), inMm, 'Test');
  assert.equal(notes, []);
  assert.equal((await draftOf(content)).variables, { slope: 21.5, steeper: 22.5, half: 10, long: 31.5 });
});

test('increments may use others further down', async () => {
  const file = triangle('<point id="10" type="endLine" name="E" basePoint="1" angle="0" length="#a"/>').replace(
    '<draftBlock',
    '<increments><increment name="#a" formula="#b*2"/><increment name="#b" formula="3"/></increments><draftBlock',
  );
  const { content, notes } = importSeamly(file, null, 'Test');
  assert.equal(notes, []);
  assert.is((await draftOf(content)).variables.a, 6);
});

test('the variables of newer Seamly2D files are increments, too', async () => {
  const file = triangle('<point id="10" type="endLine" name="E" basePoint="1" angle="0" length="#w"/>').replace(
    '<draftBlock',
    '<variables><variable name="#w" description="width" formula="12"/><variable name="#half" description="" formula="#w/2"/></variables><draftBlock',
  );
  const { content, notes } = importSeamly(file, null, 'Test');
  assert.equal(notes, []);
  assert.equal((await draftOf(content)).variables, { w: 12, half: 6 });
});

test('a pattern’s measurement file is found under all of its possible names', () => {
  assert.equal(measurementsNamed('<pattern><measurements>C:\\My files\\Me.VIT</measurements>'), {
    path: 'C:\\My files\\Me.VIT',
    fileNames: ['me.vit', 'me.smis'],
  });
  assert.equal(measurementsNamed('<pattern><measurements path="../a &amp; b.vst"/>'), {
    path: '../a & b.vst',
    fileNames: ['a & b.vst', 'a & b.smms'],
  });
  for (const none of ['<pattern/>', '<measurements/>', '<measurements></measurements>', '<measurements path=""/>'])
    assert.is(measurementsNamed(none), null, none);
});

test('files without valid XML, with a document type, or without pieces are refused', () => {
  for (const file of [
    '',
    'hello',
    '<a>',
    '<a></b>',
    '<!DOCTYPE x [<!ENTITY a "b">]><pattern/>',
    '<pattern/>',
    `<a>${'<a>'.repeat(100)}`,
  ]) {
    try {
      importSeamly(file, null, 'x');
      assert.unreachable(file.slice(0, 20));
    } catch (error) {
      assert.instance(error, ServiceError, file.slice(0, 20));
      assert.is((error as ServiceError).kind, 'invalid');
    }
  }
  const root = readXml('<a b="1 &amp; 2" c=\'&#65;\'><!-- <x> --><d>t&lt;</d><![CDATA[<raw>]]></a>');
  assert.equal(
    [...root.attributes],
    [
      ['b', '1 & 2'],
      ['c', 'A'],
    ],
  );
  assert.is(root.children[0]!.text, 't<');
  assert.is(root.text, '<raw>');
});

test.run();
