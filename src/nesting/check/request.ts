/**
 * The rules for a request before it is queued: counts, numbers and outlines. The list names every wrong field up to its
 * limit. A flaw that does not change the answer is only a warning.
 */

import type { FieldProblem } from '../../errors.js';
import {
  largestCoordinateText as largest,
  largestCoordinate,
  type OutlineFault,
  outlineFault,
} from '../../geometry/outline-fault.js';
import { effectOfHoles, effectOfOutlines } from '../layout/sheet.js';
import type { Bin, NestRequest, NestWarning, Polygon, Polyline } from '../request.js';
import { directionProblems } from './directions.js';
import { foldProblems, foldWarnings } from './folds.js';
import { givenProblems } from './given.js';
import { matchProblems, matchWarnings } from './matches.js';
import { groupsWithoutRotation } from './no-common-rotation.js';
import { openingProblems } from './openings.js';
import { costProblems, remnantProblems } from './stock.js';
import { straightParts } from './straight.js';
import { tooFineParts } from './too-fine.js';
import { tooLargeParts } from './too-large.js';

export interface CheckedRequest {
  readonly problems: FieldProblem[];
  readonly warnings: NestWarning[];
}

export const limits = {
  polygons: 10_000,
  /** Copies of all polygons. */
  parts: 10_000,
  points: 100_000,
  bins: 1_000,
  rotations: 3_600,
  /** Degrees of a rotation tolerance. */
  tolerance: 15,
  /** Rotations of all polygons with their own. */
  ownRotations: 100_000,
  /** Openings of one polygon. */
  openings: 1_000,
  /** Keep-out zones of one bin: more would have too many points. */
  keepOuts: 33_333,
  /** Zones of quality of one polygon, and of one bin. */
  partZones: 100,
  binZones: 1_000,
  problems: 100,
} as const;

/** The whole check at once. */
export function checkNestRequest(request: NestRequest): CheckedRequest {
  const steps = checkSteps(request);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The check in steps, so that other calls are served in between: the largest requests take a fifth of a second. Limits
 * come first, so that a request far too large is refused without a look at its points.
 */
export function* checkSteps(request: NestRequest): Generator<void, CheckedRequest, void> {
  const problems = limitProblems(request);
  if (problems.length > 0) return { problems, warnings: [] };
  yield;
  problems.push(...numberProblems(request));
  const warnings: NestWarning[] = [];
  for (const [i, polygon] of request.polygons.entries()) {
    yield;
    yield* checkPolygon(`polygons[${i}]`, polygon, problems, warnings);
  }
  for (const [i, bin] of request.bins.entries()) {
    yield;
    yield* checkBin(bin, i, problems, warnings);
  }
  yield;
  if (problems.length === 0) problems.push(...directionProblems(request), ...foldProblems(request));
  yield;
  if (problems.length === 0) problems.push(...matchProblems(request));
  yield;
  problems.push(...givenProblems(request, problems.length === 0));
  if (problems.length > 0) return { problems: problems.slice(0, limits.problems), warnings };
  warnings.push(...(yield* tooLargeParts(request)), ...tooFineParts(request));
  warnings.push(...(yield* groupsWithoutRotation(request)));
  warnings.push(...foldWarnings(request), ...matchWarnings(request), ...straightParts(request));
  return { problems: problems.slice(0, limits.problems), warnings };
}

function limitProblems({ polygons, bins, allowedRotations }: NestRequest): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const atMost = (path: string, count: number, limit: number, what: string): void => {
    if (count <= limit) return;
    problems.push({
      path,
      code: 'too_many',
      message: `${path} has ${count} ${what}; at most ${limit} are accepted`,
      limit,
    });
  };
  const required = (path: string, count: number): void => {
    if (count > 0) return;
    problems.push({ path, code: 'required', message: `${path} must have at least one entry` });
  };
  required('polygons', polygons.length);
  required('bins', bins.length);
  atMost('polygons', polygons.length, limits.polygons, 'entries');
  atMost('bins', bins.length, limits.bins, 'entries');
  atMost('allowedRotations', allowedRotations.length, limits.rotations, 'entries');
  let points = 0;
  let parts = 0;
  let ownRotations = 0;
  const count = (path: string, { points: own }: Polyline): void => {
    points += own.length;
    atMost(`${path}.points`, own.length, limits.points, 'entries');
  };
  polygons.forEach((polygon, i) => {
    const { holes = [], zones = [], quantity = 1, allowedRotations: rotations = [] } = polygon;
    count(`polygons[${i}]`, polygon);
    holes.forEach((hole, k) => {
      count(`polygons[${i}].holes[${k}]`, hole);
    });
    zones.forEach(({ boundary }, k) => {
      count(`polygons[${i}].zones[${k}].boundary`, boundary);
    });
    atMost(`polygons[${i}].zones`, zones.length, limits.partZones, 'entries');
    parts += Math.max(1, quantity);
    ownRotations += rotations.length;
    atMost(`polygons[${i}].holes`, holes.length, limits.openings, 'entries');
    atMost(`polygons[${i}].allowedRotations`, rotations.length, limits.rotations, 'entries');
  });
  atMost('polygons', ownRotations, limits.ownRotations, 'rotations of their own in all');
  if (parts > limits.parts && polygons.length <= limits.polygons) {
    const message = `polygons stand for ${parts} parts by their quantities; at most ${limits.parts} are accepted`;
    problems.push({ path: 'polygons', code: 'too_many', message, limit: limits.parts });
  }
  bins.forEach((bin, i) => {
    count(`bins[${i}].boundary`, bin.boundary);
    atMost(`bins[${i}].holes`, bin.holes.length, limits.keepOuts, 'entries');
    bin.holes.forEach((hole, k) => {
      count(`bins[${i}].holes[${k}]`, hole);
    });
    const { zones = [] } = bin;
    atMost(`bins[${i}].zones`, zones.length, limits.binZones, 'entries');
    zones.forEach(({ boundary }, k) => {
      count(`bins[${i}].zones[${k}].boundary`, boundary);
    });
  });
  if (points > limits.points && problems.length === 0) {
    const message = `the polygons, bins, holes and zones have ${points} points in all; at most ${limits.points} are accepted`;
    problems.push({ path: 'polygons', code: 'too_many', message, limit: limits.points });
  }
  return problems;
}

function numberProblems(request: NestRequest): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const wrong = (path: string, value: number, accepted: string): void => {
    const code = Number.isFinite(value) ? 'out_of_range' : 'not_finite';
    problems.push({ path, code, message: `${path} is ${value}; it must be ${accepted}` });
  };
  const notNegative = (path: string, value: number): void => {
    if (!(value >= 0 && value <= largestCoordinate)) wrong(path, value, `a number from 0 to ${largest}`);
  };
  const integer = (path: string, value: number, low: number, high: number): void => {
    if (!(Number.isInteger(value) && value >= low && value <= high))
      wrong(path, value, `an integer from ${low} to ${high}`);
  };
  for (const key of ['minDistance', 'edgeDistance', 'curveTolerance', 'reportInterval'] as const)
    notNegative(key, request[key]);
  integer('xSteps', request.xSteps, 1, 10_000);
  integer('ySteps', request.ySteps, 1, 10_000);
  integer('populationSize', request.populationSize, 1, 10_000);
  integer('instances', request.instances, 1, 64);
  const { mutationRate, maximumExecutionTime, seed, workLimit, targetUtilisation = null } = request;
  if (!(mutationRate >= 0 && mutationRate <= 1)) wrong('mutationRate', mutationRate, 'a number from 0 to 1');
  if (!(maximumExecutionTime > 0 && maximumExecutionTime <= 3600)) {
    wrong('maximumExecutionTime', maximumExecutionTime, 'a number above 0 and up to 3600');
  }
  if (seed !== null && !Number.isSafeInteger(seed)) wrong('seed', seed, 'an integer of at most 53 bits');
  if (workLimit !== null && !(Number.isSafeInteger(workLimit) && workLimit >= 0)) {
    wrong('workLimit', workLimit, 'an integer of at least 0');
  }
  if (targetUtilisation !== null && !(targetUtilisation > 0 && targetUtilisation <= 1)) {
    wrong('targetUtilisation', targetUtilisation, 'a number above 0 and up to 1');
  }
  const degrees = (path: string, rotations: readonly number[]): void => {
    rotations.forEach((value, i) => {
      if (!Number.isFinite(value)) wrong(`${path}[${i}]`, value, 'a finite number of degrees');
    });
  };
  const qualities = (path: string, { quality = 1, zones = [] }: Pick<Bin, 'quality' | 'zones'>): void => {
    integer(`${path}.quality`, quality, 1, 100);
    zones.forEach((zone, k) => {
      integer(`${path}.zones[${k}].quality`, zone.quality, 1, 100);
    });
  };
  const tolerance = (path: string, value = 0): void => {
    if (!(value >= 0 && value <= limits.tolerance)) wrong(path, value, `a number from 0 to ${limits.tolerance}`);
  };
  degrees('allowedRotations', request.allowedRotations);
  tolerance('rotationTolerance', request.rotationTolerance);
  request.polygons.forEach(
    ({ allowedRotations = [], quantity = 1, priority = 0, spacing = 0, rotationTolerance }, i) => {
      degrees(`polygons[${i}].allowedRotations`, allowedRotations);
      integer(`polygons[${i}].quantity`, quantity, 1, limits.parts);
      integer(`polygons[${i}].priority`, priority, 0, 9);
      notNegative(`polygons[${i}].spacing`, spacing);
      tolerance(`polygons[${i}].rotationTolerance`, rotationTolerance);
      qualities(`polygons[${i}]`, request.polygons[i]!);
    },
  );
  problems.push(...paperProblems(request.optimization), ...remnantProblems(request.remnants));
  request.bins.forEach((bin, i) => {
    notNegative(`bins[${i}].cellWidth`, bin.cellWidth);
    notNegative(`bins[${i}].cellHeight`, bin.cellHeight);
    problems.push(...costProblems(bin, `bins[${i}]`));
    qualities(`bins[${i}]`, bin);
  });
  return problems;
}

function paperProblems({ paperWidth, paperHeight }: NestRequest['optimization']): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const sizes = [
    ['optimization.params.paperWidth', paperWidth],
    ['optimization.params.paperHeight', paperHeight],
  ] as const;
  for (const [path, value] of sizes) {
    if (value !== null && !(value > 0 && value <= largestCoordinate)) {
      const code = Number.isFinite(value) ? 'out_of_range' : 'not_finite';
      problems.push({ path, code, message: `${path} is ${value}; it must be a number above 0 and up to ${largest}` });
    }
  }
  if ((paperWidth === null) !== (paperHeight === null)) {
    const [absent] = sizes.find(([, value]) => value === null)!;
    const [present] = sizes.find(([, value]) => value !== null)!;
    problems.push({ path: absent, code: 'required', message: `${absent} is missing: ${present} needs it` });
  }
  return problems;
}

function* checkBin(
  bin: Bin,
  index: number,
  problems: FieldProblem[],
  warnings: NestWarning[],
): Generator<void, void, void> {
  const path = `bins[${index}]`;
  let isSound = checkPolyline(`${path}.boundary`, 'boundary', bin.boundary, problems);
  for (const [i, hole] of bin.holes.entries()) {
    yield;
    isSound = checkPolyline(`${path}.holes[${i}]`, 'hole', hole, problems) && isSound;
  }
  for (const [i, zone] of (bin.zones ?? []).entries()) {
    yield;
    isSound = checkPolyline(`${path}.zones[${i}].boundary`, 'zone', zone.boundary, problems) && isSound;
  }
  if (!isSound) return;
  yield* zonesOutside(path, 'bin', bin, warnings);
  const isEffective = effectOfHoles(bin);
  for (const [i, hole] of bin.holes.entries()) {
    yield;
    if (isEffective(hole)) continue;
    const holePath = `${path}.holes[${i}]`;
    const message = `${named(holePath, 'hole', hole)} lies outside its bin and is ignored`;
    warnings.push({ code: 'hole_outside_bin', path: holePath, message });
  }
}

/** Adds warnings of zones that cover nothing of the bin or the part at `path`. */
function* zonesOutside(
  path: string,
  whose: 'bin' | 'polygon',
  of: Bin | Polygon,
  warnings: NestWarning[],
): Generator<void, void, void> {
  const { zones = [] } = of;
  if (zones.length === 0) return;
  const boundaries = zones.map(({ boundary }) => boundary);
  const covers = effectOfOutlines('boundary' in of ? of.boundary : of, boundaries);
  for (const [i, boundary] of boundaries.entries()) {
    yield;
    if (covers(boundary)) continue;
    const place = `${path}.zones[${i}]`;
    const message = `${named(`${place}.boundary`, 'zone', boundary)} lies outside its ${whose} and is ignored`;
    warnings.push({ code: 'zone_outside', path: place, message });
  }
}

function* checkPolygon(
  path: string,
  polygon: Polygon,
  problems: FieldProblem[],
  warnings: NestWarning[],
): Generator<void, void, void> {
  let isSound = checkPolyline(path, 'polygon', polygon, problems);
  const { holes = [], zones = [] } = polygon;
  const areZones = zones.map(({ boundary }, i) =>
    checkPolyline(`${path}.zones[${i}].boundary`, 'zone', boundary, problems),
  );
  if (isSound && areZones.every(Boolean)) yield* zonesOutside(path, 'polygon', polygon, warnings);
  holes.forEach((hole, i) => {
    isSound = checkPolyline(`${path}.holes[${i}]`, 'hole', hole, problems) && isSound;
  });
  if (isSound && holes.length > 0) problems.push(...openingProblems(path, named(path, 'polygon', polygon), polygon));
}

/** Adds the problems of an outline; returns whether it is sound. */
function checkPolyline(path: string, what: string, polyline: Polyline, problems: FieldProblem[]): boolean {
  if (problems.length >= limits.problems) return false;
  const before = problems.length;
  const { origin, points } = polyline;
  if (origin && !origin.every((v) => Math.abs(v) <= largestCoordinate)) {
    const code = origin.every(Number.isFinite) ? 'out_of_range' : 'not_finite';
    const message = `the origin of ${named(path, what, polyline)} must be two numbers from -${largest} to ${largest}`;
    problems.push({ path: `${path}.origin`, code, message });
  }
  const fault = outlineFault(points);
  if (fault) problems.push(faultProblem(path, named(path, what, polyline), polyline, fault));
  return problems.length === before;
}

function named(path: string, what: string, { id }: Polyline): string {
  return id === '' ? `the ${what} ${path}` : `the ${what} ${path} (id ${JSON.stringify(id)})`;
}

function faultProblem(path: string, name: string, { points }: Polyline, fault: OutlineFault): FieldProblem {
  switch (fault.kind) {
    case 'coordinate': {
      const at = `${path}.points[${fault.point}]`;
      const finite = points[fault.point]!.every(Number.isFinite);
      const message = finite
        ? `point ${fault.point} of ${name} has a coordinate that is not from -${largest} to ${largest}`
        : `point ${fault.point} of ${name} has a coordinate that is not a finite number`;
      return { path: at, code: finite ? 'out_of_range' : 'not_finite', message };
    }
    case 'too_few_points':
      return {
        path,
        code: 'too_few_points',
        message: `${name} has ${fault.distinct} different points; at least 3 are needed`,
      };
    case 'zero_area':
      return { path, code: 'zero_area', message: `${name} has no area: its points lie on one line` };
    case 'self_intersection': {
      const [first, second] = fault.points;
      const message = `${name} intersects itself: the edges after points ${first} and ${second} cross or touch`;
      return { path, code: 'self_intersection', message, points: [...fault.points] };
    }
  }
}
