/** The progress of the search: its state, the figures of the best layout, and the files of it. */
import { useComputed, useSignal } from '@preact/signals';
import { shownNotices } from '../service/notices.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { clothLength, lengthText, lengthUnit, longUnits } from '../shell/lengths.js';
import { canShowCuts, cutSentence, cutWays, showsCuts } from './cut-way.js';
import { DensityChart } from './density-chart.js';
import { type MarkerFile, markerFiles, type Paper, writeMarker } from './files.js';
import { faulty } from './locked.js';
import { best, cancelled, densityOf, ground, notices, type Phase, phase, progress, queuedPosition } from './run.js';
import { Seams } from './seams.js';

const sentences: Readonly<Record<Phase, string>> = {
  idle: '',
  asking: 'Asking the service …',
  queued: 'Waiting for a solver',
  starting: 'A solver is starting',
  running: 'Searching',
  finishing: 'Finishing',
  reconnecting: 'Connection lost; reconnecting …',
  done: 'Done',
};

export function RunStatus() {
  if (phase.value === 'idle') return null;
  const solution = best.value;
  const pieces = (solution?.usage?.sheets ?? []).reduce((sum, sheet) => sum + sheet.pieces, 0);
  const limit = ground.value?.limitSeconds ?? 0;
  const seconds = progress.value?.elapsedSeconds ?? 0;
  const place = queuedPosition.value;
  const tested = Number(progress.value?.tested ?? 0n);
  const state =
    phase.value === 'queued' && place !== null
      ? `In the queue: ${place === 1 ? 'next' : `number ${place}`}`
      : phase.value === 'done'
        ? ending(solution !== null)
        : sentences[phase.value];
  return (
    <div class="run">
      <div class="run-head">
        <p class={`state state-${phase.value}`} role="status">
          {state}
        </p>
        {phase.value !== 'queued' && <progress max={limit} value={Math.min(seconds, limit)} aria-label="Time used" />}
      </div>
      <div class="run-body">
        <div class="run-figures">
          {solution && (
            <dl class="figures">
              <Figure name="Density" value={`${(100 * densityOf(ground.value!, solution)).toFixed(1)} %`} />
              <Figure name="Length" value={lengthOf(solution.usage!.length * ground.value!.unitMm)} />
              <Figure
                name="Parts"
                value={`${solution.placements.length} of ${solution.placements.length + solution.unplaced.length}`}
              />
              {pieces > solution.placements.length && <Figure name="Pieces" value={pieces.toLocaleString('en')} />}
              <Figure name="Time" value={`${seconds.toFixed(1)} s`} />
              {tested > 0 && <Figure name="Tries" value={tested.toLocaleString('en')} />}
            </dl>
          )}
          {solution && solution.unplaced.length > 0 && <p class="warning">No room for {listed(solution.unplaced)}.</p>}
          {solution && faulty.value.size === 0 && <Seams matches={solution.matches} unitMm={ground.value!.unitMm} />}
          {solution && faulty.value.size === 0 && <Downloads />}
          {canShowCuts.value && <Cuts />}
        </div>
        <DensityChart />
      </div>
      {shownNotices(notices.value).map((notice) => (
        <p key={notice} class="notice">
          {notice}
        </p>
      ))}
    </div>
  );
}

function Cuts() {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={showsCuts.value}
        onChange={(event) => {
          showsCuts.value = event.currentTarget.checked;
        }}
      />
      <span>Show the order of the cuts</span>
      {cutWays.value && <span class="cut-figures">{cutSentence(cutWays.value)}</span>}
    </label>
  );
}

function ending(hasLayout: boolean): string {
  if (cancelled.value) return hasLayout ? 'Cancelled; the best layout is kept' : 'Cancelled before the first layout';
  return hasLayout ? 'Done' : 'Ended without a layout';
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const lengthOf = (mm: number): string => (mm >= longUnits[lengthUnit.value].mm ? clothLength(mm, 3) : lengthText(mm));

const mostListed = 6;

function listed(ids: readonly string[]): string {
  const named = ids.slice(0, mostListed).map((id) => id || 'a part without an id');
  const more = ids.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const papers: readonly (readonly [name: string, Paper])[] = [
  ['full size', { page: 'full', scale: 1 }],
  ['full size on A4', { page: 'a4', scale: 1 }],
  ['full size on Letter', { page: 'letter', scale: 1 }],
  ['full size on A0', { page: 'a0', scale: 1 }],
  ['1:5', { page: 'full', scale: 0.2 }],
  ['1:10 on A4', { page: 'a4', scale: 0.1 }],
  ['1:10 on Letter', { page: 'letter', scale: 0.1 }],
];

const fullOnLetter = papers.findIndex(([, { page, scale }]) => page === 'letter' && scale === 1);

function Downloads() {
  const chosenPaper = useSignal<number | null>(null);
  // Inches go with Letter.
  const paper = useComputed(() => chosenPaper.value ?? (lengthUnit.value === 'in' ? fullOnLetter : 0));
  const busy = useSignal<MarkerFile | null>(null);
  const trouble = useSignal<Trouble | null>(null);
  const save = async (file: MarkerFile): Promise<void> => {
    const [on, solution] = [ground.value!, best.value!];
    busy.value = file;
    try {
      const { type, content } = await writeMarker(file, on, solution, papers[paper.value]![1]);
      download(`${fileName(on.title)}.${file.toLowerCase()}`, type, content);
      trouble.value = null;
    } catch (error) {
      trouble.value = troubleOf(error);
    } finally {
      busy.value = null;
    }
  };
  return (
    <fieldset class="downloads" aria-label="Download the best layout">
      {markerFiles.map((file) => (
        <button key={file} type="button" aria-busy={busy.value === file} onClick={() => void save(file)}>
          {file}
        </button>
      ))}
      <select
        aria-label="PDF paper size"
        value={paper.value}
        onChange={(event) => {
          chosenPaper.value = Number(event.currentTarget.value);
        }}
      >
        {papers.map(([name], i) => (
          <option key={name} value={i}>
            PDF: {name}
          </option>
        ))}
      </select>
      {trouble.value && <p class="problem">{trouble.value.message}</p>}
    </fieldset>
  );
}
