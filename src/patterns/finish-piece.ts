/**
 * The last step of every kind of pattern: from traced lines to a piece ready to cut. Outlines become simple, positive,
 * closed and snapped to the grid. Halves are unfolded, notches move out to the cut line, marks outside are left out, and
 * impossible pieces are refused.
 */
import type { Point } from '../geometry/point.js';
import type { DrillHole, Fastener, InternalLine, Notch, Outline, Piece, PieceProblem, PieceText } from './draft.js';
import { Fold } from './fold.js';
import { withMarksInside } from './marks-inside.js';
import { placedNotches } from './notch-place.js';
import { covers, nearestOn } from './on-loop.js';
import { readable, turnedOver } from './reading-angle.js';
import {
  type Loop,
  loopArea,
  positive,
  type Region,
  regionOfLoop,
  simpleOuter,
  subtract,
  toGrid,
  unite,
} from './region.js';
import { edgesOnOutline } from './sewing/edges-on-outline.js';
import { lengthOf, type NamedEdge, onOutline } from './sewing/trace-edge.js';

/** Lines of one piece in mm, as drawn: half pieces half, marks on the seam line. */
export interface DrawnPiece {
  readonly id: string;
  readonly name: string;
  /** The edge of the cloth; may still cross itself. */
  readonly cut: Region;
  readonly seam: Loop | null;
  /** Named edges on the drawn outline. Default: none. */
  readonly edges?: readonly NamedEdge[];
  /** Ends of the lines and curves of the outline, as drawn. Default: nobody knows. */
  readonly nodes?: readonly Point[];
  readonly seamAllowance: number;
  readonly holes: readonly Loop[];
  readonly fold: readonly [Point, Point] | null;
  readonly grainline: readonly [Point, Point] | null;
  /** The reason for a missing grainline, where known. */
  readonly grainlineReason?: string;
  readonly notches: readonly { readonly at: Point; readonly type: Notch['type'] }[];
  readonly drillHoles: readonly DrillHole[];
  readonly internalLines: readonly InternalLine[];
  /** Default: none. Angles may be any. */
  readonly texts?: readonly PieceText[];
  /** Default: none. Angles may be any. */
  readonly fasteners?: readonly Fastener[];
  readonly quantity: number;
  readonly mirrored: boolean;
  readonly material: string;
}

/** A piece without a usable outline. */
export class PieceError extends Error {
  override readonly name = 'PieceError';
  readonly pieceId: string;

  constructor(pieceId: string, message: string) {
    super(message);
    this.pieceId = pieceId;
  }
}

/** @param problems gets the flaws of a piece that can still be cut */
export function finishPiece(asDrawn: DrawnPiece, unfold: boolean, problems: PieceProblem[] = []): Piece {
  const drawn = withPlacedMarks(asDrawn, problems);
  const { id } = drawn;
  const refuse = (message: string): never => {
    throw new PieceError(id, `the piece "${drawn.name}" ${message}`);
  };
  const points = [...(drawn.cut.outers[0] ?? []), ...(drawn.seam ?? []), ...drawn.holes.flat()];
  if (!points.every(([x, y]) => Math.abs(x) < 1e5 && Math.abs(y) < 1e5)) {
    refuse('has a point that is not finite or farther than 100 m away');
  }
  const [drawnCut] = drawn.cut.outers;
  if (!drawnCut) return refuse('has no area');
  const fold = drawn.fold && new Fold(...drawn.fold, drawnCut);
  const whole = (loop: Loop): Region => {
    if (!fold) return regionOfLoop(loop);
    const half = fold.half(loop);
    if (!half) return { outers: [], openings: [] };
    return unfold ? fold.unfold(half) : regionOfLoop(half);
  };
  const half = fold?.half(drawnCut) ?? drawnCut;
  // without a fold the region is clean already
  const cutRegion = fold ? whole(drawnCut) : drawn.cut;
  const boundary = simpleOuter(cutRegion);
  if (!boundary) return refuse('has an outline that crosses itself');
  if (loopArea(boundary) < 1) return refuse('has no area');
  const seamRegion = drawn.seam && whole(drawn.seam);
  const seam = seamRegion && simpleOuter(seamRegion);
  if (drawn.seam && !seam) return refuse('has a seam line that crosses itself');
  if (seam && !covers(boundary, seam)) return refuse('has a seam line outside its cut line');
  if (drawn.seam && seamRegion && losesArea(fold?.half(drawn.seam) ?? drawn.seam, seamRegion, fold && unfold ? 2 : 1)) {
    const message = `the seam line of "${drawn.name}" crosses itself; the part beyond the crossing is left out`;
    problems.push({ code: 'seam_crosses_itself', message, pieceId: id });
  }

  const both = <T extends Mark>(
    marks: readonly T[],
    mirror: (mark: T, image: (point: Point) => Point) => T | null,
  ): T[] => {
    if (!fold || !unfold) return [...marks];
    const images = marks.map((mark) => mirror(mark, (point) => fold.mirror(point)));
    // a piece unfolded earlier has the images among its marks
    return [
      ...marks,
      ...images.filter((image) => image !== null && !marks.some((mark) => coincide(mark, image))),
    ] as T[];
  };
  const notches = both(drawn.notches, ({ at, type }, image) => (fold?.isOn(at) ? null : { at: image(at), type }));
  const drills = both(drawn.drillHoles, ({ at, diameter }, image) =>
    fold?.isOn(at) ? null : { at: image(at), diameter },
  );
  const lines = both(drawn.internalLines, ({ kind, points: line }, image) =>
    line.every((point) => fold?.isOn(point)) ? null : { kind, points: line.map(image) },
  );
  const texts = both((drawn.texts ?? []).map(readable), (text, image) =>
    fold?.isOn(text.at) ? null : turnedOver(text, image),
  );
  const fasteners = both((drawn.fasteners ?? []).map(readable), (fastener, image) =>
    fold?.isOn(fastener.at) ? null : turnedOver(fastener, image),
  );
  const nodes =
    drawn.nodes &&
    both(
      drawn.nodes.map((at) => ({ at })),
      ({ at }, image) => (fold?.isOn(at) ? null : { at: image(at) }),
    );
  const openings = [...drawn.holes.flatMap((hole) => whole(hole).outers), ...cutRegion.openings.map(positive)];
  const holes = subtractable(boundary, openings);
  if (drawn.holes.some((hole) => subtractable(boundary, whole(hole).outers).length === 0)) {
    const message = `a hole of "${drawn.name}" does not lie inside it; it is left out`;
    problems.push({ code: 'hole_left_out', message, pieceId: id });
  }
  // a dart that closes before it reaches the edge hangs on the seam line by a way there and back
  const darts = (seamRegion?.openings ?? []).map((opening) => ({
    kind: 'dart' as const,
    points: closedOutline(opening),
  }));
  const foldLine = fold?.extent(half) ?? null;
  const isFold = (a: Point, b: Point): boolean => fold !== null && !unfold && fold.isAlong(a, b);
  const placed = placedNotches(notches, { boundary, seam: seam || null, allowance: drawn.seamAllowance, isFold });
  const edges = finishedEdges(drawn, fold, half, problems);
  const piece: Piece = {
    id,
    name: drawn.name,
    boundary: closedOutline(boundary),
    ...(nodes && { nodes: nodes.map(({ at }) => gridPoint(at)) }),
    edges: edges.map(({ name, lines: along }) => ({
      name,
      lines: along.map((line) => line.map(gridPoint)),
      length: toGrid(along.reduce((sum, line) => sum + lengthOf(line), 0)),
    })),
    seamLine: seam ? closedOutline(seam) : null,
    seamAllowance: drawn.seamAllowance,
    grainline: drawn.grainline && gridLine(drawn.grainline),
    grainlineReason: drawn.grainline ? '' : drawn.grainlineReason || 'the pattern draws no grainline on this piece',
    notches: placed.notches.map((notch) => ({ ...notch, at: gridPoint(notch.at) })),
    drillHoles: drills.map(({ at, diameter }) => ({ at: gridPoint(at), diameter })),
    holes: holes.map((hole) => closedOutline([...hole].reverse())),
    internalLines: [...lines, ...darts, ...placed.marks].map(({ kind, points: line }) => ({
      kind,
      points: line.map(gridPoint),
    })),
    texts: texts.map((text) => ({ ...text, at: gridPoint(text.at) })),
    fasteners: fasteners.map((fastener) => ({ ...fastener, at: gridPoint(fastener.at) })),
    foldLine: foldLine && gridLine(foldLine),
    quantity: drawn.quantity,
    mirrored: drawn.mirrored,
    material: drawn.material,
  };
  return withMarksInside(piece, placed.outside > 0 ? ['a notch'] : [], problems);
}

/** The edges on the finished seam line of the drawn half, else on its cut line. */
function finishedEdges(
  { id, name: pieceName, edges = [], seam, internalLines }: DrawnPiece,
  fold: Fold | null,
  cut: Loop,
  problems: PieceProblem[],
): readonly NamedEdge[] {
  if (edges.length === 0) return edges;
  const outline = simpleOuter(regionOfLoop(seam ? (fold?.half(seam) ?? seam) : cut)) ?? [];
  const darts = internalLines.filter(({ kind }) => kind === 'dart').map(({ points }) => points);
  const isElsewhere = (point: Point): boolean =>
    fold?.isOn(point) || darts.some((dart) => nearestOn(dart, point).square <= onOutline ** 2);
  return edgesOnOutline(edges, outline, isElsewhere, (name, reason) => {
    const message = `the edge "${name}" of "${pieceName}" is left out: ${reason}`;
    problems.push({ code: 'edge_left_out', message, pieceId: id });
  });
}

/** The piece without marks that have no place: designs compute marks too, and sometimes not to a number. */
function withPlacedMarks(drawn: DrawnPiece, problems: PieceProblem[]): DrawnPiece {
  const { texts = [], fasteners = [] } = drawn;
  const isPlaced = (mark: Mark): boolean => pointsOf(mark).flat().every(Number.isFinite);
  const marks = [...drawn.notches, ...drawn.drillHoles, ...drawn.internalLines, ...texts, ...fasteners];
  if (marks.every(isPlaced)) return drawn;
  const message = `a mark of "${drawn.name}" has no place at these values; it is left out`;
  problems.push({ code: 'mark_left_out', message, pieceId: drawn.id });
  return {
    ...drawn,
    notches: drawn.notches.filter(isPlaced),
    drillHoles: drawn.drillHoles.filter(isPlaced),
    internalLines: drawn.internalLines.filter(isPlaced),
    texts: texts.filter(isPlaced),
    fasteners: fasteners.filter(isPlaced),
  };
}

type Mark = { readonly at: Point } | { readonly points: readonly Point[] };

const pointsOf = (mark: Mark): readonly Point[] => ('at' in mark ? [mark.at] : mark.points);

/** Whether two marks lie on each other, to 0.01 mm. */
function coincide(a: Mark, b: Mark): boolean {
  const others = pointsOf(b);
  const isAt = ([x, y]: Point, other: Point | undefined): boolean =>
    other !== undefined && Math.hypot(x - other[0], y - other[1]) < 0.01;
  return pointsOf(a).length === others.length && pointsOf(a).every((point, i) => isAt(point, others[i]));
}

/** Whether a drawn line encloses more or less than the region made from it, beyond rounding. */
function losesArea(drawn: Loop, { outers, openings }: Region, copies: number): boolean {
  const area = [...outers, ...openings].reduce((sum, loop) => sum + loopArea(loop), 0) / copies;
  return Math.abs(Math.abs(loopArea(drawn)) - area) > Math.max(1, 1e-3 * area);
}

const gridPoint = ([x, y]: Point): Point => [toGrid(x), toGrid(y)];
const gridLine = ([a, b]: readonly [Point, Point]): [Point, Point] => [gridPoint(a), gridPoint(b)];
const closedOutline = (loop: Loop): Outline => [...loop.map(gridPoint), gridPoint(loop[0]!)];

/** The openings united, where they lie inside the boundary and are larger than specks. */
function subtractable(boundary: Loop, openings: readonly Loop[]): Loop[] {
  if (openings.length === 0) return [];
  const united = unite(openings.map(positive)).outers.filter((hole) => loopArea(hole) > 1);
  return united.filter((hole) => subtract([hole], [boundary]).outers.every((rest) => loopArea(rest) < 0.01));
}
