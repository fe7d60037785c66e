/** Drafts a `static` version: the stored pieces, cleaned like all others; there is nothing to vary. */
import { ServiceError } from '../../errors.js';
import type { Draft, DraftRequest, Piece } from '../draft.js';
import { finishPiece, PieceError } from '../finish-piece.js';
import { positive, unite } from '../region.js';
import { resolveValues } from '../resolve-values.js';
import type { StaticContent, StaticPiece } from './content.js';

export function draftStatic(content: StaticContent, request: DraftRequest): Draft {
  const { problems } = resolveValues([], request);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return {
    name: content.name,
    description: content.description,
    unit: 'mm',
    variables: {},
    variableSources: {},
    errors: [],
    pieces: content.pieces.map((piece) => staticPiece(piece, request.unfold)),
  };
}

function staticPiece(piece: StaticPiece, unfold: boolean): Piece {
  try {
    const { boundary, seamLine, foldLine, ...rest } = piece;
    const cut = unite([positive(boundary), ...(seamLine ? [positive(seamLine)] : [])]);
    return finishPiece({ ...rest, cut, seam: seamLine, fold: foldLine }, unfold);
  } catch (error) {
    if (!(error instanceof PieceError)) throw error;
    const problem = { path: `pieces.${error.pieceId}`, code: 'draft_failed', message: error.message };
    throw ServiceError.ofProblems('draft_failed', [problem]);
  }
}
