/** Several processes claim all tasks of a store at the same time. */
import { fork } from 'node:child_process';
import * as assert from 'uvu/assert';
import type { StoreLocation } from '../../src/store/open-store.js';
import { newJob, userRecord } from './records.js';
import type { TemporaryStore } from './temporary-store.js';

/** Number of jobs submitted at the same time. */
const abreast = 8;

/**
 * Every task is claimed exactly once. Each process claims in the order of the queue, paid before free: no task is claimed
 * before an earlier one that no other process is claiming.
 */
export async function claimedOnceInOrder({ store, location }: TemporaryStore, tasks: number, processes: number) {
  const user = userRecord();
  await store.createUser(user);
  const jobs = Array.from({ length: tasks }, (_, i) => newJob(user.id, { priority: i % 3 === 0 ? 10 : 0 }));
  for (let i = 0; i < tasks; i += abreast) {
    await Promise.all(jobs.slice(i, i + abreast).map((job) => store.createJob(job)));
  }
  const claimed = await Promise.all(Array.from({ length: processes }, (_, i) => claimer(location, `${i}`)));
  assert.is(claimed.flat().length, tasks);
  assert.is(new Set(claimed.flat()).size, tasks);
  const placeOf = new Map<string, number>();
  for (const job of jobs) {
    const { number } = (await store.loadJob(job.id))!.job;
    placeOf.set(`${job.id}/0`, number - job.priority * tasks);
  }
  for (const own of claimed) {
    const places = own.map((task) => placeOf.get(task)!);
    assert.equal(
      places,
      [...places].sort((a, b) => a - b),
    );
  }
}

/** Runs `claim-all` in a process of its own and returns its output. */
export function claimer(location: StoreLocation, name: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./claim-all.js', import.meta.url), [JSON.stringify(location), name], { silent: true });
    let output = '';
    child.stdout!.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr!.pipe(process.stderr);
    child.on('close', (code) =>
      code === 0 ? resolve(output.trim().split('\n').filter(Boolean)) : reject(new Error(`claimer left with ${code}`)),
    );
  });
}
