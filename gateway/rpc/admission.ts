/** Admits a call by the caller's key, within the limits of the plan, and only while the service takes work. */
import type { ServiceError } from '../../src/errors.js';
import type { Services } from '../../src/services/services.js';
import { credentialsOf } from '../caller.js';
import { publicError } from '../problem.js';
import { countRequest, largestBody } from '../quota.js';
import { endingError, type Serving } from '../serving.js';
import { callerKey, largestBodyKey, outcomeKey, refusalKey } from './context.js';
import { codeName, connectError } from './error.js';
import type { Admit } from './mount.js';

/** The packages of health and reflection are open to all: load balancers and tools have no key. */
const open = /^\/grpc\./;

export function admission(services: Services, serving: Serving): Admit {
  return async (request, reply, context) => {
    if (open.test(request.url)) return;
    const refuse = (error: ServiceError) => {
      const refusal = connectError(error, request.id);
      context.set(refusalKey, refusal).set(outcomeKey, codeName(refusal.code));
    };
    if (serving.isEnding) {
      refuse(endingError());
      return;
    }
    try {
      const caller = await services.authenticate(credentialsOf(request.headers));
      countRequest(services, caller, reply);
      context.set(callerKey, caller).set(largestBodyKey, largestBody(caller));
    } catch (error) {
      const known = publicError(error, request.id);
      if (known.kind === 'internal') request.log.error({ err: error }, 'a caller could not be authenticated');
      refuse(known);
    }
  };
}
