/** The chosen pattern in the sizes of a table. The service drafts them again at every change. */
import { computed, effect, signal } from '@preact/signals';
import type { DraftSizesResponse, Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { SizeTable } from '../../../gen/selvage/size/v1/size_pb.js';
import { chosen, settingsOfSizes, variablesOf, way } from '../pattern/drafting.js';
import { patternService } from '../service/clients.js';
import { key } from '../service/key.js';
import { latest } from '../service/latest.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { keep, recall } from '../shell/kept.js';
import type { LengthUnit } from '../shell/lengths.js';
import { mostSizes, tables } from './tables.js';

/** The choices in the form; null, or a name that the table lacks: the usual one. */
export interface KeptSizes {
  readonly tableId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly base: string | null;
  /** Sizes that the drawing leaves out. */
  readonly hidden: readonly string[];
  /** The form of the tech pack; missing: as it begins. */
  readonly pack?: PackSetup;
}

/** The fields of a tech pack as typed: seconds, and lengths in a unit. */
export interface PackSetup {
  readonly seconds: string;
  readonly width: string;
  readonly distance: string;
  readonly lengths: LengthUnit;
}

const usual: KeptSizes = { tableId: null, from: null, to: null, base: null, hidden: [] };

export const wanted = signal<KeptSizes>({ ...usual, ...recall('sizes', (json) => json as Partial<KeptSizes>) });
effect(() => keep('sizes', wanted.value));

/** Chooses a table, all of its sizes. */
export function chooseTable(tableId: string): void {
  const { pack } = wanted.value;
  wanted.value = { ...usual, tableId, ...(pack && { pack }) };
}

export function choose(part: Partial<Omit<KeptSizes, 'tableId'>>): void {
  wanted.value = { ...wanted.value, ...part };
}

export function showSize(name: string, shown: boolean): void {
  const others = wanted.value.hidden.filter((each) => each !== name);
  choose({ hidden: shown ? others : [...others, name] });
}

/** A table and the sizes taken from it, the smallest first. */
export interface SizeRange {
  readonly table: SizeTable;
  readonly names: readonly string[];
  /** Null: the one in the middle. */
  readonly base: string | null;
}

export const range = computed((): SizeRange | null => {
  const { tableId, from, to, base } = wanted.value;
  const table = tables.value.find((each) => each.tableId === tableId) ?? tables.value[0];
  if (!table) return null;
  const all = table.sizes.map(({ name }) => name);
  const first = Math.max(0, from === null ? 0 : all.indexOf(from));
  const last = to === null ? -1 : all.indexOf(to);
  const names = all.slice(first, last < first ? undefined : last + 1).slice(0, mostSizes);
  return { table, names, base: base !== null && names.includes(base) ? base : null };
});

/** A draft in sizes, with the pattern that it is of. */
export interface Sized {
  readonly patternId: string;
  readonly answer: DraftSizesResponse;
}

export const sized = signal<Sized | null>(null);
export const sizesTrouble = signal<Trouble | null>(null);
export const sizing = signal(false);

/** The part of the request that DraftSizes and MakeTechPack share. */
export function sizesRequest(pattern: Pattern, { table, names, base }: SizeRange) {
  return {
    patternId: pattern.patternId,
    variables: variablesOf(settingsOfSizes(pattern)),
    table: table.tableId,
    tableVersion: table.versionNumber,
    from: names[0]!,
    to: names.at(-1)!,
    ...(base !== null && { base }),
  };
}

const slidingPauseMs = 120;

const ask = latest(slidingPauseMs, async (request: ReturnType<typeof sizesRequest>, signal) => {
  sizing.value = true;
  try {
    const answer = await patternService.draftSizes(request, { signal });
    sized.value = { patternId: request.patternId, answer };
    sizesTrouble.value = null;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) sizesTrouble.value = trouble;
  } finally {
    if (!signal.aborted) sizing.value = false;
  }
});

effect(() => {
  const [pattern, sizes] = [chosen.value, range.value];
  if (pattern && sizes && key.value && way.value === 'sizes') ask(sizesRequest(pattern, sizes));
});

/** The draft of the present pattern. */
export const shownSizes = computed(() =>
  sized.value?.patternId === chosen.value?.patternId ? (sized.value?.answer ?? null) : null,
);
