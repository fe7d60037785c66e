/**
 * Letters as plain lines, for writers that must not depend on fonts (PNG, plotters). A glyph is strokes of points, two
 * digits a point: x, then y, on a grid with capitals from y 0 to the baseline y 6, small letters from 2, descenders to 8.
 */
import type { Point } from '../geometry/point.js';
import type { TextShape } from './drawing.js';

const glyphs: Readonly<Record<string, string>> = {
  A: '062046 1434',
  B: '06003041423303 3344453606',
  C: '4130100105163645',
  D: '00304145360600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '0020 1016 0626',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  a: '3236 3322120305162635',
  b: '0006 0312223335261605',
  c: '3322120305162635',
  d: '3036 3322120305162635',
  e: '04343322120305162635',
  f: '30201116 0232',
  g: '3237281807 3322120305162635',
  h: '0006 0312223336',
  i: '0206 0001',
  j: '121708 1011',
  k: '0006 3204 1336',
  l: '000516',
  m: '0206 03122326 23324346',
  n: '0206 0312223336',
  o: '122233352616050312',
  p: '0208 0312223335261605',
  q: '3238 3322120305162635',
  r: '0206 031222',
  s: '33221203142435261605',
  t: '101526 0222',
  u: '0205162635 3236',
  v: '021622',
  w: '0216233642',
  x: '0236 3206',
  y: '0205162635 3237281807',
  z: '02320636',
  '0': '103041453616050110 4105',
  '1': '112026',
  '2': '01103041420646',
  '3': '004022324345361605',
  '4': '300444 3036',
  '5': '400002324345361605',
  '6': '413010010516364544331304',
  '7': '004016',
  '8': '103041423313020110 133344453616050413',
  '9': '051636454130100102133342',
  '.': '0506',
  ',': '1507',
  ':': '0203 0506',
  ';': '1203 1507',
  '-': '0333',
  '–': '0343',
  '—': '0353',
  _: '0646',
  '~': '04132433',
  '/': '0640',
  '\\': '0046',
  '(': '10010516',
  ')': '00111506',
  '[': '10000616',
  ']': '00101606',
  '+': '2125 0343',
  '=': '0232 0434',
  '%': '0640 0010110100 3545463635',
  '*': '2125 0244 4204',
  '#': '1016 3036 0242 0444',
  '"': '0002 1012',
  "'": '0002',
  '!': '0003 0506',
  '?': '01103041422324 2526',
  '<': '310335',
  '>': '013305',
  '|': '0008',
  '°': '1021120110',
  '²': '001011020212',
  '×': '0135 3105',
  '·': '0304',
  '&': '462110011306263543 0303',
  '@': '443313153544433010010516',
};

const unknown = '0040460600';
const spaceAdvance = 3;
const gap = 1.5;
export const capHeight = 6;

/** A letter of another font, on the grid with the baseline at y 0. */
export interface LetterOutline {
  /** Closed, with their first point again at the end. */
  readonly outlines: readonly (readonly Point[])[];
  readonly advance: number;
}

export interface WrittenText {
  readonly strokes: Point[][];
  /** Borders of letters of another font, to fill or to follow. */
  readonly outlines: Point[][];
}

export const hasStrokes = (letter: string): boolean => letter === ' ' || Object.hasOwn(glyphs, letter);

/** A letter with a mark loses it where the plain letter has strokes. */
export const lettersOf = (text: string): string[] =>
  [...text.normalize('NFC')].flatMap((letter) => {
    if (hasStrokes(letter)) return [letter];
    const plain = [...letter.normalize('NFD').replace(/\p{M}/gu, '')];
    return plain.every(hasStrokes) ? plain : [letter];
  });

/**
 * The lines of a text in mm.
 *
 * @param others letters that have no strokes (`letterOutlines`); one that is missing there, too, is a box
 */
export function writtenText(shape: TextShape, others: ReadonlyMap<string, LetterOutline> = new Map()): WrittenText {
  const strokes: Point[][] = [];
  const outlines: Point[][] = [];
  let pen = 0;
  for (const letter of lettersOf(shape.text)) {
    if (letter === ' ') {
      pen += spaceAdvance;
      continue;
    }
    const other = others.get(letter);
    if (other) {
      const from = pen;
      outlines.push(...other.outlines.map((outline) => outline.map(([x, y]): Point => [from + x, y])));
      pen += other.advance;
      continue;
    }
    let width = 0;
    const glyph = Object.hasOwn(glyphs, letter) ? glyphs[letter]! : unknown;
    for (const stroke of glyph.split(' ')) {
      const line: Point[] = [];
      for (let i = 0; i + 1 < stroke.length; i += 2) {
        const x = Number(stroke[i]);
        width = Math.max(width, x);
        line.push([pen + x, Number(stroke[i + 1]) - capHeight]);
      }
      strokes.push(line);
    }
    pen += width + gap;
  }
  const length = Math.max(0, pen - gap);
  const start = shape.anchor === 'start' ? 0 : shape.anchor === 'middle' ? -length / 2 : -length;
  const scale = shape.height / capHeight;
  const angle = (shape.rotation * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const placed = (line: readonly Point[]): Point[] =>
    line.map(([x, y]) => [shape.at[0] + (x + start) * cos - y * sin, shape.at[1] + (x + start) * sin + y * cos]);
  return { strokes: strokes.map(placed), outlines: outlines.map(placed) };
}

/** The same as lines to follow. */
export function textStrokes(shape: TextShape, others?: ReadonlyMap<string, LetterOutline>): Point[][] {
  const { strokes, outlines } = writtenText(shape, others);
  return [...strokes, ...outlines];
}
