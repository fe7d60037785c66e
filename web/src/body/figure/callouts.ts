/**
 * Places a name beside the figure for every measurement: two columns, ordered from top to bottom like the lines, without
 * overlaps.
 */
import type { Point } from '../../../../src/geometry/point.js';
import type { TapeLine } from './tape-lines.js';

export interface Callout {
  readonly name: string;
  readonly side: 'left' | 'right';
  /** Place of its text, in the figure's plane. */
  readonly y: number;
  /** End of its leader; null: the name has no line. */
  readonly anchor: { readonly view: 'front' | 'back'; readonly at: Point } | null;
}

/**
 * @param lines of each measurement, in the order of the form
 * @param height of each column, from 0 down
 */
export function placeCallouts(lines: ReadonlyMap<string, readonly TapeLine[]>, height: number): Callout[] {
  const open = [...lines].map(([name, strokes]) => ({
    name,
    strokes,
    views: new Set(strokes.map(({ view }) => view)),
  }));
  const left = open.filter(({ views }) => views.has('front') && !views.has('back'));
  const right = open.filter(({ views }) => views.has('back') && !views.has('front'));
  // Lines that both views show fill the shorter column.
  for (const each of open.filter(({ views }) => views.size !== 1)) {
    (left.length <= right.length ? left : right).push(each);
  }
  const column = (entries: typeof open, side: 'left' | 'right'): Callout[] => {
    const view = side === 'left' ? 'front' : 'back';
    const anchored = entries.map(({ name, strokes }) => {
      const stroke = strokes.find((line) => line.view === view) ?? strokes[0];
      return { name, anchor: stroke ? { view: stroke.view, at: anchorOf(stroke, side) } : null };
    });
    anchored.sort((a, b) => (a.anchor?.at[1] ?? -1) - (b.anchor?.at[1] ?? -1));
    const room = height / anchored.length;
    return anchored.map(({ name, anchor }, i) => ({ name, side, anchor, y: (i + 0.5) * room }));
  };
  return [...column(left, 'left'), ...column(right, 'right')];
}

/** The end of a line that is nearest to its column. */
function anchorOf({ points }: TapeLine, side: 'left' | 'right'): Point {
  return points.reduce((best, point) => ((side === 'left' ? point[0] < best[0] : point[0] > best[0]) ? point : best));
}
