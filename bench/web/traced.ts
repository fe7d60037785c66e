/** The frames and tasks of a page while something happens, from the browser's own trace. */
import type { Browser, Page } from 'playwright-core';

export interface Traced {
  /** Milliseconds from each drawn frame to the next. */
  readonly frames: readonly number[];
  /** Milliseconds of each task of the page's main thread, and its processor time of them. */
  readonly tasks: readonly { readonly ms: number; readonly ownMs: number }[];
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of it, the thread's own processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];

export async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Traced> {
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const pages = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  // an empty first tab has a thread of its own, which does next to nothing
  const isOfPage = ({ pid, tid }: TraceEvent): boolean => pages.some((main) => main.pid === pid && main.tid === tid);
  const drawn = traceEvents
    .filter(({ name, pid }) => name === 'DrawFrame' && pages.some((main) => main.pid === pid))
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const tasks = traceEvents.filter((event) => /RunTask$/.test(event.name) && isOfPage(event));
  return {
    frames: drawn.slice(1).map((ts, i) => (ts - drawn[i]!) / 1000),
    tasks: tasks.map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, ownMs: tdur / 1000 })),
  };
}
