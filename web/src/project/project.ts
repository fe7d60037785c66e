/**
 * The open project: everything of the page's work, as sections that the parts of the page keep. It is stored at every change,
 * so that it survives a reload and the end of the browser.
 */
import { signal } from '@preact/signals';
import { type SectionName, version } from '../../../src/projects/document.js';
import { hold, openElsewhere } from './other-tabs.js';
import { type AccountCopy, Overtaken, openStore, type ProjectRow } from './store.js';
import { noted, storeUnsaved } from './unsaved.js';

export { type SectionName, version };

const idOfTab = 'selvage.project';
/** Code points of a name that leave room for the rest of a copy's. */
const mostOfName = 90;
export const newId = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

export const store = await openStore();

/** The project of this tab before a reload, else the last changed one that no other tab has open, else a new one. */
async function choose(): Promise<ProjectRow> {
  const rows = (await store.list()).filter((row) => row.version <= version);
  const own = rows.find(({ id }) => id === sessionStorage.getItem(idOfTab));
  if (own) return own;
  if (rows.length === 0) return newRow(rows);
  const taken = await openElsewhere();
  return rows.find(({ id }) => !taken.has(id)) ?? newRow(rows);
}

/** The row of a new project, which nothing stores yet. */
export function newRow(others: readonly ProjectRow[]): ProjectRow {
  const names = new Set(others.map(({ name }) => name));
  let number = 1;
  while (names.has(`Project ${number}`)) number += 1;
  return { id: newId(), name: `Project ${number}`, changedAt: Date.now(), version };
}

/** The row of a copy, which this tab alone changes. */
const copyOf = (row: ProjectRow): ProjectRow => ({
  ...row,
  id: newId(),
  name: `${[...row.name].slice(0, mostOfName).join('')} (copy)`,
  mark: newId(),
});

await storeUnsaved(store, (row) => copyOf({ ...row, copy: undefined }));

export const project = signal(await choose());
/** Whether another tab has this project open. */
export const isShared = signal(false);
/** Name of the project that this tab had open before it went on in a copy, since another tab changed it; empty: none. */
export const copiedFrom = signal('');
/** The reason why the browser did not store the last change; empty: none. */
export const storeProblem = signal(store.lasts ? '' : 'This browser stores nothing: save the project to a file.');

const sections = new Map(await store.sections(project.peek().id));
const changed = new Map<string, string | null>();
/** Whether all that is changed is news of jobs. */
let isNewsAlone = true;
let closing = false;
/** Whether this tab alone changes its project. Else the store compares before each change. */
let isAlone = false;

function holdProject(): void {
  const { id } = project.peek();
  sessionStorage.setItem(idOfTab, id);
  isShared.value = false;
  isAlone = false;
  void hold(id, {
    onShared(shared) {
      isShared.value = shared;
      isAlone = false;
      if (!shared) void aloneIfUnchanged();
    },
    onAlone() {
      isAlone = true;
    },
  });
}

/** After the other tab has left, the store may keep a change of it. */
async function aloneIfUnchanged(): Promise<void> {
  const { id, mark } = project.peek();
  const stored = (await store.list()).find((row) => row.id === id);
  if (!isShared.peek() && stored?.mark === mark && project.peek().mark === mark) isAlone = true;
}

holdProject();

/** The stored texts of the open project, by section. */
export const sectionTexts = (): ReadonlyMap<string, string> => sections;

/** Null if nothing is stored, or if `read` refuses it. */
export function recall<T>(name: SectionName, read: (json: unknown) => T): T | null {
  const text = sections.get(name);
  if (text === undefined) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * @param value JSON; null removes the section
 * @param isNews whether it only tells how a job goes on. Each tab with the project hears that, so it counts as no change
 */
export function keep(name: SectionName, value: object | null, isNews = false): void {
  const text = value === null ? null : JSON.stringify(value);
  if (closing || text === (sections.get(name) ?? null)) return;
  if (text === null) sections.delete(name);
  else sections.set(name, text);
  if (changed.size === 0) queueMicrotask(() => void save());
  changed.set(name, text);
  isNewsAlone &&= isNews;
}

async function save(): Promise<void> {
  const texts = new Map(changed);
  const isNews = texts.size > 0 && isNewsAlone;
  changed.clear();
  isNewsAlone = true;
  try {
    await (isNews ? putNews(texts) : put({ changedAt: Date.now() }, texts));
    if (store.lasts) storeProblem.value = '';
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    storeProblem.value = `The browser did not store the last change${reason}. Save the project to a file.`;
  }
}

/** Stores the project with a change. If another tab has changed it, too, this tab goes on with a copy, and nothing is lost. */
async function put(change: Partial<ProjectRow>, texts: ReadonlyMap<string, string | null>): Promise<void> {
  const before = project.peek();
  project.value = { ...before, ...change, mark: newId() };
  try {
    await putOnto(before, texts);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    // An earlier change has made the copy.
    if (project.peek().id === before.id) await goOnWithCopy(change.copy);
  }
}

/** Stores news of a job under the mark of the last change. If another tab has changed the project, that tab stores them. */
async function putNews(texts: ReadonlyMap<string, string | null>): Promise<void> {
  const before = project.peek();
  // One tab alone saves its project to the account.
  if (!isShared.peek()) project.value = { ...before, changedAt: Date.now() };
  try {
    await putOnto(before, texts);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
}

/** A tab that closes cannot wait for the store, least of all where it compares first. */
function putOnto(onto: ProjectRow, texts: ReadonlyMap<string, string | null>): Promise<void> {
  const row = project.peek();
  const stored = store.put(row, texts, isAlone ? undefined : onto);
  return noted({ row, onto, texts: [...texts], sections: [...sections] }, stored);
}

/** @param copy of the account that is this tab's own */
async function goOnWithCopy(copy: AccountCopy | undefined): Promise<void> {
  const { name } = project.peek();
  const row = copyOf({ id: '', name, changedAt: Date.now(), version, copy });
  copiedFrom.value = name;
  project.value = row;
  holdProject();
  await putOnto({ ...row, mark: undefined }, sections);
}

/** Notes how the project stands to its copy under the account, which is no change of the project. */
export async function noteCopy(copy: AccountCopy | undefined): Promise<void> {
  await put({ copy }, new Map());
}

export function rename(name: string): void {
  project.value = { ...project.peek(), name };
  void save();
}

/** Goes on with another project: the page begins anew from its sections. */
export function open(id: string): void {
  closing = true;
  sessionStorage.setItem(idOfTab, id);
  location.reload();
}

/** Removes a project from this browser. After the open one, the page goes on with another. */
export async function remove(id: string): Promise<void> {
  if (id === project.peek().id) closing = true;
  await store.remove(id);
  if (closing) open('');
}
