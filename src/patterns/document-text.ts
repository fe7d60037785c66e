/** A pattern document as people edit it: the name and kind of a thing come first, and short values stand on one line. */
import type { Json } from '../json/json.js';

const first = 'schema id name op kind label description group type unit default min max step'.split(' ');
const last = 'variables constraints points curves pieces'.split(' ');
const lineWidth = 120;

export function documentText(document: Json): string {
  return `${written(document, 0)}\n`;
}

function written(value: Json, indent: number): string {
  const inner = ' '.repeat(indent + 2);
  const short = onOneLine(value);
  if (indent + short.length <= lineWidth && indent > 0) return short;
  if (Array.isArray(value)) {
    const lines = value.map((entry) => inner + written(entry, indent + 2));
    return `[\n${lines.join(',\n')}\n${' '.repeat(indent)}]`;
  }
  if (value === null || typeof value !== 'object') return short;
  const lines = ordered(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${written(member, indent + 2)}`);
  return `{\n${lines.join(',\n')}\n${' '.repeat(indent)}}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = ordered(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function ordered(value: object): [string, Json][] {
  const rank = (key: string): number => {
    const at = first.indexOf(key);
    return at >= 0 ? at - first.length : last.indexOf(key) + 1;
  };
  return (Object.entries(value) as [string, Json][]).sort(([a], [b]) => rank(a) - rank(b));
}
