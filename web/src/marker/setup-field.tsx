/** A field of the marker's form. The service's problem of it stands below it. */
import type { ComponentChildren } from 'preact';
import { runTrouble } from './run.js';
import type { Setup } from './settings.js';
import { change, mistakes, pathsOf, setup } from './setup.js';

/** The problem of a field: the page's own sentence, else the service's. */
export function problemOf(name: keyof Setup): string | undefined {
  const own = mistakes.value.get(name);
  if (own) return own;
  const paths = pathsOf[name] ?? [];
  return [...(runTrouble.value?.fields ?? [])].find(([path]) =>
    paths.some((each) => path === each || path.startsWith(`${each}[`) || path.startsWith(`${each}.`)),
  )?.[1];
}

export function Field({ name, label, children }: { name: keyof Setup; label: string; children: ComponentChildren }) {
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
  | 'cost'
  | 'price'
  | 'restWidth'
  | 'distance'
  | 'edge'
  | 'repeatX'
  | 'repeatY'
  | 'offsetX'
  | 'offsetY'
  | 'seconds'
  | 'solvers';

export function NumberField({ name, label, unit }: { name: NumberName; label: string; unit?: string }) {
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
