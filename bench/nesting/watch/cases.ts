/**
 * The cases of the watch and the work of each: enough to tell a slower engine, so little that all of them take a few minutes.
 * A search of a thousand steps or more has two threads. Where a second one would only prepare the same many tables again,
 * the work stays below.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestRequest } from '../../../src/nesting/request.js';
import { instanceRequest } from '../instance.js';
import { type GeneratedName, generated } from './generated.js';

export interface WatchCase {
  readonly name: string;
  readonly work: number;
  readonly seeds: readonly number[];
}

const folder = '../shared/nesting';

const quick = [1, 2, 3];
const shared: readonly (WatchCase & { readonly from: 'instances' | 'sheets' })[] = [
  ...['albano', 'dagli', 'fu', 'jakobs1', 'mao', 'shapes0', 'trousers', 'gardeyn0'].map(
    (name) => ({ from: 'instances', name, work: 6000, seeds: quick }) as const,
  ),
  ...['shirts', 'marker-shirts', 'marker-albano-two-sizes', 'hide-shirts', 'large-shirts-990'].map(
    (name) => ({ from: 'instances', name, work: 4000, seeds: quick }) as const,
  ),
  ...['gardeyn2', 'gardeyn3', 'gardeyn4', 'gardeyn5', 'gardeyn6', 'gardeyn8', 'gardeyn9'].map(
    (name) => ({ from: 'instances', name, work: 600, seeds: [1] }) as const,
  ),
  { from: 'instances', name: 'large-shirts-4950', work: 4000, seeds: [1] },
  { from: 'instances', name: 'sheets-holes', work: 900, seeds: [1] },
  { from: 'sheets', name: 'opencutlist-adirondack_chair', work: 900, seeds: [1] },
  { from: 'sheets', name: 'opencutlist-deer_2', work: 600, seeds: [1] },
  { from: 'sheets', name: 'opencutlist-frame', work: 100, seeds: [1] },
  { from: 'sheets', name: 'opencutlist-knight_armor', work: 900, seeds: [1] },
  { from: 'sheets', name: 'opencutlist-sofa_structure_r180', work: 60, seeds: [1] },
  { from: 'sheets', name: 'opencutlist-stool_x10', work: 900, seeds: [1] },
  { from: 'sheets', name: 'users-2024-08-25_4', work: 900, seeds: [1] },
  { from: 'sheets', name: 'users-2025-12-08', work: 900, seeds: [1] },
  { from: 'sheets', name: 'users-2026-04-08', work: 2, seeds: [1] },
  { from: 'sheets', name: 'users-2026-04-08_sub_2', work: 100, seeds: [1] },
];

const own: readonly (WatchCase & { readonly name: GeneratedName })[] = [
  { name: 'generated-rings', work: 600, seeds: [1] },
  { name: 'generated-defects', work: 600, seeds: [1] },
  { name: 'generated-one-type', work: 900, seeds: [1] },
  { name: 'generated-thin', work: 600, seeds: [1] },
  { name: 'generated-too-large', work: 400, seeds: [1] },
  { name: 'generated-different', work: 200, seeds: [1] },
  { name: 'generated-hundreds', work: 1000, seeds: [1] },
  { name: 'generated-different-sheets', work: 400, seeds: [1] },
  { name: 'generated-mirrored', work: 400, seeds: [1] },
  { name: 'generated-opening', work: 400, seeds: [1] },
  { name: 'generated-barely', work: 300, seeds: [1] },
  { name: 'generated-turns', work: 300, seeds: [1] },
];

export const hasShared = existsSync(join(folder, 'instances'));

/** Every case that can run here. */
export const watchCases: readonly WatchCase[] = hasShared ? [...shared, ...own] : own;

/** The request of a case, with its work and without limits of time. */
export function requestOf({ name, work }: WatchCase): NestRequest {
  const limits = { workLimit: work, maximumExecutionTime: 3600, reportInterval: 0 };
  const made = own.find((one) => one.name === name);
  if (made) return { ...generated[made.name](), ...limits };
  const { from } = shared.find((one) => one.name === name)!;
  return instanceRequest(JSON.parse(readFileSync(join(folder, from, `${name}.json`), 'utf8')), limits);
}
