/** Refuses AdminService to all but administrators. */
import { ServiceError } from '../../errors.js';
import type { Call } from '../services.js';

export function requireAdmin(call: Call): void {
  if (!call.caller.admin) throw new ServiceError('permission_denied', 'Only administrators may use AdminService');
}
