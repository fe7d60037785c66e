/** Timestamps of requests. A message of gRPC can hold times that no date, and no JSON, can show. */
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { latestTime } from '../accounts/accounts.js';
import type { FieldProblem } from '../errors.js';

/** The first moment of the year 1, in epoch seconds. */
const earliest = -62_135_596_800n;
const latest = BigInt(Math.floor(latestTime / 1000));
const nanosOfSecond = 1_000_000_000;

/** The problem of a time outside the years 1 to 9999 (RFC 3339, and google/protobuf/timestamp.proto). */
export function timeProblems(path: string, time: Timestamp | undefined): FieldProblem[] {
  if (time === undefined) return [];
  const { seconds, nanos } = time;
  if (seconds >= earliest && seconds <= latest && nanos >= 0 && nanos < nanosOfSecond) return [];
  const message = `${path} must be a time of the years 1 to 9999, with nanos from 0 to 999999999`;
  return [{ path, code: 'out_of_range', message }];
}

/** Epoch milliseconds of a time without problems, rounded down, so that none leaves the year 9999. Null: absent. */
export const timeOf = (time: Timestamp | undefined): number | null =>
  time === undefined ? null : Number(time.seconds) * 1000 + Math.floor(time.nanos / 1_000_000);
