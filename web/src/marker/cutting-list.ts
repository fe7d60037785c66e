/** The things to cut: garments (a pattern for a person, several times), or parts from a file. */
import { create, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { computed, effect, signal } from '@preact/signals';
import { type Bin, type NestRequest, NestRequestSchema, type Polygon } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { PatternPiece } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Sizes } from '../../../src/patterns/import/sizes.js';
import { people } from '../body/people.js';
import { catalogue } from '../pattern/catalogue.js';
import { type Order, requestOf, variablesOf } from '../pattern/drafting.js';
import { patternService } from '../service/clients.js';
import { key } from '../service/key.js';
import { latest } from '../service/latest.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { keep, recall } from '../shell/kept.js';
import { lengthUnit } from '../shell/lengths.js';
import type { LaidOutline } from './roll-length.js';

export interface Garment extends Order {
  readonly id: number;
  readonly quantity: number;
  /** In place of a wearer: sizes of a table. */
  readonly sized?: SizesOfTable;
  /** Rules of single pieces. */
  readonly rules?: readonly PieceRule[];
}

/** A rule that is not there: that of the marker holds. */
export interface PieceRule {
  /** Id of the piece in the draft. */
  readonly piece: string;
  /** Degrees. */
  readonly rotationTolerance?: number;
  /** Millimetres. */
  readonly spacing?: number;
  readonly quality?: number;
}

export interface SizesOfTable {
  readonly tableId: string;
  readonly versionNumber: number;
  readonly name: string;
  /** Each with its number of garments, which may be 0; the smallest first. */
  readonly sizes: readonly { readonly size: string; readonly quantity: number }[];
}

/** A piece, and the number of garments that have it. */
export interface CutPiece {
  readonly piece: PatternPiece;
  /** Null: the garment has no sizes. */
  readonly size: string | null;
  readonly garments: number;
}

/** The sizes to cut. */
export const cutSizes = ({ sizes }: SizesOfTable): SizesOfTable['sizes'] =>
  sizes.filter(({ quantity }) => quantity > 0);

/** Sets the quantity of one size of a garment. */
export function changeSize(id: number, sized: SizesOfTable, size: string, quantity: number): void {
  const sizes = sized.sizes.map((each) => (each.size === size ? { size, quantity } : each));
  changeGarment(id, { sized: { ...sized, sizes } });
}

export interface LoadedParts {
  readonly title: string;
  readonly polygons: readonly Polygon[];
  /** Sheets of the file itself. */
  readonly bins: readonly Bin[];
  /** The whole JSON request, for settings that the form does not show; null for a drawing. */
  readonly request: NestRequest | null;
  /** Notes on content that was left out. */
  readonly notes: readonly string[];
  /** Whether a job gave the request. Its lengths are typed in the unit of the page. */
  readonly isJob: boolean;
  /** A drawing with several sizes and its text, for reading another size; else null. */
  readonly graded: Graded | null;
}

export interface Graded {
  readonly sizes: Sizes;
  readonly text: string;
}

export interface StoredParts extends Pick<LoadedParts, 'title' | 'notes' | 'graded'> {
  readonly drawn: boolean;
  /** Missing where it is not. */
  readonly job?: true;
  readonly request: JsonValue;
}

function jsonOfParts({ title, notes, polygons, bins, request, graded, isJob }: LoadedParts): StoredParts {
  // Of a request, the parts as they have been changed here.
  const whole = { ...(request ?? create(NestRequestSchema)), polygons: [...polygons], bins: [...bins] };
  const laid = toJson(NestRequestSchema, whole);
  return { title, notes, graded, drawn: request === null, ...(isJob && { job: true }), request: laid };
}

function partsOf(json: unknown): LoadedParts {
  const { title, notes, graded, drawn, job, request: stored } = json as StoredParts;
  const request = fromJson(NestRequestSchema, stored);
  const { polygons, bins } = request;
  return { title, notes, polygons, bins, request: drawn ? null : request, graded, isJob: job === true };
}

export interface KeptCut {
  readonly source: 'garments' | 'parts';
  readonly unitMm: number;
  readonly material: string;
}

const kept = recall('cut', (json) => json as KeptCut);

export const source = signal<'garments' | 'parts'>(kept?.source ?? 'garments');
export const garments = signal<readonly Garment[]>(recall('garments', (json) => json as Garment[]) ?? []);
export const parts = signal<LoadedParts | null>(recall('parts', partsOf));
/** Millimetres in one unit of the parts of a JSON request. */
export const unitMm = signal(kept?.unitMm ?? 1);
/** Names of the units, by their millimetres. */
export const unitNames: ReadonlyMap<number, string> = new Map([
  [1, 'mm'],
  [10, 'cm'],
  [1000, 'm'],
  [25.4, 'in'],
]);
/** The unit of the things to cut, and of the form. */
export const unit = computed(() => (hasOwnUnit.value ? unitNames.get(unitMm.value)! : lengthUnit.value));
/** Whether the parts are a request, in a unit of its own. */
const isRequest = computed(() => source.value === 'parts' && parts.value?.request != null);
/** Millimetres in one unit of the request to make. */
export const requestMm = computed(() => (isRequest.value ? unitMm.value : 1));
/** Whether lengths are typed in the unit of a file, and not in that of the page. */
export const hasOwnUnit = computed(() => isRequest.value && !parts.value!.isJob);
/** Material of the packed pieces. */
export const material = signal(kept?.material ?? 'fabric');

effect(() => keep('garments', garments.value));
effect(() => keep('parts', parts.value && jsonOfParts(parts.value)));

export function addGarment(garment: Omit<Garment, 'id'>): void {
  const id = Math.max(0, ...garments.value.map((each) => each.id)) + 1;
  garments.value = [...garments.value, { ...garment, id }];
  source.value = 'garments';
}

export function changeGarment(id: number, part: Partial<Garment>): void {
  garments.value = garments.value.map((each) => (each.id === id ? { ...each, ...part } : each));
}

export function removeGarment(id: number): void {
  garments.value = garments.value.filter((each) => each.id !== id);
}

export const patternNameOf = ({ patternId }: Order): string =>
  catalogue.value.find((pattern) => pattern.patternId === patternId)?.name ?? 'Pattern';

/** The pieces of each garment, by its id, or the reason why it has none. */
export const pieces = signal<ReadonlyMap<number, readonly CutPiece[] | Trouble>>(new Map());

async function piecesOf(garment: Garment, abort: AbortSignal): Promise<CutPiece[]> {
  const { patternId, settings, sized, quantity } = garment;
  if (!sized) {
    const { data } = await patternService.draftPattern(requestOf(garment), { signal: abort });
    return data.case === 'pattern' ? data.value.pieces.map((piece) => ({ piece, size: null, garments: quantity })) : [];
  }
  const wanted = new Map(cutSizes(sized).map(({ size, quantity: garments }) => [size, garments]));
  const [from] = wanted.keys();
  if (from === undefined) return [];
  const range = { table: sized.tableId, tableVersion: sized.versionNumber, from, to: [...wanted.keys()].at(-1)! };
  const request = { patternId, variables: variablesOf(settings), ...range };
  const { sizes } = await patternService.draftSizes(request, { signal: abort });
  return sizes.flatMap(({ name, pieces: drafted }) =>
    wanted.has(name) ? drafted.map((piece) => ({ piece, size: name, garments: wanted.get(name)! })) : [],
  );
}

const draftAll = latest(150, async (all: readonly Garment[], abort) => {
  const drafts = await Promise.all(
    all.map(async (garment) => {
      const { id } = garment;
      try {
        return { id, drafted: await piecesOf(garment, abort) };
      } catch (error) {
        return { id, drafted: troubleOf(error) ?? [] };
      }
    }),
  );
  if (!abort.aborted) pieces.value = new Map(drafts.map(({ id, drafted }) => [id, drafted]));
});

effect(() => {
  void people.value;
  if (key.value) draftAll(garments.value);
});

export const isTrouble = (entry: readonly CutPiece[] | Trouble | undefined): entry is Trouble =>
  entry !== undefined && 'message' in entry;

const draftedPieces = computed(() =>
  garments.value.flatMap(({ id, rules }) => {
    const entry = pieces.value.get(id);
    if (!entry || isTrouble(entry)) return [];
    const spacingOf = (id: string) => rules?.find(({ piece }) => piece === id)?.spacing;
    return entry.map(({ piece, garments: number }) => ({
      piece,
      copies: piece.quantity * number,
      spacing: spacingOf(piece.id),
    }));
  }),
);

/** Materials of the garments, fabric first. */
export const materials = computed(() => {
  const names = [...new Set(draftedPieces.value.map(({ piece }) => piece.material))].sort();
  return [...names.filter((name) => name === 'fabric'), ...names.filter((name) => name !== 'fabric')];
});

/** The packed material: the chosen one, if any piece uses it. */
export const packedMaterial = computed(() =>
  materials.value.includes(material.value) ? material.value : materials.value[0],
);

effect(() => {
  const shown = packedMaterial.value ?? material.value;
  keep('cut', { source: source.value, unitMm: unitMm.value, material: shown } satisfies KeptCut);
});

/** Every outline to place, with its number of copies. */
export const outlines = computed((): readonly LaidOutline[] => {
  if (source.value === 'parts') {
    const { polygons } = parts.value ?? { polygons: [] };
    return polygons.map(({ points, quantity, spacing }) => ({ points, copies: quantity ?? 1, spacing }));
  }
  return draftedPieces.value
    .filter(({ piece }) => piece.material === packedMaterial.value)
    .map(({ piece, copies, spacing }) => ({ points: piece.boundary, copies, spacing }));
});

/** Distinguishes sets of outlines, also after a reload has made them again. */
export function fingerprintOf(all: readonly LaidOutline[]): string {
  let [count, sum] = [0, 0];
  for (const { points, copies } of all) {
    count += copies;
    for (const { x, y } of points) sum = (31 * sum + copies * x + 7 * y) % 1e9;
  }
  return `${count} ${sum.toFixed(3)}`;
}

export const fingerprint = computed(() => fingerprintOf(outlines.value));
