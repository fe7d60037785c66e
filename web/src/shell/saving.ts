/** Saving one of several files that take a moment to write. */
import { type Signal, useSignal } from '@preact/signals';
import { type Trouble, troubleOf } from '../service/trouble.js';

interface Saving<File> {
  /** The file that is being written. */
  readonly busy: Signal<File | null>;
  /** Of the last file. */
  readonly trouble: Signal<Trouble | null>;
  save(file: File): Promise<void>;
}

/** @param write writes a file and hands it to the browser */
export function useSaving<File>(write: (file: File) => Promise<void>): Saving<File> {
  const busy = useSignal<File | null>(null);
  const trouble = useSignal<Trouble | null>(null);
  return {
    busy,
    trouble,
    async save(file) {
      busy.value = file;
      try {
        await write(file);
        trouble.value = null;
      } catch (error) {
        trouble.value = troubleOf(error);
      } finally {
        busy.value = null;
      }
    },
  };
}
