/** Turns among the searches of a page: a browser opens six connections to a service, and other calls need some of them. */

const most = 4;
let taken = 0;
const waiting: (() => void)[] = [];

/**
 * Waits for a turn, in the order of the calls, unless the signal aborts before.
 * @returns the end of the turn
 */
export async function turn(signal: AbortSignal): Promise<() => void> {
  if (taken >= most) await place(signal);
  else taken += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
}

function place(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal.reason);
    };
    const go = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    waiting.push(go);
    signal.addEventListener('abort', leave, { once: true });
  });
}
