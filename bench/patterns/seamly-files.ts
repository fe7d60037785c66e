/** Pattern files of Seamly2D and Valentina in a folder, each with its measurement file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { measurementsNamed } from '../../src/patterns/import/seamly/measurements.js';

export interface SeamlySample {
  readonly file: string;
  readonly text: string;
  /** Path of the measurement file; null where none is named or found. */
  readonly measurements: string | null;
}

/** The files with pieces, by path. */
export function seamlySamples(folder: string): SeamlySample[] {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return files
    .filter((name) => /\.(sm2d|val)$/.test(name))
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => /<(piece|detail) /.test(text))
    .map(({ file, text }) => ({ file, text, measurements: measurementsOf(text, file, files) }));
}

/** The file at the path in the pattern, else a file of that name: beside the pattern, or anywhere in the folder. */
function measurementsOf(pattern: string, file: string, files: readonly string[]): string | null {
  const named = measurementsNamed(pattern);
  if (named === null) return null;
  if (existsSync(named.path)) return named.path;
  const found = files.filter((other) => named.fileNames.includes(basename(other).toLowerCase()));
  return found.find((other) => dirname(other) === dirname(file)) ?? found[0] ?? null;
}
