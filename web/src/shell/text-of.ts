/** The text of a file that a person chose. */
import { ServiceError } from '../../../src/errors.js';

/** The browser also gives a folder as a file, but nobody can read its content. */
export async function textOf(file: Blob): Promise<string> {
  const { decodeText } = await import('../../../src/drawing/decode-text.js');
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    throw new ServiceError('malformed', 'The file cannot be read', { cause: error });
  }
}
