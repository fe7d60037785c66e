/** How often a piece is cut from which materials: newer files say how often, older ones for each material. */
import type { XmlElement } from '../../../drawing/xml.js';
import type { ImportNote } from '../note.js';
import { isSet } from './piece-nodes.js';

/** A piece as it is cut from one material. */
export interface Cut {
  readonly quantity: number;
  readonly material?: string;
  /** Behind the name of the piece. */
  readonly suffix: string;
}

/** Materials of old files by their number; 4 is named by `userDef`. */
const materials = ['fabric', 'lining', 'interfacing', 'interlining'];

const dataOf = (piece: XmlElement): XmlElement | undefined => piece.children.find(({ name }) => name === 'data');

export const materialsOf = (piece: XmlElement): XmlElement[] =>
  (dataOf(piece)?.children ?? []).filter(({ name }) => name === 'mcp');

/** One entry for each material. @param fits false: the first material only, the others are noted */
export function cutList(piece: XmlElement, name: string, fits: boolean, notes: ImportNote[]): Cut[] {
  const data = dataOf(piece);
  const [first, ...others] = materialsOf(piece);
  const isHalf = piece.children.some((child) => child.name === 'mirrorLine' && child.attributes.get('p1') !== '0');
  if (!isHalf && (isSet(data?.attributes.get('onFold')) || first?.attributes.get('placement') === '1')) {
    const message = `${name}: its label says that it is cut on the fold; the outline is taken over as it is drawn`;
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
    const message = `${name}: only its first material is taken over, not ${quantity} of ${material}`;
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
