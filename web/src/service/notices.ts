/** The notices of the service as the page shows them. */
import { inPageUnit } from '../shell/lengths.js';
import { inWords } from './words.js';

/** Without paths and keys, which are for programs. A notice on several pieces is told once. */
export function shownNotices(sentences: readonly string[]): readonly string[] {
  const names = new Map<string, Set<string>>();
  for (const sentence of sentences) {
    const text = inPageUnit(inWords(plain(sentence)));
    const { name = '', told = text } = /^(?<name>"[^"]+") is (?<told>laid .+)$/.exec(text)?.groups ?? {};
    names.set(told, (names.get(told) ?? new Set()).add(name));
  }
  return [...names].map(([told, of]) => {
    const all = [...of].filter((name) => name !== '');
    if (all.length === 0) return told;
    if (all.length === 1) return `${all[0]} is ${told}`;
    return `${all.slice(0, -1).join(', ')} and ${all.at(-1)} are ${told.replace(/ this part$/, ' these parts')}`;
  });
}

const plain = (sentence: string): string =>
  sentence
    .replace(/^fabric\.repeat[XY](?= )/, 'The repeat of the stripes')
    .replace(
      /^rotationTolerance has no effect on (?:polygons\[\d+\]|part "[^"]*")(?:, nor on (\d+) more)?(?=:)/,
      (_, more?: string) => `The tilt has no effect on ${more ? `${Number(more) + 1} parts` : 'one part'}`,
    )
    .replace(/^[a-z]\w*(\[\d+\]|\.\w+)+: /i, '')
    .replace(/^[a-z]\w*: (?=")/i, '')
    .replace(/ \([a-z]+[A-Z]\w*\)/, '');
