/**
 * The service is killed, or the page is reloaded, in the middle of work that the service keeps or plans: sizes of a pattern,
 * patterns of one's own, and lays. Nothing is lost, and the page goes on by itself.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { away, back, done, go, orderSkirts, planned } from './steps.js';

const killed = suite<Browsed>('work with the service killed or the page reloaded');

killed.before(async (context) => {
  Object.assign(context, await browse());
  await context.page.goto(context.link);
});
killed.after(async ({ close }) => close());

const skirtLength = (page: Page) => page.getByLabel('Skirt length', { exact: true });
const definition = (page: Page) => page.getByLabel('Definition', { exact: true });

async function type(page: Page, length: string): Promise<void> {
  await skirtLength(page).fill(length);
  await page.keyboard.press('Tab');
}

const outline = (page: Page) => page.locator('.piece .cut, .nest .cut').first().getAttribute('d');

const redrawn = (page: Page, before: string | null) =>
  page.waitForFunction((old) => {
    const path = document.querySelector('.piece .cut, .nest .cut');
    return path !== null && path.getAttribute('d') !== old;
  }, before);

const sized = (page: Page, sizes: number) =>
  page.waitForFunction((count) => document.querySelector('.nest')?.querySelectorAll('.size').length === count, sizes);

/** A key does not wait, as a click does, until a button is enabled. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.click({ trial: true });
  await button.press('Enter');
}

async function edit(page: Page, from: string, to: string): Promise<void> {
  const text = await definition(page).inputValue();
  assert.ok(text.includes(from), `${from} is in the text`);
  await definition(page).fill(text.replace(from, to));
}

killed('a pattern for a person, then in sizes: the typed values are drafted', async (context) => {
  const { page, kill } = context;
  await go(page, 'Pattern');
  await page.getByRole('button', { name: /^A-line skirt/ }).click();
  for (const [way, drawing, lengths] of [
    ['One person', '.piece', ['75', '66']],
    ['Sizes', '.nest', ['82', '58']],
  ] as const) {
    await page.getByRole('radio', { name: way }).check();
    await page.locator(drawing).first().waitFor();
    await page.locator('.canvas[aria-busy="false"]').waitFor();
    const before = await outline(page);
    await kill();
    await type(page, lengths[0]);
    await away(page).waitFor();
    await back(context);
    await redrawn(page, before);
    await page.locator('.canvas[aria-busy="false"]').waitFor();
    const typed = await outline(page);
    await type(page, lengths[1]);
    await page.reload();
    await redrawn(page, typed);
    assert.is(await skirtLength(page).inputValue(), lengths[1]);
  }
});

killed('a range of sizes: it is drafted, whatever was chosen without a service', async (context) => {
  const { page, kill } = context;
  await kill();
  await page.getByLabel('Size table').selectOption('EN 13402-3 women');
  await page.getByLabel('From', { exact: true }).selectOption('36');
  await page.getByLabel('To', { exact: true }).selectOption('40');
  await away(page).waitFor();
  await back(context);
  await sized(page, 3);
});

killed('a range of sizes: a reload before it is drafted loses nothing of it, nor of its tech pack', async (context) => {
  const { page, kill } = context;
  const pack = page.getByText('Tech pack', { exact: true });
  await pack.click();
  await page.getByLabel('Fabric width', { exact: true }).fill('1420');
  await page.getByLabel('From', { exact: true }).selectOption('34');
  await page.getByLabel('To', { exact: true }).selectOption('42');
  await page.getByLabel('Base size', { exact: true }).selectOption('36');
  await page.reload();
  await sized(page, 5);
  const chosen = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  assert.equal([await chosen('From'), await chosen('To'), await chosen('Base size')], ['34', '42', '36']);
  await page.locator('.size-switches label', { hasText: '36' }).getByText('base').waitFor();
  await pack.click();
  assert.is(await chosen('Fabric width'), '1420');
  await kill();
  await page.getByRole('group', { name: 'Download the tech pack' }).getByRole('button', { name: 'PDF' }).click();
  const refusal = page.locator('.tech-pack').getByText(/^The service does not answer/);
  await refusal.waitFor();
  await back(context);
  await refusal.waitFor({ state: 'detached' });
});

const dxf = (() => {
  const lines = [0, 'SECTION', 2, 'ENTITIES', 0, 'LWPOLYLINE', 8, 'CUT', 90, 3, 70, 1];
  const corners = [10, 0, 20, 0, 10, 300, 20, 0, 10, 0, 20, 200];
  return [...lines, ...corners, 0, 'ENDSEC', 0, 'EOF', ''].join('\n');
})();

killed('an uploaded pattern: its file is read, its text is checked, and it is published once', async (context) => {
  const { page, kill } = context;
  await press(page, 'Other patterns');
  await press(page, 'Your own patterns');
  await page.getByText('You have none yet.').waitFor();
  await kill();
  const file = { name: 'Pennant.dxf', mimeType: 'application/dxf', buffer: Buffer.from(dxf) };
  await page.getByLabel('Upload a pattern').setInputFiles(file);
  await away(page).waitFor();
  await back(context);
  await page.getByRole('img', { name: /^Pennant: 1 pieces/ }).waitFor();

  await kill();
  await edit(page, '"name": "Pennant"', '"name": "Banner"');
  await away(page).waitFor();
  await back(context);
  await page.getByRole('img', { name: /^Banner: 1 pieces/ }).waitFor();
  await edit(page, '"name": "Banner"', '"name": "Flag"');
  await page.reload();
  await page.getByRole('img', { name: /^Flag: 1 pieces/ }).waitFor();

  await kill();
  await press(page, 'Publish');
  await page.locator('.panel .problem', { hasText: 'The service does not answer' }).waitFor();
  assert.match(await definition(page).inputValue(), '"name": "Flag"');
  await back(context);
  await press(page, 'Publish');
  await page.getByText('Version 1 is published.').waitFor();
  await edit(page, '"name": "Flag"', '"name": "Ensign"');
  await page.getByRole('img', { name: /^Ensign: 1 pieces/ }).waitFor();
  await press(page, 'Publish');
  await page.reload();
  await page.getByRole('img', { name: /^Ensign: 1 pieces/ }).waitFor();
  assert.match(await definition(page).inputValue(), '"name": "Ensign"');
  await press(page, 'Your own patterns');
  const list = page.getByRole('list', { name: 'Your patterns' });
  await list.getByRole('button').first().waitFor();
  assert.is(await list.getByRole('listitem').count(), 1);
  await press(page, 'All patterns');
});

killed('a plan of lays: it goes on with its best plan, and hears of a cancel in an outage', async (context) => {
  const { page, kill } = context;
  await orderSkirts(page);
  await page.getByLabel('Size 36 in navy').fill('8');
  await page.getByLabel('Planning time').fill('300');
  await page.getByRole('button', { name: 'Plan the lays' }).click();
  await planned(page);
  await kill();
  await page.getByText('Connection lost; reconnecting').waitFor();
  await planned(page);
  await back(context);
  await page.locator('.state-running').waitFor({ timeout: 240_000 });
  await planned(page);
  await page.reload();
  await planned(page);
  await page.locator('.state-running').waitFor({ timeout: 240_000 });
  assert.is(await page.getByLabel('Size 36 in navy').inputValue(), '8');
  await kill();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('This ends as soon as the service answers.').waitFor();
  await back(context);
  await done(page);
  await page.getByText('Cancelled; the best plan is kept').waitFor();
  await planned(page);
  assert.is(await page.locator('.actions .problem').count(), 0);
});

killed('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else killed.run();
