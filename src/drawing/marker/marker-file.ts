/** A marker in any of its file formats. Writes PNG through a native library; browsers take the other writers one by one. */
import type { Lengths } from '../lengths.js';
import { writePng } from '../png.js';
import { writeSvg } from '../svg.js';
import type { CuttingSettings } from './cutting/cut-line.js';
import { cuttingNotes } from './cutting/notes.js';
import type { Marker } from './marker.js';
import { markerDrawing } from './marker-drawing.js';
import { writeMarkerDxf } from './marker-dxf.js';
import { writeMarkerPdf } from './marker-pdf.js';
import { writeMarkerPlt } from './marker-plt.js';
import { markerReport } from './marker-report.js';
import { letterNotes, nameOutlines } from './name-letters.js';
import { markerReportPage } from './report-page.js';

export const markerFormats = {
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
  dxf: 'application/dxf',
  plt: 'application/vnd.hp-hpgl',
  /** The report as one printable page. */
  html: 'text/html',
  /** The report in figures. */
  json: 'application/json',
} as const;

export type MarkerFormat = keyof typeof markerFormats;

export interface MarkerFileOptions {
  readonly title: string;
  /** ISO 8601; the date in a PDF and on the report. */
  readonly createdAt: string;
  /** For a PDF; default full: one sheet of the marker's own size. */
  readonly page?: 'full' | 'a4' | 'letter';
  /** For a PDF: paper over marker; default 1. */
  readonly scale?: number;
  /** The cutter, for every format but PDF; a picture then shows its way. */
  readonly cutting?: CuttingSettings | undefined;
  /** Units of the figures of an HTML report, of a DXF, and of the square to measure in a PDF; default metric. */
  readonly lengths?: Lengths | undefined;
}

/** Sentences about that which the file shows otherwise than the marker has it. */
export async function markerFileNotes(
  marker: Marker,
  format: MarkerFormat,
  cutting: CuttingSettings | undefined,
): Promise<string[]> {
  const isDrawn = format === 'png' || format === 'pdf' || format === 'plt';
  return [...cuttingNotes(marker, cutting), ...(isDrawn ? await letterNotes(marker) : [])];
}

const pngWidth = 2400;

export async function writeMarkerFile(
  marker: Marker,
  format: MarkerFormat,
  { title, createdAt, page = 'full', scale = 1, cutting, lengths }: MarkerFileOptions,
): Promise<string | Uint8Array> {
  switch (format) {
    case 'svg':
      return writeSvg(markerDrawing(marker, { title, cutting }), { background: '#ffffff' });
    case 'png':
      return writePng(markerDrawing(marker, { title, cutting }), {
        width: pngWidth,
        letters: await nameOutlines(marker),
      });
    case 'pdf':
      return writeMarkerPdf(marker, { title, createdAt, page, scale, lengths });
    case 'dxf':
      return writeMarkerDxf(marker, cutting, lengths);
    case 'plt':
      return writeMarkerPlt(marker, cutting, await nameOutlines(marker));
    case 'html':
      return markerReportPage(marker, { title, date: createdAt.slice(0, 10), cutting, lengths });
    case 'json':
      return `${JSON.stringify(markerReport(marker, cutting), null, 2)}\n`;
  }
}
