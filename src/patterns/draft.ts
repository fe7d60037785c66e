/**
 * The draft of every kind of pattern, and its input values. Points are in mm, x right, y down, on a grid of 0.001 mm.
 */
import type { Point } from '../geometry/point.js';
import type { VariableSource, VariableValue } from './variable.js';

/** A closed outline: the first point repeated at the end. */
export type Outline = readonly Point[];

export interface Notch {
  /** On the boundary. */
  readonly at: Point;
  readonly type: 'slit' | 'v' | 'back';
  /** Degrees, from the boundary into the piece. */
  readonly angle: number;
  /** mm. */
  readonly depth: number;
}

export interface DrillHole {
  readonly at: Point;
  /** mm. */
  readonly diameter: number;
}

/** Words at a place of a piece. */
export interface PieceText {
  /** Middle of the words, half a capital above their baseline. */
  readonly at: Point;
  readonly text: string;
  /** The reading direction: degrees from x towards y, at least -90 (upwards) and below 90. */
  readonly angle: number;
}

export const fastenerKinds = ['button', 'buttonhole', 'snap-stud', 'snap-socket', 'eyelet'] as const;

/** A part that is sewn on or worked in later: marked, never cut or drilled with the piece. */
export interface Fastener {
  readonly kind: (typeof fastenerKinds)[number];
  /** The middle. */
  readonly at: Point;
  /** The direction of a buttonhole: degrees from x towards y, at least -90 and below 90; 0 for round fasteners. */
  readonly angle: number;
  /** mm: the length of a buttonhole, the diameter of a round fastener. */
  readonly size: number;
}

/** A named run of the seam line, or of the boundary where the piece is cut as drawn. */
export interface PieceEdge {
  /** Unique in the piece. */
  readonly name: string;
  /** From its start to its end; several lines where darts lie between. */
  readonly lines: readonly (readonly Point[])[];
  /** mm: the sum of its lines. */
  readonly length: number;
}

/** An edge as a side of a seam walks along it; `reversed`: from its end to its start. */
export interface SeamEdge {
  readonly piece: string;
  readonly edge: string;
  readonly reversed: boolean;
}

/** Two sides that are sewn together, and the walk along both. Lengths are in mm. */
export interface Seam {
  readonly name: string;
  /** Its edges one after the other; one comes again for the mirrored copy of its piece. */
  readonly first: readonly SeamEdge[];
  readonly second: readonly SeamEdge[];
  readonly firstLength: number;
  readonly secondLength: number;
  /** The first side is meant to be so much longer than the second. */
  readonly ease: number;
  /** The first length less the second and the ease. */
  readonly difference: number;
  readonly notches: readonly NotchPair[];
}

/** Two notches that meet when the sides of a seam are sewn. */
export interface NotchPair {
  readonly first: NotchPlace;
  readonly second: NotchPlace;
}

export interface NotchPlace {
  /** Id of the piece. */
  readonly piece: string;
  readonly at: Point;
  /** mm from the start of the side. */
  readonly along: number;
}

/** Points of a garment at which the pattern of the cloth, its stripes or checks, is at the same phase. */
export interface PieceMatch {
  readonly name: string;
  readonly points: readonly { readonly piece: string; readonly at: Point }[];
  /** The copies of each piece that meet: all, or every other one from the first or the second on. */
  readonly copies: 'all' | 'odd' | 'even';
  /** `level`: along the grain; `upright`: across it. */
  readonly axis: 'level' | 'upright' | 'both';
}

/** A measurement of the finished garment, on the drafted pieces. */
export interface FinishedMeasurement {
  readonly name: string;
  readonly unit: 'mm';
  readonly value: number;
  /** The measurement of the body that it is compared with. */
  readonly body: string | null;
  /** mm more than the body; null: nobody knows the measurement of the body. */
  readonly ease: number | null;
}

export interface InternalLine {
  readonly kind: 'dart' | 'fold' | 'mark';
  readonly points: readonly Point[];
}

export interface Piece {
  /** Unique in the draft: lower case letters, digits and hyphens. */
  readonly id: string;
  readonly name: string;
  /** The cut line: simple, positive shoelace sum, contains `seamLine` to 0.05 mm. */
  readonly boundary: Outline;
  /**
   * Where the drawing of the outline has the ends of its lines and curves, on the seam line, else on the cut line; in any
   * order. Default: nobody knows.
   */
  readonly nodes?: readonly Point[];
  /** Named edges; those of a piece on the fold lie on its drawn half. */
  readonly edges: readonly PieceEdge[];
  /** Closed likewise; null where the piece is cut as drawn. */
  readonly seamLine: Outline | null;
  /** mm between seam line and cut line where no other width is drawn; 0 where the piece is cut as drawn. */
  readonly seamAllowance: number;
  readonly grainline: readonly [Point, Point] | null;
  /** The reason for a missing grainline, one clause without a full stop; else empty. */
  readonly grainlineReason: string;
  readonly notches: readonly Notch[];
  readonly drillHoles: readonly DrillHole[];
  /** Openings, inside `boundary`, negative shoelace sum. */
  readonly holes: readonly Outline[];
  readonly internalLines: readonly InternalLine[];
  readonly texts: readonly PieceText[];
  readonly fasteners: readonly Fastener[];
  /** The line where the piece lies on folded cloth; after unfolding it stays, in the middle of the piece. */
  readonly foldLine: readonly [Point, Point] | null;
  /** Copies to cut from `material`, mirrored ones included. */
  readonly quantity: number;
  /** True: half of the copies are mirror images. */
  readonly mirrored: boolean;
  readonly material: string;
}

/** A problem that leaves the draft usable. */
export interface DraftProblem {
  readonly code: string;
  readonly message: string;
  /** `pieces[2]` or `seams[2]`, the place in the draft; `pieces` for a piece that is not among its pieces. */
  readonly path: string;
}

/** A problem of a piece whose place is still unknown. */
export interface PieceProblem {
  readonly code: string;
  readonly message: string;
  readonly pieceId: string;
}

/** Problems with the places of their pieces, in a draft or in a document. */
export function atPieces(
  problems: readonly PieceProblem[],
  pieces: readonly { readonly id: string }[],
): DraftProblem[] {
  return problems.map(({ code, message, pieceId }) => ({ code, message, path: piecePath(pieceId, pieces) }));
}

export function piecePath(pieceId: string, pieces: readonly { readonly id: string }[]): string {
  const place = pieces.findIndex(({ id }) => id === pieceId);
  return place < 0 ? 'pieces' : `pieces[${place}]`;
}

export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly unit: 'mm';
  /** Value used of every variable, read-only ones included. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly variableSources: Readonly<Record<string, VariableSource>>;
  /** Notes for the maker beside the pieces, e.g. the length of a zip. */
  readonly hints: readonly string[];
  readonly errors: readonly DraftProblem[];
  readonly pieces: readonly Piece[];
  readonly seams: readonly Seam[];
  /** The most important ones first. */
  readonly matches: readonly PieceMatch[];
  readonly finished: readonly FinishedMeasurement[];
}

/** A completed body: measurements under the names of the body domain in cm (kg, years), each with its source. */
export interface BodyValues {
  readonly gender: 'female' | 'male';
  readonly measurements: Readonly<Record<string, { readonly value: number; readonly source: 'body' | 'predicted' }>>;
}

export interface DraftRequest {
  /** As sent by the caller, still unchecked: a wrong name, type or value is refused. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly body?: BodyValues;
  /** True: pieces cut on the fold come whole. */
  readonly unfold: boolean;
}
