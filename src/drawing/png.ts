/** Renders a drawing as PNG through its SVG. Texts are strokes, so that the bytes do not depend on installed fonts. */
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import type { Drawing } from './drawing.js';
import { pictureSize } from './picture-size.js';
import { type SvgOptions, writeSvg } from './svg.js';

const maxPixels = 4096;

/**
 * @param width width in pixels, at most 4096; smaller where the height would pass 4096. A long strip is drawn larger.
 * @returns the PNG file
 */
export function writePng(
  drawing: Drawing,
  options: { width?: number; background?: string; letters?: SvgOptions['letters'] } = {},
): Uint8Array {
  const { width, height, margin } = pictureSize(drawing, options.width ?? 1600, maxPixels);
  const svg = writeSvg(
    { ...drawing, margin },
    {
      texts: 'strokes',
      letters: options.letters,
      background: options.background ?? '#ffffff',
    },
  );
  // The other side follows.
  const fitTo: ResvgRenderOptions['fitTo'] =
    width >= height ? { mode: 'width', value: width } : { mode: 'height', value: height };
  return new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render().asPng();
}
