/** Refusals and notices in words of the page: no path of a request is shown, and the refused field is marked. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { go, nest, openSearch, orderSkirts, paste } from './steps.js';

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

  const length = field(page, 'Skirt length');
  await length.fill('62,5 cm');
  await length.press('Tab');
  await page.locator('.variable .problem', { hasText: '“62,5 cm” is not a number' }).waitFor();
  assert.is(await length.inputValue(), '62,5 cm');
  await length.fill('62,5');
  await length.press('Tab');
  await page.locator('.variable .problem').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reset Skirt length' }).click();
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
  const told = page.locator('#cloth-colour-1-problem');
  await told.getByText('Cloth 2, colour is "navy", as that of a cloth before it').waitFor();
  assert.is(await colour.getAttribute('aria-invalid'), 'true');
  assert.is(await page.locator('#cloth-colour-0').getAttribute('aria-invalid'), 'false');
  const refusal = page.locator('.actions').getByRole('alert');
  await refusal.waitFor();
  await screenshot(page, 'words-lays');
  await colour.fill('red');
  await refusal.waitFor({ state: 'detached' });
  assert.is(await colour.getAttribute('aria-invalid'), 'false');
});

words('an order too large, and numbers out of their range, are told at their fields', async ({ page }) => {
  const [first, second] = [field(page, 'Size 36 in navy'), field(page, 'Size 38 in navy')];
  await first.fill('1000000');
  await field(page, 'Most plies').fill('1');
  const plan = page.getByRole('button', { name: 'Plan the lays' });
  await plan.click();
  await page.locator('.field .problem', { hasText: /^Lines have 1000000 garments; at most 20000/i }).waitFor();
  assert.is(await first.getAttribute('aria-invalid'), 'true');
  assert.is(await second.getAttribute('aria-invalid'), 'false');

  await first.fill('2');
  for (const [name, text, range] of [
    ['Most plies', '2.5', 'a whole number, 1 to 10,000'],
    ['May be over', '1.5', 'a whole number, 0 to 1,000,000'],
    ['Size 38 in navy', '0.5', 'a whole number, 0 to 1,000,000'],
    ['Width', '0', '1 to 1,000,000'],
  ] as const) {
    const wrong = page.getByLabel(name, { exact: true }).first();
    const before = await wrong.inputValue();
    await wrong.fill(text);
    assert.is(await wrong.getAttribute('aria-invalid'), 'true', name);
    const told = page.locator('.field', { has: wrong }).locator('.problem', { hasText: new RegExp(`${range}$`) });
    assert.is(await told.count(), 1, name);
    assert.ok(await plan.isDisabled(), name);
    await wrong.fill(before);
    assert.is(await told.count(), 0, name);
  }
  await second.fill('abc');
  assert.ok(await plan.isDisabled());
  assert.is(await field(page, 'Base size').count(), 0, 'an order has none');
  await field(page, 'To').selectOption('36');
  await second.waitFor({ state: 'detached' });
  assert.ok(await plan.isEnabled(), 'a size outside the range does not count');
  await field(page, 'To').selectOption('38');
  await second.fill('');

  await page.getByText('Costs and distance').click();
  await field(page, 'Cutting a metre').fill('-1');
  await page.reload();
  await field(page, 'Cutting a metre').waitFor();
  assert.is(await field(page, 'Cutting a metre').getAttribute('aria-invalid'), 'true', 'a folded group opens');
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

words('a wrong field that the form does not show stops nothing, and a folded group opens', async ({ page }) => {
  const again = page.getByRole('button', { name: 'Nest again' });
  const red = page.getByText('Check the fields marked in red.');
  await page.getByRole('radio', { name: 'Sheets' }).check();
  for (const [name, text] of [
    ['Sheets', ''],
    ['Height', '0'],
    ['Price each', '-1'],
    ['Keep rests wider than', '0'],
  ] as const)
    await page.getByRole('textbox', { name, exact: true }).fill(text);
  await red.waitFor();
  await page.getByRole('radio', { name: 'Roll' }).check();
  await red.waitFor({ state: 'detached' });
  assert.ok(await again.isEnabled());

  await openSearch(page);
  await field(page, 'Solvers').fill('many');
  await page.reload();
  await field(page, 'Solvers').waitFor();
  assert.is(await field(page, 'Solvers').getAttribute('aria-invalid'), 'true');
  await field(page, 'Solvers').fill('1');
});

words('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? words : skipped).run();
