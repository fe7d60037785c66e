/** A key as the layout of US English has it, for the keys that other layouts give another letter. */
const signs: Readonly<Record<string, string>> = { Period: '.', Comma: ',' };

/**
 * The lower case of a Latin letter or of a sign, whatever Shift and Caps Lock are. A key of another script counts by its place
 * on the keyboard; other keys have their usual names.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^\P{ASCII}/u.test(key)) return signs[code] ?? code.replace(/^Key/, '').toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}
