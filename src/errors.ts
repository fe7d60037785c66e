/**
 * Every failure that the service can answer with: its kinds, and one table from a kind to an HTTP status and a gRPC code. A
 * domain throws `ServiceError` with field problems, and never knows which protocol carries it.
 */

/** A stable name for each kind of failure. It is also the default `code` of a problem body. */
export type ErrorKind = keyof typeof errorTable;

/** kind -> HTTP status, gRPC code (google.rpc.Code) and title. */
export const errorTable = {
  malformed: { http: 400, grpc: 3, title: 'Malformed request' },
  invalid_measurement: { http: 400, grpc: 3, title: 'Invalid measurement' },
  conflicting_headers: { http: 400, grpc: 3, title: 'Conflicting headers' },
  unauthenticated: { http: 401, grpc: 16, title: 'Missing or invalid API key' },
  organization_forbidden: { http: 403, grpc: 7, title: 'Organisation not accessible' },
  plan_required: { http: 403, grpc: 7, title: 'Paid feature' },
  permission_denied: { http: 403, grpc: 7, title: 'Not permitted' },
  not_found: { http: 404, grpc: 5, title: 'Not found' },
  method_not_allowed: { http: 405, grpc: 12, title: 'Method not allowed' },
  not_acceptable: { http: 406, grpc: 3, title: 'Not acceptable' },
  already_exists: { http: 409, grpc: 6, title: 'Already exists' },
  conflict: { http: 409, grpc: 10, title: 'Conflict' },
  precondition_failed: { http: 412, grpc: 10, title: 'Changed in between' },
  too_large: { http: 413, grpc: 8, title: 'Request too large' },
  unsupported_media_type: { http: 415, grpc: 3, title: 'Unsupported media type' },
  invalid: { http: 422, grpc: 3, title: 'Invalid request' },
  draft_failed: { http: 422, grpc: 9, title: 'The draft failed' },
  quota_exceeded: { http: 429, grpc: 8, title: 'Too many requests' },
  cancelled: { http: 499, grpc: 1, title: 'Cancelled by the client' },
  internal: { http: 500, grpc: 13, title: 'Internal error' },
  unavailable: { http: 503, grpc: 14, title: 'Unavailable' },
  deadline_exceeded: { http: 504, grpc: 4, title: 'Deadline exceeded' },
} as const satisfies Record<string, { http: number; grpc: number; title: string }>;

/**
 * One wrong field. `path` has the form of the REST body: `polygons[3].points[2]`, `variables.skirtLength`. `code` is stable
 * snake case (`out_of_range`, `unknown_key`, ...). Further members carry limits and suggestions.
 */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
  [detail: string]: string | number | boolean | null | readonly (string | number)[];
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ErrorKind;
  readonly problems: readonly FieldProblem[];
  /** Stable machine code of this failure; the kind if there is no finer code. */
  readonly code: string;
  /** Seconds until a retry makes sense, for `unavailable` and `quota_exceeded`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { problems?: readonly FieldProblem[]; code?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.problems = options.problems ?? [];
    this.code = options.code ?? kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The error for a list of wrong fields: the sentence of the first and the number of the others. */
  static ofProblems(kind: ErrorKind, problems: readonly FieldProblem[]): ServiceError {
    const [first, ...rest] = problems;
    if (!first) throw new TypeError('ofProblems needs at least one problem');
    const more = rest.length === 0 ? '' : ` (and ${rest.length} more problem${rest.length === 1 ? '' : 's'})`;
    return new ServiceError(kind, first.message + more, { problems, code: first.code });
  }
}
