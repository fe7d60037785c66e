/** FreeSewing writes translation keys in place of words; this finds the English ones. */
import { wordsOf } from './content.js';
import type { DesignTexts } from './design.js';

/** Keys without a translation or a clear name in the designs that draw them. */
const untranslated: Readonly<Record<string, string>> = {
  facingLiningBoundaryFacingSide: 'Facing/lining boundary: facing side',
  facingLiningBoundaryLiningSide: 'Facing/lining boundary: lining side',
  jseamStitchLine: 'J-seam stitch line',
  sewTogether: 'Sew together',
};

/** A name of code such as `simon:matchHere`, not words such as `Front Neckline`. */
const isKey = (text: string): boolean => /^([\w-]+:)?[a-zA-Z][\w.]*$/.test(text);

/**
 * The English of a key: the design's own text, or else the words inside the key. Other texts stay as they are.
 *
 * @param values of `{{{ names }}}` in the text
 */
export function english(text: string, { s, p }: DesignTexts, values: Readonly<Record<string, unknown>> = {}): string {
  if (!isKey(text)) return plain(text, values);
  const key = text.replace(/^.*:/, '');
  const known = s[text] ?? s[key] ?? p[key] ?? untranslated[key];
  return known === undefined ? wordsOf(key) : plain(known, values);
}

/** Without marks of emphasis, on one line. */
const plain = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text
    .replace(/\{\{\{?\s*(\w+)\s*\}?\}\}/g, (whole, name: string) => String(values[name] ?? whole))
    .replace(/\*\*|&#160;/g, '')
    .replace(/\s+/g, ' ')
    .trim();
