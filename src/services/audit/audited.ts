/** Writes the audit log around operations. */
import type { AuditLog, AuditTarget } from '../../accounts/audit-log.js';
import { ServiceError } from '../../errors.js';
import type { Call, Operations } from '../services.js';
import { changes } from './changes.js';

type Unary = (request: object, call: Call) => Promise<object>;
type AnyTargets = (request: object, answer: object | null, caller: Call['caller']) => readonly AuditTarget[] | null;

/**
 * The same operations. One that changes something answers after its entry is stored. So each change that a caller knows of is
 * in the log. ServiceError `unavailable` where the change was made and the log refuses its entry.
 */
export function audited<Some extends Partial<Operations>>(operations: Some, log: AuditLog): Some {
  const written = Object.entries(operations).map(([name, operation]): [string, unknown] => {
    const targetsOf = changes[name as keyof Operations] as AnyTargets | null;
    if (targetsOf === null) return [name, operation];
    return [name, recorded(name, operation as Unary, targetsOf, log)];
  });
  // every name keeps an operation of its type
  return Object.fromEntries(written) as unknown as Some;
}

function recorded(name: string, operation: Unary, targetsOf: AnyTargets, log: AuditLog): Unary {
  const operationName = name[0]!.toUpperCase() + name.slice(1);
  return async (request, call) => {
    const add = async (answer: object | null, failure: string | null): Promise<void> => {
      const targets = targetsOf(request, answer, call.caller);
      if (targets !== null) await log.add(call.caller, { operation: operationName, targets, failure });
    };
    let answer: object;
    try {
      answer = await operation(request, call);
    } catch (error) {
      // Nothing was changed: the caller learns of that failure, whatever becomes of its entry.
      await add(null, error instanceof ServiceError ? error.code : 'internal').catch(() => {});
      throw error;
    }
    await add(answer, null).catch((cause: unknown) => {
      const message = `${operationName} was done, but its entry in the audit log could not be stored`;
      throw new ServiceError('unavailable', message, { code: 'audit_unavailable', cause });
    });
    return answer;
  };
}
