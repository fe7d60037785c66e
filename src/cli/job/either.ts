/** A job is a nest or a lay plan, and its id does not tell which. */
import { CommandError, exitCodes } from '../exit.js';

/** Asks for the nest. If there is none, asks for the lay plan. If both are missing, the answer about the nest is thrown. */
export async function nestOrLays(ofNest: () => Promise<void>, ofLays: () => Promise<void>): Promise<void> {
  try {
    await ofNest();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await ofLays().catch((second: unknown) => {
      throw isMissing(second) ? error : second;
    });
  }
}

const isMissing = (error: unknown): boolean => CommandError.of(error).exitCode === exitCodes.notFound;
