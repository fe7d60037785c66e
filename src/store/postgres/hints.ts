/** Hints by NOTIFY. A notification has a limited payload, so it carries a few names. */
import type { HintStore } from '../store.js';
import { type Database, Statement } from './database.js';

/** PostgreSQL refuses payloads of 8,000 bytes. */
const mostBytes = 7_000;

const notify = new Statement<{ name: string; payload: string }>('SELECT pg_notify(@name, @payload)');

const nameOf = (channel: 'jobs' | 'tasks') => `selvage_${channel}`;

export function postgresHints(db: Database): HintStore {
  return {
    async sendHints(channel, hints) {
      try {
        for (const payload of payloads(hints)) await notify.run(db, { name: nameOf(channel), payload });
      } catch {
        // A lost hint costs a poll.
      }
    },
    onHints: (channel, listener) =>
      db.listen(nameOf(channel), (payload) => {
        for (const hint of payload.split(' ')) listener(hint);
      }),
  };
}

function payloads(hints: readonly string[]): string[] {
  const joined: string[] = [];
  let payload = '';
  for (const hint of hints) {
    if (payload.length + hint.length + 1 > mostBytes) {
      joined.push(payload);
      payload = '';
    }
    payload += payload === '' ? hint : ` ${hint}`;
  }
  if (payload !== '') joined.push(payload);
  return joined;
}
