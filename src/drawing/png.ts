/** Renders a drawing as PNG through its SVG. Texts are strokes, so that the bytes do not depend on installed fonts. */
import { Resvg } from '@resvg/resvg-js';
import { boundsOf, type Drawing } from './drawing.js';
import { writeSvg } from './svg.js';

const maxPixels = 4096;

/**
 * @param width width in pixels, at most 4096; smaller where the height would pass 4096
 * @returns the PNG file
 */
export function writePng(drawing: Drawing, options: { width?: number; background?: string } = {}): Uint8Array {
  const box = boundsOf(drawing.shapes);
  const aspect = (box.maxY - box.minY + 2 * drawing.margin) / (box.maxX - box.minX + 2 * drawing.margin);
  const width = Math.max(1, Math.round(Math.min(options.width ?? 1600, maxPixels, maxPixels / aspect)));
  const svg = writeSvg(drawing, { texts: 'strokes', background: options.background ?? '#ffffff' });
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } }).render();
  return image.asPng();
}
