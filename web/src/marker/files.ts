/** The files of a marker. The page loads each writer when its file is first requested. */
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Drawing } from '../../../src/drawing/drawing.js';
import type { CuttingSettings } from '../../../src/drawing/marker/cutting/cut-line.js';
import type { Marker } from '../../../src/drawing/marker/marker.js';
import { documentLengths } from '../shell/lengths.js';
import { markerOf } from './marker-of.js';
import type { Ground } from './run.js';

export const markerFiles = ['SVG', 'PNG', 'PDF', 'DXF', 'PLT', 'HTML', 'JSON'] as const;
export type MarkerFile = (typeof markerFiles)[number];

export interface Paper {
  readonly page: 'full' | 'a4' | 'letter' | 'a0';
  /** Scale of the paper to the marker. */
  readonly scale: number;
}

export interface MarkerFileSettings {
  readonly paper: Paper;
  /** The cutter; default: none, so that a picture does not show its way. */
  readonly cutting?: CuttingSettings | undefined;
  /** The best layout on plain cloth, where it was searched. */
  readonly plain?: NestSolution | null | undefined;
}

const types: Readonly<Record<MarkerFile, string>> = {
  SVG: 'image/svg+xml',
  PNG: 'image/png',
  PDF: 'application/pdf',
  DXF: 'application/dxf',
  PLT: 'application/vnd.hp-hpgl',
  /** The report, on one page to print. */
  HTML: 'text/html',
  JSON: 'application/json',
};

const pngWidth = 2400;
/** Largest width and height of a picture, pixels. */
const mostPixels = 8192;

export async function writeMarker(
  file: MarkerFile,
  ground: Ground,
  solution: NestSolution,
  { paper, cutting, plain }: MarkerFileSettings,
): Promise<{ type: string; content: string | Uint8Array | Blob }> {
  const marker = markerOf(ground, solution, plain);
  const { title } = ground;
  const lengths = documentLengths();
  const content = await (async () => {
    switch (file) {
      case 'SVG':
        return pictureOf(await drawingOf(ground, solution, cutting));
      case 'PNG':
        return pixels(await drawingOf(ground, solution, cutting));
      case 'PDF':
      case 'DXF':
      case 'PLT':
        return cutterContent(file, marker, title, { paper, cutting });
      case 'HTML': {
        const { markerReportPage } = await import('../../../src/drawing/marker/report-page.js');
        return markerReportPage(marker, { title, date: new Date().toISOString().slice(0, 10), cutting, lengths });
      }
      case 'JSON': {
        const { nestEvents } = await import('../../../gateway/json/nest.js');
        const { markerReport } = await import('../../../src/drawing/marker/marker-report.js');
        return `${JSON.stringify({ ...nestEvents.solution.encode(solution), report: markerReport(marker, cutting) }, null, 2)}\n`;
      }
    }
  })();
  return { type: types[file], content };
}

/** The files that go to a cutter. */
export const cutterFiles = ['PDF', 'DXF', 'PLT'] as const satisfies readonly MarkerFile[];
export type CutterFile = (typeof cutterFiles)[number];

/** The same of a marker that no ground of this page gave. */
export async function writeForCutter(file: CutterFile, marker: Marker, title: string) {
  return {
    type: types[file],
    content: await cutterContent(file, marker, title, { paper: { page: 'full', scale: 1 } }),
  };
}

async function cutterContent(
  file: CutterFile,
  marker: Marker,
  title: string,
  { paper, cutting }: MarkerFileSettings,
): Promise<string | Uint8Array> {
  const lengths = documentLengths();
  switch (file) {
    case 'PDF': {
      const { writeMarkerPdf } = await import('../../../src/drawing/marker/marker-pdf.js');
      return writeMarkerPdf(marker, { title, createdAt: new Date().toISOString(), lengths, ...paper });
    }
    case 'DXF':
      return (await import('../../../src/drawing/marker/marker-dxf.js')).writeMarkerDxf(marker, cutting, lengths);
    case 'PLT': {
      const [{ writeMarkerPlt }, { nameOutlines }] = await Promise.all([
        import('../../../src/drawing/marker/marker-plt.js'),
        import('../../../src/drawing/marker/name-letters.js'),
      ]);
      return writeMarkerPlt(marker, cutting, await nameOutlines(marker));
    }
  }
}

async function drawingOf(ground: Ground, solution: NestSolution, cutting?: CuttingSettings): Promise<Drawing> {
  const { markerDrawing } = await import('../../../src/drawing/marker/marker-drawing.js');
  return markerDrawing(markerOf(ground, solution), { title: ground.title, cutting });
}

async function pictureOf(drawing: Drawing): Promise<string> {
  const { writeSvg } = await import('../../../src/drawing/svg.js');
  return writeSvg(drawing, { background: '#ffffff' });
}

async function pixels(drawing: Drawing): Promise<Blob> {
  const { pictureSize } = await import('../../../src/drawing/picture-size.js');
  const { width, height, margin } = pictureSize(drawing, pngWidth, mostPixels);
  const svg = await pictureOf({ ...drawing, margin });
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large for this browser'))));
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
