/** Rules of single pieces of a garment. */
import type { PatternPiece } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { changeGarment, type Garment, isTrouble, type PieceRule, pieces } from './cutting-list.js';

/** The pieces of a garment, each once for all its sizes. */
export function piecesOf({ id }: Garment): readonly PatternPiece[] {
  const entry = pieces.value.get(id);
  if (!entry || isTrouble(entry)) return [];
  return [...new Map(entry.map(({ piece }) => [piece.id, piece])).values()];
}

/** Rules of pieces that the draft has. A changed setting may take pieces away, and their rules wait for them. */
export function draftedRules(garment: Garment): readonly PieceRule[] {
  const ids = new Set(piecesOf(garment).map(({ id }) => id));
  return (garment.rules ?? []).filter(({ piece }) => ids.has(piece));
}

/** Sets a rule of a piece; `undefined` takes it away. */
export function changeRule({ id, rules = [] }: Garment, piece: string, change: Partial<PieceRule>): void {
  const before = rules.find((rule) => rule.piece === piece);
  const set = Object.entries({ ...before, ...change, piece }).filter(([, value]) => value !== undefined);
  const others = rules.filter((rule) => rule !== before);
  changeGarment(id, {
    rules: set.length === 1 ? others : [...others, Object.fromEntries(set) as unknown as PieceRule],
  });
}
