/**
 * Turns a font of the web (WOFF 1.0, W3C) into the plain one that it packs. The library of fonts reads WOFF too, but inflates
 * a whole table for each letter: a line of text would take seconds.
 */

const headerBytes = 44;
const entryBytes = 20;

/** The tables stay as they are; those that the file packs are inflated. */
export async function unpackWoff(woff: Uint8Array): Promise<Uint8Array> {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  const count = view.getUint16(12);
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const at = headerBytes + entryBytes * i;
      const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((by) => view.getUint32(at + by));
      const bytes = woff.subarray(offset!, offset! + packed!);
      return { tag: tag!, checksum: checksum!, bytes: packed! < length! ? await inflated(bytes) : bytes };
    }),
  );
  const directory = 12 + 16 * count;
  const total = tables.reduce((sum, { bytes }) => sum + padded(bytes.length), directory);
  const font = new Uint8Array(total);
  const out = new DataView(font.buffer);
  const log = Math.floor(Math.log2(count));
  out.setUint32(0, view.getUint32(4));
  const search = [count, 16 * 2 ** log, log, 16 * (count - 2 ** log)];
  for (const [i, value] of search.entries()) out.setUint16(4 + 2 * i, value);
  let offset = directory;
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const entry = [tag, checksum, offset, bytes.length];
    for (const [k, value] of entry.entries()) out.setUint32(12 + 16 * i + 4 * k, value);
    font.set(bytes, offset);
    offset += padded(bytes.length);
  }
  return font;
}

const padded = (length: number): number => 4 * Math.ceil(length / 4);

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
