/**
 * Draws the options of a body and of a pattern, for docs/body.md and docs/patterns.md: what the model and the blocks really
 * give. A test compares the pictures with them.
 *
 *     node dist/scripts/draw-options.js
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BodyModel, type BodyRequest, loadBodyModel } from '../src/body/complete.js';
import { area, type Box, boundsOf, circle, type DrawnShape, polyline, text } from '../src/drawing/drawing.js';
import { writeSvg } from '../src/drawing/svg.js';
import { pageSizes, tilesOf } from '../src/drawing/tiles.js';
import type { Point } from '../src/geometry/point.js';
import { draftDefinition, loadDefinition } from '../src/patterns/definition/draft-definition.js';
import type { DraftRequest, Piece } from '../src/patterns/draft.js';
import { arrangedPieces, draftDrawing, tiledDrawing } from '../src/patterns/draft-drawing.js';
import { libraryVersions } from '../src/patterns/library/library.js';

const ink = '#1f2933';
const faint = '#6b7280';
const strong = '#1d4ed8';

/** One line of a chart: an answer of the model, or a value that was sent. */
interface Row {
  readonly label: string;
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Answers beside each other, cm: a dot for the value, a bar from the low to the high end of its interval. */
function chart(title: string, rows: readonly Row[]): string {
  const ends = rows.flatMap(({ value, low = value, high = value }) => [low, high]);
  const [least, most] = [Math.floor(Math.min(...ends)), Math.ceil(Math.max(...ends))];
  const x = (cm: number): number => 200 + ((cm - least) / Math.max(1, most - least)) * 300;
  const shapes = rows.flatMap(({ label, value, low, high }, i): DrawnShape[] => {
    const y = 24 * i;
    const bar: readonly Point[] = [
      [x(low ?? value), y],
      [x(high ?? value), y],
    ];
    const words =
      low === undefined ? `${value.toFixed(1)} cm` : `${value.toFixed(1)} cm, ${low.toFixed(1)} to ${high!.toFixed(1)}`;
    return [
      text(label, [190, y + 3], 7.5, 'labels', { anchor: 'end', color: ink }),
      ...(low === undefined ? [] : [polyline(bar, 'bars', { stroke: strong, strokeWidth: 5 })]),
      circle([x(value), y], 4.5, 'values', {
        fill: low === undefined ? strong : '#ffffff',
        stroke: strong,
        strokeWidth: 2,
      }),
      text(words, [512, y + 3], 7, 'values', { color: faint }),
    ];
  });
  shapes.unshift(text(title, [0, -26], 9, 'title', { color: ink }));
  // room for the longest words
  shapes.push(
    polyline(
      [
        [690, 0],
        [690, 1],
      ],
      'room',
      { stroke: '#ffffff', strokeWidth: 0.1 },
    ),
  );
  return writeSvg({ title, description: '', shapes, margin: 16 }, { background: '#ffffff' });
}

const tenths = (value: number): number => Math.round(10 * value) / 10;

function rowOf(model: BodyModel, label: string, field: string, request: Partial<BodyRequest>): Row {
  const woman = { gender: 'female', unit: 'metric', measurements: {} } as const;
  const entry = model.complete({ ...woman, ...request }).fields[field]!;
  const { value, low, high } = entry as { value: number; low: number | null; high: number | null };
  const ends = low === null || high === null ? {} : { low: tenths(low), high: tenths(high) };
  return { label, value: tenths(value), ...ends };
}

const body = { height: 168, weight: 62 };

async function bodyPictures(): Promise<Record<string, string>> {
  const model = await loadBodyModel();
  const row = (label: string, field: string, request: Partial<BodyRequest>) => rowOf(model, label, field, request);
  const known: readonly (readonly [string, Record<string, number>])[] = [
    ['height and weight', body],
    ['and the age, 34', { ...body, age: 34 }],
    ['and chest, 90', { ...body, age: 34, chestGirth: 90 }],
    ['and hip, 98', { ...body, age: 34, chestGirth: 90, hipGirth: 98 }],
  ];
  return {
    known: chart(
      'Waist girth of a woman, by the measurements that are known',
      known.map(([label, measurements]) => row(label, 'waistGirth', { measurements })),
    ),
    gender: chart('Waist girth at 168 cm and 62 kg, by gender', [
      row('female', 'waistGirth', { measurements: body }),
      row('male', 'waistGirth', { gender: 'male', measurements: body }),
    ]),
    age: chart(
      'Waist girth of a woman of 168 cm and 62 kg, by age',
      [20, 35, 50, 65].map((age) => row(`${age} years`, 'waistGirth', { measurements: { ...body, age } })),
    ),
    population: chart('Waist girth of a woman of 168 cm and 62 kg, by population', [
      row('us', 'waistGirth', { measurements: body, population: 'us' }),
      row('unspecified', 'waistGirth', { measurements: body, population: 'unspecified' }),
    ]),
    taken: chart('Waist girth, where a tape showed 76 cm in each of three ways', [
      row('midway', 'waistGirth', { measurements: { ...body, waistGirth: 76 } }),
      row('at the navel', 'waistGirth', { measurements: { ...body, waistGirth: 76 }, taken: { waistGirth: 'navel' } }),
      row('at the narrowest', 'waistGirth', {
        measurements: { ...body, waistGirth: 76 },
        taken: { waistGirth: 'narrowest' },
      }),
    ]),
  };
}

const skirt = loadDefinition(libraryVersions().findLast(({ name }) => name === 'A-line skirt')!.content);

const piecesOf = (request: Partial<DraftRequest>): readonly Piece[] =>
  draftDefinition(skirt, { variables: {}, unfold: true, ...request }).pieces;

/** Drafts beside each other, each over its words. */
function drafts(title: string, shown: readonly (readonly [string, readonly Piece[]])[]): string {
  const shapes: DrawnShape[] = [];
  let left = 0;
  for (const [words, pieces] of shown) {
    const arranged = arrangedPieces(pieces, 1600);
    const own = arranged.flatMap(({ piece, by }) => {
      const moved = ([x, y]: Point): Point => [x + by[0] + left, y + by[1]];
      const style = { fill: '#dbe7f6', stroke: ink, strokeWidth: 4 };
      const fold = piece.foldLine;
      return [
        area(piece.boundary.map(moved), 'pieces', style),
        ...(fold
          ? [polyline(fold.map(moved), 'folds', { stroke: strong, strokeWidth: 6, dash: [40, 12, 8, 12] })]
          : []),
      ];
    });
    const box = boundsOf(own);
    shapes.push(...own, text(words, [left, -40], 40, 'words', { color: ink }));
    left += box.maxX - box.minX + 250;
  }
  shapes.push(text(title, [0, -130], 50, 'title', { color: ink }));
  return writeSvg({ title, description: '', shapes, margin: 40 }, { background: '#ffffff' });
}

/** The pages of a PDF on each paper, with the pieces on them. */
function pages(): string {
  const draft = draftDefinition(skirt, { variables: {}, unfold: true });
  const sheet = { subject: '', versionNumber: 1, publishedAt: '', halves: false };
  const shapes: DrawnShape[] = [];
  let left = 0;
  for (const name of ['full', 'a4', 'letter'] as const) {
    const drawing = name === 'full' ? draftDrawing(draft, sheet) : tiledDrawing(draft, pageSizes[name], sheet);
    const pieces = drawing.shapes.filter(({ layer, kind }) => layer === 'cut' && kind === 'polyline');
    const box = boundsOf(pieces);
    const boxes =
      name === 'full'
        ? [grown(boundsOf(drawing.shapes))]
        : tilesOf(drawing.shapes, pageSizes[name]).map((tile) => tile.box);
    const moved = ([x, y]: Point): Point => [x - box.minX + left, y - box.minY];
    for (const shape of pieces) {
      if (shape.kind !== 'polyline') continue;
      const style = { fill: '#dbe7f6', stroke: ink, strokeWidth: 4 };
      shapes.push(area(shape.points.map(moved), 'pieces', style));
    }
    const edges = boxes.map((page) =>
      polyline(cornersOf(page).map(moved), 'pages', { stroke: '#b91c1c', strokeWidth: 3 }, { closed: true }),
    );
    const words = `${name}: ${boxes.length} ${boxes.length === 1 ? 'page' : 'pages'}`;
    shapes.push(...edges, text(words, [left, -260], 40, 'words', { color: ink }));
    left = boundsOf(shapes).maxX + 200;
  }
  const title = 'page: an A-line skirt on each paper of a PDF';
  shapes.push(text(title, [0, -360], 50, 'title', { color: ink }));
  return writeSvg({ title, description: '', shapes, margin: 40 }, { background: '#ffffff' });
}

const grown = ({ minX, minY, maxX, maxY }: Box): Box => ({
  ...{ minX: minX - 20, minY: minY - 20 },
  ...{ maxX: maxX + 20, maxY: maxY + 20 },
});

const cornersOf = ({ minX, minY, maxX, maxY }: Box): Point[] => [
  [minX, minY],
  [maxX, minY],
  [maxX, maxY],
  [minX, maxY],
];

const bodyOf = (cm: Record<string, number>): DraftRequest['body'] => ({
  gender: 'female',
  measurements: Object.fromEntries(Object.entries(cm).map(([name, value]) => [name, { value, source: 'body' }])),
});

function patternPictures(): Record<string, string> {
  return {
    variables: drafts('variables: the length of the skirt', [
      ['skirtLength 50', piecesOf({ variables: { skirtLength: 50 } })],
      ['skirtLength 70', piecesOf({ variables: { skirtLength: 70 } })],
    ]),
    body: drafts('body: the same skirt for two people', [
      ['waistGirth 66, hipGirth 92', piecesOf({ body: bodyOf({ waistGirth: 66, hipGirth: 92 }) })],
      ['waistGirth 96, hipGirth 118', piecesOf({ body: bodyOf({ waistGirth: 96, hipGirth: 118 }) })],
    ]),
    unfold: drafts('unfold: whole pieces, or halves on the fold', [
      ['true', piecesOf({})],
      ['false', piecesOf({ unfold: false })],
    ]),
    page: pages(),
  };
}

/** Each picture by its file. */
export async function optionPictures(): Promise<ReadonlyMap<string, string>> {
  const of = (folder: string, pictures: Record<string, string>): [string, string][] =>
    Object.entries(pictures).map(([name, svg]) => [`docs/images/${folder}/${name}.svg`, svg]);
  return new Map([...of('body', await bodyPictures()), ...of('patterns', patternPictures())]);
}

if (process.argv[1]?.endsWith('draw-options.js')) {
  for (const [file, svg] of await optionPictures()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, svg);
  }
}
