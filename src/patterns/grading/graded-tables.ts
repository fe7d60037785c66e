/** The tables of a pattern in many sizes: the measurements and values of each size, and the grade of each piece. */
import { documentToHtml } from '../../drawing/document/document-html.js';
import type { Block, Column, Table } from '../../drawing/document/paged-document.js';
import { spreadsheetText } from '../../drawing/document/spreadsheet-text.js';
import type { Lengths } from '../../drawing/lengths.js';
import type { Seam } from '../draft.js';
import { sizedSewing } from '../sewing/sized-sewing.js';
import { wearerLines } from '../sheet.js';
import type { Variable, VariableSource, VariableValue } from '../variable.js';
import type { DraftedSize, GradedSizes } from './grade.js';
import type { GradingTask } from './grading-task.js';
import { rowIn, type TableRow } from './table-row.js';

/** Values that the request gives, or that a table gives. */
const given: readonly VariableSource[] = ['request', 'body'];

/** The measurements that the pattern uses, and the options that differ between sizes. */
export function sizeTableRows({ drafted, variables }: Pick<GradingTask, 'drafted' | 'variables'>): TableRow[] {
  return variables.flatMap(({ key, label, unit, measurement, editable }: Variable) => {
    const values = drafted.map(({ draft }) => draft.variables[key] ?? null);
    const sources = drafted.map(({ draft }) => draft.variableSources[key] ?? 'default');
    if (!measurement && (!editable || new Set(values).size < 2)) return [];
    return [{ name: label, unit: unitSign(unit), values, isComputed: sources.map((one) => !given.includes(one)) }];
  });
}

const unitSign = (unit: string): string => ({ percent: '%', degrees: '°' })[unit] ?? unit;

/** Measurements of the finished garment, and by how much each is larger than the body. */
export function finishedRows({ drafted }: Pick<GradingTask, 'drafted'>): { values: TableRow[]; eases: TableRow[] } {
  const bySize = (find: (draft: DraftedSize['draft']) => number | null | undefined) =>
    drafted.map(({ draft }) => find(draft) ?? null);
  const { finished } = sizedSewing(drafted);
  const of = (name: string, draft: DraftedSize['draft']) => draft.finished.find((one) => one.name === name);
  return {
    values: finished.map(({ name, unit }) => ({ name, unit, values: bySize((draft) => of(name, draft)?.value) })),
    eases: finished
      .map(({ name, unit }) => ({ name, unit, values: bySize((draft) => of(name, draft)?.ease) }))
      .filter(({ values }) => values.some((value) => value !== null)),
  };
}

/** The walk along every seam: the length of both sides, the ease that the first is meant to have, and the rest. */
export function seamRows({ drafted }: Pick<GradingTask, 'drafted'>): { seam: string; rows: TableRow[] }[] {
  return sizedSewing(drafted).seams.map(({ name }) => {
    const seams = drafted.map(({ draft }) => draft.seams.find((one) => one.name === name));
    const row = (item: string, of: (seam: Seam) => number): TableRow => ({
      name: item,
      unit: 'mm',
      values: seams.map((seam) => (seam ? of(seam) : null)),
    });
    const rows = [
      row('first side', (seam) => seam.firstLength),
      row('second side', (seam) => seam.secondLength),
      row('ease', (seam) => seam.ease),
      row('difference', (seam) => seam.difference),
    ];
    return { seam: name, rows };
  });
}

/** How far each node of a piece lies from that of the base size, by piece, mm: x and y in turn. */
function gradeRows({ grade, sizes, base }: GradedSizes): { piece: string; rows: TableRow[] }[] {
  const names = new Map(sizes.flatMap(({ pieces }) => pieces.map(({ id, name }) => [id, name] as const)));
  return grade.map(({ pieceId, nodes, differences }) => {
    const bySize = sizes.map((size) => differences.find((one) => one.size === size.name)?.points);
    const rows = nodes.flatMap((node, i) =>
      (['x', 'y'] as const).map(
        (axis, k): TableRow => ({
          name: `node ${i + 1} ${axis}`,
          unit: 'mm',
          values: bySize.map((points) => points?.[node]?.[k] ?? null),
        }),
      ),
    );
    return { piece: names.get(pieceId) ?? `${pieceId} of ${base}`, rows };
  });
}

/**
 * CSV (RFC 4180), one table with a column for each size: `table,piece,item,unit` and the names of the sizes. `table` is
 * `size` for values of the body and of the pattern. `finished` and `ease` are those of the garment. `seam` is the walk along
 * a seam, with its name in `piece`. `grade` is the way of a node from the base size.
 */
export function tablesToCsv(graded: GradedSizes, task: GradingTask, lengths: Lengths = 'metric'): string {
  const line = (table: string, piece: string, row: TableRow): string[] => {
    const { name, unit, values } = rowIn(lengths, row);
    const cells = values.map((value) => (typeof value === 'number' ? String(rounded(value, unit)) : `${value ?? ''}`));
    return [table, piece, name, unit, ...cells];
  };
  const finished = finishedRows(task);
  const rows = [
    ['table', 'piece', 'item', 'unit', ...graded.sizes.map(({ name }) => name)],
    ...sizeTableRows(task).map((row) => line('size', '', row)),
    ...finished.values.map((row) => line('finished', '', row)),
    ...finished.eases.map((row) => line('ease', '', row)),
    ...seamRows(task).flatMap(({ seam, rows: ofSeam }) => ofSeam.map((row) => line('seam', seam, row))),
    ...gradeRows(graded).flatMap(({ piece, rows: ofPiece }) => ofPiece.map((row) => line('grade', piece, row))),
  ];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** To a thousandth, or to a ten-thousandth of an inch; without a negative zero. */
function rounded(value: number, unit: string): number {
  const parts = unit === 'in' ? 10_000 : 1000;
  return Math.round(value * parts) / parts + 0;
}

function csvCell(text: string): string {
  const plain = spreadsheetText(text);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One HTML page that needs no other file. With inches it prints on Letter. */
export function tablesToHtml(graded: GradedSizes, task: GradingTask, lengths: Lengths = 'metric'): string {
  const { draft } = task.drafted.find(({ name }) => name === graded.base)!;
  const { versionNumber, publishedAt } = task.sheet;
  return documentToHtml({
    title: `${draft.name}: sizes`,
    facts: [
      `Sizes ${graded.sizes.map(({ name }) => name).join(', ')}; base size ${graded.base}`,
      ...wearerLines(task.sheet),
      `Version ${versionNumber} of ${publishedAt.slice(0, 10)}`,
    ],
    blocks: [
      ...sizeTableBlocks(graded, task, lengths),
      ...sewingBlocks(graded, task, lengths),
      ...gradeBlocks(graded, lengths),
    ],
    createdAt: publishedAt,
    paper: paperOf(lengths),
  });
}

export const paperOf = (lengths: Lengths): 'a4' | 'letter' => (lengths === 'inches' ? 'letter' : 'a4');

export function sizeTableBlocks(
  graded: GradedSizes,
  task: Pick<GradingTask, 'drafted' | 'variables'>,
  lengths: Lengths,
): Block[] {
  const rows = sizeTableRows(task).map((row) => rowIn(lengths, row));
  if (rows.length === 0) return [];
  const isComputed = rows.some((row) => row.isComputed?.some((one) => one));
  return [
    { kind: 'heading', text: 'Size table' },
    tableOf('Measurements and values of each size', 'Measurement', graded, rows),
    ...(isComputed
      ? ([{ kind: 'paragraph', text: '* not given: predicted by the body model, derived, or a default' }] as const)
      : []),
  ];
}

function sewingBlocks(graded: GradedSizes, task: GradingTask, lengths: Lengths): Block[] {
  const finished = finishedRows(task);
  const [values, eases] = [finished.values, finished.eases].map((rows) => rows.map((row) => rowIn(lengths, row)));
  return [
    ...(values!.length === 0
      ? []
      : [heading('Finished measurements'), tableOf('Garment', 'Measurement', graded, values!)]),
    ...(eases!.length === 0 ? [] : [tableOf('Larger than the body by', 'Measurement', graded, eases!)]),
    ...seamBlocks('Seams', graded, task, lengths),
  ];
}

/** Thousandths of an inch are as fine as tenths of a millimetre need. */
const fineDigits = 3;

export function seamBlocks(title: string, graded: GradedSizes, task: GradingTask, lengths: Lengths): Block[] {
  const seams = seamRows(task);
  if (seams.length === 0) return [];
  return [heading(title), ...seams.map(({ seam, rows }) => tableOf(seam, 'Side', graded, fine(lengths, rows)))];
}

const fine = (lengths: Lengths, rows: readonly TableRow[]): TableRow[] =>
  rows.map((row) => rowIn(lengths, row, fineDigits));

export const heading = (text: string): Block => ({ kind: 'heading', text });

function gradeBlocks(graded: GradedSizes, lengths: Lengths): Block[] {
  const tables = gradeRows(graded).map(({ piece, rows }) => tableOf(piece, 'Node', graded, fine(lengths, rows)));
  return [
    { kind: 'heading', text: 'Grade' },
    {
      kind: 'paragraph',
      text: `The way of each corner and end of a curve from the base size ${graded.base} to each size: x to the right, y down.`,
    },
    ...tables,
  ];
}

export function tableOf(caption: string, first: string, { sizes }: GradedSizes, rows: readonly TableRow[]): Table {
  const columns: Column[] = [
    { title: first },
    { title: 'Unit' },
    ...sizes.map(({ name }) => ({ title: name, isNumber: true })),
  ];
  const cells = rows.map(({ name, unit, values, isComputed = [], digits: wanted }) => {
    const isWhole = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
    const digits = wanted ?? (isWhole ? 0 : 1);
    return [name, unit, ...values.map((value, i) => `${cellText(value, digits)}${isComputed[i] ? '*' : ''}`)];
  });
  return { kind: 'table', caption, columns, rows: cells };
}

function cellText(value: VariableValue | null, digits: number): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toFixed(digits).replace(/^-(0(\.0+)?)$/, '$1') : value;
}
