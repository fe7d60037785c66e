/** Processes one file: reads the parts of a drawing, or writes a layout. */
import { layMarker } from '../../drawing/marker/marker.js';
import { markerFileNotes, writeMarkerFile } from '../../drawing/marker/marker-file.js';
import { ServiceError } from '../../errors.js';
import type { Posted, ReadTask, WriteTask } from './file-threads.js';
import { readParts } from './read-parts.js';

export async function processFile(task: ReadTask | WriteTask): Promise<Posted> {
  try {
    if (task.kind === 'read') return { result: readParts(task.source, task.options) };
    const marker = layMarker(task.input);
    const written = await writeMarkerFile(marker, task.format, task.options);
    const file = typeof written === 'string' ? new TextEncoder().encode(written) : written;
    return { result: { file, notes: await markerFileNotes(marker, task.format, task.options.cutting) } };
  } catch (error) {
    if (error instanceof ServiceError && error.problems.length > 0) return { problems: error.problems };
    throw error;
  }
}
