/** The progress of the search: its state, and the figures of the best layout. */
import { shownNotices } from '../service/notices.js';
import { lazy } from '../shell/lazy.js';
import { clothLength, lengthText, lengthUnit, longUnits } from '../shell/lengths.js';
import { Listed } from '../shell/listed.js';
import { DensityChart } from './density-chart.js';
import {
  best,
  cancelled,
  densityOf,
  dropped,
  ground,
  notices,
  type Phase,
  phase,
  progress,
  queuedPosition,
} from './run.js';

const withoutId = 'a part without an id';

const LayoutResults = lazy(async () => (await import('./layout-results.js')).LayoutResults);

const sentences: Readonly<Record<Phase, string>> = {
  idle: '',
  asking: 'Asking the service …',
  waiting: 'Waiting for room: other jobs of this account are open',
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
              {solution.usage?.cost !== undefined && <Figure name="Price" value={solution.usage.cost.toFixed(2)} />}
              {pieces > solution.placements.length && <Figure name="Pieces" value={pieces.toLocaleString('en')} />}
              <Figure name="Time" value={`${seconds.toFixed(1)} s`} />
              {tested > 0 && <Figure name="Tries" value={tested.toLocaleString('en')} />}
            </dl>
          )}
          {solution && solution.unplaced.length > 0 && (
            <p class="warning">
              No place found{phase.value === 'done' ? '' : ' yet'} for{' '}
              <Listed names={solution.unplaced} unnamed={withoutId} />.
            </p>
          )}
          {solution && <LayoutResults solution={solution} />}
        </div>
        <DensityChart />
      </div>
      {dropped.value.length > 0 && (
        <p class="notice">
          No longer locked, because they cannot stay where they lay:{' '}
          <Listed names={dropped.value} unnamed={withoutId} />.
        </p>
      )}
      {shownNotices(notices.value).map((notice) => (
        <p key={notice} class="notice">
          {notice}
        </p>
      ))}
    </div>
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
