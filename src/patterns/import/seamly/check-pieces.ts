/** Drafts every imported piece alone: impossible pieces are left out, differences from the source are reported. */

import { ServiceError } from '../../../errors.js';
import { compileCondition } from '../../definition/compile-formula.js';
import { unitLength } from '../../definition/definition.js';
import { defaultScope, draftApart, loadDefinition } from '../../definition/draft-definition.js';
import { compute, type Program } from '../../definition/program.js';
import type { Json } from '../../pattern-version.js';
import type { ImportNote } from '../note.js';
import { grainPlace } from './grain-place.js';
import type { ImportedPiece } from './pieces.js';
import type { Doubt } from './tool-context.js';

/** Areas that change by more than this with the fineness of curves are told. */
const sensitiveShare = 0.0015;
const sensitive =
  'a curve turns sharply at its end, so that the corner of the allowance depends on how finely the curve is drawn; Valentina draws it more coarsely';

/**
 * @param document all of the definition but its pieces
 * @param doubts of points that other programs may construct otherwise
 */
export function checkedPieces(
  document: Readonly<Record<string, unknown>>,
  pieces: readonly ImportedPiece[],
  doubts: readonly Doubt[],
  notes: ImportNote[],
): Readonly<Record<string, unknown>>[] {
  const [program, readable] = loaded(document, pieces, notes);
  if (!program) return [];
  const reasonsOf = doubtsOfPieces(program, doubts);
  return draftApart(program).flatMap(({ failure, problems, seam, crossing, coarse, cusp }, i) => {
    const { entry, notes: own, grain } = readable[i]!;
    if (failure !== null) {
      notes.push({ code: 'piece_left_out', message: `${entry.name}: ${failure}`.slice(0, 300) });
      return [];
    }
    notes.push(...own);
    const reasons = [
      ...problems.map(({ code, message }) =>
        code === 'seam_crosses_itself' ? `${message}; Valentina gives it an allowance` : message,
      ),
      ...reasonsOf(entry),
    ];
    if (crossing && problems.length === 0) {
      const [x, y] = crossing.map((value) => value.toFixed(1));
      reasons.push(`its outline crosses or touches itself at ${x}, ${y} mm; Valentina may cut out what lies between`);
    }
    if (cusp) {
      const [x, y] = cusp.map((value) => value.toFixed(1));
      reasons.push(`one of its curves turns back at ${x}, ${y} mm; the way out and back has no allowance of its own`);
    }
    if (Math.abs(coarse) > sensitiveShare) reasons.push(sensitive);
    for (const reason of reasons)
      notes.push({ code: 'piece_differs', message: `${entry.name}: may differ from the source: ${reason}` });
    if (grain === null) return [entry];
    const grainline = grainPlace(grain.angle, grain.points, seam, unitLength[program.definition.unit]);
    if (grainline !== null) return [{ ...entry, grainline }];
    notes.push({ code: 'piece_changed', message: `${entry.name}: its grainline is left out: no place inside it` });
    return [entry];
  });
}

/** The doubts about everything that a piece is made of, however far back. */
function doubtsOfPieces(
  program: Program,
  doubts: readonly Doubt[],
): (entry: ImportedPiece['entry']) => ReadonlySet<string> {
  const scope = defaultScope(program);
  compute(program, scope);
  const reasons = new Map<string, Set<string>>();
  for (const { name, reason, when } of doubts) {
    if (!scope.points.has(name)) continue;
    if (when !== null && !compileCondition(when, program.names).evaluate(scope)) continue;
    reasons.set(name, (reasons.get(name) ?? new Set()).add(reason));
  }
  for (const { name, uses } of program.computations) {
    const inherited = uses.flatMap((used) => [...(reasons.get(used) ?? [])]);
    if (inherited.length > 0) reasons.set(name, new Set([...(reasons.get(name) ?? []), ...inherited]));
  }
  return ({ outline }) => {
    const names = (outline as readonly Readonly<Record<string, unknown>>[]).flatMap((step) => Object.values(step));
    return new Set(names.flatMap((name) => [...(reasons.get(String(name)) ?? [])]));
  };
}

/** The definition with the pieces that can be read. */
function loaded(
  document: Readonly<Record<string, unknown>>,
  pieces: readonly ImportedPiece[],
  notes: ImportNote[],
): [Program | null, readonly ImportedPiece[]] {
  let readable = pieces;
  while (readable.length > 0) {
    try {
      return [loadDefinition({ ...document, pieces: readable.map(({ entry }) => entry) } as unknown as Json), readable];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const wrong = new Map<number, string>();
      for (const { path, message } of error.problems) {
        const [, index] = /^pieces\[(\d+)\]/.exec(path) ?? [];
        if (index === undefined) throw error;
        if (!wrong.has(Number(index))) wrong.set(Number(index), message);
      }
      for (const [index, message] of wrong)
        notes.push({ code: 'piece_left_out', message: `${readable[index]!.entry.name}: ${message}`.slice(0, 300) });
      readable = readable.filter((_, i) => !wrong.has(i));
    }
  }
  return [null, []];
}
