/** The steps of docs/tutorial.md, as a reader takes them. With TUTORIAL_PICTURES=FOLDER they are also its pictures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { done, drawn, go, nest, openSearch } from './steps.js';

const tutorial = suite<Browsed>('the tutorial');
const pictures = process.env.TUTORIAL_PICTURES;
/** The reader waits for longer searches, which make better pictures. */
const seconds = pictures === undefined ? '2' : '20';

tutorial.before(async (context) => {
  Object.assign(context, await browse({ viewport: { width: 1200, height: 760 }, colorScheme: 'light' }));
});
tutorial.after(async ({ close }) => close());

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  // The end of every transition, such as that of the parts to their places.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(join(pictures, `${name}.webp`), Buffer.from(data, 'base64'));
  await session.detach();
}

const nestWithoutFault = async (page: Page): Promise<void> => {
  await nest(page);
  assert.is(await page.locator('.part.faulty').count(), 0);
};

async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path(), 'latin1');
}

const settled = (page: Page): Promise<void> => page.locator('.canvas[aria-busy="false"]').waitFor();

tutorial('first marker: the drawing of Inkscape becomes parts, and its notes are named', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await page.locator('.drop input[type=file]').setInputFiles('examples/pouch.svg');
  await page.locator('.loaded', { hasText: 'pouch6 parts' }).waitFor();
  await page.getByText('left out: 2 text').waitFor();
  await picture(page, 'drawing');
});

tutorial('first marker: copies, cloth and distance, then a search', async ({ page }) => {
  await page.getByText('Copies, rotations and rules of each part').click();
  const copies: readonly (readonly [string, string])[] = [
    ['body', '4'],
    ['gusset', '2'],
    ['pocket', '2'],
    ['zip end', '4'],
    ['tab', '4'],
    ['wrist strap', '2'],
  ];
  for (const [name, count] of copies) await page.getByLabel(`Copies of ${name}`).fill(count);
  await page.keyboard.press('Tab');
  await page.locator('.loaded', { hasText: '18 parts' }).waitFor();
  await page.getByLabel('Width').fill('800');
  await page.getByLabel('Between parts').fill('3');
  await picture(page, 'copies');
  await openSearch(page);
  await page.getByLabel('Time limit').fill(seconds);
  await nestWithoutFault(page);
  await drawn(page, 18);
  await picture(page, 'first-marker');
});

tutorial('first marker: a part moved by hand is checked, and files come out', async ({ page }) => {
  const part = page.getByRole('button', { name: /^pocket/ }).first();
  await part.focus();
  const faulty = page.locator('.part.faulty');
  let moves = 0;
  // another part or the edge of the cloth is in its way sooner or later
  for (; (await faulty.count()) === 0; moves++) await page.keyboard.press('Shift+ArrowLeft');
  await picture(page, 'moved');
  for (; moves > 0; moves--) await page.keyboard.press('Control+z');
  await faulty.first().waitFor({ state: 'detached' });
  assert.match(await downloaded(page, 'PDF'), /^%PDF-/);
  assert.match(await downloaded(page, 'DXF'), /SECTION/);
});

tutorial('a shirt: some measurements, and the others follow', async ({ page }) => {
  await go(page, 'Body');
  await page.getByRole('radio', { name: 'Male', exact: true }).check();
  const values = { Height: '182', Weight: '79', 'Chest girth': '102', 'Neck girth': '39', 'Arm length': '64' };
  for (const [name, value] of Object.entries(values)) {
    const field = page.getByLabel(name, { exact: true });
    await field.fill(value);
    await field.press('Tab');
  }
  await page.locator('.legend', { hasText: '5 measured' }).waitFor();
  await page.getByLabel('Chest girth', { exact: true }).focus();
  await page.locator('.callout', { hasText: /^Chest girth.*102/ }).waitFor();
  await picture(page, 'body');
});

tutorial('a shirt: drafted to the body, and changed by a slider', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('simon shirt');
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.locator('.piece').first().waitFor();
  await settled(page);
  const before = await page.locator('.piece .cut').first().getAttribute('d');
  await page.getByLabel('Length bonus', { exact: true }).fill('30');
  await page.keyboard.press('Tab');
  await page.waitForFunction((path) => document.querySelector('.piece .cut')?.getAttribute('d') !== path, before);
  await settled(page);
  await picture(page, 'shirt');
  assert.match(await downloaded(page, 'PDF'), /^%PDF-/);
});

tutorial('a shirt: its marker', async ({ page }) => {
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('25 parts, 19 of fabric').waitFor();
  await page.getByLabel('Width').fill('1500');
  await openSearch(page);
  await page.getByLabel('Time limit').fill(seconds);
  await nestWithoutFault(page);
  await drawn(page, 19);
  await picture(page, 'shirt-marker');
});

tutorial('a striped shirt: the stripes run on across the seams', async ({ page }) => {
  const plain = await page.locator('.figures').textContent();
  await page.getByLabel('Stripes, every ↓').fill('60');
  await page.getByLabel('Nap').selectOption({ label: 'one way' });
  await nestWithoutFault(page);
  await drawn(page, 19);
  assert.is(await page.locator('.stripes').count(), 1);
  assert.is.not(await page.locator('.figures').textContent(), plain);
  await picture(page, 'stripes');
  await page.getByRole('button', { name: /^1-front-right-1/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.part.faulty').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
});

tutorial('the work is still there tomorrow', async ({ page }) => {
  await page.reload();
  await done(page);
  await drawn(page, 19);
  await page.getByRole('button', { name: /^Project: / }).click();
  await page.getByRole('button', { name: 'Save to file' }).waitFor();
  await picture(page, 'project');
});

tutorial('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else tutorial.run();
