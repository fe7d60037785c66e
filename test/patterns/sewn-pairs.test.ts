/** The library's own definitions can be sewn: every two sides of a seam fit, for six chosen and 500 seeded people. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import type { Program } from '../../src/patterns/definition/program.js';
import type { BodyValues } from '../../src/patterns/draft.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { type SewnPattern, sewnPatterns } from './library-seams.js';
import { areaOf, checkPiece } from './piece-checks.js';
import { SewnDraft } from './seam-walk.js';
import { completed, seeded, sixPeople, somePeople } from './some-bodies.js';

/** mm. */
const tolerance = 0.5;

const people = [...sixPeople, ...somePeople(500, 26)];
const bodies = await completed(people);

const random = seeded(5);
const roughlyMeasured = (await completed(somePeople(100, 7))).map(({ gender, measurements }): BodyValues => {
  const off = Object.entries(measurements).map(([name, { value, source }]) => {
    return [name, { value: value * (0.92 + 0.16 * random()), source }] as const;
  });
  return { gender, measurements: Object.fromEntries(off) };
});

const latest = new Map(
  libraryVersions()
    .filter(({ kind }) => kind === 'definition')
    .map(({ name, content }): [string, Program] => [name, loadDefinition(content)]),
);

/** Of all people, drafted once. */
const drafted = new Map<string, SewnDraft[]>();
function forEverybody(pattern: string): SewnDraft[] {
  const known = drafted.get(pattern) ?? bodies.map((body) => sewn(pattern, body));
  drafted.set(pattern, known);
  return known;
}

const sewn = (pattern: string, body?: BodyValues, variables: Record<string, unknown> = {}): SewnDraft =>
  new SewnDraft(latest.get(pattern)!, variables, body);

const who = (i: number): string => {
  const { gender, measurements } = people[i]!;
  return `${gender} ${measurements.height} cm, ${measurements.weight} kg`;
};

/** Every misfit, in words. */
function misfits({ seams, darts, girths }: SewnPattern, of: SewnDraft): string[] {
  const found: string[] = [];
  const expect = (what: string, actual: number, wanted: number): void => {
    if (!(Math.abs(actual - wanted) <= tolerance))
      found.push(`${what}: ${actual.toFixed(2)} mm instead of ${wanted.toFixed(2)}`);
  };
  for (const { name, one, other, ease } of seams)
    expect(name, of.side(one), of.side(other) + (ease === undefined ? 0 : of.length(ease)));
  for (const { name, girth, sides, times } of girths)
    expect(name, times * sides.reduce((sum, side) => sum + of.side(side), 0), of.length(girth));
  for (const [leg, tip, other] of darts) {
    const [a, t, b] = [of.point(leg), of.point(tip), of.point(other)];
    const [left, right] = [Math.hypot(a[0] - t[0], a[1] - t[1]), Math.hypot(b[0] - t[0], b[1] - t[1])];
    const mouth = Math.hypot(a[0] - b[0], a[1] - b[1]);
    expect(`legs of the dart at ${tip}`, left, right);
    const absent = mouth < 0.001 && left < 0.001;
    if (!absent && !(mouth >= 5 && left >= 40))
      found.push(`the dart at ${tip} is ${mouth} mm wide and ${left} mm long`);
  }
  return found;
}

test('every own definition of the library lists its seams', () => {
  assert.equal(sewnPatterns.map(({ pattern }) => pattern).sort(), [...latest.keys()].sort());
});

for (const pattern of sewnPatterns) {
  test(`${pattern.pattern}: both sides of every seam are of one length, darts close, the waist fits`, () => {
    for (const [i, of] of forEverybody(pattern.pattern).entries()) {
      assert.equal(misfits(pattern, of), [], who(i));
    }
  });

  test(`${pattern.pattern}: pieces are simple and of a plausible area`, () => {
    for (const [i, { draft }] of forEverybody(pattern.pattern).entries()) {
      assert.equal(draft.errors, [], who(i));
      for (const piece of draft.pieces) {
        checkPiece(piece, `${pattern.pattern}, ${who(i)}`);
        if (piece.foldLine) assert.ok(Math.abs(piece.foldLine[0][0] - piece.foldLine[1][0]) < 0.001, 'an upright fold');
        const xs = piece.boundary.map(([x]) => x);
        const ys = piece.boundary.map(([, y]) => y);
        const box = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
        const filled = areaOf(piece.boundary) / box;
        assert.ok(filled > 0.4 && filled <= 1.0001, `${piece.id} fills ${filled} of its box, ${who(i)}`);
      }
    }
  });

  test(`${pattern.pattern}: the seams fit even if every measured length is up to 8 % off`, () => {
    for (const body of roughlyMeasured) {
      const of = sewn(pattern.pattern, body);
      assert.equal(misfits(pattern, of), []);
      for (const piece of of.draft.pieces) checkPiece(piece, pattern.pattern);
    }
  });

  test(`${pattern.pattern}: the seams fit at the ends of every option, too`, () => {
    const { definition } = latest.get(pattern.pattern)!;
    for (const body of bodies.slice(0, 6)) {
      for (const { name, kind, type, min, max, choices } of definition.variables) {
        if (kind !== 'option') continue;
        const ends = type === 'boolean' ? [true, false] : type === 'choice' ? choices : [min, max];
        for (const end of ends) {
          let of: SewnDraft;
          try {
            of = sewn(pattern.pattern, body, { [name]: end, ...(name === 'pockets' && { pockets: true }) });
          } catch (error) {
            // refused by a constraint, in words
            assert.ok((error as Error).message.includes('must'), `${name} = ${end}: ${(error as Error).message}`);
            continue;
          }
          assert.equal(misfits(pattern, of), [], `${name} = ${end}`);
        }
      }
    }
  });
}

const between = (value: number, least: number, most: number, what: string): void =>
  assert.ok(least <= value && value <= most, `${what}: ${value.toFixed(3)} is not from ${least} to ${most}`);

test('skirts go round the hip with their ease', () => {
  for (const pattern of ['Pencil skirt', 'A-line skirt']) {
    for (const [i, of] of forEverybody(pattern).entries()) {
      const hip = of.length('waistToHipsSide');
      const around = 2 * (of.widthAt('front', hip) + of.widthAt('back', hip));
      between(around - of.length('hipGirth + hipEase'), -tolerance, tolerance, `${pattern}, ${who(i)}: hip, mm off`);
    }
  }
});

test('trousers go round hip, thigh and knee, and through the crotch', () => {
  for (const [i, of] of forEverybody('Trousers block').entries()) {
    const around = (y: string): number => of.widthAt('front', of.length(y)) + of.widthAt('back', of.length(y));
    const [front, back] = [['fHip', 'fHipSide'] as const, ['bCorner', 'bHipSide'] as const].map(
      ([inner, outer]) => of.point(outer)[0] - of.point(inner)[0],
    );
    between(2 * (front! + back!) - of.length('hipGirth + hipEase'), -tolerance, tolerance, `${who(i)}: hip, mm off`);
    between(2 * around('waistToHipsSide') - of.length('hipGirth + hipEase'), -10, 80, `${who(i)}: drawn hip, mm off`);
    between(around('kneeY') - of.length('kneeGirth + kneeEase'), -tolerance, 400, `${who(i)}: knee, mm off`);
    const crotch =
      of.side({ piece: 'front', along: [['fWaist', 'fCrotch']] }) +
      of.side({ piece: 'back', along: [['bWaist', 'bCrotch']] });
    between(crotch - of.length('crotchLength'), 9, 40, `${who(i)}: crotch seam, mm longer than the body`);
    const thigh = bodies[i]!.measurements.thighGirth!.value * 10;
    between(around('crotchDepth + 2') / thigh, 1.04, 1.45, `${who(i)}: thigh`);
  }
});

test('bodice: the chest fits, armholes and sleeve caps are in the usual relation', () => {
  for (const [i, of] of forEverybody('Bodice block').entries()) {
    const say = (what: string): string => `${who(i)}: ${what}`;
    const chest = of.point('frontUnderarm')[0] + of.point('backUnderarm')[0];
    between(2 * chest - of.length('chestGirth + chestEase'), -tolerance, tolerance, say('chest, mm off'));
    const front = of.number('length(frontArmhole)');
    const back = of.number('length(backArmhole)');
    between(front / back, 0.95, 1.1, say('front armhole to back armhole'));
    between((front + back) / of.number('chestGirth'), 0.4, 0.53, say('armhole to chest'));
    between((front + back) / of.number('armUpperGirth'), 1.2, 1.65, say('armhole to upper arm'));
    between(of.number('capHeight / armhole'), 0.2, 0.36, say('height of the cap to armhole'));
    between(of.number('sideHeight / (armpitToWaistSide)'), 0.55, 1, say('side seam to armpit above the waist'));
    const closed = of.number('angle(frontNeckOut, frontShoulder) - bustTurn');
    between(closed, 12, 30.01, say('slope of the front shoulder, degrees'));
  }
});

test.run();
