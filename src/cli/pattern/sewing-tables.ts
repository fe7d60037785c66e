/** The walk along the seams and the finished measurements of a pattern, as tables for people. Lengths are in mm. */
import type {
  DraftPatternResponse,
  DraftSizesResponse,
  SeamEdge,
  SizedValue,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { CommandError } from '../exit.js';
import { table } from '../table.js';

export interface TableOptions {
  readonly walk?: boolean;
  readonly finished?: boolean;
  readonly json?: boolean;
}

/** Whether tables are wanted. They are for people, so `--json` does not go with them. */
export function wantsTables({ walk, finished, json }: TableOptions): boolean {
  const wanted = walk === true || finished === true;
  if (wanted && json)
    throw new CommandError('--json has the seams and measurements already: leave out --walk and --finished');
  return wanted;
}

export function draftTables({ seams, finished }: DraftPatternResponse, options: TableOptions): string {
  const walk = seams.map(({ name, first, second, firstLength, secondLength, ease, difference }) => [
    name,
    sideText(first),
    sideText(second),
    mm(firstLength),
    mm(secondLength),
    mm(ease),
    mm(difference),
  ]);
  const measured = finished.map(({ name, value, body, ease }) => [
    name,
    mm(value),
    ease === undefined ? '' : mm(ease),
    body,
  ]);
  return chosen(options, {
    walk: table(['seam', 'first', 'second', 'first mm', 'second mm', 'ease', 'off'], walk),
    finished: table(['measurement', 'mm', 'ease', 'body'], measured),
    none: { walk: seams.length === 0, finished: finished.length === 0 },
  });
}

export function sizesTables({ seams, finished }: DraftSizesResponse, options: TableOptions): string {
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
    walk: table(['seam, mm off in size', 'first', 'second', ...sizes], walk),
    finished: table(['measurement, mm', 'ease', ...sizes], measured),
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

const mm = (value: number): string => (Math.round(value * 10) / 10 + 0).toFixed(1);

function valueOfSize(values: readonly SizedValue[], wanted: string): string {
  const found = values.find(({ size }) => size === wanted);
  return found ? mm(found.value) : '';
}

const sideText = (side: readonly SeamEdge[]): string =>
  side.map(({ piece, edge, reversed }) => `${reversed ? '-' : ''}${piece}.${edge}`).join(' ');
