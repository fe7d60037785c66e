/** The text of a drawing: UTF-8, or else the older code page of Windows, whose texts are seldom UTF-8 by chance. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
