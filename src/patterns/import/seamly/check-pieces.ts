/** Drafts every imported piece alone, leaves out impossible pieces, and notes differences from the source. */

import { ServiceError } from '../../../errors.js';
import type { Json } from '../../../json/json.js';
import { compileCondition } from '../../definition/compile-formula.js';
import { unitLength } from '../../definition/definition.js';
import { defaultScope, draftApart, loadDefinition } from '../../definition/draft-definition.js';
import { compute, type Program } from '../../definition/program.js';
import type { ImportNote } from '../note.js';
import { grainPlace } from './grain-place.js';
import type { ImportedPiece } from './pieces.js';
import type { Doubt } from './tool-context.js';

/** A note names each piece whose area changes by more than this share with the fineness of its curves. */
const sensitiveShare = 0.0015;
const sensitive =
  'a curve turns sharply at its end; the corner of the allowance there depends on the fineness of the curve, and Valentina draws it more coarsely';

/**
 * @param document the whole definition except its pieces
 * @param doubts points that other programs may construct differently
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
      reasons.push(`its outline crosses or touches itself at ${x}, ${y} mm; Valentina may cut out the part in between`);
    }
    if (cusp) {
      const [x, y] = cusp.map((value) => value.toFixed(1));
      reasons.push(`one of its curves turns back at ${x}, ${y} mm; the spike there gets no allowance of its own`);
    }
    if (Math.abs(coarse) > sensitiveShare) reasons.push(sensitive);
    for (const reason of reasons)
      notes.push({ code: 'piece_differs', message: `${entry.name}: may differ from the source: ${reason}` });
    if (grain === null) return [entry];
    const grainline = grainPlace(grain.angle, grain.points, seam, unitLength[program.definition.unit]);
    if (grainline !== null) return [{ ...entry, grainline }];
    notes.push({
      code: 'piece_changed',
      message: `${entry.name}: its grainline was left out, since no place inside the piece fits it`,
    });
    return [entry];
  });
}

/** For a piece, the doubts about everything that it depends on. */
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

/** Loads the definition with the readable pieces, and notes the others. */
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
