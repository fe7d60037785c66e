/** Several files in one: a zip archive (PKWARE APPNOTE 6.3) of deflated entries, equal bytes for equal files. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** Letters, digits and the like of ASCII. */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** @param createdAt of all entries, ISO 8601; its UTC is written as the local time that a zip has */
export function writeZip(entries: readonly ZipEntry[], createdAt: string): Uint8Array {
  const date = new Date(createdAt);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name, 'ascii');
    const common = Buffer.alloc(26);
    // version needed 2.0, no flags, method 8 (deflate)
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(day, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, label, packed);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, entry, label);
    offset += 30 + label.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
