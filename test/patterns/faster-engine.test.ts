/** The faster parts of FreeSewing's engine give the same numbers as the originals, to the last bit. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FreesewingContent } from '../../src/patterns/freesewing/content.js';
import type { DraftedDesign } from '../../src/patterns/freesewing/design.js';
import { type EngineModule, quicken } from '../../src/patterns/freesewing/faster-engine.js';
import { freesewingMeasurements } from '../../src/patterns/freesewing/measurement-map.js';
import { libraryVersions } from '../../src/patterns/library/library.js';

interface Curve {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  length(): number;
  bbox(): unknown;
  derivative(t: number): unknown;
  split(t1: number, t2?: number): unknown;
  offset(distance: number): readonly Curve[];
  intersects(curve: Curve, threshold: number): readonly string[];
}

interface Path {
  move(to: object): Path;
  curve(cp1: object, cp2: object, to: object): Path;
  line(to: object): Path;
  shiftAlong(distance: number, stepsPerMm?: number): { readonly x: number; readonly y: number };
}

interface Attributes {
  list: Record<string, unknown>;
  clone(): Attributes;
}

interface Engine {
  readonly Bezier: new (...points: { x: number; y: number }[]) => Curve;
  readonly Path: new () => Path;
  readonly Point: new (x: number, y: number) => object;
  readonly Attributes: new () => Attributes;
}

// untyped modules are named by a variable
const core = '@freesewing/core';
const engine = (await import(core)) as Engine;

/** Straight, looped, pointed and tiny ones, too: many corners are on whole millimetres. */
const coordinate = fc.oneof(fc.integer({ min: -3, max: 300 }), fc.double({ min: -400, max: 400, noNaN: true }));
const corner = fc.record({ x: coordinate, y: coordinate });
const cubic = fc.tuple(corner, corner, corner, corner);
const sample = <T>(values: fc.Arbitrary<T>, count: number): T[] => fc.sample(values, { numRuns: count, seed: 29 });
const cubics = sample(fc.tuple(cubic, cubic, fc.double({ min: 0, max: 1, noNaN: true })), 200);

/** Everything about a value that counts, with -0 apart from 0. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([name, member]) => name !== 't' && typeof member !== 'function');
  return Object.fromEntries(own.map(([name, member]) => [name, plain(member)]));
}

/** The result or the error of a call. */
function outcome(call: () => unknown): unknown {
  try {
    return plain(call());
  } catch (error) {
    return String(error);
  }
}

const answers = (): unknown[] =>
  cubics.map(([a, b, t]) => {
    const [one, other] = [new engine.Bezier(...a), new engine.Bezier(...b)];
    const path = new engine.Path().move(new engine.Point(b[0].x, b[0].y)).line(new engine.Point(a[0].x, a[0].y));
    path.curve(new engine.Point(a[1].x, a[1].y), new engine.Point(a[2].x, a[2].y), new engine.Point(a[3].x, a[3].y));
    return [
      outcome(() => one.length()),
      outcome(() => one.bbox()),
      outcome(() => one.derivative(t)),
      outcome(() => one.split(t)),
      outcome(() => one.split(t / 2, t)),
      outcome(() => one.offset(10).map(({ points }) => points)),
      outcome(() => one.intersects(other, 0.05)),
      outcome(() => path.shiftAlong(t * (Math.hypot(b[0].x - a[0].x, b[0].y - a[0].y) + one.length()))),
    ];
  });

const attributes = (): unknown[] =>
  [{}, { class: ['fabric', 'sa'] }, { 'data-text': ['a', ['b', 2]] }, { n: [1, -0, Number.NaN, undefined] }].map(
    (list) => {
      const one = new engine.Attributes();
      one.list = structuredClone(list);
      const copy = one.clone();
      assert.is.not(copy.list, one.list);
      return plain(copy.list);
    },
  );

/** The whole drawing of a design at its defaults. */
async function drawing(name: string): Promise<unknown> {
  const version = libraryVersions().findLast(
    ({ kind, content }) => kind === 'freesewing' && (content as unknown as FreesewingContent).design === name,
  )!;
  const content = version.content as unknown as FreesewingContent;
  const values = new Map(content.variables.map(({ key, default: value }) => [key, value]));
  const specifier = `@freesewing/${name}`;
  const module = (await import(specifier)) as Record<string, new (settings: object) => { draft(): DraftedDesign }>;
  const design = new module[name.charAt(0).toUpperCase() + name.slice(1)]!({
    measurements: freesewingMeasurements(content.measurements, (key) => values.get(key) as number, content.gender),
    options: {},
    sa: 10,
    complete: true,
    paperless: false,
    expand: true,
  });
  const { parts, setStores } = design.draft();
  assert.equal(setStores[0]!.logs.error, [], name);
  return plain(
    Object.entries(parts[0]!).map(([id, part]) => [
      id,
      part.points,
      Object.entries(part.paths).map(([key, { ops, attributes: own }]) => [key, ops, own]),
      part.snippets,
    ]),
  );
}

const designs = ['simon', 'bella', 'charlie', 'jaeger', 'noble', 'penelope'];

test('curves, walks and copies are equal to the last bit, and so are whole designs', async () => {
  const before = { answers: answers(), attributes: attributes(), drawings: await Promise.all(designs.map(drawing)) };
  quicken(engine as unknown as EngineModule);
  quicken(engine as unknown as EngineModule);
  const after = { answers: answers(), attributes: attributes(), drawings: await Promise.all(designs.map(drawing)) };
  for (const [i, answer] of before.answers.entries()) assert.equal(after.answers[i], answer, JSON.stringify(cubics[i]));
  assert.equal(after.attributes, before.attributes);
  for (const [i, name] of designs.entries()) {
    assert.is(JSON.stringify(after.drawings[i]), JSON.stringify(before.drawings[i]), name);
  }
});

test.run();
