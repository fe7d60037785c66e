/** The text of a file that a person chose. */
import { decodeText } from '../../../src/drawing/decode-text.js';
import { ServiceError } from '../../../src/errors.js';

/** The browser also gives a folder as a file, but nobody can read its content. */
export async function textOf(file: Blob): Promise<string> {
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    throw new ServiceError('malformed', 'The file cannot be read', { cause: error });
  }
}
