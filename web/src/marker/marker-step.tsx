/** Step 3: the things to cut and their fabric, and the marker as the service improves it. */

import { useEffect } from 'preact/hooks';
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { lazy } from '../shell/lazy.js';
import { Segments } from '../shell/segments.js';
import { source } from './cutting-list.js';
import { GarmentList } from './garment-list.js';
import { blocked, locked } from './locked.js';
import { drop, PartLoader } from './part-loader.js';
import { Preview } from './preview.js';
import { best, cancel, isRunning, phase, runTrouble, start, unfinished } from './run.js';
import { RunStatus } from './run-status.js';
import { missing } from './setup.js';
import { SetupForm } from './setup-form.js';

const layoutView = () => import('./layout-view.js');
const LayoutView = lazy(async () => (await layoutView()).LayoutView);

/** On phones the marker lies above the form, so scroll up to it. */
function nest(from?: NestSolution): void {
  scrollTo(0, 0);
  void start(from);
}

export function MarkerStep() {
  useEffect(() => {
    // The first layout comes soon. If this fails, the view itself tells so and offers to try again.
    layoutView().catch(() => {});
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere; the form has the other ways
    <div class="marker-step" onDragOver={(event) => event.preventDefault()} onDrop={(event) => void drop(event)}>
      <section class="panel" aria-label="Parts to cut">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (missing.value === null && !isRunning()) nest();
          }}
        >
          <Segments
            label="Cut"
            value={source.value}
            choices={[
              ['garments', 'Garments'],
              ['parts', 'Parts from a file'],
            ]}
            onChoose={(chosen) => {
              source.value = chosen;
            }}
          />
          {source.value === 'garments' ? <GarmentList /> : <PartLoader />}
          <SetupForm />
          <Actions />
        </form>
      </section>
      <section class="canvas" aria-label="Marker">
        {best.value ? <LayoutView /> : <Preview />}
        <RunStatus />
      </section>
    </div>
  );
}

function Actions() {
  const trouble = runTrouble.value;
  return (
    <div class="actions">
      {trouble && <p class="problem">{trouble.message}</p>}
      {missing.value && <p class="help">{missing.value}</p>}
      {isRunning() ? (
        <button type="button" class="primary stop" onClick={() => void cancel()}>
          Cancel
        </button>
      ) : (
        <button type="submit" class="primary" disabled={missing.value !== null}>
          {phase.value === 'done' ? 'Nest again' : 'Nest'}
        </button>
      )}
      {unfinished.value && missing.value === null && (
        <button type="button" disabled={blocked.value} onClick={() => nest(unfinished.value!)}>
          {locked.value.length > 0 ? 'Improve around locked parts' : 'Continue from here'}
        </button>
      )}
    </div>
  );
}
