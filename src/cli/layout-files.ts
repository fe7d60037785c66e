/** Writes the picture of a layout as SVG and PNG. */
import type { NestRequest, NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import { writePng } from '../drawing/png.js';
import { writeSvg } from '../drawing/svg.js';
import { writeOutput } from './files.js';
import { markerDrawing } from './marker-drawing.js';

const pngWidth = 2400;

/** @returns the paths `<prefix>.svg` and `<prefix>.png` */
export function writeLayoutFiles(prefix: string, request: NestRequest, solution: NestSolution): string[] {
  const drawing = markerDrawing(request, solution);
  const files: [string, string | Uint8Array][] = [
    [`${prefix}.svg`, writeSvg(drawing, { background: '#ffffff' })],
    [`${prefix}.png`, writePng(drawing, { width: pngWidth })],
  ];
  for (const [path, content] of files) writeOutput(path, content);
  return files.map(([path]) => path);
}
