/** Variables that make two formulas equal, and marks under a condition. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { checkDefinition, draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import { variablesOf } from '../../src/patterns/patterns.js';
import { areaOf } from './piece-checks.js';
import { type Document, pieces, points, square } from './square-definition.js';

const variables = (document: Document): Document[] => document.variables as Document[];

/** A bow over the top side of the square, with the height that makes it `bowLength` long. */
const bow = (change: (document: Document) => void = () => {}): Json =>
  square((document) => {
    variables(document).push(
      { name: 'bowLength', kind: 'option', default: 12, min: 5, max: 40 },
      { name: 'rise', kind: 'solved', equal: ['length(bow)', 'bowLength'], between: [0, 'size'] },
    );
    points(document).top = { op: 'offset', from: 'middle', dx: 0, dy: '-rise' };
    points(document).middle = { op: 'between', a: 'a', b: 'b', t: 0.5 };
    document.curves = { bow: { op: 'smooth', through: ['a', 'top', 'b'] } };
    pieces(document)[0]!.outline = [{ move: 'a' }, { curve: 'bow' }, { line: 'c' }, { line: 'd' }, { close: true }];
    change(document);
  });

const draft = (content: Json, values: Record<string, unknown> = {}) =>
  draftDefinition(loadDefinition(content), { variables: values, unfold: true });

const refused = (run: () => unknown): ServiceError => {
  try {
    run();
  } catch (error) {
    assert.instance(error, ServiceError);
    return error as ServiceError;
  }
  return assert.unreachable() as never;
};

test('the two formulas agree, and the value appears as read-only', () => {
  checkDefinition(bow());
  const { pieces: drafted, variables: values, variableSources } = draft(bow());
  const top = drafted[0]!.boundary.filter(([, y]) => y <= 0.001).sort((p, q) => p[0] - q[0]);
  const length = top.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - top[i]![0], y - top[i]![1]), 0);
  assert.ok(Math.abs(length - 120) < 0.1, String(length));
  assert.is(variableSources.rise, 'derived');
  assert.type(values.rise, 'number');
  const rise = variablesOf({ kind: 'definition', sha256: 'bow', content: bow() }).find(({ key }) => key === 'rise')!;
  assert.not(rise.editable);
  assert.is(rise.default, values.rise);
  assert.is(refused(() => draft(bow(), { rise: 3 })).problems[0]!.code, 'variable_read_only');
});

test('both sides agree to a millionth of a millimetre for all values', () => {
  const content = bow((document) => {
    variables(document).push({ name: 'drawn', kind: 'computed', formula: 'length(bow)' });
  });
  const program = loadDefinition(content);
  fc.assert(
    fc.property(
      fc.double({ min: 5, max: 16, noNaN: true }),
      fc.double({ min: 1.0001, max: 2, noNaN: true }),
      (size, ratio) => {
        const given = { size, bowLength: size * ratio };
        const { variables: values } = draftDefinition(program, { variables: given, unfold: true });
        assert.ok(Math.abs((values.drawn as number) - given.bowLength) < 1e-7, JSON.stringify(values));
      },
    ),
  );
});

test('a step, a bend and a flat stretch are no obstacle; sides that jump past each other are reported', () => {
  const solve = (formula: string): unknown =>
    draft(
      square((document) => {
        variables(document).push(
          { name: 'found', kind: 'solved', equal: [formula, 0], between: [-5, 20] },
          { name: 'value', kind: 'computed', formula },
        );
      }),
    ).variables.value;
  for (const formula of ['found ^ 3 - 2', 'exp(found) - 1e6', 'max(found - 7, -0.001)', 'atan(found * 1e4) + 10']) {
    assert.ok(Math.abs(solve(formula) as number) < 1e-7, formula);
  }
  const error = refused(() => solve('found < 3 ? -1 : 1'));
  assert.match(
    error.message,
    /variables\[2\]: no value makes found < 3 \? -1 : 1 = 0: the two jump past each other at 3/,
  );
});

test('without a solution between the bounds the draft fails and names the gap', () => {
  const error = refused(() => draft(bow(), { bowLength: 8 }));
  assert.is(error.kind, 'draft_failed');
  assert.match(error.message, /no value makes length\(bow\) = bowLength: they differ by 2\.000 at 0\.00000 and/);
});

test('a broken constraint is reported instead of the failure that follows from it', () => {
  const content = bow((document) => {
    document.constraints = [
      { if: 'length(bow) > 0 && x(c) > 0', message: 'is never asked', variables: ['size'] },
      { if: 'bowLength >= size', message: 'the bow must be at least as long as the side', variables: ['bowLength'] },
    ];
  });
  const [problem] = refused(() => draft(content, { bowLength: 8 })).problems;
  assert.is(problem!.code, 'constraint_violated');
  assert.match(problem!.message, /at least as long as the side/);
});

test('every problem of a solved variable is reported with its place', () => {
  const problemsOf = (variable: Document): string[] =>
    refused(() =>
      checkDefinition(
        bow((document) => {
          variables(document).push(variable);
        }),
      ),
    ).problems.map(({ path, code, message }) => `${path} ${code}: ${message}`);
  const cases: [Document, RegExp][] = [
    [{ name: 'more', kind: 'solved', between: [0, 1] }, /^variables\[4\]\.equal required/],
    [{ name: 'more', kind: 'solved', equal: ['more', 1] }, /^variables\[4\]\.between required/],
    [{ name: 'more', kind: 'solved', equal: ['more'], between: [0, 1] }, /^variables\[4\]\.equal wrong_type/],
    [
      { name: 'more', kind: 'solved', equal: ['size', 1], between: [0, 1] },
      /^variables\[4\]\.equal invalid_formula.*neither formula depends on "more"/,
    ],
    [
      { name: 'more', kind: 'solved', equal: ['moer', 1], between: [0, 1] },
      /^variables\[4\]\.equal\[0\] invalid_formula.*unknown name "moer"/,
    ],
    [
      { name: 'more', kind: 'solved', equal: ['more', 1], between: [0, 'more'] },
      /^variables\[4\] cycle: .*more -> more/,
    ],
    [
      { name: 'more', kind: 'solved', equal: ['more', 1], between: [0, 2], default: 1 },
      /^variables\[4\]\.default unknown_key/,
    ],
    [
      { name: 'more', kind: 'solved', equal: ['more', 1], between: [0, 2], type: 'boolean' },
      /^variables\[4\]\.type unknown_value/,
    ],
    [
      { name: 'more', kind: 'option', default: 1, min: 0, max: 2, equal: ['more', 1] },
      /^variables\[4\]\.equal unknown_key/,
    ],
  ];
  for (const [variable, expected] of cases) {
    const problems = problemsOf(variable);
    assert.ok(
      problems.some((problem) => expected.test(problem)),
      `${expected}: ${problems.join('; ')}`,
    );
  }
});

test('at most 30 variables are solved', () => {
  const many = (count: number): Json =>
    square((document) => {
      for (let i = 0; i < count; i++)
        variables(document).push({ name: `s${i}`, kind: 'solved', equal: [`s${i}`, i], between: [-1, 40] });
    });
  checkDefinition(many(30));
  const [problem] = refused(() => checkDefinition(many(31))).problems;
  assert.is(problem!.path, 'variables');
  assert.match(problem!.message, /31 solved variables, at most 30/);
});

test('two variables solved from each other are refused; one that needs the other is not', () => {
  const two = (first: string, second: string): Json =>
    square((document) => {
      variables(document).push(
        { name: 'p', kind: 'solved', equal: [first, 6], between: [-100, 100] },
        { name: 'q', kind: 'solved', equal: [second, 8], between: [-100, 100] },
      );
      points(document).c = { op: 'xy', x: 'p', y: 'q' };
    });
  const { problems } = refused(() => checkDefinition(two('p + q', 'p - q')));
  assert.ok(problems.every(({ code }) => code === 'cycle'));
  assert.match(problems[0]!.message, /"p" and "q" are solved from each other/);
  const { variables: values } = draft(two('2 * p', 'q - p'));
  assert.ok(Math.abs((values.p as number) - 3) < 1e-7 && Math.abs((values.q as number) - 11) < 1e-7);
  const other = draft(two('p + q', '2 * q')).variables;
  assert.ok(Math.abs((other.p as number) - 2) < 1e-7 && Math.abs((other.q as number) - 4) < 1e-7);
});

test('notches and drill holes are left out where their condition does not hold', () => {
  const content = square((document) => {
    pieces(document)[0]!.notches = [{ at: 'b' }, { at: 'c', when: 'size > 20' }];
    pieces(document)[0]!.drillHoles = [{ at: { x: 2, y: 2 }, diameter: 0.2, when: 'size > 20' }];
  });
  const marks = (size: number): number[] => {
    const [piece] = draft(content, { size }).pieces;
    assert.is(areaOf(piece!.boundary), 100 * size * size);
    return [piece!.notches.length, piece!.drillHoles.length];
  };
  assert.equal(marks(20), [1, 0]);
  assert.equal(marks(21), [2, 1]);
  const wrong = square((document) => {
    pieces(document)[0]!.notches = [{ at: 'b', when: 'size' }];
  });
  assert.is(refused(() => checkDefinition(wrong)).problems[0]!.path, 'pieces[0].notches[0].when');
});

test.run();
