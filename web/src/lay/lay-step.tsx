/** Step 4: an order of the pattern in sizes and colours, and the plan of its lays as the service improves it. */
import '../style/sizes.css';
import '../style/lay.css';
import { shownNotices } from '../service/notices.js';
import { Problems } from '../shell/problems.js';
import { fields, wanting } from './order.js';
import { OrderForm } from './order-form.js';
import { PlanView } from './plan-view.js';
import {
  cancel,
  cancelled,
  isRunning,
  notices,
  order,
  type Phase,
  phase,
  plan,
  progress,
  queuedPosition,
  start,
  takeUpAgain,
  trouble,
} from './run.js';

void takeUpAgain();

export function LayStep() {
  return (
    <>
      <section class="panel" aria-label="Order">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (wanting.value !== null || isRunning()) return;
            scrollTo(0, 0);
            void start();
          }}
        >
          <OrderForm />
          <div class="actions">
            <div role="alert">{trouble.value && <Problems trouble={trouble.value} />}</div>
            {wanting.value && <p class="help">{wanting.value}</p>}
            {isRunning() ? (
              <button type="button" class="primary stop" onClick={() => void cancel()}>
                Cancel
              </button>
            ) : (
              <button type="submit" class="primary" disabled={wanting.value !== null}>
                {phase.value === 'done' ? 'Plan again' : 'Plan the lays'}
              </button>
            )}
          </div>
        </form>
      </section>
      <section class="canvas lay-canvas" aria-label="Lay plan">
        <Status />
        {plan.value && order.value && <PlanView plan={plan.value} order={order.value} />}
        {!plan.value && (
          <p class="empty">
            {isRunning()
              ? 'The first plan comes after a few nests.'
              : 'The markers and the plies of each roll will appear here, and improve with every better plan.'}
          </p>
        )}
      </section>
    </>
  );
}

const sentences: Readonly<Record<Phase, string>> = {
  idle: '',
  asking: 'Asking the service …',
  waiting: 'Waiting for room: other jobs of this account are open',
  queued: 'Waiting for a planner',
  running: 'Planning',
  reconnecting: 'Connection lost; reconnecting …',
  done: 'Done',
};

function Status() {
  if (phase.value === 'idle') return null;
  const limit = order.value?.maximumExecutionTime ?? Number(fields.value.seconds);
  const { elapsedSeconds = 0, nests = 0, openNests = 0 } = progress.value ?? {};
  const place = queuedPosition.value;
  const state =
    phase.value === 'done' && cancelled.value
      ? plan.value
        ? 'Cancelled; the best plan is kept'
        : 'Cancelled before the first plan'
      : phase.value === 'queued' && place !== null && place > 1
        ? `In the queue: number ${place}`
        : sentences[phase.value];
  return (
    <div class="run">
      <div class="run-head">
        <p class={`state state-${phase.value}`} role="status">
          {state}
        </p>
        {isRunning() && <progress max={limit} value={Math.min(elapsedSeconds, limit)} aria-label="Time used" />}
        {nests > 0 && (
          <span class="muted">
            {nests} {nests === 1 ? 'nest' : 'nests'}
            {openNests > 0 && `, ${openNests} open`}
          </span>
        )}
      </div>
      {shownNotices(notices.value).map((notice) => (
        <p key={notice} class="notice">
          {notice}
        </p>
      ))}
    </div>
  );
}
