/** The number of copies of a piece: newer files give one number, older ones a number for each material. */
import { childOf, type XmlElement } from '../../../drawing/xml.js';
import type { ImportNote } from '../note.js';
import { isSet } from './piece-nodes.js';

/** The copies of a piece from one material. */
export interface Cut {
  readonly quantity: number;
  readonly material?: string;
  /** Follows the name of the piece. */
  readonly suffix: string;
}

/** Materials of old files by their number; the attribute `userDef` names number 4. */
const materials = ['fabric', 'lining', 'interfacing', 'interlining'];

const dataOf = (piece: XmlElement): XmlElement | undefined => childOf(piece, 'data');

export const materialsOf = (piece: XmlElement): XmlElement[] =>
  (dataOf(piece)?.children ?? []).filter(({ name }) => name === 'mcp');

/** One entry for each material. @param fits if false, the first material only, with a note on the others */
export function cutList(piece: XmlElement, name: string, fits: boolean, notes: ImportNote[]): Cut[] {
  const data = dataOf(piece);
  const [first, ...others] = materialsOf(piece);
  const isHalf = piece.children.some((child) => child.name === 'mirrorLine' && child.attributes.get('p1') !== '0');
  if (!isHalf && (isSet(data?.attributes.get('onFold')) || first?.attributes.get('placement') === '1')) {
    const message = `${name}: its label says "cut on the fold"; the outline was imported as drawn`;
    notes.push({ code: 'piece_changed', message });
  }
  if (!first) return [{ quantity: countOf(data?.attributes.get('quantity')), suffix: '' }];
  const cut = ({ attributes }: XmlElement): Omit<Cut, 'suffix'> => ({
    quantity: countOf(attributes.get('cutNumber')),
    material: materialOf(attributes),
  });
  if (fits) {
    const more = others.map((other) => ({ ...cut(other), suffix: ` (${materialOf(other.attributes)})` }));
    return [{ ...cut(first), suffix: '' }, ...more];
  }
  for (const other of others) {
    const { quantity, material } = cut(other);
    const message = `${name}: only its first material was imported; ${quantity} of ${material} left out`;
    notes.push({ code: 'piece_changed', message });
  }
  return [{ ...cut(first), suffix: '' }];
}

function countOf(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count >= 1 && count <= 1000 ? count : 1;
}

const materialOf = (attributes: ReadonlyMap<string, string>): string =>
  materials[Number(attributes.get('material') ?? 0)] ?? ((attributes.get('userDef') ?? '').slice(0, 64) || 'fabric');
