/** Patterns of one's own on the page: begun, mended, saved, published, compared, and uploaded from other programs. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { measurements, pattern } from '../patterns/seamly-files.js';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { go } from './steps.js';

const making = suite<Browsed>('own patterns');

making.before(async (context) => {
  Object.assign(context, await browse());
});
making.after(async ({ close }) => close());

const text = (page: Page) => page.getByLabel('Definition', { exact: true });
/** A key does not wait, as a click does, until a button is enabled. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.click({ trial: true });
  await button.press('Enter');
}
const drawn = (page: Page, pieces: string) => page.getByRole('img', { name: pieces }).waitFor();

async function change(page: Page, from: string, to: string): Promise<void> {
  const before = await text(page).inputValue();
  assert.ok(before.includes(from), `${from} is in the text`);
  await text(page).fill(before.replace(from, to));
}

making('a new pattern is drawn as its text stands, by keys alone', async ({ page, link }) => {
  await page.goto(link);
  await page.getByRole('link', { name: 'Pattern' }).press('Enter');
  await press(page, 'Your own patterns');
  await page.getByText('You have none yet.').waitFor();
  await press(page, 'Begin a new pattern');
  await drawn(page, 'Drawstring bag: 1 pieces, Side');
  await change(page, '"name": "Side"', '"name": "Body"');
  await drawn(page, 'Drawstring bag: 1 pieces, Body');
});

making('faults are marked in place, and the last sound pieces stay', async ({ page }) => {
  await change(page, '"x": "width", "y": 0', '"x": "widht", "y": 0');
  const faults = page.getByRole('list', { name: 'Faults of the definition' });
  const fault = faults.getByRole('button', { name: /^Line \d+: points\.b\.x/ });
  await fault.waitFor();
  assert.match((await page.locator('.code mark').first().textContent())!, 'widht');
  await page.getByText('The pieces of the last sound text').waitFor();
  await fault.press('Enter');
  const selected = await text(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  assert.is(selected, '"x": "widht"');
  assert.ok(await page.getByRole('button', { name: 'Publish' }).isDisabled());
  await screenshot(page, 'making-fault');
  assert.equal(await violations(page, 'a fault'), []);
  await change(page, 'widht', 'width');
  await faults.waitFor({ state: 'detached' });

  await change(page, '"unit": "cm",', '"unit": "cm"');
  await faults.getByRole('button', { name: /line \d+, column \d+/ }).waitFor();
  await change(page, '"unit": "cm"', '"unit": "cm",');
  await faults.waitFor({ state: 'detached' });
});

making('a draft is saved, a reload keeps what is not, and a published version can be drafted', async ({ page }) => {
  await press(page, 'Save draft');
  await page.getByText('Saved as the draft of version 1.').waitFor();
  await change(page, '"default": 30', '"default": 35');
  await page.reload();
  await drawn(page, 'Drawstring bag: 1 pieces, Body');
  assert.match(await text(page).inputValue(), '"default": 35');
  await page.getByText(/^Not saved/).waitFor();
  await press(page, 'Publish');
  await page.getByText('Version 1 is published.').waitFor();
  await press(page, 'Draft it');
  await page.getByRole('heading', { name: 'Drawstring bag' }).waitFor();
  await page.getByText('1 pieces, 2 to cut').waitFor();
});

making('versions tell their differences', async ({ page }) => {
  await press(page, 'Other patterns');
  await press(page, 'Your own patterns');
  await change(page, '"default": 35', '"default": 36');
  await press(page, 'Save draft');
  await page.getByText('Saved as the draft of version 2.').waitFor();
  await press(page, 'Differences from version 1 to the text');
  const list = page.getByRole('list', { name: 'Differences', exact: true });
  assert.match((await list.getByRole('listitem').textContent())!, /variables\.width\.default.*35.*36/);
  await press(page, 'Edit the text of version 1');
  await page.waitForFunction(() => document.querySelector('textarea')!.value.includes('"default": 35'));
  await screenshot(page, 'making-versions');
});

making('a reload before the answer to the first save makes no second pattern', async ({ page }) => {
  const saves = '**/selvage.admin.v1.AdminService/SavePatternDraft';
  await press(page, 'Your own patterns');
  await press(page, 'Begin a new pattern');
  await change(page, '"name": "Drawstring bag"', '"name": "Sack"');
  await drawn(page, 'Sack: 1 pieces, Side');
  // the service has saved it, and its answer never arrives
  let kept = (): void => {};
  const isSaved = new Promise<void>((resolve) => {
    kept = resolve;
  });
  await page.route(saves, async (route) => {
    assert.is((await route.fetch()).status(), 200);
    kept();
  });
  await press(page, 'Save draft');
  await isSaved;
  await page.unroute(saves);
  await page.reload();
  await drawn(page, 'Sack: 1 pieces, Side');
  await press(page, 'Publish');
  await page.getByText('Version 1 is published.').waitFor();
  await press(page, 'Your own patterns');
  const list = page.getByRole('list', { name: 'Your patterns' });
  await list.getByRole('button').first().waitFor();
  assert.is(await list.getByRole('listitem').count(), 2);
  await list.getByRole('button', { name: 'Sack' }).click();
  await drawn(page, 'Sack: 1 pieces, Side');
});

const dxf = (() => {
  const lines = [0, 'SECTION', 2, 'ENTITIES', 0, 'LWPOLYLINE', 8, 'CUT', 90, 3, 70, 1];
  const corners = [10, 0, 20, 0, 10, 100, 20, 0, 10, 0, 20, 50];
  return [...lines, ...corners, 0, 'ENDSEC', 0, 'EOF', ''].join('\n');
})();

making('a drawing becomes a pattern, with notes', async ({ page }) => {
  await page.getByRole('button', { name: 'Your own patterns' }).click();
  await page.getByLabel('Upload a pattern').setInputFiles({
    name: 'Pennant.dxf',
    mimeType: 'application/dxf',
    buffer: Buffer.from(dxf),
  });
  await page.getByText('1 of 1 pieces were converted.').waitFor();
  await page.getByRole('img', { name: /^Pennant: 1 pieces/ }).waitFor();
  await press(page, 'Save draft');
  await page.getByText('Saved as the draft of version 1.').waitFor();
  await page.getByRole('button', { name: 'Your own patterns' }).click();
  const list = page.getByRole('list', { name: 'Your patterns' });
  await list.getByRole('button', { name: 'Pennant' }).waitFor();
  assert.is(await list.getByRole('listitem').count(), 3);
  await list.getByRole('button', { name: 'Drawstring bag' }).click();
  await drawn(page, 'Drawstring bag: 1 pieces, Body');
});

making(
  'a pattern of Seamly2D with its measurements becomes one of ours, and its notes name the rest',
  async ({ page }) => {
    await page.getByRole('button', { name: 'Your own patterns' }).click();
    const smis = { name: 'me.smis', mimeType: 'text/xml', buffer: Buffer.from(measurements) };
    const unknown = '<point id="90" type="nonsense" name="Z" basePoint="1"/>';
    const sm2d = { name: 'Bodice front.sm2d', mimeType: 'text/xml', buffer: Buffer.from(pattern(unknown)) };
    await page.getByLabel('Upload a pattern').setInputFiles([smis, sm2d]);
    await page.getByText('1 of 1 pieces were converted.').waitFor();
    await page.getByRole('img', { name: /^Bodice front: 1 pieces, Front/ }).waitFor();
    await page
      .getByText(/nonsense/)
      .first()
      .waitFor();
    const cut = () => page.locator('.making .cut, .piece .cut').first().getAttribute('d');
    const before = await cut();
    await change(page, '"default": 100', '"default": 120');
    await page.waitForFunction((old) => document.querySelector('.cut')?.getAttribute('d') !== old, before);
    await press(page, 'Save draft');
    await page.getByText('Saved as the draft of version 1.').waitFor();
    const list = page.getByRole('list', { name: 'Your patterns' });
    await page.getByRole('button', { name: 'Your own patterns' }).click();
    await list.getByRole('button', { name: 'Bodice front' }).waitFor();
    await list.getByRole('button', { name: 'Drawstring bag' }).click();
    await drawn(page, 'Drawstring bag: 1 pieces, Body');
  },
);

making('an unreadable file says so', async ({ page }) => {
  await page.getByRole('button', { name: 'Your own patterns' }).click();
  const upload = page.getByLabel('Upload a pattern');
  await upload.setInputFiles({ name: 'x.dxf', mimeType: 'text/plain', buffer: Buffer.from('no drawing') });
  await page.locator('.problem').first().waitFor();
  await upload.setInputFiles({ name: 'me.smis', mimeType: 'text/plain', buffer: Buffer.from('<vit/>') });
  await page.getByText(/Choose the pattern, too/).waitFor();
});

making('it is usable in every width, light and dark', async ({ page }) => {
  await page.getByRole('list', { name: 'Your patterns' }).getByRole('button', { name: 'Drawstring bag' }).click();
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height });
      await drawn(page, 'Drawstring bag: 1 pieces, Body');
      assert.equal(await violations(page, `own patterns at ${width} px, ${scheme}`), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${width} px: nothing sticks out`);
      await screenshot(page, `making-${width}-${scheme}`);
    }
  }
  await go(page, 'Marker');
});

making('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? making : skipped).run();
