/** Shows a nest stream as it runs: a bar on a terminal, plain lines elsewhere. Writes to standard error only. */
import cliProgress from 'cli-progress';
import { type NestEvent, type NestProgress, NestStatus } from '../../gen/selvage/nest/v1/nest_pb.js';

export interface NestProgressView {
  show(event: NestEvent): void;
  end(): void;
}

/** @param limitSeconds the solver's time limit, for the bar and the time left */
export function nestProgress(limitSeconds: number, stream: NodeJS.WriteStream = process.stderr): NestProgressView {
  return stream.isTTY ? bar(limitSeconds, stream) : lines(stream);
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const span = (length: number): string => length.toFixed(length < 100 ? 2 : 0);

const warningLines = ({ warnings }: NestProgress): string[] => warnings.map(({ message }) => `warning: ${message}`);

function bar(limitSeconds: number, stream: NodeJS.WriteStream): NestProgressView {
  const view = new cliProgress.SingleBar({
    stream,
    format: '{status} [{bar}] {left} s left | utilisation {utilisation} | length {length} | gen {generation}',
    hideCursor: true,
    clearOnComplete: false,
    barsize: 12,
  });
  const payload = { status: 'queued  ', left: limitSeconds.toFixed(0), utilisation: '-', length: '-', generation: 0 };
  view.start(limitSeconds, 0, payload);
  const warnings: string[] = [];
  const advance = (elapsedSeconds: number, generation: number): void => {
    payload.left = Math.max(0, limitSeconds - elapsedSeconds).toFixed(0);
    payload.generation = Math.max(payload.generation, generation);
    view.update(Math.min(limitSeconds, elapsedSeconds), payload);
  };
  return {
    show({ event }) {
      if (event.case === 'progress') {
        const { status, queuedPosition, elapsedSeconds, generation } = event.value;
        warnings.push(...warningLines(event.value));
        payload.status = status === NestStatus.QUEUED ? `queued ${queuedPosition ?? ''}`.padEnd(8) : 'nesting ';
        advance(elapsedSeconds, generation);
      } else if (event.case === 'solution') {
        payload.utilisation = percent(event.value.utilisation);
        payload.length = span(event.value.usage?.length ?? 0);
        advance(event.value.elapsedSeconds, event.value.generation);
      }
    },
    end() {
      view.stop();
      // A line in between would break the bar.
      for (const line of warnings) stream.write(`${line}\n`);
    },
  };
}

/** Most of a short search is over before the first generation. */
const inGeneration = (generation: number): string => (generation > 0 ? `  generation ${generation}` : '');

function lines(stream: NodeJS.WriteStream): NestProgressView {
  const secondsBetweenLines = 5;
  let [lastStatus, lastPosition, lastAt] = [NestStatus.UNSPECIFIED, 0, 0];
  const write = (line: string): void => void stream.write(`${line}\n`);
  return {
    show({ event }) {
      if (event.case === 'solution') {
        const { elapsedSeconds, utilisation, usage, generation, placements, unplaced } = event.value;
        const missing = unplaced.length > 0 ? `, ${unplaced.length} without a place` : '';
        write(
          `${elapsedSeconds.toFixed(1).padStart(6)} s  utilisation ${percent(utilisation)}  length ${span(usage?.length ?? 0)}  ` +
            `${placements.length} parts${missing}${inGeneration(generation)}`,
        );
        lastAt = elapsedSeconds;
      } else if (event.case === 'progress') {
        const { status, queuedPosition = 0, elapsedSeconds, generation } = event.value;
        for (const line of warningLines(event.value)) write(line);
        const due = elapsedSeconds - lastAt >= secondsBetweenLines;
        if (status === lastStatus && queuedPosition === lastPosition && !due) return;
        [lastStatus, lastPosition, lastAt] = [status, queuedPosition, elapsedSeconds];
        const name = NestStatus[status].toLowerCase();
        const place = queuedPosition > 0 ? `, position ${queuedPosition}` : '';
        write(`${elapsedSeconds.toFixed(1).padStart(6)} s  ${name}${place}${inGeneration(generation)}`);
      }
    },
    end() {},
  };
}
