/** A project as a file: one JSON document with its version and the sections of all steps. Loaded when first needed. */
import { LayPlanSchema, PlanLaysRequestSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { BinSchema, NestRequestSchema, NestSolutionSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { ServiceError } from '../../../src/errors.js';
import { Problems } from '../../../src/problems.js';
import { format, largestDocument, version } from '../../../src/projects/document.js';
import { measurementOf } from '../body/measurements.js';
import type { Person } from '../body/people.js';
import { type KeptLayout, type KeptLayouts, laidOfKept } from '../lay/kept-layouts.js';
import type { ClothFields, KeptOrder, LayingFields, OrderFields } from '../lay/order.js';
import type { KeptLays } from '../lay/run.js';
import type { Cloth } from '../marker/cloth.js';
import type { Garment, Graded, KeptCut, PieceRule, SizesOfTable, StoredParts } from '../marker/cutting-list.js';
import type { KeepOut } from '../marker/keep-outs.js';
import type { StoredRun } from '../marker/kept-run.js';
import type { StoredMarker } from '../marker/markers.js';
import type { Drafted } from '../marker/question.js';
import type { RollWidth, Setup, SheetSize } from '../marker/settings.js';
import type { KeptPattern, Order } from '../pattern/drafting.js';
import { parsedText } from '../service/parsed-text.js';
import type { KeptSizes, PackSetup } from '../sizes/sizing.js';
import type { SectionName } from './project.js';
import {
  flag,
  integer,
  list,
  message,
  number,
  object,
  oneOf,
  orNull,
  record,
  type Shape,
  scalar,
  text,
} from './shapes.js';

const isMeasurement = (name: string): boolean => measurementOf(name) !== undefined;

const person = object<Person>(
  {
    id: text,
    name: text,
    gender: oneOf('female', 'male'),
    units: oneOf('metric', 'imperial'),
    typed: record(text, isMeasurement),
    assumed: list(text),
  },
  { population: text },
);

const drafted = { patternId: text, settings: record(scalar), wearer: orNull(text) } satisfies Record<
  keyof Order,
  Shape
>;

const sized = object<SizesOfTable>({
  tableId: text,
  versionNumber: integer(1, 2 ** 31 - 1),
  name: text,
  sizes: list(object<SizesOfTable['sizes'][number]>({ size: text, quantity: integer(0, 1000) }), 1),
});

const pieceRule = object<PieceRule>(
  { piece: text },
  { rotationTolerance: number, spacing: number, quality: integer(1, 100) },
);

const garment = object<Garment>(
  { ...drafted, id: integer(0, 1e9), quantity: integer(1, 1000) },
  { sized, rules: list(pieceRule) },
);

const graded = object<Graded>({ sizes: object<Graded['sizes']>({ names: list(text), taken: text }), text });

const texts = <Name extends string>(...names: readonly Name[]): Record<Name, Shape> =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<Name, Shape>;

const setup = object<Partial<Setup>>(
  {},
  {
    fabric: oneOf('roll', 'sheets', 'file', 'rests'),
    lengths: oneOf('mm', 'in'),
    sizes: list(object<SheetSize>(texts('width', 'height', 'count'), { cost: text })),
    rolls: list(object<RollWidth>(texts('width', 'price'))),
    rests: list(message(BinSchema)),
    commonLines: flag,
    keepOuts: list(
      object<KeepOut>(
        { sheet: integer(0, 999), x: number, y: number, width: number, height: number },
        { stretch: flag, quality: integer(1, 100) },
      ),
    ),
    form: oneOf('open', 'folded', 'tubular'),
    singles: oneOf('both', 'open'),
    direction: oneOf('either', 'garment', 'marker'),
    queue: oneOf('slow', 'fast'),
    ...texts('width', 'height', 'count', 'distance', 'edge', 'repeatX', 'repeatY', 'rotations', 'tilt', 'seconds'),
    ...texts('offsetX', 'offsetY', 'solvers', 'cost', 'price', 'restWidth', 'kerf', 'feed', 'travel', 'startSeconds'),
  },
);

const cloth = object<Partial<Cloth>>(
  {},
  {
    ...{ form: integer(0, 3), repeatX: number, repeatY: number, offsetX: number, offsetY: number },
    matchTolerance: number,
  },
);

const ground = object<StoredRun['ground']>(
  {
    ...{ title: text, gravity: integer(0, 4), unitMm: number, limitSeconds: number },
    ...{ distance: number, edge: number, rotations: list(number) },
  },
  { roll: flag, tilt: number, fabric: cloth, drafted: object<Drafted>({ garments: list(number), laying: text }) },
);

const run = object<StoredRun>({
  jobId: text,
  seq: integer(0, 2 ** 31 - 1),
  ended: flag,
  ground,
  laid: message(NestRequestSchema),
  best: orNull(message(NestSolutionSchema)),
  outlines: text,
});

const markers = list(object<StoredMarker>({ material: text, setup, run: orNull(run) }));

const order = object<KeptOrder>(
  {
    cloths: list(object<ClothFields>(texts('colour', 'width', 'price', 'endLoss', 'rolls')), 1),
    fields: object<OrderFields>(
      texts('length', 'plies', 'marker', 'lay', 'ply', 'cutting', 'over', 'distance', 'seconds'),
    ),
    quantities: list(record(text)),
    material: orNull(text),
  },
  {
    lengths: oneOf('mm', 'in'),
    laying: object<LayingFields>({
      direction: oneOf('either', 'garment', 'marker'),
      ...texts('repeatX', 'repeatY', 'tilt'),
    }),
  },
);

const layoutTexts = object<KeptLayouts>({
  shapes: text,
  markers: list(object<KeptLayout>({ jobId: text, layout: text })),
});

const layouts: Shape = (value, path, problems) => {
  const before = problems.list.length;
  layoutTexts(value, path, problems);
  if (problems.list.length > before) return;
  try {
    laidOfKept(value as KeptLayouts);
  } catch (error) {
    problems.add(path, 'wrong_type', (error as Error).message);
  }
};

const lays = object<KeptLays>(
  {
    jobId: text,
    order: message(PlanLaysRequestSchema),
    plan: orNull(message(LayPlanSchema)),
    ended: flag,
  },
  { layouts },
);

/** The sections, each with its shape. */
const sectionShapes: Readonly<Record<SectionName, Shape>> = {
  people: list(person, 1),
  pattern: object<KeptPattern>(drafted, { way: oneOf('person', 'sizes') }),
  sizes: object<KeptSizes>(
    {
      tableId: orNull(text),
      from: orNull(text),
      to: orNull(text),
      base: orNull(text),
      hidden: list(text),
    },
    { pack: object<PackSetup>({ ...texts('seconds', 'width', 'distance'), lengths: oneOf('mm', 'in') }) },
  ),
  garments: list(garment),
  cut: object<KeptCut>({ source: oneOf('garments', 'parts'), unitMm: oneOf(1, 10, 25.4, 1000), material: text }),
  parts: object<StoredParts>(
    {
      title: text,
      notes: list(text),
      drawn: flag,
      request: message(NestRequestSchema),
      graded: orNull(graded),
    },
    { job: flag },
  ),
  setup,
  run,
  markers,
  order,
  lays,
};

interface Whole extends Partial<Record<SectionName, object>> {
  readonly format: string;
  readonly version: number;
  readonly name: string;
  readonly savedAt?: string;
}

const whole = object<Whole>(
  { format: oneOf(format), version: oneOf(version), name: text },
  { savedAt: text, ...sectionShapes },
);

/** The text of a project's file. */
export function writeDocument(name: string, sections: ReadonlyMap<string, string>): string {
  const parsed = Object.fromEntries([...sections].map(([section, json]) => [section, JSON.parse(json) as unknown]));
  return `${JSON.stringify({ format, version, name, savedAt: new Date().toISOString(), ...parsed }, null, 2)}\n`;
}

/** The text for the account. Where it would be too large there, the layouts of the lay plan are left out. */
export function writeForAccount(
  name: string,
  sections: ReadonlyMap<string, string>,
): { readonly document: string; readonly withoutLayouts: boolean } {
  const whole = writeDocument(name, sections);
  const { layouts: large, ...rest } = JSON.parse(sections.get('lays') ?? '{}') as Partial<KeptLays>;
  if (!large || new Blob([whole]).size <= largestDocument) return { document: whole, withoutLayouts: false };
  const others = new Map(sections).set('lays', JSON.stringify(rest));
  return { document: writeDocument(name, others), withoutLayouts: true };
}

/** Whether an order of lay plans is made to bodies. */
export const laysHoldBodies = (sections: ReadonlyMap<string, string>): boolean =>
  holdsBodies(sections.get('lays') ?? '{}');

/** The sections without the people and their measurements, which an order of garments may hold, too. */
export function withoutPeople(sections: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...sections].filter(([name, text]) => name !== 'people' && !(name === 'lays' && holdsBodies(text))));
}

const holdsBodies = (text: string): boolean =>
  (JSON.parse(text) as { order?: { lines?: readonly object[] } }).order?.lines?.some((line) => 'body' in line) ?? false;

export interface OpenedDocument {
  readonly name: string;
  readonly sections: ReadonlyMap<string, string>;
}

/** @throws ServiceError `malformed`, or `invalid` with every faulty field */
export function readDocument(content: string): OpenedDocument {
  parsedText(content);
  const json = JSON.parse(content) as { format?: unknown; version?: unknown; name: string };
  if (json?.format !== format) {
    throw new ServiceError('invalid', `This is no project of Selvage: its format is not "${format}"`);
  }
  if (typeof json.version === 'number' && json.version > version) {
    throw new ServiceError(
      'invalid',
      `version: ${json.version} is of a newer page; this page reads version ${version}`,
    );
  }
  const problems = new Problems();
  whole(json, '', problems);
  if (problems.list.length === 0) {
    const { run: shown, markers: others = [] } = json as { run?: Laid; markers?: { run: Laid | null }[] };
    if (shown) checkPlaces(shown, 'run', problems);
    for (const [i, other] of others.entries()) if (other.run) checkPlaces(other.run, `markers[${i}].run`, problems);
  }
  if (problems.list.length > 0) throw ServiceError.ofProblems('invalid', problems.list);
  const sections = Object.entries(json).filter(([name]) => Object.hasOwn(sectionShapes, name));
  return { name: json.name, sections: new Map(sections.map(([name, value]) => [name, JSON.stringify(value)])) };
}

interface Laid {
  readonly laid: { readonly polygons?: readonly unknown[]; readonly bins?: readonly unknown[] };
  readonly best: { readonly placements?: readonly { readonly index?: number; readonly bin?: number }[] } | null;
}

/** A place in the best layout must name a part and a sheet that are there. */
function checkPlaces({ laid, best }: Laid, path: string, problems: Problems): void {
  const [parts, sheets] = [laid.polygons?.length ?? 0, laid.bins?.length ?? 0];
  for (const [i, { index = 0, bin = 0 }] of (best?.placements ?? []).entries()) {
    const at = `${path}.best.placements[${i}]`;
    if (index >= parts) problems.add(`${at}.index`, 'out_of_range', `${index} is no part; ${path}.laid has ${parts}`);
    if (bin >= sheets) problems.add(`${at}.bin`, 'out_of_range', `${bin} is no sheet; ${path}.laid has ${sheets}`);
  }
}
