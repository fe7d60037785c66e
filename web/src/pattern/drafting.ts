/** The selected pattern and its settings. The service drafts it again at every change. */

import type { Value } from '@bufbuild/protobuf/wkt';
import { effect, signal } from '@preact/signals';
import {
  type DraftPatternResponse,
  DxfUnits,
  type Pattern,
  PatternFormat,
  PdfPage,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { bodyOf } from '../body/inference.js';
import { people, person, personOf } from '../body/people.js';
import { patternService } from '../service/clients.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { keep, recall } from '../shell/kept.js';
import { lengthUnit, patternLengths } from '../shell/lengths.js';
import { catalogue } from './catalogue.js';

/** A value of a variable in the form. */
export type Setting = number | string | boolean;

/** For one person, or in the sizes of a table. */
export type Way = 'person' | 'sizes';

/** The state that survives a reload. */
export interface KeptPattern extends Order {
  readonly way?: Way;
}

const kept = recall('pattern', (json) => json as KeptPattern);
/** The pattern from before a reload, until the list of patterns arrives. */
let awaited = kept?.patternId;

export const chosen = signal<Pattern | null>(null);
/** Null: the measurements of the pattern itself. */
export const wearer = signal<string | null>(kept ? kept.wearer : person.peek().id);
export const way = signal<Way>(kept?.way ?? 'person');
/** Values set by hand, by the key of the variable. */
export const settings = signal<Readonly<Record<string, Setting>>>(kept?.settings ?? {});
export const draft = signal<DraftPatternResponse | null>(null);
export const draftTrouble = signal<Trouble | null>(null);
export const drafting = signal(false);

const slidingPauseMs = 60;

effect(() => {
  const found = catalogue.value.find(({ patternId }) => patternId === awaited);
  if (!found) return;
  awaited = undefined;
  chosen.value = found;
});

effect(() => {
  const order = chosen.value && currentOrder(chosen.value);
  if (awaited === undefined) keep('pattern', order && ({ ...order, way: way.value } satisfies KeptPattern));
});

export function choosePattern(pattern: Pattern): void {
  awaited = undefined;
  settings.value = {};
  draft.value = null;
  draftTrouble.value = null;
  chosen.value = pattern;
}

export function set(variable: string, value: Setting): void {
  settings.value = { ...settings.value, [variable]: value };
}

export function reset(variable: string): void {
  const { [variable]: _, ...others } = settings.value;
  settings.value = others;
}

export function messageOf(setting: Setting) {
  switch (typeof setting) {
    case 'number':
      return { kind: { case: 'numberValue' as const, value: setting } };
    case 'boolean':
      return { kind: { case: 'boolValue' as const, value: setting } };
    default:
      return { kind: { case: 'stringValue' as const, value: setting } };
  }
}

export function settingOf(value: Value | undefined): Setting | null {
  const kind = value?.kind;
  switch (kind?.case) {
    case 'numberValue':
    case 'stringValue':
    case 'boolValue':
      return kind.value;
    default:
      return null;
  }
}

export interface Order {
  readonly patternId: string;
  readonly settings: Readonly<Record<string, Setting>>;
  readonly wearer: string | null;
}

/** The part of the request that DraftPattern and NestPatterns share for one garment. */
export function requestOf({ patternId, settings: set, wearer: id }: Order) {
  const of = personOf(id);
  return { patternId, variables: variablesOf(set), ...(of && { body: bodyOf(of) }) };
}

export const variablesOf = (set: Order['settings']) =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [name, messageOf(value)]));

/** The group of the variables that a body gives. */
export const bodyGroup = 'body';

/** The settings that hold for every size: each size has measurements of its own. */
export function settingsOfSizes({ variables }: Pattern): Order['settings'] {
  const measured = new Set(variables.filter(({ group }) => group === bodyGroup).map(({ key: name }) => name));
  return Object.fromEntries(Object.entries(settings.value).filter(([name]) => !measured.has(name)));
}

export function currentOrder({ patternId }: Pattern): Order {
  return { patternId, settings: settings.value, wearer: personOf(wearer.value) ? wearer.value : null };
}

const ask = latest(slidingPauseMs, async (order: Order, signal) => {
  drafting.value = true;
  try {
    draft.value = await patternService.draftPattern(requestOf(order), { signal });
    draftTrouble.value = null;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) draftTrouble.value = trouble;
  } finally {
    if (!signal.aborted) drafting.value = false;
  }
});

effect(() => {
  const pattern = chosen.value;
  void people.value;
  void organization.value;
  if (pattern && key.value && way.value === 'person') ask(currentOrder(pattern));
});

/** A paper goes with the unit of its country. */
export const draftFiles = [
  { format: PatternFormat.SVG, name: 'SVG', end: 'svg', type: 'image/svg+xml' },
  { format: PatternFormat.PDF, name: 'PDF', end: 'pdf', type: 'application/pdf' },
  {
    format: PatternFormat.PDF,
    name: 'PDF on A4',
    end: 'pdf',
    type: 'application/pdf',
    page: PdfPage.A4,
    goesWith: 'mm',
  },
  {
    format: PatternFormat.PDF,
    name: 'PDF on Letter',
    end: 'pdf',
    type: 'application/pdf',
    page: PdfPage.LETTER,
    goesWith: 'in',
  },
  { format: PatternFormat.DXF, name: 'DXF', end: 'dxf', type: 'application/dxf' },
] as const;

/** The file of the pattern at its present settings. */
export async function draftFile(pattern: Pattern, file: (typeof draftFiles)[number]): Promise<string | Uint8Array> {
  const { data } = await patternService.draftPattern({
    ...requestOf(currentOrder(pattern)),
    format: file.format,
    ...(file.format === PatternFormat.PDF && {
      pdf: { ...('page' in file && { page: file.page }), ...patternLengths() },
    }),
    ...(file.format === PatternFormat.DXF && lengthUnit.value === 'in' && { dxf: { units: DxfUnits.ENGLISH } }),
  });
  if (data.case === undefined || data.case === 'pattern') throw new TypeError('the answer holds no file');
  return data.value;
}
