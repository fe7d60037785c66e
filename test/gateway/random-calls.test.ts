/** Forty random messages to each operation over gRPC, on the embedded store. test/faults runs 2,000, and PostgreSQL. */
import { test } from 'uvu';
import { type Embedded, openEmbedded } from './embedded.js';
import { testRandomCalls } from './random-calls.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

testRandomCalls(test, { service: () => service, runs: 40, longestMs: 10_000 });

test.run();
