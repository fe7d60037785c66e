/** The state of the page after a reload, and its distinction of typed from assumed values. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { forgetJobs, rememberJobs } from './forgotten.js';
import { done, drawn, go, nest, openSearch, paste } from './steps.js';

const reload = suite<Browsed>('the page after a reload');

reload.before(async (context) => {
  Object.assign(context, await browse());
});
reload.after(async ({ close }) => close());

/** The place of every part, and the text about the layout. */
async function shownMarker(page: Page): Promise<[string[], string | null]> {
  const parts = page.locator('.parts .part');
  await parts.first().waitFor();
  return [
    await parts.evaluateAll((all) => all.map((part) => part.getAttribute('style') ?? '')),
    await page.locator('.figures').textContent(),
  ];
}

const request = {
  polygons: Array.from({ length: 12 }, (_, i) => ({
    id: `part ${i}`,
    points: [
      [0, 0],
      [50 + 3 * i, 0],
      [20, 40 + 2 * i],
    ],
  })),
  bins: [
    {
      boundary: {
        points: [
          [0, 0],
          [200, 0],
          [200, 2000],
          [0, 2000],
        ],
      },
    },
  ],
  allowedRotations: [0, 90, 180],
};

async function load(page: Page, maximumExecutionTime: number): Promise<void> {
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify({ ...request, maximumExecutionTime }));
  await page.locator('.loaded', { hasText: '12 parts, 1 sheet' }).waitFor();
}

reload('an assumed value is not called measured, and a typed value is shown as typed', async (context) => {
  const { page, link } = context;
  await page.goto(link);
  const noteOf = (name: string) => page.locator(`#measurement-${name}-note`);
  await noteOf('height').getByText('assumed').waitFor();
  assert.match((await page.locator('.legend').textContent())!, /^2 assumed: type your own67 predicted/);
  assert.is(await page.locator('.callout .value.measured').count(), 0);

  await page.getByLabel('Height', { exact: true }).fill('171,25');
  await noteOf('height').getByText('measured').waitFor();
  const height = page.locator('.callout', { hasText: /^Height/ });
  await height.getByText('171,25').waitFor();
  assert.match((await page.locator('.legend').textContent())!, /^1 measured1 assumed/);
  assert.match((await page.locator('.caption').textContent())!, /Height.*171,25 cm/);
});

reload('no label of the figure is cut off, whatever the font and the units', async ({ page }) => {
  for (const units of ['in, lb', 'cm, kg']) {
    await page.getByRole('radio', { name: units }).check();
    for (const family of ['monospace', 'sans-serif']) {
      await page.evaluate((font) => {
        document.querySelector<SVGElement>('.figure')!.style.fontFamily = font;
      }, family);
      // the next answer draws the labels again
      await page.getByLabel('Age', { exact: true }).fill(family === 'monospace' ? '40' : '41');
      await page.locator('.callout', { hasText: family === 'monospace' ? /^Age 40/ : /^Age 41/ }).waitFor();
      const outside = await page.evaluate(() => {
        const frame = document.querySelector('.figure')!.getBoundingClientRect();
        return [...document.querySelectorAll('.callout text')]
          .filter((text) => {
            const { left, right } = text.getBoundingClientRect();
            return left < frame.left - 1 || right > frame.right + 1;
          })
          .map(({ textContent }) => textContent);
      });
      assert.equal(outside, [], `${units}, ${family}`);
    }
  }
});

reload('a reload keeps the marker, its chart, the parts and the settings', async ({ page }) => {
  await go(page, 'Marker');
  await load(page, 2);
  await page.getByLabel('Between parts').fill('2.5');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  const [before, chart] = [await shownMarker(page), await page.locator('.chart').getAttribute('aria-label')];

  await page.reload();
  await done(page);
  assert.equal(await shownMarker(page), before);
  assert.is(await page.locator('.chart').getAttribute('aria-label'), chart);
  assert.is(await page.getByLabel('Between parts').inputValue(), '2.5');
  assert.match((await page.locator('.loaded').textContent())!, /12 parts, 1 sheet/);
  await nest(page, () => page.getByRole('button', { name: 'Continue from here' }).click());
  await drawn(page, 12);
});

reload('a running search goes on after a reload', async ({ page }) => {
  await load(page, 20);
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await page.reload();
  await page.locator('.state-running').waitFor();
  await page.locator('.parts .part').first().waitFor();
  await drawn(page, 12);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.state-done', { hasText: 'Cancelled' }).waitFor();
  await drawn(page, 12);
});

reload('garments come back with their marker, and a forgotten marker stays unchanged', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('tote');
  await page.getByRole('button', { name: /Tote bag/ }).click();
  await page.locator('.piece').first().waitFor();
  await page.getByLabel('Handle length', { exact: true }).fill('61');
  await page.keyboard.press('Tab');
  await page.locator('.canvas[aria-busy="false"]').waitFor();
  await page.reload();
  await page.locator('.piece').first().waitFor();
  assert.is(await page.getByLabel('Handle length', { exact: true }).inputValue(), '61');
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('1');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  const before = await shownMarker(page);
  await page.reload();
  await done(page);
  assert.equal(await shownMarker(page), before);

  await forgetJobs(page);
  await page.reload();
  await done(page);
  assert.equal((await shownMarker(page))[0], before[0]);
  assert.is(await page.locator('.actions .problem').count(), 0);
  await rememberJobs(page);
});

reload('on a phone the zoom buttons do not cover the drawing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const step of ['Marker', 'Pattern']) {
    await go(page, step);
    await page.locator('.drawing-view svg').first().waitFor();
    const covered = await page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      const [view, zoom] = [box('.drawing-view'), box('.zoom')];
      return { height: Math.min(view.bottom, zoom.bottom) - Math.max(view.top, zoom.top), view: view.height };
    });
    assert.ok(covered.height <= 0, `${step}: ${covered.height} px of the drawing lie under the buttons`);
    assert.ok(covered.view > 200, `${step}: the drawing has ${covered.view} px`);
    await screenshot(page, `zoom-${step.toLowerCase()}`);
  }
});

reload('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else reload.run();
