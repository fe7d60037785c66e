/** The content of the project menu. */
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { key, keyProblem } from '../service/key.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { Problems } from '../shell/problems.js';
import { textOf } from '../shell/text-of.js';
import '../style/project.css';
import { AccountProjects } from './account-projects.js';
import { readDocument, writeDocument } from './document.js';
import { JobList } from './job-list.js';
import { linkTrouble } from './link.js';
import { openElsewhere } from './other-tabs.js';
import {
  copiedFrom,
  isShared,
  newRow,
  open,
  project,
  remove,
  rename,
  sectionTexts,
  store,
  storeProblem,
  version,
} from './project.js';
import type { ProjectRow } from './store.js';

const rows = signal<readonly ProjectRow[]>([]);
/** Ids of the projects that other tabs have open. */
const elsewhere = signal<ReadonlySet<string>>(new Set());
const trouble = signal<Trouble | null>(null);

async function read(): Promise<void> {
  rows.value = await store.list();
  elsewhere.value = await openElsewhere();
}

/** Runs an action of the menu; its trouble is shown. */
async function told(action: () => Promise<void>): Promise<void> {
  try {
    await action();
    trouble.value = null;
  } catch (error) {
    trouble.value = troubleOf(error);
  }
}

function saveToFile(): void {
  const { name } = project.value;
  download(`${fileName(name)}.selvage.json`, 'application/json', writeDocument(name, sectionTexts()));
}

const openFile = (file: File): Promise<void> =>
  told(async () => {
    const { name, sections } = readDocument(await textOf(file));
    const row = { ...newRow(rows.value), name };
    await store.put(row, sections);
    open(row.id);
  });

const begin = (): Promise<void> =>
  told(async () => {
    const row = newRow(rows.value);
    await store.put(row, new Map());
    open(row.id);
  });

export function ProjectArea() {
  const { id, name } = project.value;
  useEffect(() => {
    trouble.value = null;
    void told(read);
    return () => {
      copiedFrom.value = '';
    };
  }, []);
  return (
    <div class="projects">
      <label>
        Name of the project
        <input
          value={name}
          maxLength={100}
          onChange={(event) => {
            rename(event.currentTarget.value.trim() || name);
          }}
        />
      </label>
      {storeProblem.value && <p class="problem">{storeProblem.value}</p>}
      {copiedFrom.value && (
        <p class="warning">
          Another tab has changed “{copiedFrom.value}”. This tab goes on with a copy, so that neither loses its work.
        </p>
      )}
      {isShared.value && (
        <p class="warning">
          Another tab has this project open, too. If both change it, the one that is later goes on with a copy.
        </p>
      )}
      <div class="project-actions">
        <button type="button" onClick={saveToFile}>
          Save to file
        </button>
        <label class="file">
          <input
            type="file"
            disabled={!store.lasts}
            accept=".json,application/json"
            onChange={async (event) => {
              const input = event.currentTarget;
              const file = input.files?.[0];
              if (file) await openFile(file);
              input.value = '';
            }}
          />
          <span class="file-button">Open file</span>
        </label>
        <button type="button" disabled={!store.lasts} onClick={() => void begin()}>
          New
        </button>
      </div>
      {trouble.value && <Problems trouble={trouble.value} />}
      {linkTrouble.value && <Problems trouble={linkTrouble.value} />}
      <ul aria-label="Projects of this browser">
        {rows.value.map((row) => (
          <Row key={row.id} row={row.id === id ? project.value : row} isOpen={row.id === id} />
        ))}
      </ul>
      <p class="help">
        Every change is stored at once in this browser: people and measurements, too. Delete a project to remove them.
      </p>
      {key.value && !keyProblem.value && (
        <>
          <AccountProjects />
          <JobList />
        </>
      )}
    </div>
  );
}

function Row({ row: { id, name, changedAt, version: of }, isOpen }: { row: ProjectRow; isOpen: boolean }) {
  const sure = useSignal(false);
  const isNewer = of > version;
  const isElsewhere = !isOpen && elsewhere.value.has(id);
  const standing = isOpen ? 'open' : isNewer ? 'of a newer page' : isElsewhere ? 'in another tab' : '';
  return (
    <li>
      <button type="button" class="quiet" aria-current={isOpen} disabled={isOpen || isNewer} onClick={() => open(id)}>
        {name}
      </button>
      <span class="muted">{standing || new Date(changedAt).toLocaleDateString()}</span>
      <button
        type="button"
        class="quiet"
        disabled={isElsewhere}
        aria-label={`${sure.value ? 'Really delete' : 'Delete'} ${name}`}
        onBlur={() => {
          sure.value = false;
        }}
        onClick={async () => {
          if (!sure.value) {
            sure.value = true;
            return;
          }
          await told(async () => {
            await remove(id);
            await read();
          });
        }}
      >
        {sure.value ? 'Really?' : 'Delete'}
      </button>
    </li>
  );
}
