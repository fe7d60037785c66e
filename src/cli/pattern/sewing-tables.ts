/** The walk along the seams and the finished measurements of a pattern, as tables for people, in mm or inches. */
import type {
  DraftPatternResponse,
  DraftSizesResponse,
  SeamEdge,
  SizedValue,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { inch, type Lengths } from '../../drawing/lengths.js';
import { CommandError } from '../exit.js';
import { table } from '../table.js';

export interface TableOptions {
  readonly walk?: boolean;
  readonly finished?: boolean;
  readonly json?: boolean;
  readonly lengths?: Lengths;
}

/** Whether tables are wanted. They are for people, so `--json` does not go with them. */
export function wantsTables({ walk, finished, json }: TableOptions): boolean {
  const wanted = walk === true || finished === true;
  if (wanted && json)
    throw new CommandError('--json has the seams and measurements already: leave out --walk and --finished');
  return wanted;
}

export function draftTables({ seams, finished }: DraftPatternResponse, options: TableOptions): string {
  const { unit, shown } = wordsOf[options.lengths ?? 'metric'];
  const walk = seams.map(({ name, first, second, firstLength, secondLength, ease, difference }) => [
    name,
    sideText(first),
    sideText(second),
    shown(firstLength),
    shown(secondLength),
    shown(ease),
    shown(difference),
  ]);
  const measured = finished.map(({ name, value, body, ease }) => [
    name,
    shown(value),
    ease === undefined ? '' : shown(ease),
    body,
  ]);
  return chosen(options, {
    walk: table(['seam', 'first', 'second', `first ${unit}`, `second ${unit}`, 'ease', 'off'], walk),
    finished: table(['measurement', unit, 'ease', 'body'], measured),
    none: { walk: seams.length === 0, finished: finished.length === 0 },
  });
}

export function sizesTables({ seams, finished }: DraftSizesResponse, options: TableOptions): string {
  const { unit, shown } = wordsOf[options.lengths ?? 'metric'];
  const valueOfSize = (values: readonly SizedValue[], wanted: string): string => {
    const found = values.find(({ size }) => size === wanted);
    return found ? shown(found.value) : '';
  };
  const lists = [...seams.map(({ difference }) => difference), ...finished.map(({ values }) => values)];
  // a size may lack a seam or a measurement: the longest list knows the order best
  const longest = lists.reduce<readonly SizedValue[]>((best, list) => (list.length > best.length ? list : best), []);
  const sizes = [...new Set([...longest, ...lists.flat()].map(({ size }) => size))];
  const walk = seams.map(({ name, first, second, difference }) => [
    name,
    sideText(first),
    sideText(second),
    ...sizes.map((size) => valueOfSize(difference, size)),
  ]);
  const measured = finished.flatMap(({ name, body, values, ease }) => [
    [name, '', ...sizes.map((size) => valueOfSize(values, size))],
    ...(ease.length === 0 ? [] : [['', `more than ${body}`, ...sizes.map((size) => valueOfSize(ease, size))]]),
  ]);
  return chosen(options, {
    walk: table([`seam, ${unit} off in size`, 'first', 'second', ...sizes], walk),
    finished: table([`measurement, ${unit}`, 'ease', ...sizes], measured),
    none: { walk: seams.length === 0, finished: finished.length === 0 },
  });
}

function chosen(
  options: TableOptions,
  { walk, finished, none }: { walk: string; finished: string; none: { walk: boolean; finished: boolean } },
): string {
  const texts = [
    ...(options.walk ? [none.walk ? 'The pattern names no seams.' : walk] : []),
    ...(options.finished ? [none.finished ? 'The pattern declares no finished measurements.' : finished] : []),
  ];
  return texts.join('\n\n');
}

interface Words {
  readonly unit: string;
  readonly shown: (mm: number) => string;
}

const wordsOf: Readonly<Record<Lengths, Words>> = {
  metric: { unit: 'mm', shown: (mm) => (Math.round(mm * 10) / 10 + 0).toFixed(1) },
  inches: { unit: 'in', shown: (mm) => (Math.round((mm / inch) * 100) / 100 + 0).toFixed(2) },
};

const sideText = (side: readonly SeamEdge[]): string =>
  side.map(({ piece, edge, reversed }) => `${reversed ? '-' : ''}${piece}.${edge}`).join(' ');
