/**
 * Which projects other tabs of this browser have open. The tabs ask each other, and a tab holds a lock where the page is secure.
 * An answer may come late: the store itself refuses to overwrite the work of another tab.
 */
const lockOf = (id: string): string => `selvage.project.${id}`;
/** Other tabs answer within this time, unless the browser has stopped them. */
const answerMs = 300;

interface Word {
  readonly word: 'open?' | 'have' | 'left';
  /** Of a project; empty asks for all of them. */
  readonly id: string;
  readonly tab: string;
}

/** The changes that a tab wants to know of. */
export interface Neighbours {
  /** Called when another tab opens the project, too, or none has it any more. */
  onShared(isShared: boolean): void;
  /** Called once it is clear that no other tab has it. */
  onAlone(): void;
}

const tab = `${Date.now()}-${Math.random()}`;
const channel = new BroadcastChannel('selvage.project');
/** The tabs that have the project of this one open. */
const sharers = new Set<string>();
/** All projects that have answered to the last question. */
const answered = new Set<string>();
let own = '';
let neighbours: Neighbours | null = null;
let giveBack = (): void => {};

const say = (word: Word['word'], id: string): void => channel.postMessage({ word, id, tab } satisfies Word);
const answers = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, answerMs));

channel.onmessage = ({ data }: MessageEvent<Word>) => {
  if (data.word === 'have') answered.add(data.id);
  if (data.word === 'open?' && own !== '') say('have', own);
  if (data.id !== own || own === '') return;
  const before = sharers.size;
  if (data.word === 'left') sharers.delete(data.tab);
  else sharers.add(data.tab);
  if (sharers.size > 0 !== before > 0) neighbours?.onShared(sharers.size > 0);
};
addEventListener('pagehide', () => say('left', own));
addEventListener('pageshow', ({ persisted }) => {
  // The others took this tab for gone.
  if (persisted) location.reload();
});

const locked = async (): Promise<Set<string>> => {
  const held = (await navigator.locks.query()).held ?? [];
  return new Set(held.map(({ name = '' }) => name.replace(lockOf(''), '')));
};

/** The ids of the projects that other tabs have open; also that of this tab, if it is asked for again. */
export async function openElsewhere(): Promise<ReadonlySet<string>> {
  if (navigator.locks) return locked();
  answered.clear();
  say('open?', '');
  await answers();
  return answered;
}

/** Notes the project of this tab, until it ends or takes another one. */
export async function hold(id: string, told: Neighbours): Promise<void> {
  if (own !== '' && own !== id) say('left', own);
  own = id;
  neighbours = told;
  sharers.clear();
  giveBack();
  say('open?', id);
  const taken = navigator.locks ? (await locked()).has(id) : true;
  if (own !== id) return;
  if (navigator.locks) {
    void navigator.locks.request(
      lockOf(id),
      { mode: 'shared' },
      () =>
        new Promise<void>((resolve) => {
          giveBack = resolve;
        }),
    );
  }
  // A reload gives its own lock back late.
  if (taken) await answers();
  if (own === id && sharers.size === 0) told.onAlone();
}
