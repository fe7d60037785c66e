/** The fabric, the distances and the search. The service's problem of a field stands below it. */
import type { ComponentChildren } from 'preact';
import { Segments } from '../shell/segments.js';
import { parts, source, unit } from './cutting-list.js';
import { runTrouble } from './run.js';
import { change, type Direction, fabric, mistakes, pathsOf, type Setup, setup } from './setup.js';

const rotationChoices = [
  ['0', 'along the grain, one way'],
  ['0, 180', 'along the grain, both ways'],
  ['0, 90, 180, 270', 'quarter turns'],
] as const;

const directionChoices = [
  ['either', 'either way'],
  ['garment', 'one way per garment'],
  ['marker', 'one way'],
] as const satisfies readonly (readonly [Direction, string])[];

export function SetupForm() {
  const { rotations } = setup.value;
  const ownSheets = source.value === 'parts' && (parts.value?.bins.length ?? 0) > 0;
  const known = rotationChoices.some(([value]) => value === rotations);
  return (
    <>
      <Segments
        label="Fabric"
        value={fabric.value}
        choices={[['roll', 'Roll'], ['sheets', 'Sheets'], ...(ownSheets ? ([['file', 'From the file']] as const) : [])]}
        onChoose={(chosen) => change({ fabric: chosen })}
      />
      {fabric.value !== 'file' && (
        <div class="fields">
          <NumberField name="width" label="Width" unit={unit.value} />
          {fabric.value === 'sheets' && <NumberField name="height" label="Height" unit={unit.value} />}
          {fabric.value === 'sheets' && <NumberField name="count" label="Sheets" />}
        </div>
      )}
      <div class="fields">
        <NumberField name="distance" label="Between parts" unit={unit.value} />
        <NumberField name="edge" label="From the edge" unit={unit.value} />
      </div>
      {source.value === 'garments' && (
        <div class="fields">
          <NumberField name="repeatX" label="Stripes, every →" unit={unit.value} />
          <NumberField name="repeatY" label="Stripes, every ↓" unit={unit.value} />
        </div>
      )}
      <Field name="rotations" label="Rotations">
        <select
          id="setup-rotations"
          value={known ? rotations : 'own'}
          onChange={(event) =>
            change({ rotations: event.currentTarget.value === 'own' ? '0, 45' : event.currentTarget.value })
          }
        >
          {rotationChoices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value="own">these degrees</option>
        </select>
        {!known && (
          <span class="amount">
            <input
              aria-label="Allowed rotations in degrees"
              value={rotations}
              aria-invalid={mistakes.value.has('rotations')}
              onInput={(event) => change({ rotations: event.currentTarget.value })}
            />
            <span class="unit">°</span>
          </span>
        )}
      </Field>
      <NumberField name="tilt" label="Tilt" unit="°" />
      {source.value === 'garments' && (
        <Field name="direction" label="Nap">
          <select
            id="setup-direction"
            value={setup.value.direction}
            onChange={(event) => change({ direction: event.currentTarget.value as Direction })}
          >
            {directionChoices.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <details>
        <summary>Search</summary>
        <div class="fields">
          <NumberField name="seconds" label="Time limit" unit="s" />
          <NumberField name="solvers" label="Solvers" />
        </div>
        <Field name="queue" label="Queue">
          <select
            id="setup-queue"
            value={setup.value.queue}
            onChange={(event) => change({ queue: event.currentTarget.value === 'fast' ? 'fast' : 'slow' })}
          >
            <option value="slow">free, up to 30 s</option>
            <option value="fast">fast, paid</option>
          </select>
        </Field>
      </details>
    </>
  );
}

/** The problem of a field: the page's own sentence, else the service's. */
function problemOf(name: keyof Setup): string | undefined {
  const own = mistakes.value.get(name);
  if (own) return own;
  const paths = pathsOf[name] ?? [];
  return [...(runTrouble.value?.fields ?? [])].find(([path]) =>
    paths.some((each) => path === each || path.startsWith(`${each}[`) || path.startsWith(`${each}.`)),
  )?.[1];
}

function Field({ name, label, children }: { name: keyof Setup; label: string; children: ComponentChildren }) {
  const problem = problemOf(name);
  return (
    <div class="field">
      <label for={`setup-${name}`}>{label}</label>
      {children}
      {problem && (
        <p class="problem" id={`setup-${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

type NumberName =
  | 'tilt'
  | 'width'
  | 'height'
  | 'count'
  | 'distance'
  | 'edge'
  | 'repeatX'
  | 'repeatY'
  | 'seconds'
  | 'solvers';

function NumberField({ name, label, unit }: { name: NumberName; label: string; unit?: string }) {
  return (
    <Field name={name} label={label}>
      <span class="amount">
        <input
          id={`setup-${name}`}
          inputMode="decimal"
          autocomplete="off"
          value={setup.value[name]}
          aria-invalid={problemOf(name) !== undefined}
          aria-describedby={`setup-${name}-problem`}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
    </Field>
  );
}
