/** Step 3: the things to cut and their fabric, and the marker as the service improves it. */

import { useEffect } from 'preact/hooks';
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { lazy } from '../shell/lazy.js';
import { MaterialSelect } from '../shell/material-select.js';
import { Segments } from '../shell/segments.js';
import { material, materials, packedMaterial, source } from './cutting-list.js';
import { GarmentList } from './garment-list.js';
import { blocked, locked } from './locked.js';
import { shown } from './markers.js';
import { MaterialTabs, markerPanel } from './material-tabs.js';
import { drop, PartLoader } from './part-loader.js';
import { Preview } from './preview.js';
import {
  best,
  cancel,
  cancelAll,
  isOfPresent,
  isRunning,
  phase,
  runningMaterials,
  runTrouble,
  start,
  startAll,
  unfinished,
} from './run.js';
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

function nestAll(): void {
  scrollTo(0, 0);
  startAll();
}

/** Whether the garments have parts of several materials, each with its marker. */
const hasSeveral = (): boolean => source.value === 'garments' && materials.value.length > 1;

export function MarkerStep() {
  useEffect(() => {
    // The first layout comes soon. If this fails, the view itself tells so and offers to try again.
    layoutView().catch(() => {});
  }, []);
  const several = hasSeveral();
  // Each marker has a drawing of its own: parts do not glide from one to another.
  const { material: name } = shown.value;
  const view = (
    <>
      {best.value ? <LayoutView key={name} /> : <Preview key={name} />}
      <RunStatus key={`run ${name}`} />
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere; the form has the other ways
    <div class="marker-step" onDragOver={(event) => event.preventDefault()} onDrop={(event) => void drop(event)}>
      <section class="panel" aria-label="Parts to cut">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (missing.value !== null || blocked.value || isRunning()) return;
            if (several) nestAll();
            else nest();
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
          {several && <MaterialField />}
          <SetupForm />
          <Actions />
        </form>
      </section>
      <section class="canvas" aria-label="Marker">
        {several ? (
          <>
            <MaterialTabs />
            <div class="marker-panel" role="tabpanel" id={markerPanel} aria-label={`Marker of ${packedMaterial.value}`}>
              {view}
            </div>
          </>
        ) : (
          view
        )}
      </section>
    </div>
  );
}

/** The marker that the settings below belong to. */
function MaterialField() {
  return (
    <MaterialSelect
      id="material"
      value={packedMaterial.value}
      names={materials.value}
      onChange={(name) => {
        material.value = name;
      }}
    >
      <p class="help">Each material has a marker, with the cloth and the rules set below.</p>
    </MaterialSelect>
  );
}

const continuing = (): string => (isOfPresent.value ? 'Continue from here' : 'Continue with the changed parts');

function Actions() {
  const trouble = runTrouble.value;
  const several = hasSeveral();
  const again = phase.value === 'done';
  const running = runningMaterials.value.length;
  return (
    <div class="actions">
      <div role="alert">{trouble && <p class="problem">{trouble.message}</p>}</div>
      {missing.value && <p class="help">{missing.value}</p>}
      {isRunning() ? (
        <button type="button" class="primary stop" onClick={() => void cancel()}>
          {several ? `Cancel ${packedMaterial.value}` : 'Cancel'}
        </button>
      ) : (
        <button type="submit" class="primary" disabled={missing.value !== null || blocked.value}>
          {several ? `Nest all ${materials.value.length} materials` : 'Nest'}
          {again && ' again'}
        </button>
      )}
      {several && running > 1 && (
        <button type="button" onClick={cancelAll}>
          Stop all
        </button>
      )}
      {several && !isRunning() && (
        <button type="button" disabled={missing.value !== null || blocked.value} onClick={() => nest()}>
          Only {packedMaterial.value}
        </button>
      )}
      {unfinished.value && missing.value === null && (
        <button type="button" disabled={blocked.value} onClick={() => nest(unfinished.value!)}>
          {locked.value.length > 0 ? 'Improve around locked parts' : continuing()}
        </button>
      )}
    </div>
  );
}
