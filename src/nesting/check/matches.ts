/** The rules for the cloth's pattern, the match points of parts and the matches; warnings for what they cannot do. */

import type { FieldProblem } from '../../errors.js';
import { largestCoordinateText as largest, largestCoordinate } from '../../geometry/outline-fault.js';
import {
  acrossOf,
  axes,
  exactShare,
  isOn,
  matchingOf,
  missOf,
  offsetOf,
  phaseOf,
  pointNamed,
  repeatOf,
} from '../layout/matching.js';
import type { Fabric, Match, NestRequest, NestWarning, Polygon } from '../request.js';

export const matchLimits = {
  /** Match points of one polygon. */
  ofPolygon: 100,
  matches: 10_000,
  /** Points of one match. */
  ofMatch: 1_000,
  /** Points of all matches, copies included. */
  points: 100_000,
} as const;

/** Names of points that a refusal lists. */
const mostChoices = 10;

const names = ['x', 'y'] as const;
const repeats = ['fabric.repeatX', 'fabric.repeatY'] as const;
const offsets = ['fabric.offsetX', 'fabric.offsetY'] as const;
const cells = ['cellWidth', 'cellHeight'] as const;

export function matchProblems(request: NestRequest): FieldProblem[] {
  const problems = [...fabricProblems(request), ...request.polygons.flatMap(pointProblems)];
  const { match = [], polygons } = request;
  let points = 0;
  for (const [i, one] of match.entries()) {
    problems.push(...shapeProblems(request, one, `match[${i}]`));
    for (const { part } of one.points) points += polygons[part]?.quantity ?? 1;
  }
  if (match.length > matchLimits.matches) problems.push(tooMany('match', match.length, matchLimits.matches, 'entries'));
  if (points > matchLimits.points)
    problems.push(tooMany('match', points, matchLimits.points, 'points in all, of every copy,'));
  return problems.length > 0 ? problems : partProblems(request);
}

function tooMany(path: string, count: number, limit: number, what: string): FieldProblem {
  const message = `${path} has ${count} ${what}; at most ${limit} are accepted`;
  return { path, code: 'too_many', message, limit };
}

function fabricProblems({ fabric }: NestRequest): FieldProblem[] {
  if (!fabric) return [];
  const problems: FieldProblem[] = [];
  const wrong = (path: string, value: number, accepted: string): void => {
    const code = Number.isFinite(value) ? 'out_of_range' : 'not_finite';
    problems.push({ path, code, message: `${path} is ${value}; it must be ${accepted}` });
  };
  const isPositive = (value: number): boolean => value > 0 && value <= largestCoordinate;
  for (const axis of axes) {
    const repeat = repeatOf(fabric, axis);
    if (repeat === null) continue;
    if (!isPositive(repeat)) wrong(repeats[axis], repeat, `a number above 0 and up to ${largest}`);
    else if (2 * fabric.matchTolerance >= repeat)
      wrong('fabric.matchTolerance', fabric.matchTolerance, `below half of ${repeats[axis]}, which is ${repeat}`);
  }
  for (const key of ['offsetX', 'offsetY'] as const) {
    const value = fabric[key];
    if (!(Math.abs(value) <= largestCoordinate)) wrong(`fabric.${key}`, value, `from -${largest} to ${largest}`);
  }
  if (!isPositive(fabric.matchTolerance))
    wrong('fabric.matchTolerance', fabric.matchTolerance, `a number above 0 and up to ${largest}`);
  return problems;
}

function pointProblems({ matchPoints = [] }: Polygon, index: number): FieldProblem[] {
  const path = `polygons[${index}].matchPoints`;
  if (matchPoints.length > matchLimits.ofPolygon)
    return [tooMany(path, matchPoints.length, matchLimits.ofPolygon, 'entries')];
  const seen = new Set<string>();
  return matchPoints.flatMap(({ name, at }, i): FieldProblem[] => {
    const problems: FieldProblem[] = [];
    if (seen.has(name)) {
      const message = `${path}[${i}].name is ${JSON.stringify(name)}, as that of a point before it`;
      problems.push({ path: `${path}[${i}].name`, code: 'duplicate_name', message });
    }
    seen.add(name);
    if (!at.every((v) => Math.abs(v) <= largestCoordinate)) {
      const message = `${path}[${i}].at must be two numbers from -${largest} to ${largest}`;
      const code = at.every(Number.isFinite) ? 'out_of_range' : 'not_finite';
      problems.push({ path: `${path}[${i}].at`, code, message });
    }
    return problems;
  });
}

/** The rules for one match by itself. */
function shapeProblems({ polygons, fabric }: NestRequest, one: Match, path: string): FieldProblem[] {
  const { points, axis } = one;
  if (points.length > matchLimits.ofMatch)
    return [tooMany(`${path}.points`, points.length, matchLimits.ofMatch, 'entries')];
  const problems = points.flatMap(({ part, point }, i): FieldProblem[] => {
    const at = `${path}.points[${i}]`;
    const polygon = polygons[part];
    if (!polygon) {
      const message = `${at}.index is ${part}; it must be an index into polygons, from 0 to ${polygons.length - 1}`;
      return [{ path: `${at}.index`, code: Number.isFinite(part) ? 'out_of_range' : 'required', message }];
    }
    const known = (polygon.matchPoints ?? []).map(({ name }) => name);
    if (known.includes(point)) return [];
    if (known.length === 0) {
      const missing = `polygons[${part}].matchPoints`;
      return [{ path: missing, code: 'required', message: `${missing} is missing: ${at} names one of them` }];
    }
    const choices = known.slice(0, mostChoices).map((name) => JSON.stringify(name));
    const message = `${at}.point is ${JSON.stringify(point)}, no match point of polygons[${part}]: ${choices.join(', ')}`;
    return [{ path: `${at}.point`, code: 'unknown_name', message }];
  });
  for (const on of axes) {
    const value = phaseOf(one, on);
    if (value === null || Math.abs(value) <= largestCoordinate) continue;
    const message = `${path}.phase is ${value}; it must be from -${largest} to ${largest}`;
    problems.push({ path: `${path}.phase`, code: 'not_finite', message });
    break;
  }
  if (!axes.some((on) => isOn(one, on, fabric))) {
    const missing = axes.filter((on) => axis === 'both' || axis === names[on]).map((on) => repeats[on]);
    const message = `${missing[0]} is missing: ${path} needs ${missing.join(' or ')}`;
    problems.push({ path: missing[0]!, code: 'required', message });
  }
  const copies = points.reduce((sum, { part }) => sum + (polygons[part]?.quantity ?? 1), 0);
  const hasPhase = axes.some((on) => phaseOf(one, on) !== null);
  if (copies < 2 && !hasPhase) {
    const message = `${path}.points must have two points, or the points of two copies, where no phase is given`;
    problems.push({ path: `${path}.points`, code: 'required', message });
  }
  return problems;
}

/** The rules for parts that match: they keep their grain, and lie on one grid alone. */
function partProblems(request: NestRequest): FieldProblem[] {
  const { polygons, bins, allowedRotations, match = [], fabric } = request;
  const { groups, holds } = matchingOf(request);
  if (groups.length === 0) return [];
  const matchesAcross = groups.some(({ axis }) => axis === acrossOf(request));
  const problems = matchesAcross ? mirrorProblems(request) : [];
  const ofRequest = allowedRotations.find(isAskew);
  const isMatched = (index: number): boolean => holds[index]!.some((hold) => hold !== null);
  const rule = 'a part that matches lies as sent or at 180 degrees';
  if (ofRequest !== undefined && polygons.some((polygon, i) => isMatched(i) && !polygon.allowedRotations)) {
    const message = `allowedRotations has ${ofRequest}: ${rule}`;
    problems.push({ path: 'allowedRotations', code: 'rotation_of_match', message });
  }
  polygons.forEach(({ allowedRotations: own = [], mirror, rotationTolerance, foldLine }, i) => {
    if (!isMatched(i)) return;
    if ((rotationTolerance ?? 0) > 0) {
      const at = `polygons[${i}].rotationTolerance`;
      const message = `${at} must be 0 or missing: a part that matches lies straight, since a tilt carries its seams off the pattern`;
      problems.push({ path: at, code: 'rotation_of_match', message });
    }
    const askew = own.find(isAskew);
    const path = `polygons[${i}]`;
    if (askew !== undefined) {
      const message = `${path}.allowedRotations has ${askew}: ${rule}`;
      problems.push({ path: `${path}.allowedRotations`, code: 'rotation_of_match', message });
    }
    if (!mirror) return;
    if (foldLine && acrossOf(request) === 0 && holds[i]![0]) {
      const message = `${path}.mirror must be false: a flip would take the half part to another phase at the fold`;
      problems.push({ path: `${path}.mirror`, code: 'mirror_of_match', message });
      return;
    }
    const places = match.flatMap((one) =>
      isOn(one, 0, fabric)
        ? one.points.filter(({ part }) => part === i).map(({ point }) => pointNamed(polygons[i]!, point)[0])
        : [],
    );
    if (new Set(places).size <= 1) return;
    const message = `${path}.mirror must be false: the part matches along x at several points, and a flip would swap them`;
    problems.push({ path: `${path}.mirror`, code: 'mirror_of_match', message });
  });
  request.locked?.forEach(({ index, rotation }, i) => {
    if (!isMatched(index) || !isAskew(rotation)) return;
    const path = `locked[${i}].rotation`;
    problems.push({ path, code: 'rotation_of_match', message: `${path} is ${rotation}: ${rule}` });
  });
  bins.forEach((bin, i) => {
    for (const key of cells) {
      if (!(bin[key] > 0)) continue;
      const path = `bins[${i}].${key}`;
      const message = `${path} is ${bin[key]}; it must be 0 where parts match on the pattern of the cloth`;
      problems.push({ path, code: 'two_grids', message });
    }
  });
  return problems;
}

/**
 * On folded cloth the lower layer is the mirror image of the upper one about the fold. So a pattern across the cloth
 * matches on both where it looks the same from both sides of each fold.
 */
export function mirrorProblems(request: NestRequest): FieldProblem[] {
  const { clothForm = 'open', fabric, bins } = request;
  const axis = acrossOf(request);
  const repeat = fabric && repeatOf(fabric, axis);
  if (clothForm === 'open' || !fabric || !(repeat && repeat > 0)) return [];
  const most = exactShare * fabric.matchTolerance;
  const problems: FieldProblem[] = [];
  const offset = offsetOf(fabric, axis);
  if (Math.abs(missOf(2 * offset, repeat)) > most) {
    const path = offsets[axis];
    const message = `${path} is ${offset}; on ${clothForm} cloth it must be a multiple of ${repeat / 2}, half of the repeat, so that both layers match`;
    problems.push({ path, code: 'match_on_folds', message });
  }
  if (clothForm !== 'tubular') return problems;
  bins.forEach(({ boundary, open }, i) => {
    const places = boundary.points.map((point) => point[axis]);
    const width = Math.max(...places) - Math.min(...places);
    if (open || Math.abs(missOf(width, repeat)) <= most) return;
    const path = `bins[${i}].boundary`;
    const message = `${path} is ${width} wide; where parts match across tubular cloth, it must be a multiple of the repeat of ${repeat}`;
    problems.push({ path, code: 'match_on_folds', message });
  });
  return problems;
}

const isAskew = (rotation: number): boolean => rotation % 180 !== 0;

/** Warnings of a sound request. */
export function matchWarnings(request: NestRequest): NestWarning[] {
  const { fabric, match = [], polygons } = request;
  const warnings = idleOffsets(fabric);
  for (const axis of axes) {
    if (!fabric || repeatOf(fabric, axis) === null || match.some((one) => isOn(one, axis, fabric))) continue;
    const path = repeats[axis];
    warnings.push({
      code: 'repeat_without_match',
      path,
      message: `${path} has no effect: no parts match along ${names[axis]}`,
    });
  }
  const used = new Set(match.flatMap(({ points }) => points.map(({ part, point }) => `${part} ${point}`)));
  const idle = polygons.flatMap(({ matchPoints = [] }, i) =>
    matchPoints.flatMap(({ name }, k) => (used.has(`${i} ${name}`) ? [] : [`polygons[${i}].matchPoints[${k}]`])),
  );
  if (idle.length > 0) {
    const others = idle.length === 1 ? '' : `, like ${idle.length - 1} more`;
    warnings.push({ code: 'match_point_unused', path: idle[0]!, message: `${idle[0]} is in no match${others}` });
  }
  return [...warnings, ...leftOut(request), ...ofOnePart(request)];
}

/** Matches of one single part with itself: its shape decides alone whether they hold. */
function ofOnePart({ match = [], polygons }: NestRequest): NestWarning[] {
  return match.flatMap((one, i): NestWarning[] => {
    const parts = new Set(one.points.map(({ part }) => part));
    const [only] = parts;
    if (parts.size !== 1 || (polygons[only!]!.quantity ?? 1) > 1 || axes.some((axis) => phaseOf(one, axis) !== null))
      return [];
    const message = `${calledOf(one, i)} has no effect: polygons[${only}] is its only part, and moves as a whole`;
    return [{ code: 'match_of_one_part', path: `match[${i}]`, message }];
  });
}

const calledOf = ({ name }: Match, index: number): string =>
  name === '' ? `match[${index}]` : `the match ${JSON.stringify(name)}`;

/** Offsets of cloth along an axis on which it is plain. */
export function idleOffsets(fabric: Fabric | undefined): NestWarning[] {
  return axes.flatMap((axis): NestWarning[] => {
    if (!fabric || offsetOf(fabric, axis) === 0 || repeatOf(fabric, axis) !== null) return [];
    const [path, missing] = [offsets[axis], repeats[axis]];
    return [{ code: 'offset_without_repeat', path, message: `${path} has no effect: ${missing} is missing` }];
  });
}

/** The matches that the shapes rule out by more than the tolerance. */
export function leftOut(request: NestRequest): NestWarning[] {
  const { fabric, match = [] } = request;
  return matchingOf(request)
    .ruledOut.filter(({ error }) => error > fabric!.matchTolerance)
    .map(({ match: index, axis, error }) => {
      const path = `match[${index}]`;
      const called = calledOf(match[index]!, index);
      const message = `${called} is left out along ${names[axis]}: with the matches before it, its points miss each other by ${Number(error.toPrecision(3))}`;
      return { code: 'match_left_out', path, message };
    });
}
