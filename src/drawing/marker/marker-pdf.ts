/** A marker as PDF: on one sheet of its own size, or tiled over pages of paper; in real size or to a scale. */
import type { PdfOptions } from '../pdf.js';
import { scaled } from '../scaled.js';
import type { Marker } from './marker.js';
import { markerDrawing } from './marker-drawing.js';

export interface MarkerPdfOptions extends PdfOptions {
  readonly title: string;
  /** Paper over marker: 0.2 is 1:5. Default 1. */
  readonly scale?: number;
}

/** Height of the smallest capitals that a person reads on paper, mm. */
const legibleOnPaper = 1.5;

/** Lines only, 0.25 to 0.5 mm wide at every scale. */
export async function writeMarkerPdf(
  marker: Marker,
  { title, scale = 1, ...options }: MarkerPdfOptions,
): Promise<Uint8Array> {
  const { writePdf } = await import('../pdf.js');
  const name = scale === 1 ? title : `${title} (${scaleName(scale)})`;
  const drawing = markerDrawing(marker, { title: name, look: 'lines', legible: legibleOnPaper / scale });
  return writePdf(scaled(drawing, scale, { keepLines: true }), options);
}

/** `1:5` for 0.2, `2:1` for 2. */
export const scaleName = (scale: number): string => (scale <= 1 ? `1:${trimmed(1 / scale)}` : `${trimmed(scale)}:1`);

const trimmed = (value: number): string => String(Number(value.toPrecision(4)));
