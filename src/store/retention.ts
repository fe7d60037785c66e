/** How long the store keeps data that has no setting, and how much of the rest it forgets at a time. */

/** A client's key for a request, with the answer. */
export const idempotencyKeptMs = 24 * 3_600_000;
/** Counts of requests: the present minute, and the one before for a host whose clock is late. */
export const countsKeptMinutes = 2;
/** One sweep deletes at most this many jobs, so that it never holds a write lock for long. */
export const purgeBatch = 20;
/** One sweep deletes at most this many deliveries of webhooks. */
export const deliveryPurgeBatch = 500;
/** The longest due deliveries among which a claim looks for those of different webhooks. */
export const deliveriesSeen = 500;
/** One sweep deletes at most this many entries of the audit log. */
export const auditPurgeBatch = 1_000;
