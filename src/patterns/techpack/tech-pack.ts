/**
 * The tech pack of a pattern in many sizes: all that a workshop needs beside the pieces themselves, as a document to read
 * page by page.
 */
import type { Block, PagedDocument } from '../../drawing/document/paged-document.js';
import { clothNeed, clothUnits, inch, type Lengths } from '../../drawing/lengths.js';
import type { Draft } from '../draft.js';
import type { GradedSizes } from '../grading/grade.js';
import { finishedRows, heading, paperOf, seamBlocks, sizeTableBlocks, tableOf } from '../grading/graded-tables.js';
import type { FabricNeed, GradingTask, TechPackFacts } from '../grading/grading-task.js';
import { rowIn, type TableRow } from '../grading/table-row.js';
import { wearerLines } from '../sheet.js';
import { billOfPieces, piecesOfAnySize } from './bill-of-pieces.js';
import { numberedPieces } from './numbered-pieces.js';
import { toleranceOf, toleranceSentence } from './tolerance.js';

export function techPack(graded: GradedSizes, task: GradingTask, facts: TechPackFacts): PagedDocument {
  const { draft } = task.drafted.find(({ name }) => name === graded.base)!;
  const { versionNumber, publishedAt } = task.sheet;
  const { lengths } = facts;
  return {
    title: `${draft.name}: tech pack`,
    facts: [
      `Sizes ${graded.sizes.map(({ name }) => name).join(', ')}; base size ${graded.base}`,
      ...(facts.table === '' ? [] : [`Size table: ${facts.table}`]),
      ...wearerLines(task.sheet),
      `Version ${versionNumber} of ${publishedAt.slice(0, 10)}`,
      ...(draft.description === '' ? [] : [draft.description]),
    ],
    blocks: [
      heading('Pieces'),
      picture({ ...draft, pieces: piecesOfAnySize(graded) }, graded.base),
      ...billOfPieces(graded, wordsOf[lengths]),
      ...sizeTableBlocks(graded, task, lengths),
      ...finishedBlocks(graded, task, lengths),
      ...needBlocks(graded, facts),
      ...seamBlocks('Seam walk', graded, task, lengths),
      ...notes(graded),
    ],
    createdAt: publishedAt,
    paper: paperOf(lengths),
  };
}

const picture = (draft: Draft, base: string): Block => ({
  kind: 'picture',
  drawing: numberedPieces(draft),
  caption: `Pieces of size ${base}: cut line, dashed seam line, fold dotted, grain as an arrow; numbers as below`,
  height: 150,
});

function finishedBlocks(graded: GradedSizes, task: GradingTask, lengths: Lengths): Block[] {
  const { values, eases } = finishedRows(task);
  if (values.length === 0) {
    const text = 'This pattern declares no finished measurements.';
    return [heading('Finished measurements'), { kind: 'paragraph', text }];
  }
  const { tolerance } = wordsOf[lengths];
  const tolerances = values.map((row) => toleranceOf(row.name, row.values.map(numberOrNull)));
  const withTolerance = values.map((each, i): TableRow => {
    const row = rowIn(lengths, each);
    return { ...row, unit: `${row.unit} ± ${tolerance(tolerances[i]!.mm)}` };
  });
  const larger = eases.map((row) => rowIn(lengths, row));
  return [
    heading('Finished measurements'),
    tableOf('Garment, with tolerance', 'Measurement', graded, withTolerance),
    ...(larger.length === 0 ? [] : [tableOf('Larger than the body by', 'Measurement', graded, larger)]),
    { kind: 'paragraph', text: toleranceSentence(tolerances, (mm) => `${tolerance(mm)} ${wordsOf[lengths].unit}`) },
  ];
}

const numberOrNull = (value: TableRow['values'][number]): number | null => (typeof value === 'number' ? value : null);

function needBlocks(graded: GradedSizes, { needs, fabricWidth, distance, seconds, lengths }: TechPackFacts): Block[] {
  if (needs.length === 0) return [];
  const materials = [...new Set(needs.map(({ material }) => material))];
  const of = (material: string, find: (need: FabricNeed) => number): (number | null)[] =>
    graded.sizes.map(({ name }) => {
      const need = needs.find((one) => one.size === name && one.material === material);
      return need ? find(need) : null;
    });
  const { unit, small, width } = wordsOf[lengths];
  const rows = materials.flatMap((material) => [
    {
      name: capitalised(material),
      unit: clothUnits[lengths].name,
      values: of(material, ({ length }) => clothNeed(length, lengths)),
      digits: 2,
    },
    { name: 'parts', unit: '', values: of(material, ({ parts }) => parts) },
    { name: 'utilisation', unit: '%', values: of(material, ({ utilisation }) => Math.round(1000 * utilisation) / 10) },
  ]);
  const told = `One garment of each size alone on fabric ${width(fabricWidth)} wide, parts ${small(distance)} ${unit} apart, along the grain in both directions; found in ${trimmed(seconds)} s each. Several garments in one marker need less.`;
  return [
    heading('Fabric need'),
    tableOf('Length of one garment', 'Material', graded, rows),
    { kind: 'paragraph', text: told },
  ];
}

function notes({ warnings, problems, hints }: GradedSizes): Block[] {
  const told = [...problems, ...warnings.map(({ message }) => message)].map((message) => `Warning: ${message}`);
  const lines = [...hints, ...told];
  if (lines.length === 0) return [];
  return [heading('Notes'), ...lines.map((text): Block => ({ kind: 'paragraph', text }))];
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const trimmed = (value: number): string => String(Number(value.toFixed(1)));

interface Words {
  /** Unit of `small` and `tolerance`. */
  readonly unit: string;
  readonly small: (mm: number) => string;
  /** Never rounded up. */
  readonly tolerance: (mm: number) => string;
  readonly width: (mm: number) => string;
}

const wordsOf: Readonly<Record<Lengths, Words>> = {
  metric: {
    unit: 'mm',
    small: trimmed,
    tolerance: String,
    width: (mm) => `${trimmed(mm / 10)} cm`,
  },
  inches: {
    unit: 'in',
    small: (mm) => (mm / inch).toFixed(2),
    tolerance: (mm) => (Math.floor((100 * mm) / inch) / 100).toFixed(2),
    width: (mm) => `${(mm / inch).toFixed(2)} in`,
  },
};
