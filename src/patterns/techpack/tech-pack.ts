/**
 * The tech pack of a pattern in many sizes: all that a workshop needs beside the pieces themselves, as a document to read
 * page by page.
 */
import type { Block, Column, PagedDocument } from '../../drawing/document/paged-document.js';
import type { Draft, Piece } from '../draft.js';
import type { GradedSizes } from '../grading/grade.js';
import { finishedRows, heading, seamRows, sizeTableBlocks, type TableRow, tableOf } from '../grading/graded-tables.js';
import type { FabricNeed, GradingTask, TechPackFacts } from '../grading/grading-task.js';
import { numberedPieces } from './numbered-pieces.js';
import { toleranceOf, toleranceSentence } from './tolerance.js';

export function techPack(graded: GradedSizes, task: GradingTask, facts: TechPackFacts): PagedDocument {
  const { draft } = task.drafted.find(({ name }) => name === graded.base)!;
  const { versionNumber, publishedAt } = task.sheet;
  return {
    title: `${draft.name}: tech pack`,
    facts: [
      `Sizes ${graded.sizes.map(({ name }) => name).join(', ')}; base size ${graded.base}`,
      ...(facts.table === '' ? [] : [`Size table: ${facts.table}`]),
      `Version ${versionNumber} of ${publishedAt.slice(0, 10)}`,
      ...(draft.description === '' ? [] : [draft.description]),
    ],
    blocks: [
      heading('Pieces'),
      picture(draft, graded.base),
      ...billOfPieces(draft),
      ...sizeTableBlocks(graded, task),
      ...finishedBlocks(graded, task),
      ...needBlocks(graded, facts),
      ...seamBlocks(graded, task),
      ...notes(graded, draft),
    ],
    createdAt: publishedAt,
  };
}

const picture = (draft: Draft, base: string): Block => ({
  kind: 'picture',
  drawing: numberedPieces(draft),
  caption: `Pieces of size ${base}: cut line, dashed seam line, fold dotted, grain as an arrow; numbers as below`,
  height: 150,
});

/** A table for each material: how often each piece is cut, its fold, allowance and grain. */
function billOfPieces({ pieces }: Draft): Block[] {
  const materials = [...new Set(pieces.map(({ material }) => material))].sort();
  const columns: Column[] = [
    { title: 'No.' },
    { title: 'Piece' },
    { title: 'Cut' },
    { title: 'Fold' },
    { title: 'Allowance, mm', isNumber: true },
    { title: 'Grain' },
  ];
  return [
    heading('Bill of pieces'),
    ...materials.map((material): Block => {
      const rows = pieces.flatMap((piece, i) => (piece.material === material ? [billRow(piece, i + 1)] : []));
      const cuts = pieces.reduce((sum, piece) => sum + (piece.material === material ? piece.quantity : 0), 0);
      const caption = `${capitalised(material)}: ${counted(rows.length, 'piece')}, ${counted(cuts, 'cut')}`;
      return { kind: 'table', caption, columns, rows };
    }),
    {
      kind: 'paragraph',
      text: 'The allowance is the width outside the seam line where the pattern draws no other; hems may be wider.',
    },
  ];
}

function billRow(piece: Piece, number: number): string[] {
  const { name, quantity, mirrored, foldLine, seamAllowance, grainline, grainlineReason } = piece;
  return [
    `${number}`,
    name,
    mirrored ? `${quantity}, half of them mirrored` : `${quantity}`,
    foldLine ? 'on the fold' : '–',
    seamAllowance === 0 ? '–' : trimmed(seamAllowance),
    grainline ? 'as drawn' : `none: ${grainlineReason}`,
  ];
}

function finishedBlocks(graded: GradedSizes, task: GradingTask): Block[] {
  const { values, eases } = finishedRows(task);
  if (values.length === 0) {
    const text = 'This pattern declares no finished measurements.';
    return [heading('Finished measurements'), { kind: 'paragraph', text }];
  }
  const tolerances = values.map((row) => toleranceOf(row.name, row.values.map(numberOrNull)));
  const withTolerance = values.map((row, i): TableRow => ({ ...row, unit: `${row.unit} ± ${tolerances[i]!.mm}` }));
  return [
    heading('Finished measurements'),
    tableOf('Garment, with tolerance', 'Measurement', graded, withTolerance),
    ...(eases.length === 0 ? [] : [tableOf('Larger than the body by', 'Measurement', graded, eases)]),
    { kind: 'paragraph', text: toleranceSentence(tolerances) },
  ];
}

const numberOrNull = (value: TableRow['values'][number]): number | null => (typeof value === 'number' ? value : null);

function needBlocks(graded: GradedSizes, { needs, fabricWidth, distance, seconds }: TechPackFacts): Block[] {
  if (needs.length === 0) return [];
  const materials = [...new Set(needs.map(({ material }) => material))];
  const of = (material: string, find: (need: FabricNeed) => number): (number | null)[] =>
    graded.sizes.map(({ name }) => {
      const need = needs.find((one) => one.size === name && one.material === material);
      return need ? find(need) : null;
    });
  const metres = (mm: number): number => Math.ceil(mm / 10) / 100;
  const rows = materials.flatMap((material) => [
    { name: capitalised(material), unit: 'm', values: of(material, ({ length }) => metres(length)), digits: 2 },
    { name: 'parts', unit: '', values: of(material, ({ parts }) => parts) },
    { name: 'used', unit: '%', values: of(material, ({ utilisation }) => Math.round(1000 * utilisation) / 10) },
  ]);
  const told = `One garment of each size alone on fabric ${trimmed(fabricWidth / 10)} cm wide, parts ${trimmed(distance)} mm apart, along the grain in both directions; found in ${trimmed(seconds)} s each. Several garments in one marker need less.`;
  return [
    heading('Fabric need'),
    tableOf('Length of one garment', 'Material', graded, rows),
    { kind: 'paragraph', text: told },
  ];
}

function seamBlocks(graded: GradedSizes, task: GradingTask): Block[] {
  const seams = seamRows(task);
  if (seams.length === 0) return [];
  return [heading('Seam walk'), ...seams.map(({ seam, rows }) => tableOf(seam, 'Side', graded, rows))];
}

function notes({ warnings }: GradedSizes, { hints, errors }: Draft): Block[] {
  const lines = [...hints, ...[...errors, ...warnings].map(({ message }) => `Warning: ${message}`)];
  if (lines.length === 0) return [];
  return [heading('Notes'), ...lines.map((text): Block => ({ kind: 'paragraph', text }))];
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const trimmed = (value: number): string => String(Number(value.toFixed(1)));
