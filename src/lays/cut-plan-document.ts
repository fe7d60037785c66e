/** The cut plan of an order, as a document for the cutting room: lays in order, rolls, markers with pictures, bundles. */
import type { Block, Column, PagedDocument } from '../drawing/document/paged-document.js';
import { clothNeed, clothRest, clothUnits, inch, type Lengths, lengthWords } from '../drawing/lengths.js';
import type { Marker } from '../drawing/marker/marker.js';
import { markerDrawing } from '../drawing/marker/marker-drawing.js';
import { bundlesOf } from './bundles.js';
import type { CutPlan, CutPlanOrder } from './cut-plan.js';

export interface CutPlanFacts {
  readonly title: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Of each marker, on its ply (`onPly`); null where its layout is gone. */
  readonly layouts: readonly (Marker | null)[];
  /** Units of its lengths; with inches it prints on Letter. Default metric. */
  readonly lengths?: Lengths | undefined;
}

export function cutPlanDocument(
  plan: CutPlan,
  order: CutPlanOrder,
  { title, createdAt, layouts, lengths = 'metric' }: CutPlanFacts,
): PagedDocument {
  const cut = plan.lines.reduce((sum, line) => sum + line.cut, 0);
  const { cost, gap } = plan;
  const words = wordsOf[lengths];
  return {
    title,
    createdAt,
    paper: lengths === 'inches' ? 'letter' : 'a4',
    facts: [
      `${counted(cut, 'garment')} in ${counted(plan.lays.length, 'lay')} of ${counted(plan.markers.length, 'marker')}`,
      `Cloth ${words.cloth(plan.clothLength)} ${words.unit}${cost ? `; cost ${cost.total.toFixed(2)}` : ''}`,
      ...clothFacts(order, lengths),
      ...(gap === undefined ? [] : [`No plan can cost less than ${(100 * (1 - gap)).toFixed(1)} % of this one`]),
    ],
    blocks: [
      ...plan.missing.map(({ message }): Block => ({ kind: 'paragraph', text: `Missing: ${message}` })),
      heading('Lays'),
      layTable(plan, order, words),
      ...rollBlocks(plan, words),
      heading('Garments'),
      garmentTable(plan, order),
      ...plan.markers.flatMap((_, i) => markerBlocks(plan, i, layouts[i] ?? null, order, lengths)),
      { kind: 'heading', text: 'Bundles', onNewPage: true },
      bundleTable(plan),
    ],
  };
}

const ways = {
  garment: 'all pieces of a garment lie the same way',
  all: 'all pieces lie the same way, so lay all plies the same way',
};

/** The rules of the cloth that the spreader and the cutter must know; none for plain cloth without a nap. */
function clothFacts({ oneWay, rotationTolerance: tilt = 0, fabric = {} }: CutPlanOrder, lengths: Lengths): string[] {
  const { repeat } = lengthWords[lengths];
  const { repeatX, repeatY } = fabric;
  const degrees = Number(tilt.toFixed(2));
  const repeats = [
    repeatX === undefined ? [] : [`every ${repeat(repeatX)} along the cloth`],
    repeatY === undefined ? [] : [`every ${repeat(repeatY)} across it`],
  ].flat();
  return [
    ...(oneWay ? [`Nap: ${ways[oneWay]}`] : []),
    ...(repeats.length > 0 ? [`Pattern: repeats ${repeats.join(' and ')}; each marker tells its place on them`] : []),
    ...(tilt > 0
      ? [`Tilt: pieces may lie up to ${degrees} ${degrees === 1 ? 'degree' : 'degrees'} off the grain`]
      : []),
  ];
}

function layTable({ markers, lays }: CutPlan, { cloths }: CutPlanOrder, { cloth, unit }: Words): Block {
  const columns = columnsOf(
    'Lay',
    'Marker',
    'Plies',
    'From the bottom',
    'Colour',
    'Roll',
    'Shade',
    `#Ply, ${unit}`,
    `#Cloth, ${unit}`,
  );
  const rows = lays.flatMap(({ marker, plies }, i) => {
    let below = 0;
    return plies.map((each, k) => {
      const ply = markers[marker]!.length + (cloths[each.cloth]?.endLoss ?? 0);
      const place = range(below + 1, below + each.plies);
      below += each.plies;
      return [
        k === 0 ? `${i + 1}` : '',
        k === 0 ? `${marker + 1}` : '',
        `${each.plies}`,
        place,
        each.colour || '–',
        each.rollId || '–',
        each.shade || '–',
        cloth(ply),
        cloth(ply * each.plies),
      ];
    });
  });
  return { kind: 'table', caption: 'In the order of cutting; a ply is its marker with the end loss', columns, rows };
}

function rollBlocks({ lays, rolls }: CutPlan, words: Words): Block[] {
  if (rolls.length === 0) return [];
  const all = lays.flatMap(({ plies }) => plies);
  const rows = rolls.map(({ cloth, roll, used, remnant }) => {
    const own = all.find((each) => each.cloth === cloth && each.roll === roll);
    return [
      own?.rollId || `${roll + 1}`,
      own?.colour || '–',
      own?.shade || '–',
      words.cloth(used),
      words.rest(remnant),
    ];
  });
  const columns = columnsOf('Roll', 'Colour', 'Shade', `#Used, ${words.unit}`, `#Left, ${words.unit}`);
  return [heading('Rolls'), { kind: 'table', caption: 'Rolls that the plan uses', columns, rows }];
}

function garmentTable({ markers, lines }: CutPlan, order: CutPlanOrder): Block {
  const nameOf = (line: number): string =>
    markers.flatMap(({ garments }) => garments).find((each) => each.lines.includes(line))?.name ||
    order.lines[line]?.name ||
    `line ${line + 1}`;
  const rows = lines.map(({ line, quantity, cut, over, under }) => [
    nameOf(line),
    order.lines[line]?.colour || '–',
    ...[quantity, cut, over, under].map(String),
  ]);
  const columns = columnsOf('Garment', 'Colour', '#Ordered', '#Cut', '#Over', '#Under');
  return { kind: 'table', caption: 'Lines of the order', columns, rows };
}

function markerBlocks(
  { markers }: CutPlan,
  i: number,
  layout: Marker | null,
  { fabric = {} }: CutPlanOrder,
  lengths: Lengths,
): Block[] {
  const words = wordsOf[lengths];
  const { garments, width, length, utilisation, parts, cutLength } = markers[i]!;
  const facts =
    `${words.cloth(length)} ${words.unit} on cloth ${words.width(width)} wide, density ${(100 * utilisation).toFixed(1)} %; ` +
    `${counted(parts, 'part')}, ${words.line(cutLength)} ${words.unit} of line to cut`;
  const caption = garments.map(({ name, count }) => `${count} x ${name}`).join(', ');
  return [
    { kind: 'heading', text: `Marker ${i + 1}: ${caption}`, onNewPage: true },
    { kind: 'paragraph', text: facts },
    ...(layout === null
      ? [{ kind: 'paragraph', text: goneLayout(fabric) } as const]
      : laidBlocks(layout, `Marker ${i + 1}`, lengths)),
  ];
}

function laidBlocks(layout: Marker, caption: string, lengths: Lengths): Block[] {
  return [
    ...placeOnRepeats(layout, lengths).map((text): Block => ({ kind: 'paragraph', text })),
    { kind: 'picture', drawing: markerDrawing(layout, { title: 'Marker' }), caption, height: 200 },
  ];
}

/** The words in place of a picture, once the service has dropped the layout. */
export function goneLayout({ repeatX, repeatY }: NonNullable<CutPlanOrder['fabric']>): string {
  const isPatterned = repeatX !== undefined || repeatY !== undefined;
  const place = isPatterned ? ', and its place on the repeat is not known' : '';
  return `Its layout is kept no longer, so there is no picture${place}.`;
}

/** Tells the spreader how the pattern of the cloth lies under the marker; nothing for plain cloth. */
function placeOnRepeats({ pattern }: Marker, lengths: Lengths): string[] {
  if (pattern === null) return [];
  const { repeat } = lengthWords[lengths];
  const { repeatX, repeatY, offsetX = 0, offsetY = 0 } = pattern;
  const edge = offsetY === 0 ? 'at the upper edge' : `${repeat(offsetY)} from the upper edge`;
  return [
    ...(repeatX ? [`Begin each ply ${beginOf(offsetX, repeatX, repeat)}; it is the left of the picture.`] : []),
    ...(repeatY ? [`Across the cloth, a repeat begins ${edge} of the picture.`] : []),
  ];
}

/** By the nearer of the two beginnings around it. */
function beginOf(next: number, repeat: number, words: (mm: number) => string): string {
  if (next === 0) return 'where a repeat begins';
  return 2 * next <= repeat ? `${words(next)} before a repeat begins` : `${words(repeat - next)} after a repeat begins`;
}

function bundleTable(plan: CutPlan): Block {
  const rows = bundlesOf(plan).map((bundle) => [
    `${bundle.number}`,
    `${bundle.lay}`,
    bundle.garment,
    `${bundle.copy}`,
    bundle.colour || '–',
    bundle.roll || '–',
    bundle.shade || '–',
    range(bundle.firstPly, bundle.lastPly),
    `${bundle.garments}`,
  ]);
  const columns = columnsOf('Bundle', 'Lay', 'Garment', 'Copy', 'Colour', 'Roll', 'Shade', 'Plies', '#Garments');
  return { kind: 'table', caption: 'Garments that stay together: one size, one roll', columns, rows };
}

const heading = (text: string): Block => ({ kind: 'heading', text });
/** `#` marks a column of numbers. */
const columnsOf = (...titles: string[]): Column[] =>
  titles.map((title) => (title.startsWith('#') ? { title: title.slice(1), isNumber: true } : { title }));

interface Words {
  /** Unit of the three lengths below, which are without it. */
  readonly unit: string;
  /** Of cloth to cut; rounded up. */
  readonly cloth: (mm: number) => string;
  /** Of cloth that is left; rounded down. */
  readonly rest: (mm: number) => string;
  readonly line: (mm: number) => string;
  readonly width: (mm: number) => string;
}

function longWords(lengths: Lengths): Omit<Words, 'width'> {
  const { name: unit, mm: own } = clothUnits[lengths];
  return {
    unit,
    cloth: (mm) => clothNeed(mm, lengths).toFixed(2),
    rest: (mm) => clothRest(mm, lengths).toFixed(2),
    line: (mm) => (mm / own).toFixed(2),
  };
}

const wordsOf: Readonly<Record<Lengths, Words>> = {
  metric: { ...longWords('metric'), width: (mm) => `${(mm / 10).toFixed(1)} cm` },
  inches: { ...longWords('inches'), width: (mm) => `${(mm / inch).toFixed(2)} in` },
};

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
const range = (first: number, last: number): string => (first === last ? `${first}` : `${first}–${last}`);
