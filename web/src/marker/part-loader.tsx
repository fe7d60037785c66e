/** Loads parts from elsewhere: dropped, chosen or pasted. */
import { batch, signal, useSignal } from '@preact/signals';
import { everySize } from '../../../src/patterns/import/sizes.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { lazy } from '../shell/lazy.js';
import { Problems } from '../shell/problems.js';
import { type LoadedParts, parts, source, unitMm, unitNames } from './cutting-list.js';
import { forget, runTrouble } from './run.js';
import { adopt, takeUnit } from './setup.js';

const loadTrouble = signal<Trouble | null>(null);
const loading = signal(false);
/** The text in the field for pasting. */
const pasted = signal('');

/** Counts the files given to read. The last one wins, however long an earlier one takes. */
let given = 0;
/** The one of them that gave the loaded parts. */
const taken = signal(given);

/** Loads new parts. Unreadable content leaves the loaded parts in place. */
export async function load(content: string | Blob, name: string): Promise<void> {
  await read(
    async ({ readFile, textOf }) => readFile(typeof content === 'string' ? content : await textOf(content), name),
    adopt,
  );
}

/** Loads another size of the same drawing. Sheets and search keep their settings. */
async function takeSize({ title, graded }: LoadedParts, size: string): Promise<void> {
  if (graded) await read(({ readFile }) => ({ ...readFile(graded.text, '', size), title }));
}

async function read(
  from: (reader: typeof import('./read-file.js')) => LoadedParts | Promise<LoadedParts>,
  use: (loaded: LoadedParts) => void = () => {},
): Promise<void> {
  const turn = ++given;
  loading.value = true;
  try {
    const loaded = await from(await import('./read-file.js'));
    if (turn !== given) return;
    batch(() => {
      source.value = 'parts';
      parts.value = loaded;
      taken.value = turn;
      use(loaded);
      forget();
    });
    loadTrouble.value = null;
    pasted.value = '';
  } catch (error) {
    if (turn === given) loadTrouble.value = troubleOf(error);
  } finally {
    if (turn === given) loading.value = false;
  }
}

async function loadExample(): Promise<void> {
  const { default: address } = await import('../../../examples/marker.json?url');
  const response = await fetch(address);
  await load(await response.text(), 'Linen set.json');
}

export async function drop(event: DragEvent): Promise<void> {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData('text/plain');
  if (file) await load(file, file.name);
  else if (text) await load(text, '');
}

const PartTable = lazy(async () => (await import('./part-table.js')).PartTable);

export function PartLoader() {
  const unfolded = useSignal(false);
  const over = useSignal(false);
  const loaded = parts.value;
  const told = [...(runTrouble.value?.fields ?? [])].filter(([path]) => path.startsWith('polygons'));
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field and the button in it are the way by keyboard */}
      <div
        class={`drop ${over.value ? 'over' : ''}`}
        onDragEnter={() => {
          over.value = true;
        }}
        onDragLeave={() => {
          over.value = false;
        }}
        onDrop={() => {
          over.value = false;
        }}
      >
        <label class="file">
          <input
            type="file"
            accept=".json,.svg,.dxf,application/json,image/svg+xml"
            onChange={async (event) => {
              const input = event.currentTarget;
              const file = input.files?.[0];
              if (file) await load(file, file.name);
              input.value = '';
            }}
          />
          <span class="file-button">Choose a file</span>
        </label>
        <p>or drop one anywhere: a JSON request, an SVG or a DXF</p>
        <label for="paste" class="visually-hidden">
          Paste parts
        </label>
        <textarea
          id="paste"
          rows={2}
          value={pasted.value}
          spellcheck={false}
          placeholder="or paste its text here"
          aria-invalid={loadTrouble.value !== null}
          aria-describedby="paste-problem"
          onPaste={(event) => {
            const text = event.clipboardData?.getData('text/plain');
            if (!text) return;
            event.preventDefault();
            void load(text, '');
          }}
          onInput={(event) => {
            pasted.value = event.currentTarget.value;
            loadTrouble.value = null;
          }}
          onChange={() => {
            if (pasted.value.trim()) void load(pasted.value, '');
          }}
        />
        <button type="button" class="quiet" onClick={() => void loadExample()}>
          Load an example: linen set
        </button>
      </div>
      <div id="paste-problem" role="status">
        {loading.value && <p class="help">Reading …</p>}
        {loadTrouble.value && <Problems trouble={loadTrouble.value} />}
      </div>
      {loaded && (
        <div class="loaded">
          <p>
            <strong>{loaded.title}</strong>
            <span class="muted">
              {counted(
                loaded.polygons.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0),
                'part',
              )}
              {loaded.bins.length > 0 && `, ${counted(loaded.bins.length, 'sheet')}`}
            </span>
          </p>
          {loaded.request && (
            <div class="field">
              <label for="unit">Length unit</label>
              <select
                id="unit"
                value={unitMm.value}
                onChange={(event) => {
                  takeUnit(Number(event.currentTarget.value));
                }}
              >
                {[...unitNames].map(([mm, name]) => (
                  <option key={name} value={mm}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
          {loaded.graded && (
            <div class="field">
              <label for="size">Size</label>
              <select
                id="size"
                value={loaded.graded.sizes.taken}
                onChange={(event) => void takeSize(loaded, event.currentTarget.value)}
              >
                {loaded.graded.sizes.names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
                <option value={everySize}>all of them</option>
              </select>
            </div>
          )}
          <details
            onToggle={(event) => {
              unfolded.value = event.currentTarget.open;
            }}
          >
            <summary>Copies, rotations and rules of each part</summary>
            {/* a refused number stays with its file */}
            {unfolded.value && <PartTable key={taken.value} />}
          </details>
          {loaded.notes.map((note) => (
            <p key={note} class="notice">
              {note}
            </p>
          ))}
        </div>
      )}
      {told.map(([path, message]) => (
        <p key={path} class="problem">
          {message}
        </p>
      ))}
    </>
  );
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;
