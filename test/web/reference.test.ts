/** The page of the API reference in a browser. It shows every operation, and its reader finds no fault in the document. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';

const reference = suite<Browsed>('the page of the reference');

reference.before(async (context) => {
  Object.assign(context, await browse());
});
reference.after(async ({ close }) => close());

reference('shows every operation, and complains of nothing', async ({ page, service, complaints }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto(`${service.url}/reference`);
  await page.getByText('/api/v1/nest/{jobId}/status').first().waitFor();
  await page.getByText('/api/v1/bodydbl').first().waitFor();
  await page.waitForLoadState('load');
  // The reader complains while it reads the document, before it shows the rest.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  await screenshot(page, 'reference');
  assert.equal([...warnings, ...complaints], []);
});

if (browserPath === null) skipped.run();
else reference.run();
