/**
 * The rules for given placements: `locked` ones must be sound, `warmStart` ones need only name existing polygons and
 * bins.
 */

import type { FieldProblem } from '../../errors.js';
import { largestCoordinateText as largest, largestCoordinate } from '../../geometry/outline-fault.js';
import { copiesOf } from '../layout/copies.js';
import { ExactCheck } from '../layout/exact-check.js';
import type { GivenPlacement, NestRequest, Placement } from '../request.js';

/** The limit lets the service check locked parts exactly before it queues a job. */
const mostLockedPoints = 10_000;
const mostPlacements = 10_000;

/** `isSound`: whether polygons and bins are sound, which the check of the locked layout needs. */
export function givenProblems(request: NestRequest, isSound: boolean): FieldProblem[] {
  const { locked = [], warmStart = [] } = request;
  const problems = [...fieldProblems(request, 'locked', locked), ...fieldProblems(request, 'warmStart', warmStart)];
  if (problems.length > 0 || !isSound || locked.length === 0) return problems;
  const points = locked.reduce((sum, { index }) => sum + request.polygons[index]!.points.length, 0);
  if (points > mostLockedPoints) {
    const message = `the locked polygons have ${points} points in all; at most ${mostLockedPoints} are accepted`;
    return [{ path: 'locked', code: 'too_many', message, limit: mostLockedPoints }];
  }
  const onOtherCloth = layerProblems(request, locked);
  if (onOtherCloth.length > 0) return onOtherCloth;
  const isMatched = (request.match ?? []).length > 0;
  const offGrid = isMatched
    ? ', or off the phase of a part that it matches'
    : request.matchingType === 'solid'
      ? ''
      : ', or off the grid of its bin';
  return new ExactCheck(isMatched ? copiesOf(request).request : lockedAlone(request))
    .faults(locked.map((placement, index): Placement => ({ ...placement, id: '', index })))
    .map((i) => ({
      path: `locked[${i}]`,
      code: 'locked_conflict',
      message: `locked[${i}] is not inside its bin, or too near another locked part, a hole, an edge or a fold, on a zone of too low a quality${offGrid}`,
    }));
}

/** Locked parts that need the cloth open on folded bins, and the other way round. */
function layerProblems({ polygons, bins, clothForm = 'open' }: NestRequest, locked: readonly GivenPlacement[]) {
  if (clothForm === 'open') return [];
  return locked.flatMap(({ index, bin }, i): FieldProblem[] => {
    const [needsOpen, isOpen] = [polygons[index]!.open ?? false, bins[bin]!.open ?? false];
    if (needsOpen === isOpen) return [];
    const path = `locked[${i}].bin`;
    const part = `polygons[${index}] is ${needsOpen ? 'open' : 'not'}, so it lies on`;
    const [here, there] = needsOpen ? [clothForm, 'open'] : ['open', clothForm];
    const message = `${path} is ${bin}, which is ${here}; ${part} ${there} bins alone`;
    return [{ path, code: 'locked_conflict', message }];
  });
}

/** Only the locked polygons, one for each placement. */
function lockedAlone(request: NestRequest): NestRequest {
  return { ...request, polygons: request.locked!.map(({ index }) => request.polygons[index]!) };
}

function fieldProblems(
  { polygons, bins }: NestRequest,
  key: 'locked' | 'warmStart',
  placements: readonly GivenPlacement[],
): FieldProblem[] {
  if (placements.length > mostPlacements) {
    const message = `${key} has ${placements.length} entries; at most ${mostPlacements} are accepted`;
    return [{ path: key, code: 'too_many', message, limit: mostPlacements }];
  }
  const counts = new Map<number, number>();
  return placements.flatMap(({ index, bin, position, rotation }, i) => {
    const path = `${key}[${i}]`;
    const problems: FieldProblem[] = [];
    const wrong = (field: string, value: number | readonly number[], accepted: string): void => {
      const message = `${path}.${field} is ${value}; it must be ${accepted}`;
      const code = [value].flat().every(Number.isFinite) ? 'out_of_range' : 'not_finite';
      problems.push({ path: `${path}.${field}`, code, message });
    };
    if (!(index in polygons)) wrong('index', index, `an index into polygons, from 0 to ${polygons.length - 1}`);
    if (!(bin in bins)) wrong('bin', bin, `an index into bins, from 0 to ${bins.length - 1}`);
    if (!Number.isFinite(rotation)) wrong('rotation', rotation, 'a finite number of degrees');
    if (!position.every((v) => Math.abs(v) <= largestCoordinate)) {
      wrong('position', position, `two numbers from -${largest} to ${largest}`);
    }
    const count = (counts.get(index) ?? 0) + 1;
    counts.set(index, count);
    const quantity = polygons[index]?.quantity ?? 1;
    if (index in polygons && count > quantity)
      wrong('index', index, `used at most ${quantity} times, the quantity of its polygon`);
    return problems;
  });
}
