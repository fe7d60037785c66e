/** The differences between two pattern documents: variables, pieces and the like match by name, not by place. */

import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/json.js';

export interface Difference {
  /** `variables.hipEase.max`, `points.hemSide.dx`, `pieces.front.outline[3].allowance`. */
  readonly path: string;
  /** Undefined: absent. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export function diffDocuments(before: Json, after: Json): Difference[] {
  const differences: Difference[] = [];
  compare(before, after, '', differences);
  return differences;
}

type Members = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function compare(before: Json | undefined, after: Json | undefined, path: string, into: Difference[]): void {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after)) return;
  if (isObject(before) && isObject(after)) {
    const place = (key: string): string => (path === '' ? key : `${path}.${key}`);
    for (const key of keysOf(before, after)) compare(before[key], after[key], place(key), into);
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [namedBefore, namedAfter] = [named(before), named(after)];
    if (namedBefore && namedAfter) {
      for (const key of keysOf(namedBefore, namedAfter)) {
        compare(namedBefore[key], namedAfter[key], `${path}.${key}`, into);
      }
      return;
    }
    for (let i = 0; i < Math.max(before.length, after.length); i++) compare(before[i], after[i], `${path}[${i}]`, into);
    return;
  }
  into.push({ path, before, after });
}

const keysOf = (before: Members, after: Members): Set<string> =>
  new Set([...Object.keys(before), ...Object.keys(after)]);

/** The entries by id or name; null where they have none, or two share one. */
function named(entries: readonly Json[]): Members | null {
  const members = new Map<string, Json>();
  for (const entry of entries) {
    const name = isObject(entry) ? (entry.id ?? entry.key ?? entry.name) : undefined;
    if (typeof name !== 'string' || members.has(name)) return null;
    members.set(name, entry);
  }
  return Object.fromEntries(members);
}
