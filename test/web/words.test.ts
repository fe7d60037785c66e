/** Refusals and notices in words of the page: no path of a request is shown, and the refused field is marked. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { go, nest, orderSkirts, paste } from './steps.js';

const words = suite<Browsed>('refusals in words of the page');

words.before(async (context) => {
  Object.assign(context, await browse());
  await context.page.goto(context.link);
});
words.after(async ({ close }) => close());

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

words('faults of a size table, as JSON and as CSV', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByRole('button', { name: /^A-line skirt/ }).click();
  await page.getByRole('radio', { name: 'A table of sizes' }).check();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const file = page.locator('.table-upload input[type=file]');
  const told = (text: RegExp) => page.locator('.table-upload .problem', { hasText: text }).waitFor();
  const body = { gender: 'female', unit: 'metric', height: 'tall' };
  const json = Buffer.from(JSON.stringify({ name: 'shop', sizes: [{ name: 'M', body }] }));
  await file.setInputFiles({ name: 'shop.json', mimeType: 'application/json', buffer: json });
  await told(/^Size 1, height is the string "tall"; it must be a number$/);
  const misspelt = Buffer.from(
    JSON.stringify({
      name: 'shop',
      sizes: [{ name: 'M', body: { gender: 'female', unit: 'metric', waistGrith: 70 } }],
    }),
  );
  await file.setInputFiles({ name: 'shop.json', mimeType: 'application/json', buffer: misspelt });
  await told(/^Size 1, "waistGrith" is not a known key; did you mean "waistGirth"\?$/);
  const csv = Buffer.from('size,gender,height\nextra,female,168\n,female,0\n');
  await file.setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: csv });
  await page.getByRole('button', { name: 'Store the table' }).click();
  await told(/Row 3, height: "0" is no number above 0/);
  await told(/Size 2, name is ""/);
  await screenshot(page, 'words-sizes');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: 'Other patterns' }).click();
});

words('a colour that an order has twice: its field is marked, until it is mended', async ({ page }) => {
  await orderSkirts(page);
  await field(page, 'Size 36 in navy').fill('2');
  await page.getByRole('button', { name: 'Add a colour' }).click();
  const colour = page.locator('#cloth-colour-1');
  await colour.fill('navy');
  await page.getByLabel('Planning time').fill('1');
  await page.getByRole('button', { name: 'Plan the lays' }).click();
  await page.getByText('Cloth 2, colour is "navy", as that of a cloth before it').waitFor();
  assert.is(await colour.getAttribute('aria-invalid'), 'true');
  assert.is(await page.locator('#cloth-colour-0').getAttribute('aria-invalid'), 'false');
  await screenshot(page, 'words-lays');
});

words('a part that cannot be, and a point that no seam has', async ({ page }) => {
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  const corners = [
    [0, 0],
    [50, 0],
    [50, 30],
  ];
  const part = { id: 'flag', points: corners, matchPoints: [{ name: 'side', at: [0, 0] }] };
  await paste(page, JSON.stringify({ polygons: [part], maximumExecutionTime: 1 }));
  await page.locator('.loaded', { hasText: '1 part' }).waitFor();
  await nest(page);
  await page.locator('.notice', { hasText: 'Part 1, match point 1 is in no match' }).waitFor();
  assert.is(await page.getByText(/polygons|matchPoints/).count(), 0);
});

words('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? words : skipped).run();
