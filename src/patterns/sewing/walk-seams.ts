/** Walks along both sides of every seam of a draft, and takes the measurements of the finished garment. */
import type { Point } from '../../geometry/point.js';
import type {
  DraftProblem,
  FinishedMeasurement,
  NotchPair,
  NotchPlace,
  Piece,
  PieceEdge,
  Seam,
  SeamEdge,
} from '../draft.js';
import { toGrid } from '../region.js';
import { lengthOf } from './trace-edge.js';

/** Sides that are off their ease by more than this, mm, are told, where the seam names no tolerance. */
const toldMismatch = 1;

/** A point of a piece, mm. */
export interface MarkedPlace {
  readonly piece: string;
  readonly at: Point;
}

/** A seam at the values of a draft. */
export interface WantedSeam {
  readonly name: string;
  readonly first: readonly SeamEdge[];
  readonly second: readonly SeamEdge[];
  /** How much longer the first side is meant to be, mm, given the length of the second. */
  readonly ease: (secondLength: number) => number;
  /** mm; null: the usual one. */
  readonly tolerance: number | null;
  readonly notches: readonly (readonly [MarkedPlace, MarkedPlace])[];
}

/** A measurement at the values of a draft, mm. */
export interface WantedMeasurement {
  readonly name: string;
  readonly value: number;
  readonly body: string | null;
  readonly bodyValue: number | null;
}

interface WalkedEdge extends SeamEdge {
  readonly found: PieceEdge;
}

/** The edge of a piece; undefined where the draft lacks it. */
export function edgeOf(pieces: readonly Piece[], { piece, edge }: SeamEdge): PieceEdge | undefined {
  return pieces.find(({ id }) => id === piece)?.edges.find(({ name }) => name === edge);
}

/** A seam with an edge that the draft lacks is left out: its piece is not part of the draft. */
export function walkSeams(
  pieces: readonly Piece[],
  wanted: readonly WantedSeam[],
): { seams: Seam[]; problems: DraftProblem[] } {
  const seams = wanted.flatMap(({ name, first, second, ease, notches }): Seam[] => {
    const [one, other] = [sideOf(pieces, first), sideOf(pieces, second)];
    if (!one || !other) return [];
    const [firstLength, secondLength] = [lengthOfSide(one), lengthOfSide(other)];
    const meant = ease(secondLength);
    return [
      {
        name,
        first,
        second,
        firstLength: toGrid(firstLength),
        secondLength: toGrid(secondLength),
        ease: toGrid(meant),
        difference: toGrid(firstLength - secondLength - meant),
        notches: notches.map(([a, b]): NotchPair => ({ first: placeOn(one, a), second: placeOn(other, b) })),
      },
    ];
  });
  const tolerances = new Map(wanted.map(({ name, tolerance }) => [name, tolerance ?? toldMismatch]));
  const problems = seams.flatMap((seam, i): DraftProblem[] => {
    if (Math.abs(seam.difference) <= tolerances.get(seam.name)!) return [];
    return [{ code: 'seam_mismatch', message: mismatch(seam), path: `seams[${i}]` }];
  });
  return { seams, problems };
}

function mismatch({ name, firstLength, secondLength, ease, difference }: Seam): string {
  const mm = (value: number): string => `${value.toFixed(1)} mm`;
  const told = Math.abs(ease) < 0.05 ? '' : `, with ${mm(ease)} of ease`;
  const side = difference > 0 ? 'first side too long' : 'second side too long';
  return `the sides of the seam "${name}" are ${mm(firstLength)} and ${mm(secondLength)} long${told}: the ${side} by ${mm(Math.abs(difference))}`;
}

function sideOf(pieces: readonly Piece[], side: readonly SeamEdge[]): WalkedEdge[] | null {
  const walked = side.map((edge) => ({ ...edge, found: edgeOf(pieces, edge) }));
  return walked.every((edge): edge is WalkedEdge => edge.found !== undefined) ? walked : null;
}

const lengthOfSide = (side: readonly WalkedEdge[]): number => side.reduce((sum, { found }) => sum + found.length, 0);

/** The place of a side nearest to a point of one of its pieces, and mm from the start of the side. */
function placeOn(side: readonly WalkedEdge[], { piece: wanted, at: point }: MarkedPlace): NotchPlace {
  let [before, least] = [0, Infinity];
  let best: NotchPlace = { piece: wanted, at: point, along: 0 };
  for (const { piece, reversed, found } of side) {
    const lines = reversed ? found.lines.map((line) => [...line].reverse()).reverse() : found.lines;
    for (const line of lines) {
      for (let i = 1; i < line.length; i++) {
        const { at, share } = nearestOn(line[i - 1]!, line[i]!, point);
        const step = lengthOf([line[i - 1]!, line[i]!]);
        const far = lengthOf([at, point]);
        if (piece === wanted && far < least - 1e-9) {
          least = far;
          best = { piece, at: [toGrid(at[0]), toGrid(at[1])], along: toGrid(before + share * step) };
        }
        before += step;
      }
    }
  }
  return best;
}

function nearestOn([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): { at: Point; share: number } {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return { at: [ax + share * dx, ay + share * dy], share };
}

export const finishedMeasurement = ({ name, value, body, bodyValue }: WantedMeasurement): FinishedMeasurement => ({
  name,
  unit: 'mm',
  value: toGrid(value),
  body,
  ease: bodyValue === null ? null : toGrid(value - bodyValue),
});
