/** The text of a drawing: UTF-8, or what programs wrote on Windows before it, which is seldom UTF-8 by chance. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
