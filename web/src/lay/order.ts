/** The order as typed: quantities by size and colour, the cloths, the table and the costs. It survives a reload. */
import { batch, computed, effect, signal } from '@preact/signals';
import { MarkerDirection } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { numberIn } from '../body/measurements.js';
import type { Direction } from '../marker/settings.js';
import { chosen, settingsOfSizes, variablesOf } from '../pattern/drafting.js';
import { patternService } from '../service/clients.js';
import { key } from '../service/key.js';
import { latest } from '../service/latest.js';
import { keep, recall } from '../shell/kept.js';
import {
  convertedCloth,
  convertedPrice,
  convertedText,
  type LengthUnit,
  lengthUnit,
  longUnits,
  mmIn,
} from '../shell/lengths.js';
import { rangeText } from '../shell/range-text.js';
import { range } from '../sizes/sizing.js';

/**
 * A cloth as typed, in the unit of the page: its width and end loss in mm or inches, a price a metre or yard, and the lengths
 * of its rolls in these; no roll: as much as the order needs.
 */
export interface ClothFields {
  readonly colour: string;
  readonly width: string;
  readonly price: string;
  readonly endLoss: string;
  readonly rolls: string;
}

/** The other fields as typed: lengths as of cloths, plies, money, seconds. */
export interface OrderFields {
  readonly length: string;
  readonly plies: string;
  readonly marker: string;
  readonly lay: string;
  readonly ply: string;
  readonly cutting: string;
  readonly over: string;
  readonly distance: string;
  readonly seconds: string;
}

/** The way that pieces lie on every cloth, as typed: repeats of its pattern along it (x) and across in the short unit, tilt in degrees. */
export interface LayingFields {
  readonly direction: Direction;
  readonly repeatX: string;
  readonly repeatY: string;
  readonly tilt: string;
}

export interface KeptOrder {
  readonly cloths: readonly ClothFields[];
  readonly fields: OrderFields;
  /** Missing in older orders. */
  readonly laying?: LayingFields;
  /** By cloth, then by size. */
  readonly quantities: readonly Readonly<Record<string, string>>[];
  readonly material: string | null;
  /** The unit of its lengths; millimetres where it is missing. */
  readonly lengths?: LengthUnit;
}

const usualCloth: ClothFields = { colour: 'navy', width: '1500', price: '6', endLoss: '20', rolls: '' };
const usualFields: OrderFields = {
  length: '8',
  plies: '40',
  marker: '10',
  lay: '8',
  ply: '0.2',
  cutting: '0.1',
  over: '0',
  distance: '3',
  seconds: '60',
};
const plainLaying: LayingFields = { direction: 'either', repeatX: '', repeatY: '', tilt: '' };
const kept = recall('order', (json) => json as KeptOrder);

export const cloths = signal<readonly ClothFields[]>(kept?.cloths ?? [usualCloth]);
export const fields = signal<OrderFields>(kept?.fields ?? usualFields);
export const laying = signal<LayingFields>(kept?.laying ?? plainLaying);
export const quantities = signal<KeptOrder['quantities']>(kept?.quantities ?? [{}]);
export const material = signal<string | null>(kept?.material ?? null);
/** The materials of a pattern, fabric first; none where it cannot be drafted as it is. */
const read = signal<{ readonly patternId: string; readonly names: readonly string[] } | null>(null);
/** Those of the chosen pattern; null as long as they are not read. */
const known = computed(() => (read.value?.patternId === chosen.value?.patternId ? (read.value?.names ?? null) : null));
export const materials = computed(() => known.value ?? []);

export const set = (change: Partial<OrderFields>): void => {
  fields.value = { ...fields.value, ...change };
};

export const setLaying = (change: Partial<LayingFields>): void => {
  laying.value = { ...laying.value, ...change };
};

const typedIn = signal<LengthUnit>(kept?.lengths ?? 'mm');

// The typed lengths and prices follow the unit of the page.
effect(() => {
  const [from, to] = [typedIn.value, lengthUnit.value];
  if (from === to) return;
  const short = (text: string): string => convertedText(text, from, to);
  const long = (text: string): string => convertedCloth(text, from, to);
  const price = (text: string): string => convertedPrice(text, from, to);
  batch(() => {
    typedIn.value = to;
    cloths.value = cloths.value.map((cloth) => ({
      ...cloth,
      width: short(cloth.width),
      endLoss: short(cloth.endLoss),
      price: price(cloth.price),
      rolls: cloth.rolls.replaceAll(/[^\s;]+/g, long),
    }));
    const { length, distance, cutting } = fields.value;
    const { repeatX, repeatY } = laying.value;
    setLaying({ repeatX: short(repeatX), repeatY: short(repeatY) });
    set({ length: long(length), distance: short(distance), cutting: price(cutting) });
  });
});

effect(() => {
  const [all, others, counts, cut] = [cloths.value, fields.value, quantities.value, material.value];
  const kept = { lengths: typedIn.value, laying: laying.value };
  keep('order', { cloths: all, fields: others, quantities: counts, material: cut, ...kept } satisfies KeptOrder);
});

const askMaterials = latest(60, async ({ patternId }: Pattern, stop) => {
  const { data } = await patternService.draftPattern({ patternId }, { signal: stop }).catch(() => ({ data: null }));
  if (stop.aborted) return;
  const pieces = data?.case === 'pattern' ? data.value.pieces : [];
  const found = [...new Set(pieces.map((piece) => piece.material))].sort();
  const names = [...found.filter((name) => name === 'fabric'), ...found.filter((name) => name !== 'fabric')];
  read.value = { patternId, names };
});
effect(() => {
  if (chosen.value && key.value) askMaterials(chosen.value);
});

/** The material that is cut: the chosen one, if the pattern has it. */
export const cutMaterial = computed(() =>
  material.value !== null && materials.value.includes(material.value) ? material.value : materials.value[0],
);

export function setCloth(index: number, change: Partial<ClothFields>): void {
  cloths.value = cloths.value.map((cloth, i) => (i === index ? { ...cloth, ...change } : cloth));
}

export function addCloth(): void {
  const names = new Set(cloths.value.map(({ colour }) => colour));
  let number = cloths.value.length + 1;
  while (names.has(`colour ${number}`)) number += 1;
  cloths.value = [...cloths.value, { ...cloths.value.at(-1)!, colour: `colour ${number}` }];
  quantities.value = [...quantities.value, {}];
}

export function removeCloth(index: number): void {
  cloths.value = cloths.value.filter((_, i) => i !== index);
  quantities.value = quantities.value.filter((_, i) => i !== index);
}

export function setQuantity(cloth: number, size: string, text: string): void {
  quantities.value = quantities.value.map((own, i) => (i === cloth ? { ...own, [size]: text } : own));
}

/** Millimetres in the short and in the long unit of the page. */
const shortMm = (): number => mmIn[lengthUnit.value];
const longMm = (): number => longUnits[lengthUnit.value].mm;

type Range = readonly [least: number, most: number];

/** Least and largest values, as the service takes them for metres and millimetres. */
const limits: Readonly<Record<keyof OrderFields, Range>> = {
  length: [0.1, 1e6],
  plies: [1, 10_000],
  marker: [0, 1e9],
  lay: [0, 1e9],
  ply: [0, 1e9],
  cutting: [0, 1e9],
  over: [0, 1e6],
  distance: [0, 1000],
  seconds: [1, 3600],
};

const clothLimits = {
  width: [1, 1e6],
  price: [0, 1e9],
  endLoss: [0, 1e6],
} as const satisfies Partial<Record<keyof ClothFields, Range>>;

const layingLimits = {
  repeatX: [0.1, 1e6],
  repeatY: [0.1, 1e6],
  tilt: [0, 15],
} as const satisfies Partial<Record<keyof LayingFields, Range>>;

const quantityLimits: Range = [0, 1e6];

/** Fields of numbers that are counted. */
const counted: ReadonlySet<string> = new Set(['plies', 'over']);

/** The accepted numbers, if a text is none of them. */
function mistakeOf(text: string, range: Range, whole = false): string | null {
  const value = numberIn(text);
  const fits = value !== null && value >= range[0] && value <= range[1] && (!whole || Number.isInteger(value));
  return fits ? null : rangeText(range, whole);
}

/** The lengths of rolls in mm; null: not all of them are numbers. */
function rollsIn(text: string): number[] | null {
  const lengths = text
    .split(/[\s;]+/)
    .filter((word) => word !== '')
    .map(numberIn);
  return lengths.every((length) => length !== null && length > 0) ? lengths.map((length) => length! * longMm()) : null;
}

/** The sentences of wrong fields, by their names. */
export const mistakes = computed<ReadonlyMap<string, string>>(() => {
  const wrong = new Map<string, string>();
  const check = (name: string, mistake: string | null): void => {
    if (mistake !== null) wrong.set(name, mistake);
  };
  for (const [name, range] of Object.entries(limits) as [keyof OrderFields, Range][])
    check(name, mistakeOf(fields.value[name], range, counted.has(name)));
  for (const [name, range] of Object.entries(layingLimits) as [keyof typeof layingLimits, Range][])
    if (laying.value[name].trim() !== '') check(name, mistakeOf(laying.value[name], range));
  const sizes = range.value?.names ?? [];
  for (const [i, cloth] of cloths.value.entries()) {
    for (const [name, range] of Object.entries(clothLimits) as [keyof typeof clothLimits, Range][])
      check(`${name} ${i}`, mistakeOf(cloth[name], range));
    if (rollsIn(cloth.rolls) === null) wrong.set(`rolls ${i}`, 'lengths above 0, with spaces between them');
    for (const size of sizes) {
      const text = quantities.value[i]?.[size] ?? '';
      if (text.trim() !== '') check(`${i} ${size}`, mistakeOf(text, quantityLimits, true));
    }
  }
  return wrong;
});

/** The lines of the order: a size in a colour with a quantity. */
const lines = computed(() => {
  const [pattern, sizes] = [chosen.value, range.value];
  if (!pattern || !sizes) return [];
  const variables = variablesOf(settingsOfSizes(pattern));
  return cloths.value.flatMap(({ colour }, i) =>
    sizes.names.flatMap((size) => {
      const quantity = numberIn(quantities.value[i]?.[size] ?? '') ?? 0;
      if (quantity <= 0) return [];
      const { tableId: table, versionNumber: tableVersion } = sizes.table;
      const garment = { patternId: pattern.patternId, variables, table, tableVersion, size };
      return [{ ...garment, colour, quantity, over: numberIn(fields.value.over) ?? 0 }];
    }),
  );
});

export const garments = computed(() => lines.value.reduce((sum, { quantity }) => sum + quantity, 0));

/** The thing that still keeps the order from being planned; null: nothing. */
export const wanting = computed(() => {
  if (!chosen.value) return 'Choose a pattern in step 2.';
  if (mistakes.value.size > 0) return 'Some numbers are missing or out of their range.';
  if (known.value === null) return 'The materials of the pattern are being read.';
  return garments.value === 0 ? 'Enter the garments to cut.' : null;
});

const directions: Readonly<Record<Direction, MarkerDirection>> = {
  either: MarkerDirection.EITHER_WAY,
  garment: MarkerDirection.ONE_WAY_PER_GARMENT,
  marker: MarkerDirection.ONE_WAY,
};

function layingRequest() {
  const { direction, repeatX, repeatY, tilt } = laying.value;
  const [x, y, degrees] = [numberIn(repeatX), numberIn(repeatY), numberIn(tilt)];
  const fabric = { ...(x !== null && { repeatX: shortMm() * x }), ...(y !== null && { repeatY: shortMm() * y }) };
  return {
    ...(direction !== 'either' && { direction: directions[direction] }),
    ...((x !== null || y !== null) && { fabric }),
    ...(degrees !== null && degrees > 0 && { rotationTolerance: degrees }),
  };
}

/** Call it only without anything `wanting`. */
export function orderRequest() {
  const amount = (name: keyof OrderFields): number => numberIn(fields.value[name])!;
  return {
    lines: lines.value,
    cloths: cloths.value.map(({ colour, width, price, endLoss, rolls }) => ({
      colour,
      width: shortMm() * numberIn(width)!,
      price: (numberIn(price)! * 1000) / longMm(),
      endLoss: shortMm() * numberIn(endLoss)!,
      rolls: rollsIn(rolls)!.map((length) => ({ length })),
    })),
    table: { length: longMm() * amount('length'), plies: amount('plies') },
    costs: {
      marker: amount('marker'),
      lay: amount('lay'),
      ply: amount('ply'),
      cutting: (amount('cutting') * 1000) / longMm(),
    },
    ...(cutMaterial.value !== undefined && { material: cutMaterial.value }),
    minDistance: shortMm() * amount('distance'),
    ...layingRequest(),
    maximumExecutionTime: amount('seconds'),
    // a reload leaves the plan without a listener for a moment
    keepSeconds: 60,
  };
}
