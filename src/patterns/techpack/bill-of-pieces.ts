/** The bill of pieces of many sizes: every piece of any size, and the sizes beside each fact that differs between them. */
import type { Block, Column } from '../../drawing/document/paged-document.js';
import type { Piece } from '../draft.js';
import type { GradedSizes } from '../grading/grade.js';
import { heading } from '../grading/graded-tables.js';

/** The pieces of the base size, then those that only other sizes have, each in the first size that has it. */
export function piecesOfAnySize({ sizes, base }: Pick<GradedSizes, 'sizes' | 'base'>): Piece[] {
  const baseFirst = [...sizes.filter(({ name }) => name === base), ...sizes.filter(({ name }) => name !== base)];
  const found: Piece[] = [];
  for (const piece of baseFirst.flatMap(({ pieces }) => pieces)) {
    if (!found.some((other) => isSame(other, piece))) found.push(piece);
  }
  return found;
}

/** In drafts of one version. */
const isSame = (a: Piece, b: Piece): boolean => a.id === b.id && a.material === b.material;

/**
 * A table for each material: how often each piece is cut, its fold, allowance and grain.
 *
 * @param unit of `small`, the text of an allowance in mm
 */
export function billOfPieces(
  graded: Pick<GradedSizes, 'sizes' | 'base'>,
  { unit, small }: { readonly unit: string; readonly small: (mm: number) => string },
): Block[] {
  const pieces = piecesOfAnySize(graded);
  const materials = [...new Set(pieces.map(({ material }) => material))].sort();
  const columns: Column[] = [
    { title: 'No.' },
    { title: 'Piece' },
    { title: 'Cut' },
    { title: 'Fold' },
    { title: `Allowance, ${unit}`, isNumber: true },
    { title: 'Grain' },
  ];
  return [
    heading('Bill of pieces'),
    ...materials.map((material): Block => {
      const rows = pieces.flatMap((piece, i) =>
        piece.material === material ? [[`${i + 1}`, piece.name, ...factsOf(piece, graded, small)]] : [],
      );
      const cuts = bySize(
        graded.sizes.map(({ name, pieces: ofSize }) => [
          name,
          counted(
            ofSize.reduce((sum, piece) => sum + (piece.material === material ? piece.quantity : 0), 0),
            'cut',
          ),
        ]),
      );
      const caption = `${capitalised(material)}: ${counted(rows.length, 'piece')}, ${cuts}`;
      return { kind: 'table', caption, columns, rows };
    }),
    {
      kind: 'paragraph',
      text: 'The allowance is the width outside the seam line where the pattern draws no other; hems may be wider.',
    },
  ];
}

function factsOf(piece: Piece, { sizes }: Pick<GradedSizes, 'sizes'>, small: (mm: number) => string): string[] {
  const sized = sizes.map(({ name, pieces }) => ({ name, found: pieces.find((other) => isSame(other, piece)) }));
  const having = sized.flatMap(({ name, found }) => (found ? [{ name, found }] : []));
  const fact = (of: (found: Piece) => string): string => bySize(having.map(({ name, found }) => [name, of(found)]));
  return [
    bySize(sized.map(({ name, found }) => [name, found ? cutOf(found) : 'none'])),
    fact(({ foldLine }) => (foldLine ? 'on the fold' : '–')),
    fact(({ seamAllowance }) => (seamAllowance === 0 ? '–' : small(seamAllowance))),
    fact(({ grainline, grainlineReason }) => (grainline ? 'as drawn' : `none: ${grainlineReason}`)),
  ];
}

const cutOf = ({ quantity, mirrored }: Piece): string =>
  mirrored ? `${quantity}, half of them mirrored` : `${quantity}`;

/** One fact where all sizes agree; else each with the names of its sizes: `S, M: 2; L: 4`. */
function bySize(facts: readonly (readonly [size: string, fact: string])[]): string {
  const sizes = new Map<string, string[]>();
  for (const [size, fact] of facts) sizes.set(fact, [...(sizes.get(fact) ?? []), size]);
  if (sizes.size === 1) return facts[0]![1];
  return [...sizes].map(([fact, names]) => `${names.join(', ')}: ${fact}`).join('; ');
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
