/**
 * The views beside the main walk (look.test.ts) in every width, light and dark: a plan of lays, the jobs, the account, a marker
 * at work. Then a person works on a marker by keys alone on a phone.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { pressOn, tabTo } from './keys.js';
import { seen } from './seen.js';
import { done, go, nest, orderSkirts, paste, planned } from './steps.js';

const widths = suite<Browsed>('every width, light and dark');

widths.before(async (context) => {
  Object.assign(context, await browse());
  await context.page.emulateMedia({ reducedMotion: 'reduce' });
});
widths.after(async ({ close }) => close());

const square = (side: number) => rectangle(side, side);

const request = {
  polygons: Array.from({ length: 12 }, (_, i) => ({ id: `part ${i}`, points: square(49) })),
  minDistance: 2,
  allowedRotations: [0],
  maximumExecutionTime: 1,
};

const part = (page: Page, id: string) => page.getByRole('button', { name: new RegExp(`^${id}(,|$)`) });

widths('a marker, a plan of lays and a job are made', async ({ page, link, service }) => {
  await page.goto(link);
  await go(page, 'Pattern');
  await orderSkirts(page);
  await page.getByLabel('Size 36 in navy').fill('8');
  await page.getByLabel('Planning time').fill('2');
  await page.getByRole('button', { name: 'Plan the lays' }).click();
  await planned(page);
  await done(page);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify(request));
  await page.locator('.loaded', { hasText: '12 parts' }).waitFor();
  await page.getByLabel('Width').fill('100');
  await nest(page);
  const job = { ...request, bins: [{ boundary: { points: square(600) } }], keepSeconds: 3600 };
  const answer = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(job),
  });
  await answer.text();
});

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const name = `${width}-${colorScheme}`;
    widths(`${width} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await go(page, 'Lays');
      await page.locator('img.lay-picture').first().waitFor();
      await seen(page, `plan-${name}`);
      await go(page, 'Marker');
      await part(page, 'part 3').focus();
      await page.locator('.edit-name', { hasText: 'part 3' }).waitFor();
      await seen(page, `edit-${name}`);
      await page.getByRole('button', { name: /^Project: / }).click();
      const jobs = page.getByRole('list', { name: 'Jobs of your account' });
      await jobs.getByRole('listitem').first().waitFor();
      await seen(page, `jobs-${name}`);
      await page.keyboard.press('Escape');
      await page.locator('.key-button').click();
      await page.locator('.account > p strong', { hasText: 'demo' }).waitFor();
      await seen(page, `account-${name}`);
      await page.keyboard.press('Escape');
    });
  }
}

widths('paper has the marker and the plan in full, on white, with nothing to press', async ({ page }) => {
  await page.setViewportSize({ width: 1030, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const print = async (step: string, head: RegExp): Promise<void> => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.match((await page.locator('.print-head').textContent())!, head);
    const seenOnPaper = await page.evaluate(() => ({
      ground: getComputedStyle(document.documentElement).backgroundColor,
      controls: [...document.querySelectorAll('button, input, select, nav')].filter((each) => each.checkVisibility())
        .length,
      figures: [...document.querySelectorAll('.figures dd')].filter((each) => each.checkVisibility()).length > 0,
      drawings: [...document.querySelectorAll('.parts .part, img.lay-picture')].map((each) => {
        const { left, top, right, bottom, width } = each.getBoundingClientRect();
        return width > 20 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= document.body.scrollHeight;
      }),
    }));
    const { drawings, ...rest } = seenOnPaper;
    assert.equal(rest, { ground: 'rgb(255, 255, 255)', controls: 0, figures: true }, step);
    assert.ok(drawings.length > 0 && drawings.every(Boolean), step);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.locator('.print-head').waitFor({ state: 'detached' });
  };
  await page.locator('.drawing-view').press('+');
  await page.locator('.drawing-view').press('ArrowLeft');
  await print('marker', /^Parts100\.0 mm wide · 2\.0 mm between parts · Project 1$/);
  const pages = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
  assert.is(pages.match(/\/Type \/Page\b/g)!.length, 1);
  await page.locator('.drawing-view').press('0');
  await page.evaluate(() => {
    location.hash = 'lays';
  });
  await page.locator('img.lay-picture').first().waitFor();
  await print('lays', /^Lay planfabric · navy 1500\.0 mm wide · Project 1$/);
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen', reducedMotion: 'reduce' });
  await go(page, 'Marker');
  await part(page, 'part 3').waitFor();
});

widths('a low or zoomed window leaves the marker its room', async ({ page }) => {
  for (const [width, height] of [
    [1280, 600],
    [844, 390],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await part(page, 'part 3').focus();
    await page.waitForFunction(() => document.querySelector('.parts')!.getBoundingClientRect().height > 80);
  }
  await page.setViewportSize({ width: 390, height: 844 });
});

/** The part that has the focus gets this label or style; `not`: it loses it. */
const becomes = (page: Page, attribute: 'aria-label' | 'style', text: string, not = false) =>
  page.waitForFunction(
    ([name, wanted, isNot]) => {
      const value = document.activeElement?.matches('.part') && document.activeElement.getAttribute(name);
      return typeof value === 'string' && value.includes(wanted) !== isNot;
    },
    [attribute, text, not] as const,
  );

const locked = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.part.locked').length === wanted, count);

widths('a marker is worked on by keys alone: select, nudge, turn, lock, undo, redo, improve', async ({ page }) => {
  const now = (attribute: string) => page.evaluate((name) => document.activeElement!.getAttribute(name)!, attribute);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page.locator('.part'));
  const first = await now('aria-label');
  await page.keyboard.press('PageDown');
  await becomes(page, 'aria-label', first, true);
  await page.keyboard.press('PageUp');
  await becomes(page, 'aria-label', first);
  const placed = await now('style');

  await page.keyboard.press('ArrowDown');
  await becomes(page, 'style', placed, true);
  await becomes(page, 'aria-label', ', locked');
  await page.keyboard.press('Control+z');
  await becomes(page, 'style', placed);
  await page.keyboard.press('Control+Shift+z');
  await becomes(page, 'style', placed, true);
  await page.keyboard.press('Control+z');
  await becomes(page, 'style', placed);
  for (const [key, degrees] of [
    ['.', 1],
    [',', 0],
    ['r', 90],
    ['Shift+R', 0],
  ] as const) {
    await page.keyboard.press(key);
    await becomes(page, 'style', `rotate(${degrees}deg)`);
  }
  await page.keyboard.press('l');
  await becomes(page, 'aria-label', 'locked', true);
  await page.keyboard.press('l');
  await becomes(page, 'aria-label', ', locked');
  assert.is(await page.locator('.part.faulty').count(), 0);

  await pressOn(page.getByRole('button', { name: 'Undo' }));
  await locked(page, 0);
  await pressOn(page.getByRole('button', { name: 'Redo' }));
  await locked(page, 1);
  await nest(page, () => pressOn(page.getByRole('button', { name: 'Improve around locked parts' })));
  assert.is(await page.locator('.part.locked').count(), 1);
  assert.is(await page.locator('.part.faulty').count(), 0);
});

widths('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else widths.run();
