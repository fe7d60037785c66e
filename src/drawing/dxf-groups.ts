/** The two lines of each group of a DXF file, a code and a value, and the records that groups make up. */

/** A file that is not DXF; `line` counts from 1. */
export class DxfError extends Error {
  override readonly name = 'DxfError';
  readonly line: number;

  constructor(message: string, line: number) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

export interface DxfGroup {
  readonly code: number;
  readonly value: string;
  readonly line: number;
}

/** A group 0 and all groups up to the next one. */
export interface DxfRecord {
  readonly type: string;
  readonly groups: readonly DxfGroup[];
}

const maxLength = 64 * 1024 * 1024;

export function readRecords(source: string): DxfRecord[] {
  if (source.length > maxLength) throw new DxfError(`the file has more than ${maxLength} characters`, 1);
  const start = source.slice(0, 32);
  if (start.startsWith('AutoCAD Binary DXF')) throw new DxfError('it is a binary DXF; save it as DXF in ASCII', 1);
  if (/^AC10\d\d\0/.test(start)) throw new DxfError('it is a DWG; save it as DXF', 1);
  const records: { type: string; groups: DxfGroup[] }[] = [];
  for (const group of groupsOf(source)) {
    if (group.code === 0) records.push({ type: group.value.trim().toUpperCase(), groups: [] });
    else records.at(-1)?.groups.push(group);
  }
  return records;
}

function groupsOf(source: string): DxfGroup[] {
  const lines = source.split(/\r\n|\n|\r/);
  const groups: DxfGroup[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const code = lines[i]!.trim();
    if (!/^\d{1,4}$/.test(code)) {
      if (code === '' && lines.slice(i).every((line) => line.trim() === '')) break;
      throw new DxfError(
        `expected a group code, a whole number, but found ${JSON.stringify(code.slice(0, 20))}`,
        i + 1,
      );
    }
    groups.push({ code: Number(code), value: lines[i + 1]!, line: i + 2 });
  }
  if (groups.length === 0) throw new DxfError('the file is empty', 1);
  return groups;
}

export const lineOfRecord = (record: DxfRecord): number => record.groups[0]?.line ?? 1;

export const has = (record: DxfRecord, code: number): boolean => record.groups.some((group) => group.code === code);

export const textOf = (record: DxfRecord, code: number): string =>
  decoded(record.groups.find((group) => group.code === code)?.value.trim() ?? '');

/** Letters beyond ASCII, as a file in ASCII writes them: `\U+00FC`. */
const decoded = (text: string): string =>
  text.replace(/\\U\+([\dA-F]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export function numberOf(record: DxfRecord, code: number, otherwise = 0): number {
  const group = record.groups.find((candidate) => candidate.code === code);
  return group ? numeric(group) : otherwise;
}

/** The values of every group of a code, in the order of the file. */
export const numbersOf = (record: DxfRecord, code: number): number[] =>
  record.groups.filter((group) => group.code === code).map(numeric);

/** Points with their x in a group of this code and their y in the code ten above. */
export function pointsOf(record: DxfRecord, code: number): [number, number][] {
  const points: [number, number][] = [];
  for (const group of record.groups) {
    if (group.code === code) points.push([numeric(group), 0]);
    const last = points.at(-1);
    if (last && group.code === code + 10) last[1] = numeric(group);
  }
  return points;
}

export function numeric({ value, line }: DxfGroup): number {
  const number = Number(value.trim());
  if (value.trim() === '' || !Number.isFinite(number))
    throw new DxfError(`expected a number but found ${JSON.stringify(value.slice(0, 20))}`, line);
  return number;
}
