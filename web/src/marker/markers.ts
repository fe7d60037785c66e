/**
 * The markers of the project, one for each material of the garments and one for parts of a file. Each has settings and a search of
 * its own, which goes on while another marker is shown.
 */
import { batch, computed, effect, type Signal, signal } from '@preact/signals';
import { people } from '../body/people.js';
import { passing } from '../service/passing.js';
import { keep, recall } from '../shell/kept.js';
import { garments, material, materials, packedMaterial, parts, source, unitMm } from './cutting-list.js';
import { isNewsOf, type KeptRun, runOf, runSection } from './kept-run.js';
import { Search } from './search.js';
import { type Setup, settingsForAnother, usual } from './settings.js';

export interface Marker {
  /** Empty for parts of a file. */
  readonly material: string;
  readonly setup: Signal<Setup>;
  readonly search: Search;
}

export interface StoredMarker {
  readonly material: string;
  readonly setup: Setup;
  readonly run: object | null;
}

const shownName = (): string => (source.value === 'parts' ? '' : (packedMaterial.value ?? material.value));

const all = new Map<string, Marker>();
/** Grows when a marker comes that is not shown. */
const grown = signal(0);

function add(name: string, setup: Setup, run: KeptRun | null): Marker {
  const marker = { material: name, setup: signal(setup), search: new Search(run) };
  all.set(name, marker);
  const input = () => [marker.setup.value, garments.value, people.value, parts.value, unitMm.value];
  passing(marker.search.trouble, input);
  return marker;
}

// The sections `setup` and `run` are those of the shown marker.
let last = add(
  shownName(),
  { ...usual, ...recall('setup', (json) => json as Partial<Setup>) },
  recall('run', (json) => runOf(json)),
);
for (const { material: name, setup, run } of recall('markers', (json) => json as readonly StoredMarker[]) ?? []) {
  if (!all.has(name)) add(name, { ...usual, ...setup }, run && runOf(run));
}

export const shown = computed(() => {
  const name = shownName();
  last = all.get(name) ?? renamed(name) ?? add(name, settingsForAnother(last.setup.peek()), null);
  return last;
});

/** The marker that was shown last, if nothing is cut of its material any more; else undefined. */
function renamed(name: string): Marker | undefined {
  if (last.material === '' || name === '' || materials.value.includes(last.material)) return undefined;
  all.delete(last.material);
  const marker = { ...last, material: name };
  all.set(name, marker);
  return marker;
}

/** The marker of a material, as soon as it was shown or started. */
export function markerOf(name: string): Marker | undefined {
  void [grown.value, shown.value];
  return all.get(name);
}

/** A signal of whichever marker is shown. */
export function ofShown<T>(from: (marker: Marker) => Signal<T>): Pick<Signal<T>, 'value' | 'peek'> {
  return {
    get value() {
      return from(shown.value).value;
    },
    set value(value: T) {
      from(shown.value).value = value;
    },
    peek: () => from(shown.peek()).peek(),
  };
}

/** Does something as if the marker of another material were shown. */
export function within<T>(name: string, act: () => T): T {
  const before = material.peek();
  return batch(() => {
    const size = all.size;
    material.value = name;
    try {
      return act();
    } finally {
      material.value = before;
      if (all.size > size) grown.value += 1;
    }
  });
}

effect(() => keep('setup', shown.value.setup.value));

interface State {
  readonly material: string;
  readonly setup: Setup;
  readonly run: KeptRun | null;
}

const areNewsOf = (before: readonly State[], states: readonly State[]): boolean =>
  before.length === states.length &&
  states.every(({ material: name, setup, run }, i) => {
    const old = before[i]!;
    return old.material === name && old.setup === setup && (old.run === run || isNewsOf(old.run, run));
  });

let keptRun = shown.peek().search.kept.peek();
effect(() => {
  const run = shown.value.search.kept.value;
  keep('run', run && runSection(run), isNewsOf(keptRun, run));
  keptRun = run;
});
let keptOthers: readonly State[] = [];
effect(() => {
  void grown.value;
  const others = [...all.values()].filter((marker) => marker !== shown.value);
  const states = others.map(({ material: name, setup, search: { kept } }): State => {
    return { material: name, setup: setup.value, run: kept.value };
  });
  const stored = states.map(({ run, ...rest }): StoredMarker => ({ ...rest, run: run && runSection(run) }));
  keep('markers', stored.length > 0 ? stored : null, areNewsOf(keptOthers, states));
  keptOthers = states;
});

export function takeUpAgain(): void {
  addEventListener('pagehide', () => {
    for (const { search } of all.values()) search.remember();
  });
  for (const { search } of all.values()) void search.takeUpAgain();
}
