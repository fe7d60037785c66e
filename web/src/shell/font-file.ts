/** The font of the letters that Helvetica lacks, for a PDF that the page writes. Fetched with the first such PDF. */
import url from '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff?url';

/** Throws `TypeError` without a connection. */
export async function fontFile(): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`The font of the PDF did not arrive: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
