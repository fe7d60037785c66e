/**
 * Which projects other tabs of this browser have open. Locks tell it where the page is secure. Elsewhere the tabs ask each
 * other.
 */
const lockOf = (id: string): string => `selvage.project.${id}`;
/** A reload gives its lock back within this time. */
const lockMs = 1500;
/** Other tabs answer within this time, unless the browser has stopped them. */
const answerMs = 100;

type Word = { readonly word: 'open?' | 'have' | 'left'; readonly id: string };

const channel = navigator.locks ? null : new BroadcastChannel('selvage.project');

/** The ids of the projects that other tabs hold. */
export async function openElsewhere(): Promise<ReadonlySet<string>> {
  if (navigator.locks) {
    const held = (await navigator.locks.query()).held ?? [];
    return new Set(held.map(({ name = '' }) => name.replace(lockOf(''), '')));
  }
  const found = new Set<string>();
  channel!.onmessage = ({ data: { word, id } }: MessageEvent<Word>) => {
    if (word === 'have') found.add(id);
  };
  say('open?', '');
  await new Promise((resolve) => setTimeout(resolve, answerMs));
  return found;
}

/** Holds a project for this tab until it ends. @param tell whether another tab has it, too; called at each change */
export function hold(id: string, tell: (isShared: boolean) => void): void {
  if (navigator.locks) {
    const late = setTimeout(() => tell(true), lockMs);
    void navigator.locks.request(lockOf(id), () => {
      clearTimeout(late);
      tell(false);
      return new Promise(() => {});
    });
    return;
  }
  channel!.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.word === 'open?' && data.id !== id) return say('have', id);
    if (data.id !== id) return;
    if (data.word === 'open?') say('have', id);
    // the tabs that remain ask each other anew
    if (data.word === 'left') say('open?', id);
    tell(data.word !== 'left');
  };
  say('open?', id);
  addEventListener('pagehide', () => say('left', id));
}

function say(word: Word['word'], id: string): void {
  channel!.postMessage({ word, id } satisfies Word);
}
