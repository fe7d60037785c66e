/** The file of DejaVu Sans in its package, as WOFF. The build of the page has a module of its own in place of this one. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const fontFile = (): Promise<Uint8Array> =>
  readFile(fileURLToPath(import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff')));
