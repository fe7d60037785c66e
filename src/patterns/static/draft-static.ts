/** Drafts a `static` version: the stored pieces, cleaned like all others; there is nothing to vary. */
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { Draft, DraftRequest, Piece } from '../draft.js';
import { finishPiece, PieceError } from '../finish-piece.js';
import { positive, unite } from '../region.js';
import { resolveValues } from '../resolve-values.js';
import { readStatic, type StaticContent, type StaticPiece } from './content.js';

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

/** The check on upload: the document is sound and every piece can be cut. Throws `invalid` with the place of each problem. */
export function checkStatic(content: unknown): void {
  const problems = readStatic(content).pieces.flatMap((piece, i): FieldProblem[] => {
    try {
      finish(piece, true);
      return [];
    } catch (error) {
      if (!(error instanceof PieceError)) throw error;
      return [{ path: `pieces[${i}]`, code: 'not_cuttable', message: `pieces[${i}]: ${error.message}` }];
    }
  });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
}

function staticPiece(piece: StaticPiece, unfold: boolean): Piece {
  try {
    return finish(piece, unfold);
  } catch (error) {
    if (!(error instanceof PieceError)) throw error;
    const problem = { path: `pieces.${error.pieceId}`, code: 'draft_failed', message: error.message };
    throw ServiceError.ofProblems('draft_failed', [problem]);
  }
}

function finish({ boundary, seamLine, foldLine, ...rest }: StaticPiece, unfold: boolean): Piece {
  const cut = unite([positive(boundary), ...(seamLine ? [positive(seamLine)] : [])]);
  return finishPiece({ ...rest, cut, seam: seamLine, fold: foldLine }, unfold);
}
