/** Drafts of one design in many sizes, matched point by point, and the grade: how far each point moves from the base size. */
import type { Point } from '../../geometry/point.js';
import type { Draft, Piece } from '../draft.js';
import { toGrid } from '../region.js';
import { type BoundaryNode, boundaryNodes } from './boundary-nodes.js';
import { commonPoints } from './common-points.js';
import { matchNodes } from './match-nodes.js';
import { notesBySize } from './notes-by-size.js';
import { Ring } from './ring.js';

export interface DraftedSize {
  readonly name: string;
  readonly draft: Draft;
}

/** The grade of one piece. */
export interface PieceGrade {
  /** Its id in every size. */
  readonly pieceId: string;
  /** Places in the boundary of corners and of ends of curves; the other points lie within a line. */
  readonly nodes: readonly number[];
  /** For each size that has the piece: how far each point of its boundary lies from that of the base, mm. */
  readonly differences: readonly { readonly size: string; readonly points: readonly Point[] }[];
}

export interface GradeWarning {
  readonly code: string;
  readonly message: string;
  /** `grade[2]`, or `sizes[3]` for a piece that has no grade. */
  readonly path: string;
}

export interface GradedSizes {
  /** Name of the size that the others are compared with. */
  readonly base: string;
  /** The pieces of every size; the boundaries of one piece have equally many points in all sizes. */
  readonly sizes: readonly { readonly name: string; readonly pieces: readonly Piece[] }[];
  readonly grade: readonly PieceGrade[];
  readonly warnings: readonly GradeWarning[];
  /** Messages of the problems of the drafts, by size. */
  readonly problems: readonly string[];
  /** Hints of the drafts, by size. */
  readonly hints: readonly string[];
}

/** Corners that turn by less may come and go with a size, without a word. */
const toldDegrees = 35;

/** @param base the name of one of the sizes */
export function gradeSizes(drafted: readonly DraftedSize[], base: string): GradedSizes {
  const baseSize = drafted.find(({ name }) => name === base)!;
  const boundaries = new Map(drafted.map(({ name }) => [name, new Map<string, readonly Point[]>()]));
  const grade: PieceGrade[] = [];
  const warnings: GradeWarning[] = [];
  for (const piece of baseSize.draft.pieces) {
    const having = drafted.flatMap(({ name, draft }) => {
      const same = draft.pieces.find(({ id }) => id === piece.id);
      return same ? [{ name, piece: same }] : [];
    });
    const path = `grade[${grade.length}]`;
    const without = drafted.filter(({ name }) => !having.some((one) => one.name === name)).map(({ name }) => name);
    if (without.length > 0) {
      const message = `"${piece.name}" is no piece of ${sizesOf(without)}`;
      warnings.push({ code: 'piece_missing', message, path });
    }
    const matched = matchPiece(having, base);
    warnings.push(...matched.changes.map((message) => ({ code: 'topology_changes', message, path })));
    const atBase = matched.boundaries.get(base)!;
    for (const [name, boundary] of matched.boundaries) boundaries.get(name)!.set(piece.id, boundary);
    grade.push({
      pieceId: piece.id,
      nodes: matched.nodes,
      differences: having.map(({ name }) => ({
        size: name,
        points: matched.boundaries
          .get(name)!
          .map(([x, y], i): Point => [toGrid(x - atBase[i]![0]), toGrid(y - atBase[i]![1])]),
      })),
    });
  }
  const known = new Set(baseSize.draft.pieces.map(({ id }) => id));
  drafted.forEach(({ name, draft }, i) => {
    for (const piece of draft.pieces.filter(({ id }) => !known.has(id))) {
      const message = `"${piece.name}" is a piece of ${name}, but not of the base size ${base}; it has no grade`;
      warnings.push({ code: 'piece_missing', message, path: `sizes[${i}]` });
    }
  });
  const sizes = drafted.map(({ name, draft }) => ({
    name,
    pieces: draft.pieces.map((piece) => {
      const boundary = boundaries.get(name)!.get(piece.id);
      return boundary ? { ...piece, boundary: [...boundary, boundary[0]!] } : piece;
    }),
  }));
  const problems = notesBySize(drafted, ({ errors }) => errors.map(({ message }) => message));
  const hints = notesBySize(drafted, (draft) => draft.hints);
  return { base, sizes, grade, warnings, problems, hints };
}

const sizesOf = (names: readonly string[]): string => `the size${names.length === 1 ? '' : 's'} ${names.join(', ')}`;

interface Noded {
  readonly name: string;
  readonly ring: Ring;
  readonly nodes: readonly BoundaryNode[];
}

/** The boundaries of one piece by size, without a repeated first point, with equally many points. */
function matchPiece(
  having: readonly { readonly name: string; readonly piece: Piece }[],
  base: string,
): { boundaries: Map<string, Point[]>; nodes: number[]; changes: string[] } {
  const sizes = having.map(({ name, piece }): Noded => {
    const ring = new Ring(piece.boundary);
    return { name, ring, nodes: boundaryNodes(piece, ring) };
  });
  const atBase = sizes.find(({ name }) => name === base)!;
  const partners = sizes.map((size) => (size === atBase ? size.nodes.map((_, i) => i) : matchNodes(atBase, size)));
  const { name } = having.find((one) => one.name === base)!.piece;
  const changes = sizes.flatMap((size, i) => {
    const left = atBase.nodes.filter((node, k) => partners[i]![k]! < 0 && node.turn >= toldDegrees).length;
    const more = size.nodes.filter((node, k) => !partners[i]!.includes(k) && node.turn >= toldDegrees).length;
    if (left + more === 0) return [];
    const told = [...(left > 0 ? [`lacks ${left}`] : []), ...(more > 0 ? [`has ${more} more`] : [])].join(' and ');
    return [`the outline of "${name}" ${told} of the corners of the base size ${base} in ${size.name}`];
  });
  const common = atBase.nodes.flatMap((_, k) => (partners.every((of) => of[k]! >= 0) ? [k] : []));
  const starts = sizes.map(({ ring, nodes }, i) => {
    if (common.length > 0) return common.map((k) => nodes[partners[i]![k]!]!.along);
    return [ring.lengths[topLeft(ring)]!];
  });
  const boundaries = new Map<string, Point[]>(sizes.map((size) => [size.name, []]));
  const nodes: number[] = [];
  for (let k = 0; k < starts[0]!.length; k++) {
    if (common.length > 0) nodes.push(boundaries.get(base)!.length);
    const lines = commonPoints(
      sizes.map(({ ring }, i) => {
        const [from, to] = [starts[i]![k]!, starts[i]![(k + 1) % starts[i]!.length]!];
        return { ring, from, way: ring.onwards(from, to) };
      }),
    );
    lines.forEach((line, i) => {
      boundaries.get(sizes[i]!.name)!.push(...line.map(([x, y]): Point => [toGrid(x), toGrid(y)]));
    });
  }
  return { boundaries, nodes, changes };
}

/** Where a ring without nodes begins: the point that is farthest up and to the left. */
const topLeft = ({ points }: Ring): number =>
  points.reduce((best, [x, y], i) => (x + y < points[best]![0] + points[best]![1] ? i : best), 0);
