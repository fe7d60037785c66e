/**
 * The service is killed, or the page is reloaded, in the middle of an order: several rolls, lengths in inches, and the lists of
 * jobs and of the account. Nothing is lost, and the page goes on by itself.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { area, menu } from './account-steps.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { away, back, done, drawn, go, paste, section } from './steps.js';

const killed = suite<Browsed>('an order with the service killed or the page reloaded');

killed.before(async (context) => {
  Object.assign(context, await browse());
  await context.page.goto(context.link);
});
killed.after(async ({ close }) => close());

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const value = (page: Page, name: string): Promise<string> => field(page, name).inputValue();
const jobs = (page: Page) => page.getByRole('list', { name: 'Jobs of your account' });
const told = (page: Page, text: RegExp) => page.locator('.figures', { hasText: text }).waitFor();

/** No layout of them is without gaps, so that a search takes its time. */
const gussets = (seconds: number) =>
  JSON.stringify({
    polygons: Array.from({ length: 30 }, (_, i) => ({
      id: `gusset ${i}`,
      points: [
        [0, 0],
        [60 + 3 * i, 0],
        [0, 80 + 2 * i],
      ],
    })),
    allowedRotations: [0, 90, 180],
    maximumExecutionTime: seconds,
  });

async function load(page: Page, seconds: number): Promise<void> {
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, gussets(seconds));
  await page.locator('.loaded', { hasText: '30 parts' }).waitFor();
}

async function startNest(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.state-running').waitFor();
  await page.locator('.parts .part').first().waitFor();
}

killed('several rolls: the search goes on with them, at their prices from its start', async (context) => {
  const { page, kill } = context;
  await load(page, 12);
  await page.getByLabel('Width', { exact: true }).fill('900');
  await page.getByLabel(/^Price a /).fill('10');
  await page.getByRole('button', { name: 'Choose among several rolls' }).click();
  await field(page, 'Width of roll 2').fill('700');
  await field(page, 'Price of roll 2').fill('2');
  await startNest(page);
  await kill();
  await away(page).waitFor();
  await field(page, 'Price of roll 2').fill('3');
  await back(context);
  await page.reload();
  await done(page);
  await drawn(page, 30);
  assert.equal([await value(page, 'Width of roll 2'), await value(page, 'Price of roll 2')], ['700', '3']);
  const { best, laid } = await section<{
    best: { placements: { bin?: number }[]; usage: { length: number; cost: number } };
    laid: { bins: object[] };
  }>(page, 'run');
  assert.is(laid.bins.length, 2);
  const [bin, ...others] = new Set(best.placements.map(({ bin = 0 }) => bin));
  assert.equal(others, [], 'one roll is taken');
  const asked = [10, 2][bin!]!;
  assert.ok(Math.abs(best.usage.cost - (asked * best.usage.length) / 1000) < 0.01, 'by the prices at its start');
  assert.is(await page.locator('.actions .problem').count(), 0);
  await page.getByRole('button', { name: 'Remove roll 2' }).click();
});

killed('inches: a search and a typed length go on in them, whatever is chosen in between', async (context) => {
  const { page, kill } = context;
  await page.getByLabel('Length unit').selectOption({ label: 'mm' });
  await page.getByLabel('Between parts').fill('3.175');
  await page.getByLabel('Length unit').selectOption({ label: 'in' });
  await page.getByLabel('Width', { exact: true }).fill('900');
  await startNest(page);
  await kill();
  await away(page).waitFor();
  await page.getByLabel('Between parts').fill('0.25');
  await back(context);
  await page.reload();
  await done(page);
  await drawn(page, 30);
  assert.is(await value(page, 'Between parts'), '0.25');
  await told(page, /Length[\d.]+ m/);

  await go(page, 'Body');
  await page.getByRole('radio', { name: 'in, lb' }).check();
  const waist = field(page, 'Waist girth');
  const before = await waist.getAttribute('placeholder');
  await kill();
  await field(page, 'Height').fill('70.125');
  await away(page).waitFor();
  await page.getByRole('radio', { name: 'cm, kg' }).check();
  await page.getByRole('radio', { name: 'in, lb' }).check();
  await back(context);
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('#measurement-waistGirth')!.placeholder !== text,
    before,
  );
  await page.reload();
  await page
    .locator('.callout', { hasText: /^Height/ })
    .getByText('70.125')
    .waitFor();
  assert.is(await value(page, 'Height'), '70.125');
});

killed('the jobs: the list tells of the outage, comes back by itself, and cancels', async (context) => {
  const { page, kill } = context;
  await load(page, 300);
  await startNest(page);
  await menu(page).click();
  const row = jobs(page).getByRole('listitem').first();
  await row.getByText(/^running/).waitFor();
  const list = page.getByRole('region', { name: 'Jobs' });
  await kill();
  await list.getByText(/^The service does not answer/).waitFor();
  await row.getByRole('button', { name: /^Cancel Marker of / }).click();
  await row.getByRole('button', { name: /^Really cancel Marker of / }).click();
  await back(context);
  await row.getByText(/^(queued|running)/).waitFor();
  await list.getByText(/^The service does not answer/).waitFor({ state: 'detached' });

  await page.reload();
  await page.locator('.state-running').waitFor();
  await menu(page).click();
  await row.getByText(/^running/).waitFor();
  await row.getByRole('button', { name: /^Cancel Marker of / }).click();
  await row.getByRole('button', { name: /^Really cancel Marker of / }).click();
  await row.getByText(/^cancelled, kept until/).waitFor();
});

killed('the menus: opened without a service, they have their lists as soon as it is back', async (context) => {
  const { page, kill } = context;
  await page.keyboard.press('Escape');
  await kill();
  await menu(page).click();
  await area(page)
    .getByText(/^The service does not answer/)
    .waitFor();
  await away(page).waitFor();
  await back(context);
  await jobs(page)
    .getByText(/^cancelled, kept until/)
    .first()
    .waitFor();
  await area(page)
    .getByText(/^The service does not answer/)
    .waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  await kill();
  await menu(page).click();
  await away(page).waitFor();
  await page.locator('.key-button').click();
  await page.locator('.key-menu .problem').waitFor();
  await back(context);
  await page.locator('.account > p strong', { hasText: 'demo' }).waitFor();
  await page.locator('.key-menu .problem').waitFor({ state: 'detached' });
});

killed('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? killed : skipped).run();
