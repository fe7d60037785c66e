/** Pieces do not name points and curves themselves, but objects of their own that stand for them. */
import { descendants, type XmlElement } from '../../../drawing/xml.js';

/** The originals behind the objects of pieces, by id. */
export function originalsOf(root: XmlElement): ReadonlyMap<string, string> {
  const originals = new Map<string, string>();
  for (const modeling of descendants(root, 'modeling')) {
    for (const { attributes } of modeling.children) {
      const [id, original] = [attributes.get('id'), attributes.get('idObject')];
      if (id !== undefined && original !== undefined) originals.set(id, original);
    }
  }
  return originals;
}
