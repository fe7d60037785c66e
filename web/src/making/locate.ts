/** Finds the place of a member in JSON text, by the path that the service names: `points.b.dx`, `pieces[0].outline[2]`. */

export interface Range {
  readonly start: number;
  readonly end: number;
}

type Step = string | number;

/** A name of a variable, a piece or the like may stand in a path in place of its number. */
const namesOf = ['id', 'key', 'name'];

export function stepsOf(path: string): Step[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? name! : Number(index),
  );
}

/**
 * The range of the value at the path. Where the text lacks the last steps, the range is that of the key of the innermost value
 * that exists; null: the text is not JSON up to there.
 */
export function locate(text: string, path: string): Range | null {
  let at = skipSpace(text, 0);
  let found: Range = { start: at, end: at + 1 };
  for (const step of stepsOf(path)) {
    const next = member(text, at, step);
    if (next === null) return found;
    found = next.shown;
    at = next.value;
  }
  return { start: found.start, end: Math.max(found.end, found.start + 1) };
}

interface Member {
  /** Where its value begins. */
  readonly value: number;
  /** Its key with a plain value, its key alone before a list or an object. */
  readonly shown: Range;
}

function member(text: string, at: number, step: Step): Member | null {
  if (text[at] === '{') {
    for (const each of membersOf(text, at)) if (each.key === String(step)) return shownMember(text, each);
    return null;
  }
  if (text[at] !== '[') return null;
  let index = 0;
  for (const each of entriesOf(text, at)) {
    const isNamed = typeof step === 'string' && text[each.value] === '{' && nameAt(text, each.value) === step;
    if (index === step || isNamed) return shownMember(text, each);
    index += 1;
  }
  return null;
}

interface Entry {
  readonly key: string;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

function shownMember(text: string, { start, value, end }: Entry): Member {
  const isPlain = text[value] !== '{' && text[value] !== '[';
  return { value, shown: { start, end: isPlain ? end : Math.max(value + 1, start + 1) } };
}

function nameAt(text: string, at: number): string | undefined {
  for (const { key, value, end } of membersOf(text, at)) {
    if (namesOf.includes(key) && text[value] === '"') return plainText(text.slice(value, end));
  }
  return undefined;
}

function* membersOf(text: string, at: number): Generator<Entry> {
  let from = skipSpace(text, at + 1);
  while (text[from] === '"') {
    const keyEnd = valueEnd(text, from);
    const colon = skipSpace(text, keyEnd);
    if (text[colon] !== ':') return;
    const value = skipSpace(text, colon + 1);
    const end = valueEnd(text, value);
    yield { key: plainText(text.slice(from, keyEnd)), start: from, value, end };
    from = skipSpace(text, end);
    if (text[from] !== ',') return;
    from = skipSpace(text, from + 1);
  }
}

function* entriesOf(text: string, at: number): Generator<Entry> {
  let from = skipSpace(text, at + 1);
  while (from < text.length && text[from] !== ']') {
    const end = valueEnd(text, from);
    yield { key: '', start: from, value: from, end };
    from = skipSpace(text, end);
    if (text[from] !== ',') return;
    from = skipSpace(text, from + 1);
  }
}

function valueEnd(text: string, at: number): number {
  if (text[at] === '"') {
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    return Math.min(end + 1, text.length);
  }
  if (text[at] !== '{' && text[at] !== '[') {
    const plain = /[^\s,\]}]*/y;
    plain.lastIndex = at;
    plain.test(text);
    return Math.max(plain.lastIndex, at + 1);
  }
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    if (text[i] === '"') i = valueEnd(text, i) - 1;
    else if (text[i] === '{' || text[i] === '[') depth += 1;
    else if (text[i] === '}' || text[i] === ']') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  const space = /\s*/y;
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

function plainText(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}

/** The place of a line and a column, both from 1, as a syntax error names them. */
export function placeOf(text: string, line: number, column: number): Range {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = Math.min(before + column - 1, Math.max(0, text.length - 1));
  return { start, end: start + 1 };
}
