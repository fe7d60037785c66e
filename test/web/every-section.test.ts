/** A project with all that the page stores goes into a file, and comes back as it was. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sectionNames } from '../../src/projects/document.js';
import { rectangle } from '../rectangle.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { done, drawn, go, nest, openSearch, orderSkirts, paste, planned } from './steps.js';

const every = suite<Browsed>('every section of a project');

every.before(async (context) => {
  Object.assign(context, await browse());
});
every.after(async ({ close }) => close());

/** With each member that the page takes over from a file. */
const request = {
  polygons: [{ id: 'cuff', points: rectangle(100, 60), quantity: 3, spacing: 4, rotationTolerance: 1 }],
  bins: [{ boundary: { points: rectangle(2000, 150) } }],
  minDistance: 3,
  edgeDistance: 4,
  rotationTolerance: 0.5,
  fabric: { repeatX: 12.5, offsetX: 2, repeatY: 20, offsetY: 1, matchTolerance: 0.75 },
  remnants: { leastWidth: 50 },
  gravityDirection: 'left',
  maximumExecutionTime: 1,
};

every('a file of them opens again', async ({ page, link, complaints }) => {
  await page.goto(link);
  await go(page, 'Pattern');
  await orderSkirts(page);
  await page.getByLabel('Size 36 in navy').fill('2');
  await page.getByLabel('Planning time').fill('2');
  await page.getByRole('button', { name: 'Plan the lays' }).click();
  await planned(page);
  await done(page);
  await go(page, 'Pattern');
  await page.getByRole('radio', { name: /person/i }).check();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('1');
  await nest(page);
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify(request));
  await page.locator('.loaded', { hasText: '3 parts' }).waitFor();
  await nest(page);

  await page.getByRole('button', { name: /^Project: / }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to file' }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  const { format, version, name, savedAt, ...sections } = JSON.parse(saved) as Record<string, object>;
  assert.equal(Object.keys(sections).sort(), [...sectionNames].sort());

  const file = {
    name: 'all.selvage.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...JSON.parse(saved), name: `${name} again` })),
  };
  await page.locator('.projects input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: `Project: ${name} again` }).waitFor();
  await go(page, 'Marker');
  await drawn(page, 3);
  assert.is(await page.getByLabel('Stripes, every →').inputValue(), '12.5');
  assert.equal(complaints, []);
});

(browserPath ? every : skipped).run();
