/** Jobs that are no longer there. */
import { Code, ConnectError } from '@connectrpc/connect';

/** Whether the service no longer knows the job or the key: a job behind another key is gone as well. */
export const isGone = (error: unknown): boolean =>
  [Code.NotFound, Code.Unauthenticated].includes(ConnectError.from(error).code);
