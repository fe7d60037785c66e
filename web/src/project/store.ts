/** The projects of this browser, in IndexedDB: a row for each project, and the JSON text of each of its sections. */

/** The copy of a project under the account. */
export interface AccountCopy {
  readonly projectId: string;
  /** Version that the project was last saved as, or opened from. */
  readonly versionNumber: number;
  /** Whether the people are kept there. */
  readonly keepPeople: boolean;
  /** `changedAt` of the project as it was saved. */
  readonly changedAt: number;
  /** Whether each change is saved there by itself. */
  readonly auto?: boolean;
  /** Whether it was too large there with the layouts of its lay plan. */
  readonly withoutLayouts?: boolean;
}

export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  /** Time of the last change, milliseconds since 1970. */
  readonly changedAt: number;
  /** Version of the form of its sections. */
  readonly version: number;
  readonly copy?: AccountCopy | undefined;
  /** Mark of its last change. */
  readonly mark?: string | undefined;
}

/** Another tab has changed or deleted the project in the meantime. Nothing was stored. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export interface ProjectStore {
  /** False: the browser stores nothing, and the projects end with the page. */
  readonly lasts: boolean;
  /** The projects, the last changed first. */
  list(): Promise<readonly ProjectRow[]>;
  /** The texts of a project's sections, by name. */
  sections(id: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Stores a row and the given sections at once; null removes a section.
   * @param onto the row that it must replace, else it is `Overtaken`; left out: any
   */
  put(row: ProjectRow, sections: ReadonlyMap<string, string | null>, onto?: ProjectRow): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A browser may ask for permission, or never answer. */
const openingMs = 3000;

export async function openStore(): Promise<ProjectStore> {
  try {
    return databaseStore(await opened());
  } catch {
    return memoryStore();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('selvage', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('projects', { keyPath: 'id' });
      request.result.createObjectStore('sections');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error('the browser does not open its database')), openingMs);
  });
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const newestFirst = (rows: readonly ProjectRow[]): ProjectRow[] =>
  [...rows].sort((a, b) => b.changedAt - a.changedAt || (a.id < b.id ? -1 : 1));

function databaseStore(database: IDBDatabase): ProjectStore {
  // Another tab may ask for the database to be deleted.
  database.onversionchange = () => database.close();
  const all = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);
  /** @param onto the row that must still be there as it is */
  const write = (change: (transaction: IDBTransaction) => void, onto?: ProjectRow): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(['projects', 'sections'], 'readwrite');
      let isOvertaken = false;
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(isOvertaken ? new Overtaken() : transaction.error);
      if (!onto) {
        change(transaction);
        // A page that is about to close cannot wait for the answers.
        transaction.commit();
        return;
      }
      const asked: IDBRequest<ProjectRow | undefined> = transaction.objectStore('projects').get(onto.id);
      asked.onsuccess = () => {
        isOvertaken = asked.result?.mark !== onto.mark;
        if (isOvertaken) transaction.abort();
        else change(transaction);
      };
    });
  return {
    lasts: true,
    async list() {
      const store = database.transaction('projects').objectStore('projects');
      return newestFirst(await answer<ProjectRow[]>(store.getAll()));
    },
    async sections(id) {
      const store = database.transaction('sections').objectStore('sections');
      const [keys, texts] = await Promise.all([answer(store.getAllKeys(all(id))), answer(store.getAll(all(id)))]);
      return new Map(keys.map((key, i) => [(key as string[])[1]!, texts[i] as string]));
    },
    put(row, sections, onto) {
      return write((transaction) => {
        transaction.objectStore('projects').put(row);
        const store = transaction.objectStore('sections');
        for (const [name, text] of sections) {
          if (text === null) store.delete([row.id, name]);
          else store.put(text, [row.id, name]);
        }
      }, onto);
    },
    remove(id) {
      return write((transaction) => {
        transaction.objectStore('projects').delete(id);
        transaction.objectStore('sections').delete(all(id));
      });
    },
  };
}

function memoryStore(): ProjectStore {
  const rows = new Map<string, ProjectRow>();
  const texts = new Map<string, Map<string, string>>();
  return {
    lasts: false,
    list: async () => newestFirst([...rows.values()]),
    sections: async (id) => texts.get(id) ?? new Map(),
    async put(row, sections) {
      rows.set(row.id, row);
      const kept = texts.get(row.id) ?? new Map<string, string>();
      texts.set(row.id, kept);
      for (const [name, text] of sections) {
        if (text === null) kept.delete(name);
        else kept.set(name, text);
      }
    },
    async remove(id) {
      rows.delete(id);
      texts.delete(id);
    },
  };
}
