/** A pattern of one's own in the making: its text, the check of the service, its versions and the list of all. */
import { createClient } from '@connectrpc/connect';
import { batch, computed, effect, signal } from '@preact/signals';
import { AdminService, type OwnPattern, type PatternVersion } from '../../../gen/selvage/admin/v1/admin_pb.js';
import type { PatternPiece } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { ServiceError } from '../../../src/errors.js';
import type { Json } from '../../../src/json/json.js';
import { type Difference, diffDocuments } from '../../../src/patterns/diff-documents.js';
import { documentText } from '../../../src/patterns/document-text.js';
import { reloadCatalogue } from '../pattern/catalogue.js';
import { isAway, there } from '../service/away.js';
import { transport } from '../service/clients.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import { telling } from '../service/told.js';
import { asTold, type Trouble, troubleOf } from '../service/trouble.js';
import { newUuid } from '../service/uuid.js';
import { textOf } from '../shell/text-of.js';
import { firstDocument } from './first-document.js';
import { locate, placeOf, type Range } from './locate.js';

const service = createClient(AdminService, transport);

/** The open pattern. */
export interface Opened {
  /** Empty: not saved yet, as far as the page knows. */
  readonly patternId: string;
  /** The id that a pattern gets with its first save. A save without an answer may have made it. */
  readonly newId?: string;
  readonly text: string;
  /** The text as it was last saved; null: never. */
  readonly saved: string | null;
}

const slot = 'selvage.making';

export const opened = signal<Opened | null>(recalled());
effect(() => {
  try {
    sessionStorage.setItem(slot, JSON.stringify(opened.value));
  } catch {
    // A document larger than the browser's store stays in the page alone.
  }
});

function recalled(): Opened | null {
  try {
    return JSON.parse(sessionStorage.getItem(slot) ?? 'null') as Opened | null;
  } catch {
    return null;
  }
}

export const own = signal<readonly OwnPattern[] | null>(null);
export const versions = signal<readonly PatternVersion[]>([]);
/** Notes on a converted file. */
export const notes = signal<readonly string[]>([]);
/** Of the list, a save or a publication; the faults of the text stand apart. */
export const trouble = signal<Trouble | null>(null);
const running = signal(0);
export const busy = computed(() => running.value > 0);
/** A sentence about the last action that went well. */
export const done = signal('');

export const pieces = signal<readonly PatternPiece[]>([]);
export const warnings = signal<readonly string[]>([]);
export const checking = signal(false);
/** The refusal of the present text. */
export const refusal = signal<Trouble | null>(null);

/** A fault of the text, with its place. */
export interface Fault {
  readonly message: string;
  readonly range: Range | null;
}

const syntaxPlace = /at line (\d+), column (\d+)/;

export const faults = computed<readonly Fault[]>(() => {
  const [found, text] = [refusal.value, opened.value?.text ?? ''];
  if (!found) return [];
  const [, line, column] = syntaxPlace.exec(found.message) ?? [];
  if (line !== undefined) return [{ message: found.message, range: placeOf(text, Number(line), Number(column)) }];
  if (found.fields.size === 0) return [{ message: found.message, range: null }];
  return [...found.fields].map(([path, message]) => ({ message, range: locate(text, path) }));
});

export const isChanged = computed(() => opened.value !== null && opened.value.text !== opened.value.saved);

const pauseMs = 350;

/** The pattern to save: the open one, or the one that the first save makes. */
const targetOf = ({ patternId, newId }: Opened) =>
  patternId === '' && newId !== undefined ? { newPatternId: newId } : { patternId };

const check = latest(pauseMs, async ({ patternId, text }: Opened, abort) => {
  checking.value = true;
  const asked = { patternId, document: text, validateOnly: true, withPieces: true };
  try {
    const answer = await service.savePatternDraft(asked, { signal: abort });
    batch(() => {
      refusal.value = null;
      pieces.value = answer.pieces;
      warnings.value = answer.warnings;
    });
  } catch (error) {
    const found = troubleOf(error, asTold);
    if (found) refusal.value = found;
  } finally {
    if (!abort.aborted) checking.value = false;
  }
});

let checked = '';
effect(() => {
  const now = opened.value;
  const asked = `${now?.patternId} ${now?.text} ${key.value} ${organization.value}`;
  if (now === null || key.value === '' || asked === checked) return;
  checked = asked;
  check(now);
});

const tell = telling(trouble);

async function told(action: () => Promise<void>): Promise<void> {
  running.value++;
  await tell(action);
  if (trouble.value !== null) done.value = '';
  running.value--;
}

export const readOwn = (): Promise<void> =>
  told(async () => {
    const found: OwnPattern[] = [];
    let pageToken = '';
    do {
      const page = await service.listOwnPatterns({ pageSize: 200, pageToken });
      found.push(...page.patterns);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    own.value = found;
  });

function show(next: Opened | null): void {
  check.cancel();
  checked = '';
  batch(() => {
    opened.value = next;
    pieces.value = [];
    warnings.value = [];
    notes.value = [];
    versions.value = [];
    refusal.value = null;
    done.value = '';
    trouble.value = null;
  });
}

export const close = (): void => show(null);
export const beginNew = (): void => showNew(firstDocument);

function showNew(text: string): void {
  show({ patternId: '', newId: newUuid(), text, saved: null });
}

export function edit(text: string): void {
  if (opened.value) opened.value = { ...opened.value, text };
  done.value = '';
}

const readVersions = async (patternId: string): Promise<void> => {
  versions.value = patternId === '' ? [] : (await service.listPatternVersions({ patternId })).versions;
};

const textOfVersion = async (patternId: string, versionNumber: number): Promise<string> =>
  documentText(JSON.parse((await service.getPatternVersion({ patternId, versionNumber })).document) as Json);

/** Opens the draft of a pattern, else its latest published version. */
export const openPattern = ({ patternId, draftVersionNumber, publishedVersionNumber }: OwnPattern): Promise<void> =>
  told(async () => {
    const text = await textOfVersion(patternId, draftVersionNumber || publishedVersionNumber);
    show({ patternId, text, saved: text });
    await readVersions(patternId);
  });

/** After a reload, the versions of the open pattern are read again. */
export const takeUpAgain = (): Promise<void> => told(() => readVersions(opened.peek()?.patternId ?? ''));

/** Edits the text of an earlier version from now on. */
export const takeVersion = (versionNumber: number): Promise<void> =>
  told(async () => {
    const { patternId } = opened.value!;
    edit(await textOfVersion(patternId, versionNumber));
  });

/** The differences from a version to the present text. ServiceError or SyntaxError for a text that is no JSON. */
export async function differencesFrom(versionNumber: number): Promise<Difference[]> {
  const { patternId, text } = opened.value!;
  const { document } = await service.getPatternVersion({ patternId, versionNumber });
  return diffDocuments(JSON.parse(document) as Json, JSON.parse(text) as Json);
}

export const save = (): Promise<void> =>
  told(async () => {
    const { versionNumber } = await saved();
    done.value = `Saved as the draft of version ${versionNumber}.`;
  });

async function saved(): Promise<PatternVersion> {
  const { text } = opened.value!;
  const { version } = await service.savePatternDraft({ ...targetOf(opened.value!), document: text });
  opened.value = { ...opened.value!, patternId: version!.patternId, saved: text };
  await readVersions(version!.patternId);
  return version!;
}

/** A published version never changes; the catalogue of all pages has it from now on. */
export const publish = (): Promise<void> =>
  told(async () => {
    const { patternId, versionNumber, published } = await saved();
    if (!published) await service.publishPatternVersion({ patternId, versionNumber });
    await readVersions(patternId);
    reloadCatalogue();
    done.value = `Version ${versionNumber} is published.`;
  });

/** Repeats a call without an effect while it finds no service. */
async function onceThere<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isAway.peek()) throw error;
      trouble.value = troubleOf(error);
      await there();
    }
  }
}

/** Millimetres in one unit of a DXF that names none. */
export const dxfUnit = signal(1);
/** The size of a graded DXF; blank: its sample size. */
export const dxfSize = signal('');

const seamlyPattern = /\.(sm2d|val)$/i;
const seamlyMeasurements = /\.(smis|smms|vit|vst)$/i;

/** Opens a document, or the file of another program with its measurements, as a new pattern. */
export const upload = (files: readonly File[]): Promise<void> =>
  told(async () => {
    const pattern = files.find(({ name }) => !seamlyMeasurements.test(name));
    if (!pattern) throw new ServiceError('invalid', 'Choose the pattern, too: its measurements alone give no pieces');
    const text = await textOf(pattern);
    const name = pattern.name.replace(/\.[a-z0-9]+$/i, '') || 'Pattern';
    if (/^\s*\{/.test(text)) return showNew(text);
    const measurements = files.find((file) => seamlyMeasurements.test(file.name));
    const [size, unitMm] = [dxfSize.value.trim(), dxfUnit.value];
    const taken = measurements ? await textOf(measurements) : '';
    const answer = await onceThere(() =>
      service.convertPatternFile({
        name,
        file: seamlyPattern.test(pattern.name)
          ? { case: 'seamly', value: { text, measurements: taken } }
          : { case: 'dxf', value: { text, unitMm, ...(size !== '' && { size }) } },
      }),
    );
    showNew(documentText(JSON.parse(answer.document) as Json));
    notes.value = [
      `${answer.pieces} of ${answer.piecesInFile} pieces were converted.`,
      ...answer.notes.map(({ message }) => message),
    ];
  });
