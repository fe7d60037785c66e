/** Texts of apparel DXF that describe a piece, such as `Piece Name: Front`. Keys match in any case. */
import type { DxfEntity } from '../../drawing/dxf-entity.js';

/** The value of the first text with this key (in lower case). */
export function textValue(entities: readonly DxfEntity[], key: string): string | undefined {
  for (const entity of entities) {
    if (entity.kind !== 'text') continue;
    const pair = keyValue(entity.text);
    if (pair?.[0] === key) return pair[1];
  }
  return undefined;
}

/** The key, in lower case, and the value; null if the text is not a pair. */
export function keyValue(text: string): [key: string, value: string] | null {
  const colon = text.indexOf(':');
  return colon > 0 ? [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()] : null;
}
