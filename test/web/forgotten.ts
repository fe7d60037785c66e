/** A service that no longer has the jobs of a page, as after an hour. */
import type { Page } from 'playwright-core';

const resumes = /\.(Nest|Lay)Service\/Resume/;

export async function forgetJobs(page: Page): Promise<void> {
  const answer = { status: 200, contentType: 'application/connect+proto', body: notFound() };
  await page.route(resumes, (route) => route.fulfill(answer));
}

export const rememberJobs = (page: Page): Promise<void> => page.unroute(resumes);

/** The end of a Connect stream for an unknown job. */
function notFound(): Buffer {
  const end = Buffer.from(JSON.stringify({ error: { code: 'not_found', message: 'No job' } }));
  const head = Buffer.alloc(5);
  head.writeUInt8(2, 0);
  head.writeUInt32BE(end.length, 1);
  return Buffer.concat([head, end]);
}
