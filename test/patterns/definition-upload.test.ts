import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { checkDefinition } from '../../src/patterns/definition/draft-definition.js';
import { type Document, pieces, points, square } from './square-definition.js';

function problemsOf(content: Json): string[] {
  try {
    checkDefinition(content);
  } catch (error) {
    assert.instance(error, ServiceError);
    assert.is((error as ServiceError).kind, 'invalid');
    return (error as ServiceError).problems.map(({ path, code, message }) => `${path} ${code}: ${message}`);
  }
  return [];
}

test('an upload is refused with the place of every problem', () => {
  const cases: [change: (document: Document) => void, expected: RegExp][] = [
    [
      (d) => {
        d.schema = 'pattern-definition/2';
      },
      /^schema unknown_value/,
    ],
    [
      (d) => {
        d.colour = 'red';
      },
      /^colour unknown_key/,
    ],
    [
      (d) => {
        d.pieces = [];
      },
      /^pieces required/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xy', x: 'd_x', y: 0 };
      },
      /^points\.a\.x invalid_formula.*unknown name "d_x"/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xyy', x: 0, y: 0 };
      },
      /^points\.a\.op unknown_operation.*did you mean "xy"/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xy', x: 0 };
      },
      /^points\.a\.y required/,
    ],
    [
      (d) => {
        points(d).a = { op: 'xy', x: 0, y: 0, z: 1 };
      },
      /^points\.a\.z unknown_key/,
    ],
    [
      (d) => {
        points(d).a = { op: 'offset', from: 'B', dx: 0, dy: 0 };
      },
      /^points\.a\.from unknown_name.*did you mean "b"/,
    ],
    [
      (d) => {
        points(d).size = { op: 'xy', x: 0, y: 0 };
      },
      /^points\.size duplicate_name/,
    ],
    [
      (d) => {
        points(d).min = { op: 'xy', x: 0, y: 0 };
      },
      /^points\.min reserved_name/,
    ],
    [
      (d) => {
        points(d).a = JSON.parse('{ "op": "xy", "x": 0, "y": 0, "__proto__": { "z": 1 } }');
      },
      /^points\.a\.__proto__ unknown_key/,
    ],
    [
      (d) => {
        (d.variables as Document[])[1]!.name = '__proto__';
      },
      /^variables\[1\]\.name reserved_name/,
    ],
    [
      (d) => {
        points(d)['a b'] = { op: 'xy', x: 0, y: 0 };
      },
      /^points\.a b invalid_name/,
    ],
    [
      (d) => {
        points(d).a = { op: 'offset', from: 'd', dx: 0, dy: 0 };
        points(d).d = { op: 'offset', from: 'a', dx: 0, dy: 1 };
      },
      /cycle: .*a -> d -> a/,
    ],
    [
      (d) => {
        (d.variables as Document[])[1]!.formula = 'half + 1';
      },
      /cycle: .*half -> half/,
    ],
    [
      (d) => {
        (d.variables as Document[])[1]!.formula = 'sqrt(1, 2)';
      },
      /^variables\[1\]\.formula invalid_formula.*sqrt takes 1 argument/,
    ],
    [
      (d) => {
        (d.variables as Document[])[0]!.default = 60;
      },
      /^variables\[0\]\.default out_of_range/,
    ],
    [
      (d) => {
        delete (d.variables as Document[])[0]!.max;
      },
      /^variables\[0\]\.max required/,
    ],
    [
      (d) => {
        d.variables = [{ name: 'hipGrith', kind: 'measurement' }];
      },
      /^variables\[0\]\.name unknown_measurement.*did you mean "hipGirth"/,
    ],
    [
      (d) => {
        d.constraints = [{ if: 'size > 20', message: 'too small', variables: ['size'] }];
      },
      /^variables\.size constraint_violated: at the default values/,
    ],
    [
      (d) => {
        pieces(d)[0]!.outline = [{ line: 'b' }, { line: 'c' }, { line: 'd' }];
      },
      /^pieces\[0\]\.outline\[0\] invalid_step/,
    ],
    [
      (d) => {
        pieces(d)[0]!.outline = [{ move: 'a' }, { line: 'b', curve: 'x' }, { close: true }];
      },
      /^pieces\[0\]\.outline\[1\] invalid_step/,
    ],
    [
      (d) => {
        pieces(d)[0]!.outline = [{ move: 'a' }, { line: 'b' }, { line: 'a' }];
      },
      /defaults_do_not_draft.*has no area/,
    ],
    [
      (d) => {
        points(d).c = { op: 'intersectLines', a: 'a', b: 'b', c: 'a', d: 'b' };
      },
      /^points\.c defaults_do_not_draft.*parallel/,
    ],
    [
      (d) => {
        d.curves = { k: { op: 'line', from: 'c', to: 'd' } };
        pieces(d)[0]!.outline = [{ move: 'a' }, { curve: 'k' }, { close: true }];
      },
      /defaults_do_not_draft.*away from where the outline is/,
    ],
    [
      (d) => {
        pieces(d)[0]!.quantity = 1.5;
      },
      /quantity must be an integer/,
    ],
    [
      (d) => {
        pieces(d).push({ name: 'Flat', when: 'size > 1', outline: [{ move: 'a' }, { line: 'b' }, { close: true }] });
      },
      /^pieces\[1\] defaults_do_not_draft.*has no area/,
    ],
    [
      (d) => {
        d.description = 'x'.repeat(600_000);
      },
      /too_large/,
    ],
  ];
  for (const [change, expected] of cases) {
    const problems = problemsOf(square(change));
    assert.ok(
      problems.some((problem) => expected.test(problem)),
      `${expected}\n${problems.join('\n')}`,
    );
  }
  assert.equal(problemsOf(square()), []);
  const several = problemsOf(
    square((d) => {
      points(d).a = { op: 'xy', x: '1 +', y: 'nope' };
      d.colour = 1;
    }),
  );
  assert.is(several.length, 3, 'shape and meaning at once');
});

test('shapeless documents are refused without a crash', () => {
  const odd: Json[] = [
    null,
    1,
    'x',
    [],
    {},
    { pieces: 3 },
    { points: [1], pieces: [[]] },
    { variables: [null, 1, {}], pieces: [{ outline: [{}, null] }] },
  ];
  for (const content of odd) assert.ok(problemsOf(content).length > 0, JSON.stringify(content));
});

test('names of the host language are ordinary unknown names', () => {
  const wrong = problemsOf(
    square((d) => {
      points(d).a = { op: 'constructor', x: 0, y: 0 };
    }),
  );
  assert.match(wrong.join('\n'), /unknown_operation/);
  const operand = problemsOf(
    square((d) => {
      points(d).a = { op: 'offset', from: '__proto__', dx: 0, dy: 0 };
    }),
  );
  assert.match(operand.join('\n'), /unknown_name/);
});

test.run();
