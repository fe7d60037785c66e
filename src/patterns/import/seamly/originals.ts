/** Pieces do not refer to points and curves directly, but to objects that stand for them. */
import { descendants, type XmlElement } from '../../../drawing/xml.js';

/** The id of the original for the id of each such object. */
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
