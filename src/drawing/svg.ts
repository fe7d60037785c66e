/** Writes a drawing as SVG 1.1 in real size: the page is in mm and one user unit is one mm. */
import type { Point } from '../geometry/point.js';
import { boundsOf, type Drawing, type DrawnShape, type PolylineShape, type Style, type TextShape } from './drawing.js';
import { type LetterOutline, writtenText } from './stroke-font.js';

export interface SvgOptions {
  /** `font`: text elements in the reader's sans-serif; `strokes`: plain lines that look the same everywhere. */
  readonly texts?: 'font' | 'strokes';
  /** For texts in strokes, the letters that have none (`letterOutlines`). Default: a box for each. */
  readonly letters?: ReadonlyMap<string, LetterOutline> | undefined;
  /** Colour behind everything; none by default. */
  readonly background?: string;
}

/** Capital height of common sans-serif fonts as a share of the font size. */
const capHeightOfFont = 0.72;

/** The whole SVG document as text. Shapes are grouped by layer, layers in the order of their first shape. */
export function writeSvg(drawing: Drawing, options: SvgOptions = {}): string {
  const box = boundsOf(drawing.shapes);
  const { margin } = drawing;
  const [width, height] = [box.maxX - box.minX + 2 * margin, box.maxY - box.minY + 2 * margin];
  const frame = [box.minX - margin, box.minY - margin, width, height].map(number);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}mm" height="${number(height)}mm" viewBox="${frame.join(' ')}">`,
    `<title>${escapeXml(drawing.title)}</title>`,
  ];
  const description = [drawing.description, ...(drawing.notes ?? [])].filter((line) => line !== '').join('\n');
  if (description) lines.push(`<desc>${escapeXml(description)}</desc>`);
  if (options.background) {
    const [x, y, w, h] = frame;
    lines.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${options.background}"/>`);
  }
  for (const [layer, shapes] of byLayer(drawing.shapes)) {
    lines.push(`<g id="${escapeXml(layer)}">`);
    for (const shape of shapes) lines.push(element(shape, options));
    lines.push('</g>');
  }
  lines.push('</svg>', '');
  return lines.join('\n');
}

/** Layers in the order of their first shape, with their shapes in order: later layers cover earlier ones. */
function byLayer(shapes: readonly DrawnShape[]): [string, DrawnShape[]][] {
  const groups = new Map<string, DrawnShape[]>();
  for (const shape of shapes) {
    const group = groups.get(shape.layer);
    if (group) group.push(shape);
    else groups.set(shape.layer, [shape]);
  }
  return [...groups];
}

function element(shape: DrawnShape, { texts = 'font', letters }: SvgOptions): string {
  switch (shape.kind) {
    case 'circle': {
      const [x, y] = shape.center;
      return `<circle cx="${number(x)}" cy="${number(y)}" r="${number(shape.radius)}" ${attributes(shape.style)}/>`;
    }
    case 'polyline': {
      const rings = [shape.points, ...(shape.holes ?? [])];
      const path = rings.map((ring) => pathData(ring, shape.closed)).join('');
      return `<path d="${path}" ${attributes(shape.style)}${facts(shape.data)}/>`;
    }
    case 'text':
      return texts === 'font' ? fontText(shape) : strokedText(shape, letters);
  }
}

/** Attributes of a hidden line. */
const facts = (data: PolylineShape['data']): string =>
  data === undefined
    ? ''
    : Object.entries(data).reduce(
        (all, [name, value]) => `${all} data-${name}="${escapeXml(value)}"`,
        ' visibility="hidden"',
      );

function fontText(shape: TextShape): string {
  const [x, y] = shape.at;
  const turn = shape.rotation === 0 ? '' : ` transform="rotate(${number(shape.rotation)} ${number(x)} ${number(y)})"`;
  return (
    `<text x="${number(x)}" y="${number(y)}" font-family="Helvetica, Arial, sans-serif" ` +
    `font-size="${number(shape.height / capHeightOfFont)}" text-anchor="${shape.anchor}" fill="${shape.color}"${turn}>` +
    `${escapeXml(shape.text)}</text>`
  );
}

function strokedText(shape: TextShape, letters: SvgOptions['letters']): string {
  const { strokes, outlines } = writtenText(shape, letters);
  const path = strokes.map((stroke) => pathData(stroke, false)).join('');
  const areas = outlines.map((outline) => pathData(outline, true)).join('');
  return (
    (areas && `<path d="${areas}" fill="${shape.color}"/>`) +
    `<path d="${path}" fill="none" stroke="${shape.color}" stroke-width="${number(shape.height / 7)}" ` +
    'stroke-linecap="round" stroke-linejoin="round"/>'
  );
}

function pathData(points: readonly Point[], closed: boolean): string {
  const open = closed && points.length > 1 && samePoint(points[0]!, points.at(-1)!) ? points.slice(0, -1) : points;
  const commands = open.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`);
  return commands.join('') + (closed ? 'Z' : '');
}

const samePoint = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

function attributes(style: Style): string {
  const list = [`fill="${style.fill ?? 'none'}"`];
  if (style.fill) list.push('fill-rule="evenodd"');
  if (style.fill && style.fillOpacity !== undefined) list.push(`fill-opacity="${number(style.fillOpacity)}"`);
  if (style.stroke) {
    list.push(
      `stroke="${style.stroke}"`,
      `stroke-width="${number(style.strokeWidth ?? 0.5)}"`,
      'stroke-linejoin="round"',
    );
    if (style.dash) list.push(`stroke-dasharray="${style.dash.map(number).join(' ')}"`);
  }
  return list.join(' ');
}

/** Three decimals, a micrometre; never `-0` or an exponent. */
const number = (value: number): string => String(Math.round(value * 1000) / 1000 + 0);

export function escapeXml(content: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot express these, so they are left out
  return content.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"']/g, (char) => names[char]!);
}
