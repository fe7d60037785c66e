/** The look of the page at the widths of a phone, a tablet and a small desk, in light and in dark. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { walk } from './look-walk.js';
import { seen } from './seen.js';
import { go } from './steps.js';

const look = suite<Browsed>('the look of the page at each width');

look.before(async (context) => {
  Object.assign(context, await browse());
});
look.after(async ({ close }) => close());

for (const [width, height, colorScheme] of [
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [768, 1024, 'light'],
  [768, 1024, 'dark'],
  [1280, 800, 'light'],
] as const) {
  look(`${width} px wide, ${colorScheme}`, async ({ page, link }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await walk(page, link, `${width}-${colorScheme}`);
    const chart = await page.locator('.chart').boundingBox();
    assert.ok(chart!.width > 280, `the chart is ${chart!.width} px wide`);
    const files = await page.getByRole('button', { name: 'PLT' }).boundingBox();
    assert.ok(files!.y + files!.height <= height || width < 760, 'the files are in sight without scrolling');
  });
}

look('type of 24 px, set in the browser, is heeded and has its room', async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  await page.reload();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const step of ['Body', 'Pattern', 'Lays', 'Marker']) {
      await go(page, step);
      await page.locator(`.step-${step.toLowerCase()} .panel`).waitFor();
      assert.is(await page.evaluate(() => getComputedStyle(document.body).fontSize), '22.5px');
      await seen(page, `large-${step}-${width}`);
    }
  }
});

look('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? look : skipped).run();
