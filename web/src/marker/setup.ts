/** The settings of a layout: the form as typed, and the request made from it. */

import { create, fromJson } from '@bufbuild/protobuf';
import { batch, computed, effect } from '@preact/signals';
import {
  type Bin,
  BinSchema,
  GravityDirection,
  MarkerDirection,
  NestPatternsRequestSchema,
  NestRequestSchema,
  type NestSolution,
  type Polygon,
  RemnantSettingsSchema,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { exactText, numberIn } from '../body/measurements.js';
import { boxOf } from '../pattern/arrange.js';
import { requestOf } from '../pattern/drafting.js';
import { convertedPrice, convertedText, lengthUnit, longUnits, mmIn, scaledText } from '../shell/lengths.js';
import { clothFields, clothOf } from './cloth.js';
import {
  cutSizes,
  fingerprint,
  type Garment,
  garments,
  hasOwnUnit,
  type LoadedParts,
  materials,
  outlines,
  packedMaterial,
  parts,
  pieces,
  requestMm,
  source,
  unitMm,
} from './cutting-list.js';
import { behindStretch, withKeepOuts } from './keep-outs.js';
import { ofShown } from './markers.js';
import { draftedRules } from './piece-rules.js';
import type { Asked, Question } from './question.js';
import { hasRefused } from './refused.js';
import { inUnit, keptRests } from './rests.js';
import { rollLength } from './roll-length.js';
import { type Direction, lengthFields, type RollWidth, type Setup, type SheetSize } from './settings.js';

/** The settings of the shown marker. */
export const setup = ofShown((marker) => marker.setup);

// The typed lengths follow the unit of the page.
effect(() => {
  const [{ lengths }, to] = [setup.value, lengthUnit.value];
  if (hasOwnUnit.value || lengths === to) return;
  const texts = lengthFields.map((name) => [name, convertedText(setup.value[name], lengths, to)]);
  const length = (text: string): string => convertedText(text, lengths, to);
  const priced = (text: string): string => convertedPrice(text, lengths, to);
  const { sizes, rolls, price } = setup.value;
  setup.value = {
    ...setup.value,
    ...Object.fromEntries(texts),
    sizes: sizes.map((size) => ({ ...size, width: length(size.width), height: length(size.height) })),
    price: priced(price),
    rolls: rolls.map((roll) => ({ width: length(roll.width), price: priced(roll.price) })),
    lengths: to,
  };
});

/** Takes the parts in another unit. The sheets and distances of a job are its own, and follow. */
export function takeUnit(mm: number): void {
  const factor = mm / unitMm.value;
  const scaledSize = (size: SheetSize): SheetSize => {
    return { ...size, width: scaledText(size.width, factor), height: scaledText(size.height, factor) };
  };
  batch(() => {
    unitMm.value = mm;
    if (!parts.value?.isJob) return;
    const texts = lengthFields.map((name) => [name, scaledText(setup.value[name], factor)]);
    setup.value = { ...setup.value, ...Object.fromEntries(texts), sizes: setup.value.sizes.map(scaledSize) };
  });
}

export function change(part: Partial<Setup>): void {
  setup.value = { ...setup.value, ...part };
}

/** Makes the rests of a layout the sheets of the next marker: of each layer one outline, so the cloth lies open. */
export const takeRests = (solution: NestSolution, mm: number): void =>
  change({ rests: keptRests(solution, mm), fabric: 'rests', form: 'open', keepOuts: [] });

/** Takes over the sheets and the search settings of a file. */
export const adopt = (loaded: LoadedParts): void => change(settingsOf(loaded));

export function settingsOf({ bins, request }: LoadedParts): Partial<Setup> {
  const text = (value: number | undefined, otherwise: string): string =>
    value === undefined ? otherwise : exactText(value);
  return {
    fabric: bins.length > 0 ? 'file' : 'roll',
    ...(request && {
      ...clothFields(request.fabric),
      direction: 'either',
      distance: text(request.minDistance, '1'),
      edge: text(request.edgeDistance, '0'),
      tilt: text(request.rotationTolerance, '0'),
      restWidth: request.remnants ? text(request.remnants.leastWidth, usualRestWidth(bins)) : '',
      rotations: request.allowedRotations.length > 0 ? request.allowedRotations.map(exactText).join(', ') : '0',
      seconds: text(request.maximumExecutionTime, '20'),
      queue: request.serverId === ServerId.FAST ? 'fast' : 'slow',
      solvers: text(request.instances, '1'),
    }),
  };
}

/** That of the service: a twentieth of the smaller side of the first sheet. */
function usualRestWidth([first]: readonly Bin[]): string {
  if (!first) return '';
  const { width, height } = boxOf(first.boundary!.points);
  return exactText(Math.min(width, height) / 20);
}

const numberFields = ['tilt', 'width', 'height', 'count', 'distance', 'edge', 'seconds', 'solvers'] as const;
type NumberField = (typeof numberFields)[number];

/** The paths under which the service names each field of the form. */
export const pathsOf: Readonly<Partial<Record<keyof Setup, readonly string[]>>> = {
  width: ['bins'],
  distance: ['minDistance'],
  edge: ['edgeDistance'],
  repeatX: ['fabric.repeatX', 'fabric.matchTolerance'],
  repeatY: ['fabric.repeatY'],
  offsetX: ['fabric.offsetX'],
  offsetY: ['fabric.offsetY'],
  rotations: ['allowedRotations'],
  tilt: ['rotationTolerance'],
  restWidth: ['remnants'],
  direction: ['direction'],
  seconds: ['maximumExecutionTime'],
  queue: ['serverId'],
  solvers: ['instances'],
};

/** The kinds of cloth for which the form shows a field; missing: all. */
const kindsOf: Readonly<Partial<Record<keyof Setup, readonly Setup['fabric'][]>>> = {
  width: ['roll', 'sheets'],
  height: ['sheets'],
  count: ['sheets'],
  cost: ['sheets'],
  price: ['roll'],
  restWidth: ['sheets', 'file', 'rests'],
};
const isShown = (name: keyof Setup): boolean => kindsOf[name]?.includes(fabric.value) ?? true;

/** Problems of the typed numbers, by field. A field that the form does not show has none. */
export const mistakes = computed<ReadonlyMap<keyof Setup, string>>(() => {
  const found = new Map<keyof Setup, string>();
  for (const name of numberFields.filter(isShown)) {
    const value = numberIn(setup.value[name]);
    if (setup.value[name].trim() === '') found.set(name, 'must be a number');
    else if (value === null) found.set(name, `“${setup.value[name]}” is not a number`);
    else if ((name === 'width' || name === 'height') && value <= 0) found.set(name, 'must be more than 0');
    else if (name === 'count' && !isSheetNumber('count', setup.value.count))
      found.set(name, 'must be between 1 and 1000');
  }
  if (fabric.value === 'sheets' && !setup.value.sizes.every(isSheetSize))
    found.set('sizes', 'each size must have a width and a height above 0, and a number between 1 and 1000');
  for (const name of ['cost', 'price'] as const) {
    if (isShown(name) && !isCost(setup.value[name])) found.set(name, 'must be 0 or more, or blank');
  }
  if (fabric.value === 'roll' && !opensStretch() && !setup.value.rolls.every(isRoll))
    found.set('rolls', 'each roll must have a width above 0, and a price of 0 or more or none');
  const gone = setup.value.keepOuts.find(({ sheet }) => sheet >= sheetCount());
  if (gone) found.set('keepOuts', `there is no sheet ${gone.sheet + 1}: remove its keep-out`);
  const moved = setup.value.keepOuts.findIndex(({ stretch = false }) => stretch !== opensStretch());
  if (moved !== -1) {
    const reason = opensStretch() ? behindStretch : 'It lies on a stretch laid open, and there is none now.';
    found.set('keepOuts', `${reason} Remove keep-out ${moved + 1}.`);
  }
  for (const [name, none] of [
    ['repeatX', 'plain cloth'],
    ['repeatY', 'plain cloth'],
    ['restWidth', 'none'],
  ] as const) {
    if (!isShown(name)) continue;
    const text = setup.value[name].trim();
    const value = numberIn(text);
    if (text !== '' && value === null) found.set(name, `“${text}” is not a number`);
    else if (value !== null && value <= 0) found.set(name, `must be more than 0, or blank for ${none}`);
  }
  for (const [name, repeat] of [
    ['offsetX', 'repeatX'],
    ['offsetY', 'repeatY'],
  ] as const) {
    const text = setup.value[repeat].trim() && setup.value[name].trim();
    if (text !== '' && numberIn(text) === null) found.set(name, `“${text}” is not a number`);
  }
  if (rotationsOf(setup.value.rotations) === null)
    found.set('rotations', 'must be degrees with commas between them: 0, 90');
  return found;
});

function sheetCount(): number {
  if (fabric.value === 'file') return parts.value?.bins.length ?? 0;
  if (fabric.value === 'rests') return setup.value.rests.length;
  if (fabric.value === 'roll') return opensStretch() ? 2 : 1 + setup.value.rolls.length;
  return [setup.value, ...setup.value.sizes].reduce((sum, { count }) => sum + (numberIn(count) ?? 0), 0);
}

const isCost = (text: string): boolean => text.trim() === '' || (numberIn(text) ?? -1) >= 0;

export const isRollNumber = (name: keyof RollWidth, text: string): boolean =>
  name === 'price' ? isCost(text) : (numberIn(text) ?? 0) > 0;

const isRoll = ({ width, price }: RollWidth): boolean => isRollNumber('width', width) && isCost(price);

export function isSheetNumber(name: keyof SheetSize, text: string): boolean {
  if (name === 'cost') return isCost(text);
  const value = numberIn(text);
  if (value === null) return false;
  return name === 'count' ? Number.isInteger(value) && value >= 1 && value <= 1000 : value > 0;
}

const isSheetSize = (size: SheetSize): boolean =>
  (Object.keys(size) as (keyof SheetSize)[]).every((name) => isSheetNumber(name, size[name] ?? ''));

/** Degrees with commas between them; null if some are no numbers. */
export function rotationsOf(text: string): number[] | null {
  const values = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(numberIn);
  return values.includes(null) ? null : (values as number[]);
}

/** The reason why the request cannot be sent yet, as one sentence; null: none. */
export const missing = computed(() => {
  if (source.value === 'garments' && garments.value.length === 0) return 'Add a garment first.';
  if (source.value === 'parts' && parts.value === null) return 'Load parts first.';
  if (source.value === 'garments' && garments.value.some(({ sized }) => sized && cutSizes(sized).length === 0)) {
    return 'Give a quantity to a size of each garment.';
  }
  // the length of the roll depends on all pieces
  if (source.value === 'garments' && garments.value.some(({ id }) => !pieces.value.has(id))) {
    return 'Drafting the garments …';
  }
  if (mistakes.value.size > 0 || hasRefused()) return 'Check the fields marked in red.';
  return null;
});

const amount = (name: NumberField): number => numberIn(setup.value[name])!;

/** Units of the request in a unit of the form. */
const scale = (): number => (hasOwnUnit.value ? 1 : mmIn[setup.value.lengths] / requestMm.value);

const size = (name: (typeof lengthFields)[number] & NumberField): number => scale() * amount(name);

/** Seconds for which the stream goes on without a listener, long enough to survive a short outage. */
const keepSeconds = 30;

/** The chosen fabric, if it is available: only files have sheets of their own. */
export const fabric = computed(() => {
  const { fabric: wanted } = setup.value;
  const own = source.value === 'parts' && (parts.value?.bins.length ?? 0) > 0;
  if (wanted === 'rests') return setup.value.rests.length > 0 ? 'rests' : 'roll';
  return wanted === 'file' && !own ? 'roll' : wanted;
});

function search(from: NestSolution | undefined) {
  return {
    bins: bins(),
    serverId: setup.value.queue === 'fast' ? ServerId.FAST : ServerId.SLOW,
    instances: amount('solvers'),
    minDistance: size('distance'),
    edgeDistance: size('edge'),
    allowedRotations: rotationsOf(setup.value.rotations)!,
    rotationTolerance: amount('tilt'),
    maximumExecutionTime: amount('seconds'),
    reportInterval: 500,
    keepSeconds,
    ...((fabric.value === 'roll' || fabric.value === 'rests') && { gravityDirection: GravityDirection.LEFT }),
    ...remnantsOf(),
    ...(from && { warmStart: from.placements }),
  };
}

/** Of a roll there are none: it is cut off behind the parts. */
function remnantsOf() {
  const width = numberIn(setup.value.restWidth);
  if (fabric.value === 'roll' || width === null) return { remnants: undefined };
  const leastArea = source.value === 'parts' ? parts.value?.request?.remnants?.leastArea : undefined;
  const leastWidth = scale() * width;
  return { remnants: create(RemnantSettingsSchema, { leastWidth, ...(leastArea !== undefined && { leastArea }) }) };
}

/** The sheets with the keep-outs that a person has drawn. */
const bins = (): Bin[] => withKeepOuts(sheets(), setup.value.keepOuts, requestMm.value);

function sheets(): Bin[] {
  const { sizes, rolls, rests, price, keepOuts, repeatX } = setup.value;
  if (fabric.value === 'file') return [...(parts.value?.bins ?? [])];
  if (fabric.value === 'rests') return rests.map((rest) => inUnit(fromJson(BinSchema, rest), 1 / requestMm.value));
  if (fabric.value === 'sheets') {
    return [setup.value, ...sizes].flatMap(({ width, height, count, cost = '' }) => {
      const outline = sheetOf(scale() * numberIn(width)!, scale() * numberIn(height)!);
      const own = numberIn(cost);
      const sheet = create(BinSchema, { ...outline, ...(own !== null && { cost: own }) });
      return Array.from({ length: numberIn(count)! }, () => sheet);
    });
  }
  const ends = keepOuts.map((each) => (each.x + each.width) / requestMm.value);
  const length = rollLength(outlines.value, {
    distance: size('distance'),
    edge: size('edge'),
    repeat: scale() * (numberIn(repeatX) ?? 0),
    keptOff: Math.max(0, ...ends),
  });
  const width = size('width');
  const priced = (text: string) => {
    const own = numberIn(text);
    return own === null ? {} : { costPerLength: (own * requestMm.value) / longUnits[lengthUnit.value].mm };
  };
  const roll = create(BinSchema, { ...sheetOf(length, width), ...priced(price) });
  // The search makes the last one short.
  if (opensStretch()) {
    return [create(BinSchema, { ...sheetOf(length, 2 * width), ...priced(price), open: true }), roll];
  }
  const others = rolls.map((each) => {
    return create(BinSchema, { ...sheetOf(length, scale() * numberIn(each.width)!), ...priced(each.price) });
  });
  return [roll, ...others];
}

const sheetOf = (width: number, height: number) => ({
  boundary: {
    points: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ],
  },
});

/** Whether single pieces lie on a stretch of the folded roll that is laid open. */
export function opensStretch(): boolean {
  const { form, singles } = setup.value;
  return form !== 'open' && singles === 'open' && source.value === 'garments' && fabric.value === 'roll';
}

function orderOf(garment: Garment) {
  const { quantity, sized } = garment;
  const rules = [...draftedRules(garment)];
  const sizes = sized && { table: sized.tableId, tableVersion: sized.versionNumber, sizes: [...cutSizes(sized)] };
  return { ...requestOf(garment), quantity, ...sizes, rules };
}

const directions: Readonly<Record<Direction, MarkerDirection>> = {
  either: MarkerDirection.EITHER_WAY,
  garment: MarkerDirection.ONE_WAY_PER_GARMENT,
  marker: MarkerDirection.ONE_WAY,
};

const oneWay = (polygon: Polygon): Polygon => ({ ...polygon, directionGroup: 'marker' });

/** The question made from the form. Call it only if nothing is `missing`. */
export function question(from?: NestSolution): Question {
  const { title } = parts.value ?? { title: 'Marker' };
  const name = materials.value.length > 1 ? `Marker ${packedMaterial.value}` : 'Marker';
  return {
    asked: asked(from),
    title: source.value === 'parts' ? title : name,
    unitMm: requestMm.value,
    roll: fabric.value === 'file' ? undefined : fabric.value === 'roll',
    outlines: fingerprint.value,
  };
}

function asked(from: NestSolution | undefined): Asked {
  if (source.value === 'parts') {
    const { polygons, request: loaded } = parts.value!;
    const base = loaded ?? create(NestRequestSchema);
    const laid = {
      fabric: clothOf(setup.value, scale(), loaded?.fabric),
      polygons: setup.value.direction === 'marker' ? polygons.map(oneWay) : [...polygons],
    };
    return { kind: 'parts', request: create(NestRequestSchema, { ...base, ...search(from), ...laid }) };
  }
  const request = create(NestPatternsRequestSchema, {
    ...search(from),
    fabric: clothOf(setup.value, scale()),
    patterns: garments.value.map(orderOf),
    direction: directions[setup.value.direction],
    ...(packedMaterial.value !== undefined && { material: packedMaterial.value }),
  });
  return { kind: 'garments', request };
}
