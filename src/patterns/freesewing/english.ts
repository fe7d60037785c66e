/** FreeSewing writes keys of translations in place of words; this finds the English ones. */
import { wordsOf } from './content.js';
import type { DesignTexts } from './design.js';

/** Keys that the designs draw but translate nowhere, and that their own words do not tell. */
const untranslated: Readonly<Record<string, string>> = {
  facingLiningBoundaryFacingSide: 'Facing/lining boundary: facing side',
  facingLiningBoundaryLiningSide: 'Facing/lining boundary: lining side',
  jseamStitchLine: 'J-seam stitch line',
  sewTogether: 'Sew together',
};

/** A name of code such as `simon:matchHere`, not words such as `Front Neckline`. */
const isKey = (text: string): boolean => /^([\w-]+:)?[a-zA-Z][\w.]*$/.test(text);

/**
 * The English of a key: as the design tells it, else the words that the key is made of. What is no key stays as it is.
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
