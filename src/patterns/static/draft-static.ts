/** Drafts a `static` version: the stored pieces, cleaned like all others; nothing varies. */
import { type FieldProblem, ServiceError } from '../../errors.js';
import { atPieces, type Draft, type DraftRequest, type Piece, type PieceProblem, piecePath } from '../draft.js';
import { finishPiece, PieceError } from '../finish-piece.js';
import { positive, unite } from '../region.js';
import { resolveValues } from '../resolve-values.js';
import { readStatic, type StaticContent, type StaticPiece } from './content.js';

export function draftStatic(content: StaticContent, request: DraftRequest): Draft {
  const { problems } = resolveValues([], request);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const found: PieceProblem[] = [];
  const pieces = content.pieces.map((piece) => staticPiece(piece, request.unfold, found, content));
  return {
    name: content.name,
    description: content.description,
    unit: 'mm',
    variables: {},
    variableSources: {},
    hints: [],
    errors: atPieces(found, pieces),
    pieces,
    seams: [],
    matches: [],
    finished: [],
  };
}

/**
 * The check on upload: the document is sound, its pieces have unique ids, and each can be cut as drawn. Throws
 * `invalid` with the place of each problem.
 */
export function checkStatic(content: unknown): void {
  const ids = new Set<string>();
  const problems = readStatic(content).pieces.flatMap((piece, i) => {
    const path = `pieces[${i}]`;
    const found = problemsOfPiece(piece, path);
    if (ids.has(piece.id)) {
      const message = `${path}.id: ${JSON.stringify(piece.id)} is already the id of a piece`;
      found.unshift({ path: `${path}.id`, code: 'duplicate_name', message });
    }
    ids.add(piece.id);
    return found;
  });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
}

function problemsOfPiece(piece: StaticPiece, path: string): FieldProblem[] {
  try {
    const flaws: PieceProblem[] = [];
    finish(piece, true, flaws);
    // files of other programs have words beside their pieces; every draft tells such marks
    const refused = flaws.filter(({ code }) => code !== 'mark_left_out');
    return refused.map(({ code, message }) => ({ path, code, message: `${path}: ${message}` }));
  } catch (error) {
    if (!(error instanceof PieceError)) throw error;
    return [{ path, code: 'not_cuttable', message: `${path}: ${error.message}` }];
  }
}

function staticPiece(piece: StaticPiece, unfold: boolean, problems: PieceProblem[], content: StaticContent): Piece {
  try {
    return finish(piece, unfold, problems);
  } catch (error) {
    if (!(error instanceof PieceError)) throw error;
    const problem = { path: piecePath(error.pieceId, content.pieces), code: 'draft_failed', message: error.message };
    throw ServiceError.ofProblems('draft_failed', [problem]);
  }
}

function finish(
  { boundary, seamLine, foldLine, ...rest }: StaticPiece,
  unfold: boolean,
  problems: PieceProblem[],
): Piece {
  const cut = unite([positive(boundary), ...(seamLine ? [positive(seamLine)] : [])]);
  return finishPiece({ ...rest, cut, seam: seamLine, fold: foldLine }, unfold, problems);
}
