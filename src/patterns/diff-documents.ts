/**
 * The differences between two pattern documents: variables, pieces and the like match by name, and a change of their order
 * is a difference of its own.
 */

import { canonicalJson } from '../json/canonical.js';
import type { Json } from '../json/json.js';

export interface Difference {
  /** `variables.hipEase.max`, `points.hemSide.dx`, `pieces.front.outline[3].allowance`; `pieces (order)` has names. */
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
      compareNamed(namedBefore, namedAfter, path, into);
      return;
    }
    for (let i = 0; i < Math.max(before.length, after.length); i++) compare(before[i], after[i], `${path}[${i}]`, into);
    return;
  }
  into.push({ path, before, after });
}

const keysOf = (before: Members, after: Members): Set<string> =>
  new Set([...Object.keys(before), ...Object.keys(after)]);

type Named = ReadonlyMap<string, Json>;

function compareNamed(before: Named, after: Named, path: string, into: Difference[]): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    compare(before.get(name), after.get(name), `${path}.${name}`, into);
  }
  const [orderBefore, orderAfter] = moved(
    [...before.keys()].filter((name) => after.has(name)),
    [...after.keys()].filter((name) => before.has(name)),
  );
  if (orderBefore.length > 0) into.push({ path: `${path} (order)`, before: orderBefore, after: orderAfter });
}

/** Two orders of the same names, from the first name that moved to the last one. */
function moved(before: readonly string[], after: readonly string[]): [string[], string[]] {
  const isMoved = (name: string, i: number): boolean => name !== after[i];
  const [start, end] = [before.findIndex(isMoved), before.findLastIndex(isMoved) + 1];
  return start < 0 ? [[], []] : [before.slice(start, end), after.slice(start, end)];
}

/** The entries by id or name; null where they have none, or two share one. */
function named(entries: readonly Json[]): Named | null {
  const members = new Map<string, Json>();
  for (const entry of entries) {
    const name = isObject(entry) ? (entry.id ?? entry.key ?? entry.name) : undefined;
    if (typeof name !== 'string' || members.has(name)) return null;
    members.set(name, entry);
  }
  return members;
}
