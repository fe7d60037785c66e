/** Outlines of letters that the stroke font lacks, from DejaVu Sans, for pictures and plotters. */
import type { Point } from '../geometry/point.js';
import { dejaVu, dejaVuCapitals } from './pdf-fonts/deja-vu.js';
import { capHeight, hasStrokes, type LetterOutline, lettersOf } from './stroke-font.js';
import { readPathData } from './svg-path.js';

/** How far straight lines may lie off a curve, as a share of the font size. */
const tolerance = 0.005;

/** By letter. A letter that the font lacks, too, is not among them. */
export async function letterOutlines(texts: Iterable<string>): Promise<ReadonlyMap<string, LetterOutline>> {
  const letters = unwritten(texts);
  if (letters.size === 0) return new Map();
  const [fontkit, bytes] = await dejaVu();
  const font = fontkit.create(bytes);
  const scale = capHeight / (dejaVuCapitals * font.unitsPerEm);
  return new Map(
    [...letters].flatMap((letter) => {
      const code = letter.codePointAt(0)!;
      if (!font.hasGlyphForCodePoint(code)) return [];
      const { path, advanceWidth } = font.glyphForCodePoint(code);
      const outlines = readPathData(path.toSVG(), tolerance * font.unitsPerEm).map(({ points }) =>
        [...points, points[0]!].map(([x, y]): Point => [x * scale, -y * scale]),
      );
      return [[letter, { outlines, advance: advanceWidth * scale }] as const];
    }),
  );
}

/** The letters of which a picture or a plot shows an empty box. */
export async function missingLetters(texts: Iterable<string>): Promise<string[]> {
  const all = [...texts];
  const outlines = await letterOutlines(all);
  return [...unwritten(all)].filter((letter) => !outlines.has(letter));
}

function unwritten(texts: Iterable<string>): Set<string> {
  const letters = new Set<string>();
  for (const text of texts) for (const letter of lettersOf(text)) if (!hasStrokes(letter)) letters.add(letter);
  return letters;
}
