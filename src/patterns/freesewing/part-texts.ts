/** Reads the words of a FreeSewing part: along its paths, and at its points. */
import type { Point } from '../../geometry/point.js';
import type { PieceText } from '../draft.js';
import type { DesignTexts, FreesewingAttributes, FreesewingPart } from './design.js';
import { english } from './english.js';
import { flattenPath } from './part-lines.js';

/** Texts of macros that are left out, by the beginning of the name, and why. */
export const textsLeftOut = {
  __macro_title_: 'name, cut count and date of a piece are written by the sheet',
  __macro_scalebox_: 'a sheet has a scale bar and a test square of its own',
  __macro_miniscale_: 'a sheet has a scale bar and a test square of its own',
  __macro_grainline_: 'the grain line is a line of the piece',
  __macro_cutonfold_: 'the fold is a line of the piece, which the sheet names',
} as const;

export const isTextLeftOut = (id: string): boolean =>
  Object.keys(textsLeftOut).some((beginning) => id.startsWith(beginning));

/** Half of a capital, mm, in most of FreeSewing's texts. */
const halfCapital = 1.75;
/** Height of a text over its path, mm, where the design gives none; the default of FreeSewing's banners. */
const overPath = -1;

/** Every text once, even if repeated along its path: over or under the middle of the path, in its direction. */
export function textsOf(part: FreesewingPart, texts: DesignTexts): PieceText[] {
  const found: PieceText[] = [];
  for (const [id, path] of Object.entries(part.paths)) {
    const text = path.hidden || isTextLeftOut(id) ? '' : wordsIn(path.attributes, texts);
    if (text === '') continue;
    const [longest] = flattenPath(path).toSorted((a, b) => lengthOf(b) - lengthOf(a));
    const baseline = Number(path.attributes.get('data-text-dy') || overPath);
    if (longest) found.push({ text, ...besideMiddle(longest, baseline - halfCapital) });
  }
  for (const [id, point] of Object.entries(part.points)) {
    const text = isTextLeftOut(id) || !point.attributes ? '' : wordsIn(point.attributes, texts);
    if (text !== '') found.push({ text, at: [point.x, point.y - halfCapital], angle: 0 });
  }
  return found;
}

/** A text is a list of keys and words; a banner repeats one between spaces. */
function wordsIn(attributes: FreesewingAttributes, texts: DesignTexts): string {
  const list = (attributes.getAsArray('data-text') || []).flat().map(String);
  const words = list.map((word) => english(word, texts)).filter((word) => word !== '');
  const isBanner = list.some((word) => /^(&#160;)+$/.test(word));
  return (isBanner ? [...new Set(words)] : words).join(' ');
}

const lengthOf = (line: readonly Point[]): number =>
  line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);

/** @param below mm below the middle of the line, seen along it */
function besideMiddle(line: readonly Point[], below: number): { at: Point; angle: number } {
  let rest = lengthOf(line) / 2;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 0 && (rest <= length || i === line.length - 1)) {
      const share = Math.min(1, rest / length);
      const [dx, dy] = [bx - ax, by - ay];
      const at: Point = [ax + share * dx - (below * dy) / length, ay + share * dy + (below * dx) / length];
      return { at, angle: (Math.atan2(dy, dx) * 180) / Math.PI };
    }
    rest -= length;
  }
  return { at: line[0]!, angle: 0 };
}
