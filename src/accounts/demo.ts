/**
 * The demo account of an embedded service: it has the paid plan, no quota, and administers its own service. The person
 * at the machine owns the data directory anyway.
 */
import { ServiceError } from '../errors.js';
import type { Accounts } from './accounts.js';
import type { User } from './repository.js';

export const demoUserName = 'demo';

/**
 * The demo user, created on the first start. `key` is the text of a new key on the first start, and on every start
 * with `freshKey`; else null.
 */
export async function ensureDemoAccount(
  accounts: Accounts,
  options: { freshKey: boolean },
): Promise<{ user: User; key: string | null }> {
  const { user, created } = await findOrCreateDemoUser(accounts);
  if (!created && !options.freshKey) return { user, key: null };
  const { text } = await accounts.createKey({ userId: user.id, name: 'demo' });
  return { user, key: text };
}

/** The demo user without a key. */
export async function findOrCreateDemoUser(accounts: Accounts): Promise<{ user: User; created: boolean }> {
  try {
    const user = await accounts.createUser({ name: demoUserName, plan: 'paid', admin: true });
    return { user, created: true };
  } catch (error) {
    // An earlier start made it, or another process did so at this moment.
    if (!(error instanceof ServiceError) || error.kind !== 'already_exists') throw error;
    return { user: await accounts.user(demoUserName), created: false };
  }
}
