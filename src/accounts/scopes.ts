/** The scopes of keys: a key without any may do everything that its user can. */
import type { KeyScope } from './repository.js';

/** Whether a key with scopes `held` may do a thing that needs one of `needed`. */
export const allows = (held: readonly KeyScope[], needed: readonly KeyScope[]): boolean =>
  held.length === 0 || held.some((scope) => needed.includes(scope));

/** Whether a key with scopes `wanted` could do nothing that a key with scopes `held` cannot. */
export const covers = (held: readonly KeyScope[], wanted: readonly KeyScope[]): boolean =>
  held.length === 0 || (wanted.length > 0 && wanted.every((scope) => held.includes(scope)));
