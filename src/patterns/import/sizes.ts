/** Chooses the blocks of a graded apparel DXF to import: those of one size, or all. */
import type { DxfEntity } from '../../drawing/dxf-entity.js';
import { ServiceError } from '../../errors.js';
import type { ImportNote } from './note.js';
import { textValue } from './text-value.js';

export interface SizedPiece {
  /** The name of its block, in capitals. */
  readonly block: string;
  readonly name: string;
  /** Empty if the block names no size. */
  readonly size: string;
  readonly entities: readonly DxfEntity[];
}

/** The sizes of a graded file, and the one imported, or `all`. */
export interface Sizes {
  readonly names: readonly string[];
  readonly taken: string;
}

/** The caller's word for every size. */
export const everySize = 'all';

/** @throws ServiceError `invalid` if the caller asks for a size of a plain drawing, which has none */
export function refuseSize(asked: string | undefined): void {
  if (asked === undefined) return;
  const message = 'size: the file has no sizes, since it is not an apparel DXF (AAMA or ASTM)';
  throw ServiceError.ofProblems('invalid', [{ path: 'size', code: 'unknown_value', message }]);
}

/**
 * @param asked the size that the caller wants, or `all`
 * @param sample the size that the file calls its sample
 * @throws ServiceError `invalid` if the file does not have that size
 */
export function sizedPieces(
  pieces: readonly SizedPiece[],
  asked: string | undefined,
  sample: string | undefined,
): { pieces: SizedPiece[]; notes: ImportNote[]; sizes?: Sizes } {
  const sizes = [...new Set(pieces.map(({ size }) => size))].filter((size) => size !== '');
  if (asked !== undefined && asked !== everySize && !sizes.includes(asked)) {
    const choices = [...sizes, everySize];
    throw ServiceError.ofProblems('invalid', [
      {
        path: 'size',
        code: 'unknown_value',
        message: `size: the file has ${sizes.length > 0 ? `the sizes ${sizes.join(', ')}` : 'no sizes'}`,
        choices,
      },
    ]);
  }
  if (sizes.length < 2) return { pieces: [...pieces], notes: ruleNotes(pieces) };
  if (asked === everySize) {
    const named = pieces.map((piece) => ({ ...piece, name: `${piece.name} ${piece.size}`.trim() }));
    return { pieces: named, notes: [], sizes: { names: sizes, taken: everySize } };
  }
  const wanted = asked ?? (sample !== undefined && sizes.includes(sample) ? sample : sizes[0]!);
  const notes: ImportNote[] = [];
  if (asked === undefined) {
    const message = `the file has the sizes ${sizes.join(', ')}; only ${wanted} was imported (ask for "${everySize}" to get them all)`;
    notes.push({ code: 'sizes_left_out', message });
  }
  const names = [...new Set(pieces.map(({ name }) => name))];
  const chosen = names.flatMap((name) => {
    const same = pieces.filter((piece) => piece.name === name);
    const ofSize = same.filter(({ size }) => size === wanted || size === '');
    if (ofSize.length > 0) return ofSize;
    const others = [...new Set(same.map(({ size }) => size))];
    if (others.length === 1) {
      notes.push({
        code: 'size_assumed',
        message: `"${name}" exists in size ${others[0]} only, so that size was imported`,
      });
      return same;
    }
    const message = `"${name}" was left out: it has no size ${wanted}, only ${others.join(', ')}`;
    notes.push({ code: 'piece_left_out', message });
    return [];
  });
  return { pieces: chosen, notes, sizes: { names: sizes, taken: wanted } };
}

/** Notes a file of one size whose points carry numbers of grade rules: its other sizes stand in a separate file. */
function ruleNotes(pieces: readonly SizedPiece[]): ImportNote[] {
  const isRule = (entity: DxfEntity): boolean => entity.kind === 'text' && /^#\s*-?\d+$/.test(entity.text);
  if (!pieces.some(({ entities }) => entities.some(isRule))) return [];
  const size = pieces[0]!.size || textValue(pieces[0]!.entities, 'sample size') || 'one size';
  const message = `the file is graded by a rule table (.rul), which is not read; only ${size} was imported`;
  return [{ code: 'grading_left_out', message }];
}
