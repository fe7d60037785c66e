/** DejaVu Sans and the library that reads it, for letters that plainer fonts lack. */
import { fontFile } from './font-file.js';
import { unpackWoff } from './unpack-woff.js';

/** Height of the capitals as a share of the font size. */
export const dejaVuCapitals = 0.729;

async function loadDejaVu() {
  const [{ default: fontkit }, file] = await Promise.all([import('@pdf-lib/fontkit'), fontFile()]);
  return [fontkit, await unpackWoff(file)] as const;
}

let loading: ReturnType<typeof loadDejaVu> | null = null;

/** Loaded with the first text that needs it. */
export function dejaVu(): ReturnType<typeof loadDejaVu> {
  loading ??= loadDejaVu().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
