/** A tab for each material of the garments, with the state of its marker. */
import { useEffect, useRef } from 'preact/hooks';
import '../style/material-tabs.css';
import { material, materials, packedMaterial } from './cutting-list.js';
import { markerOf } from './markers.js';
import { densityOf, type Phase } from './run.js';
import type { Search } from './search.js';

/** Id of the panel that the tabs switch. */
export const markerPanel = 'marker-panel';

const keys: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function MaterialTabs() {
  const names = materials.value;
  const onKey = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const to = keys[event.key]?.(names.indexOf(packedMaterial.value!), names.length);
    if (to === undefined) return;
    event.preventDefault();
    material.value = names[to]!;
    (event.currentTarget.children[to] as HTMLElement).focus();
  };
  return (
    <div class="material-tabs" role="tablist" aria-label="Materials" onKeyDown={onKey}>
      {names.map((name) => (
        <Tab key={name} name={name} />
      ))}
    </div>
  );
}

function Tab({ name }: { name: string }) {
  const isShown = packedMaterial.value === name;
  const search = markerOf(name)?.search;
  const tab = useRef<HTMLButtonElement>(null);
  // The words of its state change its width.
  useEffect(() => {
    if (isShown && tab.current) bringIntoRow(tab.current);
  });
  return (
    <button
      ref={tab}
      type="button"
      role="tab"
      aria-selected={isShown}
      aria-controls={markerPanel}
      tabIndex={isShown ? 0 : -1}
      onClick={() => {
        material.value = name;
      }}
    >
      <strong>{name}</strong>
      <span class={search?.trouble.value ? 'problem' : 'muted'}>{search ? stateOf(search) : 'not nested'}</span>
    </button>
  );
}

/** Scrolls the row of tabs alone, and never the page. */
function bringIntoRow(tab: HTMLElement): void {
  const row = tab.parentElement!;
  const [own, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  const [before, beyond] = [own.left - all.left, own.right - all.right];
  if (before < 0) row.scrollLeft += before;
  else if (beyond > 0) row.scrollLeft += beyond;
}

const words: Readonly<Record<Phase, string>> = {
  idle: 'not nested',
  asking: 'waiting',
  waiting: 'waiting for room',
  queued: 'in the queue',
  starting: 'starting',
  running: 'searching',
  finishing: 'finishing',
  reconnecting: 'reconnecting',
  done: 'no layout',
};

function stateOf({ phase, best, ground, trouble, isRunning }: Search): string {
  if (trouble.value) return 'failed';
  if (!best.value || !ground.value) return words[phase.value];
  const density = `${(100 * densityOf(ground.value, best.value)).toFixed(1)} %`;
  return isRunning.value ? `${density} …` : density;
}
