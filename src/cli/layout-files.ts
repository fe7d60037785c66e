/** Writes a layout in the requested files. */
import type { Lengths } from '../drawing/lengths.js';
import type { CuttingSettings } from '../drawing/marker/cutting/cut-line.js';
import type { Marker } from '../drawing/marker/marker.js';
import { type MarkerFormat, markerFileNotes, markerFormats, writeMarkerFile } from '../drawing/marker/marker-file.js';
import { CommandError } from './exit.js';
import { writeOutput } from './files.js';

export interface LayoutFileOptions {
  readonly formats?: readonly MarkerFormat[];
  readonly title?: string;
  readonly page?: 'full' | 'a4' | 'letter';
  /** Scale of the paper to the marker, in a PDF. */
  readonly scale?: number;
  readonly cutting?: CuttingSettings | undefined;
  /** Units of the figures of a report, and of the square to measure in a PDF; default metric. */
  readonly lengths?: Lengths | undefined;
}

const usual: readonly MarkerFormat[] = ['svg', 'png'];

/** @returns the paths, by default `<prefix>.svg` and `<prefix>.png` */
export async function writeLayoutFiles(
  prefix: string,
  marker: Marker,
  { formats = usual, title = 'Layout', page = 'full', scale = 1, cutting, lengths }: LayoutFileOptions = {},
): Promise<string[]> {
  const createdAt = new Date().toISOString();
  const notes = await Promise.all(formats.map((format) => markerFileNotes(marker, format, cutting)));
  for (const note of new Set(notes.flat())) console.error(`note: ${note}`);
  const paths: string[] = [];
  for (const format of formats) {
    const path = `${prefix}.${format}`;
    writeOutput(path, await writeMarkerFile(marker, format, { title, createdAt, page, scale, cutting, lengths }));
    paths.push(path);
  }
  return paths;
}

/** Reads `--output`: a prefix, or a file whose extension names its format. */
export function outputOf(output: string): { prefix: string; format: MarkerFormat | null } {
  const ending = /\.([a-z]+)$/i.exec(output)?.[1]?.toLowerCase() ?? '';
  return isFormat(ending)
    ? { prefix: output.slice(0, -ending.length - 1), format: ending }
    : { prefix: output, format: null };
}

/** `svg,pdf` */
export function formatsOf(list: string): MarkerFormat[] {
  return list.split(',').map((word) => {
    const format = word.trim().toLowerCase();
    if (isFormat(format)) return format;
    throw new CommandError(`--format: ${JSON.stringify(word)} is not one of ${Object.keys(markerFormats).join(', ')}`);
  });
}

const isFormat = (word: string): word is MarkerFormat => Object.hasOwn(markerFormats, word);
