/** The open project under a button of the top bar: its name, its file, and the other projects of this browser. */
import { useSignalEffect } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { lazy } from '../shell/lazy.js';
import { openMenu, toggleMenu, useDismissal } from '../shell/popover.js';
import { autoSaveFailed } from './auto-save.js';
import { linkTrouble } from './link.js';
import { copiedFrom, isShared, project, storeProblem } from './project.js';

const ProjectArea = lazy(async () => (await import('./project-area.js')).ProjectArea);

export function ProjectMenu() {
  const open = openMenu.value === 'project';
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useDismissal(menu, () => {
    if (openMenu.value === 'project') openMenu.value = null;
  });
  useSignalEffect(() => {
    if (linkTrouble.value) openMenu.value = 'project';
  });
  const troubled = storeProblem.value !== '' || isShared.value || copiedFrom.value !== '' || autoSaveFailed.value;
  return (
    <div class="key-menu project-menu" ref={menu}>
      <button
        type="button"
        class={`project-button ${troubled ? 'troubled' : ''}`}
        aria-expanded={open}
        aria-controls={id}
        aria-label={`Project: ${project.value.name}`}
        onClick={() => toggleMenu('project')}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path class="line" d="M2.5 6V4.5h5l2 2h8v9.5h-15z" />
        </svg>
        <span>{project.value.name}</span>
      </button>
      {open && (
        <fieldset class="popover" id={id} aria-label="Project">
          <ProjectArea />
        </fieldset>
      )}
    </div>
  );
}
