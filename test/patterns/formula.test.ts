import { all, create } from 'mathjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFormula, type Names, type Scope } from '../../src/patterns/definition/compile-formula.js';
import { FormulaError } from '../../src/patterns/definition/formula.js';
import { seeded } from './some-bodies.js';

const values = new Map<string, number | boolean | string>([
  ['chest', 92.5],
  ['waist', 78],
  ['ease', 0.12],
  ['tall', true],
  ['style', 'round'],
]);
const names: Names = {
  variables: new Map([
    ['chest', 'number'],
    ['waist', 'number'],
    ['ease', 'number'],
    ['tall', 'boolean'],
    ['style', 'text'],
  ]),
  points: new Set(['A', 'B']),
  curves: new Set(),
};
const scope: Scope = {
  variables: values,
  points: new Map([
    ['A', [0, 0]],
    ['B', [3, 4]],
  ]),
  curves: new Map(),
};
const evaluate = (source: string): number | boolean | string => compileFormula(source, names).evaluate(scope);

test('operators bind as in mathematics', () => {
  assert.is(evaluate('-2 ^ 2'), -4);
  assert.is(evaluate('2 ^ 3 ^ 2'), 512);
  assert.is(evaluate('2 ^ -1'), 0.5);
  assert.is(evaluate('7 - 2 - 1'), 4);
  assert.is(evaluate('1 + 2 * 3 > 6 && !false ? 10 : 20'), 10);
  assert.is(evaluate('true ? 1 : false ? 2 : 3'), 1);
  assert.is(evaluate('style == "round" && tall'), true);
});

test('angles are degrees, and geometry is read by name', () => {
  assert.ok(Math.abs((evaluate('sin(30)') as number) - 0.5) < 1e-15);
  assert.is(evaluate('dist(A, B)'), 5);
  assert.ok(Math.abs((evaluate('angle(A, B)') as number) - 53.13010235415598) < 1e-12);
  assert.is(evaluate('x(B) - y(A)'), 3);
});

test('agrees with mathjs on 5,000 random formulas', () => {
  // by default mathjs takes nearly equal numbers for equal
  const math = create(all ?? {}, { relTol: 0, absTol: 0 });
  const random = seeded(5000);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const number = (depth: number): string => {
    if (depth <= 0 || random() < 0.15) {
      return pick(['chest', 'waist', 'ease', '2', '0.5', '10', '3.25', '1e2', '.75', 'pi']);
    }
    switch (Math.floor(random() * 9)) {
      case 0:
        return `-${number(depth - 1)}`;
      case 1:
        return `(${number(depth - 1)})`;
      case 2:
        return `${pick(['sqrt', 'abs', 'floor', 'ceil', 'round', 'sign', 'exp'])}(${number(depth - 1)})`;
      case 3:
        return `${pick(['min', 'max'])}(${number(depth - 1)}, ${number(depth - 1)})`;
      case 4:
        return `(${condition(depth - 1)} ? ${number(depth - 1)} : ${number(depth - 1)})`;
      default:
        return `${number(depth - 1)} ${pick(['+', '-', '*', '/', '^'])} ${number(depth - 1)}`;
    }
  };
  const condition = (depth: number): string => {
    const compare = `${number(depth - 1)} ${pick(['<', '<=', '>', '>='])} ${number(depth - 1)}`;
    return depth > 0 && random() < 0.4 ? `${compare} ${pick(['&&', '||'])} ${condition(depth - 1)}` : compare;
  };
  let compared = 0;
  while (compared < 5000) {
    const source = number(4);
    let theirs: unknown;
    try {
      theirs = math.evaluate(source.replaceAll('&&', ' and ').replaceAll('||', ' or '), {
        chest: 92.5,
        waist: 78,
        ease: 0.12,
      });
    } catch {
      // complex numbers have no order: not comparable
      theirs = null;
    }
    let ours: unknown;
    try {
      ours = evaluate(source);
    } catch (error) {
      assert.instance(error, FormulaError, source);
      ours = Number.NaN;
    }
    // where no real number comes out (complex, infinite) ours refuses
    if (typeof theirs !== 'number' || !Number.isFinite(theirs)) continue;
    // an infinite or complex number on the way to a finite one is refused as well
    if (Number.isNaN(ours)) {
      assert.ok(/[/^]|exp|sqrt/.test(source), source);
      continue;
    }
    compared++;
    const close = ours === theirs || Math.abs((ours as number) - theirs) <= 1e-12 * Math.max(1, Math.abs(theirs));
    assert.ok(close, `${source}: ${String(ours)} and ${theirs}`);
  }
});

test('a wrong formula is refused with its place', () => {
  const cases: [source: string, message: RegExp, at: number][] = [
    ['', /ends too early/, 0],
    ['1 +', /ends too early/, 3],
    ['1 + * 2', /unexpected "\*"/, 4],
    ['(1', /ends too early/, 2],
    ['1 2', /unexpected 2/, 2],
    ['chset * 2', /did you mean "chest"/, 0],
    ['mni(1, 2)', /did you mean "min"/, 0],
    ['sqrt(1, 2)', /sqrt takes 1 argument, not 2/, 0],
    ['dist(A)', /dist takes 2 arguments, not 1/, 0],
    ['dist(A, C)', /unknown point "C"/, 8],
    ['A + 1', /is geometry/, 0],
    ['tall + 1', /expected a number but this is a boolean/, 0],
    ['style == 2', /text is compared with a number/, 6],
    ['tall ? 1 : "a"', /one way gives a number/, 5],
    ['1e999', /too large/, 0],
    ['2 $ 3', /unexpected character "\$"/, 2],
    ['a = 5', /unexpected character "="/, 2],
  ];
  for (const [source, message, at] of cases) {
    try {
      evaluate(source);
      assert.unreachable(source);
    } catch (error) {
      assert.instance(error, FormulaError, source);
      assert.match((error as FormulaError).message, message, source);
      assert.is((error as FormulaError).at, at, source);
    }
  }
});

test('hostile formulas are refused, and nothing of the host language is reachable', () => {
  const hostile = [
    'constructor',
    '__proto__',
    'constructor("return process")()',
    'chest.constructor',
    'toString()',
    'hasOwnProperty("a")',
    'globalThis',
    'process.exit(1)',
    'chest["length"]',
    '`x`',
    "'x'",
    'import("fs")',
    '(() => 1)()',
    'chest = 5',
    'x => x',
    '1;2',
    '[1, 2]',
    '{"a": 1}',
    '/* */ 1',
    'while(1)1',
    '\\u0061',
    '('.repeat(1000),
    `${'('.repeat(500)}1${')'.repeat(500)}`,
    '-'.repeat(1900),
    `1${'+1'.repeat(990)}`,
    `1${'+1'.repeat(20_000)}`,
    `${'1^'.repeat(600)}1`,
    `${'true?1:'.repeat(200)}1`,
    'min('.repeat(400),
    '9'.repeat(1999),
  ];
  for (const source of hostile)
    assert.throws(
      () => evaluate(source),
      (error: unknown) => error instanceof FormulaError,
      source.slice(0, 40),
    );
});

test('a result that is not a finite number is an error, not a value', () => {
  for (const source of ['1 / 0', '0 / 0', 'sqrt(-1)', 'log(0)', '10 ^ 400', 'asin(2)', '(-8) ^ 0.5']) {
    assert.throws(
      () => evaluate(source),
      (error: unknown) => error instanceof FormulaError,
      source,
    );
  }
});

test.run();
