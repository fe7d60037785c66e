/** Plans one order at a time: submits it, follows its stream over breaks and reloads, cancels it, and keeps its layouts. */
import { create, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { batch, effect, signal } from '@preact/signals';
import {
  type LayEvent,
  type LayPlan,
  LayPlanSchema,
  type LayProgress,
  LayService,
  type PlanLaysRequest,
  PlanLaysRequestSchema,
} from '../../../gen/selvage/lay/v1/lay_pb.js';
import { returns } from '../service/away.js';
import { cancelling } from '../service/cancelling.js';
import { transport } from '../service/clients.js';
import { isGone } from '../service/gone.js';
import { jobEvents } from '../service/job-events.js';
import { passing } from '../service/passing.js';
import { type Trouble, toldTrouble, troubleOf } from '../service/trouble.js';
import { keep, recall } from '../shell/kept.js';
import type { KeptLayouts } from './kept-layouts.js';
import { knownLayouts, laidOf, takeKept } from './laid.js';
import { orderRequest, wanting } from './order.js';

const layService = createClient(LayService, transport);

/** `waiting`: the account has as many open jobs as it may, or the queue is full. */
export type Phase = 'idle' | 'asking' | 'waiting' | 'queued' | 'running' | 'reconnecting' | 'done';

export const phase = signal<Phase>('idle');
export const queuedPosition = signal<number | null>(null);
export const progress = signal<Pick<LayProgress, 'elapsedSeconds' | 'nests' | 'openNests'> | null>(null);
export const plan = signal<LayPlan | null>(null);
/** The order of the plan, as it was sent. */
export const order = signal<PlanLaysRequest | null>(null);
export const notices = signal<readonly string[]>([]);
export const cancelled = signal(false);
export const trouble = signal<Trouble | null>(null);
passing(trouble, () => wanting.value ?? orderRequest());

/** Number of connection attempts in a row. A planner elsewhere takes a plan over after 15 seconds. */
const attempts = 12;

export interface KeptLays {
  readonly jobId: string;
  readonly order: JsonValue;
  readonly plan: JsonValue | null;
  readonly ended: boolean;
  /** Of the markers of an ended plan. */
  readonly layouts?: KeptLayouts;
}

let current: { readonly abort: AbortController; jobId: string } | null = null;

export const isRunning = (): boolean => phase.value !== 'idle' && phase.value !== 'done';

export async function start(): Promise<void> {
  if (isRunning()) return;
  const request = create(PlanLaysRequestSchema, orderRequest());
  const takeBack = shownPlan();
  batch(() => {
    phase.value = 'asking';
    order.value = request;
    plan.value = null;
    forget();
  });
  await follow('', (call) => layService.planLays(request, call));
  if (phase.value === 'idle') takeBack();
}

/** @returns a way back to the shown plan, for a new one that the service refuses */
function shownPlan(): () => void {
  if (plan.value === null) return () => {};
  const before = { current, plan: plan.value, order: order.value, notices: notices.value, cancelled: cancelled.value };
  return () =>
    batch(() => {
      current = before.current;
      plan.value = before.plan;
      order.value = before.order;
      notices.value = before.notices;
      cancelled.value = before.cancelled;
      phase.value = 'done';
    });
}

function forget(): void {
  queuedPosition.value = null;
  progress.value = null;
  notices.value = [];
  cancelled.value = false;
  trouble.value = null;
}

/** Shows the plan from before a reload, and goes on with its stream. */
export async function takeUpAgain(): Promise<void> {
  const kept = recall('lays', (json) => {
    const { jobId, ended, layouts, ...stored } = json as KeptLays;
    if (layouts) takeKept(layouts);
    return {
      jobId,
      ended,
      order: fromJson(PlanLaysRequestSchema, stored.order),
      plan: stored.plan === null ? null : fromJson(LayPlanSchema, stored.plan),
    };
  });
  if (!kept || current) return;
  if (kept.ended) current = { abort: new AbortController(), jobId: kept.jobId };
  batch(() => {
    phase.value = kept.ended ? 'done' : 'reconnecting';
    order.value = kept.order;
    plan.value = kept.plan;
  });
  if (!kept.ended) await follow(kept.jobId, { jobId: kept.jobId });
}

async function follow(jobId: string, first: Parameters<typeof jobEvents<LayEvent>>[1]): Promise<void> {
  const job = { abort: new AbortController(), jobId };
  current = job;
  const onBreak = (error: unknown): void => {
    phase.value = ConnectError.from(error).code === Code.ResourceExhausted ? 'waiting' : 'reconnecting';
  };
  const calls = {
    resume: layService.resumeLays.bind(layService),
    cancel: layService.cancelLays.bind(layService),
  };
  try {
    const options = { signal: job.abort.signal, attempts, onBreak };
    for await (const event of jobEvents<LayEvent>(calls, first, options)) take(job, event);
  } catch (error) {
    if (jobId === '' || !isGone(error)) trouble.value = troubleOf(error);
    else notices.value = ['The service no longer has this plan. You see its last state.'];
  } finally {
    phase.value = job.jobId === '' ? 'idle' : 'done';
    remember(true);
  }
}

/** @param isNews whether it only tells how the plan goes on */
function remember(ended: boolean, isNews = true): void {
  if (!current || current.jobId === '' || !order.value) return;
  const shown = plan.value && toJson(LayPlanSchema, plan.value);
  const layouts = ended && plan.value ? knownLayouts(plan.value.markers) : undefined;
  const kept = { jobId: current.jobId, order: toJson(PlanLaysRequestSchema, order.value), plan: shown, ended };
  keep('lays', { ...kept, ...(layouts && { layouts }) } satisfies KeptLays, isNews);
}

/** A layout that the service does not tell now is asked for again when it is back, and its picture tells the reason. */
async function keepLayouts(of: LayPlan): Promise<void> {
  await Promise.allSettled(of.markers.map(({ jobId }) => laidOf(jobId)));
  if (plan.value === of && phase.value === 'done') remember(true);
}

effect(() => {
  void returns.value;
  if (phase.value === 'done' && plan.value) void keepLayouts(plan.value);
});

function take(job: { jobId: string }, { jobId, event }: LayEvent): void {
  const isNew = job.jobId === '';
  job.jobId = jobId;
  batch(() => {
    switch (event.case) {
      case 'progress':
        phase.value = event.value.queuedPosition === undefined ? 'running' : 'queued';
        queuedPosition.value = event.value.queuedPosition ?? null;
        progress.value = event.value;
        if (event.value.warnings.length > 0) notices.value = event.value.warnings.map(({ message }) => message);
        return;
      case 'plan':
        plan.value = event.value;
        return;
      case 'info':
        // the plan itself tells these
        if (plan.value?.missing.some(({ message }) => message === event.value.message)) return;
        notices.value = [...new Set([...notices.value, event.value.message])];
        return;
      case 'error':
        if (event.value.code === 'cancelled') cancelled.value = true;
        else trouble.value = toldTrouble(event.value.message);
    }
  });
  if (isNew || event.case === 'plan') remember(false, !isNew);
}

export async function cancel(): Promise<void> {
  const job = current;
  if (!job?.jobId) return job?.abort.abort();
  const call = () => layService.cancelLays({ jobId: job.jobId });
  await cancelling(call, trouble, () => current !== job || !isRunning());
}
