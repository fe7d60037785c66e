/** Which blocks of a graded apparel DXF are taken over: those of one size, or all. */
import type { DxfEntity } from '../../drawing/dxf-entity.js';
import { ServiceError } from '../../errors.js';
import type { ImportNote } from './note.js';
import { textValue } from './text-value.js';

export interface SizedPiece {
  readonly name: string;
  /** Empty where the block does not say. */
  readonly size: string;
  readonly entities: readonly DxfEntity[];
}

/** What a file of several sizes has, and which of them is taken over: one, or `all`. */
export interface Sizes {
  readonly names: readonly string[];
  readonly taken: string;
}

/** Asks for every size. */
export const everySize = 'all';

/** Of a file that is no apparel DXF. */
export function refuseSize(asked: string | undefined): void {
  if (asked === undefined) return;
  const message = 'size: the file is no apparel DXF (AAMA, ASTM), and has no sizes';
  throw ServiceError.ofProblems('invalid', [{ path: 'size', code: 'unknown_value', message }]);
}

/**
 * @param asked the size that the caller wants, or `all`
 * @param sample the size that the file calls its sample
 * @throws ServiceError `invalid` where the file does not have the size asked for
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
      { path: 'size', code: 'unknown_value', message: `size: the file has ${sizes.join(', ') || 'none'}`, choices },
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
    const message = `the file has the sizes ${sizes.join(', ')}; taken over is ${wanted} (size "${everySize}" takes every one)`;
    notes.push({ code: 'sizes_left_out', message });
  }
  const names = [...new Set(pieces.map(({ name }) => name))];
  const chosen = names.flatMap((name) => {
    const same = pieces.filter((piece) => piece.name === name);
    const ofSize = same.filter(({ size }) => size === wanted || size === '');
    if (ofSize.length > 0) return ofSize;
    const others = [...new Set(same.map(({ size }) => size))];
    if (others.length === 1) {
      notes.push({ code: 'size_assumed', message: `"${name}" is there in size ${others[0]} only; that is taken over` });
      return same;
    }
    const message = `"${name}" has no size ${wanted}, only ${others.join(', ')}, and was left out`;
    notes.push({ code: 'piece_left_out', message });
    return [];
  });
  return { pieces: chosen, notes, sizes: { names: sizes, taken: wanted } };
}

/** Numbers of grade rules beside the points of a file of one size: its other sizes are in a file of their own. */
function ruleNotes(pieces: readonly SizedPiece[]): ImportNote[] {
  const isRule = (entity: DxfEntity): boolean => entity.kind === 'text' && /^#\s*-?\d+$/.test(entity.text);
  if (!pieces.some(({ entities }) => entities.some(isRule))) return [];
  const size = pieces[0]!.size || textValue(pieces[0]!.entities, 'sample size') || 'one size';
  const message = `the file is graded by rules (.rul), which are not read; taken over is ${size}`;
  return [{ code: 'grading_left_out', message }];
}
