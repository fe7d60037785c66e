/** The tables of a pattern in many sizes: the measurements and values of each size, and the grade of each piece. */
import { documentToHtml } from '../../drawing/document/document-html.js';
import type { Block, Column, Table } from '../../drawing/document/paged-document.js';
import type { Seam } from '../draft.js';
import { sizedSewing } from '../sewing/sized-sewing.js';
import type { Variable, VariableSource, VariableValue } from '../variable.js';
import type { DraftedSize, GradedSizes } from './grade.js';
import type { GradingTask } from './grading-task.js';

/** One line: a value for each size. */
export interface TableRow {
  readonly name: string;
  readonly unit: string;
  /** Null: the size lacks it. */
  readonly values: readonly (VariableValue | null)[];
  /** For each size whether its value was not given but computed. */
  readonly isComputed?: readonly boolean[];
  /** Of the numbers in a document; default 1, or 0 where all of them are whole. */
  readonly digits?: number;
}

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
export function tablesToCsv(graded: GradedSizes, task: GradingTask): string {
  const line = (table: string, piece: string, { name, unit, values }: TableRow): string[] => [
    table,
    piece,
    name,
    unit,
    ...values.map((value) => (typeof value === 'number' ? String(rounded(value)) : String(value ?? ''))),
  ];
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

/** To a thousandth, without a negative zero. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 + 0;

/** A spreadsheet takes a cell that begins with a sign of a formula for one, unless it is a number. */
function csvCell(text: string): string {
  const plain = /^[=+@-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** One HTML page that needs no other file. */
export function tablesToHtml(graded: GradedSizes, task: GradingTask): string {
  const { draft } = task.drafted.find(({ name }) => name === graded.base)!;
  const { versionNumber, publishedAt } = task.sheet;
  return documentToHtml({
    title: `${draft.name}: sizes`,
    facts: [
      `Sizes ${graded.sizes.map(({ name }) => name).join(', ')}; base size ${graded.base}`,
      `Version ${versionNumber} of ${publishedAt.slice(0, 10)}`,
    ],
    blocks: [...sizeTableBlocks(graded, task), ...sewingBlocks(graded, task), ...gradeBlocks(graded)],
    createdAt: publishedAt,
  });
}

export function sizeTableBlocks(graded: GradedSizes, task: Pick<GradingTask, 'drafted' | 'variables'>): Block[] {
  const rows = sizeTableRows(task);
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

function sewingBlocks(graded: GradedSizes, task: GradingTask): Block[] {
  const { values, eases } = finishedRows(task);
  const seams = seamRows(task);
  return [
    ...(values.length === 0
      ? []
      : [heading('Finished measurements'), tableOf('Garment', 'Measurement', graded, values)]),
    ...(eases.length === 0 ? [] : [tableOf('Larger than the body by', 'Measurement', graded, eases)]),
    ...(seams.length === 0
      ? []
      : [heading('Seams'), ...seams.map(({ seam, rows }) => tableOf(seam, 'Side', graded, rows))]),
  ];
}

export const heading = (text: string): Block => ({ kind: 'heading', text });

function gradeBlocks(graded: GradedSizes): Block[] {
  const tables = gradeRows(graded).map(({ piece, rows }) => tableOf(piece, 'Node', graded, rows));
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
  return typeof value === 'number' ? value.toFixed(digits).replace(/^-(0(\.0)?)$/, '$1') : value;
}
